"""The puzzles of the days: one thing, with a calendar for each game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.daily import Days
from meepleproof.service.http.messages import answer, json_content
from meepleproof.service.pages.context import PageContext
from meepleproof.service.pages.errors import missing_page, with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.play import played_game, played_games
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.games import GAMES

if TYPE_CHECKING:
    from meepleproof.service.pages.puzzles import PuzzlePages

DAYS_DOCUMENT = "/days"
"""Below it are the puzzles of the days of all games, year by year."""
CALENDAR, DAILY = "/calendar", "/daily"
"""The pages of the Solo Variant's days; those of other games are below their own addresses."""
FIRST_YEAR, LAST_YEAR = 2026, 2035
"""The years whose days are told to browsers."""
_FIRST_DAY = date(FIRST_YEAR, 1, 1)
"""Where the calendar begins."""
DAYS_AHEAD = 7
"""How many days' puzzles browsers fetch early, today's among them."""

_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
_WEEK = 7


def day_routes(context: PageContext, pages: PuzzlePages) -> list[BaseRoute]:
    """Return the routes of the puzzles of the days of all games, and of their calendars."""
    return [
        Route(f"{DAYS_DOCUMENT}/{{year:int}}.json", partial(_year, context.days)),
        *(route for game in GAMES for route in _Days(context, pages, game).routes()),
    ]


def _year(days: Days, request: Request) -> Response:
    year = request.path_params["year"]
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return missing_page(f"There are puzzles of the days from {FIRST_YEAR} to {LAST_YEAR}.")
    return answer(json_content(days_document(days, year)))


def days_document(days: Days, year: int) -> Document:
    """Return for each game the puzzles of all days of a year, from 1 January; empty without any."""
    first = date(year, 1, 1)
    number = (date(year + 1, 1, 1) - first).days
    every = [first + timedelta(after) for after in range(number)]
    return {game: [days.identity(game, day) or "" for day in every] for game in GAMES}


@dataclass(frozen=True, slots=True)
class _Days:
    context: PageContext
    pages: PuzzlePages
    game: str

    def routes(self) -> list[BaseRoute]:
        return [
            Route(f"{self.below}{DAILY}", with_error_page(self.of_today)),
            Route(f"{self.below}{DAILY}/{{day}}", with_error_page(self.of_day)),
            Route(f"{self.below}{CALENDAR}", with_error_page(self.calendar)),
        ]

    @property
    def below(self) -> str:
        return played_game(self.game).below

    def of_today(self, _request: Request) -> Response:
        path = day_path(self.context.today(), self.below)
        return RedirectResponse(path, 302, {"cache-control": "no-store"})

    def of_day(self, request: Request) -> Response:
        try:
            day = date.fromisoformat(request.path_params["day"])
        except ValueError:
            return missing_page("There is no such day. Write one like 2026-11-23.")
        if not _FIRST_DAY <= day < self.context.today() + timedelta(DAYS_AHEAD):
            return missing_page("There is no puzzle of that day here.")
        shelved = self.context.days.puzzle(self.game, day)
        if shelved is None:
            return missing_page("There is no puzzle on the shelf.")
        query = request.query_params
        return self.pages.page(shelved.packed, query, day_path(day, self.below), day)

    def calendar(self, request: Request) -> HTMLResponse:
        today, below = self.context.today(), self.below
        first = _read_month(read_text(request.query_params, "month"), today)
        before, after = first - timedelta(1), (first + timedelta(31)).replace(day=1)
        return from_template(
            "calendar.html",
            title="Calendar",
            here=below or CALENDAR,
            scripts=("site.js", "calendar.js"),
            styles=("returning.css",),
            game=self.game,
            calendars=[
                {"path": f"{one.below}{CALENDAR}", "name": one.title, "here": one.below == below}
                for one in played_games().values()
            ],
            month=f"{first:%B %Y}",
            before=_link(before, below) if before >= _FIRST_DAY else None,
            after=_link(after, below) if after <= today else None,
            weeks=self._weeks(first, today),
        )

    def _weeks(self, first: date, today: date) -> list[list[Document]]:
        """Return the weeks of a month, Monday first; days of other months have no number."""
        monday = first - timedelta(first.weekday())
        weeks = list[list[Document]]()
        while monday.month == first.month or not weeks:
            days = (monday + timedelta(after) for after in range(_WEEK))
            empty: Document = {"number": 0, "id": ""}
            weeks.append(
                [self._day(day, today) if day.month == first.month else empty for day in days]
            )
            monday += timedelta(_WEEK)
        return weeks

    def _day(self, day: date, today: date) -> Document:
        days = self.context.days
        chosen = days.chosen(self.game, day) if _FIRST_DAY <= day <= today else None
        return {
            "number": day.day,
            "date": day.isoformat(),
            "path": day_path(day, self.below),
            "says": day_in_words(day),
            "today": day == today,
            "id": "" if chosen is None else chosen.id,
            "level": "" if chosen is None else days.strength(self.game, chosen),
        }


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


def day_in_words(day: date) -> str:
    """Return a day as people write it.

    >>> day_in_words(date(2026, 11, 3))
    'Tuesday 3 November'
    """
    return f"{day:%A} {day.day} {day:%B}"
