"""A city of NEOM, and its tiles, as documents from which the page draws them.

``static/city.js`` and ``static/board.js`` draw a city from them; their drawings are symbols of
:func:`meepleproof.service.pages.neom.drawings.neom_sheet`. Cells are as on every board of these
pages: x goes east, y north, so that A5 is ``[0, 0]`` and E1 is ``[4, 4]``.
"""

from __future__ import annotations

from collections.abc import Iterable

from meepleproof.rendering.neom.words import roads_in_words, tile_facts, tile_title
from meepleproof.service.pages.neom.drawings import COVERS, centre_art, tile_art
from verifier.documents.strict_json import Document
from verifier.neom.state import CENTRE, SIDE, City, Square, square_name
from verifier.neom.tiles import Tile, TileCatalogue

__all__ = [
    "GRID",
    "cell_of",
    "city_document",
    "covering_centre",
    "tile_document",
    "tile_piece",
    "tiles_document",
]


GRID: Document = {
    "columns": [square_name((0, column))[0] for column in range(SIDE)],
    "rows": [square_name((row, 0))[1] for row in range(SIDE)],
}
"""The names of columns and rows, from the west and from the north."""


def cell_of(square: Square) -> list[int]:
    """Return a square as a cell of the page's board.

    >>> cell_of((0, 0)), cell_of(CENTRE)
    ([0, 4], [2, 2])
    """
    row, column = square
    return [column, SIDE - 1 - row]


def city_document(catalogue: TileCatalogue, city: City) -> Document:
    """Return a city: ``grid``, and ``pieces`` with the drawing, cell and words of what lies there.

    The bare City Center is one of the pieces. A piece that is a tile has its id as ``tile``.
    """
    lying = dict(city.tiles)
    pieces = [_piece(catalogue.tile(tile), square) for square, tile in sorted(lying.items())]
    if CENTRE not in lying:
        board = catalogue.board(city.board)
        good = (board.good or "a good that is unknown").replace("_", " ")
        says = f"the City Center, {good}, roads {roads_in_words(board.roads)}"
        pieces.append({"art": centre_art(board.id), "at": cell_of(CENTRE), "says": says})
    return {"grid": GRID, "pieces": pieces}


def tile_document(tile: Tile) -> Document:
    """Return a tile as a card: drawing, name, deck with type, and its facts in words."""
    _, _, kind = tile_title(tile).partition(": ")
    return {
        "id": tile.id,
        "art": tile_art(tile.id),
        "name": tile.name or tile.id,
        "kind": kind,
        "facts": [[heading, said] for heading, said in tile_facts(tile)],
    }


def tiles_document(catalogue: TileCatalogue, tiles: Iterable[str]) -> Document:
    """Return the cards of some tiles by their ids."""
    return {each: tile_document(catalogue.tile(each)) for each in sorted(tiles)}


def tile_piece(tile: Tile) -> Document:
    """Return how a tile is drawn on a square, and what is said of it."""
    says = f"{tile.name or tile.id}, {tile.type}, roads {roads_in_words(tile.roads)}"
    return {"art": tile_art(tile.id), "tile": tile.id, "says": says}


def covering_centre(tile: Tile) -> Document:
    """Return how a tile is drawn on the City Center, and what is said of it."""
    piece = tile_piece(tile)
    return {
        **piece,
        "art": f"{piece['art']}{COVERS}",
        "says": f"{piece['says']}, on the City Center",
    }


def _piece(tile: Tile, square: Square) -> Document:
    piece = covering_centre(tile) if square == CENTRE else tile_piece(tile)
    return {**piece, "at": cell_of(square)}
