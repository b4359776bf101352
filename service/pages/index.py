"""The page on which a puzzle is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from starlette.responses import HTMLResponse

from rendering.words import goal_in_words
from service.pages.days import DAILY, DAYS_AHEAD, day_in_words
from service.pages.layout import from_template
from service.pages.url import read_number, read_text
from service.pages.wording import task_in_words
from service.shelf import PuzzleFilter, Shelf, ShelvedPuzzle
from verifier.carcassonne.solo.goals import checklist

_LEVELS = ("easy", "medium", "hard")
_ON_A_PAGE = 12


def index_page(shelf: Shelf, query: Mapping[str, str], day: date) -> HTMLResponse:
    """Return the page with the puzzle of the day and those that fit what is asked for.

    :raises Malformed: if the address cannot be read.
    """
    goal, level = read_text(query, "goal"), read_text(query, "level")
    found = shelf.matching(PuzzleFilter(goal=goal or None, level=level or None))
    last = max(1, -(-len(found) // _ON_A_PAGE))
    number = min(read_number(query, "page", 999) or 1, last)
    begin = (number - 1) * _ON_A_PAGE
    today = shelf.daily(day.isoformat())
    return from_template(
        "index.html",
        title="Puzzles",
        here="/",
        day=day_in_words(day),
        daily=f"{DAILY}/{day.isoformat()}",
        today=None if today is None else _card(today),
        all=len(shelf.puzzles),
        goals=_goals(shelf),
        goal=goal,
        levels=[("", "any level"), *((key, key) for key in _LEVELS)],
        level=level,
        found=_found(len(found)),
        cards=[_card(one) for one in found[begin : begin + _ON_A_PAGE]],
        pages=_pages(number, last, goal, level),
        days=_coming_days(day) if shelf.puzzles else [],
    )


def _card(shelved: ShelvedPuzzle) -> dict[str, Any]:
    title = task_in_words(shelved.puzzle)
    return {
        "id": shelved.id,
        "title": title,
        "level": shelved.level,
        "rating": shelved.rating,
    }


def _coming_days(day: date) -> list[str]:
    """Return the addresses of the puzzles of a day and the days after it, to fetch early."""
    days = (day + timedelta(after) for after in range(DAYS_AHEAD))
    return [f"{DAILY}/{one.isoformat()}" for one in days]


def _goals(shelf: Shelf) -> list[tuple[str, str]]:
    kinds = shelf.goals()
    ordered = sorted(kinds, key=lambda key: (_place(key), key))
    return [("", "any goal"), *((key, goal_in_words(kinds[key])) for key in ordered)]


def _place(goal: str) -> int:
    known = list(checklist())
    return known.index(goal) if goal in known else len(known)


def _found(number: int) -> str:
    if not number:
        return "No puzzle fits"
    return f"{number} puzzle{'s' if number > 1 else ''}"


def _pages(number: int, last: int, goal: str, level: str) -> list[dict[str, Any]]:
    """Return the pages of the list with their addresses, none if there is but one."""
    asked = {key: value for key, value in (("goal", goal), ("level", level)) if value}
    return [
        {
            "number": one,
            "href": f"/?{urlencode({**asked, 'page': str(one)})}#found",
            "here": one == number,
        }
        for one in range(1, last + 1)
        if last > 1
    ]
