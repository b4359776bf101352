"""Choosing a puzzle, of any game: a list page by page, the puzzles of days, the next harder one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

from generator.solo.wanted import LEVELS
from meepleproof.service.daily import Daily
from meepleproof.service.pages.url import read_number

_ON_A_PAGE = 20
_MOST_PAGES = 9999
_PAGES_BESIDE = 2
"""Links to so many pages before and after the one shown, besides the first and the last."""

_Puzzle = TypeVar("_Puzzle")


class _Identified(Protocol):
    @property
    def id(self) -> str:
        """Its id."""


class Packed(Protocol):
    """A puzzle of a pack, with what the pack says about it."""

    @property
    def puzzle(self) -> _Identified:
        """The puzzle."""

    @property
    def document(self) -> Mapping[str, Any]:
        """Its document in the pack."""


_Packed = TypeVar("_Packed", bound=Packed)


def listing(
    found: Sequence[_Puzzle],
    card: Callable[[_Puzzle], dict[str, Any]],
    query: Mapping[str, str],
    path: str,
    **asked: str,
) -> dict[str, Any]:
    """Return the members of a template that show one page of the puzzles found.

    ``asked`` is what the puzzles were filtered by.

    :raises Malformed: if the number of the page cannot be read.
    """
    last = max(1, -(-len(found) // _ON_A_PAGE))
    number = min(read_number(query, "page", _MOST_PAGES) or 1, last)
    begin = (number - 1) * _ON_A_PAGE
    return {
        **asked,
        "levels": level_choices(),
        "found": _in_words(len(found)),
        "cards": [card(one) for one in found[begin : begin + _ON_A_PAGE]],
        "pages": _pages(path, asked, number, last),
    }


def level_choices() -> list[tuple[str, str]]:
    """Return the levels to choose from, each with its text; the first asks for any."""
    return [("", "any level"), *((level, level) for level in LEVELS)]


def _in_words(number: int) -> str:
    if not number:
        return "No puzzle fits"
    return f"{number} puzzle{'s' if number > 1 else ''}"


def _pages(path: str, asked: Mapping[str, str], number: int, last: int) -> list[dict[str, Any]]:
    """Return links to the first and last page and those around this one, none if it is alone.

    ``gap`` says whether pages are left out before a link.
    """
    kept = {key: value for key, value in asked.items() if value}
    around = range(number - _PAGES_BESIDE, number + _PAGES_BESIDE + 1)
    shown = [one for one in range(1, last + 1) if one in {1, last, *around}]
    return [
        {
            "number": one,
            "href": f"{path}?{urlencode({**kept, 'page': str(one)})}#found",
            "here": one == number,
            "gap": one - before > 1,
        }
        for before, one in pairwise([0, *shown])
        if last > 1
    ]


def puzzles_of_days(listed: Sequence[_Packed], days: Sequence[date]) -> list[_Packed | None]:
    """Return the puzzle of each day among those of a game; None for each if it has none.

    ``listed`` begins with the easiest.
    """
    every = {one.puzzle.id: one for one in listed}
    daily = Daily(list(every))
    found = (daily.puzzle(day) for day in days)
    return [None if one is None else every[one] for one in found]


def chosen_of_days(listed: Sequence[Packed], days: Sequence[date]) -> list[tuple[str, str] | None]:
    """Return id and level of the puzzle of each day, like :func:`puzzles_of_days`."""
    found = puzzles_of_days(listed, days)
    return [None if one is None else (one.puzzle.id, level_of(one)) for one in found]


def day_of(packed: _Packed, listed: Sequence[_Packed], today: date) -> date | None:
    """Return today if this is its puzzle."""
    (chosen,) = puzzles_of_days(listed, [today])
    return today if chosen is not None and chosen.puzzle.id == packed.puzzle.id else None


def next_harder(
    listed: Sequence[_Packed], packed: _Packed, kind: Callable[[_Packed], str]
) -> _Packed | None:
    """Return the next harder puzzle of the same kind, if any."""
    alike = [one for one in listed if kind(one) == kind(packed)]
    place = [one.puzzle.id for one in alike].index(packed.puzzle.id) + 1
    return alike[place] if place < len(alike) else None


def level_of(packed: Packed) -> str:
    """Return the level of a puzzle."""
    return str(packed.document["difficulty"]["level"])
