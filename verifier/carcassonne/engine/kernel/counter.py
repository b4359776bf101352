# cython: language_level=3, cdivision=True
"""Counts all lines of a row of tiles.

In the last turn, claims that complete nothing leave the same points and meeples, so of each
placement only one of them is made and counts for all. Where nothing is completed at all, none is.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import CLAIM_ROOM
from cython.cimports.verifier.carcassonne.engine.kernel.solo_turns import SoloTable
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    byte_of,
    large_for,
    one_for,
    open_ends,
)

from verifier.carcassonne.engine.tables import Tables


@cython.cclass
class Counter(SoloTable):
    """A table that counts; the row is pile 0."""

    depth: cython.int
    alike: cython.int
    checksum: cython.longlong
    leaves: cython.p_longlong

    def __init__(self, tables: Tables) -> None:
        SoloTable.__init__(self, tables)
        self.leaves = self._counts(tables.tiles + 2)
        self.depth = self.checksum = 0
        self.alike = 1  # how many claims the one that is made stands for

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
    def _is_last_turn(self) -> cython.int:
        return self.ply + 1 == self.depth

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tile_placed(self, cell: cython.int, drawing: cython.int) -> cython.void:
        self.placements += 1
        if self.placements & 0xFFFF == 0:
            self._pause()
        self._list_features(cell, drawing)
        last: cython.int = self.ply + 1 == self.depth
        if last and self.free and byte_of(self.supply, self.colour) and not self.may_keep:
            self._count_claims(self.free, self.closed)
        else:
            self._make_claims(self.free, self.closed)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_claims(self, free: cython.int, closed: cython.int) -> cython.void:
        """Count the outcomes of claims on the free features; there is a meeple for them."""
        supply: cython.int = byte_of(self.supply, self.colour)
        if supply & 15:
            self._count_claims_with(free, closed, one_for(self.colour))
        if supply >> 4:  # SOLO-BOX-5
            self._count_claims_with(free, closed, large_for(self.colour))

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _count_claims_with(
        self, free: cython.int, closed: cython.int, meeple: cython.ulonglong
    ) -> cython.void:
        """Count the outcomes of claims on the free features with this meeple."""
        self._gather(closed)
        others: cython.int = self.completed  # completed whatever is claimed
        alike: cython.int = 0
        self.supply -= meeple >> 24
        claim: cython.int
        for claim in range(CLAIM_ROOM * self.ply, CLAIM_ROOM * self.ply + free):
            root: cython.int = self.claim_node[claim]
            if open_ends(self.word[root]):
                alike += 1
            elif others or self.optional_points:
                self.word[root] += meeple
                self._complete(closed, 0)
                self.word[root] -= meeple
            else:
                self._count_alone(root, meeple)
        if alike and others:
            self.alike = alike
            self._complete(closed, 0)
            self.alike = 1
        elif alike:
            self._count_leaves(alike)
        self.supply += meeple >> 24

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_alone(self, root: cython.int, meeple: cython.ulonglong) -> cython.void:
        """Count the outcome of a claim that completes its own feature and no other."""
        scores: cython.ulonglong = self.scores
        supply: cython.ulonglong = self.supply
        if self._lowest(scores) >> self.colour & 1:
            self.scores += self.point_each[1 << self.colour] * self._value(root)
        if not self.laid_aside:
            self.supply += meeple >> 24
        self._count_leaves(1)
        self.scores = scores
        self.supply = supply

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        if self.ply + 1 == self.depth:
            self._count_leaves(self.alike)
            return
        self.leaves[self.ply + 1] += 1
        if not self.over:
            mover: cython.int = self.colour
            self.colour = mover + 1 if mover + 1 < self.colours else 0
            self._count_row()
            self.colour = mover

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _count_leaves(self, alike: cython.int) -> cython.void:
        """Count so many outcomes of the last turn that lead to the scores and supplies at hand."""
        meeples: cython.longlong = self.supply % 255  # the sum of its bytes
        if self.has_large:
            # A large one is 16 in its byte, and one meeple.
            meeples = ((self.supply & 0x0F0F0F0F) + (self.supply >> 4 & 0x0F0F0F0F)) % 255
        first: cython.longlong = self.scores & 0xFFFF
        second: cython.longlong = self.scores >> 16 & 0xFFFF
        third: cython.longlong = self.scores >> 32 & 0xFFFF
        number: cython.longlong = first + 1000 * second + 1000000 * third + 1000000000 * meeples
        self.leaves[self.depth] += alike
        self.checksum += alike * number

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_row(self) -> cython.void:
        """Count on from the next tile of the row; an unplaceable one is a forced pass."""
        kind: cython.int = self.pile[self.pile_at[0]]
        self.pile_at[0] += 1
        self.ply += 1
        river: cython.int = self.river_sides[4 * kind]
        if self._continues_river(kind) if river else self._placeable(kind):
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
