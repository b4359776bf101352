"""Part-turns that are to solve a puzzle of the house game, as ``explain --turn`` judges them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from generator.house.judging import judge
from generator.house.studies import judge_study
from generator.kind import Proved
from generator.pack import Packed
from meepleproof.cli.judged import Judged
from meepleproof.rendering.house.words import (
    refutation_in_words,
    turn_in_words,
    wrong_number_in_words,
)
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.key import check_record
from verifier.carcassonne.house.notation import parse_part_turns
from verifier.carcassonne.house.part_turn import PartTurn, Record, RecordedPartTurn, as_recorded
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import KeysDisagree

__all__ = ["judged"]


def judged(
    packed: Packed[HousePuzzle],
    proved: Callable[[], Proved[Any]],  # noqa: ARG001 - both keys judge without the solution
    text: str,
) -> Judged:
    """Return how the part-turns fare that somebody typed.

    :raises Malformed: if they cannot be read.
    :raises KeysDisagree: if the keys do.
    """
    if packed.puzzle.part_turns == 0:
        raise click.UsageError("--turn is for puzzles of a turn, not for a finished table")
    return _judged(packed.puzzle, parse_part_turns(text))


def _judged(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> Judged:
    record = Record(puzzle.position, _recorded(puzzle, turns), official=False)
    checked = check_record(record, (HouseEngine(), HouseModel()))
    if checked.verdict.answer == "keys disagree":
        raise KeysDisagree(checked.verdict.why)
    if checked.broken:
        first = checked.broken[0]
        why = f"It cannot be played, {first.rule}: {first.why}."
        sentence = f"  {CATALOGUE.rule(first.rule).sentence}"
        return Judged("violated", (why, sentence), {"rule": first.rule})
    if puzzle.goal.kind in STUDIES:
        return _judged_study(puzzle, turns)
    return _judged_turn(puzzle, turns)


def _judged_turn(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> Judged:
    judged = judge(puzzle, turns)
    if judged is None:
        return Judged("violated", (wrong_number_in_words(puzzle),))
    why = turn_in_words(puzzle, judged.gain, solved=judged.solved, placed=judged.placed)
    return Judged("holds" if judged.solved else "violated", (why,))


def _judged_study(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> Judged:
    if len(turns) > 1:
        return Judged(
            "violated", ("It can be played, but the puzzle asks for the first part-turn.",)
        )
    found = judge_study(puzzle, turns[0])
    if found.solved:
        return Judged("holds", ("It solves the puzzle: this is the only right placement.",))
    why = refutation_in_words(puzzle, found.line[1:], found.margin, placed=found.placed)
    return Judged("violated", (why,))


def _recorded(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> tuple[RecordedPartTurn, ...]:
    colour, second = puzzle.position.to_move, puzzle.position.second
    recorded = []
    for turn in turns:
        recorded.append(as_recorded(turn, colour, second=second))
        second = turn.second
        if not second:
            colour = (colour + 1) % puzzle.position.rules.colours
    return tuple(recorded)
