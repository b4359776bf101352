"""One tile of any set as SVG, 100 by 100, in our own drawing, made from its sheet.

City brown behind a crenellated wall, road light between dark borders, river blue: whatever parts
two fields can be seen, and what is bare of all these is one field. Symbols stand upright however
the tile lies.

Fields can be tinted, and farmers have places on them. For that the drawing is looked at on a grid.
What cities, roads, rivers and villages leave free falls into parts; the half-edges and corners that
a part reaches say which field of the sheet it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.layout import (
    CENTRE,
    SIZE,
    CityArea,
    Gate,
    Layout,
    city_spot,
    curve_path,
    distance,
    is_inside,
    layout,
    monastery_place,
    points_on,
)
from meepleproof.rendering.carcassonne.texture import courses, grass
from meepleproof.rendering.markup import Point, element, shifted, turned, turned_point
from meepleproof.rendering.palette import PIGMENTS
from verifier.carcassonne.tiles import EDGES, Orientation, Tile
from verifier.carcassonne.tiles.tile import CORNERS, Field
from verifier.carcassonne.tiles.tile import turned as turned_place

_GATE = "M42,81 L42,71 Q42,64 50,64 Q58,64 58,71 L58,81 Z"
_GATE_AT = (50, 75)
_BUSH_ROOM = 20
_BUSHES = {"NW": (12, 12), "NE": (88, 12), "SE": (88, 88), "SW": (12, 88)}


def tile_drawing(drawing: Orientation) -> list[Element]:
    """Return the parts of the tile as it lies, from the ground up."""
    return printed_tile(drawing.tile, drawing.rotation)


def printed_tile(tile: Tile, rotation: int = 0) -> list[Element]:
    """Return the parts of a tile of any set after clockwise quarter turns, from the ground up."""
    return [*field_ground(), *above_fields(tile, rotation)]


def field_ground() -> list[Element]:
    """Return the ground of a tile, which is field."""
    return [element("rect", class_="mp-field", width=SIZE, height=SIZE), grass()]


def above_fields(tile: Tile, rotation: int = 0) -> list[Element]:
    """Return what is drawn on the ground of a tile after clockwise quarter turns."""
    plan = layout(tile)
    parts = _bushes(tile, rotation, plan)
    parts += _ways(plan, tile, rotation)
    for area in plan.areas:
        parts += _city(area, rotation)
    parts += [_gate(gate, rotation) for gate in plan.ways.gates]
    for arch in plan.arches:
        x, y = turned_point(arch, rotation)
        parts.append(element("circle", class_="mp-arch", cx=x, cy=y, r=7))
    for symbol in plan.symbols:
        parts += _SYMBOLS[symbol.kind](turned_point(symbol.at, rotation))
    if plan.monastery is not None:
        small = plan.monastery != CENTRE
        parts += _monastery(turned_point(plan.monastery, rotation), small=small)
    elif plan.village:
        parts += _village()
    parts.append(element("rect", class_="mp-tile-edge", width=SIZE, height=SIZE))
    return parts


def spot(drawing: Orientation, name: str) -> Point:
    """Return where a meeple stands on the segment called ``name``."""
    segment = drawing.segment_named(name)
    if segment is None or segment.kind == "monastery":
        return monastery_spot(drawing.tile, drawing.rotation)
    if segment.kind == "city":
        printed_edge = turned_place(EDGES[segment.edges[0]], -drawing.rotation)
        city = next(city for city in drawing.tile.cities if printed_edge in city.edges)
        return turned_point(city_spot(city), drawing.rotation)
    return road_spot(segment.edges[0], ends=len(segment.edges))


def monastery_spot(tile: Tile, rotation: int) -> Point:
    """Return where a piece stands on the monastery of a tile after clockwise quarter turns."""
    x, y = turned_point(monastery_place(tile), rotation)
    return (x, y + 6)


def road_spot(edge: int, ends: int) -> Point:
    """Return where a piece stands on a road with so many edges, the first of which is ``edge``."""
    # Beside the middle, or a short road would be hidden.
    return turned_point((50, 22) if ends > 1 else (65, 19), edge)


def _city(area: CityArea, rotation: int) -> list[Element]:
    ground = turned(area.ground, rotation)
    parts = [element("path", class_="mp-city", d=ground), *courses(ground)]
    for wall in area.walls:
        path = turned(curve_path(wall.curve), rotation)
        parts += [element("path", class_=f"mp-{layer}", d=path) for layer in ("wall", "merlons")]
    return parts


def _ways(plan: Layout, tile: Tile, rotation: int) -> list[Element]:
    under = {crossing.under for crossing in tile.crossings}
    rivers = [path for _, path in plan.ways.rivers]
    low = [path for road, path in plan.ways.roads if road.id in under]
    high = [path for road, path in plan.ways.roads if road.id not in under]
    layers = [
        ("river-edge", rivers),
        ("river", rivers),
        ("road-edge", low),
        ("road", low),
        ("bridge", list(plan.ways.bridges)),
        # All borders lie below all surfaces, so that roads meeting at a village do not cut each
        # other.
        ("road-edge", [*high, *plan.ways.stubs]),
        ("road", [*high, *plan.ways.stubs]),
    ]
    parts = [
        element("path", class_=f"mp-{layer}", d=turned(path, rotation))
        for layer, paths in layers
        for path in paths
    ]
    if tile.role is not None:
        parts += (_spring if tile.role == "spring" else _lake)(CENTRE)
    return parts


def _bushes(tile: Tile, rotation: int, plan: Layout) -> list[Element]:
    lying, parts = tile.turned(rotation), list[Element]()
    taken = [turned_point(symbol.at, rotation) for symbol in plan.symbols]
    tips = {tip.corner for tip in lying.city_tips}
    for number, (corner, (x, y)) in enumerate(_BUSHES.items()):
        beside_a_city = corner in tips or "C" in {lying.terrain(edge) for edge in CORNERS[corner]}
        crowded = any(max(abs(x - x1), abs(y - y1)) < _BUSH_ROOM for x1, y1 in taken)
        # Not in every corner, or the meadows look planted by ruler.
        if not (beside_a_city or crowded) and (ord(tile.letter[0]) + number - rotation) % 4 > 1:
            parts.append(element("circle", class_="mp-bush", cx=x, cy=y, r=5))
            parts.append(element("circle", class_="mp-bush", cx=x + 5, cy=y + 3, r=4))
    return parts


def _gate(gate: Gate, rotation: int) -> Element:
    # The gate is drawn for a road from the south, and brought to its place before it is turned.
    x, y = turned_point(gate.at, -gate.turns)
    path = shifted(_GATE, (x - _GATE_AT[0], y - _GATE_AT[1]))
    return element("path", class_="mp-gate", d=turned(path, gate.turns + rotation))


def _house(centre: Point) -> list[Element]:
    """Return a house of a city or village."""
    x, y = centre
    return [
        element("path", class_="mp-house", d=f"M{x - 5},{y - 1} h10 v7 h-10 Z"),
        element("path", class_="mp-roof", d=f"M{x - 7},{y} L{x},{y - 8} L{x + 7},{y} Z"),
    ]


def _shield(centre: Point) -> list[Element]:
    """Return the coat of arms of a city."""
    x, y = centre
    outline = f"M{x - 9},{y - 10} h18 v9 q0,8 -9,12 q-9,-4 -9,-12 Z"
    return [
        element("path", class_="mp-shield", d=outline),
        element("path", class_="mp-shield-mark", d=f"M{x - 8},{y - 3} h16 M{x},{y - 9} v18"),
    ]


def _village() -> list[Element]:
    """Return the village where roads end, in the middle of its tile."""
    plaza = element("circle", class_="mp-plaza", cx=50, cy=50, r=17)
    return [plaza, *_house((42, 47)), *_house((58, 48)), *_house((50, 58))]


def _monastery(centre: Point, *, small: bool) -> list[Element]:
    """Return a monastery; a small one leaves room for what is beside it."""
    x, y = centre
    if small:
        return [
            element("ellipse", class_="mp-yard", cx=x, cy=y + 6, rx=25, ry=15),
            element("path", class_="mp-abbey", d=f"M{x - 13},{y - 2} h26 v18 h-26 Z"),
            element(
                "path", class_="mp-abbey-roof", d=f"M{x - 17},{y} L{x},{y - 15} L{x + 17},{y} Z"
            ),
            element("path", class_="mp-gate", d=f"M{x - 4},{y + 16} v-6 q0,-4 4,-4 q4,0 4,4 v6 Z"),
            element("path", class_="mp-cross", d=f"M{x},{y - 14} v-11 M{x - 4},{y - 21} h8"),
        ]
    return [
        element("ellipse", class_="mp-yard", cx=x, cy=y + 8, rx=32, ry=22),
        element("path", class_="mp-abbey", d=f"M{x - 17},{y - 6} h34 v28 h-34 Z"),
        element(
            "path", class_="mp-abbey-roof", d=f"M{x - 22},{y - 4} L{x},{y - 25} L{x + 22},{y - 4} Z"
        ),
        element("path", class_="mp-gate", d=f"M{x - 5},{y + 22} v-9 q0,-6 5,-6 q5,0 5,6 v9 Z"),
        element("path", class_="mp-cross", d=f"M{x},{y - 24} v-17 M{x - 6},{y - 35} h12"),
    ]


def _inn(centre: Point) -> list[Element]:
    """Return an inn by its pond."""
    x, y = centre
    return [
        element("ellipse", class_="mp-pond", cx=x, cy=y + 5, rx=13, ry=7),
        element("path", class_="mp-inn", d=f"M{x - 8},{y - 3} h16 v10 h-16 Z"),
        element(
            "path", class_="mp-inn-roof", d=f"M{x - 11},{y - 2} L{x},{y - 13} L{x + 11},{y - 2} Z"
        ),
        element("path", class_="mp-gate", d=f"M{x - 2},{y + 7} v-6 h5 v6 Z"),
    ]


def _cathedral(centre: Point) -> list[Element]:
    """Return a cathedral: two towers, and a nave between them."""
    x, y = centre
    towers = f"M{x - 19},{y - 8} h11 v28 h-11 Z M{x + 8},{y - 8} h11 v28 h-11 Z"
    spires = (
        f"M{x - 20},{y - 7} L{x - 13},{y - 26} L{x - 7},{y - 7} Z "
        f"M{x + 7},{y - 7} L{x + 13},{y - 26} L{x + 20},{y - 7} Z"
    )
    return [
        element(
            "path", class_="mp-minster", d=f"M{x - 9},{y} L{x},{y - 10} L{x + 9},{y} v20 h-18 Z"
        ),
        element("path", class_="mp-minster", d=towers),
        element("path", class_="mp-minster-roof", d=spires),
        element("circle", class_="mp-rose", cx=x, cy=y + 3, r=5),
        element("path", class_="mp-gate", d=f"M{x - 4},{y + 20} v-6 q0,-4 4,-4 q4,0 4,4 v6 Z"),
    ]


def _token(centre: Point) -> Element:
    return element("circle", class_="mp-token", cx=centre[0], cy=centre[1], r=11)


def _wine(centre: Point) -> list[Element]:
    """Return a bunch of grapes."""
    x, y = centre
    grapes = ((-4, -3), (4, -3), (0, -3), (-2, 2), (2, 2), (0, 6))
    return [
        _token(centre),
        *(element("circle", class_="mp-wine", cx=x + a, cy=y + d, r=3) for a, d in grapes),
        element("path", class_="mp-stalk", d=f"M{x},{y - 5} v-4"),
    ]


def _grain(centre: Point) -> list[Element]:
    """Return an ear of grain."""
    x, y = centre
    ear = f"M{x},{y - 9} q5,5 0,11 q-5,-6 0,-11 Z"
    side = f"M{x - 6},{y - 5} q7,2 6,9 q-7,-2 -6,-9 Z M{x + 6},{y - 5} q-7,2 -6,9 q7,-2 6,-9 Z"
    return [
        _token(centre),
        element("path", class_="mp-grain", d=f"{ear} {side}"),
        element("path", class_="mp-stalk", d=f"M{x},{y + 2} v7"),
    ]


def _cloth(centre: Point) -> list[Element]:
    """Return a roll of cloth."""
    x, y = centre
    return [
        _token(centre),
        element("path", class_="mp-cloth", d=f"M{x - 7},{y - 4} h11 v9 h-11 Z"),
        element("ellipse", class_="mp-cloth-end", cx=x + 4, cy=y, rx=3, ry=5),
    ]


def _spring(centre: Point) -> list[Element]:
    """Return the rocks that the river springs from."""
    x, y = centre
    rocks = f"M{x - 20},{y + 8} l6,-16 l10,4 l8,-14 l10,12 l6,14 Z"
    return [
        element("path", class_="mp-rocks", d=rocks),
        element("circle", class_="mp-water", cx=x, cy=y + 6, r=8),
    ]


def _lake(centre: Point) -> list[Element]:
    """Return the lake that the river flows into."""
    (x, y), wave = centre, "q5,-5 10,0 q5,5 10,0"
    return [
        element("ellipse", class_="mp-water", cx=x, cy=y, rx=27, ry=21),
        element(
            "path",
            class_="mp-waves",
            d=f"M{x - 14},{y - 4} {wave} M{x - 6},{y + 7} {wave}",
        ),
    ]


_SYMBOLS: dict[str, Callable[[Point], list[Element]]] = {
    "house": _house,
    "shield": _shield,
    "cathedral": _cathedral,
    "inn": _inn,
    "wine": _wine,
    "grain": _grain,
    "cloth": _cloth,
}
"""What a layout places by name."""


PITCH = 4
"""The width of a square of the grid. It divides the width of a tile."""

Square: TypeAlias = tuple[int, int]
"""A square of the grid by its column from the west and its row from the north."""

_ROAD, _RIVER, _VILLAGE, _POND = 6, 10, 8, 14
"""How far from its middle each of these parts the fields beside it."""

_UNDER = 3
"""How many squares an area reaches below what is drawn over it, so that no gap is left."""

_ROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
_ACROSS = SIZE // PITCH


@dataclass(frozen=True, slots=True)
class FieldArea:
    """A field of a tile as printed: an area that hides nothing if tinted below roads and cities.

    ``area`` is a path of rectangles; ``farmer`` the middle of the free place where a farmer lies,
    and ``size`` what is free of it, of the 10,000 of a tile.
    """

    field: Field
    area: str
    farmer: Point
    size: int

    def lying(self, quarter_turns: int) -> FieldArea:
        """Return the area after that many clockwise quarter turns; the field stays as printed."""
        return FieldArea(
            self.field,
            turned(self.area, quarter_turns),
            turned_point(self.farmer, quarter_turns),
            self.size,
        )


@cache
def field_areas(tile: Tile) -> tuple[FieldArea, ...]:
    """Return the areas of the fields of a tile as printed, in the order of its sheet.

    :raises NotImplementedError: if the drawing does not show the fields of the sheet.
    """
    shown = squares_by_field(tile)
    owner = {square: name for name, squares in shown.items() for square in squares}
    for _ in range(_UNDER):
        owner = _grown(owner)
    return tuple(
        FieldArea(
            field,
            _path(square for square, name in owner.items() if name == field.id),
            _middle(shown[field.id], _symbols(layout(tile))),
            len(shown[field.id]) * PITCH**2,
        )
        for field in tile.fields
    )


def squares_by_field(tile: Tile) -> dict[str, set[Square]]:
    """Return the free squares of each field, by its id.

    :raises NotImplementedError: if a part of the drawing belongs to two fields, or a field has no
        part.
    """
    marks = {_square_at(place): field.id for field in tile.fields for place in _places(field)}
    found: dict[str, set[Square]] = {field.id: set() for field in tile.fields}
    for part in _parts(_free_squares(tile)):
        names = {marks[square] for square in part & marks.keys()}
        if len(names) > 1:
            raise NotImplementedError(f"tile {tile.id}: fields {sorted(names)} look joined")
        for name in names:
            found[name] |= part
    missing = [name for name, squares in found.items() if not squares]
    if missing:
        raise NotImplementedError(f"tile {tile.id}: fields {missing} cannot be seen")
    return found


def _places(field: Field) -> tuple[str, ...]:
    return field.half_edges or field.corners


def _square_at(place: str) -> Square:
    """Return a square at the rim that lies on a half-edge, or in a corner."""
    last = _ACROSS - 1
    if place[1] not in "lr":
        return (last if "E" in place else 0, last if "S" in place else 0)
    # As seen from the middle looking out, left is west in the north.
    along = _ACROSS // 4 if place[1] == "l" else last - _ACROSS // 4
    return {
        "N": (along, 0),
        "E": (last, along),
        "S": (last - along, last),
        "W": (0, last - along),
    }[place[0]]


def _free_squares(tile: Tile) -> set[Square]:
    plan = layout(tile)
    cities = [points_on(area.ground) for area in plan.areas]
    lines = [(points_on(path), _ROAD) for _, path in plan.ways.roads]
    lines += [(points_on(path), _ROAD) for path in plan.ways.stubs]
    lines += [(points_on(path), _RIVER) for _, path in plan.ways.rivers]
    if plan.village:
        lines.append(((CENTRE, CENTRE), _VILLAGE))
    if tile.role is not None:
        lines.append(((CENTRE, CENTRE), _POND))
    return {
        square
        for square in ((x, y) for x in range(_ACROSS) for y in range(_ACROSS))
        if not any(is_inside(_centre(square), city) for city in cities)
        and all(distance(_centre(square), line) > far for line, far in lines)
    }


def _centre(square: Square) -> Point:
    return (square[0] * PITCH + PITCH // 2, square[1] * PITCH + PITCH // 2)


def _parts(squares: set[Square]) -> list[set[Square]]:
    left, found = set(squares), list[set[Square]]()
    while left:
        queue = [left.pop()]
        for square in queue:
            beside = set(_beside(square)) & left
            left -= beside
            queue += beside
        found.append(set(queue))
    return found


def _beside(square: Square) -> Iterable[Square]:
    return ((square[0] + x, square[1] + y) for x, y in _ROUND)


def _grown(owner: Mapping[Square, str]) -> dict[Square, str]:
    """Return the squares with those beside them, the first field's where two meet."""
    grown = dict(owner)
    for square in sorted(owner):
        for x, y in _beside(square):
            if 0 <= x < _ACROSS and 0 <= y < _ACROSS:
                grown.setdefault((x, y), owner[square])
    return grown


