# cython: language_level=3, cdivision=True
"""The last part-turn of an endgame, and lines of best play.

Whoever plays it takes the placement after which the margin is best, with a follower where it
brings most: little or big is the same, for nobody joins it, and no builder brings anything.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import HouseTables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.house_margin import HouseMargin
    from verifier.carcassonne.engine.kernel.house_plays import best_on
    from verifier.carcassonne.engine.kernel.inlined import lowest_rotation
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.house_margin import HouseMargin
    from cython.cimports.verifier.carcassonne.engine.kernel.house_plays import best_on
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import lowest_rotation

if not cython.compiled:  # compiled code has these numbers from house_last_tile.pxd
    NEVER = -1000000  # less than any margin
    PLY_ROOM = 8


@cython.cclass
class HouseLastTile(HouseMargin):
    """A table on which the last part-turn of an endgame is searched."""

    def __init__(self, tables: HouseTables) -> None:
        HouseMargin.__init__(self, tables)
        if not cython.compiled:
            self.line = [0] * (PLY_ROOM * PLY_ROOM)
            self.line_length = [0] * PLY_ROOM
        self.reply_cell = self.reply_drawing = 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_left(self, slot: cython.int) -> cython.int:
        """Tell whether the tile of a slot is still to come."""
        return slot >= self.drawn or self.held >> slot & 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _last(self, low: cython.int, high: cython.int) -> cython.int:
        """Return the value of a position with one tile left, which can be placed."""
        slot: cython.int = 0
        while not self._is_left(slot):
            slot += 1
        value: cython.int = self._sign() * self.margin + self._scan(self.coming[slot])
        if low < value < high:
            self.line_length[self.ply + 1] = 0
            self._note(self.ply, best_on(self.reply_cell, self.reply_drawing))
        return value

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _scan(self, kind: cython.int) -> cython.int:
        """Return the most that the last tile brings the colour to move; NEVER: it has no place."""
        best: cython.int = NEVER
        number: cython.int
        for number in range(self.frontier_size):
            best = self._gain_on(self.frontier[number], kind, best)
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gain_on(self, cell: cython.int, kind: cython.int, best: cython.int) -> cython.int:
        """Return the most that the last tile brings on an empty cell, or the best before it."""
        rotations: cython.int = self._rotations_on(cell, kind)
        while rotations:
            drawing: cython.int = 4 * kind + lowest_rotation(rotations)
            rotations &= rotations - 1
            gain: cython.int = self._gain_of(cell, drawing)
            if gain > best:
                best = gain
                self.reply_cell = cell
                self.reply_drawing = drawing
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gain_of(self, cell: cython.int, drawing: cython.int) -> cython.int:
        """Return what the last tile brings the colour to move, with the best claim on it."""
        self.placements += 1
        self._lay_tile(cell, drawing)
        gain: cython.int = self._sign() * self._change()
        if self._has_follower():
            gain += self._best_claim(cell, drawing)
        self._lift_tile()
        return gain

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note(self, ply: cython.int, play: cython.longlong) -> cython.void:
        """Note a play as the best at a ply, and what follows it."""
        length: cython.int = self.line_length[ply + 1]
        self.line[PLY_ROOM * ply] = play
        number: cython.int
        for number in range(length):
            self.line[PLY_ROOM * ply + number + 1] = self.line[PLY_ROOM * (ply + 1) + number]
        self.line_length[ply] = length + 1
