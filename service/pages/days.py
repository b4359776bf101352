"""The puzzle of each day, and the calendar of those of a month."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from service.pages.errors import missing_page, with_error_page
from service.pages.layout import from_template
from service.pages.url import read_text
from service.shelf import Shelf, ShelvedPuzzle
from verifier.errors import Malformed

CALENDAR, DAILY = "/calendar", "/daily"
FIRST_DAY = date(2026, 1, 1)
"""Where the calendar begins."""
DAYS_AHEAD = 7
"""How many days' puzzles browsers fetch early, today's among them."""

_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
_WEEK = 7

Play = Callable[[Request, ShelvedPuzzle, date], Response]


def day_routes(shelf: Shelf, play: Play, today: Callable[[], date]) -> list[BaseRoute]:
    """Return the routes of the puzzles of the days; ``play`` answers with the page of one."""
    days = _Days(shelf, play, today)
    return [
        Route(DAILY, with_error_page(days.of_today)),
        Route(f"{DAILY}/{{day}}", with_error_page(days.of_day)),
        Route(CALENDAR, with_error_page(days.calendar)),
    ]


@dataclass(frozen=True, slots=True)
class _Days:
    shelf: Shelf
    play: Play
    today: Callable[[], date]

    def of_today(self, _request: Request) -> Response:
        path = f"{DAILY}/{self.today().isoformat()}"
        return RedirectResponse(path, 302, {"cache-control": "no-store"})

    def of_day(self, request: Request) -> Response:
        try:
            day = date.fromisoformat(request.path_params["day"])
        except ValueError:
            return missing_page("There is no such day. Write one like 2026-11-23.")
        if not FIRST_DAY <= day < self.today() + timedelta(DAYS_AHEAD):
            return missing_page("There is no puzzle of that day here.")
        shelved = self.shelf.daily(day.isoformat())
        if shelved is None:
            return missing_page("There is no puzzle on the shelf.")
        return self.play(request, shelved, day)

    def calendar(self, request: Request) -> HTMLResponse:
        today = self.today()
        first = read_month(read_text(request.query_params, "month"), today)
        before, after = first - timedelta(1), (first + timedelta(31)).replace(day=1)
        return from_template(
            "calendar.html",
            title="Calendar",
            here=CALENDAR,
            scripts=("site.js", "calendar.js"),
            styles=("returning.css",),
            month=f"{first:%B %Y}",
            before=_link(before) if before >= FIRST_DAY else None,
            after=_link(after) if after <= today else None,
            weeks=month_weeks(first, today, self.shelf),
        )


def _link(day: date) -> str:
    return f"{CALENDAR}?month={day:%Y-%m}"


def read_month(text: str, today: date) -> date:
    """Return the first day of a month written like 2026-11; of this month if it is empty.

    :raises Malformed: if it is no month of the calendar.

    >>> read_month("2026-02", date(2026, 11, 23))
    datetime.date(2026, 2, 1)
    """
    if not text:
        return today.replace(day=1)
    first = date.fromisoformat(f"{text}-01") if _MONTH.fullmatch(text) else date.min
    if not FIRST_DAY <= first <= today:
        until = f"{FIRST_DAY:%Y-%m} to {today:%Y-%m}"
        raise Malformed(f"{text[:20]!r} is no month from {until}", where="month")
    return first


def month_weeks(first: date, today: date, shelf: Shelf) -> list[list[dict[str, Any]]]:
    """Return the weeks of a month, Monday first; days of other months have no number."""
    monday = first - timedelta(first.weekday())
    weeks = list[list[dict[str, Any]]]()
    while monday.month == first.month or not weeks:
        days = (monday + timedelta(after) for after in range(_WEEK))
        weeks.append([_day(day, first, today, shelf) for day in days])
        monday += timedelta(_WEEK)
    return weeks


def _day(day: date, month: date, today: date, shelf: Shelf) -> dict[str, Any]:
    if day.month != month.month:
        return {"number": 0, "id": ""}
    found = shelf.daily(day.isoformat()) if FIRST_DAY <= day <= today else None
    return {
        "number": day.day,
        "date": day.isoformat(),
        "says": day_in_words(day),
        "today": day == today,
        "id": "" if found is None else found.id,
        "level": "" if found is None else found.level,
    }


def day_in_words(day: date) -> str:
    """Return a day as people write it.

    >>> day_in_words(date(2026, 11, 3))
    'Tuesday 3 November'
    """
    return f"{day:%A} {day.day} {day:%B}"
