"""The sheet of drawings of a catalogue of NEOM: its tiles, and the City Centers of its boards."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from rendering.markup import element
from rendering.neom_style import patterns
from rendering.neom_tile import SIDE, centre_square, tile_square
from service.pages.markup import html
from verifier.neom.tile_catalogue import TileCatalogue

__all__ = ["COVERS", "centre_art", "neom_sheet", "tile_art"]

COVERS = ".on-centre"
"""At the end of the name of a tile's drawing that shows it on the City Center."""


def neom_sheet(catalogue: TileCatalogue) -> str:
    """Return all drawings as one SVG of symbols, named like ``neom.demo-I-07``."""
    parts = [element("defs", patterns()), *_symbols(catalogue)]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(map(html, parts))}</svg>\n'


def tile_art(tile: str) -> str:
    """Return the name of the drawing of a tile by its id.

    >>> tile_art("demo-I-07")
    'neom.demo-I-07'
    """
    return f"neom.{tile}"


def centre_art(board: str) -> str:
    """Return the name of the drawing of a board's bare City Center."""
    return f"neom-centre.{board}"


def _symbols(catalogue: TileCatalogue) -> Iterator[Element]:
    for tile in catalogue.tiles:
        yield _symbol(tile_art(tile.id), tile_square(tile))
        if tile.type != "disaster":
            yield _symbol(f"{tile_art(tile.id)}{COVERS}", tile_square(tile, covers_centre=True))
    for board in catalogue.boards:
        yield _symbol(centre_art(board.id), centre_square(board))


def _symbol(name: str, parts: list[Element]) -> Element:
    return element("symbol", parts, id=name, viewBox=f"0 0 {SIDE} {SIDE}")
