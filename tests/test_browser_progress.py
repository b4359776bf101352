"""What the device keeps: progress, and pages met once for when there is no connection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, nullcontext
from datetime import datetime, time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf, open_shelf
from tests.browser import Opened, needs_chromium
from tests.browser_play import KEPT, PLACE, expect_turns, keep, make, ready, wait_until_kept
from tests.service_client import STILL
from tests.sources import pages, served_only
from verifier.carcassonne.solo.notation import parse_turn
from verifier.documents.validation import validate

pytestmark = needs_chromium

LEDGER = "meepleproof.ledger"
ROAD, ORDER = "4sx7ch90kg1j", "xrs29e2z6jmf"


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture(scope="module")
def address(shelf: Shelf) -> Iterator[str]:
    with pages(shelf, sends=True) as found:
        yield found


def solve(page: Page, shelf: Shelf) -> None:
    found = shelf.puzzle(ROAD)
    assert found is not None
    for number, turn in enumerate(solution_line(found.packed), start=1):
        make(page, turn)
        expect_turns(page, number)


def kept(page: Page) -> dict[str, object]:
    text = page.evaluate("place => localStorage.getItem(place)", PLACE)
    document: dict[str, object] = json.loads(text)
    return document


def test_what_was_met_once_is_there_without_a_connection(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    # A context of its own: what the browser says of the lost connection is no fault of the page.
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/static/pages.css")  # as no page is open yet, no worker runs
        page.evaluate("caches.open('met-0123456789ab')")
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        assert page.evaluate("caches.has('met-0123456789ab')") is False
        page.goto(f"/puzzle/{ROAD}")
        solve(ready(page), shelf)
        context.set_offline(True)
        page.goto(f"/puzzle/{ROAD}")
        expect(ready(page).locator("#how")).to_contain_text("Solved at the first attempt")
        page.locator("#play-again").click()
        solve(page, shelf)
        expect(page.locator("#banner")).to_contain_text("Solved!")
        page.goto("/")
        expect(page.locator("#found")).to_contain_text("puzzles")
        page.goto("/puzzle/nowhere")
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")


@served_only("results are sent to it")
def test_results_are_sent_by_those_only_who_choose_to(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page, sent = context.new_page(), list[Any]()

        def take(route: Route) -> None:
            sent.append(route.request.post_data_json)
            route.fulfill(status=204)

        page.route("**/api/results", take)
        for chosen in (False, True):
            page.goto("/statistics")
            page.evaluate("place => localStorage.removeItem(place)", PLACE)
            box = page.get_by_label("Send what I make of each puzzle")
            expect(box).not_to_be_checked()
            if chosen:
                box.check()
            page.goto(f"/puzzle/{ROAD}")
            with page.expect_request("**/api/results") if chosen else nullcontext():
                solve(ready(page), shelf)
                expect(page.locator("#banner")).to_contain_text("Solved!")
            assert chosen == bool(sent)
        validate("result", sent[0])
        assert (ROAD, 0, False, False) == tuple(
            sent[0][name] for name in ("puzzle", "failed", "hints", "revealed")
        )
        # What does not arrive is sent later, once.
        page.unroute("**/api/results")
        page.route("**/api/results", lambda route: route.abort())
        page.evaluate("place => localStorage.removeItem(place)", PLACE)
        page.goto(f"/puzzle/{ROAD}")
        solve(ready(page), shelf)
        page.wait_for_function("() => localStorage['meepleproof.unsent']")
        page.unroute("**/api/results")
        page.route("**/api/results", take)
        with page.expect_response("**/api/results"):
            page.goto(f"/puzzle/{ROAD}")
        page.goto(f"/puzzle/{ROAD}")
        ready(page)
        assert [sent[0]] * 2 == sent
        page.goto("/statistics")
        expect(box).to_be_checked()
        box.uncheck()
        assert page.evaluate("localStorage.getItem('meepleproof.player')") is None


def test_a_first_step_that_was_met_is_played_without_a_connection(
    browser: Browser, address: str
) -> None:
    turn = parse_turn("E2.0.1.-.S")
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto("/first-steps/1")
        ready(page)
        context.set_offline(True)
        page.goto("/first-steps/1")
        make(ready(page), turn)
        expect(page.locator("#banner")).to_contain_text("Solved!")


@served_only("it knows the address of today's puzzle")
def test_the_puzzle_of_today_is_met_beforehand(browser: Browser, address: str) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        # It is set forward below, and must not come to tomorrow.
        page.clock.install(time=datetime.combine(datetime.now().astimezone().date(), time(0)))
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto("/")
        wait_until_kept(page, page.locator("#daily[href]").get_attribute("href") or "")
        context.set_offline(True)
        page.goto("/daily")
        expect(ready(page).locator(".under")).to_contain_text("today's puzzle")


def test_progress_is_taken_along(opened: Opened, shelf: Shelf) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    page.keyboard.press("h")
    solve(page, shelf)
    page.goto("/")
    expect(page.locator("[data-facts]")).to_contain_text("1 of ")
    expect(page.locator("[data-facts]")).to_contain_text("0 without hints")
    expect(page.locator("[data-next]")).to_be_visible()
    page.goto("/statistics")
    expect(page.locator(".progress").first).to_contain_text("1 of ")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    file = waiting.value.path()

    other = opened("/")
    keep(other, json.dumps({**KEPT, "puzzles": {ORDER: {"line": "T0.3.2.S.S"}}}))
    other.reload()
    expect(other.locator(f'[data-begun] a[href^="/puzzle/{ORDER}"]')).to_be_visible()
    other.goto("/statistics")
    other.set_input_files("[data-import]", file)
    expect(other.locator("#statistics h2").last).to_contain_text("1 of ")
    other.goto("/")
    expect(other.locator("[data-facts]")).to_contain_text("1 of ")
    expect(other.locator("[data-begun] a")).to_have_count(1)


def test_progress_of_an_older_version_counts_by_rating(opened: Opened) -> None:
    page = opened("/rules")
    sort = {"game": "solo", "kind": "road", "goal": "road-5-3c", "level": "hard"}
    solved = {"solved": "2026-11-23", "alone": True}
    puzzles = {
        ROAD: {**solved, "sort": {**sort, "rating": 657}},
        "made00000001": {**solved, "sort": {**sort, "rating": 799}},
        "made00000002": {**solved, "sort": {**sort, "rating": 1400}},
    }
    keep(page, json.dumps({**KEPT, "puzzles": puzzles}))
    page.goto("/statistics")
    rows = page.locator("table", has_text="By level").get_by_role("row")
    for level, number in {"easy": 2, "medium": 0, "hard": 0, "expert": 1}.items():
        row = rows.filter(has=page.get_by_role("rowheader", name=level, exact=True))
        expect(row.get_by_role("cell").first).to_contain_text(f"{number} of ")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "null",
        json.dumps({"$schema": "urn:x", "puzzles": {}, "games": []}),
        json.dumps({**KEPT, "puzzles": {ROAD: {"solved": "<b>"}}}),
        json.dumps({**KEPT, "puzzles": {ROAD: {"tries": [{"line": 1, "art": []}]}}}),
        json.dumps({**KEPT, "games": [{"search": "javascript:alert(1)", "turns": 1}]}),
    ],
)
def test_a_file_that_is_no_progress_changes_nothing(
    opened: Opened, text: str, tmp_path: Path
) -> None:
    page = opened("/statistics")
    mine = {**KEPT, "puzzles": {ROAD: {"solved": "2026-11-23"}}}
    keep(page, json.dumps(mine))
    page.reload()
    file = tmp_path / "progress.json"
    file.write_text(text, "utf-8")
    page.set_input_files("[data-import]", file)
    expect(page.locator("[data-progress-told]")).to_contain_text("nothing was changed")
    assert mine == kept(page)


def test_what_cannot_be_read_is_set_aside_and_an_old_list_is_taken_over(opened: Opened) -> None:
    page = opened("/?goal=road-5-3c&level=easy")
    keep(page, "{")
    page.reload()
    assert "{" == page.evaluate("localStorage.getItem('meepleproof.progress.unreadable')")
    keep(page, json.dumps([ROAD]), "meepleproof.solved")
    page.reload()
    expect(page.locator(f'#shelf [data-done="{ROAD}"]')).to_have_text("✓ solved")


def test_a_browser_that_keeps_nothing_says_so_and_plays_on(opened: Opened, shelf: Shelf) -> None:
    page = opened("/rules")
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full'); }")
    page.goto(f"/puzzle/{ROAD}")
    solve(ready(page), shelf)
    expect(page.locator("#banner")).to_contain_text("Solved!")


def ledger(day: str) -> str:
    """Return a ledger with an evening of that day."""
    results = [
        {"name": name, "points": points, "start": 0} for name, points in (("A", 4), ("B", 5))
    ]
    evening = {"kind": "evening", "date": day, "tiles": 60, "results": results}
    return json.dumps({"$schema": "urn:meepleproof:ledger:2", "game": "house", "lines": [evening]})


def test_all_that_is_kept_is_taken_to_another_address_by_a_link(opened: Opened, site: str) -> None:
    page = opened("/statistics")
    solved = {"solved": "2026-11-23", "alone": True}
    keep(page, json.dumps({**KEPT, "puzzles": {ROAD: solved}}))
    keep(page, ledger("2026-11-20"), LEDGER)
    keep(page, "a", "meepleproof.player")
    page.get_by_label("Or open these pages").fill("no address")
    page.get_by_role("button", name="Open it there").click()
    expect(page.locator("[data-progress-told]")).to_contain_text("https://")
    page.get_by_label("Or open these pages").fill(f"{site}/rules")
    page.get_by_role("button", name="Open it there").click()
    expect(page.locator("#brought")).to_contain_text("1 solved puzzle, games and settings")
    assert page.url == f"{site}/rules"
    assert page.evaluate("place => localStorage.getItem(place)", PLACE) is None
    keep(page, ledger("2026-11-13"), LEDGER)
    page.locator("#take").click()
    both = "The progress was added to yours. The ledger was added to yours."
    expect(page.locator("#brought")).to_have_text(both)
    assert {ROAD: solved} == kept(page)["puzzles"]
    text = page.evaluate("place => localStorage.getItem(place)", LEDGER)
    assert ["2026-11-13", "2026-11-20"] == [line["date"] for line in json.loads(text)["lines"]]
    assert page.evaluate("localStorage.getItem('meepleproof.player')") is None


@pytest.mark.parametrize("text", ["", "%", "AAAA", "e30", "q1YqAAA"])
def test_a_damaged_link_changes_nothing(opened: Opened, text: str) -> None:
    page = opened(f"/rules#take={text}")
    expect(page.locator("#brought")).to_contain_text("cannot be read. Nothing was changed")
    page.locator("#leave").click()
    expect(page.locator("#brought")).to_have_count(0)
    assert page.evaluate("place => localStorage.getItem(place)", PLACE) is None
