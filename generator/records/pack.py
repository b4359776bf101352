"""Packs of puzzles on records as documents, and solutions in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.pack_form import (
    Document,
    Title,
    pack_head,
    provenance,
    read_solutions,
    require_form,
    require_once,
    sealed,
    solutions_of,
)
from generator.records.pipeline import MadePuzzle
from generator.records.proved import Proved
from verifier import __version__
from verifier.carcassonne.codec import record_from_json, record_to_json
from verifier.carcassonne.record import Record
from verifier.carcassonne.solo.record_puzzle import RecordPuzzle
from verifier.errors import Malformed

__all__ = [
    "PackedRecordPuzzle",
    "is_record_pack",
    "pack_document",
    "played_record",
    "proved_document",
    "read_pack",
    "solutions_document",
]

FORM = "record-pack"


@dataclass(frozen=True, slots=True)
class PackedRecordPuzzle:
    """A puzzle of a pack; ``solution`` is None if it was not read.

    ``document`` is everything that the pack states about it.
    """

    puzzle: RecordPuzzle
    document: Document
    solution: Document | None = None


def is_record_pack(document: Any) -> bool:
    """Return whether a document is marked as a pack of puzzles on records, valid or not.

    >>> is_record_pack({"$schema": "urn:meepleproof:record-pack:1"}), is_record_pack([])
    (True, False)
    """
    stated = document.get("$schema") if isinstance(document, dict) else None
    return isinstance(stated, str) and stated.startswith(f"urn:meepleproof:{FORM}:")


# --- writing


def pack_document(
    puzzles: Sequence[MadePuzzle], title: Title, *, seed: int, parameters: Document
) -> Document:
    """Return the pack of these puzzles; equal arguments give equal bytes."""
    return sealed(
        {
            **pack_head(FORM, title),
            "provenance": provenance(seed, parameters),
            "puzzles": [
                {
                    **proved_document(one.proved),
                    "source": {"seed": one.seed, "candidate": one.candidate},
                }
                for one in puzzles
            ],
        }
    )


def solutions_document(puzzles: Sequence[MadePuzzle], title: Title) -> Document:
    """Return the solutions of the pack of these puzzles."""
    solutions = {one.id: _solution(one) for one in puzzles}
    return solutions_of("record-solutions", solutions, title)


def _solution(made: MadePuzzle) -> Document:
    error = made.proved.error
    assert error is not None  # noqa: S101 - a made puzzle has one
    played = Record(made.proved.puzzle.record.start, (made.played,), official=False)
    return {
        "turn": error.turn,
        "rule": error.rules[0],
        "played": record_to_json(played)["turns"][0],
    }


def proved_document(proved: Proved) -> Document:
    """Return the document of a puzzle without where it comes from."""
    return {
        "id": proved.puzzle.id,
        "kind": proved.puzzle.kind,
        "record": record_to_json(proved.puzzle.record),
        "verdict": {
            "claim": "one illegal turn",
            "answer": "holds",
            "keys": [
                {
                    "name": name,
                    "version": __version__,
                    "parameters": {},
                    "work": {"turns": len(proved.puzzle.record.turns)},
                }
                for name in ("engine", "model")
            ],
        },
        "difficulty": {"level": proved.level, "rating": proved.rating},
        "themes": list(proved.themes),
    }


# --- reading


def read_pack(
    document: Document, where: str, solutions: Document | None = None
) -> tuple[PackedRecordPuzzle, ...]:
    """Return the puzzles of a pack, with their solutions if these are given.

    :raises Malformed: if it does not have the form of a pack, was changed after it was made, names
        a puzzle twice, or is not the pack of these solutions.
    """
    require_form(FORM, document, where)
    require_once(document, where)
    solution_of = read_solutions("record-solutions", solutions, document, f"{where}, solutions")
    return tuple(
        _packed(puzzle, solution_of.get(puzzle["id"]), f"{where}/puzzles/{number}")
        for number, puzzle in enumerate(document["puzzles"])
    )


def _packed(document: Document, solution: Document | None, where: str) -> PackedRecordPuzzle:
    record = record_from_json(document["record"], f"{where}/record")
    puzzle = RecordPuzzle(record, document["kind"])
    if document["id"] != puzzle.id:
        message = f"the puzzle states the id {document['id']!r}, its record gives {puzzle.id!r}"
        raise Malformed(message, where=f"{where}/id")
    return PackedRecordPuzzle(puzzle, document, solution)


def played_record(packed: PackedRecordPuzzle, where: str) -> Record | None:
    """Return the record with the turn of the solution as it was played.

    It is None if there is no solution, or its turn is none of the record.

    :raises Malformed: if the turn cannot be read.
    """
    record, solution = packed.puzzle.record, packed.solution
    if solution is None or not 1 <= solution["turn"] <= len(record.turns):
        return None
    turns = list(packed.document["record"]["turns"])
    turns[solution["turn"] - 1] = solution["played"]
    return record_from_json({**packed.document["record"], "turns": turns}, where)
