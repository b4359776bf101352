# cython: language_level=3, cdivision=True
"""A board with piles, from which a tile that has a place is drawn (SOLO-PLACE-1, -4, -5)."""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import Board
    from verifier.carcassonne.engine.kernel.inlined import byte_of
    from verifier.carcassonne.engine.kernel.sizes import PILE_ROOM, TILE_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import Board
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import byte_of
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import PILE_ROOM, TILE_ROOM

if not cython.compiled:  # compiled code has these numbers from piles.pxd
    # Answers of drawing a tile.
    DRAWN = 0
    UNKNOWN = 1
    NO_TILES = 2


@cython.cclass
class Piles(Board):
    """A board with piles and the colour that draws next.

    ``pile`` has each pile's known kinds, of which ``pile_at`` were drawn; ``pile_hidden`` unknown
    tiles lie below them. ``discarded`` has the kinds that found no place.
    """

    def __init__(self, tables: Tables) -> None:
        Board.__init__(self, tables)
        if not cython.compiled:
            self.pile = [0] * (4 * PILE_ROOM)
            self.pile_size = [0] * 4
            self.pile_hidden = [0] * 4
            self.pile_at = [0] * 4
            self.discarded = [0] * TILE_ROOM
        self.colours = 3
        self.colour = self.piles = self.discards = 0
        self.drawn = self.drawn_from = 0
        self.unplaceable = self.empty_pile = 0

    def set_piles(self, known: list[list[int]], hidden: list[int]) -> None:
        """Set the piles: kinds known to come, and how many unknown tiles lie below."""
        self.piles = len(known)
        number: cython.int
        place: cython.int
        for number in range(self.piles):
            self.pile_size[number] = len(known[number])
            self.pile_hidden[number] = hidden[number]
            self.pile_at[number] = 0
            for place in range(len(known[number])):
                self.pile[PILE_ROOM * number + place] = known[number][place]
        self.discards = 0

    def draw(self) -> tuple[int, int, int, int, list[int], list[int]]:
        """Draw; return answer, kind, its pile, colour to move, tiles drawn by pile, discards."""
        before: cython.int = self.discards
        answer = self._draw()
        drawn = [self.pile_at[number] for number in range(self.piles)]
        discarded = [self.discarded[number] for number in range(before, self.discards)]
        return answer, self.drawn, self.drawn_from, self.colour, drawn, discarded

    @cython.final
    def _left_in(self, pile: cython.int) -> cython.int:
        """Return how many tiles a pile has left, known or not."""
        return self.pile_size[pile] - self.pile_at[pile] + self.pile_hidden[pile]

    @cython.final
    def _all_piles_empty(self) -> cython.int:
        """Return whether no pile has a tile left."""
        pile: cython.int
        for pile in range(self.piles):
            if self._left_in(pile):
                return 0
        return 1

    @cython.final
    def _next_pile(self, pile: cython.int) -> cython.int:
        """Return the next pile clockwise that has tiles; the same if no other has."""
        step: cython.int
        for step in range(1, self.piles):
            other: cython.int = (pile + step) % self.piles
            if self._left_in(other):
                return other
        return pile

    @cython.final
    def _draw(self) -> cython.int:
        """Draw until a tile can be placed, into ``drawn``; the colour to move may change."""
        pile: cython.int = self.colour if self.piles > 1 else 0
        while not self._all_piles_empty():
            if not self._left_in(pile):
                if self.empty_pile == 2:  # pile.empty: end_game
                    return NO_TILES
                pile = (pile + 1) % self.piles
                if self.empty_pile == 0:  # pile.empty: skip_colour
                    self.colour = pile
                continue
            self.drawn_from = pile
            if self.pile_at[pile] == self.pile_size[pile]:
                return UNKNOWN
            kind: cython.int = self.pile[PILE_ROOM * pile + self.pile_at[pile]]
            self.pile_at[pile] += 1
            if self._placeable(kind):
                self.drawn = kind
                return DRAWN
            self.discarded[self.discards] = kind
            self.discards += 1
            if self.unplaceable == 3:  # tile.unplaceable: end_game
                return NO_TILES
            if self.unplaceable == 1:  # redraw_next_pile
                pile = self._next_pile(pile)
            elif self.unplaceable == 2:  # skip_turn
                self.colour = (self.colour + 1) % self.colours
                pile = self.colour if self.piles > 1 else 0
        return NO_TILES

    # -- the piles as they stand, to go back to

    @cython.final
    def _pile_marks(self) -> cython.ulonglong:
        """Return how many tiles were drawn from each pile, a byte each."""
        marks: cython.ulonglong = 0
        pile: cython.int
        for pile in range(self.piles):
            at: cython.ulonglong = self.pile_at[pile]
            marks |= at << (8 * pile)
        return marks

    @cython.final
    def _restore_piles(self, marks: cython.ulonglong) -> cython.void:
        """Put back the tiles drawn since ``_pile_marks`` returned this."""
        pile: cython.int
        for pile in range(self.piles):
            self.pile_at[pile] = byte_of(marks, pile)
