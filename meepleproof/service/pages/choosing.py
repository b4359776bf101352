"""Choosing a puzzle, of any game: lists page by page, the puzzle of each day, and calendars."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.grade import LEVELS
from meepleproof.service.daily import Daily
from meepleproof.service.pages.errors import missing_page, with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.url import read_number, read_text
from verifier.errors import Malformed

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


CALENDAR, DAILY = "/calendar", "/daily"
"""The pages of the Solo Variant's days; those of other games are below their own addresses."""
_FIRST_DAY = date(2026, 1, 1)
"""Where the calendar begins."""
DAYS_AHEAD = 7
"""How many days' puzzles browsers fetch early, today's among them."""

_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
_WEEK = 7

_CALENDARS = (("", "Solo Variant"), ("/house", "House rules"), ("/neom", "NEOM"))
"""The games that have a puzzle each day, by the address that theirs begin with."""


@dataclass(frozen=True, slots=True)
class DailyPuzzles:
    """The puzzles of the days of one game, whose addresses begin with ``below``.

    ``chosen`` returns for each of some days the id of its puzzle and how hard that is among all of
    the game, None where there are no puzzles; ``play`` answers with the page of one.
    """

    game: str
    below: str
    chosen: Callable[[Sequence[date]], Sequence[tuple[str, str] | None]]
    play: Callable[[Request, str, date], Response]


def day_routes(puzzles: DailyPuzzles, today: Callable[[], date]) -> list[BaseRoute]:
    """Return the routes of the puzzles of the days of a game, and of their calendar."""
    days = _Days(puzzles, today)
    return [
        Route(f"{puzzles.below}{DAILY}", with_error_page(days.of_today)),
        Route(f"{puzzles.below}{DAILY}/{{day}}", with_error_page(days.of_day)),
        Route(f"{puzzles.below}{CALENDAR}", with_error_page(days.calendar)),
    ]


@dataclass(frozen=True, slots=True)
class _Days:
    puzzles: DailyPuzzles
    today: Callable[[], date]

    def of_today(self, _request: Request) -> Response:
        path = day_path(self.today(), self.puzzles.below)
        return RedirectResponse(path, 302, {"cache-control": "no-store"})

    def of_day(self, request: Request) -> Response:
        try:
            day = date.fromisoformat(request.path_params["day"])
        except ValueError:
            return missing_page("There is no such day. Write one like 2026-11-23.")
        if not _FIRST_DAY <= day < self.today() + timedelta(DAYS_AHEAD):
            return missing_page("There is no puzzle of that day here.")
        (chosen,) = self.puzzles.chosen([day])
        if chosen is None:
            return missing_page("There is no puzzle on the shelf.")
        return self.puzzles.play(request, chosen[0], day)

    def calendar(self, request: Request) -> HTMLResponse:
        today, below = self.today(), self.puzzles.below
        first = _read_month(read_text(request.query_params, "month"), today)
        before, after = first - timedelta(1), (first + timedelta(31)).replace(day=1)
        return from_template(
            "calendar.html",
            title="Calendar",
            here=below or CALENDAR,
            scripts=("site.js", "calendar.js"),
            styles=("returning.css",),
            game=self.puzzles.game,
            calendars=[
                {"path": f"{path}{CALENDAR}", "name": name, "here": path == below}
                for path, name in _CALENDARS
            ],
            month=f"{first:%B %Y}",
            before=_link(before, below) if before >= _FIRST_DAY else None,
            after=_link(after, below) if after <= today else None,
            weeks=_month_weeks(first, today, self.puzzles),
        )


def day_path(day: date, below: str = "") -> str:
    """Return the address of the puzzle of a day.

    >>> day_path(date(2026, 11, 23), "/house")
    '/house/daily/2026-11-23'
    """
    return f"{below}{DAILY}/{day.isoformat()}"


def coming_days(today: date) -> list[date]:
    """Return the days whose puzzles browsers fetch early, from today."""
    return [today + timedelta(after) for after in range(DAYS_AHEAD)]


def _link(day: date, below: str) -> str:
    return f"{below}{CALENDAR}?month={day:%Y-%m}"


def _read_month(text: str, today: date) -> date:
    """Return the first day of a month written like 2026-11; of this month if it is empty.

    :raises Malformed: if it is no month of the calendar.

    >>> _read_month("2026-02", date(2026, 11, 23))
    datetime.date(2026, 2, 1)
    """
    if not text:
        return today.replace(day=1)
    first = date.fromisoformat(f"{text}-01") if _MONTH.fullmatch(text) else date.min
    if not _FIRST_DAY <= first <= today:
        until = f"{_FIRST_DAY:%Y-%m} to {today:%Y-%m}"
        raise Malformed(f"{text[:20]!r} is no month from {until}", where="month")
    return first


def _month_weeks(first: date, today: date, puzzles: DailyPuzzles) -> list[list[dict[str, Any]]]:
    """Return the weeks of a month, Monday first; days of other months have no number."""
    month = [first + timedelta(after) for after in range(31)]
    open_days = [day for day in month if day.month == first.month and _FIRST_DAY <= day <= today]
    chosen = dict(zip(open_days, puzzles.chosen(open_days), strict=True))
    monday = first - timedelta(first.weekday())
    weeks = list[list[dict[str, Any]]]()
    while monday.month == first.month or not weeks:
        days = (monday + timedelta(after) for after in range(_WEEK))
        weeks.append(
            [
                _day(day, today, chosen.get(day), puzzles.below)
                if day.month == first.month
                else {"number": 0, "id": ""}
                for day in days
            ]
        )
        monday += timedelta(_WEEK)
    return weeks


def _day(day: date, today: date, chosen: tuple[str, str] | None, below: str) -> dict[str, Any]:
    identity, level = chosen or ("", "")
    return {
        "number": day.day,
        "date": day.isoformat(),
        "path": day_path(day, below),
        "says": day_in_words(day),
        "today": day == today,
        "id": identity,
        "level": level,
    }


def day_in_words(day: date) -> str:
    """Return a day as people write it.

    >>> day_in_words(date(2026, 11, 3))
    'Tuesday 3 November'
    """
    return f"{day:%A} {day.day} {day:%B}"
