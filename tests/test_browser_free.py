"""The free game and its record sheet as a person plays it: clicks, keys, a phone, no script."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import barriers, needs_chromium, window
from tests.browser_play import by_id, expect_turns, make, ready
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.turn import Turn
from verifier.documents import validation

pytestmark = needs_chromium

VECTORS = json.loads((Path(__file__).parent / "vectors" / "free-games.json").read_text("utf-8"))
EARLY, LONG = VECTORS
PHONE = {"width": 360, "height": 780}
SHEET = "meepleproof.record-sheet"


def address(game: dict[str, Any], turns: int | None = None, **more: str) -> str:
    """Return the address of a game after so many of its turns, by default at its end."""
    line = "~".join(game["line"].split("~")[:turns])
    given = {name: str(game[name]) for name in ("seed", "colours", "meeples")}
    return f"/play?{urlencode({**given, **more, **({'line': line} if line else {})})}"


def same_game(one: str, other: str) -> bool:
    """Return whether two addresses have the same game and turns: a site's page has another name."""
    return sorted(parse_qsl(urlsplit(one).query)) == sorted(parse_qsl(urlsplit(other).query))


def turns(game: dict[str, Any]) -> tuple[Turn, ...]:
    return parse_line(game["line"])


def opened_at(page: Page, site: str, path: str) -> Page:
    page.goto(f"{site}{path}")
    return ready(page)


def expect_turn(page: Page, number: int) -> None:
    expect(page.locator("#turn h2")).to_contain_text(f"Turn {number}")


# Playing


def test_a_seeded_game_is_played_to_its_end(browser: Browser, site: str) -> None:
    with window(browser) as page:
        page.goto(f"{site}/play")
        page.get_by_text("A certain deal").click()
        page.get_by_label("Seed").fill(str(EARLY["seed"]))
        page.get_by_label("3, harder").check()
        page.get_by_role("button", name="Deal the tiles").click()
        ready(page)
        for number, turn in enumerate(turns(EARLY), start=1):
            expect_turn(page, number)
            make(page, turn)
            expect_turns(page, number)

        expect_end(page)
        expect(page.locator("[data-sheet-told]")).to_contain_text("It is on your record")
        assert same_game(address(EARLY), page.url)


def expect_end(page: Page) -> None:
    banner = page.locator("#banner")
    expect(banner).to_contain_text(f"our result is {EARLY['result']}")
    after = [row.locator("td").last.inner_text() for row in banner.locator("tbody tr").all()]
    assert [str(score) for score in EARLY["scores"]] == after


def test_a_game_is_ended_and_written_down_by_keys_alone(browser: Browser, site: str) -> None:
    with window(browser) as page:
        opened_at(page, site, address(EARLY, -1))
        (turn,) = turns(EARLY)[-1:]
        press_to(page, f"cell.{turn.x}.{turn.y}", "Tab")
        page.keyboard.press("Enter")
        while page.locator("#spin").get_attribute("data-turn") != str(turn.rotation):
            page.keyboard.press("r")
        press_to(page, "play", "Tab")
        page.keyboard.press("Enter")
        expect_end(page)
        press_to(page, "notes", "Tab")
        page.keyboard.type("by keys")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("[data-sheet-told]")).to_contain_text("The notes are changed")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def press_to(page: Page, identity: str, key: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if focused(page) == identity:
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} does not lead to {identity}")


def test_a_cell_where_the_tile_does_not_fit_tells_why(browser: Browser, site: str) -> None:
    with window(browser) as page:
        opened_at(page, site, address(EARLY, 6))
        page.locator("#board .mp-closed").first.click()

        expect(page.locator("#refusal")).to_contain_text("BASE-PLACE-3")
        by_id(page, "lift").click()
        expect(page.locator("#refusal")).to_have_count(0)
        expect_turn(page, 7)


def test_undo_takes_the_last_turn_back(browser: Browser, site: str) -> None:
    with window(browser) as page:
        opened_at(page, site, address(EARLY))
        by_id(page, "undo").click()

        expect_turn(page, len(turns(EARLY)))
        assert same_game(address(EARLY, -1), page.url)


