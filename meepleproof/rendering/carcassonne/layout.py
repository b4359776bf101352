"""Where everything lies on the drawing of a tile, 100 by 100: cities, roads, rivers and symbols.

It follows from the sheet of the tile. Walls and ways are paths of lines and cubic curves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from math import hypot

from meepleproof.rendering.markup import Point, turned, turned_point
from verifier.carcassonne.tiles import EDGES, Tile
from verifier.carcassonne.tiles.tile import City, River, Road
from verifier.carcassonne.tiles.tile import turned as turned_place

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
    areas = _city_areas(tile)
    courses = _ways(tile, areas)
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
    places = _furniture(tile, city)
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


CENTRE: Point = (50, 50)

# All but the first two for a way that comes from the south.
_STRAIGHT = "M0,50 C30,44 70,56 100,50"
_BEND = "M100,50 C72,50 50,72 50,100"
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


def _ways(tile: Tile, areas: tuple[CityArea, ...]) -> Ways:
    """Return the courses of the roads and rivers of a tile as printed."""
    gates = dict(_gates(tile, areas))
    roads = tuple((road, _road_path(tile, road, gates.get(road.id))) for road in tile.roads)
    rivers = tuple((river, _river_path(tile, river)) for river in tile.rivers)
    paths = {road.id: path for road, path in roads} | {river.id: path for river, path in rivers}
    stubs = [_stub(areas, stub.city) for stub in tile.stubs]
    return Ways(
        roads=roads,
        rivers=rivers,
        stubs=tuple(_line_path([CENTRE, gate.at]) for gate in stubs),
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
                yield road.id, _gate_at(wall.gate(edge), edge)


def _gate_at(place: Place, edge: str) -> Gate:
    return Gate((round(place[0]), round(place[1])), _turns(edge))


def _wall_before(areas: tuple[CityArea, ...], city: str, edge: str) -> Wall:
    walls = (wall for area in areas if area.city.id == city for wall in area.walls)
    return next(wall for wall in walls if edge in wall.beyond)


def _stub(areas: tuple[CityArea, ...], city: str) -> Gate:
    area = next(area for area in areas if area.city.id == city)
    opposite = turned_place(area.city.edges[0], 2)
    return _gate_at(_wall_before(areas, city, opposite).gate(opposite), opposite)


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
    return turned(_BEND, (first if second - first == 1 else second) - 1)


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
        yield _line_path(
            (middle[0] + far * step[0], middle[1] + far * step[1]) for far in (-_BRIDGE, _BRIDGE)
        )


def _close(points: tuple[Place, ...]) -> list[Place]:
    """Return the points with three more between each two."""
    found = list[Place]()
    for (x, y), (x1, y1) in pairwise(points):
        found += [(x + (x1 - x) * part / 4, y + (y1 - y) * part / 4) for part in range(4)]
    return [*found, points[-1]]


SIZE = 100
_INSET = 4
"""How far from a corner a city begins that does not fill the corner."""

_TIP = 6


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall of a city, and the edges of the tile beyond it, clockwise."""

    curve: Curve
    beyond: tuple[str, ...]

    def gate(self, edge: str) -> Place:
        """Return where a road from an edge beyond the wall meets it."""
        part = (self.beyond.index(edge) + 0.5) / len(self.beyond)
        # Rather in the middle: near its ends a wall is close to the edge of the tile.
        return _on_curve(self.curve, 0.5 + 0.75 * (part - 0.5))


@dataclass(frozen=True, slots=True)
class CityArea:
    """The ground of a city as a path, and its walls."""

    city: City
    ground: str
    walls: tuple[Wall, ...]


@dataclass(frozen=True, slots=True)
class _Contact:
    """Where a city touches the rim: points from first to last, clockwise, between two edges."""

    points: tuple[Point, ...]
    first_edge: int
    last_edge: int
    tip: bool = False


# By what the wall leads from and to, and how many edges lie beyond it: the inner points of the
# curve. A wall from a run of edges is given for a run that ends in the north; one from or to a tip
# for a tip in the south-east.
_BENDS: dict[tuple[bool, bool, int], tuple[Point, Point]] = {
    (False, False, 3): ((66, 30), (34, 30)),
    (False, False, 2): ((74, 30), (30, 74)),
    (False, False, 1): ((68, 30), (68, 70)),
    (False, True, 1): ((66, 34), (74, 70)),
    (True, False, 1): ((70, 74), (34, 66)),
    (False, True, 2): ((38, 34), (74, 64)),
    (True, False, 2): ((64, 74), (34, 38)),
}
_BESIDE_A_CITY = {2: ((52, 16), (16, 52)), 1: ((37, 30), (37, 70))}
"""Bends that leave room for a field between two cities."""

_BRIDGED: tuple[Point, Point] = ((54, 8), (54, 92))
"""The bend of two cities that cross, slim enough to show the fields in the corners."""


