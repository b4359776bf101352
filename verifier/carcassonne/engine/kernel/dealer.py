# cython: language_level=3, cdivision=True
"""Draws unknown tiles by chance.

The piles are shuffled lazily: an unknown tile becomes any of those left, with equal chance, when
it is drawn. That is the same as shuffling first, for nothing that happens before a tile is drawn
depends on which it is.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.goals import Goals
    from verifier.carcassonne.engine.kernel.piles import UNKNOWN
    from verifier.carcassonne.engine.kernel.sizes import PILE_ROOM, TILE_ROOM
    from verifier.carcassonne.engine.kernel.splitmix import WORD, below, mixed
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import Goals
    from cython.cimports.verifier.carcassonne.engine.kernel.piles import UNKNOWN
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import PILE_ROOM, TILE_ROOM
    from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import WORD, below, mixed


@cython.cclass
class Dealer(Goals):
    """A table whose unknown tiles become known by chance, and unknown again.

    ``bag`` holds the kinds of the tiles that may be in the piles; those revealed lie behind the
    ``bag_left`` others, and ``revealed_place`` and ``revealed_pile`` tell where from and where to.
    """

    def __init__(self, tables: Tables) -> None:
        Goals.__init__(self, tables)
        if not cython.compiled:
            self.bag = [0] * TILE_ROOM
            self.revealed_place = [0] * TILE_ROOM
            self.revealed_pile = [0] * TILE_ROOM
            self.chance = [0] * 1
        self.bag_left = self.revealed = 0

    def set_bag(self, kinds: list[int]) -> None:
        """Set the tiles among which the unknown ones are; there must be as many at least."""
        place: cython.int
        self.bag_left = len(kinds)
        for place in range(self.bag_left):
            self.bag[place] = kinds[place]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _shuffle(self, seed: cython.ulonglong, number: cython.ulonglong) -> cython.void:
        """Begin a stream of chance of its own for each number under a seed."""
        self.chance[0] = mixed((mixed(seed) + number) & WORD)

    # -- unknown tiles

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _reveal_and_draw(self) -> cython.int:
        """Draw as the core does, revealing what lies on top of the piles."""
        marks: cython.ulonglong = self._pile_marks()
        colour: cython.int = self.colour
        discards: cython.int = self.discards
        drawn: cython.int = self._draw()
        while drawn == UNKNOWN:
            # From the start again, for the drawing may have come to another pile than it began.
            self._restore_piles(marks)
            self.colour = colour
            self.discards = discards
            self._reveal(self.drawn_from)
            drawn = self._draw()
        return drawn

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _reveal(self, pile: cython.int) -> cython.void:
        """Let the first unknown tile of a pile be one of those left."""
        place: cython.int = below(self.chance, self.bag_left)
        self.bag_left -= 1
        kind: cython.int = self.bag[place]
        self.bag[place] = self.bag[self.bag_left]
        self.bag[self.bag_left] = kind
        self.revealed_place[self.revealed] = place
        self.revealed_pile[self.revealed] = pile
        self.revealed += 1
        self.pile[PILE_ROOM * pile + self.pile_size[pile]] = kind
        self.pile_size[pile] += 1
        self.pile_hidden[pile] -= 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _hide(self) -> cython.void:
        """Let the tile revealed last be unknown again."""
        self.revealed -= 1
        pile: cython.int = self.revealed_pile[self.revealed]
        self.pile_size[pile] -= 1
        self.pile_hidden[pile] += 1
        place: cython.int = self.revealed_place[self.revealed]
        kind: cython.int = self.bag[self.bag_left]
        self.bag[self.bag_left] = self.bag[place]
        self.bag[place] = kind
        self.bag_left += 1
