"""What a new player stumbled over, once each: see docs/development/ten-puzzles.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from meepleproof.service import pages
from tests.browser import Opened, needs_chromium
from tests.browser_play import by_id, keep, ready
from tests.sources import served_only

pytestmark = needs_chromium

ROAD = "4sx7ch90kg1j"


def test_a_board_that_is_seen_as_a_whole_stays_where_it_is(opened: Opened) -> None:
    page = ready(opened("/play?seed=1&colours=3&meeples=3", reduced_motion="reduce"))
    for _ in range(3):
        play_any(page)
    seen = page.locator("#board").get_attribute("viewBox")
    tiles = page.locator("#board .pieces > *").count()
    by_id(page, "undo").click()
    expect(page.locator("#board .pieces > *")).to_have_count(tiles - 1)
    assert seen == page.locator("#board").get_attribute("viewBox")


def test_a_missed_puzzle_of_a_climb_leads_back_to_it(opened: Opened) -> None:
    page = opened("/climb")
    run = {"from": 400, "rungs": 0, "missed": 0, "met": [], "now": ROAD, "before": 0}
    climbs = {"$schema": "urn:meepleproof:climb:1", "games": {"solo": {"best": 0, "run": run}}}
    keep(page, json.dumps(climbs), "meepleproof.climb")
    page.goto(f"/puzzle/{ROAD}")
    miss(ready(page))
    expect(page.get_by_role("link", name="Another puzzle")).to_have_count(0)
    page.get_by_role("link", name="Back to the climb").last.click()
    page.wait_for_url("**/climb*")


def test_a_missed_step_leads_to_the_steps(opened: Opened) -> None:
    page = ready(opened("/first-steps/1"))
    expect(by_id(page, "facts")).to_have_text("step 1 of 5")
    by_id(page, "cell.0.-1").click()
    by_id(page, "play").click()
    expect(by_id(page, "banner")).to_contain_text("Not this time")
    page.get_by_role("link", name="All steps").click()
    page.wait_for_url("**/first-steps*")


@served_only("a site's engine says what is wrong with a link")
def test_a_damaged_link_says_what_to_do_and_folds_what_is_wrong(opened: Opened) -> None:
    page = opened("/rules")
    answer = page.request.get("/p?code=garbage")
    assert 400 == answer.status
    page.set_content(answer.text())
    expect(page.get_by_text("Copy it again as a whole")).to_be_visible()
    expect(page.get_by_text("the code of a puzzle has a goal, too")).not_to_be_visible()


@pytest.mark.parametrize("kind", ["*.html", "*.js", "*.json"])
def test_no_sentence_is_for_one_device(kind: str) -> None:
    folder = Path(pages.__file__).parent
    found = [path for path in folder.rglob(kind) if path.parent.name != "bundled"]
    assert found
    said = [
        f"{path.name}: {line.strip()}"
        for path in found
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"\b(Tap|Click) (a|an|the|it|one)\b", line) and "//" not in line
    ]
    assert [] == said


def play_any(page: Page) -> None:
    """Make the turn that comes first on the page."""
    page.locator(".mp-fits, .mp-turns").first.click(force=True)
    if not by_id(page, "play").count():
        page.locator(".chip:not(.off):not(.chosen)").first.click()
    by_id(page, "play").click()
    expect(page.locator("body:not(.busy)")).to_have_count(1)


def miss(page: Page) -> None:
    """Play what comes first until the puzzle is missed."""
    while not by_id(page, "banner").count():
        play_any(page)
