# cython: language_level=3, cdivision=True
"""Counts what may still come within the turns a search looks ahead: tiles, and turns by colour.

Both are rather too many than too few, for bounds build on them.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.goals import Goals
    from verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, PILE_ROOM, TILE_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import Goals
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import (
        FRONTIER_ROOM,
        PILE_ROOM,
        TILE_ROOM,
    )


@cython.cclass
class Lookahead(Goals):
    """A table that looks ``depth`` turns ahead; it marks for each turn which cells may help."""

    def __init__(self, tables: Tables) -> None:
        Goals.__init__(self, tables)
        if not cython.compiled:
            self.coming = [0] * TILE_ROOM
            self.turns_of = [0] * 4
            self.all_turns_of = [0] * 4
            self.helpful = [0] * (FRONTIER_ROOM * TILE_ROOM)
        self.kinds = len(tables.kinds)
        self.depth = self.turns = self.coming_size = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_help(self, number: cython.int) -> cython.int:
        return self.helpful[FRONTIER_ROOM * self.ply + number]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_coming(self, kind: cython.int) -> cython.void:
        """List this turn's tile and all known ones after it, of which discards may skip some."""
        self.coming[0] = kind
        size: cython.int = 1
        pile: cython.int
        place: cython.int
        if self.turns > 1:
            for pile in range(self.piles):
                for place in range(self.pile_at[pile], self.pile_size[pile]):
                    self.coming[size] = self.pile[PILE_ROOM * pile + place]
                    size += 1
        self.coming_size = size

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_turns(self) -> cython.void:
        """Count for each colour the most turns it can have, in all and before the last one."""
        colour: cython.int
        turn: cython.int
        before: cython.int = self.turns - 1
        # Where a pile may run out, or a turn be skipped, colours can follow in another order.
        in_order: cython.int = self.unplaceable != 2 and (self.piles == 1 or self._hidden() == 2)
        own_piles: cython.int = self.piles > 1 and self.unplaceable == 0 and self.empty_pile != 1
        final: cython.int = self._final_colour() if own_piles else -1
        for colour in range(self.colours):
            most: cython.int = before + (colour == self.colour)
            if in_order:
                most = 0
                for turn in range(self.turns):
                    most += (self.colour + turn) % self.colours == colour
            elif own_piles:
                left: cython.int = self._left_in(colour) + (colour == self.colour)
                most = min(most, left)
            self.all_turns_of[colour] = most
            last: cython.int = in_order and (self.colour + before) % self.colours == colour
            last |= colour == final
            # The first of the turns before the last is this one.
            others: cython.int = before > 0 and colour != self.colour
            self.turns_of[colour] = min(most - last, before - others)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _final_colour(self) -> cython.int:
        """Return the colour of the last tile if each is laid by the colour of its pile, in time.

        It plays last, or has a turn less because one of its tiles is discarded. Where more tiles
        are to come than turns, return -1.
        """
        colour: cython.int
        step: cython.int
        final: cython.int = self.colour
        most: cython.int = 0
        tiles: cython.int = 1
        for step in range(1, self.colours + 1):
            colour = (self.colour + step) % self.colours
            tiles += self._left_in(colour)
            if self._left_in(colour) and self._left_in(colour) >= most:
                most = self._left_in(colour)
                final = colour
        return final if tiles <= self.turns else -1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _hidden(self) -> cython.int:
        """Return 2 if all piles have unknown tiles below, and none runs out; 1 if some; or 0."""
        pile: cython.int
        some: cython.int = 0
        for pile in range(self.piles):
            some += self.pile_hidden[pile] > 0
        return (some > 0) + (some == self.piles)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _can_fill(self, cell: cython.int) -> cython.int:
        """Return whether some tile to come fits what the neighbours of the cell show by now."""
        number: cython.int
        need: cython.int = self.need[cell]
        for number in range(self.coming_size):
            if self.fits[256 * self.coming[number] + need]:
                return 1
        return 0
