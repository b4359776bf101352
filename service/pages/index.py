"""The page on which a puzzle is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from starlette.responses import HTMLResponse

from rendering.words import goal_in_words
from service.pages.choosing import listing
from service.pages.days import coming_days, day_in_words, day_path
from service.pages.layout import from_template
from service.pages.url import read_text
from service.pages.wording import task_in_words
from service.shelf import PuzzleFilter, Shelf, ShelvedPuzzle
from verifier.carcassonne.solo.goals import checklist


def index_page(shelf: Shelf, query: Mapping[str, str], day: date) -> HTMLResponse:
    """Return the page with the puzzle of the day and those that fit what is asked for.

    :raises Malformed: if the address cannot be read.
    """
    goal, level = read_text(query, "goal"), read_text(query, "level")
    found = shelf.matching(PuzzleFilter(goal=goal or None, level=level or None))
    today = shelf.daily(day.isoformat())
    return from_template(
        "index.html",
        title="Puzzles",
        here="/",
        day=day_in_words(day),
        daily=day_path(day),
        today=None if today is None else _card(today),
        all=len(shelf.puzzles),
        goals=_goals(shelf),
        **listing(found, _card, query, "/", goal=goal, level=level),
        days=[day_path(one) for one in coming_days(day)] if shelf.puzzles else [],
    )


def _card(shelved: ShelvedPuzzle) -> dict[str, Any]:
    title = task_in_words(shelved.puzzle)
    return {
        "id": shelved.id,
        "title": title,
        "level": shelved.level,
        "rating": shelved.rating,
    }


def _goals(shelf: Shelf) -> list[tuple[str, str]]:
    kinds = shelf.goals()
    ordered = sorted(kinds, key=lambda key: (_place(key), key))
    return [("", "any goal"), *((key, goal_in_words(kinds[key])) for key in ordered)]


def _place(goal: str) -> int:
    known = list(checklist())
    return known.index(goal) if goal in known else len(known)
