"""Puzzles on records and rules in a real browser: played on a phone, with a connection or none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.collection.index import PuzzleFilter
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf, shipped_packs
from tests.browser import Opened, barriers, needs_chromium, opener
from tests.browser_play import by_id, ready, stay
from tests.test_play import solving_line
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.turn import Turn

pytestmark = needs_chromium

PHONE = {"width": 375, "height": 667}
ASKED, BY_HAND = ("find-the-error", "which-rule", "retro"), ("help", "proof-game")


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([shipped_packs() / "records"])


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opened]:
    with opener(browser, address) as opening:
        yield opening


def first(shelf: Shelf, kind: str) -> ShelvedPuzzle:
    return shelf.matching(PuzzleFilter(kind=kind))[0]


def answer(page: Page, one: ShelvedPuzzle) -> None:
    """Choose the right options one after another, and ask whether that is right."""
    for value in solving_line(one).split("*"):
        listed = page.locator("#options:not([open]) summary")
        if listed.count():
            listed.click()
        by_id(page, f"option.{value}").click()
    by_id(page, "play").click()


def lay(page: Page, turn: Turn) -> None:
    """Take the tile of a turn from the hand, lay it, and choose its feature."""
    card = page.locator(f'.card-tile:has(use[href^="#{letter_of(turn.tile)}."])')
    if card.get_attribute("aria-pressed") == "false":
        card.click()
    by_id(page, f"cell.{turn.x}.{turn.y}").click()
    for _ in range(4):
        if page.locator("#spin").get_attribute("data-turn") == str(turn.rotation):
            break
        page.locator("#spin").click()
    if not by_id(page, "play").count():
        by_id(page, f"claim.{turn.claim}").click()
    by_id(page, "play").click()
    expect(page.locator("body:not(.busy)")).to_have_count(1)


@pytest.mark.parametrize("kind", [*ASKED, *BY_HAND])
def test_a_puzzle_is_solved_on_a_phone_and_counts(opened: Opened, shelf: Shelf, kind: str) -> None:
    one = first(shelf, kind)
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    page = ready(opened(f"/puzzle/{one.id}", **phone))
    by_id(page, "hint").click()
    expect(by_id(page, "told")).to_be_visible()
    assert [] == barriers(page)
    assert PHONE["width"] == page.evaluate("document.documentElement.scrollWidth")
    if kind in ASKED:
        answer(page, one)
    else:
        for turn in parse_line(one.solution["line"]):
            lay(page, turn)
    expect(by_id(page, "banner")).to_contain_text("Solved!")
    expect(by_id(page, "banner")).to_contain_text("two independent programs proved it")
    page.goto(f"/?kind={kind}")
    expect(page.locator(f'#shelf [data-done="{one.id}"]')).to_have_text("✓ solved")


def test_a_wrong_turn_is_tapped_and_taken_back(opened: Opened, shelf: Shelf) -> None:
    one = first(shelf, "find-the-error")
    page = ready(opened(f"/puzzle/{one.id}", reduced_motion="reduce"))
    expect(by_id(page, "frame")).to_have_text("The start.")
    for _ in range(2):
        by_id(page, "forward").click()
    expect(by_id(page, "frame")).to_contain_text("Turn 2: ")
    turn = one.puzzle.record.turns[0]
    by_id(page, f"cell.{turn.x}.{turn.y}").click()
    expect(by_id(page, "ask.0")).to_have_text("turn: 1")
    by_id(page, "option.SOLO-MEEPLE-5").click()
    by_id(page, "play").click()
    expect(by_id(page, "banner")).to_contain_text("Turn 1 breaks no rule.")
    by_id(page, "undo").click()
    answer(page, one)
    expect(by_id(page, "banner")).to_contain_text("Solved!")


def test_the_answer_about_a_last_turn_is_marked_on_the_board(opened: Opened, shelf: Shelf) -> None:
    one = first(shelf, "retro")
    page = ready(opened(f"/puzzle/{one.id}", viewport=PHONE))
    expect(page.locator("#options .chip").first).not_to_be_visible()
    page.locator(".mp-look").first.click(force=True)
    expect(by_id(page, "ask.0")).to_have_text("tile: the marked one")
    by_id(page, "more-button").click()
    by_id(page, "reveal").click()
    by_id(page, "show-it").click()
    expect(page.locator("#board .mp-hinted")).to_have_count(1)
    expect(by_id(page, "solution")).to_contain_text("The marked tile")


def test_colours_are_named_and_not_numbered(opened: Opened, shelf: Shelf) -> None:
    one = first(shelf, "which-rule")
    page = ready(opened(f"/puzzle/{one.id}"))
    assert not re.search(r"colour \d", page.locator("body").inner_text(), re.IGNORECASE)


def test_the_table_to_reach_can_be_looked_at(opened: Opened, shelf: Shelf) -> None:
    one = first(shelf, "proof-game")
    page = ready(opened(f"/puzzle/{one.id}", reduced_motion="reduce"))
    expect(page.locator("#board .mp-laid")).to_have_count(1)
    by_id(page, "aim").click()
    expect(page.locator("#board .mp-laid")).to_have_count(len(one.puzzle.position.placements))
    by_id(page, "aim").click()
    expect(page.locator("#board .mp-laid")).to_have_count(1)


@pytest.mark.parametrize("kind", [*ASKED, *BY_HAND])
def test_a_puzzle_that_was_opened_is_solved_without_a_connection(
    browser: Browser, address: str, shelf: Shelf, kind: str
) -> None:
    one = first(shelf, kind)
    with closing(browser.new_context(base_url=address, reduced_motion="reduce")) as context:
        page = context.new_page()
        page.clock.install()
        page.goto("/rules")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        if kind in ASKED:
            stay(page, f"/puzzle/{one.id}")
        else:
            page.goto(f"/puzzle/{one.id}")
        ready(page)
        context.set_offline(True)
        if kind in ASKED:
            answer(page, one)
        else:
            for turn in parse_line(one.solution["line"]):
                lay(page, turn)
        expect(by_id(page, "banner")).to_contain_text("Solved!")
        page.goto(f"/house/puzzle/{one.id}")
        ready(page)
        assert page.url.endswith(f"/puzzle/{one.id}")
        assert "house" not in page.url
