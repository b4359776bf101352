"""The cells that a city covers in a block of characters, thick or thin."""

from __future__ import annotations

from typing import Literal

from verifier.carcassonne.tiles import EDGES, Tile
from verifier.carcassonne.tiles.tile import City

Cell = tuple[int, int]
"""Columns and lines from the middle of a block: -4 to 4 across, -2 to 2 down, borders included."""

Thickness = Literal["usual", "thin", "thick"]

ACROSS, DOWN = 4, 2
INSIDE = frozenset((x, y) for x in range(1 - ACROSS, ACROSS) for y in range(1 - DOWN, DOWN))

_CAPS = {
    "N": frozenset({(-1, -1), (0, -1), (1, -1)}),
    "E": frozenset({(2, 0), (3, 0)}),
    "S": frozenset({(-1, 1), (0, 1), (1, 1)}),
    "W": frozenset({(-3, 0), (-2, 0)}),
}
"""What a city at one edge covers, and what an open edge leaves free of a larger city."""

_HALF_A_TILE = {"usual": 0, "thin": 2, "thick": -1}
_TWO = 2


def border(edge: str) -> frozenset[Cell]:
    """Return the cells of the border at an edge, without its corners."""
    along_row = edge in "NS"
    far = -1 if edge in "NW" else 1
    if along_row:
        return frozenset((x, far * DOWN) for x in range(1 - ACROSS, ACROSS))
    return frozenset((far * ACROSS, y) for y in range(1 - DOWN, DOWN))


def city_cells(
    tile: Tile, city: City, thickness: Thickness
) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the cells inside the block that a city fills, and those it fills by half only."""
    part = _bridge_part(tile, city)
    if part:
        return part, frozenset()
    open_edges = [edge for edge in EDGES if edge not in city.edges]
    if len(city.edges) == 1:
        full, half = _cap(city.edges[0], thickness)
    elif len(city.edges) == _TWO and not _opposite(city):
        east, south = ("E" in city.edges) * 2 - 1, ("S" in city.edges) * 2 - 1
        # To the eye two columns are one line, so this half of the block ends at a diagonal.
        limit = _HALF_A_TILE[thickness]
        full = frozenset((x, y) for x, y in INSIDE if east * x + south * 2 * y > limit)
        half = frozenset[Cell]()
    else:
        full, half = INSIDE.difference(*(_CAPS[edge] for edge in open_edges)), frozenset[Cell]()
        if thickness == "thin":
            full = frozenset(cell for cell in full if not _beside(tile, city, cell))
    for tip in tile.city_tips:
        if tip.city == city.id:
            full |= _tip(city, tip.corner)
    return full, half


def _opposite(city: City) -> bool:
    return set(city.edges) in ({"N", "S"}, {"E", "W"})


def _cap(edge: str, thickness: Thickness) -> tuple[frozenset[Cell], frozenset[Cell]]:
    cap = _CAPS[edge]
    if thickness != "thin":
        return cap, frozenset()
    if edge in "NS":
        return frozenset(), cap
    return frozenset(cell for cell in cap if abs(cell[0]) == ACROSS - 1), frozenset()


def _beside(tile: Tile, city: City, cell: Cell) -> bool:
    """Return whether a cell lies in the line next to an edge of another city."""
    near = {"N": cell[1] < 0, "E": cell[0] > 1, "S": cell[1] > 0, "W": cell[0] < -1}
    others = {edge for other in tile.cities if other != city for edge in other.edges}
    return any(near[edge] for edge in others)


def _tip(city: City, corner: str) -> frozenset[Cell]:
    east, south = ("E" in corner) * 2 - 1, ("S" in corner) * 2 - 1
    way = {(0, 0)} | {(east * column, south) for column in range(1, ACROSS)}
    if len(city.edges) == 1:
        way |= {(column, 0) for column in (-1, 0, 1)}
    return frozenset(way)


def _bridge_part(tile: Tile, city: City) -> frozenset[Cell]:
    upright = set(city.edges) == {"N", "S"}
    band = frozenset((x, y) for x, y in INSIDE if (abs(x) <= 1 if upright else y == 0))
    for crossing in tile.crossings:
        if crossing.over == city.id:
            return band
        if crossing.under == city.id:
            over = next(each for each in tile.cities if each.id == crossing.over)
            across = {"N", "S"} == set(over.edges)
            return frozenset(
                (x, y)
                for x, y in INSIDE
                if (y == 0 and abs(x) > 1 if across else y and abs(x) <= 1)
            )
    return frozenset()
