"""The sheet of drawings of the house game: tiles of all sets, pieces, and the fields to tint."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import (
    builder_drawing,
    enlarged,
    farmer_drawing,
    pawn_drawing,
)
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import above_fields, field_areas, field_ground, stripes
from meepleproof.rendering.markup import element, html
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.play.house.document import art_name
from verifier.carcassonne.tiles import SETS, Tile, tile_sheet

_UPRIGHT, _BIG = "-18 -24 36 46", "-26 -34 52 64"
_STRIPE, _GAP = 9, 2
_LYING, _BIG_LYING = "-24 -18 46 36", "-34 -26 64 52"


def house_pieces() -> str:
    """Return all drawings as one SVG of symbols, named as tables name them.

    A field of a tile is a path named like ``field.tb-B.0``, as printed: the number is its place on
    the tile, and who tints it turns it as the tile lies. What is drawn over the fields is named
    like ``over.tb-B.1``, and the pattern of a farm of the first and third colour ``stripes.1-3``.
    """
    tiles = [tile for name in SETS for tile in tile_sheet(name).tiles]
    parts = [
        element("defs", [*_overs(tiles), *_fields(tiles), *_stripes()]),
        *_tiles(tiles),
        *_pieces(),
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(map(html, parts))}</svg>\n'


def _tiles(tiles: list[Tile]) -> Iterator[Element]:
    for tile in tiles:
        for rotation in tile.rotations:
            name = art_name(tile.id, rotation)
            drawn = [*field_ground(), element("use", href=f"#over.{name}")]
            yield _symbol(name, f"0 0 {SIZE} {SIZE}", drawn)


def _overs(tiles: list[Tile]) -> Iterator[Element]:
    for tile in tiles:
        for rotation in tile.rotations:
            over = above_fields(tile, rotation)
            yield element("g", over, id=f"over.{art_name(tile.id, rotation)}")


def _fields(tiles: list[Tile]) -> Iterator[Element]:
    for tile in tiles:
        for number, area in enumerate(field_areas(tile)):
            name = art_name(tile.id, 0).removesuffix(".0")
            yield element("path", id=f"field.{name}.{number}", d=area.area)


def _stripes() -> Iterator[Element]:
    """Yield a pattern for the owners of a farm: slanted stripes, plain if there is one."""
    colours = range(len(PIGMENTS))
    for number in range(1, len(PIGMENTS) + 1):
        for owners in combinations(colours, number):
            name = f"stripes.{'-'.join(str(owner + 1) for owner in owners)}"
            yield stripes(name, owners, _STRIPE, _GAP if number > 1 else 0)


def _pieces() -> Iterator[Element]:
    for colour in range(len(PIGMENTS)):
        pawn, farmer = pawn_drawing(colour), farmer_drawing(colour)
        number = colour + 1
        yield _symbol(f"pawn.{number}", _UPRIGHT, pawn)
        yield _symbol(f"farmer.{number}", _LYING, farmer)
        yield _symbol(f"builder.{number}", _UPRIGHT, builder_drawing(colour))
        yield _symbol(f"big.{number}", _BIG, enlarged(pawn_drawing(colour)))
        yield _symbol(f"big-farmer.{number}", _BIG_LYING, enlarged(farmer_drawing(colour)))


def _symbol(name: str, box: str, parts: list[Element]) -> Element:
    symbol = element("symbol", parts, id=name, viewBox=box)
    # The policy of the pages forbids styles in elements: digits are inked by a class.
    for part in symbol.iter():
        if part.attrib.pop("style", None):
            part.set("class", f"mp-text mp-digit mp-ink-{name.rpartition('.')[2]}")
    return symbol
