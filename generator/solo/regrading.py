"""Grades the puzzles of a pack anew, counts their decoys, and touches nothing else in it.

What a puzzle is does not depend on its grade: puzzles and ids, solutions and proofs stay. If a
grade changes, the pack's version is raised as for any correction beside the puzzles
(docs/packs.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from generator.pack_form import sealed
from generator.solo.grading import grade
from generator.solo.pack import PackedPuzzle
from generator.solo.pack_writing import difficulty_document
from generator.solo.quality import decoys
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.documents.strict_json import Document


@dataclass(frozen=True, slots=True)
class Regraded:
    """A pack and its solutions with grades of today, and the ids of puzzles with another grade."""

    pack: Document
    solutions: Document
    changed: tuple[str, ...]


def grade_document(packed: PackedPuzzle) -> Document:
    """Return grade and decoys of a puzzle of a pack with solutions, as the pack has them."""
    line = packed.line or ()
    found = grade(packed.puzzle, outcomes_along(packed.puzzle.position, line))
    return {
        "difficulty": difficulty_document(found),
        "themes": list(found.themes),
        "decoys": decoys(packed.puzzle),
    }


def regraded(
    pack: Document,
    solutions: Document,
    packed: Sequence[PackedPuzzle],
    grades: Callable[[Sequence[PackedPuzzle]], Iterable[Document]],
) -> Regraded:
    """Return a pack with the ``grades`` of its puzzles; the same documents if no grade changes.

    ``packed`` are the puzzles of the pack as they were read.
    """
    puzzles = [
        _with(stated, found) for stated, found in zip(pack["puzzles"], grades(packed), strict=True)
    ]
    changed = tuple(
        new["id"] for old, new in zip(pack["puzzles"], puzzles, strict=True) if old != new
    )
    if not changed:
        return Regraded(pack, solutions, ())
    version = corrected(pack["version"])
    return Regraded(
        sealed({**pack, "version": version, "puzzles": puzzles}),
        sealed({**solutions, "version": version}),
        changed,
    )


def _with(stated: Document, found: Document) -> Document:
    """Return the puzzle with its new grade; where it comes from stays at the end."""
    graded = {**stated, **found}
    if "source" in graded:
        graded["source"] = graded.pop("source")
    return graded


def corrected(version: str) -> str:
    """Return the version of a pack after a correction beside its puzzles.

    >>> corrected("2.0.9")
    '2.0.10'
    """
    *others, last = version.split(".")
    return ".".join([*others, str(int(last) + 1)])
