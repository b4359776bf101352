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
    Solving,
    checked,
    hint_asked,
    hinted,
    solution,
    tools,
    unhelped,
    verdict,
)
from service.pages.layout import page
from service.pages.markup import h
from service.pages.scoring_notes import last_scored, last_scored_in_words
from service.pages.sidebar import keys, next_tiles, scoreboard, story
from service.pages.turn_form import playing_board, refused, turn_card
from service.pages.url import Way, chosen, number_asked, turns_asked
from service.pages.wording import saying
from service.play.attempt import Attempt, attempt
from service.play.hints import Hint
from service.play.turn_form import Making, making
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
    """Return the page at the turn in which the player is; ``today`` for the puzzle of the day.

    :raises Malformed: if the address cannot be read.
    :raises Illegal: if the puzzle's table cannot lie like this.
    """
    hint, reveal = number_asked(query, "hint", ALL_HINTS) or 0, "reveal" in query
    fixed = [("code", puzzle.code)] if path == "/p" else []
    if reveal:
        fixed.append(REVEALED)
    tried = attempt(puzzle, turns_asked(query))
    kept = (("hint", str(hint)),) if hint else ()
    way = Way(path, tuple(fixed), turns_asked(query)[: _turns_made(tried)], kept)
    wanted = chosen(query)
    ended = tried.reached is not None or tried.refusal is not None
    made = None if ended else making(tried.position, wanted, len(tried.outcomes) + 1)
    at = Solving(
        shelved=shelved,
        following=following,
        way=way,
        tried=tried,
        chosen=wanted,
        made=made,
        hint=hint,
        check="check" in query and shelved is not None and made is not None,
        reveal=reveal,
        today=today,
    )
    goal = goal_in_words(puzzle.goal, puzzle.tiles)
    return page(goal, _title(at, goal), _game(at), here="/")


def _turns_made(tried: Attempt) -> int:
    return sum(outcome.turn is not None for outcome in tried.outcomes)


def _title(at: Solving, goal: str) -> Element:
    shelved = at.shelved
    tiles = at.puzzle.tiles
    told = [f"{tiles} tile{'s' if tiles > 1 else ''}", f"puzzle {at.puzzle.id}"]
    if shelved is not None and shelved.level:
        told.insert(0, shelved.level)
    if at.today:
        told.insert(0, "today's puzzle")
    return h("div", h("h1", goal), h("p", " · ".join(told), class_="under"), class_="title")


def _game(at: Solving) -> Element:
    shown = solution(at) if at.reveal else None
    hint = hint_asked(at)
    last = () if at.made is not None and at.made.chosen.cell else _last(at)
    return h(
        "div",
        h(
            "div",
            playing_board(
                at.tried.position, at.made, at.way, hinted=hint.cell if hint else None, last=last
            ),
            shown,
            class_="left",
        ),
        h(
            "div",
            _banner(at),
            hinted(hint),
            checked(at) if at.check else None,
            turn_card(at.made, at.way, number=at.number, of=at.puzzle.tiles) if at.made else None,
            tools(at, hint),
            unhelped(at),
            last_scored(at.puzzle.position, at.tried.outcomes),
            next_tiles(at.tried.position, skip=1 if at.made else 0),
            scoreboard(at.tried.position, _final(at), playing=at.made is not None),
            story(at.puzzle.position, at.tried.outcomes),
            _share(at),
            keys() if at.shelved is None else keys(("H", "hint")),
            class_="right",
        ),
        id="game",
        class_="game",
        data_say=_say(at, hint),
        data_solved=at.puzzle.id if at.tried.solved else None,
    )


def _last(at: Solving) -> tuple[Cell, ...]:
    cells = [outcome.turn.cell for outcome in at.tried.outcomes if outcome.turn is not None]
    return tuple(cells[-1:])


def _final(at: Solving) -> tuple[int, ...] | None:
    return at.tried.outcomes[-1].final if at.tried.outcomes else None


# What has come of it


def _banner(at: Solving) -> Element | None:
    tried = at.tried
    if tried.refusal is not None:
        return h(
            "section",
            h("h2", f"Turn {tried.refusal.turn} was refused"),
            refused(tried.refusal),
            h(
                "p",
                h(
                    "a",
                    "Go on from the last good turn",
                    class_="button main",
                    href=at.way.to(),
                    data_step="",
                ),
            ),
            class_="card",
            id="banner",
        )
    if tried.reached is not None:
        turns = f"in {tried.reached} turn{'s' if tried.reached > 1 else ''}"
        return h(
            "section",
            h("h2", h("span", "★ ", aria_hidden="true"), "Solved!"),
            h("p", f"You reached the goal {turns}. {tried.near.sentence}"),
            _onwards(at.following),
            class_="card banner solved",
            id="banner",
        )
    if at.made is None:
        ended = "The game is over" if tried.position.over else "No tile is left to place"
        return h(
            "section",
            h("h2", "Not this time"),
            h("p", f"{ended} and the goal is missed. {tried.near.sentence}"),
            h("p", "Take turns back and try another way."),
            class_="card banner missed",
            id="banner",
        )
    return None


def _onwards(following: ShelvedPuzzle | None) -> Element:
    choose = h("a", "Choose a puzzle", class_="button", href="/")
    if following is None:
        return h("p", choose)
    path = f"/puzzle/{following.id}"
    return h("p", h("a", "Next puzzle", class_="button main", href=path), " ", choose)


def _say(at: Solving, hint: Hint | None) -> str:
    scored = last_scored_in_words(at.puzzle.position, at.tried.outcomes)
    if at.tried.refusal is not None:
        return f"Not allowed. {at.tried.refusal.sentence}"
    if at.tried.solved:
        return f"Solved! The goal is reached. {scored}".rstrip()
    if at.made is None:
        return f"The goal is missed. {at.tried.near.sentence} {scored}".rstrip()
    if at.check:
        return verdict(at)
    return _say_next(at.made, scored, hint)


def _say_next(made: Making, scored: str, hint: Hint | None) -> str:
    if not made.untouched:
        return saying(made)
    return f"Hint: {hint.sentence}" if hint is not None else f"{scored} {saying(made)}".lstrip()


def _share(at: Solving) -> Element:
    address = f"/p?{urlencode({'code': at.puzzle.code})}"
    return h(
        "section",
        h("h2", "Share"),
        h("p", "The link holds the whole puzzle; whoever opens it needs nothing else."),
        h(
            "p",
            h("a", "Link to this puzzle", id="share", class_="tall", href=address),
            " ",
            h("button", "Copy", type="button", class_="button small", data_copy=address),
        ),
        class_="card",
    )
