"""Every completed road or city of few tiles, whatever the game that leads to it.

For statements about all shapes (FACT-7 to -10): a feature is grown from its lowest leftmost tile by
always filling the first cell that an open end faces, with every drawing that fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal, TypeAlias

from verifier.position import STEPS, Cell
from verifier.tiles import Orientation, Segment, base_sheet

ShapeKind = Literal["road", "city"]
_Table: TypeAlias = dict[Cell, Orientation]
_Part: TypeAlias = tuple[Cell, Segment]


@dataclass(frozen=True, slots=True)
class Shape:
    """A completed road or city: its tiles by cell, and the segments of them that belong to it."""

    kind: ShapeKind
    drawings: tuple[tuple[Cell, Orientation], ...]
    parts: tuple[_Part, ...]

    @property
    def letters(self) -> str:
        """The letters of its tiles in alphabetical order."""
        return "".join(sorted(drawing.letter for _, drawing in self.drawings))

    @property
    def tiles(self) -> int:
        """On how many tiles it lies (BASE-COUNT-1)."""
        return len(self.drawings)

    @property
    def shields(self) -> int:
        """How many coats of arms it has."""
        return sum(segment.shields for _, segment in self.parts)

    @property
    def value(self) -> int:
        """What it is worth (SOLO-SCORE-2)."""
        return self.tiles if self.kind == "road" else 2 * (self.tiles + self.shields)

    @property
    def loop(self) -> bool:
        """Whether it has as many joins as segments, so that it runs back into itself."""
        ends = sum(len(segment.edges) for _, segment in self.parts)
        return ends // 2 >= len(self.parts)


@cache
def shapes(kind: ShapeKind, most_tiles: int) -> tuple[Shape, ...]:
    """Return every completed feature of that kind on at most so many tiles, up to translation.

    >>> sorted({shape.value for shape in shapes("city", 2)})
    [4]
    """
    found = {
        (shape.drawings, shape.parts): shape
        for drawing in _drawings()
        for segment in drawing.segments
        if segment.kind == kind
        for shape in _grow(kind, *_root(drawing, segment), most_tiles)
    }
    return tuple(found.values())


def room_for_meeples(shape: Shape) -> int:
    """Return the most meeples that can stand on the shape.

    One for each tile (BASE-MEEPLE-1), and never two on segments that share an edge (FACT-6).

    >>> max(room_for_meeples(shape) for shape in shapes("road", 3))
    2
    """
    return _room(tuple((cell, segment.edges) for cell, segment in shape.parts))


@cache
def _room(places: tuple[tuple[Cell, tuple[int, ...]], ...]) -> int:
    return next(
        size
        for size in range(len(places), 0, -1)
        if any(_apart(chosen) for chosen in combinations(places, size))
    )


def _apart(places: tuple[tuple[Cell, tuple[int, ...]], ...]) -> bool:
    ports = {(cell, edge) for cell, edges in places for edge in edges}
    return len({cell for cell, _ in places}) == len(places) and not any(
        (_beyond(cell, edge), (edge + 2) % 4) in ports for cell, edge in ports
    )


@cache
def _drawings() -> tuple[Orientation, ...]:
    return tuple(
        kind.orientations[rotation] for kind in base_sheet().kinds for rotation in kind.rotations
    )


def _root(drawing: Orientation, segment: Segment) -> tuple[_Table, _Reached]:
    table = {(0, 0): drawing}
    return table, _flood(table, [((0, 0), segment)], (frozenset(), frozenset()))


_Terrains: TypeAlias = tuple[str | None, str | None, str | None, str | None]


@cache
def _fitting(needs: _Terrains) -> tuple[Orientation, ...]:
    """Return the drawings that show these terrains; None is any."""
    return tuple(
        drawing
        for drawing in _drawings()
        if all(
            need in (None, terrain) for need, terrain in zip(needs, drawing.terrain, strict=True)
        )
    )


def _grow(kind: ShapeKind, table: _Table, reached: _Reached, most_tiles: int) -> Iterator[Shape]:
    parts, gaps = reached
    if not gaps:
        cells = tuple(sorted(table.items(), key=lambda item: item[0]))
        yield Shape(kind, cells, tuple(sorted(parts, key=lambda part: (part[0], part[1].edges))))
        return
    empty = {cell for cell, _ in gaps}
    # Cells are ordered from the root on, so that each shape is grown from one tile only.
    if len(table) + len(empty) > most_tiles or any((y, x) < (0, 0) for x, y in empty):
        return
    cell = min(empty)
    facing = [edge for there, edge in gaps if there == cell]
    counts = base_sheet().counts()
    used = Counter(drawing.letter for drawing in table.values())
    for drawing in _fitting(_needs(table, cell)):
        if used[drawing.letter] < counts[drawing.letter]:
            further = {**table, cell: drawing}
            start = [(cell, segment) for segment in drawing.segments if _meets(segment, facing)]
            rest = frozenset(gap for gap in gaps if gap[0] != cell)
            yield from _grow(kind, further, _flood(further, start, (parts, rest)), most_tiles)


_Reached: TypeAlias = tuple[frozenset[_Part], frozenset[tuple[Cell, int]]]
"""Segments joined so far, and the gaps: empty cells and the edge over which they are faced."""


def _flood(table: _Table, start: list[_Part], so_far: _Reached) -> _Reached:
    parts, gaps = set(so_far[0]), set(so_far[1])
    todo = list(start)
    while todo:
        cell, segment = todo.pop()
        if (cell, segment) in parts:
            continue
        parts.add((cell, segment))
        for edge in segment.edges:
            there, facing = _beyond(cell, edge), (edge + 2) % 4
            if there not in table:
                gaps.add((there, facing))
                continue
            joined = table[there].segment_at(facing)
            if joined is not None:
                todo.append((there, joined))
    return frozenset(parts), frozenset(gaps)


def _meets(segment: Segment, edges: list[int]) -> bool:
    return any(edge in segment.edges for edge in edges)


def _needs(table: _Table, cell: Cell) -> _Terrains:
    north, east, south, west = (
        table[there].terrain[(edge + 2) % 4] if there in table else None
        for edge in range(4)
        for there in [_beyond(cell, edge)]
    )
    return (north, east, south, west)


def _beyond(cell: Cell, edge: int) -> Cell:
    return (cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1])
