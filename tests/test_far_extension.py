"""Puzzles made longer many at a time, as those of nine and ten tiles are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import pytest

from generator.chance import Chance
from generator.kind import Rejection
from generator.solo import extension, far_extension, pipeline
from generator.solo.draft import Draft
from generator.solo.far_extension import extended_far
from generator.solo.only_solution import only_solution
from generator.solo.pipeline import GoalWish
from generator.solo.proving import strands_a_tile
from generator.solo.solved_puzzle import SolvedPuzzle
from tests.test_extension import CITY, GAME
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.search import placement
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import CpSatSolver

STRANDS = (
    "s3.4~R0.-3.-2~S2.-2.-2.N1~S2.-1.-2.E3~D1.-1.-1.E2~W2.-2.0.W1~L0.-1.0~D0.0.0~O2.1.0.E2"
    "~G1.0.1.N1~p1.2.3~h1.2.3~t3~nBPN.UQP.DHE~u18.18.18~g.city-16-3c"
)
"""Its monastery, the second tile, has no place once the field beside the road is covered."""


def solved(code: str) -> SolvedPuzzle:
    puzzle = parse_code(code)
    solution = only_solution(puzzle)
    assert solution is not None
    return SolvedPuzzle(puzzle, solution, parse_line(GAME) if code == CITY else ())


def far(tiles: int, most: int) -> list[SolvedPuzzle]:
    return list(islice(extended_far([solved(CITY)], tiles, Chance(1)), most))


def test_each_is_another_puzzle_of_so_many_tiles_with_one_solution() -> None:
    found = far(7, 6)
    assert [7] * 6 == [one.puzzle.tiles for one in found]
    assert 6 == len({one.puzzle for one in found})
    assert [one.solution for one in found] == [only_solution(one.puzzle) for one in found]


def test_turns_are_taken_back_first_and_then_a_meeple_of_the_colour_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = list[Position]()

    def record(_: SolvedPuzzle, before: Draft, *__: object) -> None:
        tried.append(before.position)

    monkeypatch.setattr(far_extension, "longer", record)
    one = solved(CITY)
    monkeypatch.setattr(far_extension, "_TEMPTING_PLACES", 1)
    taken_back = len(list(extension.taken_back(one, Chance(1))))
    assert [] == far(5, 1)
    colour = (one.puzzle.position.to_move - 1) % 3
    more = [table.supplies[colour] - one.puzzle.position.supplies[colour] for table in tried]
    exchanged = more[taken_back:]
    assert {0, 1} == set(exchanged)
    assert sorted(exchanged, reverse=True) == exchanged


def test_the_first_tile_of_a_whole_puzzle_fits_in_four_ways_or_more() -> None:
    ways = [
        len({one.turn and placement(one.turn) for one in Engine().outcomes(each.puzzle.position)})
        for each in far(6, 8)
    ]
    assert 8 == len(ways)
    assert 4 <= min(ways)


def test_no_tile_without_a_field_edge_is_put_at_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(far_extension, "taken_back", lambda *_: ())
    kinds = {turn.tile for one in far(5, 10) for turn in one.solution.turns[:1]}
    assert kinds
    assert set() == kinds & {"base/C", "base/S", "base/T", "base/X"}


def test_the_model_soon_finds_that_a_tile_may_have_no_place() -> None:
    with CpSatSolver() as solver:
        found = [strands_a_tile(parse_code(code), solver) for code in (CITY, STRANDS)]
    assert [False, True] == found


def test_from_nine_tiles_on_many_are_extended_but_none_that_strands_a_tile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorter, extended = [solved(CITY), solved(STRANDS)], list[SolvedPuzzle]()

    def record(found: Iterable[SolvedPuzzle], *_: object) -> Iterator[SolvedPuzzle]:
        extended.extend(found)
        return iter(())

    monkeypatch.setattr(pipeline, "_puzzles", lambda *_: iter(shorter))
    monkeypatch.setattr(pipeline, "extended_far", record)
    wish = GoalWish(parse_goal("city-16-3c"), 9, SOLO)
    with CpSatSolver() as solver:
        rejected = pipeline.try_candidate(wish, 1, 0, solver)
    assert Rejection(0, pipeline.NOT_EXTENDED) == rejected
    assert shorter[:1] == extended
