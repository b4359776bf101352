"""A person solves puzzles of NEOM in a real browser, each kind once wrongly and once rightly."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from meepleproof.service.play.neom.tables import neom_puzzle_table
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, ready, stay, wait_until_kept
from tests.neom_shelf import DISASTER, HELPERS, LAST_TURNS, LINK, MONEY, neom_shelf

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return neom_shelf(tmp_path_factory.mktemp("packs"))


def place(page: Page, tile: str, square: str) -> None:
    """Take a tile of the hand and lay it on a square."""
    page.locator(f'.card-tile:has(use[href="#neom.{tile}"])').click()
    by_id(page, cell(square)).click()


def cell(square: str) -> str:
    return f"cell.{'ABCDE'.index(square[0])}.{5 - int(square[1])}"


def answered(page: Page, kind: str) -> None:
    by_id(page, "play").click()
    expect(page.locator(f"#banner.{kind}")).to_be_visible()


def test_tiles_are_linked_with_the_mouse_taken_back_and_kept(opened: Opened, shelf: Shelf) -> None:
    page = ready(opened(f"/puzzle/{LINK}", reduced_motion="reduce"))
    by_id(page, cell("C2")).click()  # no tile is held: it is looked at
    expect(by_id(page, "facts-card")).to_contain_text("Old Shaft")
    place(page, "demo-III-08", "A1")
    expect(by_id(page, "refusal")).to_contain_text("No road links it to the City Center.")
    by_id(page, "refusal").get_by_text("Why?").click()
    expect(by_id(page, "refusal")).to_contain_text("NEOM-PLACE-3")
    expect(by_id(page, "says")).to_contain_text("No road links it")
    assert [] == barriers(page)
    by_id(page, cell("E4")).click()
    by_id(page, "play").click()
    expect(page.locator(".card-tile")).to_have_count(2)
    page.reload()
    ready(page)
    expect(page.locator(".card-tile")).to_have_count(2)
    by_id(page, "check").click()
    by_id(page, "undo").click()
    expect(page.locator(".card-tile")).to_have_count(3)
    for text in read_line(shelf):
        place(page, *text.split("*"))
        by_id(page, "play").click()
        expect(page.locator("body:not(.busy)")).to_have_count(1)
    expect(by_id(page, "banner")).to_contain_text("Solved!")
    page.goto("/neom")
    expect(page.locator("[data-facts]")).to_contain_text("1 of 60 solved")


def read_line(shelf: Shelf) -> list[str]:
    """Return the solution of the link in an order in which it can be placed."""
    packed = shelf.known(LINK).packed
    assert packed is not None
    line: str = neom_puzzle_table(packed, "")["help"]["solution"]["line"]
    return line.split("~")


def test_the_last_turns_are_answered_with_the_keyboard(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{LAST_TURNS}", reduced_motion="reduce"))
    page.locator('.card-tile:has(use[href="#neom.demo-III-12"])').press("Enter")
    by_id(page, cell("D2")).press("Enter")
    by_id(page, "play").press("Enter")
    expect(by_id(page, "banner")).to_contain_text("66 points at most; another one leads to more")
    expect(by_id(page, "banner")).to_be_focused()
    page.keyboard.press("u")
    by_id(page, "act.sell").press("Enter")
    by_id(page, "play").press("Enter")
    expect(by_id(page, "banner")).to_contain_text("Solved!")
    by_id(page, "tries").get_by_text("What other actions lead to").press("Enter")
    expect(by_id(page, "tries")).to_contain_text("66 points")


def test_money_helpers_and_the_disaster_are_answered_with_a_finger(opened: Opened) -> None:
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = ready(
        opened(f"/puzzle/{MONEY}", **options, color_scheme="dark", reduced_motion="reduce")
    )
    by_id(page, "amount").fill("7")
    answered(page, "missed")
    expect(by_id(page, "banner")).to_contain_text("less is, too")
    by_id(page, "undo").tap()
    by_id(page, "amount").fill("6")
    answered(page, "solved")
    page.goto(f"/puzzle/{HELPERS}")
    ready(page)
    answered(page, "missed")
    by_id(page, "undo").tap()
    for helper in ("demo-I-19", "demo-I-31"):
        by_id(page, f"pick.{helper}").check()
    assert [] == barriers(page)
    answered(page, "solved")
    page.goto(f"/puzzle/{DISASTER}")
    ready(page)
    for act, kind in (("take", "missed"), ("leave", "solved")):
        by_id(page, f"act.{act}").tap()
        answered(page, kind)
        if kind == "missed":
            by_id(page, "undo").tap()
    expect(by_id(page, "banner")).to_contain_text("leaving it to 55")
    # Who missed one of two answers knew the other.
    expect(by_id(page, "turn")).to_contain_text("Solved at attempt 2, after seeing the solution.")


def test_a_puzzle_that_was_met_is_answered_without_a_connection(
    browser: Browser, address: str
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.clock.install()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto("/neom")
        today = page.locator("#daily[href]").get_attribute("href") or ""
        below = today.removesuffix(".html")
        for one in (today, f"{below}/answers", f"{below}/tiles.svg"):
            wait_until_kept(page, one)
        stay(page, f"/puzzle/{MONEY}")
        page.wait_for_load_state("networkidle")
        context.set_offline(True)
        page.reload()
        ready(page)
        by_id(page, "amount").fill("7")
        answered(page, "missed")
        by_id(page, "undo").click()
        by_id(page, "amount").fill("6")
        answered(page, "solved")


def test_tiles_are_linked_offline_wrongly_and_rightly(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.clock.install()
        page.goto("/neom")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        stay(page, f"/puzzle/{LINK}")
        page.wait_for_load_state("networkidle")
        context.set_offline(True)
        page.reload()
        ready(page)
        place(page, "demo-III-08", "E4")
        by_id(page, "play").click()
        expect(page.locator(".card-tile")).to_have_count(2)
        by_id(page, "check").click()
        expect(by_id(page, "says")).to_contain_text("This is not the way.")
        by_id(page, "undo").click()
        for text in read_line(shelf):
            place(page, *text.split("*"))
            by_id(page, "play").click()
            expect(page.locator("body:not(.busy)")).to_have_count(1)
        expect(by_id(page, "banner")).to_contain_text("Solved!")
        context.set_offline(False)
        page.goto("/neom")
        expect(page.locator("[data-facts]")).to_contain_text("1 of 60 solved")
