"""Tiles as the house game plays with them: what lies where, and what each feature is called.

A feature is called by its place on the tile as it lies, clockwise from the north: a city, road or
river by the first of its edges (``N E S W``), the monastery ``M``, a field by the first of its
half-edges (``Nl Nr El Er Sl Sr Wl Wr``, see :mod:`verifier.carcassonne.tiles.tile`), and a field
without any by the first of its corners (``NW NE SE SW``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from verifier.carcassonne.tiles import Tile, tile_sheet
from verifier.errors import Malformed

Kind: TypeAlias = Literal["city", "road", "river", "monastery", "field"]

NAMES: tuple[str, ...] = (
    *("N", "E", "S", "W", "M"),
    *("Nl", "Nr", "El", "Er", "Sl", "Sr", "Wl", "Wr"),
    *("NW", "NE", "SE", "SW"),
)
"""All names of features, in the order that makes one of several equal ways to write a claim first.
"""


@dataclass(frozen=True, slots=True)
class Segment:
    """One feature's part on a tile as it lies: what it is, and all the places it reaches.

    ``places`` are edges, half-edges or corners in the order of ``NAMES``; ``number`` is its place
    among the cities, roads, rivers or fields of the tile's sheet entry.
    """

    kind: Kind
    places: tuple[str, ...]
    number: int

    @property
    def name(self) -> str:
        """What it is called: the first of its places.

        >>> [segment.name for segment in segments("base/D", 1)]
        ['E', 'N', 'Nr', 'Nl']
        """
        return self.places[0]


@cache
def lying(tile: str, rotation: int) -> Tile:
    """Return a tile of any set after so many clockwise quarter turns.

    >>> lying("ic/K", 0).cities[0].cathedral
    True

    :raises Malformed: if there is no such tile.
    """
    tile_set, _, _ = tile.partition("/")
    for printed in tile_sheet(tile_set).tiles:
        if printed.id == tile:
            return printed.turned(rotation)
    known = ", ".join(printed.letter for printed in tile_sheet(tile_set).tiles)
    raise Malformed(f"there is no tile {tile!r}; the {tile_set} set has {known}")


@cache
def segments(tile: str, rotation: int) -> tuple[Segment, ...]:
    """Return the cities, roads, rivers, monastery and fields of a tile as it lies."""
    drawn = lying(tile, rotation)
    found = [
        *_segments("city", [city.edges for city in drawn.cities]),
        *_segments("road", [road.edges for road in drawn.roads]),
        *_segments("river", [river.edges for river in drawn.rivers]),
        *([Segment("monastery", ("M",), 0)] if drawn.monastery else []),
        *_segments("field", [field.half_edges or field.corners for field in drawn.fields]),
    ]
    return tuple(found)


def segment_named(tile: str, rotation: int, name: str) -> Segment | None:
    """Return the segment that reaches that place, or None.

    >>> segment_named("base/U", 0, "W").name
    'E'
    """
    return _by_place(tile, rotation).get(name)


@cache
def _by_place(tile: str, rotation: int) -> dict[str, Segment]:
    return {place: each for each in segments(tile, rotation) for place in each.places}


def _segments(kind: Kind, places: list[tuple[str, ...]]) -> list[Segment]:
    return [
        Segment(kind, tuple(sorted(each, key=NAMES.index)), number)
        for number, each in enumerate(places)
    ]
