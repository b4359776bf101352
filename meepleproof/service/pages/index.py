"""The page on which a puzzle is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from starlette.responses import HTMLResponse

from generator.collection.index import PuzzleFilter
from generator.solo.wanted import MOST_DECOYS
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.pages.choosing import listing
from meepleproof.service.pages.days import coming_days, day_in_words, day_path
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.solo.wording import task_in_words
from meepleproof.service.pages.url import read_number, read_text
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.carcassonne.solo.goals import checklist

_ASKED = ("goal", "level", "tiles", "needs", "decoys")
_MOST_TILES = 99
_RULES = [
    ("", "any rules"),
    ("lowest", "only the lowest scores"),
    ("supply", "meeples run out"),
    ("order", "the order of scoring"),
    ("return", "meeples come home"),
]
"""The rules that a puzzle may need, as the player meets them."""
_TRAILS = [("", "any number"), ("5", "5 or more"), ("15", "15 or more")]
"""How many placements of the first tile nearly work."""


def index_page(shelf: Shelf, query: Mapping[str, str], day: date) -> HTMLResponse:
    """Return the page with the puzzle of the day and those that fit what is asked for.

    :raises Malformed: if the address cannot be read.
    """
    asked = {name: read_text(query, name) for name in _ASKED}
    found = shelf.matching(_wanted(asked))
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
        lengths=_lengths(shelf),
        rules=_RULES,
        trails=_TRAILS,
        **listing(found, _card, query, "/", **asked),
        days=[day_path(one) for one in coming_days(day)] if shelf.puzzles else [],
    )


def _wanted(asked: Mapping[str, str]) -> PuzzleFilter:
    given = {name: value for name, value in asked.items() if value}
    return PuzzleFilter(
        goal=given.get("goal"),
        level=given.get("level"),
        tiles=read_number(given, "tiles", _MOST_TILES),
        needs=given.get("needs"),
        decoys=read_number(given, "decoys", MOST_DECOYS),
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


def _lengths(shelf: Shelf) -> list[tuple[str, str]]:
    return [("", "any number"), *((str(number), str(number)) for number in shelf.lengths())]


def _place(goal: str) -> int:
    known = list(checklist())
    return known.index(goal) if goal in known else len(known)
