"""Judges part-turns that somebody plays for a puzzle of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.house.part_turns import (
    Line,
    gain_of,
    lines_of,
    lines_that_solve,
    placement_in,
    placements_in,
    require_play,
)
from generator.house.proved import BothKeys
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import HousePuzzle


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether part-turns solve a puzzle: ``placed`` by their placements, ``solved`` as they are.

    ``gain`` are the points they score.
    """

    solved: bool
    placed: bool
    gain: int


def judge(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> Judgement | None:
    """Return whether part-turns solve a puzzle by both keys; None if they cannot be played so.

    :raises Illegal: if the game has ended or a tile that must be known is not.
    :raises KeysDisagree: if the keys do.
    """
    require_play(puzzle)
    keys = BothKeys()
    lines = lines_of(puzzle, keys.outcomes)
    tried = [line for line in lines if tuple(one.part_turn for one in line) == tuple(turns)]
    if not tried:
        return None
    same = [line for line in lines if placements_in(line) == placements_in(tried[0])]
    solving = lines_that_solve(puzzle, same, keys.final_scorings)
    return Judgement(tried[0] in solving, bool(solving), gain_of(tried[0], puzzle.position))


def judge_by_engine(puzzle: HousePuzzle, line: Line) -> Judgement | None:
    """Return whether a line that was played solves a puzzle; None if another number was asked for.

    The engine alone says so. It lists only what has the same placements, which takes little time.
    """
    if len(line) != puzzle.part_turns:
        return None
    engine = HouseEngine()

    def same_placement(position: Position) -> frozenset[Outcome]:
        number = 0 if position == puzzle.position else 1
        wanted = line[number]
        listed = engine.outcomes_on(position, wanted.part_turn.cell)
        return frozenset(one for one in listed if placement_in(one) == placement_in(wanted))

    same = lines_of(puzzle, same_placement)
    if line not in same:
        return None
    solving = lines_that_solve(puzzle, same, engine.final_scorings)
    return Judgement(line in solving, bool(solving), gain_of(line, puzzle.position))
