"""The table that a page reads: it follows its schema, and tells the truth about every turn."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.applications import Starlette

from meepleproof.service.http.compressing import Compressor
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.play.solo.attempt import try_turns
from meepleproof.service.play.solo.tables import puzzle_table, solution_line
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import STILL, Client
from tests.test_service_pages import LAST_OF_BLUE
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.notation import turn_text
from verifier.documents import validation
from verifier.documents.canonical_json import canonical_bytes

EARLY, LONG = json.loads((Path(__file__).parent / "vectors" / "free-games.json").read_text("utf-8"))
ROAD = "4sx7ch90kg1j"
FIRST, SECOND = "D2.0.-2.E", "V1.1.-2.-"
CODE = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"
TEN_KILOBYTES = 10_000


HERE = ("127.0.0.1", "127.0.0.1:8128")


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Client:
    return Client(Starlette(routes=page_routes(shelf)), *HERE, {})


def read(client: Client, **asked: str) -> dict[str, Any]:
    answer = client.get("/api/table", params=asked)
    assert 200 == answer.status_code, answer.text
    document: dict[str, Any] = answer.json()
    validation.validate("table", document)
    return document


def told(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every turn of a table with its effect."""
    for square in document["squares"]:
        for way in square["ways"]:
            for claim in way["claims"]:
                for turn, number in claim.get("plays", ()):
                    yield turn, document["effects"][number]


def test_every_turn_there_is_is_told_with_what_it_brings(client: Client, shelf: Shelf) -> None:
    for one in shelf.puzzles:
        start = one.puzzle.position
        found = dict(told(read(client, puzzle=one.id)))
        outcomes = [each for each in Engine().outcomes(start) if each.turn is not None]
        assert set(found) == {turn_text(each.turn) for each in outcomes if each.turn}
        for each in outcomes:
            assert each.turn is not None
            after = list(each.after.scores if each.final is None else each.final)
            effect = found[turn_text(each.turn)]
            assert [after, list(each.after.supplies)] == [effect["scores"], effect["hands"]]
            points = [scoring.value for scoring in each.scorings]
            assert points == [int(line["head"].split()[1]) for line in effect.get("lines", ())]


def test_who_comes_home_is_missing_from_the_table_after(client: Client, shelf: Shelf) -> None:
    puzzle = shelf.puzzle(ROAD)
    assert puzzle is not None
    before = read(client, puzzle=ROAD, line=f"{FIRST}~{SECOND}")
    last = turn_text(solution_line(puzzle.packed)[-1])
    home = dict(told(before))[last]["home"]
    after = read(client, puzzle=ROAD, line=f"{FIRST}~{SECOND}~{last}")
    standing = [piece["at"] for piece in after["pieces"] if "meeple" in piece]
    gone = [piece["at"] for piece in before["pieces"] if "meeple" in piece]
    assert sorted(home) == sorted(at for at in gone if at not in standing)
    assert "solved" == after["end"]["kind"]


def test_why_a_turn_is_not_allowed_is_what_the_referee_says(client: Client, shelf: Shelf) -> None:
    puzzle = shelf.puzzle(ROAD)
    assert puzzle is not None
    document = read(client, puzzle=ROAD)
    reasons = document["reasons"]
    for square in document["squares"]:
        x, y = square["at"]
        for rotation, number in square["not"]:
            refusal = try_turns(puzzle.puzzle, [f"D{rotation}.{x}.{y}.-"]).refusal
            assert refusal is not None
            assert list(refusal.rules) == reasons[number]["rules"]
            assert refusal.sentence.startswith(reasons[number]["says"].removesuffix("."))
        for way in square["ways"]:
            for claim in way["claims"]:
                if "not" in claim and claim["name"] != "F":
                    text = f"D{way['turn']}.{x}.{y}.{claim['name']}"
                    refusal = try_turns(puzzle.puzzle, [text]).refusal
                    assert refusal is not None
                    assert list(refusal.rules) == reasons[claim["not"]]["rules"]