def _city_areas(tile: Tile) -> tuple[CityArea, ...]:
    """Return the areas of the cities of a tile as printed, a city that bridges another last."""
    above = {crossing.over for crossing in tile.crossings}
    areas = [_area(tile, city) for city in tile.cities]
    return tuple(sorted(areas, key=lambda area: area.city.id in above))


def _neighbours_beyond(tile: Tile, city: City) -> set[str]:
    """Return the edges of the other cities of the tile."""
    return {edge for other in tile.cities if other != city for edge in other.edges}


def _bridge_part(tile: Tile, city: City) -> str:
    """Return ``over`` or ``under`` for a city that crosses another one, or nothing."""
    if any(crossing.over == city.id for crossing in tile.crossings):
        return "over"
    return "under" if any(crossing.under == city.id for crossing in tile.crossings) else ""


def _area(tile: Tile, city: City) -> CityArea:
    contacts = _contacts(tile, city)
    if len(city.edges) == len(EDGES):
        return CityArea(city, f"M0,0 L{SIZE},0 L{SIZE},{SIZE} L0,{SIZE} Z", ())
    walls = [
        _wall(tile, city, contact, contacts[(number + 1) % len(contacts)])
        for number, contact in enumerate(contacts)
    ]
    pieces = list[str]()
    for contact, wall in zip(contacts, walls, strict=True):
        pieces += [f"L{x},{y}" for x, y in contact.points]
        pieces.append(curve_path(wall.curve).partition(" ")[2])
    return CityArea(city, f"M{pieces[0][1:]} {' '.join(pieces[1:])} Z", tuple(walls))


def _contacts(tile: Tile, city: City) -> list[_Contact]:
    numbers = {EDGES.index(edge) for edge in city.edges}
    contacts = list[_Contact]()
    for first in sorted(numbers):
        if (first - 1) % 4 in numbers:
            continue
        last = first
        points = [_rim_point(first, _INSET)]
        while (last + 1) % 4 in numbers and last - first < len(EDGES) - 1:
            last += 1
            points.append(_rim_point(last, 0))
        points.append(_rim_point(last, SIZE - _INSET))
        contacts.append(_Contact(tuple(points), first, last % 4))
    for tip in tile.city_tips:
        if tip.city == city.id:
            after = ("NW", "NE", "SE", "SW").index(tip.corner)
            before = (after - 1) % 4
            points = [
                _rim_point(before, SIZE - _TIP),
                _rim_point(after, 0),
                _rim_point(after, _TIP),
            ]
            contacts.append(_Contact(tuple(points), after, before, tip=True))
    return sorted(contacts, key=lambda contact: contact.first_edge)


def _wall(tile: Tile, city: City, start: _Contact, end: _Contact) -> Wall:
    count = (end.first_edge - start.last_edge - 1) % len(EDGES)
    if start.tip and end.tip:
        raise NotImplementedError(f"tile {tile.id}: a city with tips only")
    beyond = tuple(EDGES[(start.last_edge + step) % 4] for step in range(1, count + 1))
    bends = _BENDS[start.tip, end.tip, count]
    if _bridge_part(tile, city):
        bends = _BRIDGED
    elif _neighbours_beyond(tile, city) & set(beyond):
        bends = _BESIDE_A_CITY.get(count, bends)
    # Bring the reference direction to where the wall is.
    turns = start.last_edge
    if start.tip:
        turns = start.first_edge - EDGES.index("S")
    elif end.tip:
        turns = end.first_edge - EDGES.index("S")
    first, second = (turned_point(bend, turns) for bend in bends)
    return Wall((start.points[-1], first, second, end.points[0]), beyond)


def _rim_point(edge: int, along: int) -> Point:
    return turned_point((along, 0), edge)


