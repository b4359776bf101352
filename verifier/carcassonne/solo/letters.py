"""The letters by which the Solo Variant writes its tiles: ``E`` in a text, a code or a document.

Every tile in play has one (BASE-TILE-1). Texts, codes, documents, messages and captions turn
letters into tiles and back here; everywhere else a tile is its id, such as ``base/E``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.tiles import tile_sheet
from verifier.errors import Malformed


@cache
def all_letters() -> str:
    """Return the letters of all tiles, in the order of the sheet.

    >>> all_letters()
    'ABCDEFGHIJKLMNOPQRSTUVWX'
    """
    return "".join(_tiles())


def tile_of(letter: str) -> str:
    """Return the tile that a letter stands for.

    >>> tile_of("E")
    'base/E'

    :raises Malformed: if there is no such letter.
    """
    found = _tiles().get(letter)
    if found is None:
        raise Malformed(f"there is no tile {letter!r}; the base set has {all_letters()}")
    return found


def tiles_of(letters: str) -> tuple[str, ...]:
    """Return the tiles that letters stand for, one after another.

    >>> tiles_of("EJ")
    ('base/E', 'base/J')

    :raises Malformed: if one of them stands for none.
    """
    return tuple(tile_of(letter) for letter in letters)


def letter_of(tile: str) -> str:
    """Return the letter of a tile, or its id if it has none here, for a message to name it.

    >>> letter_of("base/E"), letter_of("ic/K")
    ('E', 'ic/K')
    """
    return _letters().get(tile, tile)


def letters_of(tiles: Iterable[str]) -> str:
    """Return the letters of tiles, one after another.

    >>> letters_of(("base/E", "base/J"))
    'EJ'
    """
    return "".join(letter_of(tile) for tile in tiles)


@cache
def _tiles() -> dict[str, str]:
    return {tile.letter: tile.id for name in SOLO.sheets for tile in tile_sheet(name).tiles}


@cache
def _letters() -> dict[str, str]:
    return {tile: letter for letter, tile in _tiles().items()}
