"""NEOM in a real browser: beside the real game, a demo game, a catalogue that is not taken."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from meepleproof.service.play.neom.table import log_in_link
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, chromium, needs_chromium, opener
from tests.service_client import clients, listening
from tests.sources import served_only

pytestmark = [
    needs_chromium,
    served_only("its requests are waited for"),
]

DOCS = Path(__file__).parent.parent / "docs" / "examples"
GAMES = "meepleproof.neom"
GAME = json.loads((DOCS / "neom-game-dealt.json").read_text("utf-8"))
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with (
        clients(Shelf([], {}), tmp_path_factory.mktemp("state")) as make,
        listening(make.app) as found,
    ):
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def opened(browser: Browser, site: str) -> Iterator[Opened]:
    with opener(browser, site) as opening:
        yield opening


def answered(page: Page, act: Callable[[], object]) -> None:
    """Do what asks the server, and wait until its answer is shown."""
    with page.expect_response("**/api/neom/table"):
        act()
    expect(page.locator("body:not(.busy)")).to_have_count(1)


def turn_up(page: Page, tiles: list[str]) -> None:
    page.locator("#search").fill(tiles[0])  # what is chosen stays when the search is emptied
    page.locator(f'[id="turn.{tiles[0]}"]').click()
    page.locator("#search").fill("")
    for tile in tiles[1:]:
        page.locator(f'[id="turn.{tile}"]').click()
    answered(page, page.locator("#play").click)


def keep(page: Page, tile: str) -> None:
    page.locator(f'[id="tile.{tile}"]').click()
    answered(page, page.locator("#play").click)


def cell(square: str) -> str:
    return f"cell.{ord(square[0]) - ord('A')}.{5 - int(square[1])}"


def act(page: Page, event: dict[str, str]) -> None:
    page.locator(f'[id="tile.{event["tile"]}"]').click()
    words = {"place": "Place it", "sell": "Sell it", "prevent": "Select the Disaster"}
    said = words.get(event["action"], "Give it up")
    if event["action"] != "prevent":
        page.locator("#next .chip", has_text=said).first.click()
    if "square" in event:
        page.locator(f'[id="{cell(event["square"])}"]').click()
    answered(page, page.locator("#play").click)


def follow(page: Page, events: list[dict[str, object]]) -> None:
    """Tell the page of events as a person does who has the box before them."""
    for event in events:
        if "cornerstones" in event or "reveal" in event:
            turn_up(page, list(event.get("cornerstones") or event["reveal"]))  # type: ignore[call-overload]  # lists of ids
        elif "keep" in event:
            keep(page, str(event["keep"]))
        elif "tile_set" in event:
            answered(page, page.locator("#next .chip").first.click)
        elif "strike" in event:
            page.locator("#next .chip").first.click()
            answered(page, page.locator("#play").click)
        else:
            act(page, event)  # type: ignore[arg-type]  # an action has words only


def until_generation(number: int) -> list[dict[str, object]]:
    """Return the events of the example before the packs of a Generation."""
    packs = [place for place, event in enumerate(GAME["events"]) if "reveal" in event]
    return list(GAME["events"][: packs[7 * (number - 1)]])


def test_a_game_on_the_table_is_followed_for_a_generation(opened: Opened, tmp_path: Path) -> None:
    page = opened("/neom/table", reduced_motion="reduce")
    expect(page.locator("#begin")).to_contain_text("invented")
    assert [] == barriers(page)
    page.get_by_label("City board").select_option(GAME["board"])
    answered(page, page.get_by_role("button", name="Begin").click)
    events = until_generation(2)
    before = len(until_generation(1))
    follow(page, events[:before])
    expect(page.locator("#next-head")).to_have_text("Reveal a pack of 5 tiles.")
    expect(page.locator("#chance")).to_contain_text("5/24 (20.83 %)")
    assert [] == barriers(page)
    page.locator('[id="turn.demo-I-05"]').press("Enter")
    page.keyboard.press("u")  # what was chosen is put back, and no event is taken back
    expect(page.locator('#unseen [aria-pressed="true"]')).to_have_count(0)
    expect(page.locator("#when")).to_contain_text("Generation I, turn 1 of 7")
    follow(page, events[before:])
    expect(page.locator("#when")).to_contain_text("Generation II, turn 1 of 7")
    expect(page.locator("#chance")).to_contain_text("5/24")
    page.reload()
    expect(page.locator("#when")).to_contain_text("Generation II, turn 1 of 7")
    page.locator("#keeping summary").click()
    answered(page, page.locator("#take-back").click)
    expect(page.locator("#when")).to_contain_text("Generation I")
    with page.expect_download() as saved:
        page.locator("#save-log").click()
    saved.value.save_as(tmp_path / "log.json")
    log = json.loads((tmp_path / "log.json").read_text("utf-8"))
    assert log["events"] == events[: len(log["events"])]
    page.locator("#leave").click()
    page.locator("#going-list .button").first.click()
    expect(page.locator("#when")).to_contain_text("Generation I")
    page.locator("#keeping summary").click()
    page.locator("#leave").click()
    page.locator("#load-game").set_input_files(DOCS / "neom-game.json")
    expect(page.locator("#next table")).to_contain_text("neighbourhoods")
    assert [] == barriers(page)


def test_a_demo_game_is_played_by_its_buttons(opened: Opened) -> None:
    page = opened(
        "/neom/demo", viewport=PHONE, has_touch=True, color_scheme="dark", reduced_motion="reduce"
    )
    page.get_by_label("Seed").fill("23")
    answered(page, page.get_by_role("button", name="Begin").tap)
    for _ in range(3):
        page.locator(".pack .tile-button").first.tap()
        answered(page, page.locator("#play").tap)
    answered(page, page.locator("#next .chip").first.tap)
    page.locator(".pack .tile-button").nth(1).tap()
    page.locator("#next .chip", has_text="Place it").tap()
    page.locator(".mp-fits").first.tap()
    assert [] == barriers(page)
    answered(page, page.locator("#play").tap)
    expect(page.locator("#when")).to_contain_text("turn 2 of 7")
    # All but the end of the game is known from a link.
    rest = {**GAME, "events": [event for event in GAME["events"] if "end" not in event][:-2]}
    page.goto(f"/neom/demo?seed=23&log={log_in_link(rest)}")
    expect(page.locator("#next-head")).to_be_visible()
    while not page.locator("#score").count():
        if page.locator(".pack").count():
            page.locator(".pack .tile-button").first.tap()
            page.locator("#next .chip", has_text="Sell it").tap()
        else:
            page.locator("#next .chip").first.tap()
        answered(page, page.locator("#play").tap)
    page.locator("#score input[name=money]").fill("99")
    answered(page, page.locator("#play").tap)
    expect(page.locator("#remember")).to_contain_text("You noted money 99, but it is")
    assert [] == barriers(page)
    page.locator("#keeping summary").tap()
    page.locator("#notes").fill("Too few dwellings.")
    page.locator("#notes").blur()
    page.locator("#leave").tap()
    expect(page.locator("#results-list")).to_contain_text("points")
    page.locator("#results-list summary").tap()
    expect(page.locator("#results-list textarea")).to_have_value("Too few dwellings.")


def test_a_catalogue_is_taken_only_without_faults_and_stays_on_the_device(opened: Opened) -> None:
    page = opened("/neom/table", reduced_motion="reduce")
    page.get_by_label("Your own catalogue").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#setup-told")).to_contain_text("Type or load your catalogue first")
    page.locator("#load-catalogue").set_input_files(DOCS / "neom-catalogue-broken.json")
    expect(page.locator("#catalogue-told")).to_contain_text("not taken: 7 faults")
    expect(page.locator(".faults")).to_contain_text("at tile I-flood, mark; NEOM-DISASTER-2")
    assert [] == barriers(page)
    page.locator("#load-catalogue").set_input_files(DOCS / "neom-catalogue.json")
    expect(page.locator("#catalogue-told")).to_contain_text("42 values are unknown")
    answered(page, page.get_by_role("button", name="Begin").click)
    expect(page.locator("#have")).to_contain_text("£6")
    shared = page.url
    page.evaluate("localStorage.clear()")
    page.goto(shared)
    expect(page.locator("#setup-told")).to_contain_text("not on this device")
    page.locator("#load-catalogue").set_input_files(DOCS / "neom-catalogue.json")
    expect(page.locator("#have")).to_contain_text("£6")
    page.evaluate("localStorage.setItem('meepleproof.neom', JSON.stringify({$schema: 'old'}))")
    page.goto("/neom/table")
    expect(page.locator("#setup-told")).to_contain_text("laid aside")
    assert page.evaluate("localStorage.getItem('meepleproof.neom.unreadable')") is not None
    page.locator("#load-game").set_input_files(DOCS / "neom-catalogue.json")
    expect(page.locator("#setup-told")).to_contain_text("nothing was changed")


def test_games_of_a_file_come_beside_those_that_are_here(opened: Opened, tmp_path: Path) -> None:
    log = json.loads((DOCS / "neom-game.json").read_text("utf-8"))

    def games(**events: int) -> str:
        all_ = [
            {
                "id": name,
                "kind": "table",
                "at": "2026-11-27",
                "notes": "",
                "own": False,
                "log": {"game": "neom", "board": "A", "events": log["events"][:number]},
            }
            for name, number in events.items()
        ]
        return json.dumps(
            {"$schema": "urn:meepleproof:neom-games:1", "games": all_, "catalogue": None}
        )

    page = opened("/neom/table")
    page.evaluate(
        "([place, text]) => localStorage.setItem(place, text)",
        [GAMES, games(mine=9, both=9, short=2)],
    )
    page.reload()
    file = tmp_path / "games.json"
    file.write_text(
        games(both=2, short=9, **{f"theirs{number}": 1 for number in range(28)}), "utf-8"
    )
    page.locator("#load-game").set_input_files(file)
    expect(page.locator("#setup-told")).to_contain_text("1 of its games had no place")
    found = json.loads(page.evaluate("place => localStorage.getItem(place)", GAMES))["games"]
    counted = {one["id"]: len(one["log"]["events"]) for one in found}
    assert {"mine": 9, "both": 9, "short": 9} == {
        name: counted[name] for name in ("mine", "both", "short")
    }
    assert 30 == len(counted)
