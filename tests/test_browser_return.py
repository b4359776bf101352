"""What brings players back: attempts, replays, days, rating; and what must not harm it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meepleproof.service.pages.layout import rendered
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf, open_shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, expect_turns, make, ready
from tests.service_client import STILL, listening
from tests.sources import served_only
from verifier.carcassonne.solo.notation import parse_line, turn_text

pytestmark = [needs_chromium, served_only("other versions of the worker")]

ROAD = "4sx7ch90kg1j"
TODAY = date(2026, 11, 4)  # its puzzle is this one
WRONG = "D2.0.-2.S~V1.1.-2.-~U0.-1.-2.-"
GAME = (
    "V0.1.0.S~R1.0.1.N~N2.0.-1.E~U1.-1.-1.N~B0.-2.-1.M~U0.-2.0.E~W1.-3.-1.N~D0.-4.-1.N~H1.-4.-2.E"
    "~E1.-5.-2.-"
)
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture(scope="module")
def version() -> list[int]:
    """Return the version of the service worker, in a list, to be counted up by a test."""
    return [1]


@pytest.fixture(scope="module")
def address(shelf: Shelf, version: list[int]) -> Iterator[str]:
    async def worker(_request: Request) -> Response:
        text = rendered("sw.js", version=f"version-{version[0]}", kept=[], engine=[])
        return Response(text, media_type="text/javascript")

    routes = [Route("/sw.js", worker), *page_routes(shelf, today=lambda: TODAY)]
    with listening(Starlette(routes=routes)) as found:
        yield found


def solution(shelf: Shelf) -> list[str]:
    found = shelf.puzzle(ROAD)
    assert found is not None
    return [turn_text(turn) for turn in solution_line(found.packed)]


def play(page: Page, line: str, begun: int = 0) -> None:
    for number, turn in enumerate(parse_line(line)[begun:], start=begun + 1):
        make(page, turn)
        expect_turns(page, number)


def test_attempts_are_kept_as_a_tree_and_shown_again(opened: Opened, shelf: Shelf) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    play(page, WRONG)
    expect(page.locator("#banner")).to_contain_text("Not this time")
    for _ in range(3):
        by_id(page, "undo").click()
    play(page, "~".join(solution(shelf)))
    expect(page.locator("#banner")).to_contain_text("rating appears after 10 puzzles: 1 so far")
    page.locator("#attempts summary").click()
    tree = page.locator("#attempts .turned")
    expect(tree).to_have_count(6)
    expect(tree.first).to_contain_text("this was the wrong turn")
    expect(tree.last).to_contain_text("solved")
    page.emulate_media(reduced_motion="reduce")
    assert [] == barriers(page)

    tree.nth(1).click()
    expect(page.locator("#replay")).to_contain_text("Turn 2 of 3")
    by_id(page, "forward").click()
    expect(page.locator("#replay")).to_contain_text("Not this time")
    by_id(page, "resume").click()
    expect(page.locator("#banner")).to_contain_text("Solved!")

    page.locator("#moves summary").click()
    page.locator("#moves .move").last.click()  # the first turn: the last one comes first
    expect(page.locator("#replay")).to_contain_text("Turn 1 of 3")
    by_id(page, "resume").click()

    page.goto("/statistics")
    expect(page.locator("#statistics")).to_contain_text("Your rating appears after 10 puzzles")
    kept = json.loads(page.evaluate("localStorage.getItem('meepleproof.progress')"))
    assert 0.5 == kept["puzzles"][ROAD]["result"]


def test_turns_of_a_link_solve_nothing_even_if_the_last_is_made_here(
    opened: Opened, shelf: Shelf
) -> None:
    *given, last = solution(shelf)
    page = ready(opened(f"/puzzle/{ROAD}?line={'~'.join(given)}"))
    play(page, "~".join([*given, last]), len(given))
    expect(page.locator("#banner")).to_contain_text("does not count as solved")
    assert page.evaluate("localStorage.getItem('meepleproof.progress')") is None
    # Taken back to the beginning and made anew, they count.
    by_id(page, "again").click()
    play(page, "~".join([*given, last]))
    expect(page.locator("#banner")).to_contain_text("Solved at the first attempt, without hints.")


def test_the_calendar_shows_the_days_another_window_solved(opened: Opened, shelf: Shelf) -> None:
    calendar = opened("/rules", viewport=PHONE)
    calendar.context.clock.set_fixed_time(f"{TODAY.isoformat()}T12:00:00Z")
    calendar.goto("/calendar")
    day = calendar.locator(f'[data-day="{TODAY.isoformat()}"]')
    expect(day).to_have_attribute("data-was", "")
    page = calendar.context.new_page()
    page.goto("/daily")
    play(ready(page), "~".join(solution(shelf)))
    expect(page.locator("#banner")).to_contain_text("Solved!")
    expect(day).to_have_attribute("data-was", "day")
    expect(calendar.locator("#row")).to_have_text("Streak: 1 day · longest: 1")
    for path in ("/statistics", "/calendar"):
        calendar.goto(path)
        for scheme in ("light", "dark"):
            calendar.emulate_media(color_scheme=scheme)
            assert [] == barriers(calendar), (path, scheme)


def test_tile_and_meeple_are_dragged_from_the_hand(opened: Opened, shelf: Shelf) -> None:
    (turn, *_) = parse_line("~".join(solution(shelf)))
    page = ready(opened(f"/puzzle/{ROAD}"))
    drag(page, ".this-tile", by_id(page, f"cell.{turn.x}.{turn.y}"))
    for _ in range(turn.rotation):
        if page.locator("#spin").get_attribute("data-turn") != str(turn.rotation):
            page.keyboard.press("r")
    drag(page, ".player.active .supply", page.locator(".mp-foot").first)
    expect(page.locator(".mp-chosen")).to_have_count(1)
    expect(by_id(page, "play")).to_be_enabled()
    expect(page.locator(".dragged")).to_have_count(0)


def drag(page: Page, what: str, to: Locator) -> None:
    held, where = page.locator(what).bounding_box(), to.bounding_box()
    assert held is not None
    assert where is not None
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def test_final_scoring_is_shown_meeple_by_meeple(opened: Opened) -> None:
    *given, last = GAME.split("~")
    page = ready(opened(f"/play?seed=1&colours=3&meeples=3&line={'~'.join(given)}"))
    page.clock.install()  # a step is shown for as long as the test looks at it
    page.clock.pause_at(datetime.now().astimezone() + timedelta(hours=1))
    make(page, parse_line(last)[0])
    scores = page.locator("#players .score")
    # Blue has 1, red 2 and yellow 3 points: the first meeple to score is one of blue's.
    expect(scores).to_have_text(["3", "2", "3"])
    by_id(page, "skip").click()
    page.clock.run_for(1000)
    expect(scores).to_have_text(["7", "8", "9"])
    page.locator("#steps summary").click()
    expect(page.locator("#steps li")).to_have_count(9)


UPDATE = "navigator.serviceWorker.ready.then((one) => one.update())"
NEWER = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const offered = registration.waiting;
  await registration.update();
  const isSettled = () => registration.waiting !== offered && !registration.installing;
  while (!isSettled()) await new Promise((done) => setTimeout(done, 20));
}"""


def test_a_new_version_of_the_pages_is_offered(
    browser: Browser, address: str, version: list[int]
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto(f"/puzzle/{ROAD}")
        ready(page)
        version[0] += 1
        page.evaluate(UPDATE)
        expect(page.locator("#updated")).to_contain_text("new version")
        page.get_by_role("button", name="Later").click()
        expect(page.locator("#updated")).to_have_count(0)
        page.reload()
        expect(page.locator("#updated")).to_contain_text("new version")
        version[0] += 1
        page.evaluate(NEWER)
        page.get_by_role("button", name="Load it").click()
        expect(page.locator("#updated")).to_have_count(0)
        kept = page.evaluate("caches.keys()")
        assert 1 == sum(" shell " in name for name in kept)
