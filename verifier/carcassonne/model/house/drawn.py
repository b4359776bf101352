"""What is drawn on a tile, place by place, as constants.

A *place* is the number of a name in :data:`verifier.carcassonne.house.drawing.NAMES`: edges carry
cities, roads and rivers, half-edges fields, the middle a monastery, and corners the fields that
reach no edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from verifier.carcassonne.house.drawing import NAMES, Kind, lying, segments
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.rim import facing as facing_half_edge

Place: TypeAlias = int
Pair: TypeAlias = tuple[Place, Place]

PLACES = range(len(NAMES))
MIDDLE: Place = NAMES.index("M")
EDGE_PLACES = range(4)
HALF_EDGE_PLACES = range(MIDDLE + 1, MIDDLE + 9)
RIM: tuple[Place, ...] = (*EDGE_PLACES, *HALF_EDGE_PLACES)
"""The places over which features go on to the next tile."""

EDGE_OF: dict[Place, int] = {place: EDGES.index(NAMES[place][0]) for place in RIM}
"""The edge on which a place lies."""

MEETS: dict[Place, Place] = {
    **{edge: (edge + 2) % 4 for edge in EDGE_PLACES},
    **{half: NAMES.index(facing_half_edge(NAMES[half])) for half in HALF_EDGE_PLACES},
}
"""The place of the next tile that a place meets."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn on a tile as it lies, its segments known by their first places.

    ``edges`` are the letters of its edges, ``kinds`` what lies at each place, and ``segments`` all
    places of each segment. Then which cities have how many shields, which roads an inn, which
    cities a cathedral, and which field borders which city.
    """

    edges: str
    kinds: dict[Place, Kind]
    segments: dict[Place, tuple[Place, ...]]
    first: dict[Place, Place]
    shields: dict[Place, int]
    inns: frozenset[Place]
    cathedrals: frozenset[Place]
    borders: tuple[Pair, ...]


@cache
def drawn(tile: str, rotation: int) -> Drawn:
    """Return what is drawn on the tile.

    >>> drawn("base/V", 0).segments[2], drawn("base/V", 0).kinds[5]
    ((2, 3), 'field')
    """
    lies = lying(tile, rotation)
    found = {each: tuple(map(NAMES.index, each.places)) for each in segments(tile, rotation)}
    firsts = {(each.kind, each.number): places[0] for each, places in found.items()}
    cities = {city.id: firsts["city", number] for number, city in enumerate(lies.cities)}
    return Drawn(
        edges=lies.edges,
        kinds={place: each.kind for each, places in found.items() for place in places},
        segments={places[0]: places for places in found.values()},
        first={place: places[0] for places in found.values() for place in places},
        shields={cities[city.id]: city.shields for city in lies.cities if city.shields},
        inns=frozenset(
            firsts["road", number] for number, road in enumerate(lies.roads) if road.inn
        ),
        cathedrals=frozenset(cities[city.id] for city in lies.cities if city.cathedral),
        borders=tuple(
            (firsts["field", number], cities[city])
            for number, field in enumerate(lies.fields)
            for city in field.cities
        ),
    )
