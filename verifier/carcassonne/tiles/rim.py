"""The rim of a tile: edges, half-edges and corners, and how they turn and mirror.

Edges are numbered clockwise, 0 = north, 1 = east, 2 = south, 3 = west. A half-edge is named by its
edge and by ``l`` or ``r``, left or right as seen from the middle of the tile looking out; a corner
by the two edges that meet there. A place is any of these, or the middle of an edge, ``c``::

    NW Nl Nc Nr NE
    Wr          El
    Wc          Ec
    Wl          Er
    SW Sr Sc Sl SE
"""

from __future__ import annotations

from collections.abc import Iterable

EDGES = "NESW"
CORNERS = {"NW": ("W", "N"), "NE": ("N", "E"), "SE": ("E", "S"), "SW": ("S", "W")}
"""Each corner with the edges before and after it, clockwise."""

RING = (
    *("NW", "Nl", "Nc", "Nr"),
    *("NE", "El", "Ec", "Er"),
    *("SE", "Sl", "Sc", "Sr"),
    *("SW", "Wl", "Wc", "Wr"),
)
"""All places, clockwise from the north-west corner."""

HALF_EDGES = tuple(place for place in RING if place[1] in "lr")
POSITION = {place: number for number, place in enumerate(RING)}

_MIRRORED = {"N": "N", "E": "W", "S": "S", "W": "E"}
_OTHER_SIDE = {"l": "r", "r": "l", "c": "c"}


def turned(place: str, quarter_turns: int) -> str:
    """Return the edge or place after that many clockwise quarter turns.

    >>> turned("N", 1), turned("Nl", 1), turned("NE", 2)
    ('E', 'El', 'SW')
    """
    if len(place) == 1:
        return EDGES[(EDGES.index(place) + quarter_turns) % 4]
    return RING[(POSITION[place] + 4 * quarter_turns) % len(RING)]


def mirrored(place: str) -> str:
    """Return the mirror image of an edge or place, with east and west exchanged.

    >>> mirrored("E"), mirrored("Nl"), mirrored("SE")
    ('W', 'Nr', 'SW')
    """
    if len(place) == 1:
        return _MIRRORED[place]
    if place in CORNERS:
        return place[0] + _MIRRORED[place[1]]
    return _MIRRORED[place[0]] + _OTHER_SIDE[place[1]]


def facing(half_edge: str) -> str:
    """Return the half-edge of the neighbouring tile that a half-edge meets.

    >>> facing("Nl"), facing("Er")
    ('Sr', 'Wl')
    """
    return turned(half_edge[0], 2) + _OTHER_SIDE[half_edge[1]]


def in_order(places: Iterable[str]) -> tuple[str, ...]:
    """Return edges or places clockwise from the north.

    >>> in_order(["W", "N"]), in_order(["Sr", "El"])
    (('N', 'W'), ('El', 'Sr'))
    """
    return tuple(sorted(places, key=_clockwise))


def _clockwise(place: str) -> int:
    return EDGES.index(place) if len(place) == 1 else POSITION[place]
