"""Making puzzles: drafts and what the server says about them, proofs as jobs, made puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette

from generator.levels import level_of
from meepleproof.service.jobs.job import Kind
from meepleproof.service.jobs.requests import wish_of
from meepleproof.service.jobs.store import Jobs, open_jobs, open_queue
from meepleproof.service.jobs.work import run
from meepleproof.service.pages.solo.drafting import drafting_routes
from meepleproof.service.play.play import play_of
from meepleproof.service.play.solo.drafted import draft_document
from meepleproof.service.play.solo.drafts import fitting, placed, read_draft, wrongs
from meepleproof.service.settings import Limits, Settings
from meepleproof.service.shelf import Shelf, open_shelf
from tests.kinds import shipped
from tests.service_client import STILL, Client, service_of
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.position import row
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import turns_of
from verifier.documents.strict_json import Document

COUNTS = SOLO.sheet.counts()
HERE = ("127.0.0.1", "127.0.0.1:8128")
ONE_CITY = "s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE..~u23.24.23~g.city.4.4.1"
RIVER = (
    "s3.4.r~rA0.0.0~rB2.1.0.S1~rD0.2.0~rH2.3.0.N3~rI1.4.0.E1~rD1.4.1~rE0.4.2.N3~rG1.5.2"
    "~p1.2.3~h2.4.2~t2~n..E~u24.23.23~rGCKL~g.city.4.4.1"
)
LARGE = (
    "s3.4.L~H1.1.-1.LW2~M0.2.-1~X0.-1.0.LS3~D0.0.0~K1.1.0.LE1~S2.2.0.N3~D3.-1.1.N1~K3.1.1.W1~p1.2.3"
    "~h2.4.3~l0.0.0~t2~nP.T.J~u20.21.20~g.city-16-2c"
)
"""Puzzles with the river before them, and with large meeples that stand."""
WISH: dict[str, Any] = {
    "goal": {"id": "road.4.x.2", "kind": "road", "at_least": 4, "colours": 2},
    "tiles": 2,
    "seed": 3,
}


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    opened = open_jobs("sqlite://")
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def client(shelf: Shelf, jobs: Jobs, tmp_path: Path) -> Client:
    settings = Settings("sqlite://", tmp_path / "tokens.json", limits=Limits(rate=0))
    return Client(service_of(shelf, jobs, settings), *HERE, {})


def do(jobs: Jobs, kind: Kind, result: Document | None = None) -> None:
    """Do the next job of that kind, here and now; or end it with a result that is known."""
    queue = open_queue(jobs.url, seconds=60)
    try:
        lease = queue.take([kind], given_up={})
        assert lease is not None
        queue.finish(lease, result or run(kind, lease.job.request, lambda _: None), {})
    finally:
        queue.close()


def about(page: str) -> dict[str, Any]:
    text = page.partition('id="about">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(text)
    return found


# Drafts


def test_every_puzzle_of_the_shelf_is_a_draft_without_fault_that_makes_it(shelf: Shelf) -> None:
    for one in shelf.puzzles:
        draft = read_draft(one.puzzle.code)
        assert not wrongs(draft)
        assert one.puzzle == draft.puzzle
        told = draft_document(draft)
        assert one.puzzle.code == told["code"]
        for placement, mask in placed(draft):
            assert mask & 1 << placement.rotation


@pytest.mark.parametrize("code", [RIVER, LARGE])
def test_a_puzzle_with_other_boxes_is_a_draft_that_makes_it(code: str) -> None:
    told = draft_document(read_draft(code))
    assert (code, []) == (told.get("code"), told["wrong"])


@pytest.mark.parametrize("name", ["laid-aside", "two-tiles"])
def test_a_copy_is_offered_where_a_draft_keeps_the_puzzle(name: str) -> None:
    for packed in shipped(name):
        kept = read_draft(packed.puzzle.code).puzzle == packed.puzzle
        assert kept == ("edit" in play_of(packed.kind).playing(packed).about)


def test_tiles_are_offered_where_the_engine_lays_them(shelf: Shelf) -> None:
    position = shelf.puzzles[0].puzzle.position
    left = {tile: number - position.known_tiles().count(tile) for tile, number in COUNTS.items()}
    for tile in (tile for tile, number in left.items() if number > 0):
        legal = turns_of(Engine().outcomes_in_order(row(position, (tile,))))
        masks = {cell: mask for cell, mask in fitting(position, tile).items() if mask}
        found = {(turn.cell, turn.rotation) for turn in legal}
        assert found == {
            (cell, turn) for cell, mask in masks.items() for turn in range(4) if mask & 1 << turn
        }


@pytest.mark.parametrize(
    ("text", "sentence", "cells"),
    [
        ("s3.4~D0.0.0~U0.0.1~nU", "A city meets a field here: touching edges", [[0, 0], [0, 1]]),
        ("s3.4~D0.0.0~U0.5.5~nU", "This tile touches none of the others.", [[5, 5]]),
        ("s3.4~D0.0.0~X0.0.-1~X0.0.-2~nU", "You use 2 of this tile, but the game has only 1.", []),
        ("s3.4~D0.0.0.N1~E2.0.1~nU", "This city is complete, so its meeples", [[0, 0]]),
        ("s3.4~D0.0.0.E1~D0.1.0.W2~nU", "Two meeples stand side by side", [[0, 0], [1, 0]]),
        ("s3.4~D0.0.0~p0.2.3~nU", "Blue cannot have fewer than 1 point", []),
        ("s3.4~D0.0.0~n", "There are no tiles to come yet: choose 1 to 10.", []),
        ("s3.4~D0.0.0~nUUUUUUUUUUU", "There are 11 tiles to come: choose at most 10.", []),
        ("s3.4~nU", "The table is empty: lay a tile.", []),
        ("s3.4~D0.0.0~nU", "There is no goal yet.", []),
        ("s3.4~D0.0.0~iA0.1.0~nU", "This tile is of a box that you do not play with.", []),
        ("s3.4~D0.0.0.LN1~nU", "A large meeple stands here, but you play without", [[0, 0]]),
        ("s3.4.L~D0.0.0.LN1~E0.-1.0.LN1~nU", "Blue has 2 large meeples on tiles", []),
        ("s3.3.L~D0.0.0.N1~D0.1.0.N1~D0.2.0.N1~D0.3.0.N1~nU", "Blue has 4 ordinary meeples", []),
        ("s3.4.r~rA0.0.0~nrBE", "River tiles come first, the lake last, and then", []),
        ("s3.4.r~rA0.0.0~nrLrB", "River tiles come first, the lake last, and then", []),
    ],
)
def test_what_is_wrong_is_said_to_a_player_with_the_cells(
    text: str, sentence: str, cells: list[list[int]]
) -> None:
    told = draft_document(read_draft(text))
    found = next(one for one in told["wrong"] if one["says"].startswith(sentence))
    assert cells == found["cells"]
    assert set(found["rules"]) <= set(told["rules"])
    assert "code" not in told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("s3.4~" + "~".join(f"D0.{x}.0" for x in range(145)), "145 tiles; at most 144 are read"),
        ("s3.4~D0.0.0~g.road-10~g.city-16", "2 goals; a puzzle has one"),
        ("s3.4~D0.0.0~g.nonsense", "there is no goal 'nonsense'"),
        ("s3.4~D0.0.0~what", "cannot read 'what'"),
        ("x" * 5000, "5000 letters are too many"),
    ],
)
def test_a_draft_that_cannot_be_read_is_refused(text: str, why: str) -> None:
    client = Client(Starlette(routes=drafting_routes()), *HERE, {})
    answer = client.get("/make/draft", params={"code": text})
    assert 422 == answer.status_code
    assert why in answer.json()["detail"]
    page = client.get("/make", params={"code": text})
    assert 400 == page.status_code
    assert "This link cannot be read" in page.text


# Proofs, and what was made


def test_a_puzzle_of_ones_own_is_proved_and_played_with_hints(client: Client, jobs: Jobs) -> None:
    job = client.post("/api/verifications", json={"puzzle": ONE_CITY}).json()
    assert 404 == client.get(f"/made/{job['id']}").status_code
    do(jobs, "verification")
    result = client.get(f"/api/jobs/{job['id']}").json()["result"]
    assert ("holds", ["engine", "model"]) == (result["verdict"], result["keys"])
    puzzle = result["puzzle"]
    assert level_of("goal", puzzle["difficulty"]["rating"]) == puzzle["level"]
    page = client.get(f"/made/{job['id']}")
    assert 200 == page.status_code
    found = about(page.text)
    assert "One solution: two independent programs proved it." == found["proof"]
    table = client.get(found["table"], params={"line": ""}).json()
    assert table["help"]["check"]["on_track"]
    solved = client.get(found["table"], params={"line": table["help"]["solution"]["line"]}).json()
    assert "solved" == solved["end"]["kind"]


@pytest.mark.parametrize(
    ("tiles", "goal", "answer"),
    [
        ("nE..~u23.24.23", "city.40.x.1", "unsolvable"),
        ("nE.U.~u23.23.23", "city.4.x.1", "shorter"),
        ("nU..~u23.24.23", "road.1.x.0", "unsolvable"),
    ],
)
def test_other_puzzles_are_not_claimed_to_have_one_solution(
    tiles: str, goal: str, answer: str
) -> None:
    code = f"s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~{tiles}~g.{goal}"
    result = run("verification", {"puzzle": code}, lambda _: None)
    assert ("violated", answer) == (result["verdict"], result["puzzle"]["answer"])


@pytest.mark.parametrize(
    "code",
    [
        "s3.4~D0.0.0~U0.0.1~p1.2.3~h4.4.4~t1~nU..~u24.23.23~g.road-10",  # an edge does not fit
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23~g.road-10",  # no tile
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nUUU.UUU.UUUUU~u21.21.21~g.road-10",  # too many
    ],
)
def test_a_puzzle_that_is_none_is_refused_at_once(client: Client, code: str) -> None:
    answer = client.post("/api/verifications", json={"puzzle": code})
    assert 422 == answer.status_code
    assert "/puzzle" == answer.json()["where"]


def test_a_wish_is_met_and_the_next_one_is_made_ahead(client: Client, jobs: Jobs) -> None:
    job = client.post("/api/generations", json=WISH).json()
    do(jobs, "generation")
    page = client.get(f"/made/{job['id']}")
    found = about(page.text)
    assert {"goal": WISH["goal"], "candidates": 120, "seed": 4} == found["ahead"]
    wish = client.get(found["next"]).text
    assert '"kind":"road"' in wish
    assert 'id="number">4<' in wish
    assert 202 == client.post("/api/generations", json=found["ahead"]).status_code


@pytest.mark.parametrize(
    ("level", "tiles"), [("easy", 3), ("medium", 4), ("hard", 4), ("expert", 5)]
)
def test_a_wish_for_a_level_asks_for_a_length_that_often_has_it(
    client: Client, level: str, tiles: int
) -> None:
    page = client.get(f"/new?goal=road-10&level={level}").text
    wish = json.loads(page.partition('id="wish">')[2].partition("</script>")[0])
    assert {"goal": "road-10", "candidates": 120, "level": level, "tiles": tiles} == wish
    assert level == wish_of(wish).given.wanted.level


def test_what_others_have_made_is_not_shown(client: Client, jobs: Jobs) -> None:
    job, _ = jobs.submit("verification", {"puzzle": ONE_CITY}, "somebody")
    do(jobs, "verification")
    assert 404 == client.get(f"/made/{job.id}").status_code
    assert 404 == client.get(f"/made/{job.id}/table").status_code


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"goal": "foo"}, "In the goal: there is no goal"),
        ({"goal": "total-40"}, "only &#39;meepleproof generate&#39; makes"),
        ({"goal": "road-10", "level": "odd"}, "In the level: &#39;odd&#39; is no level"),
        ({"goal": "road-10", "needs": "luck"}, "is no rule to need"),
        ({"goal": "road-5-3c", "needs": "order"}, "where every colour gets points"),
    ],
)
def test_a_wish_that_cannot_be_read_is_explained(
    client: Client, query: dict[str, str], why: str
) -> None:
    answer = client.get(f"/new?{urlencode(query)}")
    assert 400 == answer.status_code
    assert why in answer.text.replace("'", "&#39;")


def test_a_square_code_holds_pages_of_this_service_only(client: Client) -> None:
    answer = client.get("/qr.svg", params={"path": f"/p?code={ONE_CITY}"})
    assert (200, "image/svg+xml") == (
        answer.status_code,
        answer.headers["content-type"].partition(";")[0],
    )
    for path in ("", "//elsewhere.example/", "https://elsewhere.example/", "/x" * 1300):
        assert 400 == client.get("/qr.svg", params={"path": path}).status_code
