"""The drawing of one tile, made from its facts alone: which edges each segment joins.

A tile is 100 by 100, y downwards. Ground, walls and roads are drawn once for the edges they join
and turned; buildings and shields stand upright whichever way the tile lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from generator.pictures.markup import Point, element, turned, turned_point
from verifier.tiles import Orientation, Segment

SIZE = 100


@dataclass(frozen=True, slots=True)
class _City:
    """A city in the reference direction: its ground, its walls, where houses and shield stand."""

    edges: tuple[int, ...]
    ground: str
    walls: tuple[str, ...]
    houses: tuple[Point, ...]
    shield: Point


_SOUTH_WALL = "M100,96 C70,68 30,68 0,96"

_CITIES = (
    _City(
        edges=(0,),
        ground="M4,0 C34,30 66,30 96,0 Z",
        walls=("M4,0 C34,30 66,30 96,0",),
        houses=((29, 9), (71, 9)),
        shield=(50, 10),
    ),
    _City(
        edges=(1, 3),
        ground="M0,4 C30,32 70,32 100,4 L100,96 C70,68 30,68 0,96 Z",
        walls=("M0,4 C30,32 70,32 100,4", _SOUTH_WALL),
        houses=((30, 40), (54, 38), (26, 62)),
        shield=(53, 58),
    ),
    _City(
        edges=(0, 3),
        ground="M0,0 L96,0 C74,30 30,74 0,96 Z",
        walls=("M96,0 C74,30 30,74 0,96",),
        houses=((76, 9), (9, 76), (40, 40)),
        shield=(19, 19),
    ),
    _City(
        edges=(0, 1, 3),
        ground="M0,0 L100,0 L100,96 C70,68 30,68 0,96 Z",
        walls=(_SOUTH_WALL,),
        houses=((84, 16), (54, 55), (40, 49), (88, 78), (12, 78)),
        shield=(18, 18),
    ),
    _City(
        edges=(0, 1, 2, 3),
        ground="M0,0 L100,0 L100,100 L0,100 Z",
        walls=(),
        houses=((18, 20), (82, 22), (30, 52), (70, 54), (16, 82), (50, 84), (84, 80)),
        shield=(50, 54),
    ),
)

_STRAIGHT = "M0,50 C30,44 70,56 100,50"
_CURVE = "M100,50 C72,50 50,72 50,100"
_TO_VILLAGE = "M50,56 L50,100"
_TO_GATE = "M50,72 L50,100"
_GATE = "M42,81 L42,71 Q42,64 50,64 Q58,64 58,71 L58,81 Z"
_BUSHES = ((12, 12), (88, 12), (88, 88), (12, 88))


def tile_drawing(drawing: Orientation) -> list[Element]:
    """Return the parts of the tile as it lies, from the ground up."""
    cities = [segment for segment in drawing.segments if segment.kind == "city"]
    roads = [segment for segment in drawing.segments if segment.kind == "road"]
    parts = [element("rect", class_="mp-field", width=SIZE, height=SIZE)]
    parts += _bushes(drawing)
    parts += _roads(drawing, roads)
    for city in cities:
        parts += _city(city)
    if drawing.segment_named("M") is not None:
        parts += _monastery()
    elif len(roads) > 1:
        parts += _village()
    elif cities and roads and len(roads[0].edges) == 1:
        parts.append(element("path", class_="mp-gate", d=turned(_GATE, roads[0].edges[0] - 2)))
    parts.append(element("rect", class_="mp-tile-edge", width=SIZE, height=SIZE))
    return parts


def spot(drawing: Orientation, name: str) -> Point:
    """Return where a meeple stands on the segment called ``name``."""
    segment = drawing.segment_named(name)
    if segment is None or segment.kind == "monastery":
        return (50, 56)
    if len(segment.edges) > 1:
        place = (50, 22)
    elif segment.kind == "city":
        place = (50, 18)
    else:
        place = (65, 19)  # beside the middle, or a short road would be hidden
    return turned_point(place, segment.edges[0])


def _city(segment: Segment) -> list[Element]:
    plan, turns = _plan(segment.edges)
    parts = [element("path", class_="mp-city", d=turned(plan.ground, turns))]
    for wall in plan.walls:
        path = turned(wall, turns)
        parts += [element("path", class_=f"mp-{layer}", d=path) for layer in ("wall", "merlons")]
    for place in plan.houses:
        parts += _house(turned_point(place, turns))
    if segment.shields:
        parts += _shield(turned_point(plan.shield, turns))
    return parts


def _plan(edges: tuple[int, ...]) -> tuple[_City, int]:
    return next(
        (plan, turns)
        for plan in _CITIES
        for turns in range(4)
        if Segment("city", plan.edges).turned(turns).edges == edges
    )


def _roads(drawing: Orientation, roads: list[Segment]) -> list[Element]:
    paths = [_road_path(drawing, road) for road in roads]
    # All borders lie below all surfaces, so that roads meeting at a village do not cut each other.
    return [
        element("path", class_=f"mp-{layer}", d=path)
        for layer in ("road-edge", "road")
        for path in paths
    ]


def _road_path(drawing: Orientation, road: Segment) -> str:
    first, *others = road.edges
    if not others:
        at_gate = any(len(s.edges) > 1 for s in drawing.segments if s.kind == "city")
        return turned(_TO_GATE if at_gate else _TO_VILLAGE, first - 2)
    if road.edges in ((0, 2), (1, 3)):
        return turned(_STRAIGHT, first - 1)
    # A curve lies between an edge and the next one clockwise: E and S at no turn.
    start = first if others[0] - first == 1 else others[0]
    return turned(_CURVE, start - 1)


def _bushes(drawing: Orientation) -> list[Element]:
    parts = []
    for corner, (x, y) in enumerate(_BUSHES):
        beside = (drawing.terrain[(corner - 1) % 4], drawing.terrain[corner])
        # Not in every corner, or the meadows look planted by ruler.
        if "city" not in beside and (ord(drawing.letter) + corner - drawing.rotation) % 4 > 1:
            parts.append(element("circle", class_="mp-bush", cx=x, cy=y, r=5))
            parts.append(element("circle", class_="mp-bush", cx=x + 5, cy=y + 3, r=4))
    return parts


def _house(centre: Point) -> list[Element]:
    x, y = centre
    return [
        element("path", class_="mp-house", d=f"M{x - 5},{y - 1} h10 v7 h-10 Z"),
        element("path", class_="mp-roof", d=f"M{x - 7},{y} L{x},{y - 8} L{x + 7},{y} Z"),
    ]


def _shield(centre: Point) -> list[Element]:
    x, y = centre
    outline = f"M{x - 9},{y - 10} h18 v9 q0,8 -9,12 q-9,-4 -9,-12 Z"
    return [
        element("path", class_="mp-shield", d=outline),
        element("path", class_="mp-shield-mark", d=f"M{x - 8},{y - 3} h16 M{x},{y - 9} v18"),
    ]


def _village() -> list[Element]:
    plaza = element("circle", class_="mp-plaza", cx=50, cy=50, r=17)
    return [plaza, *_house((42, 47)), *_house((58, 48)), *_house((50, 58))]


def _monastery() -> list[Element]:
    return [
        element("ellipse", class_="mp-yard", cx=50, cy=58, rx=32, ry=22),
        element("path", class_="mp-abbey", d="M33,44 L67,44 L67,72 L33,72 Z"),
        element("path", class_="mp-abbey-roof", d="M28,46 L50,25 L72,46 Z"),
        element("path", class_="mp-gate", d="M45,72 L45,63 Q45,57 50,57 Q55,57 55,63 L55,72 Z"),
        element("path", class_="mp-cross", d="M50,26 L50,9 M44,15 L56,15"),
    ]
