"""A person sets up puzzles in a real browser, has them proved, plays them, and wishes for more."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from meepleproof.service.jobs.store import Jobs, open_jobs
from meepleproof.service.settings import Limits, Settings
from meepleproof.service.shelf import Shelf
from tests.browser import Opened, barriers, needs_chromium
from tests.browser_play import by_id, ready
from tests.service_client import listening, service_of
from tests.sources import served_only
from tests.test_service_making import LARGE, WISH, do

pytestmark = [needs_chromium, served_only("jobs")]

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def jobs() -> Iterator[Jobs]:
    opened = open_jobs("sqlite://")
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture(scope="module")
def address(jobs: Jobs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    tokens = tmp_path_factory.mktemp("state") / "tokens.json"
    settings = Settings("sqlite://", tokens, limits=Limits(rate=0))
    with listening(service_of(Shelf([], {}), jobs, settings)) as found:
        yield found


def wish_for(page: Page, kind: str, least: int, most: int, colours: int) -> None:
    page.locator("[name=kind]").select_option(kind)
    page.locator("[name=least]").fill(str(least))
    page.locator("[name=most]").fill(str(most))
    page.locator("[name=colours]").select_option(str(colours))


def test_a_puzzle_is_set_up_mended_proved_and_played(opened: Opened, jobs: Jobs) -> None:
    page = ready(opened("/make"))
    assert [] == barriers(page)
    by_id(page, "box.E").click()
    by_id(page, "cell.0.1").click()  # it closes the city
    by_id(page, "claim.S").click()
    expect(page.locator("#proof")).to_contain_text("This city is complete")
    expect(page.locator(".mp-wrong")).to_have_count(1)
    page.locator("#proof summary").first.click()
    expect(page.get_by_text("SOLO-SCORE-11")).to_be_visible()
    by_id(page, "remove").click()
    by_id(page, "cell.0.0").click()
    by_id(page, "claim.N").click()
    page.locator("[name=where][value=coming]").check()
    by_id(page, "box.E").click()
    wish_for(page, "city", 4, 4, 1)
    expect(page.locator("#task")).to_contain_text("In one turn: score a city worth exactly 4")
    with page.expect_response("**/api/verifications"):
        by_id(page, "prove").click()
    expect(page.locator("#proof")).to_contain_text("Waiting for its turn")
    do(jobs, "verification")
    expect(page.locator("#judged")).to_contain_text("One solution: two independent programs")
    expect(page.locator("#judged img")).to_have_js_property("complete", value=True)
    assert page.locator("#judged img").evaluate("one => one.naturalWidth")
    assert [] == barriers(page)
    by_id(page, "play-it").click()
    ready(page)
    by_id(page, "hint").click()
    expect(page.locator("#told")).to_be_visible()
    by_id(page, "cell.0.1").click()
    by_id(page, "play").click()
    expect(page.locator("#banner")).to_contain_text("One solution: two independent programs")


def test_the_editor_goes_by_keys_alone_and_is_undone(opened: Opened) -> None:
    page = ready(opened("/make", viewport=PHONE))
    by_id(page, "box.U").focus()
    page.keyboard.press("Enter")
    by_id(page, "cell.1.0").focus()
    page.keyboard.press("Enter")
    expect(by_id(page, "turn-right")).to_be_focused()
    page.keyboard.press("r")  # it fits only this way round
    expect(page.locator(".mp-laid")).to_have_count(1)
    expect(page.locator("#spin")).to_have_attribute("data-turn", "0")
    expect(page.locator("#says")).to_have_text("It fits only this way round.")
    assert [] == barriers(page)
    page.keyboard.press("Escape")
    expect(page.locator(".mp-laid")).to_have_count(2)
    page.keyboard.press("u")
    expect(page.locator(".mp-laid")).to_have_count(1)
    assert "U0" not in page.url


def test_a_new_puzzle_is_asked_for_and_the_next_one_is_there_at_once(
    opened: Opened, jobs: Jobs
) -> None:
    page = opened("/new")
    assert [] == barriers(page)
    page.get_by_label("Score a road worth at least 4 points with 2 colours").check()
    by_id(page, "make-one").click()
    expect(page.locator("#making")).to_be_visible()
    with page.expect_response(lambda answer: "DELETE" == answer.request.method):
        by_id(page, "stop").click()
    expect(page.locator("#wishes")).to_be_visible()
    job, _ = jobs.submit("generation", WISH, "loopback")
    do(jobs, "generation")
    with page.expect_response("**/api/generations"):
        page.goto(f"/made/{job.id}")
    made = jobs.get(job.id, "loopback")
    assert made is not None
    do(jobs, "generation", made.result)
    page.goto(page.evaluate("JSON.parse(document.getElementById('about').textContent).next"))
    page.wait_for_url("**/made/**")
    ready(page)


def test_a_puzzle_with_other_boxes_is_changed_and_kept(opened: Opened) -> None:
    page = ready(opened(f"/make?{urlencode({'code': LARGE})}"))
    expect(page.locator("#box > li")).to_have_count(24)
    by_id(page, "cell.0.0").click()
    by_id(page, "large").click()
    by_id(page, "claim.N").click()
    expect(page.locator("#proof")).to_contain_text("Blue has 2 large meeples on tiles")
    by_id(page, "undo").click()
    expect(page.locator("#task")).to_contain_text("In three turns")
    assert [] == barriers(page)
    expect(page.locator("[name=with][value=L]")).to_be_checked()
    page.locator("[name=with][value=i]").check()
    expect(page.locator("#box > li")).to_have_count(41)
    by_id(page, "box.iK").click()
    page.wait_for_function(
        "new URLSearchParams(location.search).get('code').startsWith('s3.4.iL~')"
    )
    page.locator("[name=with][value=L]").uncheck()
    expect(page.locator("#proof")).to_contain_text("you play without them")
