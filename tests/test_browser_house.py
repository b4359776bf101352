"""A person plays the house game in a real browser: studies, a double turn, whose farm it is."""

from __future__ import annotations

from contextlib import closing
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, ready, stay, wait_until_kept
from tests.house_shelf import house_shelf
from tests.test_house_tables import DOUBLE, FARM, POINTS, STUDY, of_id
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import PartTurn

pytestmark = needs_chromium

STUDIES = ("crrcy0vyhqmf", "tvq2z7fzrc4h")
"""One to lead by the most points, one to save a draw; another test plays one to win."""
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return house_shelf(tmp_path_factory.mktemp("packs"))


def hold(page: Page, tile: str) -> None:
    """Take a tile of the open hand, unless it is held already."""
    drawing = f"#{tile.replace('/', '-')}."
    card = page.locator(f'.card-tile:has(use[href^="{drawing}"])')
    if card.get_attribute("aria-pressed") == "false":
        card.click()


def choose(page: Page, turn: PartTurn) -> None:
    """Choose the piece and its place, and whether a second part follows if that is asked."""
    if turn.piece is None:
        if by_id(page, "claim.-").count():  # else nothing else can be done, and it is chosen
            by_id(page, "claim.-").click()
    else:
        sort = by_id(page, f"sort.{turn.piece}")
        if sort.count():
            sort.click()
        by_id(page, f"claim.{turn.piece}.{turn.feature}").click()
    if by_id(page, "order.0").count():
        by_id(page, f"order.{int(turn.second)}").click()


def make(page: Page, text: str) -> None:
    """Make a part-turn with the mouse, and wait for the answer."""
    turn = parse_part_turn(text)
    hold(page, turn.tile)
    by_id(page, f"cell.{turn.x}.{turn.y}").click()
    for _ in range(4):
        if page.locator("#spin").get_attribute("data-turn") != str(turn.rotation):
            page.locator("#spin").click()
    choose(page, turn)
    by_id(page, "play").click()
    expect(page.locator("body:not(.busy)")).to_have_count(1)


def play_line(page: Page, line: list[str]) -> None:
    """Make the part-turns of a line that are one's own; the others are the opponent's answers."""
    while not by_id(page, "banner").count():
        make(page, line[turns_made(page)])


def turns_made(page: Page) -> int:
    (line,) = parse_qs(urlsplit(page.url).query).get("line", [""])
    return len(line.split("~")) if line else 0


def test_a_study_is_lost_refuted_taken_back_and_won(opened: Opened, shelf: Shelf) -> None:
    solution = of_id(shelf, STUDY).solution or {}
    page = ready(opened(f"/puzzle/{STUDY}", reduced_motion="reduce"))
    expect(page.locator(".margin")).to_be_visible()
    make(page, solution["refutations"][0]["line"][0])
    expect(by_id(page, "refuted")).to_contain_text("out of reach")
    expect(by_id(page, "says")).to_contain_text("out of reach")
    expect(by_id(page, "answered")).to_be_visible()
    assert [] == barriers(page)
    by_id(page, "refute").click()
    expect(by_id(page, "replay")).to_contain_text("Why it fails")
    by_id(page, "resume").click()
    by_id(page, "take-back").click()
    expect(page.locator(".card-tile")).to_have_count(3)
    assert page.url.endswith(STUDY)  # the opponent's answer is taken back, too
    line = solution["line"]
    make(page, line[0])
    page.reload()
    ready(page)
    expect(page.locator(".card-tile")).to_have_count(1)
    by_id(page, "owners").click()
    expect(by_id(page, "owned")).to_contain_text("Farm")
    expect(page.locator(".mp-tint").first).to_be_attached()
    by_id(page, "owned-close").click()
    make(page, line[2])
    expect(by_id(page, "banner")).to_contain_text("Solved!")
    expect(by_id(page, "tries")).to_contain_text("What nearly works, and why it fails")
    page.goto("/house")
    expect(page.locator("[data-facts]")).to_contain_text("1 of 46 solved")


