"""Where everything stands on a tile: areas, ways, and symbols among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from meepleproof.rendering.carcassonne.curves import (
    Place,
    curve_path,
    distance,
    is_inside,
    points_on,
)
from meepleproof.rendering.carcassonne.furniture import furniture
from meepleproof.rendering.carcassonne.walls import SIZE, CityArea, city_areas
from meepleproof.rendering.carcassonne.ways import CENTRE, Ways, monastery_place, ways
from meepleproof.rendering.markup import Point, turned_point
from verifier.carcassonne.tiles import EDGES, Tile
from verifier.carcassonne.tiles.tile import City, Road

_INN_HALF = 13
_BESIDE_A_ROAD = (21, 29)
"""How far the middle of an inn may be from the middle of its road."""

_HOUSE_FROM_GATE = 16


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol about its centre."""

    kind: str
    at: Point


@dataclass(frozen=True, slots=True)
class Layout:
    """A tile as printed: areas, ways, and symbols from the ground up."""

    areas: tuple[CityArea, ...]
    ways: Ways
    symbols: tuple[Symbol, ...]
    arches: tuple[Point, ...]
    monastery: Point | None
    village: bool


@cache
def layout(tile: Tile) -> Layout:
    """Return where everything stands on a tile as printed."""
    areas = city_areas(tile)
    courses = ways(tile, areas)
    symbols = [Symbol("house", place) for place in courses.houses]
    for area in areas:
        symbols += _in_the_city(tile, area.city, courses)
    symbols += [Symbol("inn", _inn_place(road, areas, courses)) for road in tile.roads if road.inn]
    return Layout(
        areas=areas,
        ways=courses,
        symbols=tuple(symbols),
        arches=_arches(tile, areas),
        monastery=monastery_place(tile) if tile.monastery else None,
        village=any("junction" in end for road in tile.roads for end in road.inner_ends),
    )


def city_spot(city: City) -> Point:
    """Return where a meeple stands in a city, on the tile as printed."""
    place = (50, 22) if len(city.edges) > 1 else (50, 18)
    return turned_point(place, EDGES.index(city.edges[0]))


def _arches(tile: Tile, areas: tuple[CityArea, ...]) -> tuple[Point, ...]:
    """Return where fields pass below a city: where its walls meet those of the city below."""
    walls = {
        area.city.id: [points_on(curve_path(wall.curve)) for wall in area.walls] for area in areas
    }
    found = list[Point]()
    for crossing in tile.crossings:
        for above, below in product(walls.get(crossing.over, ()), walls.get(crossing.under, ())):
            # They begin close together at the corner of the tile, too.
            far_from_corners = below[2:-2]
            x, y = min(far_from_corners, key=lambda place: distance(place, above))
            found.append((round(x), round(y)))
    return tuple(found)


def _in_the_city(tile: Tile, city: City, courses: Ways) -> Iterator[Symbol]:
    places = furniture(tile, city)
    emblem = "cathedral" if city.cathedral else "shield" if city.shields else city.goods
    if emblem:
        yield Symbol(emblem, places.emblem)
    for place in places.houses:
        if all(distance(place, [gate.at, gate.at]) >= _HOUSE_FROM_GATE for gate in courses.gates):
            yield Symbol("house", place)


def _inn_place(own: Road, areas: tuple[CityArea, ...], courses: Ways) -> Point:
    """Return the place for an inn beside its road, where most room is left about it."""
    road = next(points_on(path) for each, path in courses.roads if each == own)
    others = [points_on(path) for each, path in courses.roads if each != own]
    others += [points_on(area.ground) for area in areas]
    if any("junction" in end for end in own.inner_ends):
        others.append((CENTRE, CENTRE))
    nearest, farthest = _BESIDE_A_ROAD
    places = [
        place
        for place in _grid()
        if nearest <= distance(place, road) <= farthest
        and not any(is_inside(place, points_on(area.ground)) for area in areas)
    ]
    return max(places, key=lambda place: (_room(place, others), -distance(place, road), place))


def _room(place: Point, others: list[tuple[Place, ...]]) -> float:
    rim = min(*place, SIZE - place[0], SIZE - place[1]) - _INN_HALF
    return min([rim, *(distance(place, other) - _INN_HALF for other in others)])


def _grid() -> Iterator[Point]:
    steps = range(_INN_HALF + 1, SIZE - _INN_HALF, 4)
    return ((x, y) for x in steps for y in steps)
