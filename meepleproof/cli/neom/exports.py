"""Packs of NEOM as tables, pictures or a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.exports.tables import csv_table, ndjson
from meepleproof.rendering.neom.booklet import NeomEntry, neom_booklet_pdf
from meepleproof.rendering.neom.drawings import neom_puzzle_svg, neom_solution_svg
from meepleproof.rendering.neom.puzzles import question_in_words

__all__ = ["neom_drawings", "neom_pdf", "neom_table"]

_COLUMNS = ("id", "kind", "question", "level", "rating", "themes", "file")


def neom_table(form: str, packed: Sequence[PackedNeomPuzzle]) -> str:
    """Return the puzzles as ``ndjson`` or ``csv``.

    :raises click.UsageError: for ``codes``, which puzzles of NEOM do not have.
    """
    if form == "codes":
        raise click.UsageError(
            "puzzles of NEOM have no codes: a question means nothing without the tiles of its "
            "catalogue, which only a pack holds; use ndjson or csv"
        )
    if form == "ndjson":
        return ndjson(one.document for one in packed)
    return csv_table(_COLUMNS, map(_row, packed))


def neom_drawings(
    packed: Sequence[PackedNeomPuzzle], *, solutions: bool
) -> Iterator[tuple[str, str]]:
    """Yield a name and an SVG for each puzzle, and for its solution if asked."""
    for one in packed:
        yield one.puzzle.id, neom_puzzle_svg(one.puzzle)
        if solutions:
            yield f"{one.puzzle.id}-solution", neom_solution_svg(one.puzzle, one.solution or {})


def neom_pdf(cover: Cover, packed: Sequence[PackedNeomPuzzle], paper: Paper) -> bytes:
    """Return the pack as a booklet.

    :raises NotInstalled: without the extra ``print``.
    """
    return neom_booklet_pdf(cover, [_entry(one) for one in packed], paper)


def _entry(packed: PackedNeomPuzzle) -> NeomEntry:
    level, rating = _difficulty(packed)
    themes = tuple(packed.document["themes"])
    return NeomEntry(packed.puzzle, packed.solution or {}, level, rating, themes)


def _row(one: PackedNeomPuzzle) -> tuple[str | int, ...]:
    puzzle = one.puzzle
    return (
        puzzle.id,
        puzzle.question.kind,
        question_in_words(puzzle),
        *_difficulty(one),
        " ".join(one.document["themes"]),
        f"{puzzle.id}.svg",
    )


def _difficulty(packed: PackedNeomPuzzle) -> tuple[str, int]:
    difficulty = packed.document["difficulty"]
    return difficulty["level"], difficulty["rating"]
