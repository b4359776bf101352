"""Attempts at puzzles of special kinds, over HTTP and by `explain`: every answer is judged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.collection.index import PuzzleFilter
from generator.listed import listed_kinds
from generator.solo.records.kind import record_kind
from meepleproof.service.shelf import Shelf, open_shelf, shipped_packs
from tests.console_output import run_command
from tests.service_client import Client, clients, problem
from verifier.documents import validation

FOLDER = shipped_packs() / "records"

KINDS = [kind.name for kind in listed_kinds("solo") if kind.name != "goal"]


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([FOLDER])


@pytest.fixture
def client(shelf: Shelf, tmp_path: Path) -> Iterator[Client]:
    with clients(shelf, tmp_path) as make:
        yield make()


def first(shelf: Shelf, kind: str) -> tuple[str, dict[str, Any]]:
    """Return the id of the first puzzle of the kind, and what an answer states that solves it."""
    one = shelf.matching(PuzzleFilter(kind=kind, pack=kind))[0]
    return one.id, {name: one.solution[name] for name in record_kind(kind).answered_by}


def tried(client: Client, **request: Any) -> Any:
    validation.validate("record-attempt-request", request)
    found = client.post("/api/solutions/check", json=request)
    assert 200 == found.status_code, found.text
    validation.validate("record-attempt", found.json())
    return found.json()


def test_every_puzzle_is_read_drawn_and_solved_by_its_solution(
    client: Client, shelf: Shelf
) -> None:
    listed = client.get("/api/packs").json()
    validation.validate("pack-list", listed)
    assert set(KINDS) == {pack["id"].removesuffix("-volume-2") for pack in listed["packs"]}
    for pack in shelf.packs:
        puzzles = shelf.matching(PuzzleFilter(pack=pack.id))
        validation.validate("record-pack", client.get(f"/api/packs/{pack.id}").json())
        assert client.get(f"/api/puzzles/{puzzles[0].id}.svg").text.startswith("<svg")
        for one in puzzles:
            assert one.document == client.get(f"/api/puzzles/{one.id}").json()
            kind = one.document["kind"]
            solution = client.get(f"/api/puzzles/{one.id}/solution").json()
            validation.validate("record-solution", solution)
            assert {"kind": kind, "puzzle": one.id, "solution": one.solution} == solution
            answer = {name: one.solution[name] for name in record_kind(kind).answered_by}
            assert tried(client, kind=kind, puzzle=one.id, **answer)["solved"]


def test_another_turn_or_rule_is_wrong(client: Client, shelf: Shelf) -> None:
    puzzle, right = first(shelf, "find-the-error")
    turn, rule = right["turn"], right["rule"]
    sentences = {
        (1, rule): "Turn 1 breaks no rule.",
        (turn + 1, rule): f"A turn before turn {turn + 1} breaks a rule.",
        (turn, "SOLO-TURN-1"): f"Turn {turn} breaks a rule, but not SOLO-TURN-1.",
    }
    for (number, name), sentence in sentences.items():
        found = tried(client, kind="find-the-error", puzzle=puzzle, turn=number, rule=name)
        assert (False, sentence) == (found["solved"], found["sentence"])


def test_wrong_verdicts_are_named_by_their_turns(client: Client, shelf: Shelf) -> None:
    puzzle, right = first(shelf, "which-rule")
    verdicts = [right["verdicts"][0], *["SOLO-TURN-1"] * (len(right["verdicts"]) - 1)]
    found = tried(client, kind="which-rule", puzzle=puzzle, verdicts=verdicts)
    assert (False, "That is wrong of turns 2, 3, 4 and 5.") == (found["solved"], found["sentence"])


@pytest.mark.parametrize(
    ("answer", "status", "where"),
    [
        ({"kind": "find-the-error", "turn": 999, "rule": "SOLO-TURN-1"}, 422, "/turn"),
        ({"kind": "find-the-error", "turn": 1, "rule": "SOLO-NONE-1"}, 422, "/rule"),
        ({"kind": "find-the-error", "verdicts": ["legal", "legal"]}, 422, None),
        ({"kind": "find-the-error", "turn": 1}, 422, None),
        ({"kind": "which-rule", "turn": 1, "rule": "SOLO-TURN-1"}, 404, "/puzzle"),
        ({"turns": ["L2.-1.0.W"]}, 404, "/puzzle"),
        ({"game": "house", "turns": ["base/H0.2.0.big.El"]}, 404, "/puzzle"),
    ],
)
def test_what_is_no_answer_is_refused(
    answer: dict[str, Any], status: int, where: str | None, client: Client, shelf: Shelf
) -> None:
    request = {"puzzle": first(shelf, "find-the-error")[0], **answer}
    found = client.post("/api/solutions/check", json=request)
    kind = "malformed" if status == 422 else "unknown"
    assert where in (None, problem(found, status, kind).get("where"))


def test_explain_says_right_and_keeps_the_solution_to_itself(
    shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, right = first(shelf, "find-the-error")
    asked = ("explain", "find-the-error", "--puzzle", puzzle)
    code, out, _ = run_command(capsys, *asked)
    assert (0, True) == (code, "--solution tells what is right" in out)
    code, out, _ = run_command(capsys, *asked, "--turn", " ".join(map(str, right.values())))
    assert (0, True) == (code, "\nRight: " in out)


@pytest.mark.parametrize(
    "kind",
    # Proving that only one order works takes half a minute.
    [pytest.param(kind, marks=[pytest.mark.slow] if kind == "help" else []) for kind in KINDS],
)
def test_explain_judges_an_answer_and_tells_the_solution_on_demand(
    kind: str, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, right = first(shelf, kind)
    typed = " ".join(map(str, right.values()))
    if isinstance(next(iter(right.values())), list):
        typed = " ".join(next(iter(right.values())))
    asked = ("explain", kind, "--puzzle", puzzle, "--time", "600")
    code, out, _ = run_command(capsys, *asked, "--solution")
    assert (0, True) == (code, "Engine and model agree" in out)
    code, out, _ = run_command(capsys, *asked, "--turn", typed, "--json")
    found = json.loads(out)
    assert right == {name: found["solution"][name] for name in right}
    assert "holds" == found["answer"]
    code, _, told = run_command(capsys, *asked, "--turn", "nonsense")
    assert (2, True) == (code, "--turn" in told)
