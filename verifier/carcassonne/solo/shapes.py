"""Lists all completed roads or cities of few tiles, for claims about all shapes (FACT-7 to -10).

Outlines state only what edges the segments of each tile join. They are grown from their lowest
leftmost tile by always closing the first open end. Each is then filled with all drawings that have
these segments and fit together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from verifier.carcassonne.table.cells import Cell, beyond
from verifier.carcassonne.tiles import Orientation, tiles_in_play

ShapeKind = Literal["road", "city"]
_Edges: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Outline:
    """The edges that the segments of a completed feature join, by cell, in the order of cells."""

    places: tuple[tuple[Cell, _Edges], ...]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its tiles, in order."""
        return tuple(dict.fromkeys(cell for cell, _ in self.places))

    @cached_property
    def loop(self) -> bool:
        """Whether it is a closed loop: it has as many joins as segments."""
        ends = sum(len(edges) for _, edges in self.places)
        return ends // 2 >= len(self.places)

    @cached_property
    def room(self) -> int:
        """The most meeples that can stand on it, see :func:`room_for_meeples`."""
        return next(
            size
            for size in range(len(self.places), 0, -1)
            if any(_apart(chosen) for chosen in combinations(self.places, size))
        )


class Shape(NamedTuple):
    """A completed road or city: its outline, and its tiles in the order of the outline's cells."""

    kind: ShapeKind
    outline: Outline
    drawings: tuple[Orientation, ...]
    shields: int
    """The number of its coats of arms."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The ids of its tiles in order."""
        return tuple(sorted(drawing.id for drawing in self.drawings))

    @property
    def tiles(self) -> int:
        """The number of its tiles (BASE-COUNT-1)."""
        return len(self.drawings)

    @property
    def value(self) -> int:
        """Its points (SOLO-SCORE-2)."""
        return self.tiles if self.kind == "road" else 2 * (self.tiles + self.shields)

    @property
    def loop(self) -> bool:
        """Whether it is a closed loop."""
        return self.outline.loop


@cache
def shapes(sheets: tuple[str, ...], kind: ShapeKind, most_tiles: int) -> tuple[Shape, ...]:
    """Return every completed feature of that kind on at most so many tiles, up to translation.

    ``sheets`` names the tile sheets that the tiles come from, as a rule set does.

    >>> sorted({shape.value for shape in shapes(("base",), "city", 2)})
    [4]
    """
    outlines = sorted(_outlines(sheets, kind, most_tiles), key=lambda outline: outline.places)
    return tuple(shape for outline in outlines for shape in _filled(sheets, kind, outline))


def room_for_meeples(shape: Shape) -> int:
    """Return the most meeples that can stand on the shape.

    At most one for each tile (BASE-MEEPLE-1), and no two on segments that share an edge (FACT-6).

    >>> max(room_for_meeples(shape) for shape in shapes(("base",), "road", 3))
    2
    """
    return shape.outline.room


def _apart(places: tuple[tuple[Cell, _Edges], ...]) -> bool:
    ports = {(cell, edge) for cell, edges in places for edge in edges}
    return len({cell for cell, _ in places}) == len(places) and not any(
        (beyond(cell, edge), (edge + 2) % 4) in ports for cell, edge in ports
    )


# Outlines

_Joined: TypeAlias = frozenset[_Edges]
"""The segments of a tile that belong to the feature, by the edges they join."""
_Table: TypeAlias = dict[Cell, _Joined]


@cache
def _drawings(sheets: tuple[str, ...]) -> tuple[Orientation, ...]:
    kinds = tiles_in_play(sheets).kinds
    return tuple(kind.orientations[rotation] for kind in kinds for rotation in kind.rotations)


@cache
def _joinable(sheets: tuple[str, ...], kind: ShapeKind) -> frozenset[_Joined]:
    """Return the sets of segments of a kind that occur together on a tile."""
    by_tile = [
        [s.edges for s in drawing.segments if s.kind == kind] for drawing in _drawings(sheets)
    ]
    return frozenset(
        frozenset(some)
        for edges in by_tile
        for size in range(1, len(edges) + 1)
        for some in combinations(edges, size)
    )


def _outlines(sheets: tuple[str, ...], kind: ShapeKind, most_tiles: int) -> set[Outline]:
    found: set[Outline] = set()
    known: set[frozenset[tuple[Cell, _Joined]]] = set()
    todo: list[_Table] = [
        {(0, 0): joined} for joined in _joinable(sheets, kind) if len(joined) == 1
    ]
    while todo:
        table = todo.pop()
        if (form := frozenset(table.items())) in known:
            continue
        known.add(form)
        ends = [_across(cell, edge) for cell, edge in _ports(table)]
        gaps = sorted(end for end in ends if not _has(table, *end))
        if not gaps:
            places = ((cell, edges) for cell, joined in table.items() for edges in joined)
            found.add(Outline(tuple(sorted(places))))
            continue
        cell, edge = gaps[0]
        before = table.get(cell, frozenset())
        # Cells are ordered from the root on, so that each shape is grown from one tile only.
        if (cell[1], cell[0]) < (0, 0) or (not before and len(table) == most_tiles):
            continue
        todo += [
            {**table, cell: joined}
            for joined in _joinable(sheets, kind)
            if before < joined
            and len(joined) == len(before) + 1
            and any(edge in edges for edges in joined)
        ]
    return found


def _ports(table: _Table) -> Iterator[tuple[Cell, int]]:
    return ((cell, edge) for cell, joined in table.items() for edges in joined for edge in edges)


def _has(table: _Table, cell: Cell, edge: int) -> bool:
    return any(edge in edges for edges in table.get(cell, ()))


# Drawings for an outline


@cache
def _fitting(
    sheets: tuple[str, ...], kind: ShapeKind, joined: _Joined, south: str | None, west: str | None
) -> tuple[tuple[Orientation, int], ...]:
    """Return the drawings with these segments and these terrains; None is any terrain.

    Each comes with the number of coats of arms on the segments.
    """
    return tuple(
        (drawing, sum(segment.shields for segment in drawing.segments if segment.edges in joined))
        for drawing in _drawings(sheets)
        if joined <= {segment.edges for segment in drawing.segments if segment.kind == kind}
        and south in (None, drawing.terrain[2])
        and west in (None, drawing.terrain[3])
    )


def _filled(sheets: tuple[str, ...], kind: ShapeKind, outline: Outline) -> Iterator[Shape]:
    """Yield the outline with every choice of drawings, whose coats of arms are counted on the way.

    Cells are filled from south to north and from west to east, so that only the neighbours in the
    south and west are there already.
    """
    counts = tiles_in_play(sheets).counts()
    cells = outline.cells
    chosen: list[tuple[tuple[Orientation, ...], int]] = [((), 0)]
    for cell in cells:
        joined = frozenset(edges for place, edges in outline.places if place == cell)
        south, west = (
            cells.index(there) if there in cells else None
            for there in (beyond(cell, 2), beyond(cell, 3))
        )
        chosen = [
            ((*before, drawing), shields + more)
            for before, shields in chosen
            for used in ([laid.id for laid in before],)
            for drawing, more in _fitting(
                sheets,
                kind,
                joined,
                None if south is None else before[south].terrain[0],
                None if west is None else before[west].terrain[1],
            )
            if used.count(drawing.id) < counts[drawing.id]
        ]
    return (Shape(kind, outline, drawings, shields) for drawings, shields in chosen)


def _across(cell: Cell, edge: int) -> tuple[Cell, int]:
    return beyond(cell, edge), (edge + 2) % 4
