"""Packs: puzzles, solutions and where they come from, as one document with a digest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from generator.making import Made
from generator.proving import Report
from generator.puzzle import Puzzle
from schemas import validate
from verifier import __version__
from verifier.codec import (
    digest,
    goal_from_json,
    goal_to_json,
    position_from_json,
    position_to_json,
    rules_to_json,
)
from verifier.errors import Malformed
from verifier.faults import require_valid
from verifier.notation import line_text, parse_line
from verifier.rules.ruleset import RuleSet
from verifier.turn import Turn

ATTRIBUTION = "the meepleproof authors"
_LICENCE = "CC0-1.0"

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PackedPuzzle:
    """A puzzle as a pack holds it, with its solution and proof game if the pack tells them."""

    puzzle: Puzzle
    line: tuple[Turn, ...] | None = None
    game: tuple[Turn, ...] | None = None


def pack_document(
    made: Sequence[Made], *, name: str, title: str, rules: RuleSet, seed: int, parameters: Document
) -> Document:
    """Return the pack of these puzzles; equal arguments give equal bytes."""
    document: Document = {
        "$schema": "urn:meepleproof:pack:1",
        "id": name,
        "title": title,
        "version": "1.0.0",
        "licence": _LICENCE,
        "attribution": ATTRIBUTION,
        "tileset": "base",
        "rules": rules_to_json(rules),
        "provenance": {
            "generator": "meepleproof",
            "version": __version__,
            "seed": seed,
            "parameters": parameters,
            "keys": [
                {"name": "engine", "version": __version__},
                {
                    "name": "model",
                    "version": f"{__version__}, ortools {metadata.version('ortools')}",
                },
            ],
        },
        "puzzles": [puzzle_document(one) for one in made],
        "solutions": {
            one.puzzle.id: {"line": line_text(one.line), "game": line_text(one.game)}
            for one in made
        },
    }
    return sealed(document)


def sealed(document: Document) -> Document:
    """Return the pack with its integrity digest, over everything else in it."""
    body = {key: value for key, value in document.items() if key != "integrity"}
    return {**body, "integrity": digest(body)}


def puzzle_document(made: Made) -> Document:
    """Return one puzzle with what was proved about it."""
    return {
        "id": made.puzzle.id,
        "code": made.puzzle.code,
        "goal": goal_to_json(made.puzzle.goal),
        "tiles": made.puzzle.tiles,
        "position": position_to_json(made.puzzle.position),
        "verdict": {
            "claim": "unique",
            "answer": "holds",
            "solutions": 1,
            "shorter": 0,
            "keys": [_report_document(report) for report in made.proof.reports],
        },
        "source": {"seed": made.seed, "candidate": made.candidate},
    }


def pack_text(document: Document) -> str:
    """Return the pack as it is written to a file: for people to read, with its keys in order."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def read_pack(document: Document, where: str) -> tuple[PackedPuzzle, ...]:
    """Return the puzzles of a pack.

    :raises Malformed: if it does not have the form of a pack, or was changed since it was made.
    """
    validate("pack", document, where)
    stated, found = document["integrity"], sealed(document)["integrity"]
    if stated != found:
        raise Malformed(
            f"the pack {document['id']!r} was changed after it was made: it states {stated}, "
            f"its content gives {found}",
            where=f"{where}/integrity",
        )
    return tuple(
        _with_solution(puzzle, document["solutions"].get(puzzle["id"]), f"{where}/puzzles/{number}")
        for number, puzzle in enumerate(document["puzzles"])
    )


def read_puzzle(document: Document, where: str) -> Puzzle:
    """Return the puzzle of a puzzle document.

    :raises Malformed: if it does not have that form, or contradicts itself.
    :raises Illegal: if its position has faults.
    """
    validate("puzzle", document, where)
    goal = goal_from_json(document["goal"], f"{where}/goal")
    position = position_from_json(document["position"], f"{where}/position")
    require_valid(position)
    puzzle = Puzzle(goal, position)
    for key, found in (("id", puzzle.id), ("code", puzzle.code), ("tiles", puzzle.tiles)):
        if document[key] != found:
            raise Malformed(
                f"the puzzle states the {key} {document[key]!r}, its position and goal give "
                f"{found!r}",
                where=f"{where}/{key}",
            )
    return puzzle


def _with_solution(document: Document, solution: Document | None, where: str) -> PackedPuzzle:
    puzzle = read_puzzle(document, where)
    if solution is None:
        return PackedPuzzle(puzzle)
    return PackedPuzzle(puzzle, parse_line(solution["line"]), parse_line(solution["game"]))


def _report_document(report: Report) -> Document:
    return {
        "name": report.name,
        "version": report.version,
        "parameters": dict(report.parameters),
        "work": dict(report.work),
    }