@dataclass(frozen=True, slots=True)
class Furniture:
    """Places in a city, clear of its walls and of a meeple."""

    emblem: Point
    houses: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A shape of city in a reference direction.

    ``beside``: edges beyond its walls where other cities may lie, None if these take no room.
    ``bridge``: "over" or "under" for cities that cross.
    """

    edges: str
    furniture: Furniture
    tip: str = ""
    beside: str | None = ""
    bridge: str = ""


_SHAPES = (
    _Shape("N", Furniture((50, 10), ((29, 9), (71, 9))), beside=None),
    _Shape("N", Furniture((72, 26), ((27, 9), (80, 11), (66, 50))), tip="SE", beside=None),
    _Shape("EW", Furniture((22, 58), ((22, 37), (46, 50), (8, 80)))),
    _Shape("EW", Furniture((18, 45), ((38, 39), (9, 71), (57, 38))), beside="S"),
    _Shape("EW", Furniture((16, 52), ((9, 36), (22, 50), (9, 64))), bridge="under"),
    _Shape("NS", Furniture((50, 58), ((50, 52), (50, 86), (30, 93), (70, 93))), bridge="over"),
    _Shape("NW", Furniture((17, 17), ((76, 9), (9, 76), (40, 43)))),
    _Shape("NW", Furniture((17, 17), ((64, 7), (8, 66))), beside="ES"),
    _Shape("NW", Furniture((17, 17), ((78, 9), (9, 78), (38, 48), (64, 60))), tip="SE"),
    _Shape("NEW", Furniture((17, 17), ((84, 16), (56, 53), (40, 49), (88, 78), (12, 78)))),
    _Shape(
        "NESW",
        Furniture((50, 66), ((18, 20), (82, 22), (20, 52), (80, 50), (16, 82), (84, 82))),
    ),
)


def _furniture(tile: Tile, city: City) -> Furniture:
    """Return the places for the emblem and the houses of a city on the tile as printed."""
    tips = {tip.corner for tip in tile.city_tips if tip.city == city.id}
    others = _neighbours_beyond(tile, city)
    bridge = _bridge_part(tile, city)
    for shape in _SHAPES:
        for turns in range(4):
            if (
                {turned_place(edge, turns) for edge in shape.edges} == set(city.edges)
                and ({turned_place(shape.tip, turns)} if shape.tip else set()) == tips
                and shape.bridge == bridge
                and (bridge or _leaves_room(shape, others, turns))
            ):
                return Furniture(
                    turned_point(shape.furniture.emblem, turns),
                    tuple(turned_point(place, turns) for place in shape.furniture.houses),
                )
    raise NotImplementedError(f"tile {tile.id}: no places are known in a city like {city.id}")


def _leaves_room(shape: _Shape, others: set[str], turns: int) -> bool:
    if shape.beside is None:
        return True
    beside = {turned_place(edge, turns) for edge in shape.beside}
    return bool(others) == bool(beside) and others <= beside


Place = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]

_PIECE = re.compile(r"([MLCZ])([^MLCZ]*)")
_STEPS = 12


def curve_path(curve: Curve) -> str:
    """Return the path of one cubic curve.

    >>> curve_path(((96, 0), (66, 30), (34, 30), (4, 0)))
    'M96,0 C66,30 34,30 4,0'
    """
    start, *others = curve
    return f"M{start[0]},{start[1]} C{_numbers(others)}"


def _line_path(points: Iterable[Place]) -> str:
    """Return the path of straight lines from point to point, rounded.

    >>> _line_path([(50, 55.7), (50, 100)])
    'M50,56 L50,100'
    """
    return "M" + " L".join(_numbers([(round(x), round(y))]) for x, y in points)


def _on_curve(curve: Curve, part: float) -> Place:
    """Return the point after that part, 0 to 1, of a cubic curve."""
    weights = _weights(part)
    x = sum(weight * point[0] for weight, point in zip(weights, curve, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, curve, strict=True))
    return (x, y)


@cache
def points_on(path: str) -> tuple[Place, ...]:
    """Return points along an absolute path, close together on curves, closed if the path is.

    >>> points_on("M0,0 L100,0 L100,100 Z")
    ((0, 0), (100, 0), (100, 100), (0, 0))
    """
    points = list[Place]()
    for command, numbers in _PIECE.findall(path):
        values = [int(value) for value in re.findall(r"-?\d+", numbers)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if command == "C":
            (first, second, last), start = ends, points[-1]
            curve = ((round(start[0]), round(start[1])), first, second, last)
            points += [_on_curve(curve, step / _STEPS) for step in range(1, _STEPS)] + [last]
        elif command == "Z":
            points.append(points[0])
        else:
            points += ends
    return tuple(points)


def is_inside(place: Place, outline: Sequence[Place]) -> bool:
    """Return whether a place lies inside a closed outline, crossing edges being counted.

    >>> is_inside((80, 20), points_on("M0,0 L100,0 L100,100 Z"))
    True
    """
    x, y = place
    inside = False
    for (x1, y1), (x2, y2) in pairwise(outline):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def distance(place: Place, points: Sequence[Place]) -> float:
    """Return the distance of a place from a line of points.

    >>> distance((50, 30), [(0, 0), (100, 0)])
    30.0
    """
    return min(_from_stretch(place, one, other) for one, other in pairwise(points))


def _from_stretch(place: Place, one: Place, other: Place) -> float:
    (x, y), (x1, y1), (x2, y2) = place, one, other
    across, down = x2 - x1, y2 - y1
    length = across * across + down * down or 1.0
    part = min(1.0, max(0.0, ((x - x1) * across + (y - y1) * down) / length))
    return float(((x1 + part * across - x) ** 2 + (y1 + part * down - y) ** 2) ** 0.5)


def _weights(part: float) -> tuple[float, float, float, float]:
    rest = 1 - part
    return (rest**3, 3 * rest * rest * part, 3 * rest * part * part, part**3)


def _numbers(points: Iterable[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
