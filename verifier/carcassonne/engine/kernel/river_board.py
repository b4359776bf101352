# cython: language_level=3, cdivision=True
"""A board on which a river may be laid.

It has no nodes, for nothing on it counts. ``river_end`` is the cell where it must go on, with the
side on which it comes in, and ``river_bend`` how the last tile turned it: 0 straight on, 1 right,
3 left (HOUSE-RIVER-4); with ``river_turns_back`` two in a row may turn it to the same side. Nothing
but a river tile goes there, and that nowhere else: a cell that is shown a river edge has a bit of
its need set above those of all other labels.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.board import Board
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import KIND_ROOM, RIVER_SHOWN
from cython.cimports.verifier.carcassonne.engine.kernel.words import lowest_rotation

from verifier.carcassonne.engine.tables import Tables


@cython.cclass
class RiverBoard(Board):
    """Tiles, features and the river; see the module's page."""

    def __init__(self, tables: Tables) -> None:
        Board.__init__(self, tables)
        if not cython.compiled:
            self.river_sides = [0] * (4 * KIND_ROOM)
            self.rotations = [0] * KIND_ROOM
        self._copy(tables.river_sides, self.river_sides)
        self._copy(tables.rotations, self.rotations)
        drawing: cython.int
        side: cython.int
        for drawing in range(len(tables.river_sides)):
            for side in range(4):
                if self.river_sides[drawing] >> side & 1:
                    self.shown[4 * drawing + side] = RIVER_SHOWN << ((side + 2) & 3)
        self.river_side = self.river_bend = 0
        self.river_turns_back = 0
        self.river_end = -1

    def set_river(self, cell: cython.int, side: cython.int, bend: cython.int) -> None:
        """Say where the river goes on: the cell (-1: nowhere), its side, the last turn."""
        self.river_end = cell
        self.river_side = side
        self.river_bend = bend

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _follow_river(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """Move the river's end on, over the river tile just laid there."""
        out: cython.int = self.river_sides[drawing] & ~(1 << self.river_side)
        if not out:  # the lake
            self.river_end = -1
            return
        side: cython.int = lowest_rotation(out)
        self.river_bend = (side - self.river_side - 2) & 3
        self.river_side = (side + 2) & 3
        self.river_end = cell + self.step[side]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _river_rotations(self, kind: cython.int) -> cython.int:
        """Return the rotations, as bits, in which a river tile continues the river."""
        fitting: cython.int = self.rotations[kind]
        need: cython.int = self.need[self.river_end] & (RIVER_SHOWN - 1)
        if need:
            fitting = self.fits[256 * kind + need]
        found: cython.int = 0
        while fitting:
            rotation: cython.int = lowest_rotation(fitting)
            fitting &= fitting - 1
            sides: cython.int = self.river_sides[4 * kind + rotation]
            if not sides >> self.river_side & 1:
                continue
            out: cython.int = sides & ~(1 << self.river_side)
            if out:
                side: cython.int = lowest_rotation(out)
                bend: cython.int = (side - self.river_side - 2) & 3
                if bend and bend == self.river_bend and not self.river_turns_back:
                    continue  # HOUSE-RIVER-4
                if self.tile[self.river_end + self.step[side]]:
                    continue  # no river runs into the side of another tile
            found |= 1 << rotation
        return found

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _rotations_on(self, cell: cython.int, kind: cython.int) -> cython.int:
        """Return the rotations, as bits, in which a tile of this kind fits on an empty cell."""
        if self.river_sides[4 * kind]:
            return self._river_rotations(kind) if cell == self.river_end else 0
        need: cython.int = self.need[cell]
        return self.fits[256 * kind + need] if need < RIVER_SHOWN else 0
