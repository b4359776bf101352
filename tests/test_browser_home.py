"""The home of a game in a real browser: today's board, what comes next, the search line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from meepleproof.service.daily import Days
from meepleproof.service.play.play import play_of
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, needs_chromium
from tests.browser_play import KEPT, keep

pytestmark = [needs_chromium]

SORT = {"game": "solo", "kind": "road", "goal": "road-5-3c", "rating": 600}


DAY = date(2026, 11, 25)


def with_progress(opened: Opened, puzzles: Mapping[str, Any], path: str = "/") -> Page:
    page = opened("/rules")
    page.clock.set_fixed_time(datetime.combine(DAY, time(12)))
    keep(page, json.dumps({**KEPT, "puzzles": puzzles}))
    page.goto(path)
    expect(page.locator("#found")).to_contain_text("puzzle")
    return page


def today_of(shelf: Shelf) -> str:
    return Days(shelf).identity("solo", DAY) or ""


def test_a_first_visit_leads_to_the_first_steps(opened: Opened) -> None:
    page = opened("/")
    expect(page.locator("#today-board .picture use").first).to_be_attached()
    expect(page.locator(".today .main")).to_have_text("Learn it in five small steps")
    expect(page.locator("#daily")).to_have_text("Play")
    expect(page.locator("#begun")).to_be_hidden()
    expect(page.locator("[data-next] [data-card]")).to_have_count(4)
    expect(page.locator("#streak")).to_be_hidden()


def test_the_puzzle_of_the_day_is_large_and_stays_solved(opened: Opened, shelf: Shelf) -> None:
    identity = today_of(shelf)
    day, before = DAY.isoformat(), (DAY - timedelta(1)).isoformat()
    solved = {"solved": day, "day": day, "alone": True, "sort": SORT}
    yesterday = {**solved, "solved": before, "day": before}
    page = with_progress(opened, {identity: solved, "0" * 12: yesterday})
    expect(page.locator("#done")).to_contain_text(
        "★ Solved at the first attempt, without hints. The next one comes"
    )
    expect(page.locator("#daily")).to_have_text("See it again")
    expect(page.locator("#daily")).to_have_attribute(
        "href", re.compile(rf"^/puzzle/{identity}(\.html)?$")
    )
    expect(page.locator("#streak")).to_have_text("◆ 2 days")


def test_what_was_begun_comes_before_what_is_next(opened: Opened, shelf: Shelf) -> None:
    begun, done = list(shelf.puzzles)[:2]
    moment = f"{DAY}T12:00:00Z"
    puzzles = {
        begun.id: {"line": "x", "sort": SORT},
        done.id: {"solved": "2026-11-01", "at": moment, "result": 1, "sort": SORT},
    }
    page = with_progress(opened, puzzles)
    shown = page.locator("[data-begun] [data-card]")
    assert [begun.id] == shown.evaluate_all("all => all.map((one) => one.dataset.card)")
    following = page.locator("[data-next] [data-card]").evaluate_all(
        "all => all.map((one) => one.dataset.card)"
    )
    assert done.id not in following


def test_the_search_line_finds_words_and_keeps_them_in_the_address(
    opened: Opened, shelf: Shelf
) -> None:
    page = opened("/")
    expect(page.locator("#found")).to_contain_text("puzzles")
    page.get_by_role("searchbox").fill("MEDIUM roa")
    titled = ((one, play_of(one.kind).task(one.packed)) for one in shelf.puzzles)
    number = sum("road" in title and one.level == "medium" for one, title in titled)
    expect(page.locator("#found")).to_have_text(f"{number} puzzles")
    page.reload()
    expect(page.locator("#found")).to_have_text(f"{number} puzzles")
    page.get_by_role("searchbox").fill("no such words")
    expect(page.locator("#found")).to_have_text("No puzzle fits")


@pytest.mark.parametrize(
    ("played", "opens"),
    [("/house", "/house"), ("/neom/table", "/neom"), ("/", "/"), ("/housewife", "/")],
)
def test_a_visit_opens_on_the_game_played_last(opened: Opened, played: str, opens: str) -> None:
    page = opened("/rules")
    page.evaluate("(path) => localStorage.setItem('meepleproof.last', path)", played)
    page.goto("/")
    expect(page.locator("#found")).to_contain_text("puzzle")
    page.wait_for_url(lambda url: url.removesuffix(".html").endswith(opens))
    page.goto("/")
    expect(page.locator("#found")).to_contain_text("puzzle")
    assert page.url.endswith("/")
    assert not page.url.endswith(f"{played}/")
