"""Climbs, the theme of the week and the timer in a real browser."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import KEPT, eventually, expect_turns, keep, make, ready
from tests.test_play import solving_line
from verifier.carcassonne.solo.notation import parse_line

pytestmark = [needs_chromium]

ROAD = "4sx7ch90kg1j"
CLIMB = "meepleproof.climb"
SORT = {"game": "solo", "kind": "road", "goal": "road-5-3c", "rating": 600}
SOLVED = {"solved": "2026-11-27", "alone": True, "sort": SORT}
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


def with_progress(page: Page, puzzles: dict[str, Any]) -> None:
    """Have another window of the browser keep a progress."""
    keep(page, json.dumps({**KEPT, "puzzles": puzzles}))
    page.evaluate("dispatchEvent(new StorageEvent('storage'))")


def solve_road(page: Page, shelf: Shelf) -> None:
    for number, turn in enumerate(parse_line(solving_line(shelf.known(ROAD))), start=1):
        make(page, turn)
        expect_turns(page, number)


def on_climb(page: Page) -> str:
    """Return the puzzle of a climb."""
    return page.locator("#puzzle [data-card]").get_attribute("data-card") or ""


def test_a_climb_counts_rungs_and_misses_and_keeps_the_best(opened: Opened) -> None:
    page = ready(opened("/climb"))
    expect(page.locator("#puzzle [data-card]")).to_have_count(0)
    page.locator("#begin").click()
    expect(page.locator("#rungs")).to_have_text("Rung 1")
    expect(page.locator("#lives")).to_have_text("♥♥♥ 0 of 3 missed")
    assert [] == barriers(page)
    kept: dict[str, Any] = {on_climb(page): SOLVED}
    with_progress(page, kept)
    expect(page.locator("#rungs")).to_have_text("Rung 2")
    for number, left in enumerate(("♥♥♡", "♥♡♡"), start=1):
        kept[on_climb(page)] = {"revealed": True, "sort": SORT}
        with_progress(page, kept)
        expect(page.locator("#lives")).to_have_text(f"{left} {number} of 3 missed")
    kept[on_climb(page)] = {"tries": [{"line": "x", "art": []}]}
    with_progress(page, kept)
    expect(page.locator("#rungs")).to_have_text("You climbed 1 rung.")
    expect(page.locator("#puzzle [data-card]")).to_have_count(0)
    page.reload()
    expect(page.locator("#best")).to_have_text("Your best: 1 rung")
    page.get_by_role("button", name="Climb again").click()
    expect(page.locator("#lives")).to_have_text("♥♥♥ 0 of 3 missed")
    assert on_climb(page) not in kept


def test_a_puzzle_that_is_solved_leads_back_to_its_climb(opened: Opened, shelf: Shelf) -> None:
    page = opened("/rules")
    run = {"from": 400, "rungs": 4, "missed": 1, "met": [], "now": ROAD, "before": 0}
    climbs = {"$schema": "urn:meepleproof:climb:1", "games": {"solo": {"best": 4, "run": run}}}
    keep(page, json.dumps(climbs), CLIMB)
    page.goto("/climb")
    expect(page.locator("#rungs")).to_have_text("Rung 5")
    page.locator("#puzzle a").click()
    ready(page)
    climb = re.compile(r"/climb(\.html)?$")
    expect(page.get_by_role("link", name="Back to the climb")).to_have_attribute("href", climb)
    solve_road(page, shelf)
    expect(page.locator("#next")).to_have_text("Climb on")
    page.locator("#next").click()
    expect(page.locator("#rungs")).to_have_text("Rung 6")
    assert ROAD != on_climb(page)
    page.goto(f"/puzzle/{ROAD}")
    expect(page.locator(".bar .home")).to_have_attribute("aria-label", "Back")


def test_a_climb_that_was_damaged_begins_anew(opened: Opened) -> None:
    page = ready(opened("/climb"))
    keep(page, "{damaged", CLIMB)
    page.reload()
    expect(page.locator("#begin")).to_have_text("Begin")
    aside = "(place) => localStorage.getItem(place) === '{damaged'"
    eventually(page, aside, f"{CLIMB}.unreadable")


def test_where_nothing_can_be_stored_a_climb_says_so(opened: Opened) -> None:
    page = opened("/rules")
    page.add_init_script(FULL)
    page.goto("/climb")
    ready(page)
    page.locator("#begin").click()
    expect(page.locator("#rungs")).to_have_text("Rung 1")
    expect(page.locator("#unkept")).to_contain_text("ends when you leave")


def test_without_the_list_a_climb_says_so(opened: Opened) -> None:
    page = opened("/rules", service_workers="block")
    page.route("**/list/*.json", lambda route: route.fulfill(status=200, body="{no list"))
    page.goto("/climb")
    expect(page.locator("#rungs")).to_contain_text("No connection")
    expect(page.locator("#begin")).to_be_hidden()


def test_a_week_has_four_puzzles_of_a_theme_on_every_device(opened: Opened) -> None:
    found = []
    for day in ("2026-11-23T00:30:00", "2026-11-29T23:30:00", "2026-12-01T12:00:00"):
        page = opened("/rules")
        page.clock.set_fixed_time(day)
        page.goto("/")
        cards = page.locator("[data-week] [data-card]")
        expect(cards).to_have_count(4)
        ids = cards.evaluate_all("all => all.map((one) => one.dataset.card)")
        found.append([page.locator("#theme").inner_text(), *ids])
        expect(page.locator("#of-week")).to_have_text("0 of 4 solved")
    monday, sunday, another = found
    assert monday == sunday
    assert monday != another
    with_progress(page, {another[1]: SOLVED})
    expect(page.locator("#of-week")).to_have_text("1 of 4 solved")
    expect(page.locator(f'[data-week] [data-done="{another[1]}"]')).to_have_text("★ solved")


def test_a_game_without_one_scale_has_no_climb_and_the_others_are_offered(opened: Opened) -> None:
    page = opened("/games")
    offered = page.get_by_role("link", name=re.compile("^Climb"))
    paths = offered.evaluate_all("all => all.map((one) => new URL(one.href).pathname)")
    assert ["/climb", "/house/climb"] == [path.removesuffix(".html") for path in paths]
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^Climb"))).to_be_visible()


def test_the_timer_tells_the_time_of_thinking_to_those_who_want_it(
    opened: Opened, shelf: Shelf
) -> None:
    page = opened(f"/puzzle/{ROAD}")
    expect(ready(page).locator("#timer")).to_have_count(0)
    page.goto("/statistics")
    page.get_by_label("Show a timer while I play").check()
    page.clock.install(time="2026-11-27T12:00:00Z")
    page.clock.pause_at("2026-11-27T13:00:00Z")  # later than it can be by now
    page.goto(f"/puzzle/{ROAD}")
    ready(page)
    page.clock.run_for(60_000)
    page.clock.set_system_time("2001-01-01")
    page.clock.run_for(20_000)
    expect(page.locator("#timer")).to_have_text("· 1 min 20 s")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.clock.run_for(60_000)
    page.evaluate("delete document.hidden")
    expect(page.locator("#timer")).to_have_text("· 1 min 20 s")
    page.clock.resume()
    solve_road(page, shelf)
    expect(page.locator("#timer")).to_contain_text(re.compile(r"· in [1-9]\d* min"))
    kept = page.evaluate("localStorage.getItem('meepleproof.progress')")
    assert "min" not in kept
    said = page.locator("#timer").inner_text()
    page.clock.run_for(5_000)
    expect(page.locator("#timer")).to_have_text(said)
