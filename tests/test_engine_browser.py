"""The engine in a real browser, where its runtime is there: ``make engine`` fetches it by npm."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, FilePayload, Route, expect

from meepleproof.service.built_engine import read_engine
from meepleproof.service.built_site import build_site
from meepleproof.service.play.neom.table import log_in_link
from meepleproof.service.shelf import Shelf, open_shelf, shipped_packs
from tests.browser import needs_chromium
from tests.browser_play import by_id, eventually, make, ready
from tests.console_output import run_command
from tests.sources import RUNTIME, hosted
from tests.test_browser_house import play_out
from tests.test_browser_neom_table import GAME, until_generation
from tests.test_play import solving_line
from tests.test_scripts import SERVED
from tests.test_site import first, opened, packs_in
from verifier.carcassonne.solo.notation import parse_turn

DRAFT = "s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE..~u23.24.23~g.city.4.4.1"
LONG = "s3.4~D0.0.0~p1.2.3~t1~nUVUVWUVU~g.road.9.x.3"
PLACE = "games/carcassonne"
PACKS = ("studies", "studies-of-four", "farm-studies", "double-turn", "last-bag-tile")
POLICY = "content-security-policy"
ENGINE_KEPT = """async () => {
    const { engine, modules } = document.documentElement.dataset;
    const base = new URL(document.querySelector('link[rel=manifest]').href).pathname;
    const root = base.replace('/manifest.webmanifest', '');
    const files = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip'];
    const all = [...files.map((file) => root + engine + file), root + modules];
    const kept = await Promise.all(all.map((one) => caches.match(one)));
    return kept.every(Boolean);
}"""

pytestmark = [
    needs_chromium,
    pytest.mark.slow,
    pytest.mark.skipif(not RUNTIME.is_dir(), reason="`make engine` fetches the runtime by npm"),
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    packs = (f"house/house-{name}" for name in PACKS)
    return open_shelf([packs_in(tmp_path_factory.mktemp("shelf") / "packs", *packs)])


@pytest.fixture(scope="module")
def site(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a site with an engine, below a path of a host."""
    folder = tmp_path_factory.mktemp("host")
    build_site(shelf, folder / PLACE, engine=read_engine(RUNTIME), tell=lambda: None)
    with hosted(folder) as address:
        yield f"{address}/{PLACE}"


@pytest.mark.parametrize("kind", SERVED)
def test_a_puzzle_is_solved_by_its_solution(
    browser: Browser, site: str, shelf: Shelf, kind: str
) -> None:
    one = first(shelf, kind)
    with opened(browser, site, f"/puzzle/{one.id}.html") as page:
        expect(ready(page).locator("#engine")).to_have_count(0)
        page.goto(f"{site}/puzzle/{one.id}.html?line={quote(solving_line(one))}")
        expect(page.locator("#turn")).to_contain_text("Solved!")


def test_once_loaded_it_answers_without_a_connection(
    browser: Browser, site: str, shelf: Shelf
) -> None:
    one = first(shelf, "study")
    line = solving_line(one)
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{site}/house.html")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto(f"{site}/puzzle/{one.id}.html?line={quote(line.split('~')[0])}")
        expect(page.locator("#check")).to_be_visible()
        eventually(page, ENGINE_KEPT)
        context.set_offline(True)
        page.goto(f"{site}/puzzle/{one.id}.html?line={quote(line)}")
        expect(page.locator("#turn")).to_contain_text("Solved!")


def test_without_a_connection_it_is_asked_again_when_there_is_one(
    browser: Browser, site: str, shelf: Shelf
) -> None:
    one = first(shelf, "study")
    with contextlib.closing(browser.new_context(service_workers="block")) as context:
        page = context.new_page()
        page.goto(f"{site}/puzzle/{one.id}.html")
        ready(page)
        context.set_offline(True)
        line = quote(solving_line(one))
        page.evaluate(
            "(line) => { history.pushState({}, '', `?line=${line}`);"
            " dispatchEvent(new PopStateEvent('popstate')); }",
            line,
        )
        expect(page.locator("#offline")).to_contain_text("No connection")
        context.set_offline(False)
        expect(page.locator("#turn")).to_contain_text("Solved!")


@pytest.mark.parametrize(
    ("file", "status", "headers", "told"),
    [
        ("engine-worker.js", 200, {POLICY: "script-src 'self' 'wasm-unsafe-eval'"}, "Solved!"),
        ("engine-worker.js", 200, {POLICY: "script-src 'self'"}, "does not run in this browser"),
        ("pyodide.asm.wasm", 200, {"content-type": "application/octet-stream"}, "Solved!"),
        ("pyodide.asm.wasm", 404, {}, "A file of the engine is missing"),
    ],
)
def test_what_a_host_forbids_or_lacks_is_told(
    browser: Browser,
    site: str,
    shelf: Shelf,
    file: str,
    status: int,
    headers: dict[str, str],
    told: str,
) -> None:
    one = first(shelf, "study")
    with contextlib.closing(browser.new_context(service_workers="block")) as context:
        context.route(f"**/{file}", lambda route: _changed(route, status, headers))
        page = context.new_page()
        page.goto(f"{site}/puzzle/{one.id}.html?line={quote(solving_line(one))}")
        expect(page.locator("#turn")).to_contain_text(told)


