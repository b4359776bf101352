"""The keys of puzzles and free games, what a phone shows and what axe says of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from starlette.applications import Starlette

from service.pages.free import free_routes
from service.pages.routes import page_routes
from service.shelf import open_shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.service_client import STILL, listening
from tests.test_service_pages import CODE, FIRST, LAST_OF_BLUE, ROAD

pytestmark = needs_chromium

PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
ENDED = f"{LAST_OF_BLUE}~V0.-10.-3.-"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    routes = [*free_routes(), *page_routes(open_shelf([STILL]))]
    with listening(Starlette(routes=routes)) as found:
        yield found


def press(page: Page, key: str) -> None:
    """Press a key that leads to another address, and wait until the game shows it."""
    before = page.url
    page.keyboard.press(key)
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator("#game[aria-busy]")).to_have_count(0)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_letters_work_as_soon_as_the_page_is_there(opened: Opened) -> None:
    page = opened(f"{ROAD}?line={FIRST}")
    press(page, "r")
    assert "turn=1" in page.url
    press(page, "h")
    expect(page.locator("#told")).to_be_focused()
    press(page, "u")
    assert "line" not in page.url


def test_letters_are_letters_in_a_field(opened: Opened) -> None:
    page = opened(ENDED)
    page.get_by_label("Notes").fill("")
    page.keyboard.type("Rush, hurry up")
    expect(page.get_by_label("Notes")).to_have_value("Rush, hurry up")
    expect(page.locator("#banner")).to_be_visible()


def test_arrows_go_on_where_the_last_tile_lies(opened: Opened) -> None:
    page = opened(f"{ROAD}?at=0.-2&turn=2&claim=E")
    page.locator("#play").focus()
    press(page, "Enter")
    assert "turn" == focused(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board a.mp-step:focus")).to_have_count(1)
    _, x, y = focused(page).split(".")
    assert abs(int(x)) + abs(int(y) + 2) <= 2
    press(page, "Enter")
    expect(page.locator("#lift")).to_be_visible()


def test_a_board_that_scrolls_does_so_by_arrows(opened: Opened) -> None:
    page = opened(LAST_OF_BLUE, viewport=PHONE)
    page.locator(".board-scroll").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".board-scroll")).to_be_focused()
    expect(page.locator("a.mp-step:focus")).to_have_count(0)


def test_u_takes_the_tile_back_before_the_turn(opened: Opened) -> None:
    page = opened(f"{ROAD}?line={FIRST}")
    page.locator("#board .mp-step").first.click()
    expect(page.locator("#lift")).to_be_visible()
    press(page, "u")
    expect(page.locator("#lift")).to_have_count(0)
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")
    press(page, "u")
    expect(page.locator("#turn")).to_contain_text("Turn 1 of 3")


def test_a_free_game_shows_its_whole_board_on_a_phone(opened: Opened) -> None:
    page = opened(LAST_OF_BLUE, viewport=PHONE)
    page.get_by_role("button", name="Whole board").click()
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["width"] <= PHONE["width"]


def test_the_end_of_the_game_is_seen_before_one_taps(opened: Opened) -> None:
    page = opened(f"{LAST_OF_BLUE}&at=-10.-3", viewport=PHONE, has_touch=True, is_mobile=True)
    end = page.get_by_text("The game ends with a result of 15.")
    expect(end).to_be_in_viewport(ratio=1)
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)
    # What the bar covers can be scrolled out from under it.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, bar = page.locator(".bottom").bounding_box(), page.locator(".ready").bounding_box()
    assert last is not None
    assert bar is not None
    assert last["y"] + last["height"] <= bar["y"]


@pytest.mark.parametrize(
    "path",
    [
        ENDED,
        ROAD,
        f"{ROAD}?line={FIRST}&hint=3",
        "/play",
        "/rules",
    ],
)
def test_nothing_is_wider_than_a_narrow_phone(opened: Opened, path: str) -> None:
    page = opened(path, viewport=NARROW, has_touch=True, is_mobile=True)
    assert NARROW["width"] == page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize(
    "path",
    [
        CODE,
        f"{ROAD}?at=0.-2&turn=2&claim=-&hint=3&reveal=1",
        f"{ROAD}?line=D2.0.-2.S&hint=1&check=1",
        f"{LAST_OF_BLUE}&at=-10.-3",
        "/rules",
    ],
)
def test_axe_finds_nothing_serious(opened: Opened, path: str) -> None:
    for scheme in ("light", "dark"):
        assert [] == barriers(opened(path, color_scheme=scheme)), scheme


def test_a_finger_hits_what_it_means(opened: Opened) -> None:
    page = opened(ROAD, viewport=PHONE, has_touch=True, is_mobile=True)
    for place in (page.locator("#share"), page.get_by_role("button", name="Copy")):
        box = place.bounding_box()
        assert box is not None
        assert box["height"] >= 44
