"""The courses of roads and rivers on a tile: from edge to edge, or to where they end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from meepleproof.rendering.carcassonne.curves import Place, line_path, points_on
from meepleproof.rendering.carcassonne.walls import CityArea, Wall
from meepleproof.rendering.markup import Point, turned, turned_point
from verifier.carcassonne.tiles import EDGES, Tile
from verifier.carcassonne.tiles.rim import turned as turned_place
from verifier.carcassonne.tiles.tile import River, Road

CENTRE: Point = (50, 50)

# All but the first two for a way that comes from the south.
_STRAIGHT = "M0,50 C30,44 70,56 100,50"
_CURVE = "M100,50 C72,50 50,72 50,100"
_TO_THE_MIDDLE = "M50,56 L50,100"
_TO_A_HOUSE = "M50,28 L50,100"
_FROM_THE_SPRING = "M50,50 C44,62 56,80 50,100"
_ROUND_A_MONASTERY = "M100,50 C76,76 24,76 0,50"
_HOUSE: Point = (50, 21)
_BRIDGE = 19
"""How far a bridge reaches to both sides of what it crosses."""


@dataclass(frozen=True, slots=True)
class Gate:
    """Where a road meets the wall of a city, and how many quarter turns it looks from the south."""

    at: Point
    turns: int


@dataclass(frozen=True, slots=True)
class Ways:
    """What leads over a tile: paths by feature, stubs, gates, bridges, and houses at road ends."""

    roads: tuple[tuple[Road, str], ...]
    rivers: tuple[tuple[River, str], ...]
    stubs: tuple[str, ...]
    gates: tuple[Gate, ...]
    bridges: tuple[str, ...]
    houses: tuple[Point, ...]


def monastery_place(tile: Tile) -> Point:
    """Return where the monastery of a tile stands: aside, where a city or a river is in the way."""
    for crossing in tile.crossings:
        for road in tile.roads:
            if road.id == crossing.over and "monastery" in road.inner_ends:
                return _aside(road.edges[0], 20)
    return _aside(tile.cities[0].edges[0], 16) if tile.cities else CENTRE


def ways(tile: Tile, areas: tuple[CityArea, ...]) -> Ways:
    """Return the courses of the roads and rivers of a tile as printed."""
    gates = dict(_gates(tile, areas))
    roads = tuple((road, _road_path(tile, road, gates.get(road.id))) for road in tile.roads)
    rivers = tuple((river, _river_path(tile, river)) for river in tile.rivers)
    paths = {road.id: path for road, path in roads} | {river.id: path for river, path in rivers}
    stubs = [_stub(areas, stub.city) for stub in tile.stubs]
    return Ways(
        roads=roads,
        rivers=rivers,
        stubs=tuple(line_path([CENTRE, gate.at]) for gate in stubs),
        gates=(*gates.values(), *stubs),
        bridges=tuple(_bridges(tile, paths)),
        houses=tuple(
            turned_point(_HOUSE, _turns(road.edges[0]))
            for road in tile.roads
            if "house" in road.inner_ends
        ),
    )


def _aside(edge: str, far: int) -> Point:
    """Return a place on the side opposite an edge."""
    return turned_point((50, 50 + far), EDGES.index(edge))


def _turns(edge: str) -> int:
    return EDGES.index(edge) - EDGES.index("S")


def _gates(tile: Tile, areas: tuple[CityArea, ...]) -> Iterator[tuple[str, Gate]]:
    for road in tile.roads:
        for end in road.inner_ends:
            kind, _, name = end.partition(":")
            if kind == "city":
                (edge,) = road.edges
                wall = _wall_before(areas, name, edge)
                yield road.id, _gate(wall.gate(edge), edge)


def _gate(place: Place, edge: str) -> Gate:
    return Gate((round(place[0]), round(place[1])), _turns(edge))


def _wall_before(areas: tuple[CityArea, ...], city: str, edge: str) -> Wall:
    walls = (wall for area in areas if area.city.id == city for wall in area.walls)
    return next(wall for wall in walls if edge in wall.beyond)


def _stub(areas: tuple[CityArea, ...], city: str) -> Gate:
    area = next(area for area in areas if area.city.id == city)
    opposite = turned_place(area.city.edges[0], 2)
    return _gate(_wall_before(areas, city, opposite).gate(opposite), opposite)


def _road_path(tile: Tile, road: Road, gate: Gate | None) -> str:
    if len(road.edges) > 1:
        return _through(road.edges)
    (edge,) = road.edges
    if gate is not None:
        return _to_the_gate(gate, edge)
    if "monastery" in road.inner_ends:
        x, y = turned_point(monastery_place(tile), -_turns(edge))
        return turned(f"M{x},{y + 6} L50,100", _turns(edge))
    return turned(_TO_A_HOUSE if "house" in road.inner_ends else _TO_THE_MIDDLE, _turns(edge))


def _to_the_gate(gate: Gate, edge: str) -> str:
    x, y = turned_point(gate.at, -_turns(edge))
    # Into the wall, so that no green is left between them.
    bend = f"L50,{max(y + 6, 72)}" if abs(x - 50) <= 2 else f"C{x},{y + 14} 50,{max(y, 66)}"  # noqa: PLR2004 - as good as straight
    path = f"M{x},{y} {bend} L50,100" if bend.startswith("L") else f"M{x},{y} {bend} 50,100"
    return turned(path, _turns(edge))


def _river_path(tile: Tile, river: River) -> str:
    if len(river.edges) == 1:
        return turned(_FROM_THE_SPRING, _turns(river.edges[0]))
    aside = monastery_place(tile)
    if not tile.monastery or aside == CENTRE:
        return _through(river.edges)
    turns = next(turns for turns in range(4) if turned_point((50, 30), turns) == aside)
    return turned(_ROUND_A_MONASTERY, turns)


def _through(edges: tuple[str, ...]) -> str:
    first, second = (EDGES.index(edge) for edge in edges)
    if second - first == 2:  # noqa: PLR2004 - opposite edges
        return turned(_STRAIGHT, first - 1)
    # A curve lies between an edge and the next one clockwise: E and S at no turn.
    return turned(_CURVE, (first if second - first == 1 else second) - 1)


def _bridges(tile: Tile, paths: dict[str, str]) -> Iterator[str]:
    for crossing in tile.crossings:
        if crossing.over not in paths:
            continue  # a city, which is drawn as its own bridge
        above, below = (points_on(paths[name]) for name in (crossing.over, crossing.under))
        _, number = min(
            (hypot(x - x1, y - y1), number)
            for number, (x, y) in enumerate(_close(above))
            for x1, y1 in _close(below)
        )
        course = _close(above)
        middle = course[number]
        before, after = course[max(number - 2, 0)], course[min(number + 2, len(course) - 1)]
        length = hypot(after[0] - before[0], after[1] - before[1])
        step = ((after[0] - before[0]) / length, (after[1] - before[1]) / length)
        yield line_path(
            (middle[0] + far * step[0], middle[1] + far * step[1]) for far in (-_BRIDGE, _BRIDGE)
        )


def _close(points: tuple[Place, ...]) -> list[Place]:
    """Return the points with three more between each two."""
    found = list[Place]()
    for (x, y), (x1, y1) in pairwise(points):
        found += [(x + (x1 - x) * part / 4, y + (y1 - y) * part / 4) for part in range(4)]
    return [*found, points[-1]]
