"""The page on which a puzzle is solved."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from starlette.responses import HTMLResponse

from rendering.words import goal_in_words
from service.pages.hints import (
    ALL_HINTS,
    REVEALED,
    SolvingState,
    check_card,
    hint_card,
    no_hints_note,
    requested_hint,
    solution_card,
    tools,
)
from service.pages.layout import page
from service.pages.markup import h
from service.pages.scoring_notes import last_scoring_card, last_scoring_in_words
from service.pages.sidebar import next_tiles, scoreboard, story
from service.pages.turn_form import playing_board, refusal_card, turn_card
from service.pages.url import GameUrl, read_choices, read_number, read_turns
from service.pages.wording import check_in_words, status_in_words
from service.play.attempt import Attempt, try_turns
from service.play.hints import Hint
from service.play.turn_form import TurnForm, turn_form
from service.shelf import ShelvedPuzzle
from verifier.carcassonne.position import Cell
from verifier.carcassonne.puzzle import Puzzle


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
    goal = goal_in_words(puzzle.goal, puzzle.tiles)
    return page(goal, _title(state, goal), _game(state), here="/")


def _turns_made(attempt: Attempt) -> int:
    return sum(outcome.turn is not None for outcome in attempt.outcomes)


def _title(state: SolvingState, goal: str) -> Element:
    shelved = state.shelved
    tiles = state.puzzle.tiles
    facts = [f"{tiles} tile{'s' if tiles > 1 else ''}", f"puzzle {state.puzzle.id}"]
    if shelved is not None and shelved.level:
        facts.insert(0, shelved.level)
    if state.today:
        facts.insert(0, "today's puzzle")
    return h("div", h("h1", goal), h("p", " · ".join(facts), class_="under"), class_="title")


def _game(state: SolvingState) -> Element:
    shown = solution_card(state) if state.reveal else None
    hint = requested_hint(state)
    last = () if state.form is not None and state.form.choices.cell else _last(state)
    return h(
        "div",
        h(
            "div",
            playing_board(
                state.attempt.position,
                state.form,
                state.url,
                hinted=hint.cell if hint else None,
                last=last,
            ),
            shown,
            class_="left",
        ),
        h(
            "div",
            _banner(state),
            hint_card(hint),
            check_card(state) if state.check else None,
            turn_card(state.form, state.url, number=state.number, of=state.puzzle.tiles)
            if state.form
            else None,
            tools(state, hint),
            no_hints_note(state),
            last_scoring_card(state.puzzle.position, state.attempt.outcomes),
            next_tiles(state.attempt.position, skip=1 if state.form else 0),
            scoreboard(state.attempt.position, _final(state), playing=state.form is not None),
            story(state.puzzle.position, state.attempt.outcomes),
            _share(state),
            class_="right",
        ),
        id="game",
        class_="game",
        data_say=_say(state, hint),
        data_solved=state.puzzle.id if state.attempt.solved else None,
    )


def _last(state: SolvingState) -> tuple[Cell, ...]:
    cells = [outcome.turn.cell for outcome in state.attempt.outcomes if outcome.turn is not None]
    return tuple(cells[-1:])


def _final(state: SolvingState) -> tuple[int, ...] | None:
    return state.attempt.outcomes[-1].final if state.attempt.outcomes else None


# The result


def _banner(state: SolvingState) -> Element | None:
    attempt = state.attempt
    if attempt.refusal is not None:
        return h(
            "section",
            h("h2", f"Turn {attempt.refusal.turn} was refused"),
            refusal_card(attempt.refusal),
            h(
                "p",
                h(
                    "a",
                    "Go on from the last good turn",
                    class_="button main",
                    href=state.url.link(),
                ),
            ),
            class_="card",
            id="banner",
        )
    if attempt.reached is not None:
        turns = f"in {attempt.reached} turn{'s' if attempt.reached > 1 else ''}"
        return h(
            "section",
            h("h2", h("span", "★ ", aria_hidden="true"), "Solved!"),
            h("p", f"You reached the goal {turns}. {attempt.closeness.sentence}"),
            _onwards(state.following),
            class_="card banner solved",
            id="banner",
        )
    if state.form is None:
        ended = "The game is over" if attempt.position.over else "No tile is left to place"
        return h(
            "section",
            h("h2", "Not this time"),
            h("p", f"{ended} and the goal is missed. {attempt.closeness.sentence}"),
            h("p", "Take turns back and try another way."),
            class_="card banner missed",
            id="banner",
        )
    return None


def _onwards(following: ShelvedPuzzle | None) -> Element:
    choose = h("a", "Choose a puzzle", class_="button", href="/")
    if following is None:
        return h("p", choose)
    path = f"/plain/puzzle/{following.id}"
    return h("p", h("a", "Next puzzle", class_="button main", href=path), " ", choose)


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


def _share(state: SolvingState) -> Element:
    address = f"/p?{urlencode({'code': state.puzzle.code})}"
    return h(
        "section",
        h("h2", "Share"),
        h("p", "The link holds the whole puzzle; whoever opens it needs nothing else."),
        h(
            "p",
            h("a", "Link to this puzzle", id="share", class_="tall", href=address),
        ),
        class_="card",
    )
