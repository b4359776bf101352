"""Packs of the house game as tables, pictures or a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.house.pack import PackedHousePuzzle
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.exports.tables import csv_table, ndjson
from meepleproof.rendering.house.booklet import HouseEntry, house_booklet_pdf
from meepleproof.rendering.house.pictures import house_solution_svg, house_svg
from meepleproof.rendering.house.words import goal_in_words

__all__ = ["house_drawings", "house_pdf", "house_table"]

_COLUMNS = ("id", "goal", "goal_text", "part_turns", "level", "rating", "themes", "code", "file")


def house_table(form: str, packed: Sequence[PackedHousePuzzle]) -> str:
    """Return the puzzles as ``ndjson``, ``csv`` or ``codes``."""
    if form == "ndjson":
        return ndjson(one.document for one in packed)
    if form == "codes":
        return "".join(f"{one.puzzle.code}\n" for one in packed)
    return csv_table(_COLUMNS, map(_row, packed))


def house_drawings(
    packed: Sequence[PackedHousePuzzle], *, solutions: bool
) -> Iterator[tuple[str, str]]:
    """Yield a name and an SVG for each puzzle, and for its solution if asked."""
    for one in packed:
        choices = one.document.get("choices", ())
        yield one.puzzle.id, house_svg(one.puzzle.position, one.puzzle, choices)
        if solutions:
            name = f"{one.puzzle.id}-solution"
            yield name, house_solution_svg(one.puzzle, one.solution or {})


def house_pdf(cover: Cover, packed: Sequence[PackedHousePuzzle], paper: Paper) -> bytes:
    """Return the pack as a booklet.

    :raises NotInstalled: without the extra ``print``.
    """
    return house_booklet_pdf(cover, [_entry(one) for one in packed], paper)


def _entry(packed: PackedHousePuzzle) -> HouseEntry:
    document = packed.document
    difficulty = document.get("difficulty", {"level": "", "rating": 0})
    return HouseEntry(
        packed.puzzle,
        packed.solution or {},
        document.get("choices", ()),
        difficulty["level"],
        difficulty["rating"],
    )


def _row(one: PackedHousePuzzle) -> tuple[str | int, ...]:
    puzzle = one.puzzle
    difficulty = one.document.get("difficulty", {"level": "", "rating": ""})
    return (
        puzzle.id,
        str(puzzle.goal),
        goal_in_words(puzzle),
        puzzle.part_turns,
        difficulty["level"],
        difficulty["rating"],
        " ".join(one.document.get("themes", ())),
        puzzle.code,
        f"{puzzle.id}.svg",
    )
