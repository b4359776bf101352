"""Packs of puzzles of these kinds as documents, and solutions in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.pack_form import (
    Title,
    pack_head,
    provenance,
    read_solutions,
    report_of,
    require_form,
    require_once,
    sealed,
    solutions_of,
    source_of,
)
from generator.solo.records.kind import Asked, Kind, Proved
from generator.solo.records.kinds import KINDS
from generator.solo.records.pipeline import MadePuzzle
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = [
    "PackedRecordPuzzle",
    "is_record_pack",
    "pack_document",
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

    puzzle: Asked
    document: Document
    solution: Document | None = None

    @property
    def kind(self) -> Kind[Any]:
        """Its kind."""
        return KINDS[self.puzzle.kind]


def is_record_pack(document: Any) -> bool:
    """Return whether a document is marked as a pack of puzzles on records, valid or not.

    >>> is_record_pack({"$schema": "urn:meepleproof:record-pack:1"}), is_record_pack([])
    (True, False)
    """
    stated = document.get("$schema") if isinstance(document, dict) else None
    return isinstance(stated, str) and stated.startswith(f"urn:meepleproof:{FORM}:")


# --- writing


def pack_document(
    kind: Kind[Any],
    puzzles: Sequence[MadePuzzle],
    title: Title,
    *,
    seed: int,
    parameters: Document,
) -> Document:
    """Return the pack of these puzzles; equal arguments give equal bytes."""
    return sealed(
        {
            **pack_head(FORM, title),
            "provenance": provenance(seed, parameters),
            "puzzles": [
                {**proved_document(kind, one.proved), "source": source_of(one)} for one in puzzles
            ],
        }
    )


def solutions_document(puzzles: Sequence[MadePuzzle], title: Title) -> Document:
    """Return the solutions of the pack of these puzzles."""
    return solutions_of("record-solutions", {one.id: one.solution for one in puzzles}, title)


def proved_document(kind: Kind[Any], proved: Proved) -> Document:
    """Return the document of a puzzle without where it comes from."""
    return {
        "id": proved.puzzle.id,
        "kind": kind.name,
        **kind.to_json(proved.puzzle),
        "verdict": {
            "claim": kind.claim,
            "answer": "holds",
            "keys": [report_of(key, work) for key, work in proved.work.items()],
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
    puzzle = KINDS[document["kind"]].from_json(document, where)
    if document["id"] != puzzle.id:
        message = f"the puzzle states the id {document['id']!r}, its content gives {puzzle.id!r}"
        raise Malformed(message, where=f"{where}/id")
    return PackedRecordPuzzle(puzzle, document, solution)