def _path(squares: Iterable[Square]) -> str:
    """Return a path of one rectangle for each run of squares in a row."""
    pieces, left = list[str](), set(squares)
    for x, y in sorted(left, key=lambda square: (square[1], square[0])):
        if (x - 1, y) in left:
            continue
        end = x
        while (end, y) in left:
            end += 1
        west, east, north, south = x * PITCH, end * PITCH, y * PITCH, (y + 1) * PITCH
        pieces.append(f"M{west},{north} L{east},{north} L{east},{south} L{west},{south} Z")
    return " ".join(pieces)


def _symbols(plan: Layout) -> list[Point]:
    abbey = [] if plan.monastery is None else [plan.monastery]
    return [*abbey, *(symbol.at for symbol in plan.symbols)]


def _middle(squares: set[Square], symbols: list[Point]) -> Point:
    """Return the middle of the square with the most room about it, clear of symbols if it can."""

    def room(square: Square) -> tuple[float, float, Square]:
        x, y = _centre(square)
        rim = min(x, y, SIZE - x, SIZE - y)
        walls = min((abs(x - x1) + abs(y - y1) for x1, y1 in map(_centre, outside)), default=SIZE)
        others = min((max(abs(x - x1), abs(y - y1)) for x1, y1 in symbols), default=SIZE)
        return (min(rim, walls, others), min(rim, walls), square)

    outside = {beside for square in squares for beside in _beside(square)} - squares
    return _centre(max(squares, key=room))


def stripes(name: str, owners: Sequence[int], width: int, gap: int) -> Element:
    """Return the pattern of some colours, each a stripe of a width with a gap after it.

    >>> from xml.etree.ElementTree import tostring
    >>> tostring(stripes("farm", (0,), 7, 5)).decode()[:51]
    '<pattern id="farm" width="12" height="7" patternUni'
    """
    coloured = [
        element(
            "rect", x=number * (width + gap), width=width, height=width, fill=PIGMENTS[each].fill
        )
        for number, each in enumerate(owners)
    ]
    return element(
        "pattern",
        coloured,
        id=name,
        width=(width + gap) * len(owners),
        height=width,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
