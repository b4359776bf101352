"""A family's whole evening on a phone, after one visit to a site whose host is then gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from meepleproof.service.built_engine import read_engine
from meepleproof.service.built_site import build_site
from meepleproof.service.shelf import Shelf
from tests.browser import PATIENCE, barriers, needs_chromium
from tests.browser_play import by_id, eventually, ready
from tests.sources import RUNTIME, hosted
from tests.test_engine_browser import ENGINE_KEPT

pytestmark = [
    needs_chromium,
    pytest.mark.slow,
    pytest.mark.skipif(not RUNTIME.is_dir(), reason="`make engine` fetches the runtime by npm"),
]

PHONE: ViewportSize = {"width": 390, "height": 844}
SET_UP = "/house/play.html"
KEEPING = "() => navigator.serviceWorker.controller !== null"
DRAWN = """async () => {
    const { pieces } = document.querySelector("#setup").dataset;
    return Boolean(await caches.match(new URL(`..${pieces}`, location.href)));
}"""
SAVING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
SILENT = "window.Worker = class extends EventTarget { postMessage() {} terminate() {} };"
"""An engine that never answers."""
TILES = 3
"""Laid on the table that is scored, beside the one that lies there from the start."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with an engine, and without puzzles."""
    folder = tmp_path_factory.mktemp("host")
    build_site(Shelf([], {}), folder / "site", engine=read_engine(RUNTIME), tell=lambda: None)
    return folder


@contextmanager
def phone(browser: Browser) -> Iterator[tuple[BrowserContext, Page]]:
    with closing(
        browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        yield context, page


def play_out(page: Page) -> None:
    """Play a game to its end with a finger: always the first tile, square and claim there is."""
    while not by_id(page, "banner").count():
        for card in page.locator(".card-tile").all():
            card.tap()
            if page.locator(".mp-fits, .mp-turns").count():
                break
        page.locator(".mp-fits, .mp-turns").first.dispatch_event("click")
        page.locator(".chips:not(.sorts) .chip:not(.off)").last.tap()
        if by_id(page, "order.1").count():
            by_id(page, "order.1").tap()
        by_id(page, "play").tap()
        expect(page.locator("body:not(.busy)")).to_have_count(1)


def set_up(page: Page) -> None:
    page.get_by_label("Minutes").fill("3")
    page.get_by_label("Seed").fill("7")
    by_id(page, "name.0").fill("Anna")
    by_id(page, "child.0").check()
    by_id(page, "seat.1").select_option(label="a person")
    by_id(page, "name.1").fill("Ben")


def points_of(page: Page) -> dict[str, int]:
    """Return what the ledger says that each player starts with next time."""
    rows = page.locator("#ledger-rows tr").all()
    cells = [(row.locator("th").inner_text(), row.locator("td").first.inner_text()) for row in rows]
    return {name.removesuffix(" (child)"): int(points) for name, points in cells}


def lay_a_table(page: Page) -> None:
    """Lay the first tile that the page offers for each square, with a piece of the next colour."""
    for number in range(TILES):
        page.locator('#box [id^="box.base/"]').first.tap()
        said = f"The board: {number + 2} tiles"
        expect(page.locator("#board")).to_have_attribute("aria-label", said)
        page.locator(f'#chosen [id^="claim."][id$=".{number % 2 + 1}"]').first.tap()
        expect(page.locator('#chosen [aria-pressed="true"][id^="claim."]')).to_have_count(1)


def test_an_evening_goes_on_when_the_network_is_gone(browser: Browser, folder: Path) -> None:
    with phone(browser) as (context, page):
        with hosted(folder) as address:
            site = f"{address}/site"
            page.goto(f"{site}{SET_UP}")
            eventually(page, ENGINE_KEPT)
            eventually(page, DRAWN)
        context.set_offline(True)

        page.goto(f"{site}/house.html")
        page.get_by_role("link", name="Play a game").tap()
        set_up(page)
        expect(by_id(page, "starts")).to_have_text("3 minutes: 6 tiles, all start with 0.")
        expect(page.locator("#engine")).to_have_count(0)
        page.get_by_role("button", name="Begin").tap()
        play_out(ready(page))
        expect(by_id(page, "banner")).to_contain_text("win")
        by_id(page, "to-ledger").tap()
        told = by_id(page, "evening-told").inner_text()
        by_id(page, "see-ledger").tap()
        expect(ready(page).locator("#lines > li").first).to_contain_text(told)
        after_game = points_of(page)

        page.goto(f"{site}/house.html")
        page.get_by_role("link", name="Score our table").tap()
        lay_a_table(ready(page))
        totals = page.locator("#result .totals tbody td:last-child").all_text_contents()
        by_id(page, "to-ledger").tap()
        ready(page)
        assert ["Anna", "Ben"] == [by_id(page, f"name.{seat}").input_value() for seat in (0, 1)]
        assert totals == [by_id(page, f"points.{seat}").input_value() for seat in (0, 1)]
        by_id(page, "points.1").fill("60")
        by_id(page, "write").tap()
        expect(by_id(page, "ledger-told")).to_contain_text("Ben won by")
        behind = 60 + after_game["Ben"] - int(totals[0]) - after_game["Anna"]
        next_time = {**after_game, "Anna": after_game["Anna"] + behind // 2}
        assert next_time == points_of(page)
        assert [] == barriers(page)

        page.goto(f"{site}{SET_UP}")
        expect(by_id(page, "name.0")).to_have_value("Anna")
        starts = f"30 minutes: 60 tiles, Anna starts with {next_time['Anna']}"
        expect(by_id(page, "starts")).to_contain_text(starts)


def test_the_first_table_of_a_game_is_there_before_its_engine(
    browser: Browser, folder: Path
) -> None:
    with hosted(folder) as address, phone(browser) as (context, page):
        page.goto(f"{address}/site{SET_UP}")
        page.wait_for_event("worker")
        expect(page.locator("#engine")).to_have_count(1)
        expect(page.locator("#engine")).to_have_count(0)
        set_up(page)
        context.add_init_script(SILENT)
        page.get_by_role("button", name="Begin").click()
        expect(by_id(ready(page), "players")).to_contain_text("Anna")
        expect(page.locator(".card-tile").first).to_be_enabled()


def test_a_browser_that_saves_data_loads_no_engine_before_it_is_needed(
    browser: Browser, folder: Path
) -> None:
    with hosted(folder) as address, phone(browser) as (context, page):
        context.add_init_script(SAVING)
        asked = list[str]()
        context.on("request", lambda one: asked.append(one.url))
        page.goto(f"{address}/site{SET_UP}")
        page.wait_for_function(KEEPING)
        set_up(page)
        assert [] == [one for one in asked if "/engine/" in one]
        with page.expect_worker():
            page.get_by_role("button", name="Begin").click()
