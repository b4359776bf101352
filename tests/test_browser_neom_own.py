"""A player's own packs of NEOM in a real browser: added, played, offline too, saved and removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.levels import level_of
from meepleproof.service.shelf import shipped_packs
from tests.browser import barriers, needs_chromium
from tests.browser_play import by_id, ready
from tests.sources import answering_pages

pytestmark = needs_chromium

FOLDER = shipped_packs() / "neom"
PACK, SOLUTIONS = FOLDER / "neom-disaster.json", FOLDER / "neom-disaster.solutions.json"
PLACE = "meepleproof.neom.packs"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with answering_pages(tmp_path_factory.mktemp("state")) as found:
        yield found


def add(page: Page, *files: Path) -> None:
    by_id(page, "load-pack").set_input_files([*files])


def answer(page: Page, act: str, kind: str) -> None:
    by_id(page, f"act.{act}").click()
    by_id(page, "play").click()
    expect(page.locator(f"#banner.{kind}")).to_be_visible()


def test_a_pack_is_added_played_offline_saved_and_removed(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    puzzle = json.loads(PACK.read_text("utf-8"))["puzzles"][0]
    first, level = puzzle["id"], level_of("disaster", puzzle["difficulty"]["rating"])
    right = json.loads(SOLUTIONS.read_text("utf-8"))["solutions"][first]["answer"]
    wrong = {"take": "leave", "leave": "take"}[right]
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto("/neom/own")
        add(page, PACK, SOLUTIONS)
        expect(by_id(page, "told")).to_contain_text("puzzles added")
        assert [] == barriers(page)
        item = page.locator("li", has=page.locator(f'a[href$="{first}"]'))
        expect(item.locator(".level")).to_have_text(level)
        page.locator(f'a[href$="{first}"]').click()
        answer(ready(page), wrong, "missed")
        context.set_offline(True)
        page.reload()
        by_id(ready(page), "undo").click()
        answer(page, right, "solved")
        context.set_offline(False)
        page.goto("/neom/own")
        expect(item).to_contain_text("solved")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save this pack").click()
        copy = tmp_path / "copy.json"
        saved.value.save_as(copy)
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Remove this pack").click()
        expect(page.locator("#packs section")).to_have_count(0)
        add(page, copy)
        expect(page.locator("#packs section")).to_have_count(1)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ((PACK,), "The solutions are missing."),
        ((SOLUTIONS,), "This is not the pack itself."),
        ((PACK, FOLDER / "neom-link.solutions.json"), "these are the solutions of"),
        ((Path(__file__),), "is no JSON file."),
    ],
)
def test_what_is_wrong_with_files_is_said(
    browser: Browser, address: str, files: tuple[Path, ...], why: str
) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/neom/own")
        add(page, *files)
        expect(by_id(page, "refused")).to_contain_text(why)
        expect(page.locator("#packs section")).to_have_count(0)


def test_packs_that_cannot_be_read_are_laid_aside(browser: Browser, address: str) -> None:
    with closing(browser.new_context(base_url=address)) as context:
        page = context.new_page()
        page.goto("/neom/own")
        page.evaluate("place => localStorage.setItem(place, '{damaged')", PLACE)
        page.reload()
        expect(by_id(page, "refused")).to_contain_text("laid aside, not deleted")
        kept = page.evaluate(f"localStorage.getItem('{PLACE}.unreadable')")
        assert kept == "{damaged"
