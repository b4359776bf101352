"""A person solves puzzles in a real browser: with mouse, finger, keyboard, without script."""

from __future__ import annotations

import json
import re
from contextlib import closing

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, expect_turns, lay, make, ready
from tests.sources import served_only
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn

pytestmark = needs_chromium

ROAD, ORDER = "4sx7ch90kg1j", "xrs29e2z6jmf"
PHONE = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}


def solution(shelf: Shelf, identity: str) -> tuple[Turn, ...]:
    found = shelf.puzzle(identity)
    assert found is not None
    return solution_line(found.packed)


def test_a_puzzle_is_solved_from_the_first_page_to_the_last_tile(
    opened: Opened, shelf: Shelf
) -> None:
    page = opened("/?goal=road-5-3c&level=easy")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.locator(f'#shelf a[href^="/puzzle/{ROAD}"]').click()
    ready(page)
    before = page.evaluate("history.length")
    for number, turn in enumerate(solution(shelf, ROAD), start=1):
        make(page, turn)
        expect_turns(page, number)
    expect(page.locator("#banner")).to_contain_text("Solved!")
    expect(page.locator("#banner")).to_contain_text("One solution: two independent programs")
    expect(page.locator("#banner")).to_contain_text("★ Solved at the first attempt, without hints.")
    scored = "Road, 5 points: blue 1 to 6, red 2 to 7, yellow 3 to 8."
    expect(page.locator("#says")).to_contain_text(scored)
    expect(page.locator("#player\\.2 .score")).to_have_text("7")
    assert before + 3 == page.evaluate("history.length")  # one entry for each turn
    page.goto("/?goal=road-5-3c&level=easy")
    expect(page.locator(f'#shelf [data-done="{ROAD}"]')).to_have_text("★ solved")


@pytest.mark.parametrize(
    ("steps", "identity", "sentence"),
    [
        (("cell.-1.-1",), "BASE-PLACE-3", "It does not fit here, however you turn it."),
        (("cell.0.-2", "claim.F"), "SOLO-MEEPLE-3", "Fields cannot be claimed."),
        (("cell.0.-2", "claim.-"), "SOLO-MEEPLE-1", "A meeple must be placed"),
    ],
)
def test_an_illegal_turn_is_refused_in_a_sentence_and_why_says_the_rule(
    opened: Opened, steps: tuple[str, ...], identity: str, sentence: str
) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    for step in steps:
        if step.startswith("claim."):
            page.locator("#shut summary").click()
        by_id(page, step).click()
    expect(page.locator("#refusal")).to_contain_text(sentence)
    expect(page.locator("#says")).to_contain_text(sentence)
    expect(page.get_by_text(identity)).not_to_be_visible()
    page.locator("#refusal summary").click()
    expect(page.get_by_text(identity)).to_be_visible()
    expect(page.locator("#play")).to_have_count(0)


