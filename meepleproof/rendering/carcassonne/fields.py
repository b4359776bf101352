"""The fields of a tile in its drawing: areas to tint, and a place for a farmer on each.

The drawing is looked at on a grid. What cities, roads, rivers and villages leave free falls into
parts; the half-edges and corners that a part reaches say which field of the sheet it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.layout import (
    CENTRE,
    SIZE,
    Layout,
    distance,
    is_inside,
    layout,
    points_on,
)
from meepleproof.rendering.markup import Point, element, turned, turned_point
from meepleproof.rendering.palette import PIGMENTS
from verifier.carcassonne.tiles import Tile
from verifier.carcassonne.tiles.tile import Field

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

    ``area`` is a path of rectangles; ``farmer`` the middle of the free place where a farmer lies.
    """

    field: Field
    area: str
    farmer: Point

    def lying(self, quarter_turns: int) -> FieldArea:
        """Return the area after that many clockwise quarter turns; the field stays as printed."""
        return FieldArea(
            self.field,
            turned(self.area, quarter_turns),
            turned_point(self.farmer, quarter_turns),
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
