"""A family keeps its ledger in a real browser: on the device, with real tiles, and taken along."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from meepleproof.service.play.house.evenings import read_evening
from meepleproof.service.play.house.game import answered, remembered_house_games
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, keep, ready
from tests.console_output import run_command
from tests.house_shelf import house_shelf
from verifier.carcassonne.house.evening import plan_table
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.documents import validation

pytestmark = needs_chromium

PHONE = {"width": 375, "height": 667}
KEPT = "meepleproof.ledger"
FORM_1 = {
    "$schema": "urn:meepleproof:ledger:1",
    "game": "house",
    "players": [
        {"name": "Anna", "child": True, "handicap": {"per_tile": 1, "points": -17}},
        {"name": "Ben", "child": False, "handicap": {"per_tile": 0, "points": 4}},
    ],
    "games": [],
}
PAST = [
    {"tiles": 24, "scores": {"Anna": 28, "Ben": 47}, "at": "2026-11-20"},
    {"tiles": 24, "scores": {"Anna": 28, "Ben": 47}, "at": "2026-11-20"},
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return house_shelf(tmp_path_factory.mktemp("packs"))


def lines(page: Page) -> Locator:
    return page.locator("#lines > li")


def handicaps(page: Page, tiles: int) -> dict[str, int]:
    """Return what the page says that each player starts with."""
    by_id(page, "next-tiles").fill(str(tiles))
    rows = page.locator("#ledger-rows tr").all()
    cells = [(row.locator("th").inner_text(), row.locator("td").first.inner_text()) for row in rows]
    return {name.removesuffix(" (child)"): int(points) for name, points in cells}


def by_command(capsys: pytest.CaptureFixture[str], path: Path, minutes: int) -> dict[str, Any]:
    words = ("house", "setup", "--players", "2", "--minutes", str(minutes), "--json")
    code, out, err = run_command(capsys, *words, "--ledger", str(path))
    assert (0, "") == (code, err)
    return dict(json.loads(out)["handicaps"])


def enter(page: Page, *points: str, day: str = "2026-11-27", tiles: str = "60") -> None:
    page.get_by_label("Day").fill(day)
    page.locator("#enter [name=tiles]").fill(tiles)
    for index, each in enumerate(points):
        by_id(page, f"points.{index}").fill(each)
    page.get_by_role("button", name="Write it down").click()


def export(page: Page, path: Path) -> Path:
    with page.expect_download() as waiting:
        by_id(page, "save-ledger").click()
    waiting.value.save_as(path)
    return path


def import_(page: Page, text: str) -> Locator:
    file = FilePayload(name="ledger.json", mimeType="application/json", buffer=text.encode())
    page.set_input_files("#load-ledger", file)
    return by_id(page, "ledger-told")


def greedy_line(address: str) -> str:
    """Return the part-turns of a game in which everybody takes the most points at once."""
    evening = read_evening(dict(parse_qsl(urlsplit(address).query)))
    guests = tuple(replace(guest, seat="greedy") for guest in evening.guests)
    game = answered(remembered_house_games()(replace(evening, guests=guests), ()), most=200)
    return "~".join(map(str, game.line))


def play_an_evening(page: Page) -> str:
    """Play a game of Anna and Ben on the device, write it down, and return what is said of it."""
    page.get_by_label("Minutes").fill("12")
    page.get_by_label("Seed").fill("7")
    by_id(page, "name.0").fill("Anna")
    by_id(page, "child.0").check()
    by_id(page, "tile.0").fill("1")
    by_id(page, "points.0").fill("-30")
    by_id(page, "seat.1").select_option(label="a person")
    by_id(page, "name.1").fill("Ben")
    expect(by_id(page, "starts")).to_have_text("12 minutes: 24 tiles, Anna starts with -6.")
    assert [] == barriers(page)
    page.get_by_role("button", name="Begin").click()
    ready(page)
    page.goto(f"{page.url}&line={quote(greedy_line(page.url), safe='~')}")
    by_id(ready(page), "to-ledger").click()
    told = by_id(page, "evening-told")
    expect(told).to_contain_text("with a handicap of -6")
    return told.inner_text()


def test_a_family_keeps_one_ledger_of_device_and_paper_and_takes_it_along(
    opened: Opened, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = opened("/house/play", viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page.clock.set_fixed_time("2026-11-27T20:00:00")  # the day of the evening with real tiles
    sentence = play_an_evening(page)
    page.reload()
    by_id(ready(page), "to-ledger").click()
    expect(by_id(page, "evening-told")).to_have_text(f"It was in the ledger already. {sentence}")
    by_id(page, "see-ledger").click()
    ready(page)
    expect(lines(page)).to_have_count(2)  # where Anna starts, and the evening
    expect(lines(page).first).to_contain_text(sentence)

    # An evening with real tiles: who played last is offered.
    expect(by_id(page, "name.0")).to_have_value("Anna")
    expect(by_id(page, "name.1")).to_have_value("Ben")
    before = handicaps(page, 60)
    enter(page, "61", "")
    expect(by_id(page, "enter-fault")).to_have_text(
        "The points of Ben are missing: give a whole number, without the handicap."
    )
    expect(by_id(page, "points.1")).to_be_focused()
    expect(by_id(page, "points.0")).to_have_value("61")
    expect(by_id(page, "start.0")).to_have_value(str(before["Anna"]))
    enter(page, "61", "301")
    behind = 301 + before["Ben"] - 61 - before["Anna"]
    expect(by_id(page, "ledger-told")).to_have_text(
        f"Ben won by {behind}: Ben {301 + before['Ben']}"
        + (f" with a handicap of {before['Ben']}" if before["Ben"] else "")
        + f", Anna {61 + before['Anna']} with a handicap of {before['Anna']}. With 60 tiles again "
        f"Anna starts with {before['Anna'] + behind // 2}: {behind // 2} more, half of the {behind}"
        " points behind."
    )
    assert [] == barriers(page)
    enter(page, "61", "301")
    expect(by_id(page, "again")).to_contain_text("27 November 2026 has these players")
    by_id(page, "same").click()
    expect(lines(page)).to_have_count(3)

    # Taken along, it says the same in another browser and by the command.
    after = handicaps(page, 60)
    assert {"Anna": before["Anna"] + behind // 2, "Ben": before["Ben"]} == after
    path = export(page, tmp_path / "ledger.json")
    exported = json.loads(path.read_bytes())
    validation.validate("ledger", exported)
    assert after == by_command(capsys, path, 30)
    other = ready(opened("/house/ledger"))
    expect(import_(other, path.read_text("utf-8"))).to_have_text("The ledger was read.")
    assert after == handicaps(other, 60)
    assert exported == json.loads(export(other, tmp_path / "again.json").read_bytes())
    code, out, _ = run_command(
        capsys,
        "house",
        "result",
        str(path),
        "--tiles",
        "60",
        "--score",
        "Anna=99",
        "--score",
        "Ben=70",
        "--date",
        "2026-11-28",
        "--json",
    )
    assert 0 == code
    expect(import_(other, out)).to_have_text("The ledger was read.")
    expect(lines(other)).to_have_count(4)
    (tmp_path / "by-command.json").write_text(out, encoding="utf-8")
    assert handicaps(other, 60) == by_command(capsys, tmp_path / "by-command.json", 30)


def test_an_old_ledger_is_taken_over_and_any_line_taken_out(opened: Opened) -> None:
    page = opened("/house/ledger", viewport=PHONE)
    keep(page, json.dumps(FORM_1), KEPT)
    keep(page, json.dumps(PAST), f"{KEPT}.past")
    ready(page).reload()
    ready(page)
    expect(lines(page)).to_have_count(4)
    expect(lines(page).last).to_contain_text("Anna 28 and Ben 47. Counted in a handicap")
    expect(lines(page).last).to_contain_text("stand here twice")
    assert {"Anna": 43, "Ben": 4} == handicaps(page, 60)
    by_id(page, "child.1").check()
    enter(page, "91", "70")
    expect(by_id(page, "ledger-told")).to_contain_text("Anna won by 60: Anna 134")
    expect(lines(page)).to_have_count(6)  # Ben is a child from here on
    assert {"Anna": 43, "Ben": 34} == handicaps(page, 60)
    assert page.evaluate(f"localStorage.getItem('{KEPT}.past')") is None
    for number, left in ((5, {"Anna": 43, "Ben": 34}), (0, {"Anna": 43, "Ben": 4})):
        lines(page).nth(number).get_by_role("button", name="Remove").click()
        expect(by_id(page, "put-back")).to_be_focused()
        assert left == handicaps(page, 60)
    expect(lines(page)).to_have_count(4)
    by_id(page, "put-back").click()
    expect(lines(page)).to_have_count(5)
    assert {"Anna": 43, "Ben": 34} == handicaps(page, 60)


def test_a_ledger_that_lacks_lines_of_this_device_asks_first(opened: Opened) -> None:
    page = ready(opened("/house/ledger"))
    for index, name in enumerate(("Anna", "Ben")):
        by_id(page, f"name.{index}").fill(name)
    enter(page, "40", "44")
    own = page.evaluate(f"localStorage.getItem('{KEPT}')")
    import_(page, json.dumps(FORM_1))
    expect(by_id(page, "both")).to_contain_text("has a line that the file lacks")
    by_id(page, "use-none").click()
    assert own == page.evaluate(f"localStorage.getItem('{KEPT}')")
    import_(page, json.dumps(FORM_1))
    by_id(page, "use-both").click()
    expect(lines(page)).to_have_count(3)
    import_(page, json.dumps(FORM_1))
    by_id(page, "use-file").click()
    expect(lines(page)).to_have_count(2)
    by_id(page, "put-back").click()
    expect(lines(page)).to_have_count(3)


def test_a_damaged_or_newer_ledger_changes_nothing_and_says_where(opened: Opened) -> None:
    page = ready(opened("/house/ledger"))
    expect(import_(page, json.dumps(FORM_1))).to_have_text("The ledger was read.")
    kept = page.evaluate(f"localStorage.getItem('{KEPT}')")
    evening = {"kind": "evening", "date": "2026-11-20", "tiles": 60, "results": [{"name": "Anna"}]}
    form_2 = {"$schema": "urn:meepleproof:ledger:2", "game": "house", "lines": [evening]}
    refused = {
        json.dumps(FORM_1)[:-9]: "cannot be read as JSON. Nothing was changed.",
        "null": "no document of the ledger",
        json.dumps(FORM_1 | {"$schema": "urn:meepleproof:ledger:3"}): "of version 3, but",
        json.dumps(FORM_1 | {"players": [{"name": "Eve"}, {}]}): "in player 2: it names no player",
        json.dumps(FORM_1 | {"players": [{"name": "Eve"}] * 2}): "two players are called Eve",
        json.dumps(FORM_1 | {"games": [{"tiles": 30}]}): "in game 1: it lacks",
        json.dumps(form_2): "line 1, the evening of 20 November 2026: the points of Anna are miss",
    }
    for text, reason in refused.items():
        expect(import_(page, text)).to_contain_text(reason)
        expect(by_id(page, "ledger-told")).to_contain_text("Nothing was changed.")
    assert kept == page.evaluate(f"localStorage.getItem('{KEPT}')")


def test_a_ledger_on_the_device_that_is_damaged_can_be_saved_as_it_was(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened("/house/ledger")
    damaged = json.dumps(FORM_1 | {"players": [{"name": "Eve"}, {}]})
    keep(page, damaged, KEPT)
    page.reload()
    expect(ready(page).locator("body > .offline")).to_contain_text(
        "This ledger is damaged in player 2: it names no player. It was set aside, not deleted."
    )
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save it as a file").click()
    waiting.value.save_as(tmp_path / "damaged.json")
    assert damaged == (tmp_path / "damaged.json").read_text("utf-8")


def test_what_is_typed_into_the_form_of_an_evening_is_asked_for_by_name(opened: Opened) -> None:
    page = ready(opened("/house/ledger?tiles=58&points=40.44.12"))
    expect(page.locator("#enter select")).to_have_value("3")
    fault = by_id(page, "enter-fault")
    enter(page, tiles="")
    expect(fault).to_contain_text("How many tiles were in the bag?")
    enter(page)
    expect(fault).to_have_text("The name of player 1 is missing.")
    for index, name in enumerate(("Anna", "Ben", "Anna")):
        by_id(page, f"name.{index}").fill(name)
    enter(page)
    expect(fault).to_have_text("Two players are called Anna.")
    by_id(page, "name.2").fill("Cleo")
    enter(page, "40.5")
    expect(fault).to_contain_text("The points of Anna are missing")
    by_id(page, "start.1").fill("1e9")
    enter(page, "40")
    expect(fault).to_have_text("What Ben started with is no whole number up to 5000.")
    by_id(page, "start.1").fill("-12")
    enter(page, "40", day="")
    expect(fault).to_have_text("The day is missing.")
    enter(page)
    expect(fault).to_be_hidden()
    expect(lines(page)).to_have_count(2)
    expect(lines(page).first).to_contain_text("Ben 32 with a handicap of -12")
    expect(lines(page).last).to_contain_text("From here on Ben starts with -12 whatever the tiles.")


def test_names_and_seats_of_last_time_are_offered_and_the_computer_is_no_person(
    opened: Opened,
) -> None:
    page = opened("/house/play")
    game = {"setup": "players=3&seats=person.greedy.person", "line": ""}
    results = [
        {"name": "Anna", "points": 40},
        {"name": "Ben", "points": 90, "computer": True},
        {"name": "Cleo", "points": 60},
    ]
    evening = {"kind": "evening", "tiles": 60, "results": results, "game": game}
    opening = {"kind": "opening", "name": "Ben", "points": 30}
    document = {"$schema": "urn:meepleproof:ledger:2", "game": "house", "lines": [opening, evening]}
    keep(page, json.dumps(document), KEPT)
    page.reload()
    expect(page.get_by_label("Players")).to_have_value("3")
    for index, (name, seat) in enumerate(
        (("Anna", "person"), ("Ben", "greedy"), ("Cleo", "person"))
    ):
        expect(by_id(page, f"name.{index}")).to_have_value(name)
        expect(by_id(page, f"seat.{index}")).to_have_value(seat)
    # Ben has 30 in the ledger, but the computer of that name has nothing.
    expect(by_id(page, "points.1")).to_have_value("0")
    expect(by_id(page, "starts")).to_have_text("30 minutes: 60 tiles, Anna starts with 5.")
    by_id(page, "seat.0").select_option("ahead")
    expect(by_id(page, "name.0")).to_have_value("Computer")
    expect(by_id(page, "starts")).to_have_text("30 minutes: 60 tiles, all start with 0.")
    # Whoever types keeps the field.
    by_id(page, "name.2").fill("Ben")
    expect(by_id(page, "name.2")).to_be_focused()
    expect(by_id(page, "points.2")).to_have_value("30")
    page.keyboard.press("Tab")
    expect(by_id(page, "seat.2")).to_be_focused()
    page.get_by_role("button", name="Begin").click()
    assert page.evaluate("document.querySelector('[id=\"name.2\"]').validationMessage") == (
        "Two players are called Ben."
    )


def test_the_set_up_says_how_many_tiles_there_will_be(opened: Opened) -> None:
    page = opened("/house/play")
    for players, minutes, river in ((2, 30, False), (3, 20, True), (5, 120, False), (6, 7, True)):
        page.get_by_label("Players").select_option(str(players))
        page.get_by_label("Minutes").fill(str(minutes))
        page.get_by_label("River").set_checked(river)
        page.get_by_label("Traders").set_checked(not river)
        sets = ("base", "ic", *(("ks", "river") if river else ("tb", "ks")))
        bag = plan_table(RuleSet(players, sets), minutes).bag
        expect(by_id(page, "starts")).to_contain_text(f"{minutes} minutes: {bag} tiles, all")


def test_a_table_that_is_scored_goes_straight_into_the_ledger(opened: Opened) -> None:
    page = ready(opened("/house/score?board=h2~base/D0.0.0~base/E2.0.1.little.Nl.1"))
    by_id(page, "to-ledger").click()
    ready(page)
    expect(page.locator("#enter [name=tiles]")).to_have_value("1")
    expect(by_id(page, "points.0")).to_have_value("3")
    expect(by_id(page, "points.1")).to_have_value("0")


def test_an_evening_is_written_down_without_a_connection(browser: Browser, address: str) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/games")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        page.get_by_role("link", name="The ledger").click()
        for index, name in enumerate(("Anna", "Ben")):
            by_id(ready(page), f"name.{index}").fill(name)
        enter(page, "40", "44")
        expect(by_id(page, "ledger-told")).to_contain_text("Ben won by 4: Ben 44, Anna 40.")
        page.reload()
        expect(lines(ready(page))).to_have_count(1)


def test_a_line_is_taken_out_by_what_it_says(opened: Opened) -> None:
    page = opened("/house/ledger")
    for index, name in enumerate(("Anna", "Ben")):
        by_id(page, f"name.{index}").fill(name)
    days = ["2026-01-01", "2026-01-02", "2026-01-03"]
    for day in days:
        enter(page, "50", "40", day=day)
    expect(lines(page)).to_have_count(3)
    other = page.context.new_page()
    other.goto("/house/ledger")
    expect(lines(other)).to_have_count(3)
    lines(other).last.get_by_role("button", name="Remove").click()
    expect(lines(page)).to_have_count(2)  # the other window is heard
    lines(page).last.get_by_role("button", name="Remove").click()
    expect(lines(page)).to_have_count(1)
    expect(lines(page)).to_contain_text("3 January 2026")