def test_an_address_with_an_illegal_turn_shows_the_table_no_further(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{ROAD}?line=D2.0.-2.-"))
    expect(page.locator("#refusal, #problem").first).to_be_visible()


@served_only("its rules have names; the browser's say only that they forbid it")
def test_an_address_with_an_illegal_turn_says_the_rule(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{ROAD}?line=D2.0.-2.-"))
    expect(page.locator("#refusal")).to_contain_text("SOLO-MEEPLE-1")


@served_only("its table is in the page")
def test_the_tile_turns_through_legal_ways_only(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    table = json.loads(page.locator("#table").text_content() or "")
    square = max(table["squares"], key=lambda one: len(one["ways"]) * len(one["not"]))
    by_id(page, f"cell.{square['at'][0]}.{square['at'][1]}").click()
    seen = set()
    for _ in range(5):
        seen.add(page.locator("#spin").get_attribute("data-turn"))
        page.keyboard.press("r")
        expect(page.locator("#refusal")).to_have_count(0)
    assert seen == {str(way["turn"]) for way in square["ways"]}


def test_the_scoring_order_is_chosen_where_it_matters(opened: Opened, shelf: Shelf) -> None:
    page = ready(opened(f"/puzzle/{ORDER}"))
    first, last = solution(shelf, ORDER)
    make(page, first)
    expect_turns(page, 1)
    lay(page, last)
    if last.claim != NO_CLAIM and not by_id(page, "order.0").count():
        by_id(page, f"claim.{last.claim}").click()
    expect(page.locator("#turn")).to_contain_text("Two things score. Which first?")
    expect(page.locator("#play")).to_have_count(0)
    by_id(page, "order.1").click()
    expect(by_id(page, "order.1")).to_contain_text("yellow is not last")
    by_id(page, "order.0").click()
    by_id(page, "play").click()
    expect(page.locator("#banner")).to_contain_text("Solved!")


def test_turns_are_taken_back_and_the_browser_goes_forward_to_them(
    opened: Opened, shelf: Shelf
) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    make(page, solution(shelf, ROAD)[0])
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")
    by_id(page, "undo").click()
    expect(page.locator("#turn")).to_contain_text("Turn 1 of 3")
    expect(page.locator("#undo")).to_have_count(0)
    page.go_forward()
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")


def test_hints_come_in_steps_and_a_wrong_turn_is_told_when_asked(
    opened: Opened, shelf: Shelf
) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    by_id(page, "hint").click()
    expect(page.locator("#told p")).to_have_count(1)
    by_id(page, "hint").click()
    expect(page.locator("#earlier summary")).to_have_text("Earlier hints (1)")
    by_id(page, "hint").click()
    expect(page.locator(".mp-hinted")).to_have_count(1)
    by_id(page, "hint").click()
    expect(page.locator("#told")).to_contain_text("claims the road")
    # Numbers of squares are for those who do not see the marked one.
    assert ["on (0, -2)", ", (0, -2)"] == [
        text.strip() for text in page.locator("#told .unseen").all_text_contents()
    ]
    make(page, solution(shelf, ROAD)[0])
    expect_turns(page, 1)
    by_id(page, "check").click()
    expect(page.locator("#checked")).to_contain_text("You are on track")
    by_id(page, "undo").click()
    by_id(page, "cell.0.-2").click()
    by_id(page, "claim.S").click()
    by_id(page, "play").click()
    by_id(page, "check").click()
    expect(page.locator("#checked")).to_contain_text("Turn 1 was a mistake")
    by_id(page, "reveal").click()
    by_id(page, "show-it").click()
    expect(page.locator("#solution")).to_contain_text("The only solution")
    expect(page.locator(".mp-number")).to_have_count(3)
    begun = page.locator(".mp-laid").count()
    by_id(page, "watch").click()
    expect(page.locator(".mp-laid")).to_have_count(begun + 2)  # all three, and one was mine
    by_id(page, "resume").click()
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")
    expect(page.locator(".mp-laid")).to_have_count(begun)


def test_a_link_with_turns_solves_nothing_and_a_puzzle_is_gone_on_with(
    opened: Opened, shelf: Shelf
) -> None:
    line = "~".join(map(turn_text, solution(shelf, ROAD)))
    page = ready(opened(f"/puzzle/{ROAD}?line={line}"))
    expect(page.locator("#banner")).to_contain_text("Solved!")
    page.goto("/?goal=road-5-3c&level=easy")
    expect(page.locator(f'#shelf [data-done="{ROAD}"]')).to_have_text("")
    page.goto(f"/puzzle/{ORDER}")
    make(ready(page), solution(shelf, ORDER)[0])
    expect_turns(page, 1)
    page.goto(f"/puzzle/{ORDER}")
    expect(page.locator("#turn")).to_contain_text("Turn 2 of 2")


def test_a_lost_connection_keeps_the_board_and_the_turn(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    # A context of its own: what the browser says of the lost connection is no fault of the page.
    # The service worker would pass by the page's own routes.
    with closing(browser.new_context(base_url=address, service_workers="block")) as context:
        page = context.new_page()
        page.goto(f"/puzzle/{ROAD}")
        before = ready(page).locator(".mp-laid").count()
        for lost in ("**/api/table?*", "**/solo.json"):
            page.route(lost, lambda route: route.abort())
        make(page, solution(shelf, ROAD)[0])
        expect(page.locator("#offline")).to_contain_text("No connection. Your turn is kept")
        expect(page.locator(".mp-laid")).to_have_count(before + 1)
        for lost in ("**/api/table?*", "**/solo.json"):
            page.unroute(lost)
        by_id(page, "retry").click()
        expect(page.locator("#turn")).to_contain_text("Turn 2 of 3")
        expect(page.locator("#offline")).to_be_hidden()


def test_an_end_that_cannot_be_shown_yet_is_shown_when_there_is_a_connection(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    lost = re.compile(r"/(part-)?end\.js$")
    with closing(browser.new_context(base_url=address, service_workers="block")) as context:
        page = context.new_page()
        page.route(lost, lambda route: route.abort())
        page.goto(f"/puzzle/{ROAD}")
        ready(page)
        for turn in solution(shelf, ROAD):
            make(page, turn)
        expect(page.locator("#offline")).to_contain_text("No connection. Your turn is kept")
        page.unroute(lost)
        by_id(page, "retry").click()
        expect(page.locator("#banner")).to_contain_text("Solved!")
        expect(page.locator("#offline")).to_be_hidden()


def test_the_link_that_is_shared_opens_the_same_puzzle_elsewhere(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    shared = page.locator("#share").get_attribute("href")
    assert shared is not None
    other = ready(opened(shared))
    assert page.locator(".pieces").inner_html() == other.locator(".pieces").inner_html()


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_on_a_phone_it_is_solved_by_touch_without_scrolling(
    opened: Opened, shelf: Shelf, size: dict[str, int]
) -> None:
    page = ready(opened(f"/puzzle/{ROAD}", viewport=size, has_touch=True, is_mobile=True))
    for number, turn in enumerate(solution(shelf, ROAD), start=1):
        lay(page, turn, touch=True)
        if turn.claim != NO_CLAIM:
            spot = by_id(page, f"spot.{turn.claim}")
            box = spot.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            spot.tap()
        expect(by_id(page, "play")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        by_id(page, "play").tap()
        expect_turns(page, number)
    expect(page.locator("#banner")).to_contain_text("Solved!")


def test_a_large_board_shows_cells_that_a_finger_hits_and_can_be_fitted(
    opened: Opened, shelf: Shelf
) -> None:
    large = max(shelf.puzzles, key=lambda one: len(one.puzzle.position.placements))
    page = ready(opened(f"/puzzle/{large.id}", viewport=PHONE))
    cell = page.locator(".mp-step").first.bounding_box()
    assert cell is not None
    assert cell["width"] >= 28
    for _ in range(6):
        page.locator("#zoom-out").click()
    places = page.locator(".mp-step").all()
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    for place in places:
        box = place.bounding_box()
        assert box is not None
        assert (
            stage["x"] - 1 <= box["x"] <= box["x"] + box["width"] <= stage["x"] + stage["width"] + 1
        )


def test_it_is_solved_with_the_keyboard_alone(opened: Opened, shelf: Shelf) -> None:
    page = ready(opened(f"/puzzle/{ROAD}"))
    for number, turn in enumerate(solution(shelf, ROAD), start=1):
        walk(page, turn)
        page.keyboard.press("Enter")
        for _ in range(4):
            if page.locator("#spin").get_attribute("data-turn") == str(turn.rotation):
                break
            page.keyboard.press("r")
        if not by_id(page, "play").count():
            tab_to(page, f"claim.{turn.claim}")
            page.keyboard.press("Enter")
        assert "play" == focused(page)  # the focus goes where the turn goes
        page.keyboard.press("Enter")
        expect_turns(page, number)
    expect(page.locator("#banner")).to_be_focused()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def tab_to(page: Page, key: str) -> None:
    for _ in range(40):
        if focused(page) == key:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never comes to {key}")


def walk(page: Page, turn: Turn) -> None:
    """Go to some cell by Tab, then to the turn's by arrows, each of which goes nearer."""
    for _ in range(40):
        if focused(page).startswith("cell."):
            break
        page.keyboard.press("Tab")
    been = set[str]()
    for _ in range(40):
        been.add(focused(page))
        _, x, y = focused(page).split(".")
        across, up = turn.x - int(x), turn.y - int(y)
        if not across and not up:
            return
        wanted = ["ArrowRight" if across > 0 else "ArrowLeft"] if across else []
        wanted += ["ArrowUp" if up > 0 else "ArrowDown"] if up else []
        before = focused(page)
        for key in wanted:
            page.keyboard.press(key)
            if focused(page) not in {before, *been}:
                break
        else:
            page.keyboard.press("Tab")
    pytest.fail(f"the arrows never come to ({turn.x}, {turn.y})")


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("/", ""),
        (f"/puzzle/{ROAD}", "hh"),
        (f"/puzzle/{ROAD}?line=D2.0.-2.E~V1.1.-2.-~U0.-1.-2.-.E", ""),
    ],
)
def test_axe_finds_nothing_serious(opened: Opened, path: str, keys: str) -> None:
    page = opened(path)
    for key in keys:
        ready(page).keyboard.press(key)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert [] == barriers(page), scheme


def test_axe_finds_nothing_serious_in_the_middle_of_a_turn(opened: Opened) -> None:
    page = ready(opened(f"/puzzle/{ROAD}", viewport=PHONE))
    by_id(page, "cell.0.-2").click()
    by_id(page, "claim.E").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert [] == barriers(page), scheme


@served_only("the files of a site are the same whatever their query")
def test_what_a_stranger_writes_is_text(address: str) -> None:
    for path in (
        "/p?code=<script>alert(1)</script>",
        f"/puzzle/{ROAD}?line=<script>alert(1)</script>",
        f"/puzzle/{ROAD}?line=</script><script>alert(1)</script>",
        '/?goal="><script>alert(1)</script>',
    ):
        answer = httpx.get(f"{address}{path}")
        assert "<script>alert" not in answer.text
        assert answer.status_code in (200, 400)


@served_only("a host of files has its own answers")
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/puzzle/nowhere", 404),
        ("/static/%2e%2e/routes.py", 404),
        ("/p", 400),
        ("/p?code=s3.4~D0.0.0~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10", 400),
        (f"/puzzle/{ROAD}?line={'U0.0.1.-~' * 500}", 400),
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


def test_puzzles_are_chosen_by_goal_level_and_more(opened: Opened, shelf: Shelf) -> None:
    every = list(shelf.puzzles)
    page = opened("/")
    expect(page.locator("#found")).to_have_text(f"{len(every)} puzzles")
    while page.locator("#further").is_visible():
        page.locator("#further").click()
    cards = page.locator("#shelf [data-card]").evaluate_all(
        "all => all.map((one) => one.dataset.card)"
    )
    assert [one.id for one in every] == cards
    asked = {
        "goal=road-5-3c&level=easy": [
            one for one in every if one.pack == "road-5-3c" and one.level == "easy"
        ],
        "tiles=4&needs=lowest&decoys=5": [
            one
            for one in every
            if one.puzzle.tiles == 4
            and "lowest" in one.document.get("needs", ())
            and one.document.get("decoys", 0) >= 5
        ],
    }
    for query, fitting in asked.items():
        page.goto(f"/?{query}")
        number = len(fitting)
        told = f"{number} puzzle{'s' if number > 1 else ''}" if fitting else "No puzzle fits"
        expect(page.locator("#found")).to_have_text(told)


@served_only("a host of files reads no code")
def test_a_code_that_breaks_a_rule_says_which(address: str) -> None:
    answer = httpx.get(f"{address}/p?code=s3.4~D0.0.0~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10")
    assert "BASE-PLACE-2" in answer.text
    assert "2 tiles lie on cell (0,0)" in answer.text


@served_only("it sends headers; test_site looks at those in pages")
def test_pages_let_nothing_run_but_their_own_script(address: str) -> None:
    for path in ("/", f"/puzzle/{ROAD}", "/rules", "/puzzle/nowhere"):
        answer = httpx.get(f"{address}{path}")
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert " style=" not in answer.text
        assert " onclick=" not in answer.text
