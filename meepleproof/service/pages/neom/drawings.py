"""The sheet of drawings of a catalogue of NEOM: its tiles, and the City Centers of its boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import element
from meepleproof.rendering.neom.drawings import SIDE, centre_square, tile_square
from meepleproof.rendering.neom.style import patterns
from meepleproof.service.pages.markup import html
from verifier.neom.tiles import Tile, TileCatalogue

__all__ = ["COVERS", "centre_art", "neom_sheet", "tile_art"]

COVERS = ".on-centre"
"""At the end of the name of a tile's drawing that shows it on the City Center."""


def neom_sheet(catalogue: TileCatalogue) -> str:
    """Return all drawings as one SVG of symbols, named like ``neom.demo-I-07``."""
    parts = (html(element("defs", patterns())), *_symbols(catalogue))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>\n'


def tile_art(tile: str) -> str:
    """Return the name of the drawing of a tile by its id.

    >>> tile_art("demo-I-07")
    'neom.demo-I-07'
    """
    return f"neom.{tile}"


def centre_art(board: str) -> str:
    """Return the name of the drawing of a board's bare City Center."""
    return f"neom-centre.{board}"


def _symbols(catalogue: TileCatalogue) -> Iterator[str]:
    for tile in catalogue.tiles:
        yield _tile_symbols(tile)
    for board in catalogue.boards:
        yield _symbol(centre_art(board.id), centre_square(board))


@lru_cache(maxsize=1024)
def _tile_symbols(tile: Tile) -> str:
    """Return the drawings of a tile; a game asks for the same ones turn by turn."""
    plain = _symbol(tile_art(tile.id), tile_square(tile))
    if tile.type == "disaster":
        return plain
    covering = tile_square(tile, covers_centre=True)
    return plain + _symbol(f"{tile_art(tile.id)}{COVERS}", covering)


def _symbol(name: str, parts: list[Element]) -> str:
    return html(element("symbol", parts, id=name, viewBox=f"0 0 {SIDE} {SIDE}"))
