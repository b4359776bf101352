"""A person solves puzzles in a real browser: with mouse, finger, keyboard, without script."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect
from starlette.applications import Starlette

from service.pages.routes import page_routes
from service.shelf import Shelf, open_shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.service_client import STILL, listening
from verifier.carcassonne.turn import NO_CLAIM, Turn

pytestmark = needs_chromium

ROAD, ORDER = "4sx7ch90kg1j", "xrs29e2z6jmf"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture(scope="module")
def address(shelf: Shelf) -> Iterator[str]:
    with listening(Starlette(routes=page_routes(shelf))) as found:
        yield found


def solution(shelf: Shelf, identity: str) -> tuple[Turn, ...]:
    found = shelf.puzzle(identity)
    assert found is not None
    return found.line


def choose(page: Page, key: str) -> None:
    """Click what has that id and wait until the game shows what came of it."""
    link = page.locator(f'[id="{key}"]')
    leads_to = link.get_attribute("href")
    link.click()
    page.wait_for_url(f"{page.url.split('/p')[0]}{leads_to}")
    shown(page)


def shown(page: Page) -> None:
    """Wait until nothing is under way."""
    expect(page.locator("#game[aria-busy]")).to_have_count(0)


def changed(page: Page, before: str) -> None:
    """Wait until the address is another one, and the game shows it."""
    page.wait_for_function("before => location.href !== before", arg=before)
    shown(page)


def make(page: Page, turn: Turn) -> None:
    """Make a turn with the mouse: cell, rotation, meeple."""
    choose(page, f"cell.{turn.x}.{turn.y}")
    for _ in range(4):
        if f"turn={turn.rotation}" in page.url:
            break
        choose(page, "turn-right")
    if turn.claim != NO_CLAIM:
        choose(page, f"claim.{turn.claim}")


def test_a_puzzle_is_solved_from_the_first_page_to_the_last_tile(
    opened: Opened, shelf: Shelf
) -> None:
    page = opened("/?goal=road-5-3c&level=easy")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.locator(f'.shelf a[href="/puzzle/{ROAD}"]').click()
    for turn in solution(shelf, ROAD):
        make(page, turn)
        choose(page, "play")
    expect(page.locator("#banner")).to_contain_text("Solved!")
    scored = "Road, 5 points: blue 1 to 6, red 2 to 7, yellow 3 to 8."
    expect(page.locator("#says")).to_have_text(
        f"Solved! The goal is reached. Scored in turn 3: {scored}"
    )
    expect(page.locator("#scored")).to_contain_text("red 2 → 7")
    page.goto("/?goal=road-5-3c&level=easy")
    expect(page.locator(f'[data-done="{ROAD}"]')).to_have_text("✓ solved")


def test_without_script_it_is_solved_all_the_same(opened: Opened, shelf: Shelf) -> None:
    page = opened(f"/puzzle/{ROAD}", java_script_enabled=False)
    for turn in solution(shelf, ROAD):
        make(page, turn)
        choose(page, "play")
    expect(page.locator("#banner")).to_contain_text("Solved!")


@pytest.mark.parametrize(
    ("steps", "identity", "sentence"),
    [
        (("cell.-1.-1",), "BASE-PLACE-3", "meets the"),
        (("cell.0.-2", "turn-right"), "BASE-PLACE-3", "Its road meets the field of B"),
        (("cell.0.-2", "claim.F"), "SOLO-MEEPLE-3", "Fields cannot be claimed."),
        (("cell.0.-2", "claim.-"), "SOLO-MEEPLE-1", "A meeple must be placed"),
    ],
)
def test_an_illegal_turn_is_refused_with_the_rule_in_a_sentence(
    opened: Opened, steps: tuple[str, ...], identity: str, sentence: str
) -> None:
    page = opened(f"/puzzle/{ROAD}")
    for step in steps:
        choose(page, step)
    expect(page.locator("#refusal")).to_contain_text(identity)
    expect(page.locator("#refusal")).to_contain_text(sentence)
    expect(page.locator("#says")).to_contain_text("Not allowed.")
    expect(page.locator("#play")).to_have_count(0)


@pytest.mark.parametrize(
    ("query", "identity"),
    [
        ("at=0.0", "BASE-PLACE-2"),  # a taken cell
        ("at=9.9", "BASE-PLACE-2"),  # a cell with nothing beside it
        ("line=D2.0.-2.E~V1.1.-2.-&at=-1.-2&claim=E", "SOLO-MEEPLE-5"),
        ("line=D2.0.-2.-", "SOLO-MEEPLE-1"),  # a turn written by hand
    ],
)
def test_an_address_with_an_illegal_turn_says_the_rule(
    opened: Opened, query: str, identity: str
) -> None:
    page = opened(f"/puzzle/{ROAD}?{query}")
    expect(page.locator("#refusal")).to_contain_text(identity)


def test_the_scoring_order_is_chosen_where_it_matters(opened: Opened, shelf: Shelf) -> None:
    page = opened(f"/puzzle/{ORDER}")
    first, last = solution(shelf, ORDER)
    make(page, first)
    choose(page, "play")
    make(page, last)
    expect(page.locator("#turn")).to_contain_text("What is scored first?")
    expect(page.locator("#play")).to_have_count(0)
    choose(page, "order.1")
    expect(page.locator('[id="order.1"]')).to_contain_text("yellow is not lowest")
    choose(page, "order.0")
    choose(page, "play")
    expect(page.locator("#banner")).to_contain_text("Solved!")


def test_turns_are_taken_back_and_the_browser_goes_back_too(opened: Opened, shelf: Shelf) -> None:
    page = opened(f"/puzzle/{ROAD}")
    make(page, solution(shelf, ROAD)[0])
    choose(page, "play")
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")
    choose(page, "undo")
    expect(page.locator("#turn")).to_contain_text("Turn 1 of 3")
    expect(page.locator("#undo")).to_have_count(0)
    page.go_back()
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")


def test_hints_come_in_steps_and_a_wrong_turn_is_told_when_asked(
    opened: Opened, shelf: Shelf
) -> None:
    page = opened(f"/puzzle/{ROAD}")
    choose(page, "hint")
    expect(page.locator("#told")).to_contain_text("Hint: the idea")
    choose(page, "hint")
    expect(page.locator("#told")).to_contain_text("D goes on (0, -2).")
    expect(page.locator(".mp-hinted")).to_have_count(1)
    choose(page, "hint")
    expect(page.locator("#told")).to_contain_text("claims the road at its east edge")
    make(page, solution(shelf, ROAD)[0])
    choose(page, "play")
    choose(page, "check")
    expect(page.locator("#checked")).to_contain_text("You are on the right track")
    choose(page, "undo")
    choose(page, "cell.0.-2")
    choose(page, "claim.S")
    choose(page, "play")
    choose(page, "check")
    expect(page.locator("#checked")).to_contain_text("turn 1 leaves the only solution")
    choose(page, "reveal")
    expect(page.locator("#solution")).to_contain_text("The only solution")


def test_the_link_that_is_shared_opens_the_same_puzzle_elsewhere(
    opened: Opened, shelf: Shelf
) -> None:
    shared = opened(f"/puzzle/{ROAD}").locator("#share").get_attribute("href")
    assert shared is not None
    other = opened(shared)
    for turn in solution(shelf, ROAD):
        make(other, turn)
        choose(other, "play")
    expect(other.locator("#banner")).to_contain_text("Solved!")


def test_on_a_phone_it_is_solved_by_touch_and_nothing_is_cut_off(
    opened: Opened, shelf: Shelf
) -> None:
    page = opened(f"/puzzle/{ROAD}", viewport=PHONE, has_touch=True, is_mobile=True)
    for turn in solution(shelf, ROAD):
        begun = page.url
        page.locator(f'[id="cell.{turn.x}.{turn.y}"]').tap()
        changed(page, begun)
        while f"turn={turn.rotation}" not in page.url:
            before = page.url
            page.locator("#spin").tap(position={"x": 8, "y": 8})
            changed(page, before)
        if turn.claim != NO_CLAIM:
            before = page.url
            page.locator(f'[id="spot.{turn.claim}"]').tap()
            changed(page, before)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        before = page.url
        page.locator("#play").tap()
        changed(page, before)
    expect(page.locator("#banner")).to_contain_text("Solved!")


def test_a_large_board_scrolls_on_a_phone_or_shows_as_a_whole(opened: Opened, shelf: Shelf) -> None:
    large = max(shelf.puzzles, key=lambda one: len(one.puzzle.position.placements))
    page = opened(f"/puzzle/{large.id}", viewport=PHONE)
    cell = page.locator("#board a").first
    box = cell.bounding_box()
    assert box is not None
    assert box["width"] >= 36  # a finger hits it
    page.get_by_role("button", name="Whole board").click()
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["width"] <= PHONE["width"]


def test_it_is_solved_with_the_keyboard_alone(opened: Opened, shelf: Shelf) -> None:
    page = opened(f"/puzzle/{ROAD}")
    for turn in solution(shelf, ROAD):
        walk(page, turn)
        press(page, "Enter")
        for _ in range(4):
            if f"turn={turn.rotation}" in page.url:
                break
            press(page, "r")
        if turn.claim != NO_CLAIM:
            tab_to(page, f"claim.{turn.claim}")
            press(page, "Enter")
        tab_to(page, "play")
        press(page, "Enter")
    expect(page.locator("#banner")).to_be_focused()


def press(page: Page, key: str) -> None:
    before = page.url
    page.keyboard.press(key)
    changed(page, before)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def tab_to(page: Page, key: str) -> None:
    for _ in range(80):
        if focused(page) == key:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never comes to {key}")


def walk(page: Page, turn: Turn) -> None:
    """Go to some cell by Tab, then to the turn's by arrows, each of which goes nearer."""
    for _ in range(80):
        if focused(page).startswith("cell."):
            break
        page.keyboard.press("Tab")
    for _ in range(40):
        _, x, y = focused(page).split(".")
        across, up = turn.x - int(x), turn.y - int(y)
        if not across and not up:
            return
        before = focused(page)
        wanted = ["ArrowRight" if across > 0 else "ArrowLeft"] if across else []
        wanted += ["ArrowUp" if up > 0 else "ArrowDown"] if up else []
        for key in wanted:
            page.keyboard.press(key)
            if focused(page) != before:
                break
        else:
            page.keyboard.press("Tab")
    pytest.fail(f"the arrows never come to ({turn.x}, {turn.y})")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        f"/puzzle/{ROAD}",
        f"/puzzle/{ROAD}?at=0.-2&turn=2",
        f"/puzzle/{ROAD}?at=0.-2&turn=3&hint=2",
        f"/puzzle/{ROAD}?line=D2.0.-2.E~V1.1.-2.-~U0.-1.-2.-.E",
        f"/puzzle/{ROAD}?line=D2.0.-2.E~V1.1.-2.-~U0.2.-1.E&reveal=1",
        f"/puzzle/{ORDER}?line=T0.3.2.S.S&at=-1.-1&turn=1&claim=N&check=1",
    ],
)
def test_axe_finds_nothing_serious(opened: Opened, path: str) -> None:
    page = opened(path)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert [] == barriers(page), scheme


