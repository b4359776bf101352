"""The page on which a puzzle is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from starlette.responses import HTMLResponse

from rendering.words import goal_in_words
from service.pages.layout import page
from service.pages.markup import h
from service.pages.url import read_number, read_text
from service.shelf import PuzzleFilter, Shelf, ShelvedPuzzle
from verifier.carcassonne.solo.goals import checklist

_LEVELS = ("easy", "medium", "hard")
_ON_A_PAGE = 12


def index_page(shelf: Shelf, query: Mapping[str, str], day: str) -> HTMLResponse:
    """Return the page with the puzzle of the day and those that fit what is asked for.

    :raises Malformed: if the address cannot be read.
    """
    goal, level = read_text(query, "goal"), read_text(query, "level")
    found = shelf.matching(PuzzleFilter(goal=goal or None, level=level or None))
    last = max(1, -(-len(found) // _ON_A_PAGE))
    number = min(read_number(query, "page", 999) or 1, last)
    begin = (number - 1) * _ON_A_PAGE
    shown = found[begin : begin + _ON_A_PAGE]
    today = shelf.daily(day)
    return page(
        "Puzzles",
        _hero(today, day),
        _filters(shelf, goal, level),
        h("h2", _found(len(found)), id="found"),
        h("ul", *map(_card, shown), class_="shelf"),
        None if found else h("p", h("a", "Show all puzzles", class_="button main", href="/")),
        _pages(number, last, goal, level),
        here="/",
    )


def _hero(today: ShelvedPuzzle | None, day: str) -> Element:
    words = h(
        "div",
        h("h1", "Carcassonne for one, as a puzzle"),
        h(
            "p",
            "Three colours, a few tiles, one goal. Place the tiles in their order so that the goal "
            "is reached with the last of them.",
        ),
        None if today is None else _invitation(today, day),
        class_="invitation",
    )
    if today is None:
        return h("section", words, class_="hero")
    picture = h("a", _picture(today), href=f"/puzzle/{today.id}", tabindex=-1, aria_hidden="true")
    return h("section", words, picture, class_="hero")


def _invitation(today: ShelvedPuzzle, day: str) -> Element:
    return h(
        "p",
        h("b", f"Today, {day}: "),
        f"{goal_in_words(today.puzzle.goal, today.puzzle.tiles)}. ",
        h("a", "Play today's puzzle", class_="button main", id="daily", href=f"/puzzle/{today.id}"),
        class_="today",
    )


def _filters(shelf: Shelf, goal: str, level: str) -> Element:
    kinds = {one.puzzle.goal.id: one.puzzle.goal for one in shelf.puzzles}
    ordered = sorted(kinds, key=lambda key: (_place(key), key))
    goals = [("", "any goal"), *((key, goal_in_words(kinds[key])) for key in ordered)]
    levels = [("", "any level"), *((key, key) for key in _LEVELS)]
    return h(
        "form",
        h("label", h("span", "Goal"), _select("goal", goals, goal)),
        h("label", h("span", "Level"), _select("level", levels, level)),
        h("button", "Show", class_="button", type="submit"),
        class_="filters",
        action="/",
        method="get",
    )


def _place(goal: str) -> int:
    known = list(checklist())
    return known.index(goal) if goal in known else len(known)


def _select(name: str, options: Iterable[tuple[str, str]], chosen: str) -> Element:
    items = [
        h("option", text, value=value, selected=value == chosen or None) for value, text in options
    ]
    return h("select", *items, name=name, id=name)


def _found(number: int) -> str:
    if not number:
        return "No puzzle fits"
    return f"{number} puzzle{'s' if number > 1 else ''}"


def _card(shelved: ShelvedPuzzle) -> Element:
    puzzle = shelved.puzzle
    return h(
        "li",
        h(
            "a",
            _picture(shelved),
            h("span", goal_in_words(puzzle.goal), class_="wish"),
            h(
                "span",
                h("span", shelved.level, class_=f"level {shelved.level}"),
                f" {puzzle.tiles} tile{'s' if puzzle.tiles > 1 else ''}",
                h("span", "", class_="done", data_done=shelved.id),
                class_="facts",
            ),
            href=f"/puzzle/{shelved.id}",
        ),
    )


def _picture(shelved: ShelvedPuzzle) -> Element:
    return h("img", src=f"/puzzle/{shelved.id}/board.svg", alt="", loading="lazy")


def _pages(number: int, last: int, goal: str, level: str) -> Element | None:
    if last <= 1:
        return None
    asked = {key: value for key, value in (("goal", goal), ("level", level)) if value}
    return h(
        "nav",
        *(
            h(
                "a",
                str(one),
                href=f"/?{urlencode({**asked, 'page': str(one)})}#found",
                aria_current="page" if one == number else None,
                aria_label=f"page {one}",
            )
            for one in range(1, last + 1)
        ),
        class_="pages",
        aria_label="Pages",
    )