@pytest.mark.parametrize("identity", STUDIES)
def test_studies_of_all_goals_are_won_and_refuted(
    opened: Opened, shelf: Shelf, identity: str
) -> None:
    solution = of_id(shelf, identity).solution or {}
    page = ready(opened(f"/puzzle/{identity}", reduced_motion="reduce"))
    play_line(page, solution["line"])
    expect(by_id(page, "banner")).to_contain_text("Solved!")
    page.goto(f"/puzzle/{identity}")
    by_id(ready(page), "play-again").click()
    make(page, solution["refutations"][0]["line"][0])
    expect(by_id(page, "refuted")).to_contain_text("out of reach")
    by_id(page, "refute").click()
    expect(by_id(page, "replay")).to_contain_text("Why it fails")
    counted = page.locator("#replay .who")
    _, number, _, last = counted.inner_text().split()
    for turn in range(int(number) + 1, int(last) + 1):
        by_id(page, "forward").click()
        expect(counted).to_have_text(f"Turn {turn} of {last}")
    expect(by_id(page, "replayed")).to_contain_text("Not this time")


def test_whose_farm_it_is_is_answered_with_a_finger(opened: Opened, shelf: Shelf) -> None:
    solution = of_id(shelf, FARM).solution or {}
    page = ready(
        opened(
            f"/puzzle/{FARM}",
            viewport=PHONE,
            has_touch=True,
            color_scheme="dark",
            reduced_motion="reduce",
        )
    )
    by_id(page, "brush.2").tap()
    page.locator(".mp-zone").nth(5).tap()
    expect(page.locator(".mp-tint")).to_have_count(1)
    for wanted, kind in (
        (solution["wrong"][0]["points"], "missed"),
        (solution["points"], "solved"),
    ):
        for colour, points in enumerate(wanted):
            by_id(page, f"points.{colour}").fill(str(points))
        by_id(page, "play").tap()
        expect(page.locator(f"#banner.{kind}")).to_be_visible()
        by_id(page, "owners").tap()
        expect(page.locator(".mp-tint").first).to_be_attached()
        assert [] == barriers(page)
        by_id(page, "owned-close").tap()
        if kind == "missed":
            by_id(page, "undo").tap()


def test_both_parts_of_a_turn_are_played_by_the_keyboard(opened: Opened, shelf: Shelf) -> None:
    page = ready(opened(f"/puzzle/{DOUBLE}"))
    for text in (of_id(shelf, DOUBLE).solution or {})["line"]:
        turn = parse_part_turn(text)
        drawing = f"#{turn.tile.replace('/', '-')}."
        card = page.locator(f'.card-tile:has(use[href^="{drawing}"])')
        if card.get_attribute("aria-pressed") == "false":
            card.press("Enter")
        by_id(page, f"cell.{turn.x}.{turn.y}").press("Enter")
        for _ in range(4):
            if page.locator("#spin").get_attribute("data-turn") != str(turn.rotation):
                page.keyboard.press("r")
        claim = f"{turn.piece}.{turn.feature}" if turn.piece else "-"
        by_id(page, f"claim.{claim}").press("Enter")
        if by_id(page, "order.0").count():
            by_id(page, f"order.{int(turn.second)}").press("Enter")
        by_id(page, "play").press("Enter")
        expect(page.locator("body:not(.busy)")).to_have_count(1)
    expect(by_id(page, "banner")).to_contain_text("Solved!")
    expect(by_id(page, "banner")).to_be_focused()


def play_out(page: Page) -> None:
    """Play a game to its end: always the first tile, square and claim there is."""
    while not by_id(page, "banner").count():
        for card in page.locator(".card-tile").all():
            card.press("Enter")
            if page.locator(".mp-fits, .mp-turns").count():
                break
        page.locator(".mp-fits, .mp-turns").first.press("Enter")
        page.locator(".chips:not(.sorts) .chip:not(.off)").last.press("Enter")
        if by_id(page, "order.1").count():
            by_id(page, "order.1").press("Enter")
        by_id(page, "play").press("Enter")
        expect(page.locator("body:not(.busy)")).to_have_count(1)


@pytest.mark.parametrize(("players", "against"), [("2", "the computer, looking ahead"), ("4", "")])
def test_an_evening_goes_from_the_set_up_into_the_ledger(
    opened: Opened, players: str, against: str
) -> None:
    page = opened("/house/play", reduced_motion="reduce")
    page.get_by_label("Players").select_option(players)
    page.get_by_label("Minutes").fill("3")
    page.get_by_label("Seed").fill("7")
    by_id(page, "name.0").fill("Ada")
    by_id(page, "name.0").press("Tab")
    by_id(page, "seat.1").select_option(label=against or "a person")
    assert [] == barriers(page)
    page.get_by_role("button", name="Begin").click()
    ready(page)
    play_out(page)
    expect(by_id(page, "banner")).to_contain_text("win")
    by_id(page, "owners").click()
    expect(by_id(page, "owned")).to_contain_text("Final scoring")
    assert [] == barriers(page)
    by_id(page, "owned-close").click()
    by_id(page, "undo").click()
    expect(by_id(page, "banner")).to_have_count(0)
    page.goto("/house/play")
    expect(page.locator("#evenings a")).to_have_count(1)
    page.goto("/house")
    page.locator("#evenings a").click()
    ready(page)
    play_out(page)
    by_id(page, "to-ledger").click()
    expect(by_id(page, "evening-told")).to_contain_text("won")
    by_id(page, "see-ledger").click()
    expect(by_id(page, "lines")).to_contain_text("Ada")
    expect(by_id(page, "ledger-rows")).not_to_contain_text("Computer")
    page.goto("/house/play")
    expect(page.locator("#evenings a")).to_have_count(0)


