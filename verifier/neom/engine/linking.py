"""Roads: which tiles are linked to the City Center (NEOM-PLACE-3, -4).

A step goes between squares that share an edge, if both facing edges carry a road.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from verifier.neom.engine.grid import CENTRE_BIT, EAST_COLUMN, FULL, WEST_COLUMN
from verifier.neom.state import SIDE

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""The bits of a tile's roads."""


class RoadMasks(NamedTuple):
    """The squares from which a road leaves, by edge; the City Center's among them."""

    north: int
    east: int
    south: int
    west: int


@lru_cache(maxsize=1 << 14)
def linked(roads: RoadMasks) -> int:
    """Return the squares linked to the City Center, itself included (NEOM-PLACE-3).

    Squares without a tile have no roads, so they are never linked.
    """
    north, east, south, west = _joined(roads)
    reached = fresh = CENTRE_BIT
    while fresh:
        fresh = (
            (fresh & east) << 1
            | (fresh & west) >> 1
            | (fresh & south) << SIDE
            | (fresh & north) >> SIDE
        ) & ~reached
        reached |= fresh
    return reached


def _joined(roads: RoadMasks) -> tuple[int, int, int, int]:
    """Return the squares joined to the next one in the north, east, south and west."""
    east = roads.east & ~EAST_COLUMN & roads.west >> 1
    south = roads.south & roads.north >> SIDE
    return south << SIDE, east, south, east << 1


def on_the_way(roads: RoadMasks) -> int:
    """Return the squares joined to two or more others: a way can lead through no other squares."""
    north, east, south, west = _joined(roads)
    return east & west | south & north | (east | west) & (south | north)


def road_neighbours(roads: RoadMasks, square_bit: int) -> int:
    """Return the squares joined to one by a road across their common edge."""
    return (
        (square_bit & roads.east & ~EAST_COLUMN) << 1 & roads.west
        | (square_bit & roads.west & ~WEST_COLUMN) >> 1 & roads.east
        | (square_bit & roads.south) << SIDE & roads.north
        | (square_bit & roads.north) >> SIDE & roads.south
    )


def meets(roads: RoadMasks, reached: int, tile_roads: int) -> int:
    """Return the squares where a tile with these roads would meet a road of a reached square."""
    mask = 0
    if tile_roads & NORTH:
        mask |= (reached & roads.south) << SIDE & FULL
    if tile_roads & EAST:
        mask |= (reached & roads.west & ~WEST_COLUMN) >> 1
    if tile_roads & SOUTH:
        mask |= (reached & roads.north) >> SIDE
    if tile_roads & WEST:
        mask |= (reached & roads.east & ~EAST_COLUMN) << 1
    return mask


def without(roads: RoadMasks, square_bit: int) -> RoadMasks:
    """Return the roads with those of one square taken away."""
    rest = ~square_bit
    return RoadMasks(roads.north & rest, roads.east & rest, roads.south & rest, roads.west & rest)
