"""The rules of a game are one tap away, and what its puzzles need is seen, on a small phone."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from meepleproof.service.pages.house.rules import house_guide
from meepleproof.service.pages.neom.rules import neom_guide
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, ready
from tests.house_shelf import house_shelf
from tests.neom_shelf import DISASTER, neom_shelf
from tests.sources import served_only

pytestmark = needs_chromium

SMALL = {"width": 375, "height": 667}
STUDY, DOUBLE, NARROW = "s541bsvtqta2", "4mxv8ek7exc9", "ghe1y1bjbnrt"
"""A study with a handicap, a double turn, and a table with a piece on a narrow field."""
GUIDES = {"house": house_guide, "neom": neom_guide}
GAME = "/house/game?players=2&sets=base&minutes=30&seed=46&line=base/E2.0.1"
"""A game whose hand has a tile with a city on all sides, while no city is open."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    folder = tmp_path_factory.mktemp("packs")
    house_shelf(folder)
    return neom_shelf(folder)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GUIDES)
def test_the_rules_are_read_on_a_small_phone(opened: Opened, game: str, scheme: str) -> None:
    page = opened(f"/{game}/rules", viewport=SMALL, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    for picture in page.locator("main img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", value=True)
        assert 40 <= picture.evaluate("one => one.getBoundingClientRect().width") <= SMALL["width"]
    last = GUIDES[game]().sections[-1]
    page.get_by_role("link", name=last.head, exact=True).click()
    expect(page.locator(f"#{last.anchor}")).to_be_in_viewport()
    assert [] == barriers(page)


def test_rules_that_were_read_are_drawn_without_a_connection(
    browser: Browser, address: str
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/games")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto("/neom/rules")
        pictures = page.locator("main img").all()
        assert 0 < len(pictures)
        for connected in (True, False):
            for picture in pictures:
                picture.scroll_into_view_if_needed()
                expect(picture).to_have_js_property("complete", value=True)
                assert 0 < picture.evaluate("one => one.naturalWidth")
            if connected:
                context.set_offline(True)
                page.reload()


@pytest.mark.parametrize(
    ("path", "rules"),
    [(f"/puzzle/{STUDY}", "/house/rules"), (f"/puzzle/{DISASTER}", "/neom/rules")],
)
def test_a_puzzle_is_one_tap_from_the_rules_of_its_game(
    opened: Opened, path: str, rules: str
) -> None:
    page = ready(opened(path, viewport=SMALL))
    page.get_by_role("link", name="Rules", exact=True).click()
    page.wait_for_url(f"**{rules}*")
    page.go_back()
    page.wait_for_url(f"**{path}*")


def test_the_margin_is_the_reader_s_and_a_handicap_is_seen(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{STUDY}", viewport=SMALL))
    expect(page.locator(".margin .whose")).to_contain_text("You")
    expect(page.locator(".margin b")).to_have_text("\N{MINUS SIGN}1")  # 14 against 15
    expect(by_id(page, "person.0")).to_contain_text("+4 handicap")


def test_the_builder_s_question_is_in_sight(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{DOUBLE}", viewport=SMALL))
    page.locator(".card-tile").nth(1).click()
    by_id(page, "cell.3.-3").dispatch_event("click")
    by_id(page, "claim.-").click()
    for answer in ("order.0", "order.1"):
        assert is_seen(page, answer)
    expect(by_id(page, "play")).to_have_count(0)  # it waits for the answer
    by_id(page, "order.1").click()
    assert is_seen(page, "play")


def is_seen(page: Page, identity: str) -> bool:
    """Return whether the middle of a button can be tapped where the page is now."""
    return bool(
        page.evaluate(
            """(id) => {
              const one = document.getElementById(id);
              const { left, top, width, height } = one.getBoundingClientRect();
              return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }""",
            identity,
        )
    )


@served_only("a game is dealt by the engine, which not every site has")
def test_a_tile_that_fits_nowhere_is_said_to(opened: Opened) -> None:
    page = ready(opened(GAME, viewport=SMALL))
    page.locator('.card-tile:has(use[href^="#base-C."])').click()
    expect(by_id(page, "turn")).to_contain_text("This tile fits nowhere now.")
    expect(by_id(page, "turn")).to_contain_text("It stays in the hand: choose another.")


def test_a_piece_shows_on_which_field_it_lies(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{NARROW}", viewport=SMALL))
    expect(page.locator(".board .mp-bed")).to_have_count(5)
    expect(page.locator(".board .mp-held")).not_to_have_count(0)


def test_a_puzzle_shows_the_numbers_that_it_needs(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{DISASTER}", viewport=SMALL))
    expect(by_id(page, "turn")).to_contain_text("pay £10 or lose 2 commercial tiles")
    expect(by_id(page, "needed")).to_contain_text("£2 are 1 point")
    assert [] == barriers(page)
