"""A tile of NEOM and the City Center on their squares: type, roads, words that cover no road."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import Point, element, words
from meepleproof.rendering.neom.style import LOOKS, swatch
from meepleproof.rendering.neom.words import UNKNOWN
from verifier.neom.tiles import Board, Roads, Tile, TileType

__all__ = ["ROAD", "SIDE", "Box", "badge", "border", "centre_square", "roads_drawn", "tile_square"]

SIDE = 120
"""The side of a square."""
ROAD = 15
"""How wide a road is drawn."""
_HALF = SIDE // 2
_EDGE, _LETTER = 5, 0.62
"""The room between words and the tile's edge; how wide a bold letter is, by its height."""
_ENDS = tuple(
    f"M{_HALF},{_HALF} L{end}"
    for end in (f"{_HALF},0", f"{SIDE},{_HALF}", f"{_HALF},{SIDE}", f"0,{_HALF}")
)
"""The roads from the middle to the north, east, south and west."""
_SIZES = (15, 14, 13, 12, 11, 10)
"""Heights of letters in a name; lines of the smallest may be a letter too long, and narrower."""
_UNKNOWN = Roads(north=True, east=True, south=True, west=True)
"""Where roads may be, if they are not known."""


class Box(NamedTuple):
    """A part of a square: from the left, from the top, its width and its height."""

    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """How far from the left its middle is."""
        return self.left + self.width // 2


_BESIDE = _HALF - ROAD // 2 - 2
"""What there is between the edge of the tile and a road."""
_BEYOND = SIDE - _BESIDE
_WHOLE = SIDE - 2 * _EDGE
_COLUMN = _BESIDE - 2
_UPPER, _LOWER, _RIGHT = 33, 55, _BEYOND + 1


def tile_square(tile: Tile, *, covers_centre: bool = False) -> list[Element]:
    """Return a tile on a square of 120 by 120: type, roads, name, goods, income and points."""
    roads = tile.roads or _UNKNOWN
    # The name goes where no road is; type and amounts into two corners that it leaves free.
    turned = roads.south and not roads.north
    corner = (18, SIDE - 18) if turned else (18, 18)
    parts = [*swatch(tile.type, (0, 0), (SIDE, SIDE)), *roads_drawn(tile.roads), border()]
    if covers_centre:
        parts.append(
            element("rect", class_="mp-neom-covered", x=6, y=6, width=SIDE - 12, height=SIDE - 12)
        )
    amounts = _amounts(tile, _BEYOND + 2 if turned else _EDGE)
    return [*parts, *_label(tile, _room(roads)), *badge(tile.type, corner), *amounts]


def _room(roads: Roads) -> Box:
    """Return where the name has room: half the square, a column of it, or a corner."""
    if not roads.south:
        return Box(_EDGE, _BEYOND, _WHOLE, _BESIDE - _EDGE)
    if not roads.north:
        return Box(_EDGE, _EDGE, _WHOLE, _BESIDE - _EDGE)
    if not roads.west:
        return Box(2, _UPPER, _COLUMN, SIDE - _UPPER - _EDGE)
    if not roads.east:
        return Box(_RIGHT, _LOWER, _COLUMN, SIDE - _LOWER - _EDGE)
    return Box(2, _BEYOND, _COLUMN, _BESIDE - 2)


class _Line(NamedTuple):
    text: str
    kind: str


def _label(tile: Tile, room: Box) -> Iterator[Element]:
    """Yield the name, and below it the goods that the tile produces, as large as there is room."""
    size, lines = next(
        (size, lines)
        for size in _SIZES
        for lines in [_lines(tile, int(room.width / (_LETTER * size)) + (size == _SIZES[-1]))]
        if size == _SIZES[-1]
        or (_height(size, lines) <= room.height and _longest(lines) * _LETTER * size <= room.width)
    )
    lines = lines[: (room.height - 3) // (size + 1)]
    height = _height(size, lines)
    top = room.top + (room.height - height) // 2
    yield element(
        "rect", class_="mp-neom-label", x=room.left, y=top, width=room.width, height=height, rx=4
    )
    for number, (line, kind) in enumerate(lines, start=1):
        drawn = _fitted(line, (room.middle, top + (size + 1) * number - 1), kind, room.width, size)
        drawn.set("font-size", str(size))
        yield drawn


def _lines(tile: Tile, letters: int) -> list[_Line]:
    name = wrap(tile.name or tile.id, letters, break_long_words=False)
    goods = wrap(", ".join(tile.produces or ()).replace("_", " "), letters, break_long_words=False)
    return [
        *(_Line(line, "neom-called") for line in name),
        *(_Line(line, "neom-made") for line in goods),
    ]


def _height(size: int, lines: list[_Line]) -> int:
    return (size + 1) * len(lines) + 3


def _longest(lines: list[_Line]) -> int:
    return max(len(line.text) for line in lines)


def _fitted(text: str, at: Point, kind: str, width: int, size: int) -> Element:
    """Return a line of text; one that is too long for the width is made as narrow as that."""
    line = words(text, at, kind)
    if _LETTER * size * len(text) > width - 2:
        line.set("textLength", str(width - 4))
        line.set("lengthAdjust", "spacingAndGlyphs")
    return line


def _amounts(tile: Tile, top: int) -> Iterator[Element]:
    """Yield the points, and below them the income, in a corner on the right."""
    points = f"{tile.vp if tile.vp is not None else '?'}{'+?' if tile.conditional else ''} VP"
    shown = [points] if tile.vp != 0 or tile.conditional else []
    if tile.income != 0:
        shown.append(f"£{tile.income if tile.income is not None else '?'}")
    for number, text in enumerate(shown):
        wide = min(9 * len(text) + 6, _COLUMN)
        left, y = SIDE - wide - 2, top + 22 * number
        yield element("rect", class_="mp-neom-label", x=left, y=y, width=wide, height=20, rx=5)
        yield _fitted(text, (left + wide // 2, y + 15), "neom-vp", wide, 14)


def centre_square(board: Board) -> list[Element]:
    """Return the bare City Center of a board: its good and its roads."""
    good = (board.good or UNKNOWN).replace("_", " ")
    octagon = "30,8 90,8 112,30 112,90 90,112 30,112 8,90 8,30"
    return [
        element("rect", class_="mp-table", width=SIDE, height=SIDE),
        *roads_drawn(board.roads),
        border(),
        element(
            "polygon",
            class_="mp-neom-centre",
            points=octagon,
            transform="scale(.8) translate(15 15)",
        ),
        words("City Center", (_HALF, 54), "neom-name"),
        words(good, (_HALF, 74), "neom-small"),
    ]


def roads_drawn(roads: Roads | None) -> Iterator[Element]:
    """Yield the roads of a square, dashed if they are not known."""
    if roads is None:
        yield element("path", class_="mp-neom-perhaps", d=" ".join(_ENDS))
        return
    path = " ".join(end for end, has in zip(_ENDS, roads, strict=True) if has)
    if path:
        yield element("path", class_="mp-neom-road-edge", d=path)
        yield element("path", class_="mp-neom-road", d=path)


def border() -> Element:
    """Return the outline of a square."""
    return element("rect", class_="mp-neom-tile", fill="none", width=SIDE, height=SIDE)


def badge(kind: TileType, at: Point) -> list[Element]:
    """Return the letter of a type on a disc about a point."""
    x, y = at
    return [
        element("circle", class_="mp-neom-badge", cx=x, cy=y, r=12),
        words(LOOKS[kind].letter, (x, y + 5), "neom-letter"),
    ]
