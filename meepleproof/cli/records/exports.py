"""Packs of puzzles on records and rules as tables, pictures or a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from generator.solo.records.pack import PackedRecordPuzzle
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.exports.tables import csv_table, ndjson
from meepleproof.rendering.solo.booklet import RecordEntry, record_booklet_pdf

__all__ = ["record_drawings", "record_pdf", "record_table"]

_COLUMNS = ("id", "kind", "question", "level", "rating", "themes", "file")


def record_table(form: str, packed: Sequence[PackedRecordPuzzle]) -> str:
    """Return the puzzles as ``ndjson`` or ``csv``.

    :raises click.UsageError: for ``codes``, which these puzzles do not have.
    """
    if form == "codes":
        raise click.UsageError(
            "these puzzles have no codes, as a code holds no record; use ndjson or csv"
        )
    if form == "ndjson":
        return ndjson(one.document for one in packed)
    return csv_table(_COLUMNS, map(_row, packed))


def record_drawings(
    packed: Sequence[PackedRecordPuzzle], *, solutions: bool
) -> Iterator[tuple[str, str]]:
    """Return a name and an SVG for each puzzle.

    :raises click.UsageError: for ``solutions``, which are a turn and a rule and no picture.
    """
    if solutions:
        raise click.UsageError("the solutions of these puzzles are no pictures; see 'solve'")
    return ((one.puzzle.id, one.kind.svg(one.puzzle)) for one in packed)


def record_pdf(cover: Cover, packed: Sequence[PackedRecordPuzzle], paper: Paper) -> bytes:
    """Return the pack as a booklet.

    :raises NotInstalled: without the extra ``print``.
    """
    return record_booklet_pdf(cover, list(map(_entry, packed)), paper)


def _entry(one: PackedRecordPuzzle) -> RecordEntry:
    kind, puzzle, difficulty = one.kind, one.puzzle, one.document["difficulty"]
    return RecordEntry(
        puzzle.id,
        kind.question(puzzle),
        kind.turns(puzzle),
        kind.svg(puzzle),
        tuple(kind.answer(puzzle, one.solution or {})),
        difficulty["level"],
        difficulty["rating"],
    )


def _row(one: PackedRecordPuzzle) -> tuple[str | int, ...]:
    puzzle, difficulty = one.puzzle, one.document["difficulty"]
    return (
        puzzle.id,
        puzzle.kind,
        one.kind.question(puzzle),
        difficulty["level"],
        difficulty["rating"],
        " ".join(one.document["themes"]),
        f"{puzzle.id}.svg",
    )
