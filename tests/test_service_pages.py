"""What the pages of puzzles and free games say, without a browser."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.applications import Starlette

from meepleproof.service.pages.layout import address_of
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.pages.scripts import (
    WORKERS,
    entries,
    imported,
    imported_by,
    modules,
    named_in,
    script_files,
)
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import STILL, Client

ROAD = "/puzzle/4sx7ch90kg1j"
MOST_LINES = 400
FIRST, SECOND = "D2.0.-2.E", "V1.1.-2.-"
CODE = "/p?code=s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"
LAST_OF_BLUE = (
    "/play?seed=5&colours=3&meeples=7&line=I2.0.-1.E~U0.-1.0.E~H0.0.-2.N.N~U0.-2.0.-~N0.-2.1.N"
    "~W0.-3.0.S~V0.-2.-1.S~O0.-4.0.N~N0.-1.-2.N~V0.-1.-3.S~K0.1.0.N~O0.-2.-3.N~Q0.-5.0.-"
    "~J0.0.-3.N.N~P1.-6.0.S~V0.-5.-1.S~R0.-3.-3.-~F0.-4.-3.-~E0.-4.-2.N~D0.-7.0.N~M2.-7.-1.E"
    "~H0.-8.-1.N~W0.-4.-4.E~C0.-8.-2.N~J0.-8.-3.E~B0.-9.-3.M~U0.-9.-4.E"
)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Client:
    pages = page_routes(shelf)
    return Client(Starlette(routes=pages), "127.0.0.1", "127.0.0.1:8128", {})


def seen(client: Client, path: str) -> str:
    """Return a page with its texts unescaped."""
    answer = client.get(path)
    assert 200 == answer.status_code, path
    return unescape(answer.text)


# What is wrong


# What is wrong with an address


@pytest.mark.parametrize(
    ("path", "sentence", "ways"),
    [
        (f"{ROAD}?line={FIRST}~foo", "In the turns made, turn 2: 'foo' is not a turn;", ROAD),
        ("/play?seed=1&line=foo", "In the turns made, turn 1: 'foo' is not a turn;", "/play"),
        ("/p", "In the code of the puzzle: the code is missing; links to puzzles have one.", "/"),
        (
            "/p?code=s3.4~D0.0.0~D0.5.5~p1.2.3~h4.4.4~t1~nU..~g.road-10",
            "In the table of the puzzle: the tile on (5,5) shares no edge with the rest",
            "/",
        ),
    ],
)
def test_what_is_wrong_is_said_to_a_person(
    client: Client, path: str, sentence: str, ways: str
) -> None:
    answer = client.get(path)

    assert 400 == answer.status_code
    assert sentence in unescape(answer.text)
    assert f'<a class="button" href="{ways}">' in answer.text


def test_a_seed_that_is_none_leaves_the_options_as_they_were(client: Client) -> None:
    answer = client.get(f"/play?seed={1 << 53}&colours=4&meeples=6&abbot=on")

    assert 400 == answer.status_code
    assert "from 0 to 2^53" in answer.text
    chosen = re.findall('<input [^>]*name="([a-z]+)"(?: value="([0-9])")? checked', answer.text)
    assert [("colours", "4"), ("abbot", ""), ("meeples", "6")] == chosen
    (pattern,) = re.findall('pattern="([^"]*)"', answer.text)
    assert re.fullmatch(pattern, "9" * 15)
    assert re.fullmatch(pattern, str(1 << 53)) is None


def test_a_withdrawn_puzzle_says_so() -> None:
    shelf = Shelf([], {"abc": "It had two solutions."})
    client = Client(Starlette(routes=page_routes(shelf)), "127.0.0.1", "127.0.0.1:8128", {})

    for path in ("/puzzle/abc", "/puzzle/abc/board.svg"):
        answer = client.get(path)
        assert 410 == answer.status_code
        assert "This puzzle was withdrawn" in answer.text
        assert "It had two solutions." in answer.text
    assert 404 == client.get("/puzzle/abd").status_code


# Where one is


def test_the_home_of_a_game_is_marked_in_the_navigation(client: Client) -> None:
    assert '<a href="/" aria-current="page">Today</a>' in seen(client, "/")
    assert '<a href="/house" aria-current="page">House rules</a>' in seen(client, "/house")


def test_the_rules_say_what_is_different_in_a_free_game(client: Client) -> None:
    page = seen(client, "/rules")
    for head in ("The piles", "Who draws", "The end", "The result", "The checklist", "Options"):
        assert f"<h3>{head}</h3>" in page
    assert 2 == page.count('<a href="#free-game">')
    assert 'href="/rules#free-game"' in seen(client, "/play")


def test_a_free_game_is_told_rightly_in_short(client: Client) -> None:
    page = seen(client, "/play")
    # SOLO-SCORE-5 to -8: the majority decides who owns it, the lowest whether it brings points.
    assert "most meeples on it" in page
    assert "only if one of them is lowest on the scoreboard" in page


# Help


def test_a_code_that_is_not_on_the_shelf_says_why_there_is_no_help(client: Client) -> None:
    page = seen(client, CODE)

    assert "not on the shelf here, so there are no hints and no solution." in page


def test_a_page_names_all_files_that_its_scripts_import(client: Client) -> None:
    page = client.get(ROAD).text
    loaded = re.findall(r'<script src="([^"]+)" type="module">', page)
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert [address_of("play.js")] == loaded
    assert [address_of(name) for name in imported_by(("play.js",))] == preloaded
    assert address_of("part-game.js") in preloaded


def test_a_page_loads_the_modules_while_they_are_changed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "meepleproof.service.pages.layout.imported_by", lambda names: imported(names, modules())
    )
    page = client.get(ROAD).text
    loaded = set(re.findall(r'<link rel="modulepreload" href="[^"]+/([^/"]+)">', page))
    assert {"game.js", "board.js", "view.js"} <= loaded  # each imports the next
    assert loaded.isdisjoint({"play.js", "make.js", "end.js"})


def test_joined_scripts_are_made_from_the_modules() -> None:
    """Where this fails, `make bundle` makes them anew."""
    files = script_files()
    assert {*entries(), *WORKERS} <= files.keys()
    assert files.keys() - {*entries(), *WORKERS} == named_in(files)


@pytest.mark.parametrize("name", modules())
def test_scripts_import_what_is_there_and_are_no_longer_than_modules(name: str) -> None:
    assert set(imported((name,), modules())) <= modules().keys()
    assert len(modules()[name].splitlines()) <= MOST_LINES
