"""Free games with other boxes and large meeples, as a person plays them on a phone and a laptop."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import barriers, needs_chromium, window
from tests.browser_play import by_id, claim_with, expect_turns, lay, make, ready
from tests.test_browser_free import exported, same_game, turns
from verifier.documents import validation

pytestmark = needs_chromium

VECTORS = json.loads(
    (Path(__file__).parent / "vectors" / "free-games-boxes.json").read_text("utf-8")
)
BY_SEED = {vector["seed"]: vector for vector in VECTORS}
ALL, LARGE, RIVER, LONG = BY_SEED[105], BY_SEED[202], BY_SEED[203], BY_SEED[110]
NAMES = {
    "r": "The River",
    "i": "Inns & Cathedrals",
    "t": "Traders & Builders",
    "k": "King & Scout",
    "L": "Large meeples",
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
BOTH = pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])


def address(game: dict[str, Any], number: int | None = None) -> str:
    """Return the address of a game after so many of its turns, by default at its end."""
    line = "~".join(game["line"].split("~")[:number])
    given = {name: game[name] for name in ("seed", "colours", "meeples", "with")}
    return f"/play?{urlencode({**given, **({'line': line} if line else {})})}"


def begin(page: Page, form: str, game: dict[str, Any]) -> None:
    """Set a game up by its form, at an address."""
    page.goto(form)
    page.get_by_text("A certain deal").click()
    page.get_by_label("Seed").fill(str(game["seed"]))
    for letter in reversed(game["with"]):
        page.get_by_label(NAMES[letter]).check()
    page.get_by_role("button", name="Deal the tiles").click()
    ready(page)


def opened_at(page: Page, site: str, path: str) -> Page:
    page.goto(f"{site}{path}")
    return ready(page)


def play_to_the_end(page: Page, game: dict[str, Any], *, touch: bool = False) -> None:
    for number, turn in enumerate(turns(game), start=1):
        make(page, turn, touch=touch)
        expect_turns(page, number)
    banner = page.locator("#banner")
    expect(banner).to_contain_text(f"our result is {game['result']}")
    after = [row.locator("td").last.inner_text() for row in banner.locator("tbody tr").all()]
    assert [str(score) for score in game["scores"]] == after


@pytest.mark.slow
def test_a_game_with_all_boxes_is_played_to_its_end(browser: Browser, site: str) -> None:
    with window(browser, **LAPTOP) as page:
        begin(page, f"{site}/play", ALL)
        expect(page.locator("#facts")).to_contain_text("River, Inns, Traders, King, large meeples")
        assert same_game(address(ALL, 0), page.url)
        play_to_the_end(page, ALL)
        expect(page.locator("[data-sheet-told]")).to_contain_text("It is on your record")
        assert same_game(address(ALL), page.url)


def test_a_game_with_the_river_is_played_to_its_end_by_touch(browser: Browser, site: str) -> None:
    with window(browser, **PHONE, reduced_motion="reduce") as page:
        begin(page, f"{site}/play", RIVER)
        play_to_the_end(page, RIVER, touch=True)


def test_the_record_sheet_notes_the_boxes(browser: Browser, site: str) -> None:
    with window(browser) as page:
        for game in (ALL, LARGE):
            page.goto(f"{site}{address(game)}")
            page.get_by_role("button", name="Save to my record").click()
        page.goto(f"{site}/play/sheet")
        options = page.locator("[data-part=options]").all_inner_texts()
        assert [
            "3 colours, 4 meeples each, with large meeples",
            "3 colours, 4 meeples each, with River, Inns, Traders, King, large meeples",
        ] == options
        document = json.loads(exported(page, "json"))
        validation.validate("record-sheet", document)
        assert ["ritkL", "L"] == [game["with"] for game in document["games"]]
        rows = list(csv.DictReader(io.StringIO(exported(page, "csv"))))
        assert ["ritkL", "L"] == [row["with"] for row in rows]
        page.locator("[data-part=game]").last.click()
        expect(ready(page).locator("#banner")).to_contain_text(f"result is {ALL['result']}")


def large_turn(game: dict[str, Any]) -> int:
    """Return the number of the first turn in which a large meeple is placed and stays, from 0."""
    return next(n for n, turn in enumerate(turns(game)) if turn.large and not turn.order)


@BOTH
def test_the_large_meeple_is_chosen_taken_back_and_placed_again(
    browser: Browser, site: str, size: dict[str, Any]
) -> None:
    number = large_turn(LARGE)
    turn = turns(LARGE)[number]
    with window(browser, **size, reduced_motion="reduce") as page:
        opened_at(page, site, address(LARGE, number))
        lay(page, turn)
        claim_with(page, turn)
        expect(page.locator(".mp-stands")).to_have_attribute("href", f"#big.{colour(number)}")
        expect(by_id(page, "sort.large")).to_have_attribute("aria-pressed", "true")
        by_id(page, "play").click()
        expect_turns(page, number + 1)
        stands = page.locator(f".mp-meeple[href='#big.{colour(number)}']")
        expect(stands).to_have_count(1)
        supply = by_id(page, f"player.{colour(number)}").locator(".unseen").last
        expect(supply).not_to_contain_text("large meeple")
        by_id(page, "undo").click()
        expect_turns(page, number)
        expect(supply).to_contain_text("and the large meeple in hand")
        expect(stands).to_have_count(0)
        by_id(page, "redo").click()
        expect_turns(page, number + 1)
        expect(stands).to_have_count(1)


def colour(number: int) -> int:
    """Return the colour that makes a turn of a game of three in which none was skipped."""
    return number % 3 + 1


def test_what_was_played_is_gone_on_with_and_called_by_its_boxes(
    browser: Browser, site: str
) -> None:
    with window(browser) as page:
        opened_at(page, site, address(LARGE, 4))
        opened_at(page, site, address({**LARGE, "with": "i"}, 0))
        page.goto(f"{site}/play")
        expect(page.locator("[data-games] a")).to_have_text(
            [f"Seed {LARGE['seed']} (Large meeples): 4 turns"]
        )


def test_a_game_without_boxes_has_its_old_address(browser: Browser, site: str) -> None:
    with window(browser) as page:
        begin(page, f"{site}/play", {"seed": 5, "with": ""})
        assert same_game("/play?seed=5&colours=3&meeples=4", page.url)


@BOTH
def test_nothing_is_cut_off_and_nothing_keeps_people_out(
    browser: Browser, site: str, size: dict[str, Any]
) -> None:
    with window(browser, **size, reduced_motion="reduce") as page:
        for path in ("/play", address(LONG, 0), address(LONG, 60), address(LONG)):
            page.goto(f"{site}{path}")
            if "seed" in path:
                ready(page)
            wide = "() => document.documentElement.scrollWidth - innerWidth"
            assert 0 >= page.evaluate(wide), path
            for row in page.locator(".player").all():
                assert row.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 1, path
            assert [] == barriers(page)


def test_a_game_goes_on_to_its_end_without_a_connection(browser: Browser, site: str) -> None:
    # A context of its own: what the browser says of the lost connection is no fault of the page.
    with closing(browser.new_context(base_url=site, service_workers="block")) as context:
        page = context.new_page()
        page.goto(address(RIVER, 0))
        ready(page)
        page.route("**/api/table?*", lambda route: route.abort())
        play_to_the_end(page, RIVER)
        expect(page.locator("[data-sheet-told]")).to_contain_text("It is on your record")
