"""``meepleproof solve``: every line of a puzzle or a pack that reaches the goal."""

from __future__ import annotations

from typing import Any

import click

from generator.pictures.words import goal_in_words, turn_in_words
from generator.proving import only_solution, prove
from generator.puzzle import Puzzle, parse_goal
from meepleproof.edges import emit_json
from meepleproof.given import Given, read_given
from verifier.codec import goal_to_json
from verifier.engine import Engine, Line, Solutions, solve
from verifier.errors import Malformed
from verifier.model.cpsat import Solver
from verifier.notation import line_text
from verifier.verdict import EXIT_CODES, Answer, gravest

__all__ = ["command"]

_TOLD = 1000
_MOST = 100_000
"""Counting stops beyond; a puzzle with so many solutions is not one."""


@click.command
@click.argument("given", metavar="FILE|CODE")
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack; all by default.")
@click.option("--goal", "goal_word", metavar="GOAL", help="The goal, for a position without one.")
@click.option("--all", "every", is_flag=True, help="Print every solution, not only the first.")
@click.option("--prove", "proved", is_flag=True, help="Ask the model too whether it is unique.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    given: str,
    wanted: str | None,
    goal_word: str | None,
    every: bool,
    proved: bool,
    as_json: bool,
) -> int:
    """Find all lines with which the known tiles reach the goal, by exhausting them.

    In a line's last turn only the placement tells solutions apart. The engine counts; a puzzle is
    called unique only when the model agrees, see --prove. Exit code 1 says that a puzzle has no
    solution, 4 that it has too many to count, or that the model could not decide.
    """
    answers: list[Answer] = []
    documents = []
    for number, found in enumerate(read_given(given, wanted)):
        puzzle = _puzzle(found, goal_word)
        solutions = solve(
            puzzle.position, puzzle.goal, puzzle.tiles, lines=_MOST, shown=_TOLD if every else 1
        )
        unique, trouble = _unique(puzzle) if proved else (None, "")
        answers.append("undecided" if trouble else _answer(solutions))
        if as_json:
            documents.append(_data(puzzle, solutions, unique, trouble))
        else:
            click.echo("\n" * (number > 0) + _page(puzzle, solutions, unique, trouble))
    if as_json:
        emit_json(documents)
    return EXIT_CODES[gravest(answers)]


def _puzzle(found: Given, goal_word: str | None) -> Puzzle:
    drawn = Engine().draw(found.position)
    if not drawn.known:
        raise Malformed(
            f"the next tile of pile {drawn.pile + 1} is not known; a puzzle must show it",
            where="/piles",
        )
    if goal_word is not None:
        return Puzzle(parse_goal(goal_word), found.position)
    if found.puzzle is None:
        raise Malformed("a position alone has no goal; give one with --goal", where="--goal")
    return found.puzzle


def _answer(solutions: Solutions) -> Answer:
    if not solutions.exhaustive:
        return "undecided"
    return "holds" if solutions.count else "violated"


def _unique(puzzle: Puzzle) -> tuple[bool | None, str]:
    """Return whether both keys call it unique, or None and why the model left it undecided."""
    only = only_solution(puzzle)
    if only is None:
        return False, ""
    with Solver() as solver:
        trouble = prove(puzzle, only, solver).trouble
    return (None if trouble else True), trouble


def _page(
    puzzle: Puzzle,
    solutions: Solutions,
    unique: bool | None,  # noqa: FBT001
    trouble: str,
) -> str:
    parts = [f"Puzzle {puzzle.id}: {goal_in_words(puzzle.goal, puzzle.tiles)}.", _count(solutions)]
    if unique:
        parts.append("Unique: engine and model agree.")
    if trouble:
        parts.append(f"Undecided whether it is unique: {trouble}.")
    for line in solutions.lines:
        parts.append("")
        parts.append(_notation(line))
        parts += _in_words(puzzle, line)
    left = solutions.count - len(solutions.lines)
    if left:
        parts.append(f"\n{left} more; see them with --all.")
    return "\n".join(parts)


def _count(solutions: Solutions) -> str:
    by_length = ", ".join(
        f"{count} with {turns} {'tile' if turns == 1 else 'tiles'}"
        for turns, count in enumerate(solutions.by_length, start=1)
        if count
    )
    examined = f"{solutions.nodes:,} outcomes examined by the {Engine.kernel} engine"
    if not solutions.exhaustive:
        return f"More than {_MOST:,} solutions; counting stopped ({examined})."
    return f"Solutions: {by_length or 'none'} ({examined}, all there are)."


def _in_words(puzzle: Puzzle, line: Line) -> list[str]:
    before = [puzzle.position, *(outcome.after for outcome in line)]
    return [
        f"{number}. {turn_in_words(position, outcome.turn, outcome)}"
        for number, (position, outcome) in enumerate(zip(before, line, strict=False), start=1)
    ]


def _notation(line: Line) -> str:
    return line_text(tuple(outcome.turn for outcome in line if outcome.turn is not None))


def _data(
    puzzle: Puzzle,
    solutions: Solutions,
    unique: bool | None,  # noqa: FBT001
    trouble: str,
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": puzzle.id,
        "code": puzzle.code,
        "goal": goal_to_json(puzzle.goal),
        "tiles": puzzle.tiles,
        "solutions": list(solutions.by_length),
        "exhaustive": solutions.exhaustive,
        "outcomes": solutions.nodes,
        "engine": Engine.kernel,
        "lines": [
            {"line": _notation(line), "words": _in_words(puzzle, line)} for line in solutions.lines
        ],
    }
    if trouble:
        return {**data, "undecided": trouble}
    return data if unique is None else {**data, "unique": unique}
