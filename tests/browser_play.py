"""Playing on the page as a person does: with mouse or finger, by what the page shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.browser import PATIENCE
from verifier.carcassonne.solo.turn import Turn

STAY = 5_000
"""Milliseconds after which pages fetch what a player may need later, by their own clock."""
PLACE = "meepleproof.progress"
"""Where a browser keeps the progress of its player."""
KEPT = {"$schema": "urn:meepleproof:progress:1", "puzzles": {}, "games": []}
"""Progress without anything in it."""


def keep(page: Page, text: str, place: str = PLACE) -> None:
    """Have the browser keep a text at a place."""
    page.evaluate("([place, text]) => localStorage.setItem(place, text)", [place, text])


def by_id(page: Page, identity: str) -> Locator:
    return page.locator(f'[id="{identity}"]')


def ready(page: Page) -> Page:
    """Wait until the game can be played."""
    expect(page.locator("html[data-ready]")).to_have_count(1)
    return page


def wait_until_kept(page: Page, address: str) -> None:
    """Wait until the service worker has an address for offline use, on a page with a clock."""
    kept = "async (one) => Boolean(await caches.match(one, { ignoreVary: true }))"
    eventually(page, kept, address, meanwhile=partial(page.clock.fast_forward, STAY))


def eventually(
    page: Page, promise: str, given: object = None, meanwhile: Callable[[], None] = lambda: None
) -> None:
    """Wait until a promise of the page comes true: ``wait_for_function`` takes any for true."""
    last = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(promise, given):
        assert time.monotonic() < last, promise
        meanwhile()
        page.wait_for_timeout(100)


def stay(page: Page, path: str) -> None:
    """Open a puzzle, on a page with a clock, and stay until what it may need is fetched."""
    with page.expect_response(lambda found: found.url.endswith("/answers")):
        page.goto(path)
        ready(page)
        page.clock.fast_forward(STAY)


def lay(page: Page, turn: Turn, *, touch: bool = False) -> None:
    """Lay the tile of a turn, and turn it by the tile itself as far as the turn says."""
    cell = by_id(page, f"cell.{turn.x}.{turn.y}")
    if touch:
        cell.tap()
    else:
        cell.click()
    for _ in range(4):
        spin = page.locator("#spin")
        if spin.get_attribute("data-turn") == str(turn.rotation):
            return
        if touch:
            spin.tap()
        else:
            spin.click()
    raise AssertionError(turn)


def make(page: Page, turn: Turn, *, touch: bool = False) -> None:
    """Make a turn: the cell, the rotation, the meeple if there are two, the feature, and done."""
    lay(page, turn, touch=touch)
    if not by_id(page, "play").count():
        claim_with(page, turn)
    by_id(page, "play").click()


def claim_with(page: Page, turn: Turn) -> None:
    """Choose the meeple, where there are two sorts, and the feature that it claims."""
    sort = by_id(page, "sort.large" if turn.large else "sort.meeple")
    if sort.count():
        sort.click()
    by_id(page, f"claim.{'large.' if turn.large else ''}{turn.claim}").click()


def expect_turns(page: Page, number: int) -> None:
    """Wait until so many turns were made and answered."""
    expect(page.locator("body:not(.busy)")).to_have_count(1)
    expect(page.locator("#more summary", has_text="Moves")).to_have_text(f"Moves ({number})")
