"""A table that is put together or pasted is judged by its rules, and scored by both keys."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from meepleproof.service.pages.routes import page_routes
from meepleproof.service.play.house.score import (
    edges_wanted,
    finished,
    read_board,
    rotations_that_fit,
    scored,
    without_wrongs,
    wrongs,
)
from meepleproof.service.shelf import Shelf, shipped_packs
from tests.service_client import Client
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.codec import (
    position_to_json,
)
from verifier.carcassonne.house.position import (
    PIECES,
    Placement,
    Position,
    StandingPiece,
    normal_placement,
)
from verifier.carcassonne.house.puzzle import parse_code
from verifier.carcassonne.table.cells import STEPS
from verifier.carcassonne.tiles import tile_sheet
from verifier.carcassonne.tiles.drawing import lying, segments

BUILDER = "h2~base/D0.0.0~base/U0.1.0.builder.E.2"
PLAIN = "h2~p3.0.0.9~base/D0.0.0~base/U1.1.0"


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(Starlette(routes=page_routes(Shelf([], {}))), "127.0.0.1", "127.0.0.1:8128", {})


def told(client: Client, **asked: str) -> dict[str, Any]:
    answer = client.get("/house/score/told", params=asked)
    assert 200 == answer.status_code, answer.text
    document: dict[str, Any] = answer.json()
    return document


def farms() -> list[tuple[str, list[int]]]:
    folder = shipped_packs() / "house"
    pack, solutions = (
        json.loads((folder / f"house-whose-farm{end}.json").read_text("utf-8"))
        for end in ("", ".solutions")
    )
    return [
        (one["code"], solutions["solutions"][one["id"]]["points"]) for one in pack["puzzles"][:4]
    ]


@pytest.mark.parametrize(("code", "points"), farms())
def test_a_pasted_table_brings_what_its_puzzle_says(
    client: Client, code: str, points: list[int]
) -> None:
    position = parse_code(code).position
    for paste in (code, json.dumps(position_to_json(position))):
        if len(paste) > 4000:
            continue
        document = told(client, paste=paste)
        got = [0] * position.rules.colours
        for farm in (one for one in document["features"] if one["kind"] == "farm"):
            for owner in farm["owners"]:
                got[owner - 1] += farm["points"]
        assert points == got
        assert [] == document["wrong"]
    # What the page writes of the board is the same board.
    words = [f"h{position.rules.players}", f"p{'.'.join(map(str, document['scores']))}"]
    for piece in document["pieces"]:
        x, y = piece["at"]
        meeple = piece.get("meeple")
        on = f".{meeple['piece']}.{meeple['feature']}.{meeple['colour']}" if meeple else ""
        words.append(f"{piece['tile']}{piece['turn']}.{x}.{y}{on}")
    assert document["people"] == told(client, board="~".join(words))["people"]


def test_what_cannot_be_is_told_with_its_rule_and_its_cells(client: Client) -> None:
    document = told(client, board=BUILDER)
    rules = {one["rule"]: one["cells"] for one in document["wrong"]}
    assert [1, 0] in rules["HOUSE-TURN-4"]
    assert all(one["sentence"] for one in document["wrong"])
    misfit = told(client, board=PLAIN)
    assert ["HOUSE-TURN-3"] == [one["rule"] for one in misfit["wrong"]]
    assert [[0, 0], [1, 0]] == sorted(misfit["wrong"][0]["cells"])


FARMER = "h2~base/D0.0.0.little.El.1~base/U0.0.-1"


@pytest.mark.parametrize(
    ("wrong", "rest"),
    [
        ("base/U1.1.0", ""),  # a road meets a field
        ("base/U0.1.0.builder.E.2", "base/U0.1.0"),  # no follower with the builder
        ("base/V0.5.5", ""),  # beside no tile
        ("base/E2.0.-2.little.S.1~base/U0.1.-2", "base/E2.0.-2.little.S.1"),
    ],
)
def test_the_rest_of_a_table_is_scored(client: Client, wrong: str, rest: str) -> None:
    document = told(client, board=f"{FARMER}~{wrong}")
    assert [] != document["wrong"]
    expected = told(client, board="~".join(filter(None, (FARMER, rest))))
    assert [] == expected["wrong"]
    assert (expected["people"], expected["features"]) == (document["people"], document["features"])


def thrown_down(seed: int) -> Position:
    """Return the start tile and six others anywhere beside it, most of them with any piece."""
    rng, cells = random.Random(seed), [(0, 0)]
    laid = [Placement("base/D", 0, 0, 0)]
    for tile in rng.sample([one.id for one in tile_sheet("base").tiles], 6):
        x, y = rng.choice(cells)
        east, north = rng.choice(STEPS)
        if (x + east, y + north) in cells:
            continue
        cells.append((x + east, y + north))
        rotation = rng.choice(lying(tile, 0).rotations)
        feature = rng.choice([each.name for each in segments(tile, rotation)])
        standing = StandingPiece(rng.choice(PIECES), feature, rng.randrange(4))
        piece = rng.choice([standing, standing, None])
        laid.append(normal_placement(Placement(tile, rotation, *cells[-1], piece)))
    return finished(2, tuple(laid))


@given(seed=st.integers(0, 10_000))
@settings(max_examples=40)
def test_what_is_left_of_any_table_is_a_table(seed: int) -> None:
    board = thrown_down(seed)
    rest = without_wrongs(board)
    assert rest is not None
    assert () == wrongs(rest)
    assert {laid.cell for laid in rest.placements} <= {laid.cell for laid in board.placements}
    assert 4 == len(scored(rest).scores)  # by both keys, which agree


def test_where_a_tile_fits_is_where_the_engine_can_lay_it() -> None:
    board = read_board("h2~base/D0.0.0~base/V2.1.0~base/E0.0.-1~tb/B0.-1.0")
    assert board == finished(2, board.placements)
    for tile in ("base/E", "ic/K", "base/V"):
        playing = replace(board, hand=(tile,), end="")
        legal = {
            (one.part_turn.cell, one.part_turn.rotation)
            for one in HouseEngine().outcomes_in_order(playing)
        }
        found = {
            (cell, turn)
            for cell, wanted in edges_wanted(board).items()
            for turn in rotations_that_fit(tile, wanted)
        }
        assert legal == found


@pytest.mark.parametrize(
    "asked",
    [
        {"paste": "hello"},
        {"paste": "{"},
        {"paste": "[]"},
        {"paste": "{}"},
        {"paste": "s3.4~D0.0.0~p1.2.3~t1~nU..~g.road-10"},
        {"board": "h2~base/Q9.0.0"},
        {"board": "h2~foo"},
        {"board": "~".join(["h2", *(f"base/U0.{x}.0" for x in range(150))])},
    ],
)
def test_what_cannot_be_read_is_said(client: Client, asked: dict[str, str]) -> None:
    answer = client.get("/house/score/told", params=asked)
    assert 422 == answer.status_code
    assert answer.json()["detail"]
