"""What a device does to the page: fingers, a full store, several windows, no connection."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import Browser, CDPSession, Locator, Page, Route, expect

from meepleproof.service.daily import Daily
from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, needs_chromium
from tests.browser_play import by_id, eventually, expect_turns, make, ready
from tests.sources import served_only
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.turn import Turn

pytestmark = needs_chromium

ROAD = "4sx7ch90kg1j"
TODAY = date(2026, 12, 31)
PLACE = "meepleproof.progress"
SHEET = "meepleproof.record-sheet"
EMPTY: dict[str, Any] = {"$schema": "urn:meepleproof:progress:1", "games": [], "codes": []}
TOUCH = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
GAME = parse_line(
    "V2.-1.0.N~R1.0.1.N~N3.0.-1.S~U1.-2.0.N~B0.-3.0.M~U1.-4.0.N~W1.1.0.S~D1.1.-1.E~H0.2.0.N~E1.3.0.-"
)
"""A game of seed 1 with three meeples each, which ends as there is none left (SOLO-END-1)."""


def solution(shelf: Shelf) -> tuple[Turn, ...]:
    found = shelf.puzzle(ROAD)
    assert found is not None
    return solution_line(found.packed)


# Fingers, by what the browser itself makes of their touches


class Fingers:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def tap(self, what: Locator) -> None:
        self.send("touchStart", middle(what))
        self.send("touchEnd")

    def drag(self, what: Locator, to: Locator) -> None:
        (x, y), (left, top) = middle(what), middle(to)
        self.send("touchStart", (x, y))
        for part in (0.2, 0.5, 0.8, 1):
            self.send("touchMove", (x + (left - x) * part, y + (top - y) * part))
        self.send("touchEnd")

    def pinch(self, what: Locator, begin: float, end: float) -> None:
        x, y = middle(what)
        apart = (begin, (begin + end) / 2, end)
        self.send("touchStart", (x - begin, y), (x + begin, y))
        for one in apart:
            self.send("touchMove", (x - one, y), (x + one, y))
        self.send("touchEnd")


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def width_of(page: Page) -> float:
    box = page.locator(".mp-laid").first.bounding_box()
    assert box is not None
    return box["width"]


def turned(page: Page, fingers: Fingers) -> str | None:
    """Turn the tile by a tap, and return how it lies then."""
    spin = page.locator("#spin")
    before = spin.get_attribute("data-turn") or ""
    fingers.tap(spin)
    expect(spin).not_to_have_attribute("data-turn", before)
    return spin.get_attribute("data-turn")


@served_only("its table is in the page")
def test_fingers_tap_turn_drag_and_pinch(opened: Opened, shelf: Shelf) -> None:
    turn = solution(shelf)[0]
    page = ready(opened(f"/puzzle/{ROAD}", **TOUCH))
    fingers, cell = Fingers(page), by_id(page, f"cell.{turn.x}.{turn.y}")
    fingers.tap(cell)
    expect(page.locator("#spin")).to_have_count(1)
    table = json.loads(page.locator("#table").text_content() or "")
    square = next(one for one in table["squares"] if one["at"] == [turn.x, turn.y])
    legal = [str(way["turn"]) for way in square["ways"]]
    if len(legal) > 1:
        assert turned(page, fingers) in legal
    by_id(page, "lift").tap()
    expect(page.locator("#spin")).to_have_count(0)

    fingers.drag(page.locator(".this-tile svg"), cell)
    for _ in range(4):
        if page.locator("#spin").get_attribute("data-turn") != str(turn.rotation):
            turned(page, fingers)
    fingers.drag(page.locator(".player.active .supply"), page.locator(".mp-foot").first)
    expect(page.locator(".mp-chosen")).to_have_count(1)
    expect(page.locator(".dragged")).to_have_count(0)
    by_id(page, "play").click()  # a tap might only stop what the finger set in motion
    expect_turns(page, 1)

    fitted = width_of(page)
    fingers.pinch(page.locator(".stage"), 30, 90)
    assert width_of(page) > 1.5 * fitted
    page.locator("#zoom-fit").click()
    assert abs(width_of(page) - fitted) < 1
    # A finger that moves the board lays no tile.
    fingers.pinch(page.locator(".stage"), 30, 90)
    fingers.drag(page.locator(".stage"), page.locator("#players"))
    expect(page.locator("#spin")).to_have_count(0)


def test_places_for_a_meeple_are_seen_as_a_whole(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{ROAD}", **TOUCH))
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    for cell in page.locator(".mp-fits, .mp-turns").all()[:6]:
        cell.dispatch_event("click")
        # All at once, as the board may be drawn anew between two questions.
        boxes = page.locator(".mp-spot").evaluate_all(
            """(spots) => spots.map((one) => one.getBoundingClientRect())
                .map(({ left, right }) => [left, right])"""
        )
        for left, right in boxes:
            assert left >= stage["x"] - 1
            assert right <= stage["x"] + stage["width"] + 1
        by_id(page, "lift").tap()


# What it stores


def test_a_full_store_is_told_and_play_goes_on(opened: Opened, shelf: Shelf) -> None:
    page = opened("/rules")
    page.evaluate(
        """() => {
            let text = "x".repeat(1 << 20);
            for (let number = 0; text.length; )
                try {
                    localStorage.setItem(`other.${number}`, text);
                    number++;
                } catch {
                    text = text.slice(0, text.length >> 1);
                }
        }"""
    )
    page.goto(f"/puzzle/{ROAD}")
    first, *others = solution(shelf)
    make(ready(page), first)
    expect(by_id(page, "offline")).to_contain_text("its storage is full")
    expect_turns(page, 1)
    for number, turn in enumerate(others, start=2):
        make(page, turn)
        expect_turns(page, number)
    expect(page.locator("#banner")).to_contain_text("Solved!")
    expect(page.locator("#banner")).not_to_contain_text("0 solved so far")
    assert page.evaluate("place => localStorage.getItem(place)", PLACE) is None
    page.goto("/statistics")
    with page.expect_file_chooser() as chooser:
        page.locator("label", has_text="Import").click()
    text = json.dumps({**EMPTY, "puzzles": {ROAD: {"solved": "2026-12-01"}}})
    chooser.value.set_files(
        {"name": "progress.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(page.locator("[data-progress-told]")).to_contain_text("its storage is full")


def test_a_full_store_of_copies_keeps_nobody_from_playing(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        full = {"origin": address, "quotaSize": 1}
        context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", full)
        page.goto(f"/puzzle/{ROAD}")
        make(ready(page), solution(shelf)[0])
        expect_turns(page, 1)
        assert page.evaluate("async (path) => !(await caches.match(path))", f"/puzzle/{ROAD}")


def test_two_windows_keep_each_others_progress(opened: Opened, shelf: Shelf) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    other_id = next(one.id for one in shelf.puzzles if one.id != ROAD)
    other = page.context.new_page()
    other.goto(f"/puzzle/{other_id}")
    ready(other)
    page.bring_to_front()  # what happens behind is slow
    make(page, solution(shelf)[0])
    expect_turns(page, 1)
    found = shelf.puzzle(other_id)
    assert found is not None
    other.bring_to_front()
    make(other, solution_line(found.packed)[0])
    expect_turns(other, 1)
    kept = json.loads(other.evaluate("place => localStorage.getItem(place)", PLACE))
    assert {ROAD, other_id} == set(kept["puzzles"])
    # The same puzzle in both: one solves it, the other goes on and forgets nothing of that.
    other.goto(f"/puzzle/{ROAD}")
    page.bring_to_front()
    for number, turn in enumerate(solution(shelf)[1:], start=2):
        make(page, turn)
        expect_turns(page, number)
    expect(page.locator("#banner")).to_contain_text("Solved!")
    other.bring_to_front()
    by_id(ready(other), "undo").click()
    kept = json.loads(page.evaluate("place => localStorage.getItem(place)", PLACE))
    assert "solved" in kept["puzzles"][ROAD]
    assert "line" not in kept["puzzles"][ROAD]


def test_a_year_of_days_is_counted_and_shown(opened: Opened) -> None:
    ids = [f"{number:012}" for number in range(700)]
    daily = Daily(ids)
    puzzles: dict[str, dict[str, object]] = {}
    missed = date(2026, 5, 1)
    for after in range(365):
        day = date(2026, 1, 1) + timedelta(after)
        identity = daily.puzzle(day)
        assert identity is not None
        if day == missed:
            continue
        sort = {"game": "solo", "kind": "road", "goal": "road-10", "level": "easy", "rating": 700}
        puzzles[f"{after:012}"] = {
            "solved": day.isoformat(),
            "day": day.isoformat(),
            "alone": True,
            "sort": sort,
            "at": f"{day.isoformat()}T12:00:00Z",
            "result": 1,
            "tries": [{"line": "D0.0.0.-", "art": ["D.0"], "won": True}] * 5,
        }
    page = opened("/rules")
    text = json.dumps({**EMPTY, "puzzles": puzzles})
    page.evaluate("([place, text]) => localStorage.setItem(place, text)", [PLACE, text])
    page.context.clock.set_fixed_time(f"{TODAY.isoformat()}T12:00:00Z")
    page.goto("/calendar")
    whole = (TODAY - missed).days
    expect(page.locator("#row")).to_have_text(f"Streak: {whole} days · longest: {whole}")
    expect(page.locator('[data-was="day"]')).to_have_count(31)
    for _ in range(7):
        page.get_by_label("The month before").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("May 2026")
    expect(page.locator('[data-was="day"]')).to_have_count(30)
    expect(page.locator('[data-day="2026-05-01"]')).to_have_attribute("data-was", "")
    page.goto("/statistics")
    expect(page.locator(".rated")).to_contain_text("from 364 puzzles")
    page.goto("/house/calendar")
    expect(page.locator("#row")).to_be_hidden()


# Without a connection


@served_only("on a site there is none to lose")
def test_a_free_game_is_played_to_its_end_without_a_connection(
    browser: Browser, address: str
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto("/play?seed=1&colours=3&meeples=3")
        for number, turn in enumerate(GAME[:2], start=1):
            make(ready(page), turn)
            expect_turns(page, number)
        context.set_offline(True)
        make(page, GAME[2])
        expect_turns(page, 3)
        expect(page.locator("#turn")).to_contain_text("this device plays on by itself")
        # The turns are all there, even if the page is opened anew.
        by_id(page, "undo").click()
        expect_turns(page, 2)
        page.reload()
        expect_turns(ready(page), 2)
        for number, turn in enumerate(GAME[2:], start=3):
            make(page, turn)
            expect_turns(page, number)
        expect(page.locator("#banner")).to_contain_text("The game is over: your result is 7")
        expect(page.locator("[data-sheet-told]")).to_have_text("It is on your record.")
        pieces, kept = page.locator(".pieces").inner_html(), stored(page)
        assert [(10, 7)] == [(one["turns"], one["result"]) for one in kept[PLACE]["games"]]
        assert [7] == [one["result"] for one in kept[SHEET]["games"]]
        # The server says the same, and nothing is counted twice.
        context.set_offline(False)
        page.reload()
        expect_turns(ready(page), 10)
        expect(page.get_by_role("link", name="Download this game")).to_be_visible()
        expect(page.locator("[data-sheet-told]")).to_contain_text("is on your record")
        assert pieces == page.locator(".pieces").inner_html()
        assert kept == stored(page)


def stored(page: Page) -> dict[str, Any]:
    """Return what the device keeps of games and on the record."""
    texts = page.evaluate("(places) => places.map((one) => localStorage[one])", [PLACE, SHEET])
    return dict(zip((PLACE, SHEET), map(json.loads, texts), strict=True))


def test_a_puzzle_that_was_met_is_played_without_a_connection(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    first, second, third = solution(shelf)
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto(f"/puzzle/{ROAD}")
        ready(page)
        context.set_offline(True)
        page.reload()
        make(ready(page), first)
        expect_turns(page, 1)
        # Off the solution, to the end: the goal is missed, and that counts as an attempt.
        for number, turn in enumerate(parse_line("V2.2.0.N~U0.2.-1.E"), start=2):
            make(page, turn)
            expect_turns(page, number)
        expect(page.locator("#banner")).to_contain_text("Not this time")
        for number in (2, 1):
            by_id(page, "undo").click()
            expect_turns(page, number)
        for turn in (second, third):
            make(page, turn)
        expect(page.locator("#banner")).to_contain_text("Solved!")
        kept = json.loads(page.evaluate("place => localStorage.getItem(place)", PLACE))
        tries = kept["puzzles"][ROAD]["tries"]
        assert [False, True] == [one.get("won", False) for one in tries]
        context.set_offline(False)
        page.reload()
        again = json.loads(page.evaluate("place => localStorage.getItem(place)", PLACE))
        assert kept["puzzles"][ROAD] == again["puzzles"][ROAD]


def test_an_old_service_worker_goes_and_its_pages_with_it(browser: Browser, address: str) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        # What an older version kept is used no more, although its address is the same.
        page.evaluate(
            """async () => {
                const names = ["shell-0123456789ab", "met-0123456789ab", "meepleproof / met older"];
                for (const name of names) {
                    const cache = await caches.open(name);
                    const headers = { "content-type": "text/html" };
                    await cache.put("/rules", new Response("old", { headers }));
                }
                const worker = await navigator.serviceWorker.ready;
                await worker.unregister();
            }"""
        )
        page.goto("about:blank")  # it goes when no page needs it
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        eventually(page, "async () => !/older|0123456789ab/.test((await caches.keys()).join())")
        context.set_offline(True)
        page.goto("/rules")
        expect(page.get_by_role("heading", level=1)).to_have_text("The rules in short")


@served_only("on a site these pages read their own address")
def test_a_page_kept_for_one_puzzle_does_not_stand_in_for_another(
    browser: Browser, address: str
) -> None:
    one, other = (f"s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n{tile}..~g.road-10" for tile in "UE")
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto(f"/p?code={one}")
        ready(page)
        context.set_offline(True)
        page.goto(f"/p?code={one}")
        ready(page)
        page.goto(f"/p?code={other}")
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")


@served_only("its tables come from it, turn by turn")
def test_a_puzzle_counts_if_the_page_is_left_before_its_last_answer_comes(
    opened: Opened, shelf: Shelf
) -> None:
    page = ready(opened(f"/puzzle/{ROAD}", service_workers="block"))
    *turns, last = solution(shelf)
    for number, turn in enumerate(turns, start=1):
        make(page, turn)
        expect_turns(page, number)
    page.route("**/api/table?*", lambda _: None)  # it is never answered
    make(page, last)
    page.goto("/rules")
    page.unroute("**/api/table?*")
    page.goto(f"/puzzle/{ROAD}")
    expect(ready(page).locator("#banner")).to_contain_text("Solved!")
    kept = json.loads(page.evaluate("place => localStorage.getItem(place)", PLACE))
    assert "solved" in kept["puzzles"][ROAD]


@served_only("its tables come from it, turn by turn")
def test_no_turn_is_made_while_the_start_is_awaited(opened: Opened, shelf: Shelf) -> None:
    first, *_ = solution(shelf)
    page = ready(opened(f"/puzzle/{ROAD}", service_workers="block"))
    make(page, first)
    expect_turns(page, 1)
    page.reload()  # the table of the start is not known any more
    ready(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/table?*", hold)
    by_id(page, "undo").click()
    expect(page.locator("body.busy")).to_have_count(1)
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("body.busy")).to_have_count(0)
    expect(page.locator("#more summary", has_text="Moves")).to_have_count(0)