def test_what_a_stranger_writes_is_text(address: str) -> None:
    for path in (
        "/p?code=<script>alert(1)</script>",
        f"/puzzle/{ROAD}?line=<script>alert(1)</script>",
        f'/puzzle/{ROAD}?at="><script>alert(1)</script>',
        '/?goal="><script>alert(1)</script>',
    ):
        answer = httpx.get(f"{address}{path}")
        assert "<script>alert" not in answer.text
        assert answer.status_code in (200, 400)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/puzzle/nowhere", 404),
        ("/static/%2e%2e/routes.py", 404),
        ("/p", 400),
        ("/p?code=s3.4~D0.0.0~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10", 400),
        (f"/puzzle/{ROAD}?turn=7", 400),
        (f"/puzzle/{ROAD}?claim=X", 400),
        (f"/puzzle/{ROAD}?line={'U0.0.1.-~' * 500}", 400),
        ("/?page=x", 400),
        ("/p?code=s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~g.road-10", 400),
        ("/p?code=s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10", 200),
        ("/daily", 200),
        ("/rules", 200),
        ("/static/icon.svg", 200),
        ("/static/drawing.css", 200),
        (f"/puzzle/{ROAD}/board.svg", 200),
    ],
)
def test_addresses_that_lead_nowhere_say_so(address: str, path: str, status: int) -> None:
    assert status == httpx.get(f"{address}{path}", follow_redirects=True).status_code


def test_puzzles_are_chosen_by_goal_and_level_page_by_page(address: str, shelf: Shelf) -> None:
    whole = [httpx.get(f"{address}/?page={number}").text for number in (1, 2)]
    for one in shelf.puzzles:
        assert 1 == sum(f'href="/puzzle/{one.id}"><img' in text for text in whole), one.id
    easy = httpx.get(f"{address}/?goal=road-5-3c&level=easy").text
    wished = [one for one in shelf.puzzles if one.pack == "road-5-3c" and one.level == "easy"]
    assert f"{len(wished)} puzzles" in easy
    assert "No puzzle fits" in httpx.get(f"{address}/?level=dreadful").text


def test_a_code_that_breaks_a_rule_says_which(address: str) -> None:
    answer = httpx.get(f"{address}/p?code=s3.4~D0.0.0~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10")
    assert "BASE-PLACE-2" in answer.text
    assert "2 tiles lie on cell (0,0)" in answer.text


def test_pages_let_nothing_run_but_their_own_script(address: str) -> None:
    for path in ("/", f"/puzzle/{ROAD}", "/rules", "/puzzle/nowhere"):
        answer = httpx.get(f"{address}{path}")
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert " style=" not in answer.text
        assert " onclick=" not in answer.text
