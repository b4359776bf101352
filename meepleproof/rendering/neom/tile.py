"""A tile of NEOM as it lies on a square, and as a card with all its facts, in parts of an SVG."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import Point, element, words
from meepleproof.rendering.neom.style import LOOKS, swatch
from meepleproof.rendering.neom.words import UNKNOWN, tile_facts, tile_title
from verifier.neom.tile_catalogue import Board, Roads, Tile, TileType

__all__ = ["CARD_WIDTH", "SIDE", "card", "centre_square", "tile_square"]

SIDE = 120
"""The side of a square."""

CARD_WIDTH = 330

_HALF = SIDE // 2
_NAME = 13
"""Characters of a name that fit on a line of a square."""
_LINE = 20
_WIDE = 26
"""Characters of a fact that fit on a line of a card."""

_ENDS = tuple(
    f"M{_HALF},{_HALF} L{end}"
    for end in (f"{_HALF},0", f"{SIDE},{_HALF}", f"{_HALF},{SIDE}", f"0,{_HALF}")
)
"""The roads from the middle to the north, east, south and west."""


def tile_square(tile: Tile, *, covers_centre: bool = False) -> list[Element]:
    """Return a tile on a square of 120 by 120: type, roads, name, goods, income and points."""
    parts = [*swatch(tile.type, (0, 0), (SIDE, SIDE)), *_roads(tile.roads), _border()]
    if covers_centre:
        parts.append(
            element("rect", class_="mp-neom-covered", x=6, y=6, width=SIDE - 12, height=SIDE - 12)
        )
    return [*parts, *_label(tile), *_badge(tile.type, (18, 18)), *_amounts(tile)]


def _label(tile: Tile) -> Iterator[Element]:
    """Yield the name, and below it the goods that the tile produces."""
    goods = wrap(", ".join(tile.produces or ()).replace("_", " "), _NAME)[:2]
    names = wrap(tile.name or tile.id, _NAME)[: 2 if goods else 3]
    lines = [(line, "neom-name") for line in names]
    lines += [(line, "neom-small") for line in goods]
    height = 15 * len(lines) + 8
    top = _HALF - height // 2
    yield element("rect", class_="mp-neom-label", x=8, y=top, width=SIDE - 16, height=height, rx=5)
    for number, (line, kind) in enumerate(lines):
        yield words(line, (_HALF, top + 16 + 15 * number), kind)


def centre_square(board: Board) -> list[Element]:
    """Return the bare City Center of a board: its good and its roads."""
    good = (board.good or UNKNOWN).replace("_", " ")
    octagon = "30,8 90,8 112,30 112,90 90,112 30,112 8,90 8,30"
    return [
        element("rect", class_="mp-table", width=SIDE, height=SIDE),
        *_roads(board.roads),
        _border(),
        element(
            "polygon",
            class_="mp-neom-centre",
            points=octagon,
            transform="scale(.8) translate(15 15)",
        ),
        words("City Center", (_HALF, 54), "neom-name"),
        words(good, (_HALF, 74), "neom-small"),
    ]


def card(tile: Tile) -> tuple[list[Element], int]:
    """Return a tile as a card of 330 in width with all its facts in words, and its height."""
    title, _, kind = tile_title(tile).partition(": ")
    heads = wrap(title, 27)
    top = 14 + _LINE * (len(heads) + 1)
    parts = [words(line, (44, 24 + _LINE * n), "neom-title") for n, line in enumerate(heads)]
    parts.append(words(kind, (44, 24 + _LINE * len(heads)), "neom-line"))
    at = top + 24
    if tile.type != "disaster":
        parts.append(_moved(_little(tile), (CARD_WIDTH - 58, top + 10)))
    for heading, said in tile_facts(tile):
        parts.append(words(heading, (14, at), "neom-head"))
        for line in wrap(said, _WIDE if at < top + 60 else _WIDE + 2):
            parts.append(words(line, (98, at), "neom-line"))
            at += _LINE
    height = max(at, top + 64)
    band = swatch(tile.type, (1, 1), (CARD_WIDTH - 2, top), rounded=7)
    ground = element("rect", class_="mp-neom-card", width=CARD_WIDTH, height=height, rx=8)
    return [ground, *band, *_badge(tile.type, (24, 22)), *parts], height


def _little(tile: Tile) -> list[Element]:
    """Return the roads alone, on a square of 48 by 48."""
    ground = element("rect", fill=LOOKS[tile.type].fill, width=SIDE, height=SIDE)
    parts = [ground, *_roads(tile.roads), _border()]
    return [element("g", parts, transform="scale(.4)")]


def _moved(parts: list[Element], by: Point) -> Element:
    return element("g", parts, transform=f"translate({by[0]} {by[1]})")


def _roads(roads: Roads | None) -> Iterator[Element]:
    if roads is None:
        yield element("path", class_="mp-neom-perhaps", d=" ".join(_ENDS))
        return
    path = " ".join(end for end, has in zip(_ENDS, roads, strict=True) if has)
    if path:
        yield element("path", class_="mp-neom-road-edge", d=path)
        yield element("path", class_="mp-neom-road", d=path)


def _border() -> Element:
    return element("rect", class_="mp-neom-tile", fill="none", width=SIDE, height=SIDE)


def _badge(kind: TileType, at: Point) -> list[Element]:
    x, y = at
    return [
        element("circle", class_="mp-neom-badge", cx=x, cy=y, r=12),
        words(LOOKS[kind].letter, (x, y + 5), "neom-letter"),
    ]


def _amounts(tile: Tile) -> Iterator[Element]:
    """Yield the points in the upper right corner and the income in the lower right one."""
    points = f"{tile.vp if tile.vp is not None else '?'}{'+?' if tile.conditional else ''} VP"
    shown = [(points, 26)] if tile.vp != 0 or tile.conditional else []
    if tile.income != 0:
        shown.append((f"£{tile.income if tile.income is not None else '?'}", SIDE - 10))
    for text, y in shown:
        wide = 9 * len(text) + 6
        left = SIDE - wide - 6
        yield element("rect", class_="mp-neom-label", x=left, y=y - 15, width=wide, height=20, rx=5)
        yield words(text, (left + wide // 2, y), "neom-vp")
