"""Solutions of puzzles of the house game, by both keys, as commands print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from generator.house.kinds import prove
from generator.house.pack import PackedHousePuzzle, goal_to_json
from generator.house.proved import Proved
from meepleproof.cli.console import emit_json
from rendering.house_words import goal_in_words, solution_in_words
from verifier.verdict import EXIT_CODES, Answer, gravest

__all__ = ["solve_house"]


def solve_house(puzzles: Sequence[PackedHousePuzzle], *, as_json: bool) -> int:
    """Print what both keys find for each of the puzzles, and return the exit code.

    :raises Illegal: if a position is none for its goal.
    :raises KeysDisagree: if the keys do.
    """
    answers: list[Answer] = []
    documents: list[dict[str, Any]] = []
    for number, packed in enumerate(puzzles):
        proved = prove(packed.puzzle)
        answers.append("holds" if proved.solutions else "violated")
        if as_json:
            documents.append(_data(proved))
        else:
            click.echo("\n" * (number > 0) + "\n".join(_page(proved)))
    if as_json:
        emit_json(documents)
    return EXIT_CODES[gravest(answers)]


def _page(proved: Proved) -> Iterator[str]:
    puzzle = proved.puzzle
    yield f"Puzzle {puzzle.id}. {goal_in_words(puzzle)}"
    examined = ", ".join(f"{count:,} {name.replace('_', '-')}" for name, count in proved.examined)
    if proved.solutions == 0:
        yield f"No solution: engine and model agree ({examined})."
        return
    if proved.solutions > 1:
        yield f"Not unique, {proved.solutions} placements: engine and model agree ({examined})."
    else:
        yield f"Unique: engine and model agree ({examined})."
    yield ""
    yield from solution_in_words(puzzle, proved.solution)


def _data(proved: Proved) -> dict[str, Any]:
    puzzle = proved.puzzle
    return {
        "game": "house",
        "id": puzzle.id,
        "code": puzzle.code,
        "goal": goal_to_json(puzzle.goal),
        "solutions": proved.solutions,
        "unique": proved.solutions == 1,
        "solution": proved.solution,
        "keys": ["engine", "model"],
    }
