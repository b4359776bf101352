"""Why a part-turn does not solve a puzzle of the house game, or an answer about farms is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from generator.house.judging import judge
from generator.house.kinds import prove
from generator.house.studies import judge_study
from meepleproof.cli.console import emit_json
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import in_time
from meepleproof.cli.verdicts import ON_DEMAND
from meepleproof.rendering.house.words import (
    goal_in_words,
    refutation_in_words,
    solution_in_words,
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
from verifier.verdict import EXIT_CODES, Answer

__all__ = ["explain_house"]


def explain_house(
    puzzle: HousePuzzle, turn_word: str | None, limit: int, *, told: bool, as_json: bool
) -> int:
    """Print whether there is a solution, or what is wrong with these part-turns; the exit code.

    If it is ``told`` the solution is printed, with what is wrong elsewhere. As JSON it always is.

    :raises OutOfTime: if that takes more than so many seconds.
    :raises Malformed: if the part-turns cannot be read.
    :raises Illegal: if the position is none for its goal.
    :raises KeysDisagree: if the keys do.
    """
    answer: Answer = "holds"
    rule = ""
    with in_time(limit), status_line() as show:
        show(f"puzzle {puzzle.id}")
        if turn_word is None:
            proved = prove(puzzle)
            if not proved.solutions:
                lines = ["No solution."]
            elif told or as_json:
                lines = list(solution_in_words(puzzle, proved.solution))
            else:
                right = (
                    "One answer is" if proved.solutions == 1 else f"{proved.solutions} answers are"
                )
                lines = [f"{right} right, both keys agree. {ON_DEMAND}"]
            answer = "holds" if proved.solutions else "violated"
        elif puzzle.part_turns == 0:
            raise click.UsageError("--turn is for puzzles of a turn, not for a finished table")
        else:
            answer, rule, lines = _judged(puzzle, parse_part_turns(turn_word))
    if as_json:
        data: dict[str, Any] = {"game": "house", "id": puzzle.id, "answer": answer, "why": lines}
        emit_json({**data, "rule": rule} if rule else data)
    else:
        echo(goal_in_words(puzzle), *lines)
    return EXIT_CODES[answer]


def _judged(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> tuple[Answer, str, list[str]]:
    record = Record(puzzle.position, _recorded(puzzle, turns), official=False)
    checked = check_record(record, (HouseEngine(), HouseModel()))
    if checked.verdict.answer == "keys disagree":
        return "keys disagree", "", [checked.verdict.why]
    if checked.broken:
        first = checked.broken[0]
        why = f"It cannot be played, {first.rule}: {first.why}."
        return "violated", first.rule, [why, f"  {CATALOGUE.rule(first.rule).sentence}"]
    if puzzle.goal.kind in STUDIES:
        return _judged_study(puzzle, turns)
    return _judged_turn(puzzle, turns)


def _judged_turn(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> tuple[Answer, str, list[str]]:
    judged = judge(puzzle, turns)
    if judged is None:
        return "violated", "", [wrong_number_in_words(puzzle)]
    why = turn_in_words(puzzle, judged.gain, solved=judged.solved, placed=judged.placed)
    return "holds" if judged.solved else "violated", "", [why]


def _judged_study(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> tuple[Answer, str, list[str]]:
    if len(turns) > 1:
        return "violated", "", ["It can be played, but the puzzle asks for the first part-turn."]
    found = judge_study(puzzle, turns[0])
    if found.solved:
        return "holds", "", ["It solves the puzzle: this is the only right placement."]
    why = refutation_in_words(puzzle, found.line[1:], found.margin, placed=found.placed)
    return "violated", "", [why]


def _recorded(puzzle: HousePuzzle, turns: Sequence[PartTurn]) -> tuple[RecordedPartTurn, ...]:
    colour, second = puzzle.position.to_move, puzzle.position.second
    recorded = []
    for turn in turns:
        recorded.append(as_recorded(turn, colour, second=second))
        second = turn.second
        if not second:
            colour = (colour + 1) % puzzle.position.rules.colours
    return tuple(recorded)
