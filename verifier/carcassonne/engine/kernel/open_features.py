# cython: language_level=3, cdivision=True
"""Lists the open roads and cities, and the cells that ways to complete them ask for.

A *part* is a feature on the table that is not complete, an *end* a cell to which it is open. A
*way* is a set of parts that could be completed together: it has the ends of all of them, and a
reach, the number of tiles that it can spare, so that a tile which lies farther from all its ends
does not help it.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import SOME_HELP
    from verifier.carcassonne.engine.kernel.monastery_bound import MonasteryBound
    from verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, NODE_ROOM, STRIDE
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import SOME_HELP
    from cython.cimports.verifier.carcassonne.engine.kernel.monastery_bound import MonasteryBound
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import (
        FRONTIER_ROOM,
        NODE_ROOM,
        STRIDE,
    )

if not cython.compiled:
    # Cells are told apart by the bits of a word; where there are more, nothing is ruled out.
    MOST_ENDS = 64
    MOST_WAYS = 32
    # More steps than there are between any two cells.
    FAR = 1000


@cython.cclass
class OpenFeatures(MonasteryBound):
    """A table that lists the features that are open, and marks the cells near ways."""

    def __init__(self, tables: Tables) -> None:
        MonasteryBound.__init__(self, tables)
        if not cython.compiled:
            self.end_cell = [0] * MOST_ENDS
            self.end_row = [0] * MOST_ENDS
            self.end_column = [0] * MOST_ENDS
            self.end_filled = [0] * MOST_ENDS
            self.end_of = [0] * FRONTIER_ROOM
            self.part_root = [0] * MOST_ENDS
            self.part_cells = [0] * MOST_ENDS
            self.part_of = [0] * NODE_ROOM
            self.part_stamp = [0] * NODE_ROOM
            self.way_cells = [0] * MOST_WAYS
            self.way_reach = [0] * MOST_WAYS
        self.stamp = self.ends_seen = self.parts = self.ways = 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_ends(self, wanted: cython.int) -> cython.int:
        """List the cells with open ends of a kind, or any, and the features; 0 if too many.

        ``wanted`` is the label of the kind, or 0 for roads and cities.
        """
        self.stamp += 1
        self.ends_seen = self.parts = 0
        one: cython.ulonglong = 1
        number: cython.int
        side: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            need: cython.int = self.need[cell]
            end: cython.int = -1
            for side in range(4):
                label: cython.int = need >> (2 * side) & 3
                if label < 2 or (wanted and label != wanted):
                    continue
                beside: cython.int = cell + self.step[side]
                facing: cython.int = 4 * (self.tile[beside] - 1) + ((side + 2) & 3)
                root: cython.int = self._root(self.base[beside] + self.segment_at[facing])
                if end < 0:
                    end = self._end_number(cell)
                part: cython.int = self._part_number(root)
                if end < 0 or part < 0:
                    return 0
                self.part_cells[part] |= one << end
            self.end_of[number] = end
        return 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _end_number(self, cell: cython.int) -> cython.int:
        """Return the number of a new end, -1 if there are too many."""
        end: cython.int = self.ends_seen
        if end == MOST_ENDS:
            return -1
        self.end_cell[end] = cell
        self.end_row[end] = cell // STRIDE
        self.end_column[end] = cell % STRIDE
        self.end_filled[end] = self._can_fill(cell)
        self.ends_seen = end + 1
        return end

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _part_number(self, root: cython.int) -> cython.int:
        """Return the number of a feature, a new one if it had none; -1 if there are too many."""
        if self.part_stamp[root] == self.stamp:
            return self.part_of[root]
        part: cython.int = self.parts
        if part == MOST_ENDS:
            return -1
        self.part_stamp[root] = self.stamp
        self.part_of[root] = part
        self.part_root[part] = root
        self.part_cells[part] = 0
        self.parts = part + 1
        return part

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _distance(self, one: cython.int, other: cython.int) -> cython.int:
        """Return the fewest steps from an end of one part to an end of the other."""
        if self.part_cells[one] & self.part_cells[other]:
            return 0
        nearest: cython.int = FAR
        here: cython.int
        there: cython.int
        for here in range(self.ends_seen):
            if not self.part_cells[one] >> here & 1:
                continue
            for there in range(self.ends_seen):
                if self.part_cells[other] >> there & 1:
                    away: cython.int = abs(self.end_row[here] - self.end_row[there]) + abs(
                        self.end_column[here] - self.end_column[there]
                    )
                    if away < nearest:
                        nearest = away
        return nearest

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_helpful(self) -> cython.int:
        """Mark the cells from which this turn's tile can still become part of a way."""
        number: cython.int
        room: cython.int = FRONTIER_ROOM * self.ply
        for number in range(self.frontier_size):
            self.helpful[room + number] = self._near_a_way(self.frontier[number])
        return SOME_HELP

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _near_a_way(self, cell: cython.int) -> cython.int:
        """Return whether a tile on the cell can become part of a way."""
        row: cython.int = cell // STRIDE
        column: cython.int = cell % STRIDE
        way: cython.int
        end: cython.int
        for way in range(self.ways):
            for end in range(self.ends_seen):
                if self.way_cells[way] >> end & 1:
                    away: cython.int = abs(self.end_row[end] - row) + abs(
                        self.end_column[end] - column
                    )
                    if away <= self.way_reach[way]:
                        return 1
        return 0
