"""The engine in the browser answers as the service does, to the byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page

from meepleproof.service.built_engine import read_engine
from meepleproof.service.built_site import build_site
from meepleproof.service.shelf import Shelf, open_shelf
from tests.browser import needs_chromium, window
from tests.engine_requests import (
    Request,
    house_game,
    neom_game,
    off_certificate,
    scored_table,
    studies_of,
)
from tests.service_client import clients, listening, some_packs
from tests.sources import RUNTIME, hosted

pytestmark = [
    needs_chromium,
    pytest.mark.slow,
    pytest.mark.skipif(not RUNTIME.is_dir(), reason="`make engine` fetches the runtime by npm"),
]

PACKS = ("studies", "studies-of-four", "farm-studies", "last-bag-tile")
GAMES, STUDIES, TABLES, NEOM_PACKS, NEOM_GAMES = 200, 44, 100, 50, 5
AT_ONCE = 20
"""Requests sent together, so that a fault is told before all were answered."""
BEGIN = """() => {
    const { engine, modules } = document.documentElement.dataset;
    const script = document.querySelector('script[src*="/static/"]').src;
    const root = new URL("../../", script).pathname.replace(/\\/$/, "");
    const worker = new Worker(new URL("engine-worker.js", script), { type: "module" });
    worker.postMessage({ runtime: root + engine, modules: root + modules });
    window.root = root;
    window.engine = worker;
}"""
ASK = """(asked) => new Promise((done, failed) => {
    const found = new Array(asked.length);
    let left = asked.length;
    window.engine.onmessage = ({ data }) => {
        if (data.ended) failed(new Error(data.why));
        if (data.number === undefined) return;
        found[data.number] = [data.status, data.text];
        if (--left === 0) done(found);
    };
    asked.forEach(({ path, body, packed }, number) =>
        window.engine.postMessage({ number, path, body, packed: packed && window.root + packed }));
})"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return open_shelf(
        [some_packs(tmp_path_factory.mktemp("packs"), *(f"house/house-{one}" for one in PACKS))]
    )


@pytest.fixture(scope="module")
def client(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Yield a client of the service, over HTTP."""
    with (
        clients(shelf, tmp_path_factory.mktemp("state")) as make,
        listening(make.app) as address,
        httpx.Client(base_url=address, timeout=60) as found,
    ):
        yield found


@pytest.fixture(scope="module")
def page(
    browser: Browser, shelf: Shelf, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """Yield a page of a site whose engine is asked without the page's own scripts."""
    folder = tmp_path_factory.mktemp("host")
    build_site(shelf, folder / "site", engine=read_engine(RUNTIME), tell=lambda: None)
    with hosted(folder) as address, window(browser) as opened:
        opened.goto(f"{address}/site/house.html")
        opened.evaluate(BEGIN)
        yield opened


def by_service(client: httpx.Client, one: Request) -> tuple[int, str]:
    headers = {"content-type": "application/json"}
    method = "POST" if one.body else "GET"
    answer = client.request(method, one.path, content=one.body.encode() or None, headers=headers)
    return answer.status_code, answer.text


def by_engine(page: Page, asked: Iterable[Request]) -> list[tuple[int, str]]:
    told = [{"path": one.path, "body": one.body, "packed": one.packed} for one in asked]
    return [(status, text) for status, text in page.evaluate(ASK, told)]


def compared(client: httpx.Client, page: Page, asked: list[Request]) -> Counter[int]:
    """Ask both, require equal answers to every request, and return how many had which status."""
    statuses = Counter[int]()
    for begin in range(0, len(asked), AT_ONCE):
        some = asked[begin : begin + AT_ONCE]
        for one, found in zip(some, by_engine(page, some), strict=True):
            expected = by_service(client, one)
            assert expected == found, one
            statuses[expected[0]] += 1
    return statuses


def test_house_games(client: httpx.Client, page: Page) -> None:
    asked = [one for seed in range(GAMES) for one in house_game(seed)]
    assert {200: len(asked)} == compared(client, page, asked)


def test_studies_off_their_certificates(client: httpx.Client, page: Page, shelf: Shelf) -> None:
    studies = studies_of(shelf)
    assert STUDIES == len(studies)
    asked = [one for study in studies for one in off_certificate(study)]
    assert {200: len(asked)} == compared(client, page, asked)


def test_tables_that_are_scored(client: httpx.Client, page: Page) -> None:
    asked = [scored_table(seed) for seed in range(TABLES)]
    assert {200: len(asked)} == compared(client, page, asked)


def test_packs_of_neom(client: httpx.Client, page: Page) -> None:
    games = [[*neom_game(seed)] for seed in range(NEOM_GAMES)]
    assert NEOM_PACKS <= sum(is_pack for game in games for _, is_pack in game)
    asked = [one for game in games for one, _ in game]
    assert {200: len(asked)} == compared(client, page, asked)
