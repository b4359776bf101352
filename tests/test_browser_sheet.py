"""What the record sheet keeps: the abbot, sheets from before there was one, notes as typed."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import barriers, needs_chromium, window
from tests.test_browser_free import EARLY, LONG, SHEET, address, exported, written
from verifier.documents import validation

pytestmark = needs_chromium

KEPT = {"$schema": "urn:meepleproof:record-sheet:1"}


def begun_with(page: Page, site: str, game: dict[str, Any]) -> None:
    """Open the record sheet of somebody who has written this game down."""
    page.goto(f"{site}/play/sheet")
    text = json.dumps({**KEPT, "games": [game]})
    page.evaluate("([place, text]) => localStorage.setItem(place, text)", [SHEET, text])
    page.reload()


def test_the_abbot_is_kept_and_comes_again(browser: Browser, site: str) -> None:
    with window(browser) as page:
        page.goto(f"{site}{address(EARLY, abbot='on')}")
        page.get_by_role("button", name="Save to my record").click()
        expect(page.locator("[data-sheet-told]")).to_contain_text("It is on your record")
        page.goto(f"{site}/play/sheet")

        expect(page.locator(".sheet > li")).to_contain_text("3 meeples each, with the abbot")
        document = json.loads(exported(page, "JSON"))
        validation.validate("record-sheet", document)
        assert [True] == [game["abbot"] for game in document["games"]]
        (row,) = csv.DictReader(io.StringIO(exported(page, "CSV")))
        assert "true" == row["abbot"]
        page.get_by_role("link", name=f"Seed {EARLY['seed']}").click()
        page.wait_for_url("**abbot=on")
        expect(page.locator("#banner")).to_contain_text("The game is over")


def test_a_sheet_from_before_the_abbot_is_read(browser: Browser, site: str) -> None:
    game = {**written(LONG, "old"), "date": "2026-11-20"}
    with window(browser) as page:
        begun_with(page, site, game)

        expect(page.locator(".sheet > li")).to_have_count(1)
        expect(page.locator(".sheet > li")).not_to_contain_text("abbot")
        assert [game] == json.loads(exported(page, "JSON"))["games"]
        (row,) = csv.DictReader(io.StringIO(exported(page, "CSV")))
        assert "false" == row["abbot"]
        assert "abbot" not in (page.locator("[data-part=game]").get_attribute("href") or "")


def test_a_note_is_kept_while_it_is_typed(browser: Browser, site: str) -> None:
    with window(browser) as page:
        begun_with(page, site, {**written(EARLY, ""), "date": "2026-11-20"})
        page.locator(".sheet").get_by_role("textbox").press_sequentially("not left yet")
        page.reload()
        expect(page.locator(".sheet").get_by_role("textbox")).to_have_value("not left yet")


def test_a_long_note_is_seen_as_a_whole(browser: Browser, site: str) -> None:
    with window(browser) as page:
        note = "\n".join(f"line {number}" for number in range(12))
        begun_with(page, site, {**written(EARLY, note), "date": "2026-11-20"})
        field = page.locator(".sheet").get_by_role("textbox")
        assert field.evaluate("field => field.scrollHeight <= field.clientHeight + 1")
        assert [] == barriers(page)


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("America/Los_Angeles", "2026-11-26T04:30:00Z", "2026-11-25"),
        ("Pacific/Auckland", "2026-11-25T21:00:00Z", "2026-11-26"),
    ],
)
def test_what_was_played_is_dated_by_the_day_of_the_device(
    zone: str, moment: str, day: str, browser: Browser, site: str
) -> None:
    with window(browser, timezone_id=zone) as page:
        page.clock.set_fixed_time(moment)
        page.goto(f"{site}{address(EARLY)}")
        page.get_by_role("button", name="Save to my record").click()
        expect(page.locator("[data-sheet-told]")).to_contain_text("It is on your record")
        page.goto(f"{site}/play/sheet")
        (game,) = json.loads(exported(page, "JSON"))["games"]
    assert day == game["date"]