def _changed(route: Route, status: int, headers: dict[str, str]) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, status=status, headers={**answer.headers, **headers})


def test_a_game_is_played_against_the_computer_and_its_record_holds(
    browser: Browser, site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(browser, site, "/house/play.html") as page:
        page.get_by_label("Minutes").fill("3")
        page.get_by_label("Seed").fill("7")
        page.get_by_role("button", name="Begin").click()
        expect(ready(page).locator("#facts")).to_have_text("seed 7")
        play_out(page)
        expect(page.locator("#banner")).to_contain_text("win")
        with page.expect_download() as waiting:
            page.locator("#record").click()
        waiting.value.save_as(tmp_path / "house-game.json")
        expect(page.locator("#evening-told")).to_contain_text("meepleproof verify")
        page.goto(f"{site}/house/play.html")
        expect(page.locator("#evenings a")).to_have_count(1)
    code, out, _ = run_command(capsys, "verify", str(tmp_path / "house-game.json"))
    assert (0, True) == (code, "holds" in out)


def test_what_an_address_of_a_game_says_wrongly_is_told(browser: Browser, site: str) -> None:
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{site}/house/game.html?players=12&seed=1")
        expect(page.locator("#problem")).to_contain_text("12")
        page.goto(f"{site}/house/game.html")
        page.wait_for_url(f"{site}/house/play.html")


def test_a_table_is_scored(browser: Browser, site: str) -> None:
    with opened(browser, site, "/house/score.html?board=h3~b0.0.D0U0lE1") as page:
        expect(ready(page).locator("#result")).not_to_be_empty()


def test_a_game_of_neom_is_followed_from_a_link(browser: Browser, site: str) -> None:
    log = {**GAME, "events": until_generation(2)}
    with opened(browser, site, f"/neom/table.html?log={log_in_link(log)}") as page:
        expect(page.locator("#when")).to_contain_text("Generation II, turn 1 of 7")
        page.locator("#keeping summary").click()
        page.locator("#take-back").click()
        expect(page.locator("#when")).to_contain_text("Generation I,")


def test_a_catalogue_of_neom_is_checked(browser: Browser, site: str) -> None:
    empty = FilePayload(name="mine.json", mimeType="application/json", buffer=b"{}")
    with opened(browser, site, "/neom/table.html") as page:
        page.get_by_label("Your own catalogue").check()
        page.set_input_files("#load-catalogue", empty)
        expect(page.locator("#catalogue-told")).to_contain_text("is not taken")


def test_a_puzzle_is_set_up_searched_and_shared_by_a_link(browser: Browser, site: str) -> None:
    with opened(browser, site, f"/make.html?code={quote(DRAFT)}") as page:
        ready(page).locator("[name=title]").fill("<b>The gate</b>")
        page.locator("[name=author]").fill("Ana")
        by_id(page, "prove").click()
        expect(page.locator("#judged")).to_contain_text("One solution, found by the engine")
        expect(page.locator("#judged")).to_contain_text("--prove")
        expect(page.locator("#judged")).not_to_contain_text("two independent programs proved it")
        by_id(page, "play-it").click()
        expect(ready(page).locator("h1")).to_contain_text("score a city worth exactly 4 points")
        expect(page.locator("#facts")).to_have_text("“<b>The gate</b>” by Ana")
        by_id(page, "hint").click()
        expect(page.locator("#told")).to_be_visible()
        make(page, parse_turn("E2.0.1.-.S"))
        expect(page.locator("#banner")).to_contain_text("Solved!")
        expect(page.locator("#banner")).to_contain_text("Its author says: one solution.")


def test_a_search_that_is_stopped_ends_the_engine(browser: Browser, site: str) -> None:
    with opened(browser, site, f"/make.html?code={quote(LONG)}") as page:
        ready(page).evaluate(
            """() => {
                const { terminate } = Worker.prototype;
                window.ended = 0;
                Worker.prototype.terminate = function () {
                    window.ended += 1;
                    terminate.call(this);
                };
            }"""
        )
        by_id(page, "prove").click()
        expect(page.locator("#proof .waits")).to_be_visible()
        page.wait_for_timeout(500)
        by_id(page, "stop").click()
        expect(by_id(page, "prove")).to_be_visible()
        assert 1 == page.evaluate("window.ended")
        page.goto(f"{site}/make.html?code={quote(DRAFT)}")
        by_id(ready(page), "prove").click()
        expect(page.locator("#judged")).to_contain_text("One solution, found by the engine")


def test_a_pack_of_ones_own_is_taken_apart_and_played(browser: Browser, site: str) -> None:
    pack = shipped_packs() / "neom" / "neom-disaster.json"
    solutions = pack.with_suffix(".solutions.json")
    (identity, solution) = next(iter(json.loads(solutions.read_text("utf-8"))["solutions"].items()))
    with opened(browser, site, "/neom/own.html") as page:
        page.set_input_files("#load-pack", [pack, solutions])
        expect(page.locator("#told")).to_contain_text("puzzles added")
        page.locator(f'a[href$="{identity}"]').click()
        by_id(ready(page), f"act.{solution['answer']}").click()
        by_id(page, "play").click()
        expect(page.locator("#banner.solved")).to_be_visible()
