"""Deals a game of NEOM: the stacks of Cornerstones, and the packs of a Generation.

A deal is made of a list of tile ids and a generator that shuffles it. Each place of the shuffled
row has its fixed place in the deal, so a deal is as random as the shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from verifier.errors import Illegal, Malformed

STACKS = (4, 3, 2)
"""The stacks of Cornerstones, in the order in which they are revealed (NEOM-SOLO-CORNER-1, -2)."""

_CORNERSTONES = 30
_PACKS = 8
_MOVES = ((8, 1, 2), (7, 2, 1), (6, 3, 1))  # NEOM-SOLO-PACK-2 to -4: from, to, how many
_DECKS = {24: "{1+}", 32: "{1+,4+}", 40: "{1+,4+,5+}"}


class Shuffler(Protocol):
    """What shuffles, like ``generator.chance.Chance``, which this package may not import."""

    def shuffled(self, items: Sequence[str], /) -> list[str]:
        """Return the items in another order, each order equally likely."""


@dataclass(frozen=True, slots=True)
class GenerationDeal:
    """The seven packs of a Generation, and the tiles of pack 8, which nobody sees."""

    packs: tuple[tuple[str, ...], ...]
    hidden: tuple[str, ...]


def deal_cornerstones(tiles: Sequence[str], shuffler: Shuffler) -> tuple[tuple[str, ...], ...]:
    """Return the stacks of 4, 3 and 2; the other Cornerstones leave the game unseen.

    :raises Malformed: if an id is given twice.
    :raises Illegal: if they are not 30 (NEOM-COMP-1).

    >>> class Unchanged:
    ...     shuffled = staticmethod(list)
    >>> deal_cornerstones([f"C{n}" for n in range(30)], Unchanged())
    (('C29', 'C28', 'C27', 'C26'), ('C25', 'C24', 'C23'), ('C22', 'C21'))
    """
    _refuse_twice(tiles)
    if len(tiles) != _CORNERSTONES:
        raise Illegal(f"{len(tiles)} Cornerstones; there are 30", rule="NEOM-COMP-1")
    row = shuffler.shuffled(tiles)
    return tuple(tuple(row.pop() for _ in range(size)) for size in STACKS)


def deal_generation(tiles: Sequence[str], shuffler: Shuffler) -> GenerationDeal:
    """Return the packs of a Generation, whose tiles in play are given.

    They are dealt as at the table: eight equal packs, then tiles move from the last packs to the
    first ones (NEOM-SOLO-PACK-1 to -5).

    :raises Malformed: if an id is given twice.
    :raises Illegal: if they are not as many as a tile set has.

    >>> class Unchanged:
    ...     shuffled = staticmethod(list)
    >>> deal = deal_generation([f"I-{n}" for n in range(24)], Unchanged())
    >>> [len(pack) for pack in deal.packs], len(deal.hidden)
    ([5, 4, 4, 3, 3, 2, 2], 1)
    """
    _refuse_twice(tiles)
    if len(tiles) not in _DECKS:
        known = ", ".join(f"{number} with {marks}" for number, marks in _DECKS.items())
        raise Illegal(f"{len(tiles)} tiles; a Generation has {known}", rule="NEOM-SOLO-PACK-1")
    row = shuffler.shuffled(tiles)
    packs = [row[number::_PACKS] for number in range(_PACKS)]
    for source, target, number in _MOVES:
        for _ in range(number):
            packs[target - 1].append(packs[source - 1].pop())
    *shown, hidden = map(tuple, packs)
    return GenerationDeal(tuple(shown), hidden)


def _refuse_twice(tiles: Sequence[str]) -> None:
    seen = set[str]()
    for tile in tiles:
        if tile in seen:
            raise Malformed(f"the tile {tile!r} is given twice", where=tile)
        seen.add(tile)