def test_a_table_is_put_together_mended_and_scored(opened: Opened) -> None:
    page = ready(opened("/house/score", reduced_motion="reduce"))
    by_id(page, "cell.1.0").click()
    by_id(page, "box.base/V.0").click()
    by_id(page, "sort.big").click()
    page.locator('#chosen [id^="claim."][id$=".1"]').first.click()
    expect(page.locator('#chosen [aria-pressed="true"][id^="claim."]')).to_have_count(1)
    expect(by_id(page, "owners")).to_be_visible()
    by_id(page, "sort.builder").click()
    page.locator('#chosen [id^="claim."][id$=".2"]').first.click()
    expect(page.locator("#result")).to_contain_text("HOUSE-TURN-4")
    expect(page.locator("#result")).to_contain_text("The rest comes to this")
    expect(page.locator("#result .totals")).to_be_visible()
    expect(page.locator(".mp-misfit")).not_to_have_count(0)
    assert [] == barriers(page)
    by_id(page, "undo").click()
    by_id(page, "owners").click()
    expect(by_id(page, "owned")).to_contain_text("to blue")
    page.reload()
    ready(page)
    expect(page.locator("#result .totals")).to_be_visible()
    page.goto("/house/score?board=h2~base/D0.0.0~base/E2.0.1")
    by_id(ready(page), "cell.0.1").click()
    by_id(page, "claim.Nl.1").click()
    by_id(page, "owners").click()
    expect(by_id(page, "owned")).to_contain_text("Farm: 3 points to blue")
    expect(page.locator(".mp-tint").first).to_be_attached()


def test_the_puzzle_of_today_is_fetched_beforehand(browser: Browser, address: str) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.clock.install()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto("/house")
        wait_until_kept(page, page.locator("#daily[href]").get_attribute("href") or "")
        context.set_offline(True)
        by_id(page, "daily").click()
        expect(by_id(ready(page), "players")).to_be_visible()


def test_turns_and_farms_that_were_opened_are_answered_offline(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    turn, farm = (of_id(shelf, each).solution or {} for each in (POINTS, FARM))
    with closing(browser.new_context(base_url=address, reduced_motion="reduce")) as context:
        page = context.new_page()
        page.clock.install()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        for identity in (FARM, POINTS):
            stay(page, f"/puzzle/{identity}")
        context.set_offline(True)
        make(ready(page), turn["others"][0]["line"][0])
        expect(by_id(page, "banner")).to_contain_text("Not this time")
        by_id(page, "undo").click()
        make(page, turn["line"][0])
        expect(by_id(page, "banner")).to_contain_text("Solved!")
        page.goto(f"/puzzle/{FARM}")
        right = farm["points"]
        for points, said in (
            (farm["wrong"][0]["points"], "Remember: "),
            ([right[0] + 7, *right[1:]], f"Blue {right[0] + 7}, "),
            (right, "this is right"),
        ):
            for colour, each in enumerate(points):
                by_id(page, f"points.{colour}").fill(str(each))
            by_id(ready(page), "play").click()
            expect(by_id(page, "banner")).to_contain_text(said)
            if points != right:
                by_id(page, "undo").click()


def test_computers_play_on_until_it_is_a_person_s_turn(opened: Opened) -> None:
    """They make two part-turns a request at most, and the page asks on."""
    game = "/house/game?players=4&minutes=4&seed=2&hand=3&sets=base"
    page = ready(opened(f"{game}&seats=greedy.greedy.greedy.person", reduced_motion="reduce"))
    expect(page.locator("#answered p")).to_have_count(3)
    expect(page.locator(".card-tile:enabled").first).to_be_visible()
    assert 3 == turns_made(page)
