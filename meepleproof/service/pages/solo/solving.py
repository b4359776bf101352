"""The plain page on which a puzzle is solved without script."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.responses import HTMLResponse

from meepleproof.rendering.solo.words import goal_in_words, line_in_words
from meepleproof.service.pages.layout import PLAIN, from_template
from meepleproof.service.pages.solo.board import framed
from meepleproof.service.pages.solo.hints import (
    ALL_HINTS,
    REVEALED,
    SolvingState,
    hint_shown,
    requested_hint,
    solution_shown,
    tools,
)
from meepleproof.service.pages.solo.scoring_notes import last_scored, last_scoring_in_words
from meepleproof.service.pages.solo.sidebar import coming_tiles, scoreboard
from meepleproof.service.pages.solo.turn_form import playing_board, refusal_shown, turn_shown
from meepleproof.service.pages.solo.wording import check_in_words, status_in_words
from meepleproof.service.pages.url import GameUrl, read_choices, read_number, read_turns
from meepleproof.service.play.solo.attempt import Attempt, try_turns
from meepleproof.service.play.solo.hints import Hint
from meepleproof.service.play.solo.turn_form import TurnForm, turn_form
from meepleproof.service.shelf import ShelvedPuzzle
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.table.cells import Cell
from verifier.documents.strict_json import Document


def solving_page(
    puzzle: Puzzle,
    query: Mapping[str, str],
    path: str,
    *,
    shelved: ShelvedPuzzle | None,
    following: ShelvedPuzzle | None,
    today: bool = False,
) -> HTMLResponse:
    """Return the page of a puzzle at the current turn; ``today`` marks the puzzle of the day.

    :raises Malformed: if the address cannot be read.
    :raises Illegal: if the puzzle's position breaks a rule.
    """
    hint, reveal = read_number(query, "hint", ALL_HINTS) or 0, "reveal" in query
    fixed = [("code", puzzle.code)] if path.endswith("/p") else []
    if reveal:
        fixed.append(REVEALED)
    attempt = try_turns(puzzle, read_turns(query))
    kept = (("hint", str(hint)),) if hint else ()
    url = GameUrl(path, tuple(fixed), read_turns(query)[: _turns_made(attempt)], kept)
    choices = read_choices(query)
    ended = attempt.reached is not None or attempt.refusal is not None
    form = None if ended else turn_form(attempt.position, choices, len(attempt.outcomes) + 1)
    state = SolvingState(
        shelved=shelved,
        following=following,
        url=url,
        attempt=attempt,
        choices=choices,
        form=form,
        hint=hint,
        check="check" in query and shelved is not None and form is not None,
        reveal=reveal,
        today=today,
    )
    return _page(state)


def _turns_made(attempt: Attempt) -> int:
    return sum(outcome.turn is not None for outcome in attempt.outcomes)


def _page(state: SolvingState) -> HTMLResponse:
    hint, attempt, position = requested_hint(state), state.attempt, state.attempt.position
    last = () if state.form is not None and state.form.choices.cell else _last(state)
    hinted = hint.cell if hint else None
    return from_template(
        "plain-puzzle.html",
        title=goal_in_words(state.puzzle.goal, state.puzzle.tiles),
        here="/",
        facts=_facts(state),
        says=_say(state, hint),
        solved=state.puzzle.id if attempt.solved else None,
        board=framed(playing_board(position, state.form, state.url, hinted=hinted, last=last)),
        solution=solution_shown(state) if state.reveal else None,
        **_result(state),
        hint=hint_shown(hint),
        checked=check_in_words(state.first_deviation, unique=state.unique) if state.check else None,
        turn=turn_shown(state.form, state.url, number=state.number, of=state.puzzle.tiles)
        if state.form
        else None,
        tools=tools(state, hint),
        helped=state.shelved is not None,
        scored=last_scored(state.puzzle.position, attempt.outcomes),
        coming=coming_tiles(position, skip=1 if state.form else 0),
        scoreboard=scoreboard(position, _final(state), playing=state.form is not None),
        moves=line_in_words(state.puzzle.position, attempt.outcomes),
        share=f"/p?{urlencode({'code': state.puzzle.code})}",
    )


def _facts(state: SolvingState) -> list[str]:
    shelved, tiles = state.shelved, state.puzzle.tiles
    facts = [f"{tiles} tile{'s' if tiles > 1 else ''}", f"puzzle {state.puzzle.id}"]
    if shelved is not None and shelved.level:
        facts.insert(0, shelved.level)
    if state.today:
        facts.insert(0, "today's puzzle")
    return facts


def _last(state: SolvingState) -> tuple[Cell, ...]:
    cells = [outcome.turn.cell for outcome in state.attempt.outcomes if outcome.turn is not None]
    return tuple(cells[-1:])


def _final(state: SolvingState) -> tuple[int, ...] | None:
    return state.attempt.outcomes[-1].final if state.attempt.outcomes else None


def _result(state: SolvingState) -> Document:
    """Return what is said of a refused turn or of the end, and where to go on from it."""
    attempt, following = state.attempt, state.following
    missed = None
    if attempt.refusal is None and attempt.reached is None and state.form is None:
        missed = "The game is over" if attempt.position.over else "No tile is left to place"
    return {
        "refused": refusal_shown(attempt.refusal),
        "here_again": state.url.link(),
        "reached": attempt.reached,
        "closeness": attempt.closeness.sentence,
        "missed": missed,
        "following": None if following is None else f"{PLAIN}/puzzle/{following.id}",
    }


def _say(state: SolvingState, hint: Hint | None) -> str:
    scored = last_scoring_in_words(state.puzzle.position, state.attempt.outcomes)
    if state.attempt.refusal is not None:
        return f"Not allowed. {state.attempt.refusal.sentence}"
    if state.attempt.solved:
        return f"Solved! The goal is reached. {scored}".rstrip()
    if state.form is None:
        return f"The goal is missed. {state.attempt.closeness.sentence} {scored}".rstrip()
    if state.check:
        return check_in_words(state.first_deviation, unique=state.unique)
    return _say_next(state.form, scored, hint)


def _say_next(form: TurnForm, scored: str, hint: Hint | None) -> str:
    if not form.untouched:
        return status_in_words(form)
    return (
        f"Hint: {hint.sentence}"
        if hint is not None
        else f"{scored} {status_in_words(form)}".lstrip()
    )
