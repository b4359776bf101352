"""The puzzles of the days, the calendar, and the puzzles at a player's level."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from starlette.applications import Starlette

from meepleproof.service.daily import Daily, Days
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import STILL, Client

TODAY = date(2026, 11, 25)  # a Wednesday
YEAR = [date(2026, 1, 1) + timedelta(after) for after in range(365)]


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Client:
    return at_work(shelf)


def at_work(shelf: Shelf) -> Client:
    routes = page_routes(shelf, today=lambda: TODAY)
    return Client(Starlette(routes=routes), "127.0.0.1", "127.0.0.1:8128", {})


def chosen(shelf: Shelf, day: date) -> str:
    found = Days(shelf).puzzle("solo", day)
    assert found is not None
    return found.id


def test_a_year_of_days_is_easy_on_mondays_and_hard_on_sundays() -> None:
    places = [f"{place:012}" for place in range(211)]  # ids in the order of difficulty
    daily = Daily(places)
    weeks: list[list[str]] = [[] for _ in range(7)]
    for day in YEAR:
        weeks[day.weekday()].append(daily.puzzle(day) or "")
    for easier, harder in pairwise(weeks):
        assert max(easier) < min(harder)
    # A puzzle does not return until half of the others for its day of the week have had their turn.
    for week in weeks:
        for number, place in enumerate(week):
            assert place not in week[max(0, number - 15) : number], place
    assert [daily.puzzle(day) for day in YEAR] == [Daily(places).puzzle(day) for day in YEAR]


def test_a_puzzle_less_changes_few_days() -> None:
    places = [f"{place:012}" for place in range(211)]
    daily = Daily(places)
    gone = daily.puzzle(TODAY)
    fewer = Daily([place for place in places if place != gone])
    changed = [day for day in YEAR if daily.puzzle(day) != fewer.puzzle(day)]
    assert TODAY in changed
    assert len(changed) < len(YEAR) / 7


def test_few_puzzles_have_all_days_and_none_has_none() -> None:
    assert {"a", "b", "c"} == {Daily("abc").puzzle(day) for day in YEAR}
    assert Daily([]).puzzle(TODAY) is None
    empty = at_work(Shelf([], {}))
    assert 404 == empty.get("/daily/2026-11-25").status_code
    assert 200 == empty.get("/calendar").status_code


def test_days_lead_to_their_puzzles_but_not_far_ahead(client: Client, shelf: Shelf) -> None:
    assert "/daily/2026-11-25" == client.get("/daily").headers["location"]
    page = client.get("/daily/2026-11-23").text
    assert "puzzle of Monday 23 November · " in page
    assert f'"puzzle":"{chosen(shelf, date(2026, 11, 23))}"' in page
    assert 200 == client.get("/daily/2026-12-01").status_code
    for day in ("2026-12-02", "2025-12-31", "2026-02-30", "yesterday"):
        assert 404 == client.get(f"/daily/{day}").status_code, day


def test_the_days_of_a_year_are_told_to_browsers(client: Client, shelf: Shelf) -> None:
    found = client.get("/days/2026.json").json()
    first = date(2026, 1, 1)
    every = [chosen(shelf, first + timedelta(after)) for after in range(365)]
    assert every == found["solo"]
    assert [""] * 365 == found["house"]
    assert 366 == len(client.get("/days/2028.json").json()["solo"])
    assert [404, 404] == [client.get(f"/days/{year}.json").status_code for year in (2025, 2036)]


@pytest.fixture(scope="module")
def shipped() -> Client:
    return at_work(open_shelf())


@pytest.mark.parametrize("game", ["house", "neom"])
def test_other_games_have_days_and_a_calendar_too(shipped: Client, game: str) -> None:
    page = shipped.get(f"/{game}/calendar").text
    assert f'"daily":"/{game}/daily"' in page
    assert f"/{game}/daily/2026-11-25" == shipped.get(f"/{game}/daily").headers["location"]
    day = "2026-10-05"
    identity = shipped.get("/days/2026.json").json()[game][
        date(2026, 10, 5).timetuple().tm_yday - 1
    ]
    puzzle = shipped.get(f"/{game}/daily/{day}").text
    assert f'"puzzle":"{identity}"' in puzzle
    assert f'"day":"{day}"' in puzzle
    assert "puzzle of Monday 5 October" in puzzle
    assert 404 == shipped.get(f"/{game}/daily/2026-12-02").status_code
    empty = at_work(Shelf([], {}))
    assert 404 == empty.get(f"/{game}/daily/2026-11-25").status_code
    assert 200 == empty.get(f"/{game}/calendar").status_code
