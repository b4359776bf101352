"""Turns, positions, records and goals of the Solo Variant as ``explain`` speaks of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from generator.solo.goal_kinds import kind_of
from generator.solo.only_solution import only_solution
from generator.solo.tries import Try, proved_tries, try_document
from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import Puzzles, Situation, single
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import OutOfTime, in_time, left, used_up
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_from_any, record_from_json, turn_from_json
from verifier.carcassonne.solo.explain import (
    Explanation,
    Reason,
    explain_goal,
    explain_position,
    explain_record,
    explain_turn,
)
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import line_text, parse_position, parse_turn
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_goal
from verifier.carcassonne.solo.turn import Record, Turn
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed
from verifier.verdict import EXIT_CODES

__all__ = ["explain_found"]


@dataclass(frozen=True, slots=True)
class _Question:
    """A position with a turn, with a goal, or by itself."""

    position: Position
    turn: Turn | None = None
    goal: Goal | None = None


def explain_found(
    found: Puzzles | Situation,
    *,
    turn: str | None,
    goal: str | None,
    limit: int,
    told: bool,
    as_json: bool,
) -> int:
    """Print which rules matter for a position, a turn, a goal or a record; return the exit code.

    :raises Malformed: if it cannot be read.
    """
    question = _question(found)
    if isinstance(question, _Question):
        if turn is not None:
            question = _Question(question.position, turn=parse_turn(turn))
        if goal is not None:
            with at_option("--goal"):
                question = _Question(question.position, goal=parse_goal(goal))
    elif turn is not None or goal is not None:
        raise click.UsageError("--turn and --goal go with a position, not with a game")
    explanation, tries = _in_time(question, limit, told=told or as_json)
    if as_json:
        emit_json(_data(explanation, tries))
    else:
        why_not = [f"Why not {line_text(one.line)}? {one.why} [engine and model]" for one in tries]
        echo(*_page(explanation, told=told), *why_not)
    return EXIT_CODES[explanation.verdict.answer]


def _question(found: Puzzles | Situation) -> Record | _Question:
    """Return the record or position given, which may have faults."""
    if isinstance(found, Puzzles):
        puzzle = single(found.packed).puzzle
        return _Question(puzzle.position, goal=puzzle.goal)
    if isinstance(found.source, str):
        return _Question(parse_position(found.source))
    return _from_document(found.source, found.name)


def _in_time(
    question: _Question | Record, limit: int, *, told: bool
) -> tuple[Explanation, tuple[Try, ...]]:
    """Return what there is time for: whether something is wrong, and if ``told`` the tries."""
    began = time.monotonic()
    try:
        with in_time(limit), status_line() as show:
            show(_claim(question))
            found = _explained(question, limit)
    except OutOfTime:
        return Explanation(Verdict("undecided", (), used_up(limit), _claim(question))), ()
    if not (found.line and told):
        return found, ()
    try:
        with in_time(left(limit, began)), status_line() as show:
            show("the tries")
            return found, _tries(question)
    except OutOfTime:
        echo(f"The tries are not told: {used_up(limit)}.", err=True)
        return found, ()


def _claim(question: _Question | Record) -> str:
    """Return what is claimed of what was given, in case it is left open."""
    if isinstance(question, Record):
        return "the game is legal"
    if question.goal is not None:
        return f"the known tiles can reach {question.goal.id}"
    return "the turn is legal" if question.turn is not None else "the position has no faults"


def _explained(question: _Question | Record, limit: int) -> Explanation:
    if isinstance(question, Record):
        return explain_record(question)
    on_table = explain_position(question.position)
    if on_table.reasons:
        return on_table
    if question.turn is not None:
        return explain_turn(question.position, question.turn)
    if question.goal is not None:
        return explain_goal(question.position, question.goal, limit=limit)
    return on_table


def _from_document(document: Any, name: str) -> Record | _Question:
    keys = set(document) if isinstance(document, dict) else set()
    if "turns" in keys:
        return record_from_json(document, name)
    if "position" in keys:
        return _with_turn(document, name)
    return _Question(position_from_any(document, name))


def _with_turn(document: dict[str, Any], name: str) -> _Question:
    others = sorted(set(document) - {"position", "turn"})
    if others or "turn" not in document:
        fault = f"{others[0]!r} is not known here" if others else "'turn' is missing"
        raise Malformed(f'{fault}; write {{"position": ..., "turn": ...}}', where=name)
    position = position_from_any(document["position"], f"{name}/position")
    return _Question(position, turn=turn_from_json(document["turn"], f"{name}/turn"))


def _page(explanation: Explanation, *, told: bool) -> Iterator[str]:
    for reason in explanation.reasons:
        turn = f"turn {reason.turn}" if reason.turn else ""
        place = ", ".join(part for part in (turn, reason.where) if part)
        where = f" ({place})" if place else ""
        yield f"{reason.rule}{where}: {reason.why} [{' and '.join(reason.keys)}]"
        yield f"  {CATALOGUE.rule(reason.rule).sentence}"
        if reason.line:
            yield f"  {line_text(reason.line)}"
    yield from verdict_in_words(explanation.verdict)
    if explanation.line:
        yield line_text(explanation.line) if told else "--solution tells how."


def _tries(question: _Question | Record) -> tuple[Try, ...]:
    """Return lines that nearly solve a puzzle with one solution, and why they fail."""
    if isinstance(question, Record) or question.goal is None:
        return ()
    puzzle = Puzzle(question.goal, question.position)
    solution = None if kind_of(puzzle.goal).ending else only_solution(puzzle)
    if solution is None:
        return ()
    with CpSatSolver() as solver:
        return proved_tries(puzzle, solution, solver)


def _data(explanation: Explanation, tries: Sequence[Try]) -> dict[str, Any]:
    return answer_to_json(
        "explain",
        explanation.verdict,
        reasons=[_entry(each) for each in explanation.reasons],
        line=line_text(explanation.line) or None,
        tries=[try_document(one) for one in tries] or None,
    )


def _entry(reason: Reason) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "rule": reason.rule,
        "sentence": CATALOGUE.rule(reason.rule).sentence,
        "turn": reason.turn,
        "where": reason.where,
        "why": reason.why,
        "keys": list(reason.keys),
    }
    return {**entry, "line": line_text(reason.line)} if reason.line else entry
