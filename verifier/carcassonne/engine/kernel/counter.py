# cython: language_level=3, cdivision=True
"""Counts all lines of a row of tiles."""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.solo_turns import SoloTurns
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.solo_turns import SoloTurns


@cython.cclass
class Counter(SoloTurns):
    """A table that counts; the row is pile 0."""

    depth: cython.int
    checksum: cython.longlong
    leaves: cython.p_longlong

    def __init__(self, tables: Tables) -> None:
        SoloTurns.__init__(self, tables)
        self.leaves = self._counts(tables.tiles + 2)
        self.depth = self.checksum = 0

    def count(self, depth: cython.int) -> tuple[list[int], int, int]:
        """Count the lines of the row: leaves by depth, placements, checksum over the leaves."""
        self._begin()
        self.depth = depth
        self.checksum = 0
        number: cython.int
        for number in range(depth + 1):
            self.leaves[number] = 0
        self.ply = -1
        self._count_row()
        self._end()
        leaves = [self.leaves[number] for number in range(1, depth + 1)]
        return leaves, self.placements, self.checksum

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        self.leaves[self.ply + 1] += 1
        if self.ply + 1 == self.depth:
            self._add_to_checksum()
        elif not self.over:
            mover: cython.int = self.colour
            self.colour = mover + 1 if mover + 1 < self.colours else 0
            self._count_row()
            self.colour = mover

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_to_checksum(self) -> cython.void:
        meeples: cython.longlong = self.supply % 255  # the sum of its bytes
        first: cython.longlong = self.scores & 0xFFFF
        second: cython.longlong = self.scores >> 16 & 0xFFFF
        third: cython.longlong = self.scores >> 32 & 0xFFFF
        self.checksum += first + 1000 * second + 1000000 * third + 1000000000 * meeples

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_row(self) -> cython.void:
        """Count on from the next tile of the row; an unplaceable one is a forced pass."""
        kind: cython.int = self.pile[self.pile_at[0]]
        self.pile_at[0] += 1
        self.ply += 1
        if self._placeable(kind):
            self._turns(kind)
        else:
            # The colour stays; _outcome moves on to the next one, so step back first.
            mover: cython.int = self.colour
            self.colour = mover - 1 if mover else self.colours - 1
            self.over = 0
            self._visit(0, 0)
            self.colour = mover
        self.ply -= 1
        self.pile_at[0] -= 1
