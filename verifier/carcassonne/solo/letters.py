"""The letters by which the Solo Variant writes its tiles: ``E`` in a text, a code or a document.

Every tile in play has one (BASE-TILE-1). That of a tile of another box stands after the letter of
its set (SOLO-BOX-1): ``iK`` of Inns & Cathedrals, ``tA`` of Traders & Builders, ``kC`` of King &
Scout, ``rB`` of the River; a river tile that the sheet has under two letters is called by the
first, like ``rD``. Texts, codes, documents, messages and captions turn
letters into tiles and back here; everywhere else a tile is its id, such as ``base/E``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.errors import Malformed

BOX_LETTERS = {"river": "r", "ic": "i", "tb": "t", "ks": "k"}
"""The letter of each set that may lie beside the base game."""

_LETTER = re.compile("[ritk]?.", re.DOTALL)


@cache
def all_letters() -> str:
    """Return the letters of all tiles of the base game, in the order of the sheet.

    >>> all_letters()
    'ABCDEFGHIJKLMNOPQRSTUVWX'
    """
    return "".join(tile.letter for tile in tile_sheet("base").tiles)


def tile_of(letter: str) -> str:
    """Return the tile that a letter stands for.

    >>> tile_of("E"), tile_of("iK")
    ('base/E', 'ic/K')

    :raises Malformed: if there is no such letter.
    """
    found = _tiles().get(letter)
    if found is None:
        raise Malformed(f"there is no tile {letter!r}; {_sets_letters(letter)}")
    return found


def tiles_of(letters: str) -> tuple[str, ...]:
    """Return the tiles that letters stand for, one after another.

    >>> tiles_of("EiKJ")
    ('base/E', 'ic/K', 'base/J')

    :raises Malformed: if one of them stands for none.
    """
    return tuple(tile_of(letter) for letter in _LETTER.findall(letters))


def letter_of(tile: str) -> str:
    """Return the letter of a tile, or its id if it has none here, for a message to name it.

    >>> letter_of("base/E"), letter_of("ic/K"), letter_of("big/Z")
    ('E', 'iK', 'big/Z')
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
    return {
        BOX_LETTERS.get(name, "") + tile.letter[0]: tile.id
        for name in SETS
        for tile in tile_sheet(name).tiles
    }


def _sets_letters(letter: str) -> str:
    """Return what letters there are in the set that a letter seems to mean."""
    for name, first in BOX_LETTERS.items():
        if letter.startswith(first) and len(letter) > 1:
            return f"the {name} set has {' '.join(each for each in _tiles() if each[0] == first)}"
    return f"the base set has {all_letters()}"


@cache
def _letters() -> dict[str, str]:
    return {tile: letter for letter, tile in _tiles().items()}