def test_a_supply_that_is_empty_is_the_reason(client: Client) -> None:
    document = read(client, **dict(parse_qsl(urlsplit(LAST_OF_BLUE).query)))
    kinds = {tuple(reason["rules"]) for reason in document["reasons"]}
    assert ("SOLO-MEEPLE-11",) in kinds


@pytest.mark.parametrize("turns", [0, 20, 52, 70])
def test_a_table_of_a_free_game_is_small(client: Client, turns: int) -> None:
    line = "~".join(LONG["line"].split("~")[:turns])
    asked = {name: str(LONG[name]) for name in ("seed", "colours", "meeples")}
    document = read(client, **asked, line=line)
    assert turns == document["turns"]
    assert 14 == len(document["goals"])
    assert TEN_KILOBYTES > len(gzip.compress(canonical_bytes(document)))


def test_a_free_game_that_is_over_tells_its_result(client: Client) -> None:
    asked = {name: str(EARLY[name]) for name in ("seed", "colours", "meeples", "line")}
    document = read(client, **asked)
    assert EARLY["ended_by"] == document["end"]["rule"]
    assert EARLY["scores"] == [row["after"] for row in document["end"]["final"]]
    assert EARLY["result"] == document["end"]["record"]["result"]
    assert "squares" not in document


def test_help_is_told_with_the_table(client: Client) -> None:
    document = read(client, puzzle=ROAD)
    idea, _, place, _ = document["help"]["hints"]
    assert idea["says"].startswith("Look at the marked road. ")
    laid = [piece["at"] for piece in document["pieces"]]
    assert idea["cells"]
    assert all(cell in laid for cell in idea["cells"])
    assert [0, -2] == place["at"]
    off = read(client, puzzle=ROAD, line="D2.0.-2.S")["help"]
    assert [] == off["hints"]
    wrong = "Turn 1 was a mistake: the goal can no longer be reached. Undo to turn 1."
    assert {"on_track": False, "says": wrong, "turn": 1} == off["check"]
    assert "help" not in read(client, code=CODE)


def test_a_refused_turn_leaves_the_table_before_it(client: Client) -> None:
    document = read(client, puzzle=ROAD, line=f"{FIRST}~U0.9.9.-")
    assert FIRST == document["line"]
    assert 2 == document["refused"]["turn"]
    assert all(turn.startswith("V") for turn, _ in told(document))


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400),
        ({"puzzle": ROAD, "code": CODE}, 400),
        ({"puzzle": ROAD, "at": "0.0"}, 400),
        ({"puzzle": "nowhere"}, 404),
        ({"puzzle": ROAD, "line": "foo"}, 422),
        ({"puzzle": ROAD, "line": "U0.0.1.-~" * 999}, 422),
        ({"code": "s3.4~D0.0.0~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"}, 422),
        ({"seed": "x"}, 422),
        ({"seed": "1", "colours": "9"}, 422),
    ],
)
def test_what_cannot_be_read_is_refused(client: Client, asked: dict[str, str], status: int) -> None:
    answer = client.get("/api/table", params=asked)
    assert status == answer.status_code
    validation.validate("problem", answer.json())


def test_who_has_a_table_already_is_not_sent_it_again(shelf: Shelf) -> None:
    client = Client(Compressor(Starlette(routes=page_routes(shelf))), *HERE, {})
    tag = client.get(f"/api/table?puzzle={ROAD}").headers["etag"]
    again = client.get(f"/api/table?puzzle={ROAD}", headers={"if-none-match": tag})
    assert 304 == again.status_code


def test_tries_of_a_pack_are_told_with_the_solution(shelf: Shelf) -> None:
    found = shelf.puzzle(ROAD)
    assert found is not None
    assert "tries" not in puzzle_table(found.packed, ())["help"]["solution"]
    one = {"line": "D2.0.-2.S", "turn": 1, "wrong": "claim", "misses": "far", "why": "Because."}
    beside = {**found.solution, "tries": [one]}
    with_tries = replace(found.packed, solution=beside)
    table = puzzle_table(with_tries, ())
    validation.validate("table", table)
    assert [{"says": "Because.", "line": one["line"]}] == table["help"]["solution"]["tries"]
