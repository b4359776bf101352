"""The cells that roads and rivers take in a block of characters, and where they lead from each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from meepleproof.rendering.carcassonne.block_cities import ACROSS, DOWN, INSIDE, Cell
from verifier.carcassonne.tiles.rim import turned
from verifier.carcassonne.tiles.tile import River, Road

CENTRE: Cell = (0, 0)
STEPS: Mapping[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Arms = dict[Cell, set[str]]
"""For each cell of a way the sides to which it leads on."""


class NoWay(Exception):
    """A way cannot take this course."""


def course(way: Road | River, city: frozenset[Cell], *, aside: bool) -> Arms:
    """Return the course of a road or river, through the middle or aside of it.

    ``city`` are the cells of the city it ends at, if any.

    :raises NoWay: if it cannot go so.
    """
    arms: Arms = {}
    if len(way.edges) > 1:
        _join(arms, _through(way.edges, aside=aside))
        _outwards(arms, way.edges)
        return arms
    (edge,) = way.edges
    ends_at_city = any(end.startswith("city") for end in way.inner_ends)
    cells = [*_inwards(edge)]
    if ends_at_city:
        cells = _to_city(edge, cells, city, aside=aside)
    elif aside:
        raise NoWay
    elif "house" in way.inner_ends:
        x, y = STEPS[turned(edge, 2)]
        cells.append((x, y) if x else CENTRE)
    _join(arms, list(dict.fromkeys(cells)))
    _outwards(arms, way.edges)
    return {cell: sides for cell, sides in arms.items() if cell not in city}


def stub(city: frozenset[Cell]) -> Arms:
    """Return the scrap of road from the middle to a city, the middle left out."""
    arms: Arms = {}
    cells = _walk(CENTRE, city)
    _join(arms, cells)
    return {cell: sides for cell, sides in arms.items() if cell != CENTRE and cell not in city}


def _inwards(edge: str) -> list[Cell]:
    """Return the cells from the border to the middle."""
    x, y = STEPS[edge]
    far = DOWN if edge in "NS" else ACROSS
    return [(x * step, y * step) for step in range(far, -1, -1)]


def _through(edges: tuple[str, ...], *, aside: bool) -> list[Cell]:
    first, second = edges
    if not aside:
        return [*_inwards(first), *reversed(_inwards(second)[:-1])]
    if first == turned(second, 2):
        raise NoWay
    upright = first if first in "NS" else second
    level = second if first in "NS" else first
    down, across = STEPS[upright][1], STEPS[level][0]
    return [
        *[(0, down * far) for far in (DOWN, 1)],
        *[(across, down), (2 * across, down), (2 * across, 0)],
        *[(across * far, 0) for far in range(3, ACROSS + 1)],
    ]


def _to_city(edge: str, cells: list[Cell], city: frozenset[Cell], *, aside: bool) -> list[Cell]:
    straight = []
    for cell in cells:
        straight.append(cell)
        if cell in city:
            if aside:
                raise NoWay
            return straight
    if not aside:
        return [*straight, *_walk(CENTRE, city)[1:]]
    turn = (0, STEPS[edge][1]) if edge in "NS" else (2 * STEPS[edge][0], 0)
    cells = straight[: straight.index(turn) + 1]
    if edge in "NS":
        return [*cells, *_walk(turn, city)[1:]]
    for down in (-1, 1):
        way = [(turn[0] - STEPS[edge][0] * step, down) for step in range(3)]
        for number, cell in enumerate(way):
            if cell in city:
                return [*cells, *way[: number + 1]]
    raise NoWay


def _walk(start: Cell, city: frozenset[Cell]) -> list[Cell]:
    """Return the shortest straight walk from a cell into a city, both ends included."""
    walks = list[list[Cell]]()
    for x, y in STEPS.values():
        walk = [start]
        while walk[-1] in INSIDE and walk[-1] not in city:
            walk.append((walk[-1][0] + x, walk[-1][1] + y))
        if walk[-1] in city:
            walks.append(walk)
    if not walks:
        raise NoWay
    return min(walks, key=len)


def _join(arms: Arms, cells: list[Cell]) -> None:
    for cell in cells:
        arms.setdefault(cell, set())
    for (x, y), (x1, y1) in pairwise(cells):
        for side, step in STEPS.items():
            if (x + step[0], y + step[1]) == (x1, y1):
                arms[x, y].add(side)
                arms[x1, y1].add(turned(side, 2))


def _outwards(arms: Arms, edges: tuple[str, ...]) -> None:
    for edge in edges:
        arms[_inwards(edge)[0]].add(edge)