def test_the_link_opens_the_game_in_another_window(browser: Browser, site: str) -> None:
    with window(browser) as page, window(browser) as other:
        opened_at(page, site, address(EARLY, 5))
        opened_at(other, site, page.url.removeprefix(site))

        for part in ("#board .pieces", "#players", "#checklist"):
            assert page.locator(part).inner_html() == other.locator(part).inner_html()


def test_the_checklist_ticks_itself(browser: Browser, site: str) -> None:
    met = LONG["goals"]["city-16"]
    with window(browser) as page:
        opened_at(page, site, address(LONG, met - 1))
        expect(page.locator("#checklist summary")).to_contain_text("0 of 14")
        make(page, turns(LONG)[met - 1])

        expect(page.locator("#checklist summary")).to_contain_text("2 of 14")
        ticked = page.locator("#checklist li.now")
        assert ["city-16", "city-16-2c"] == [
            goal.get_attribute("data-goal") for goal in ticked.all()
        ]
        expect(page.locator("#says")).to_contain_text("Goal met: Score a city worth at least 16")


def test_a_game_can_be_gone_on_with(browser: Browser, site: str) -> None:
    with window(browser) as page:
        page.goto(f"{site}/play")
        expect(page.locator("[data-games]")).to_be_hidden()
        opened_at(page, site, address(EARLY, 4))
        make(page, turns(EARLY)[4])
        expect_turns(page, 5)
        page.goto(f"{site}/play")
        page.get_by_role("link", name=f"Seed {EARLY['seed']}: 5 turns").click()
        expect_turn(page, 6)


def test_options_change_the_game(browser: Browser, site: str) -> None:
    with window(browser) as page:
        page.goto(f"{site}/play")
        page.get_by_label("A fourth").check()
        page.get_by_label("7, easier").check()
        page.get_by_label("Mark whose turn").check()
        page.get_by_role("button", name="Deal the tiles").click()

        expect(page.locator("#players li")).to_have_count(4)
        expect(page.locator("#players li.active .abbot")).to_have_count(1)
        expect(page.locator("#players li.active .supply svg")).to_have_count(7)
        expect(page.locator("#more")).to_contain_text("17 · 18 · 18 · 17")


# The record sheet

NOTE = '<img src=x onerror=alert(1)>\n=1+1, "so"'


def write_down(page: Page, site: str, game: dict[str, Any], notes: str) -> None:
    page.goto(f"{site}{address(game)}")
    page.get_by_label("Notes").fill(notes)
    page.get_by_role("button", name="Save to my record").click()
    expect(page.locator("[data-sheet-told]")).to_contain_text("It is on your record")


def test_the_record_sheet_survives_a_reload_and_can_be_taken_along(
    browser: Browser, site: str
) -> None:
    with window(browser) as page:
        write_down(page, site, EARLY, NOTE)
        write_down(page, site, LONG, "")
        page.goto(f"{site}/play/sheet")
        page.reload()

        games = page.locator(".sheet > li")
        expect(games).to_have_count(2)
        expect(games.first).to_contain_text(str(LONG["result"]))
        assert NOTE == games.last.get_by_role("textbox").input_value()
        assert len(LONG["goals"]) == page.locator(".checklist .met").count()

        document = json.loads(exported(page, "JSON"))
        validation.validate("record-sheet", document)
        assert [written(EARLY, NOTE), written(LONG, "")] == [
            {name: value for name, value in game.items() if name != "date"}
            for game in document["games"]
        ]
        table = list(csv.DictReader(io.StringIO(exported(page, "CSV"))))
        assert [NOTE, ""] == [row["notes"] for row in table]
        assert [game["line"] for game in VECTORS] == [row["line"] for row in table]


def written(game: dict[str, Any], notes: str) -> dict[str, Any]:
    kept = ("seed", "colours", "meeples", "line", "result", "scores")
    goals = [goal for goal in checklist() if goal in game["goals"]]
    return {**{name: game[name] for name in kept}, "goals": goals, "notes": notes}


