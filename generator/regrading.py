"""Grades the puzzles of a pack anew, and touches nothing else in it.

What a puzzle is does not depend on its grade: puzzles and ids, solutions and proofs stay. If a
grade changes, the pack's version is raised as for any correction beside the puzzles
(docs/packs.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pack import sealed
from verifier.documents.strict_json import Document


@dataclass(frozen=True, slots=True)
class Regraded:
    """A pack and its solutions with grades of today, and the ids of puzzles with another grade."""

    pack: Document
    solutions: Document
    changed: tuple[str, ...]


def regraded(pack: Document, solutions: Document, grades: Sequence[Document]) -> Regraded:
    """Return a pack with the ``grades`` of its puzzles; the same documents if no grade changes."""
    graded = zip(pack["puzzles"], grades, strict=True)
    puzzles = [_with(stated, found) for stated, found in graded]
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
