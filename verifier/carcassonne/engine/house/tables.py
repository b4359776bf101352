"""All tiles of all sets as flat tables: the form in which the kernel of the house game reads them.

As in :mod:`verifier.carcassonne.engine.tables`, and besides: cities, roads and fields of a drawing
are its segments, in this order. A river edge has label 0, like an edge without a neighbour: who
continues the river is looked up apart.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from verifier.carcassonne.engine.tables import CITY, MONASTERY, ROAD, SEGMENTS, Tables
from verifier.carcassonne.house.drawing import NAMES, Segment, lying, segments
from verifier.carcassonne.tiles import EDGES, SETS, Tile, tile_sheet
from verifier.carcassonne.tiles.tile import HALF_EDGES

FIELD = 4
_KINDS = {"city": CITY, "road": ROAD, "field": FIELD, "monastery": MONASTERY}
_ORDER = ("city", "road", "field", "monastery")
_LABELS = {"A": 0, "F": 1, "R": 2, "C": 3}
CATHEDRAL = 16


@dataclass(frozen=True, slots=True)
class HouseTables(Tables):
    """The tables of all tiles of the house game.

    ``first_edge`` numbers the first name of each segment in ``drawing.NAMES``. In place of shields
    a road has the number of its inns, and a city 16 more for a cathedral. ``field_at`` has 8
    entries a drawing, the segments of the fields by half-edge (-1: none). ``cities_beside`` has
    for each segment that is a field the bits of the segments that are the cities it borders;
    ``first_field`` is the number of segments before the fields. ``river_sides`` has the bits of a
    drawing's river edges, ``rotations`` those of a kind that look different.
    """

    field_at: array[int]
    cities_beside: array[int]
    first_field: array[int]
    river_sides: array[int]
    rotations: array[int]


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
        twin=array("i", [_has_twins(tile) for tile in lie]),
        fits=_fits(kinds),
        tiles=sum(tile.count for tile in kinds),
        nodes=sum(tile.count * len(segments_of(tile.id, 0)) for tile in kinds),
        twins=sum(tile.count * _has_twins(tile) for tile in kinds),
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
        return city.shields + CATHEDRAL * city.cathedral
    return int(segment.kind == "road" and tile.roads[segment.number].inn)


def _has_twins(tile: Tile) -> bool:
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


def _by_segment(values: list[list[int]]) -> array[int]:
    return array("i", [n for row in values for n in (*row, *[0] * (SEGMENTS - len(row)))])


def _fits(kinds: list[Tile]) -> array[int]:
    table = array("i", [0] * (256 * len(kinds)))
    for number, kind in enumerate(kinds):
        for rotation in kind.rotations:
            labels = [_LABELS[letter] for letter in lying(kind.id, rotation).edges]
            for need in range(1, 256):
                wanted = [need >> 2 * edge & 3 for edge in range(4)]
                if all(want in (0, has) for want, has in zip(wanted, labels, strict=True)):
                    table[256 * number + need] |= 1 << rotation
    return table
