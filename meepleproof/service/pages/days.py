"""The puzzles of the days: one thing, with a calendar for each game."""

from __future__ import annotations

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
from meepleproof.service.pages.errors import missing_page, with_error_page, with_problem
from meepleproof.service.pages.layout import from_template
from meepleproof.service.play.play import played_game, played_games
from meepleproof.service.problems import Problem
from verifier.documents.strict_json import Document
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


def day_routes(context: PageContext, pages: PuzzlePages) -> list[BaseRoute]:
    """Return the routes of the puzzles of the days of all games, and of their calendars."""
    return [
        Route(f"{DAYS_DOCUMENT}/{{year}}.json", with_problem(partial(_year, context.days))),
        *(route for game in GAMES for route in _Days(context, pages, game).routes()),
    ]


def _year(days: Days, request: Request) -> Response:
    year = request.path_params["year"]
    if year not in map(str, range(FIRST_YEAR, LAST_YEAR + 1)):
        detail = f"there are puzzles of the days from {FIRST_YEAR} to {LAST_YEAR}"
        raise Problem("unknown", detail, parameter="year")
    return answer(json_content(days_document(days, int(year))))


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

    def calendar(self, _request: Request) -> HTMLResponse:
        played = played_game(self.game)
        return from_template(
            "calendar.html",
            title="Calendar",
            here=self.below or CALENDAR,
            home=played.home,
            scripts=("site.js", "calendar.js"),
            styles=("returning.css",),
            calendar={
                "game": self.game,
                "path": f"{self.below}{CALENDAR}",
                "daily": f"{self.below}{DAILY}",
                "begins": f"{_FIRST_DAY:%Y-%m}",
            },
            calendars=[
                {"path": f"{one.below}{CALENDAR}", "name": one.title, "here": one is played}
                for one in played_games().values()
            ],
        )


def day_path(day: date, below: str = "") -> str:
    """Return the address of the puzzle of a day.

    >>> day_path(date(2026, 11, 23), "/house")
    '/house/daily/2026-11-23'
    """
    return f"{below}{DAILY}/{day.isoformat()}"


def day_in_words(day: date) -> str:
    """Return a day as people write it.

    >>> day_in_words(date(2026, 11, 3))
    'Tuesday 3 November'
    """
    return f"{day:%A} {day.day} {day:%B}"
