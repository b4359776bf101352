"""Puzzles made longer by turns taken back: one solution still, and a legal game to the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.chance import Chance
from generator.solo.extension import extended
from generator.solo.only_solution import only_solution
from generator.solo.pipeline import GoalWish
from generator.solo.proving import prove, require_game
from generator.solo.solved_puzzle import SolvedPuzzle
from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Position, face_down
from verifier.carcassonne.solo.puzzle import CONTRACTS, Contract, parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed

CITY = (
    "s3.4~A0.0.-1.S3~A2.1.-1.N3~D0.0.0~I1.-3.1.E1~I0.-1.1.W1~G1.0.1.N1~Q1.-3.2~S0.-2.2.S2"
    "~S2.-1.2.N1~O3.0.2.N2~D0.1.2.N2~H0.-3.3.N3~M2.-2.3~O0.-1.3~C0.1.3~p1.2.3~h0.1.1~t3"
    "~nM.E.HR~u18.18.17~g.city-16-3c"
)
GAME = (
    "G1.0.1.N~O3.0.2.N~A0.0.-1.S~S2.-1.2.N~S0.-2.2.S~A2.1.-1.N~M2.-2.3.-~Q1.-3.2.-~H0.-3.3.N"
    "~I1.-3.1.E~D0.1.2.N~O0.-1.3.-~I0.-1.1.W~C0.1.3.-"
)


def longer(tiles: int, contract: Contract = 2) -> tuple[SolvedPuzzle, SolvedPuzzle]:
    """Return the puzzle of a city, and one of so many tiles made of it."""
    puzzle = parse_code(CITY)
    solution = only_solution(puzzle, contract)
    assert solution is not None
    short = SolvedPuzzle(puzzle, solution, parse_line(GAME))
    found = next(extended([short], tiles, Chance(1)), None)
    assert found is not None
    return short, found


def table(position: Position) -> Position:
    return replace(position, piles=face_down(position.piles))


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_longer_line_comes_to_the_table_of_the_shorter_one(contract: Contract) -> None:
    short, found = longer(6, contract)
    assert 6 == found.puzzle.tiles
    assert len(short.game) - 2 == len(found.game)
    between = found.solution.line[1].after
    assert table(short.puzzle.position).placements == table(between).placements
    assert short.puzzle.position.scores == between.scores
    assert short.solution.turns[-1].cell == found.solution.turns[-1].cell


def test_brute_force_finds_one_placement_of_all_tiles_too() -> None:
    _, found = longer(5)
    puzzle = found.puzzle
    every = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=10_000, filtered=False)
    assert every.exhaustive
    assert 0 == sum(every.by_length[:-1])
    placed = {
        tuple((one.turn.tile, one.turn.rotation, one.turn.cell) for one in line if one.turn)
        for line in every.lines
    }
    assert 1 == len(placed)


def test_where_no_turn_can_be_taken_back_tiles_are_exchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("generator.solo.extension.taken_back", lambda *_: ())
    short, found = longer(5)
    assert found.solution == only_solution(found.puzzle)
    before, after = (
        {placed.cell: placed.tile for placed in one.puzzle.position.placements}
        for one in (found, short)
    )
    assert before.items() < after.items()
    assert 1 == len(after) - len(before)
    require_game(found)


def test_both_keys_confirm_it_and_the_game_to_it() -> None:
    _, found = longer(6)
    require_game(found)
    with CpSatSolver() as solver:
        assert "" == prove(found.puzzle, found.solution, solver).undecided


def test_a_long_enough_puzzle_stays_and_none_is_found_when_tries_run_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short, found = longer(4)
    assert short == found
    monkeypatch.setattr("generator.solo.extension._TRIES", 20)
    assert [] == list(extended([replace(short, game=())], 10, Chance(1)))


@pytest.mark.parametrize(
    ("goal", "tiles", "refused"),
    [("road-10", 11, "give 1 to 10"), ("total-40", 8, "give 1 to 7 for the end of a game")],
)
def test_so_many_tiles_are_not_asked_for(goal: str, tiles: int, refused: str) -> None:
    with pytest.raises(Malformed, match=refused):
        GoalWish(parse_goal(goal), tiles, SOLO)
    assert GoalWish(parse_goal("road-10"), 10, SOLO).is_extended
