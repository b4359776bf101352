"""What the pages of puzzles and free games say, without a browser."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from math import dist

import pytest
from starlette.applications import Starlette

from meepleproof.service.pages.layout import address_of, assets, imported_by
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import STILL, Client
from verifier.carcassonne.solo.notation import turn_text

BEGUN = "/puzzle/4sx7ch90kg1j"
ROAD = f"/plain{BEGUN}"
"""The page for browsers without script, whose every step is a link."""
MOST_LINES = 400
FIRST, SECOND = "D2.0.-2.E", "V1.1.-2.-"
CODE = "/plain/p?code=s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"
LAST_OF_BLUE = (
    "/plain/play?seed=5&colours=3&meeples=7&line=I2.0.-1.E~U0.-1.0.E~H0.0.-2.N.N~U0.-2.0.-~N0.-2.1.N"
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


def announced(page: str) -> str:
    """Return what a screen reader says."""
    found = re.search('data-say="([^"]*)"', page)
    assert found is not None
    return found[1]


def leads(page: str, identity: str) -> str | None:
    """Return the target of the link with that id, None if there is none."""
    tag = re.search(f'<a [^>]*id="{re.escape(identity)}"[^>]*>', page)
    found = None if tag is None else re.search('href="([^"]*)"', tag[0])
    return None if found is None else found[1]


# The turn in the making


def test_the_turn_that_ends_the_game_says_that_a_meeple_is_due(client: Client) -> None:
    page = seen(client, f"{LAST_OF_BLUE}&at=-10.-3&turn=0")
    why = "Blue must place a meeple but has none left: the game ends with this turn."

    assert f"<b>{why}</b>" in page
    assert "no meeple this turn" not in page
    assert "SOLO-MEEPLE-11" in page
    assert f"The turn is complete. {why} Nothing is scored." in announced(page)
    assert announced(page).endswith("The game ends with a result of 15.")


def test_what_the_turn_claims_and_brings_is_said(client: Client) -> None:
    page = seen(client, f"{ROAD}?line={FIRST}~{SECOND}&at=-1.-2")

    brings = "Road, 5 points: blue 1 to 6, red 2 to 7, yellow 3 to 8."
    assert (
        f"The turn is complete. No free road, city or monastery: no meeple this turn. {brings}"
        == announced(page)
    )
    chosen = announced(seen(client, f"{ROAD}?at=0.-2&turn=2&claim=E"))
    assert "The turn is complete. The meeple goes on the road (east). Nothing is scored." == chosen


def test_turning_the_tile_says_where_it_fits(client: Client) -> None:
    found = [announced(seen(client, f"{ROAD}?turn={turn}")) for turn in range(4)]

    assert 4 == len(set(found))
    assert "places tile D, a quarter turn clockwise. Cells where it fits as it lies: " in found[1]


def test_what_is_free_is_called_as_one_chooses_it(client: Client) -> None:
    page = seen(client, f"{ROAD}?at=0.-2&turn=2&claim=-")

    free = "A meeple must be placed; free: the road (east) and the city (south)"
    assert free in page
    assert f"Not allowed. {free}" in announced(page)


def test_the_last_turn_s_points_are_shown_and_said(client: Client) -> None:
    page = seen(client, f"{ROAD}?line={FIRST}~{SECOND}~U0.-1.-2.-.E")

    assert "Scored in turn 3" in page
    assert "Scored in turn 3: Road, 5 points: blue 1 to 6" in announced(page)
    assert "Scored in turn" not in seen(client, f"{ROAD}?line={FIRST}")


def test_undo_takes_the_tile_back_before_a_turn(client: Client) -> None:
    for begun in (f"{ROAD}?line={FIRST}", "/plain/play?seed=5&colours=3&meeples=3&line=I2.0.-1.E"):
        laid = seen(client, f"{begun}&at=1.-2&turn=1")
        back = leads(laid, "undo")
        assert f"{begun}&turn=1" == back
        assert leads(laid, "lift") == back
        before = leads(seen(client, back), "undo")
        assert before is not None
        assert "line" not in before


def test_the_tile_in_hand_and_the_signs_have_names(client: Client) -> None:
    page = seen(client, ROAD)

    assert ">tile D<" in page
    assert "does not fit; choose it to read why" in page


def test_a_finger_that_hits_one_meeple_hits_no_other(client: Client) -> None:
    page = seen(client, "/plain/p?code=s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nA..~g.road-10&at=0.-1")
    found = re.findall('class="mp-reach" cx="([0-9]+)" cy="([0-9]+)" r="([0-9]+)"', page)
    (x, y, r), (left, top, radius) = [tuple(map(int, one)) for one in found]
    assert dist((x, y), (left, top)) >= r + radius
    assert 'class="mp-reach" cx="308" cy="180" r="32"' in seen(client, f"{CODE}&at=1.0")


# What is wrong with an address


@pytest.mark.parametrize(
    ("path", "sentence", "ways"),
    [
        (f"{ROAD}?line={FIRST}~foo", "In the turns made, turn 2: 'foo' is not a turn;", BEGUN),
        (f"{ROAD}?at=q", "In the cell that was chosen: 'q' is not a cell;", BEGUN),
        ("/play?seed=1&line=foo", "In the turns made, turn 1: 'foo' is not a turn;", "/play"),
        ("/plain/play?seed=1&at=q", "In the cell that was chosen: 'q' is not a cell;", "/play"),
        ("/p", "In the code of the puzzle: the code is missing; links to puzzles have one.", "/"),
        (
            "/plain/p?code=s3.4~D0.0.0~D0.5.5~p1.2.3~h4.4.4~t1~nU..~g.road-10",
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


def test_puzzles_are_marked_in_the_navigation(client: Client, shelf: Shelf) -> None:
    assert '<a href="/" aria-current="page">Puzzles</a>' in seen(client, ROAD)
    today = datetime.now(UTC).date().isoformat()
    chosen = shelf.daily(today)
    assert chosen is not None
    assert f'"day":"{today}"' in seen(client, f"/puzzle/{chosen.id}")
    other = next(one for one in shelf.puzzles if one is not chosen)
    assert '"day":' not in seen(client, f"/puzzle/{other.id}")


def test_of_a_puzzle_that_is_not_on_the_shelf_nobody_says_it_can_be_reached(
    client: Client,
) -> None:
    assert "on the right track" not in seen(client, f"{CODE}&check=1")


def test_a_refused_turn_is_said_even_if_the_goal_was_reached(client: Client, shelf: Shelf) -> None:
    solved = shelf.puzzle(ROAD.rpartition("/")[2])
    assert solved is not None
    line = "~".join(turn_text(turn) for turn in solved.line)
    page = seen(client, f"{ROAD}?line={line}~U0.9.9.-&check=1")
    assert announced(page).startswith("Not allowed.")
    assert "data-solved" not in page
    assert "on the right track" not in page


@pytest.mark.parametrize(
    ("start", "turn"),
    [(f"{ROAD}?", FIRST), ("/plain/play?seed=5&colours=3&meeples=7&", "I2.0.-1.E")],
)
def test_undo_takes_a_refused_turn_back_alone(client: Client, start: str, turn: str) -> None:
    page = seen(client, f"{start}line={turn}~U0.9.9.-")
    assert f"{start}line={turn}" == leads(page, "undo")


@pytest.mark.parametrize("query", ["goal=nix", "level=dreadful", "goal=nix&page=7"])
def test_where_no_puzzle_fits_all_are_offered(client: Client, query: str) -> None:
    page = seen(client, f"/?{query}")
    assert "No puzzle fits" in page
    assert '<a class="button main" href="/">Show all puzzles</a>' in page
    assert "Show all puzzles" not in seen(client, "/?page=999")


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


def test_a_hint_stays_until_the_turn_is_played(client: Client) -> None:
    page = seen(client, f"{ROAD}?hint=2")
    assert announced(page).startswith("Hint: This tile goes on the marked square, (0, -2).")
    laid = leads(page, "cell.0.-2")
    assert laid is not None
    page = seen(client, laid)
    assert "This tile goes on the marked square, (0, -2)." in page
    claimed = leads(page, "claim.E")
    assert claimed is not None
    page = seen(client, claimed.replace("turn=0", "turn=2"))
    assert "This tile goes on the marked square, (0, -2)." in page
    assert f"{ROAD}?line={FIRST}" == leads(page, "play")
    more = leads(page, "hint")
    assert more is not None
    assert "hint=3" in more
    assert "hint=2" not in more


def test_the_solution_is_hidden_again_and_leaves_the_tile_where_it_lies(client: Client) -> None:
    page = seen(client, f"{ROAD}?at=0.-2&turn=2")
    shown = leads(page, "reveal")
    assert shown is not None
    page = seen(client, shown)
    assert 'id="solution"' in page
    assert leads(page, "lift") is not None
    hidden = leads(page, "reveal")
    assert hidden is not None
    page = seen(client, hidden)
    assert 'id="solution"' not in page
    assert leads(page, "lift") is not None


def test_off_the_way_there_is_no_more_to_hint(client: Client) -> None:
    page = seen(client, f"{ROAD}?line=D2.0.-2.S&hint=1")

    assert "Hint: go back" in page
    assert leads(page, "hint") is None


def test_a_code_that_is_not_on_the_shelf_says_why_there_is_no_help(client: Client) -> None:
    page = seen(client, CODE)

    assert "not on the shelf here, so there are no hints and no solution." in page


def test_a_page_names_the_modules_that_its_scripts_import(client: Client) -> None:
    page = client.get(BEGUN).text
    loaded = {name for name in assets() if f'"modulepreload" href="{address_of(name)}"' in page}
    assert {"game.js", "board.js", "view.js"} <= loaded  # each imports the next
    assert loaded.isdisjoint({"play.js", "make.js"})


@pytest.mark.parametrize("name", [name for name in assets() if name.endswith(".js")])
def test_scripts_import_what_is_there_and_are_no_longer_than_modules(name: str) -> None:
    assert set(imported_by((name,))) <= set(assets())
    assert len(assets()[name].text.splitlines()) <= MOST_LINES
