"""Packs of the house game as documents: puzzles with their provenance, and solutions in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.house.pipeline import MadePuzzle
from generator.house.proved import Proved
from generator.pack_form import (
    Title,
    pack_head,
    provenance,
    read_solutions,
    reports_of_both,
    require_form,
    require_once,
    sealed,
    solutions_of,
    source_of,
)
from verifier.carcassonne.house.codec import (
    GAME,
    position_from_json,
    position_to_json,
    record_from_json,
    record_to_json,
)
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.part_turn import Record
from verifier.carcassonne.house.puzzle import STUDIES, Goal, HousePuzzle
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = [
    "PackedHousePuzzle",
    "goal_from_json",
    "goal_to_json",
    "pack_document",
    "proved_document",
    "read_pack",
    "read_puzzle",
    "solutions_document",
]


@dataclass(frozen=True, slots=True)
class PackedHousePuzzle:
    """A puzzle of a pack; ``solution`` and ``game`` are None if they were not read.

    ``document`` is everything that the pack states about it.
    """

    puzzle: HousePuzzle
    document: Document
    solution: Document | None = None
    game: Record | None = None


# --- writing


def pack_document(
    puzzles: Sequence[MadePuzzle], title: Title, *, seed: int, parameters: Document
) -> Document:
    """Return the pack of these puzzles; equal arguments give equal bytes."""
    return sealed(
        {
            **pack_head("house-pack", title, GAME),
            "provenance": provenance(seed, parameters),
            "puzzles": [_made_document(one) for one in puzzles],
        }
    )


def solutions_document(puzzles: Sequence[MadePuzzle], title: Title) -> Document:
    """Return the solutions of the pack of these puzzles."""
    solutions = {
        one.id: {**one.proved.solution, "game": record_to_json(one.game)} for one in puzzles
    }
    return solutions_of("house-solutions", solutions, title, GAME)


def _made_document(made: MadePuzzle) -> Document:
    return {**proved_document(made.proved), "source": source_of(made)}


def proved_document(proved: Proved) -> Document:
    """Return the document of a puzzle without where it comes from."""
    puzzle = proved.puzzle
    document: Document = {
        "game": GAME,
        "id": puzzle.id,
        "code": puzzle.code,
        "goal": goal_to_json(puzzle.goal),
        "part_turns": puzzle.part_turns,
        "position": position_to_json(puzzle.position),
    }
    if proved.choices:
        document["choices"] = [list(choice) for choice in proved.choices]
    return {
        **document,
        "verdict": {
            "claim": "unique",
            "answer": "holds",
            "solutions": 1,
            "keys": reports_of_both(dict(proved.examined)),
        },
        "difficulty": {"level": proved.level, "rating": proved.rating},
        "themes": list(proved.themes),
    }


def goal_to_json(goal: Goal) -> Document:
    """Return the goal as a document.

    >>> goal_to_json(Goal("own", 6, "farm"))
    {'kind': 'own', 'feature': 'farm', 'worth': 6}
    """
    if goal.kind == "farms":
        return {"kind": goal.kind}
    if goal.kind in STUDIES:
        return {"kind": goal.kind, "handicaps": list(goal.handicaps)}
    if goal.kind == "own":
        return {"kind": goal.kind, "feature": goal.feature, "worth": goal.number}
    return {"kind": goal.kind, "points": goal.number}


def goal_from_json(document: Document) -> Goal:
    """Return the goal of a document whose form has been checked."""
    number: int = document.get("points") or document.get("worth") or 0
    own, other = document.get("handicaps", (0, 0))
    return Goal(document["kind"], number, document.get("feature"), (own, other))


# --- reading


def read_pack(
    document: Document, where: str, solutions: Document | None = None
) -> tuple[PackedHousePuzzle, ...]:
    """Return the puzzles of a pack, with their solutions if these are given.

    :raises Malformed: if it does not have the form of a pack, was changed after it was made, names
        a puzzle twice, or is not the pack of these solutions.
    :raises Illegal: if a position has faults.
    """
    require_form("house-pack", document, where)
    require_once(document, where)
    solution_of = read_solutions("house-solutions", solutions, document, f"{where}, solutions")
    return tuple(
        _packed(puzzle, solution_of.get(puzzle["id"]), f"{where}/puzzles/{number}")
        for number, puzzle in enumerate(document["puzzles"])
    )


def read_puzzle(document: Any, where: str) -> PackedHousePuzzle:
    """Return the puzzle of a puzzle document.

    :raises Malformed: if it does not have that form, or contradicts itself.
    :raises Illegal: if its position has faults.
    """
    validate("house-puzzle", document, where)
    return _packed(document, None, where)


def _packed(document: Document, solution: Document | None, where: str) -> PackedHousePuzzle:
    position = position_from_json(document["position"], f"{where}/position")
    require_valid(position)
    puzzle = HousePuzzle(goal_from_json(document["goal"]), position)
    actual = {"id": puzzle.id, "code": puzzle.code, "part_turns": puzzle.part_turns}
    for key, value in actual.items():
        if document[key] != value:
            raise Malformed(
                f"the puzzle states the {key} {document[key]!r}, its position and goal give "
                f"{value!r}",
                where=f"{where}/{key}",
            )
    if solution is None:
        return PackedHousePuzzle(puzzle, document)
    stated = {key: value for key, value in solution.items() if key != "game"}
    game = record_from_json(solution["game"], f"the game of puzzle {puzzle.id}")
    return PackedHousePuzzle(puzzle, document, stated, game)
