"""The 25 squares of a City board as bits, and the roads that join them.

Square (row, column) is bit 5 * row + column. A step by road goes between squares that share an
edge, if both facing edges carry a road.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from verifier.neom.state import CENTRE, SIDE, SQUARES, Square

SIZE = SIDE * SIDE
FULL = (1 << SIZE) - 1
CENTRE_INDEX = CENTRE[0] * SIDE + CENTRE[1]
CENTRE_BIT = 1 << CENTRE_INDEX
WEST_COLUMN = sum(1 << SIDE * row for row in range(SIDE))
EAST_COLUMN = WEST_COLUMN << (SIDE - 1)
_NOT_WEST = FULL & ~WEST_COLUMN
_NOT_EAST = FULL & ~EAST_COLUMN
EDGE = WEST_COLUMN | EAST_COLUMN | 0b11111 | 0b11111 << SIDE * (SIDE - 1)
CORNERS = 1 | 1 << (SIDE - 1) | 1 << SIDE * (SIDE - 1) | 1 << (SIZE - 1)

SQUARE_AT: tuple[Square, ...] = SQUARES
"""The square of each bit."""


def bit(square: Square) -> int:
    """Return the bit of a square.

    >>> bit((0, 3))
    8
    """
    return 1 << SIDE * square[0] + square[1]


def indices(mask: int) -> Iterator[int]:
    """Return the numbers of the squares of a mask, in order.

    >>> list(indices(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def squares_of(mask: int) -> tuple[Square, ...]:
    """Return the squares of a mask, in order."""
    return tuple(SQUARE_AT[index] for index in indices(mask))


def mask_of(squares: Iterable[Square]) -> int:
    """Return the mask of some squares."""
    mask = 0
    for square in squares:
        mask |= bit(square)
    return mask


def beside(mask: int) -> int:
    """Return the squares that share an edge with one of these.

    >>> squares_of(beside(bit((0, 0))))
    ((0, 1), (1, 0))
    """
    return (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1 | (mask << SIDE) & FULL | mask >> SIDE


def around(mask: int) -> int:
    """Return the squares that share an edge or a corner with one of these.

    >>> squares_of(around(bit((0, 0))))
    ((0, 1), (1, 0), (1, 1))
    """
    row = mask | (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1
    return (row << SIDE) & FULL | row >> SIDE | (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1


BESIDE: tuple[int, ...] = tuple(beside(1 << index) for index in range(SIZE))
"""For each square the mask of those that share an edge with it."""

AROUND: tuple[int, ...] = tuple(around(1 << index) for index in range(SIZE))
"""For each square the mask of those that share an edge or a corner with it."""
CENTRE_SIDES = BESIDE[CENTRE_INDEX]


# --- roads, and what they link (NEOM-PLACE-3, -4)

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
