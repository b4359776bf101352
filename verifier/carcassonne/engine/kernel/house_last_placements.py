# cython: language_level=3, cdivision=True
"""The placements of the last two tiles, listed once for both part-turns.

Each has what it adds to the margin, the best claim on it, and the nodes that it touches. A reply
that touches no node that a placement touches, and lies on no cell beside it, adds the same after
it.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import HouseTables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.house_last_tile import NEVER, HouseLastTile
    from verifier.carcassonne.engine.kernel.house_plays import gain_in, ranked
    from verifier.carcassonne.engine.kernel.inlined import are_beside, lowest_rotation
    from verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, NODE_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.house_last_tile import (
        NEVER,
        HouseLastTile,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.house_plays import gain_in, ranked
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        are_beside,
        lowest_rotation,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, NODE_ROOM

if not cython.compiled:  # compiled code has these numbers from house_last_placements.pxd
    ENTRY_ROOM = 8 * FRONTIER_ROOM
    ENTRY = 0xFFFF  # the number of an entry in a ranked word


@cython.cclass
class HouseLastPlacements(HouseLastTile):
    """A table with the placements of the last two tiles."""

    def __init__(self, tables: HouseTables) -> None:
        HouseLastTile.__init__(self, tables)
        if not cython.compiled:
            self.entry_cell = [0] * ENTRY_ROOM
            self.entry_drawing = [0] * ENTRY_ROOM
            self.entry_change = [0] * ENTRY_ROOM
            self.entry_goes_on = [0] * ENTRY_ROOM
            self.entry_touched = [0] * (ENTRY_ROOM + 1)
            self.own_order = [0] * ENTRY_ROOM
            self.reply_order = [0] * ENTRY_ROOM
            self.stamp = [0] * NODE_ROOM
        self.entries = self.own_entries = self.replies_with_follower = 0
        self.stamps = 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_entries(self) -> cython.void:
        """List all placements of the two tiles left, for the colour to move and the one after."""
        self.entries = self.own_entries = self.touched_first = 0
        colour: cython.int = self.colour
        self.colour = colour + 1 if colour + 1 < self.colours else 0
        self.replies_with_follower = self._has_follower()
        self.colour = colour
        listed: cython.int = -1
        slot: cython.int
        for slot in range(self.slots):
            if self._is_left(slot) and self.coming[slot] != listed:
                listed = self.coming[slot]
                self._list_entries_of(listed, self.held >> slot & 1)
        self._sort(self.own_order, 0, self.own_entries)
        self._sort(self.reply_order, 0, self.entries)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_entries_of(self, kind: cython.int, held: cython.int) -> cython.void:
        sign: cython.int = self._sign()
        follower: cython.int = self._has_follower()
        number: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            rotations: cython.int = self._rotations_on(cell, kind)
            while rotations:
                drawing: cython.int = 4 * kind + lowest_rotation(rotations)
                rotations &= rotations - 1
                entry: cython.int = self.entries
                self.placements += 1
                self._lay_tile(cell, drawing)
                change: cython.int = self._change()
                claim: cython.int = self._best_claim(cell, drawing)
                self._gather(cell, drawing)
                self._lift_tile()
                self.entry_cell[entry] = cell
                self.entry_drawing[entry] = drawing
                self.entry_change[entry] = change
                self.entry_goes_on[entry] = self.goes_on[self.ply]
                self.entry_touched[entry] = self.touched_first
                self.touched_first = self.touched_end
                self.entry_touched[entry + 1] = self.touched_end
                if held:
                    gain: cython.int = sign * change + (claim if follower else 0)
                    self.own_order[self.own_entries] = ranked(entry, gain)
                    self.own_entries += 1
                gain = (claim if self.replies_with_follower else 0) - sign * change
                self.reply_order[entry] = ranked(entry, gain)
                self.entries += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _other_kind(self, kind: cython.int) -> cython.int:
        """Return the kind of the other tile where two are left."""
        other: cython.int = -1
        met: cython.int = 0
        slot: cython.int
        for slot in range(self.slots):
            if self._is_left(slot):
                if self.coming[slot] == kind and not met:
                    met = 1
                else:
                    other = self.coming[slot]
        return other

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_affected(self, entry: cython.int) -> cython.int:
        """Tell whether the placement stamped last touches what this one touches."""
        at: cython.int
        for at in range(self.entry_touched[entry], self.entry_touched[entry + 1]):
            if self.stamp[self.touched[at]] == self.stamps:
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _untouched_reply(self, entry: cython.int, kind: cython.int) -> cython.int:
        """Return what the best reply brings that a placement does not touch, NEVER if none."""
        self.stamps += 1
        number: cython.int
        for number in range(self.entry_touched[entry], self.entry_touched[entry + 1]):
            self.stamp[self.touched[number]] = self.stamps
        cell: cython.int = self.entry_cell[entry]
        for number in range(self.entries):
            other: cython.int = self.reply_order[number] & ENTRY
            if self.entry_drawing[other] >> 2 != kind or self.entry_cell[other] == cell:
                continue
            if are_beside(self.entry_cell[other], cell) or self._is_affected(other):
                continue
            self.reply_cell = self.entry_cell[other]
            self.reply_drawing = self.entry_drawing[other]
            return gain_in(self.reply_order[number])
        return NEVER

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _sort(self, words: cython.p_longlong, first: cython.int, end: cython.int) -> cython.void:
        """Sort words, the greatest first."""
        gap: cython.int = 1
        while 3 * gap < end - first:
            gap = 3 * gap + 1
        while gap:
            number: cython.int
            for number in range(first + gap, end):
                word: cython.longlong = words[number]
                at: cython.int = number
                while at - gap >= first and words[at - gap] < word:
                    words[at] = words[at - gap]
                    at -= gap
                words[at] = word
            gap //= 3
