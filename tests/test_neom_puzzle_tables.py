"""Tables of NEOM's puzzles: they follow their schema, and say of every choice what the keys say."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from starlette.applications import Starlette

from generator.collection.index import PuzzleFilter
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.play.neom.document import named
from meepleproof.service.play.neom.tables import neom_puzzle_table
from meepleproof.service.shelf import Shelf
from tests.neom_shelf import (
    DISASTER,
    HELPERS,
    LAST_TURNS,
    LINK,
    MONEY,
    STRUCK,
    neom_shelf,
)
from tests.service_client import Client
from verifier.documents import validation
from verifier.documents.canonical_json import canonical_bytes
from verifier.neom.model.key import NeomModel
from verifier.neom.puzzle import TurnsQuestion
from verifier.neom.state import SQUARES, square_name
from verifier.neom.tiles_document import demo_catalogue

SOLO = "4sx7ch90kg1j"
TEN_KILOBYTES = 10_000


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return neom_shelf(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Client:
    return Client(Starlette(routes=page_routes(shelf)), "127.0.0.1", "127.0.0.1:8128", {})


def read(client: Client, puzzle: str, line: str = "") -> dict[str, Any]:
    answer = client.get("/api/table", params={"puzzle": puzzle, "line": line})
    assert 200 == answer.status_code, answer.text
    document: dict[str, Any] = answer.json()
    validation.validate("table", document)
    assert TEN_KILOBYTES > len(gzip.compress(canonical_bytes(document)))
    return document


def plays(document: dict[str, Any]) -> set[str]:
    """Return every answer that a table offers, as lines write it."""
    found = {text for act in document["acts"] for one in act["claims"] for text, _ in one["plays"]}
    for held in document["hand"]:
        for way in [way for square in held["squares"] for way in square["ways"]]:
            claims = document["claims"][way["claims"]]
            found |= {f"{way['begins']}{rest}" for one in claims for rest, _ in one["plays"]}
    return found


def test_every_puzzle_has_a_table_and_its_solution_solves_it(shelf: Shelf) -> None:
    for packed in [one.packed for one in shelf.matching(PuzzleFilter(game="neom"))]:
        first = neom_puzzle_table(packed, "")
        ids = [tile.id for tile in packed.puzzle.catalogue.tiles]
        asked = first["ask"]
        shown = [one["says"] for one in first["help"]["hints"]] + first["notes"] + asked["numbers"]
        assert asked["numbers"], packed.puzzle.id
        assert (packed.kind == "disaster") == ("The Disaster of this Generation: " in asked["says"])
        assert not [says for says in shown if any(each in says for each in ids)]
        solution = packed.solution or {}
        line = first["help"]["solution"]["line"] or solution.get("answer") or solution.get("money")
        if "helpers" in solution:
            line = "".join(f"*{each}" for each in solution["helpers"])
        assert "solved" == neom_puzzle_table(packed, str(line))["end"]["kind"], packed.puzzle.id


def test_the_first_actions_offered_are_those_of_the_other_key(client: Client, shelf: Shelf) -> None:
    packed = shelf.known(STRUCK).packed
    assert packed is not None
    question = packed.puzzle.question
    assert isinstance(question, TurnsQuestion)
    document = read(client, STRUCK)
    offered = plays(document)
    best = NeomModel().best_by_first_action(packed.puzzle.catalogue, question.state, question.packs)
    assert len(best) == len(offered)
    tried = {one["line"] for one in document["help"]["solution"]["tries"]}
    assert tried | {document["help"]["solution"]["line"]} == offered
    for held in document["hand"]:
        refused = [one for one in held["squares"] if not one["ways"]]
        assert len(SQUARES) == len(held["squares"])
        for square in refused:
            ((_, number),) = square["not"]
            assert document["reasons"][number]["says"][0].isupper()


def test_a_wrong_first_action_says_what_it_leads_to(client: Client) -> None:
    tables = read(client, LAST_TURNS)["help"]["solution"]
    wrong = tables["tries"][0]
    end = read(client, LAST_TURNS, wrong["line"])["end"]
    assert "missed" == end["kind"]
    assert "66 points at most; another one leads to more" in end["says"]


def test_a_tile_to_link_lies_where_it_fits_and_says_why_not_elsewhere(client: Client) -> None:
    document = read(client, LINK)
    (loft,) = [one for one in document["hand"] if one["card"] == "demo-III-08"]
    corner = next(one for one in loft["squares"] if one["at"] == [0, 4])
    ((_, number),) = corner["not"]
    assert document["reasons"][number] == {
        "says": "No road links it to the City Center.",
        "rules": ["NEOM-PLACE-3"],
    }
    assert "NEOM-PLACE-3" in document["rules"]
    laid = read(client, LINK, "demo-III-08*E4")
    assert [4, 1] in [piece["at"] for piece in laid["pieces"]]
    assert "Tile 2 of 3" == laid["ask"]["head"]
    refused = read(client, LINK, "demo-III-08*E4~demo-III-29*A1")
    assert ("demo-III-08*E4", 2) == (refused["line"], refused["refused"]["turn"])


def test_all_squares_offered_for_a_link_can_be_played(client: Client) -> None:
    document = read(client, LINK)
    offered = plays({**document, "acts": []})
    assert all("refused" not in read(client, LINK, line) for line in offered)


@pytest.mark.parametrize(
    ("puzzle", "line", "says"),
    [
        (MONEY, "7", "enough, but less is, too"),
        (HELPERS, "*", "Other helpers need less money."),
        (DISASTER, "take", "Taking it leads to 48 points, leaving it to 55."),
    ],
)
def test_a_wrong_answer_says_why(client: Client, puzzle: str, line: str, says: str) -> None:
    end = read(client, puzzle, line)["end"]
    assert ("missed", "Not this time") == (end["kind"], end["head"])
    assert says in end["says"]


def test_an_action_that_is_not_legal_is_refused(client: Client) -> None:
    refused = read(client, LAST_TURNS, "prevent")
    assert "" == refused["line"]
    assert "is no Disaster that could be prevented" in refused["refused"]["says"]
    assert refused["hand"]


@pytest.mark.parametrize(
    ("puzzle", "line"),
    [
        (LINK, "demo-III-08*Z9"),
        (LINK, "demo-I-01*A1"),
        (LAST_TURNS, "demo-III-12"),
        (LAST_TURNS, "nothing*A1"),
        (LAST_TURNS, "sell*cry"),
        (MONEY, "six"),
        (HELPERS, "demo-I-31"),
        (DISASTER, "perhaps"),
    ],
)
def test_a_damaged_link_says_so(client: Client, puzzle: str, line: str) -> None:
    answer = client.get("/api/table", params={"puzzle": puzzle, "line": line})
    assert 422 == answer.status_code
    validation.validate("problem", answer.json())
    page = client.get(f"/puzzle/{puzzle}", params={"line": line})
    assert 400 == page.status_code
    assert "This address cannot be read" in page.text


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        (f"/neom/puzzle/{LINK}", f"/puzzle/{LINK}"),
        (f"/house/puzzle/{SOLO}/board.svg", f"/puzzle/{SOLO}/board.svg"),
        (f"/plain/puzzle/{SOLO}?line=x", f"/puzzle/{SOLO}?line=x"),
        (f"/plain/neom/puzzle/{LINK}", f"/neom/puzzle/{LINK}"),
        ("/house/p?code=h3&line=1", "/p?code=h3&line=1"),
    ],
)
def test_older_addresses_lead_on_for_good(client: Client, path: str, leads_to: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert (308, leads_to) == (answer.status_code, answer.headers["location"])


def test_a_puzzle_has_a_small_picture(client: Client) -> None:
    assert "invented" in client.get("/neom").text
    assert 404 == client.get("/puzzle/nowhere").status_code
    assert 302 == client.get("/neom/daily", follow_redirects=False).status_code
    thumbnail = client.get(f"/puzzle/{LINK}/board.svg").text
    assert 25 == thumbnail.count('class="mp-neom-tile"') + thumbnail.count('class="mp-cell"')
    assert 'class="mp-neom-square"' not in thumbnail  # no names of squares


def test_progress_counts_the_puzzles_of_each_kind(client: Client) -> None:
    page = client.get("/statistics").text
    (games,) = re.findall(r'<script type="application/json" id="games">(.*?)</script>', page)
    (neom,) = [game for game in json.loads(games) if game["game"] == "neom"]
    numbers = {kind: number for kind, _, number in neom["kinds"]}
    assert {"link": 15, "purchase": 16, "last-turns": 15, "disaster": 14} == numbers
    assert sum(number for _, number in neom["levels"]) == neom["all"] == 60


def test_the_sheet_has_every_drawing_that_a_table_names(client: Client) -> None:
    for puzzle in (LINK, DISASTER):
        document = read(client, puzzle)
        sheet = client.get(f"/puzzle/{puzzle}/tiles.svg").text
        cards = document["cards"].values()
        drawn = [one["art"] for one in (*document["pieces"], *cards)]
        assert all(f'id="{art}"' in sheet for art in drawn)


@pytest.mark.parametrize("puzzle", [LAST_TURNS, STRUCK, DISASTER, MONEY, HELPERS])
def test_the_list_of_answers_has_what_each_one_leads_to(client: Client, puzzle: str) -> None:
    listed = client.get(f"/puzzle/{puzzle}/answers").json()
    first = read(client, puzzle)
    stays = {name: told for name, told in first.items() if name not in listed["without"]}
    lines = set(listed["answers"])
    assert lines >= (
        plays({"hand": [], "claims": [], **first})
        if "acts" in first
        else {"0", "6"}
        if puzzle == MONEY
        else {"*"}
    )
    for line in sorted(lines)[:: max(1, len(lines) // 9)]:
        assert read(client, puzzle, line) == stays | listed["answers"][line]


def test_names_stand_for_ids_whose_beginnings_are_others() -> None:
    catalogue = demo_catalogue()
    names = {tile.id: tile.name for tile in catalogue.tiles}
    text = "demo-I-10, demo-I-1 and demo-I-01"
    assert f"{names['demo-I-10']}, demo-I-1 and {names['demo-I-01']}" == named(catalogue, text)
    assert "C3" == square_name((2, 2))
