"""The keys of puzzles and free games, what a phone shows and what axe says of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, expect_turns, ready
from tests.test_service_pages import CODE, FIRST, LAST_OF_BLUE, ROAD
from verifier.carcassonne.solo.turn import Turn

pytestmark = needs_chromium

PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
ENDED = f"{LAST_OF_BLUE}~V0.-10.-3.-"
WINDOWS = (905, 1030, 1200, 1341)
OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll('.player > *, .this-tile, .coming-tiles')]
        .map(part => part.getBoundingClientRect());
    return boxes.filter((a, i) => boxes.slice(i + 1).some(b => a.left < b.right - 1
        && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_letters_work_as_soon_as_the_page_is_there(opened: Opened) -> None:
    page = ready(opened(f"{ROAD}?line={FIRST}"))
    before = page.locator(".this-tile use").get_attribute("href")
    page.keyboard.press("r")
    expect(page.locator(".this-tile use")).not_to_have_attribute("href", before or "")
    page.keyboard.press("h")
    expect(page.locator("#told")).to_be_focused()
    page.keyboard.press("u")
    expect(page.locator("#turn")).to_contain_text("Turn 1 of 3")


def tab_to(page: Page, identity: str) -> None:
    """Go from control to control, as one does without a mouse, until that one has the focus."""
    for _ in range(150):
        if focused(page) == identity:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {identity}")


def turn_by_keys(page: Page, turn: Turn) -> None:
    """Make a turn without a mouse."""
    tab_to(page, f"cell.{turn.x}.{turn.y}")
    page.keyboard.press("Enter")
    spin = page.locator("#spin")
    for _ in range(4):
        if spin.get_attribute("data-turn") == str(turn.rotation):
            break
        page.keyboard.press("r")
    if not by_id(page, "play").count():
        tab_to(page, f"claim.{turn.claim}")
        page.keyboard.press("Enter")
    tab_to(page, "play")
    page.keyboard.press("Enter")


def test_a_puzzle_is_solved_and_its_picture_made_by_keys_alone(
    opened: Opened, shelf: Shelf
) -> None:
    page = ready(opened(ROAD))
    found = shelf.puzzle(ROAD.rpartition("/")[2])
    assert found is not None
    first, *others = solution_line(found.packed)
    turn_by_keys(page, first)
    expect_turns(page, 1)
    page.keyboard.press("u")
    expect(page.locator("#turn")).to_contain_text("Turn 1 of 3")
    page.keyboard.press("y")
    expect_turns(page, 1)
    for turn in others:
        turn_by_keys(page, turn)
    expect(page.locator("#banner")).to_contain_text("Solved!")
    tab_to(page, "share-picture")
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_climb_is_begun_by_keys_alone(opened: Opened) -> None:
    page = ready(opened("/climb"))
    tab_to(page, "begin")
    page.keyboard.press("Enter")
    expect(by_id(page, "rungs")).to_have_text("Rung 1")
    card = page.locator("#puzzle [data-card] a")
    for _ in range(20):
        page.keyboard.press("Tab")
        if card.evaluate("node => node === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/puzzle/*")
    expect(ready(page).get_by_role("link", name="Back to the climb").first).to_be_attached()


def test_letters_are_letters_in_a_field(opened: Opened) -> None:
    page = ready(opened(ENDED))
    page.get_by_label("Notes").fill("")
    page.keyboard.type("Rush, hurry up")
    expect(page.get_by_label("Notes")).to_have_value("Rush, hurry up")
    expect(page.locator("#banner")).to_be_visible()


def test_arrows_go_on_where_the_last_tile_lies(opened: Opened) -> None:
    page = ready(opened(ROAD))
    by_id(page, "cell.0.-2").click()
    by_id(page, "claim.E").click()
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")
    expect(page.locator("#board .mp-step:focus")).to_have_count(1)
    _, x, y = focused(page).split(".")
    assert abs(int(x)) + abs(int(y) + 2) <= 2
    page.keyboard.press("Enter")
    expect(page.locator("#lift")).to_be_visible()


def test_u_takes_the_tile_back_before_the_turn(opened: Opened) -> None:
    page = ready(opened(f"{ROAD}?line={FIRST}"))
    page.locator("#board .mp-fits").first.click()
    expect(page.locator("#lift")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#lift")).to_have_count(0)
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")
    page.keyboard.press("u")
    expect(page.locator("#turn")).to_contain_text("Turn 1 of 3")


def test_the_end_of_the_game_is_seen_before_one_taps(opened: Opened) -> None:
    page = ready(opened(LAST_OF_BLUE, viewport=PHONE, has_touch=True, is_mobile=True))
    by_id(page, "cell.-10.-3").tap()
    expect(page.locator(".brings b")).to_have_text("The game ends with a result of 15.")
    expect(page.locator(".brings b")).to_be_in_viewport(ratio=1)
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "path",
    [
        ENDED,
        ROAD,
        f"{ROAD}?line={FIRST}",
        "/play",
        "/rules",
    ],
)
def test_nothing_is_wider_than_a_narrow_phone(opened: Opened, path: str) -> None:
    page = opened(path, viewport=NARROW, has_touch=True, is_mobile=True)
    assert NARROW["width"] == page.evaluate("document.documentElement.scrollWidth")


def test_scores_and_tiles_do_not_lie_over_each_other(opened: Opened) -> None:
    page = ready(opened(ROAD))
    for width in WINDOWS:
        page.set_viewport_size({"width": width, "height": 700})
        assert 0 == page.evaluate(OVERLAPS), width


@pytest.mark.parametrize(
    "path",
    [
        CODE,
        LAST_OF_BLUE,
        "/rules",
    ],
)
def test_axe_finds_nothing_serious(opened: Opened, path: str) -> None:
    for scheme in ("light", "dark"):
        assert [] == barriers(opened(path, color_scheme=scheme)), scheme


def test_a_finger_hits_what_it_means(opened: Opened) -> None:
    page = ready(opened(ROAD, viewport=PHONE, has_touch=True, is_mobile=True))
    by_id(page, "more-button").tap()
    for place in (page.locator("#share"), page.locator("#copy"), page.locator("#less")):
        box = place.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.locator("#less").tap()
    expect(page.locator("#more")).to_be_hidden()