def exported(page: Page, kind: str) -> str:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=f"Export as {kind}").click()
    return waiting.value.path().read_bytes().decode()


def test_a_formula_in_the_notes_is_none_in_the_table(browser: Browser, site: str) -> None:
    with window(browser) as page:
        write_down(page, site, EARLY, "=HYPERLINK(1)")
        page.goto(f"{site}/play/sheet")
        (row,) = csv.DictReader(io.StringIO(exported(page, "CSV")))
        assert "'=HYPERLINK(1)" == row["notes"]


def test_notes_are_changed_and_games_struck_out(browser: Browser, site: str) -> None:
    with window(browser) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        write_down(page, site, EARLY, "first")
        page.goto(f"{site}{address(EARLY)}")
        expect(page.get_by_label("Notes")).to_have_value("first")
        page.get_by_label("Notes").fill("second")
        page.get_by_role("button", name="Save to my record").click()
        expect(page.locator("[data-sheet-told]")).to_contain_text("The notes are changed")

        page.goto(f"{site}/play/sheet")
        games = page.locator(".sheet > li")
        expect(games).to_have_count(1)
        games.get_by_role("textbox").fill("third")
        games.get_by_role("textbox").blur()
        page.reload()
        expect(games.get_by_role("textbox")).to_have_value("third")
        games.get_by_role("button").click()
        expect(games).to_have_count(0)
        expect(page.get_by_text("No game yet")).to_be_visible()


@pytest.mark.parametrize(
    "kept", ["{", '{"games": 7}', "null", json.dumps({"$schema": "urn:x", "games": []})]
)
def test_a_sheet_that_cannot_be_read_is_laid_aside(browser: Browser, site: str, kept: str) -> None:
    with window(browser) as page:
        page.goto(f"{site}/play/sheet")
        page.evaluate("([place, text]) => localStorage.setItem(place, text)", [SHEET, kept])
        page.reload()

        expect(page.locator("[data-sheet-told]")).to_contain_text("could not be read")
        aside = page.evaluate("place => localStorage.getItem(place)", f"{SHEET}.unreadable")
        assert kept == aside
        write_down(page, site, EARLY, "")


def test_a_browser_that_keeps_nothing_says_so(browser: Browser, site: str) -> None:
    with window(browser) as page:
        full = "Storage.prototype.setItem = () => { throw new DOMException('full'); }"
        page.add_init_script(full)
        page.goto(f"{site}{address(EARLY)}")
        page.get_by_role("button", name="Save to my record").click()

        expect(page.locator("[data-sheet-told]")).to_contain_text("stores nothing for this page")


# For everybody

PAGES = {
    "options": "/play",
    "begin": address(EARLY, 0),
    "middle": address(LONG, 52),
    "end": address(EARLY),
    "sheet": "/play/sheet",
}


@pytest.mark.parametrize(
    ("scheme", "names"),
    [("light", tuple(PAGES)), ("dark", ("middle", "end", "sheet"))],
    ids=["light", "dark"],
)
def test_nothing_serious_keeps_people_out(
    browser: Browser, site: str, scheme: str, names: tuple[str, ...]
) -> None:
    with window(browser, color_scheme=scheme, reduced_motion="reduce") as page:
        write_down(page, site, LONG, "seen")
        found = {}
        for name in names:
            page.goto(f"{site}{PAGES[name]}")
            found[name] = barriers(page)
        assert {name: [] for name in names} == found


def test_light_and_dark_differ(browser: Browser, site: str) -> None:
    seen = set()
    for scheme in ("light", "dark"):
        with window(browser, color_scheme=scheme) as page:
            page.goto(f"{site}{address(EARLY)}")
            seen.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert 2 == len(seen)


def test_nothing_is_wider_than_a_phone(browser: Browser, site: str) -> None:
    with window(browser, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        write_down(page, site, LONG, "a" * 200)
        for path in ("/play", address(EARLY, 6), address(LONG), "/play/sheet"):
            page.goto(f"{site}{path}")
            assert PHONE["width"] == page.evaluate("document.documentElement.scrollWidth"), path
