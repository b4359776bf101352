"""The readings of the house rules: folding, python-constraint, CP-SAT and clauses list the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.house_games import position_at
from tests.house_listing import lines_by_backtracking, lines_by_clauses, lines_by_cpsat
from tests.house_perft import start_of
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.model.house.hand import is_short
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.model.house.questions import open_game
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.constraints.sat import SatSolver

MODEL = HouseModel()
CASES: dict[str, dict[str, Any]] = {
    case["about"]: case
    for case in json.loads(
        (Path(__file__).parent / "vectors" / "house_perft.json").read_text(encoding="utf-8")
    )
}


@pytest.fixture(scope="module")
def cpsat() -> Iterator[CpSatSolver]:
    solver = CpSatSolver()
    yield solver
    solver.close()


@pytest.fixture(scope="module")
def sat() -> Iterator[SatSolver]:
    solver = SatSolver()
    yield solver
    solver.close()


def folded(position: Position, turns: int) -> Iterator[tuple[PartTurn, ...]]:
    """Yield every line of so many part-turns, each part-turn listed by folding."""
    if turns == 0:
        yield ()
    else:
        for outcome in MODEL.outcomes(position):
            for rest in folded(outcome.after, turns - 1):
                yield (outcome.part_turn, *rest)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(0, 10))
def test_backtracking_lists_what_folding_lists(seed: int, part_turns: int) -> None:
    position = position_at(seed, part_turns)
    if not position.end and not is_short(position):
        assert set(folded(position, 1)) == lines_by_backtracking(open_game(position, 1))


@pytest.mark.parametrize("name", ["h01", "h03", "h09", "h15"])
def test_solvers_list_what_folding_lists(cpsat: CpSatSolver, sat: SatSolver, name: str) -> None:
    """Row h15 has double turns on offer."""
    position = start_of(CASES[name], MODEL)
    game = open_game(position, 1)
    lines = set(folded(position, 1))
    assert lines == lines_by_cpsat(cpsat, game, Parameters(hasty=True))
    assert lines == lines_by_clauses(sat, game, Parameters())


@pytest.mark.parametrize("seed", range(6))
def test_solvers_list_the_part_turns_of_games(
    cpsat: CpSatSolver, sat: SatSolver, seed: int
) -> None:
    position = position_at(seed, 3 + 2 * seed)
    if position.end or is_short(position):
        position = position_at(seed, 0)
    game = open_game(position, 1)
    lines = set(folded(position, 1))
    assert lines == lines_by_cpsat(cpsat, game, Parameters(hasty=True))
    assert lines == lines_by_clauses(sat, game, Parameters())


def test_two_part_turns_are_listed_alike() -> None:
    """In h03 tiles are symmetric and hands may have no place, which ends the game."""
    position = start_of(CASES["h03"], MODEL)
    lines = lines_by_backtracking(open_game(position, 2))
    assert set(folded(position, 2)) == lines
    assert len(lines) == 162


def test_both_parts_of_a_double_turn_are_listed_alike(sat: SatSolver) -> None:
    """Around the builder of h15, so that a second part by the same colour is common."""
    position = start_of(CASES["h15"], MODEL)
    near = {(3, 0), (4, 0), (3, 1), (4, -1)}
    lines = lines_by_clauses(sat, open_game(position, 2, window=near), Parameters())
    expected = {line for line in folded(position, 2) if {turn.cell for turn in line} <= near}
    assert expected == lines
    assert any(first.second for first, _ in lines)
