"""What ships in puzzles/ is what it says: proved by both keys, reachable, made again alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from typing import Any

import pytest

from generator.making import Made, Wish, candidate, with_row
from generator.pack import PackedPuzzle, pack_text, puzzle_document, read_pack
from generator.proving import only_solution, prove
from meepleproof.cli import group
from meepleproof.edges import run
from verifier.engine import Engine
from verifier.goals import checklist
from verifier.model.cpsat import Solver
from verifier.model.key import Model
from verifier.position import Pile, Position, setup
from verifier.record import Record, RecordedMeeple, RecordedTurn
from verifier.rules.ruleset import SOLO
from verifier.turn import NO_CLAIM, Turn

TEXT = resources.files("puzzles").joinpath("checklist.json").read_text(encoding="utf-8")
DOCUMENT: dict[str, Any] = json.loads(TEXT)
PACKED = read_pack(DOCUMENT, "checklist")
NAMES = [packed.puzzle.goal.id for packed in PACKED]


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver() as one:
        yield one


def test_each_of_the_first_ten_goals_has_a_puzzle() -> None:
    assert list(checklist())[:10] == NAMES
    assert 10 == len({packed.puzzle.id for packed in PACKED})


@pytest.mark.parametrize("packed", PACKED, ids=NAMES)
def test_both_keys_call_it_unique(packed: PackedPuzzle, solver: Solver) -> None:
    only = only_solution(packed.puzzle)
    assert only is not None
    assert packed.line == only.turns
    assert "" == prove(packed.puzzle, only, solver).trouble


def recorded(number: int, turn: Turn) -> RecordedTurn:
    meeples = () if turn.claim == NO_CLAIM else (RecordedMeeple(turn.claim),)
    return RecordedTurn(number % 3, turn.tile, turn.rotation, turn.x, turn.y, meeples, turn.order)


@pytest.mark.parametrize("packed", PACKED, ids=NAMES)
def test_a_legal_game_leads_to_it(packed: PackedPuzzle) -> None:
    assert packed.game is not None
    start = with_row(setup(), "".join(turn.tile for turn in packed.game))
    record = Record(start, tuple(recorded(*numbered) for numbered in enumerate(packed.game)))
    for key in (Engine(), Model()):
        assert () == key.violations(record)
    position = start
    for turn in packed.game:
        position = next(o for o in Engine().outcomes(position, turn.order) if o.turn == turn).after
    assert unknown(packed.puzzle.position) == unknown(position)


def unknown(position: Position) -> Position:
    """Return the position with its known tiles turned face down."""
    piles = tuple(Pile("", len(pile.known) + pile.hidden) for pile in position.piles)
    return replace(position, piles=piles)


@pytest.mark.parametrize("name", ["road-5-3c", "city-16-3c"])
def test_its_candidate_is_made_again(name: str, solver: Solver) -> None:
    shipped = DOCUMENT["puzzles"][NAMES.index(name)]
    source = shipped["source"]
    made = candidate(Wish(checklist()[name], 4, SOLO), source["seed"], source["candidate"], solver)
    assert isinstance(made, Made)
    assert shipped == puzzle_document(made)


def test_the_file_is_written_as_the_command_writes_it() -> None:
    assert TEXT == pack_text(DOCUMENT)


@pytest.mark.slow
def test_the_pack_is_made_again_byte_by_byte(tmp_path: Any) -> None:
    path = tmp_path / "checklist.json"
    assert 0 == run(group, ["generate", "--checklist", "--seed", "7", "-o", str(path)])
    assert TEXT == path.read_text(encoding="utf-8")
