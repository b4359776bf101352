"""Tile sheets as flat tables of small numbers, the form in which the kernel reads them.

A *drawing* is a tile kind in one rotation: kind * 4 + rotation. Labels of edges are 1 field, 2
road, 3 city; an empty cell's *need* packs the labels of the four edges that face it, two bits for
each side from N on, 0 without a neighbour.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from verifier.carcassonne.tiles import (
    EDGES,
    SETS,
    Orientation,
    Tile,
    tile_sheet,
    tiles_in_play,
)
from verifier.carcassonne.tiles.drawing import NAMES, Segment, lying, segments
from verifier.carcassonne.tiles.sheet import Segment as PlayedSegment
from verifier.carcassonne.tiles.tile import HALF_EDGES

# A river edge has label 0, like an edge without a neighbour: who continues the river is looked up
# apart.
LABELS = {"river": 0, "field": 1, "road": 2, "city": 3}
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
    1 if two of its roads or cities can belong to one feature. In place of shields a road has the
    number of its inns, and a city 16 more for a cathedral. ``fits`` gives for kind * 256 + need
    the rotations that fit as four bits, equal drawings left out. ``river_sides`` has the bits of a
    drawing's river edges, ``rotations`` those of a kind that look different. ``tiles``, ``nodes``
    and ``twins`` bound what can be placed.
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
    river_sides: array[int]
    rotations: array[int]
    tiles: int
    nodes: int
    twins: int


@cache
def tables_in_play(sets: tuple[str, ...]) -> Tables:
    """Return the tables of the tile sets that a rule set names."""
    playing = tiles_in_play(sets)
    drawings = [drawing for kind in playing.kinds for drawing in kind.orientations]
    return Tables(
        kinds=tuple(kind.id for kind in playing.kinds),
        label=array("i", [LABELS[terrain] for drawing in drawings for terrain in drawing.terrain]),
        segment_at=array("i", [_segment_at(d, edge) for d in drawings for edge in range(4)]),
        kind=_by_segment([[KINDS[s.kind] for s in d.segments] for d in drawings]),
        ends=_by_segment([[len(s.edges) for s in d.segments] for d in drawings]),
        shields=_by_segment([[_extras_on(s) for s in d.segments] for d in drawings]),
        first_edge=_by_segment([[_first(s.edges) for s in d.segments] for d in drawings]),
        segments=array("i", [sum(s.kind != "monastery" for s in d.segments) for d in drawings]),
        monastery=array("i", [sum(s.kind == "monastery" for s in d.segments) for d in drawings]),
        twin=array("i", [_has_twins(drawing) for drawing in drawings]),
        fits=_fits(
            [
                {
                    turns: [LABELS[each] for each in kind.orientations[turns].terrain]
                    for turns in kind.rotations
                }
                for kind in playing.kinds
            ]
        ),
        river_sides=array("i", [sum(1 << edge for edge in d.river) for d in drawings]),
        rotations=array("i", [(1 << len(kind.rotations)) - 1 for kind in playing.kinds]),
        tiles=sum(kind.count for kind in playing.kinds),
        nodes=sum(kind.count * len(kind.orientations[0].segments) for kind in playing.kinds),
        twins=sum(kind.count * _has_twins(kind.orientations[0]) for kind in playing.kinds),
    )


def _segment_at(drawing: Orientation, edge: int) -> int:
    segment = drawing.segment_at(edge)
    return -1 if segment is None else drawing.segments.index(segment)


def _extras_on(segment: PlayedSegment) -> int:
    """Return shields and cathedral of a city, the inn of a road (SOLO-BOX-3, -4)."""
    return segment.shields + _CATHEDRAL * segment.cathedral + segment.inn


def _first(edges: tuple[int, ...]) -> int:
    return edges[0] if edges else 4


def _by_segment(values: list[list[int]]) -> array[int]:
    return array("i", [n for row in values for n in (*row, *[0] * (SEGMENTS - len(row)))])


def _has_twins(drawing: Orientation) -> bool:
    """Return whether two segments of one kind could meet elsewhere (BASE-COUNT-1)."""
    kinds = [segment.kind for segment in drawing.segments]
    return len(set(kinds)) < len(kinds)


def _fits(kinds: Sequence[Mapping[int, Sequence[int]]]) -> array[int]:
    """Return by kind and need which rotations fit; kinds have the labels of edges by rotation.

    An edge fits where the neighbour shows its label, and where there is no neighbour.
    """
    table = array("i", [0] * (256 * len(kinds)))
    for number, labels in enumerate(kinds):
        for rotation, edges in labels.items():
            for shown in product(*((0, has) for has in edges)):
                if any(shown):
                    need = sum(label << 2 * edge for edge, label in enumerate(shown))
                    table[256 * number + need] |= 1 << rotation
    return table


# --- The tiles of all sets, in the form in which the kernel of the house game reads them
#
# Cities, roads and fields of a drawing are its segments, in this order.


FIELD = 4
_KINDS = {"city": CITY, "road": ROAD, "field": FIELD, "monastery": MONASTERY}
_ORDER = ("city", "road", "field", "monastery")
_LABELS = {"A": 0, "F": 1, "R": 2, "C": 3}
_CATHEDRAL = 16


@dataclass(frozen=True, slots=True)
class HouseTables(Tables):
    """The tables of all tiles of the house game.

    ``first_edge`` numbers the first name of each segment in ``drawing.NAMES``. In place of shields
    a road has the number of its inns, and a city 16 more for a cathedral. ``field_at`` has 8
    entries a drawing, the segments of the fields by half-edge (-1: none). ``cities_beside`` has
    for each segment that is a field the bits of the segments that are the cities it borders;
    ``first_field`` is the number of segments before the fields.
    """

    field_at: array[int]
    cities_beside: array[int]
    first_field: array[int]


@cache
def house_tables() -> HouseTables:
    """Return the tables of all tiles of the five sets.

    >>> len(house_tables().kinds), house_tables().tiles
    (80, 131)
    """
    kinds = [tile for name in SETS for tile in tile_sheet(name).tiles]
    lie = [lying(tile.id, rotation) for tile in kinds for rotation in range(4)]
    drawn = [segments_of(tile.id, rotation) for tile in kinds for rotation in range(4)]
    both = list(zip(lie, drawn, strict=True))
    return HouseTables(
        kinds=tuple(tile.id for tile in kinds),
        label=array("i", [_LABELS[letter] for tile in lie for letter in tile.edges]),
        segment_at=array("i", [_at(row, edge) for row in drawn for edge in EDGES]),
        kind=_by_segment([[_KINDS[each.kind] for each in row] for row in drawn]),
        ends=_by_segment([[_ends(each) for each in row] for row in drawn]),
        shields=_by_segment([[_extras(tile, each) for each in row] for tile, row in both]),
        first_edge=_by_segment([[NAMES.index(each.name) for each in row] for row in drawn]),
        segments=array("i", [len(row) - tile.monastery for tile, row in both]),
        monastery=array("i", [int(tile.monastery) for tile in lie]),
        twin=array("i", [_can_have_twins(tile) for tile in lie]),
        fits=_fits(
            [
                {
                    turns: [_LABELS[letter] for letter in lying(kind.id, turns).edges]
                    for turns in kind.rotations
                }
                for kind in kinds
            ]
        ),
        tiles=sum(tile.count for tile in kinds),
        nodes=sum(tile.count * len(segments_of(tile.id, 0)) for tile in kinds),
        twins=sum(tile.count * _can_have_twins(tile) for tile in kinds),
        field_at=array("i", [_at(row, half) for row in drawn for half in HALF_EDGES]),
        cities_beside=_by_segment([[_beside(tile, each) for each in row] for tile, row in both]),
        first_field=array("i", [len(tile.cities) + len(tile.roads) for tile in lie]),
        river_sides=array("i", [_river_sides(tile) for tile in lie]),
        rotations=array("i", [(1 << len(tile.rotations)) - 1 for tile in kinds]),
    )


@cache
def segments_of(tile: str, rotation: int) -> tuple[Segment, ...]:
    """Return the segments of a drawing in the order in which the kernel numbers them."""
    found = [each for each in segments(tile, rotation) if each.kind in _ORDER]
    return tuple(sorted(found, key=lambda each: _ORDER.index(each.kind)))


def _at(row: Sequence[Segment], place: str) -> int:
    return next((number for number, each in enumerate(row) if place in each.places), -1)


def _ends(segment: Segment) -> int:
    return len(segment.places) if segment.kind in {"city", "road"} else 0


def _extras(tile: Tile, segment: Segment) -> int:
    """Return shields and cathedral of a city, the inn of a road."""
    if segment.kind == "city":
        city = tile.cities[segment.number]
        return city.shields + _CATHEDRAL * city.cathedral
    return int(segment.kind == "road" and tile.roads[segment.number].inn)


def _can_have_twins(tile: Tile) -> bool:
    """Return whether two cities or roads could meet elsewhere (HOUSE-SCORE-9)."""
    return len(tile.cities) > 1 or len(tile.roads) > 1


def _beside(tile: Tile, segment: Segment) -> int:
    """Return the bits of the cities that a field borders; cities are the first segments."""
    if segment.kind != "field":
        return 0
    names = [city.id for city in tile.cities]
    return sum(1 << names.index(name) for name in tile.fields[segment.number].cities)


def _river_sides(tile: Tile) -> int:
    return sum(1 << EDGES.index(edge) for river in tile.rivers for edge in river.edges)
