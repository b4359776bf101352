"""The tile sheet as flat tables of small numbers, the form in which the kernel reads it.

A *drawing* is a tile kind in one rotation: kind * 4 + rotation. Labels of edges are 1 field,
2 road, 3 city; an empty cell's *need* packs the labels of the four edges that face it, two bits
for each side from N on, 0 without a neighbour.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache

from verifier.carcassonne.tiles import Orientation, TileSheet, tiles_in_play

LABELS = {"field": 1, "road": 2, "city": 3}
ROAD, CITY, MONASTERY = 1, 2, 3
KINDS = {"road": ROAD, "city": CITY, "monastery": MONASTERY}
SEGMENTS = 8
"""Room for the segments of one drawing: four roads and four fields at most."""


@dataclass(frozen=True, slots=True)
class Tables:
    """A tile sheet in the form that the kernel uses.

    ``label``, ``segment_at`` have 4 entries a drawing, by side (-1: no segment); ``kind``,
    ``ends``, ``shields``, ``first_edge`` have 8 entries a drawing, by segment. ``segments`` is the
    number of segments of a drawing besides the monastery, ``monastery`` 1 if it has one, ``twin``
    1 if two of its roads or cities can belong to one feature. ``fits`` gives for kind * 256 + need
    the rotations that fit as four bits, equal drawings left out. ``tiles``, ``nodes`` and ``twins``
    bound what can be placed.
    """

    kinds: tuple[str, ...]
    label: array[int]
    segment_at: array[int]
    kind: array[int]
    ends: array[int]
    shields: array[int]
    first_edge: array[int]
    segments: array[int]
    monastery: array[int]
    twin: array[int]
    fits: array[int]
    tiles: int
    nodes: int
    twins: int


@cache
def tables_in_play(sets: tuple[str, ...]) -> Tables:
    """Return the tables of the tile sets that a rule set names."""
    return tables_of(tiles_in_play(sets))


def tables_of(sheet: TileSheet) -> Tables:
    """Return the tables of a tile sheet."""
    drawings = [drawing for kind in sheet.kinds for drawing in kind.orientations]
    tiles = sum(kind.count for kind in sheet.kinds)
    return Tables(
        kinds=tuple(kind.id for kind in sheet.kinds),
        label=array("i", [LABELS[terrain] for drawing in drawings for terrain in drawing.terrain]),
        segment_at=array("i", [_segment_at(d, edge) for d in drawings for edge in range(4)]),
        kind=_by_segment(drawings, [[KINDS[s.kind] for s in d.segments] for d in drawings]),
        ends=_by_segment(drawings, [[len(s.edges) for s in d.segments] for d in drawings]),
        shields=_by_segment(drawings, [[s.shields for s in d.segments] for d in drawings]),
        first_edge=_by_segment(drawings, [[_first(s.edges) for s in d.segments] for d in drawings]),
        segments=array("i", [sum(s.kind != "monastery" for s in d.segments) for d in drawings]),
        monastery=array("i", [sum(s.kind == "monastery" for s in d.segments) for d in drawings]),
        twin=array("i", [_has_twins(drawing) for drawing in drawings]),
        fits=_fits(sheet),
        tiles=tiles,
        nodes=sum(kind.count * len(kind.orientations[0].segments) for kind in sheet.kinds),
        twins=sum(kind.count * _has_twins(kind.orientations[0]) for kind in sheet.kinds),
    )


def _segment_at(drawing: Orientation, edge: int) -> int:
    segment = drawing.segment_at(edge)
    return -1 if segment is None else drawing.segments.index(segment)


def _first(edges: tuple[int, ...]) -> int:
    return edges[0] if edges else 4


def _by_segment(drawings: list[Orientation], values: list[list[int]]) -> array[int]:
    table = array("i", [0] * (SEGMENTS * len(drawings)))
    for number, row in enumerate(values):
        for place, value in enumerate(row):
            table[SEGMENTS * number + place] = value
    return table


def _has_twins(drawing: Orientation) -> bool:
    """Return whether two segments of one kind could meet elsewhere (BASE-COUNT-1)."""
    kinds = [segment.kind for segment in drawing.segments]
    return len(set(kinds)) < len(kinds)


def _fits(sheet: TileSheet) -> array[int]:
    table = array("i", [0] * (256 * len(sheet.kinds)))
    for number, kind in enumerate(sheet.kinds):
        for need in range(1, 256):
            wanted = [need >> 2 * edge & 3 for edge in range(4)]
            for rotation in kind.rotations:
                labels = [LABELS[terrain] for terrain in kind.orientations[rotation].terrain]
                if all(want in (0, has) for want, has in zip(wanted, labels, strict=True)):
                    table[256 * number + need] |= 1 << rotation
    return table
