# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to complete monasteries.

Each that has yet to count asks for a tile on every empty cell around it.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS, SOME_HELP
    from verifier.carcassonne.engine.kernel.inlined import meeples_on, open_ends
    from verifier.carcassonne.engine.kernel.lookahead import Lookahead
    from verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM
    from verifier.carcassonne.engine.kernel.solo_turns import direction_of
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import (
        ALL_HELP,
        NONE_HELPS,
        SOME_HELP,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import meeples_on, open_ends
    from cython.cimports.verifier.carcassonne.engine.kernel.lookahead import Lookahead
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM
    from cython.cimports.verifier.carcassonne.engine.kernel.solo_turns import direction_of


@cython.cclass
class MonasteryBound(Lookahead):
    """A table that knows what monasteries still ask for."""

    def __init__(self, tables: Tables) -> None:
        Lookahead.__init__(self, tables)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_monasteries(self) -> cython.int:
        """Return on which cells this turn's tile may help: ALL_HELP, SOME_HELP or NONE_HELPS."""
        missing: cython.int = self.goal_least - self.scored_monasteries
        if missing < 1:
            missing = 1
        if self.scored_monasteries + missing > self.goal_most:
            return NONE_HELPS
        new: cython.int = 0
        number: cython.int
        for number in range(self.coming_size):
            new += self.monastery[4 * self.coming[number]]
        if new and not self._room_for_monastery():
            new = 0
        urgent: cython.int = 0
        waiting: cython.int = 0
        for number in range(self.monasteries):
            ends: cython.int = self._gaps_around(number)
            urgent += ends == self.turns
            waiting += 0 < ends < self.turns
        if urgent + waiting + new < missing:
            return NONE_HELPS
        return ALL_HELP if waiting + new >= missing else self._mark_rings()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gaps_around(self, number: cython.int) -> cython.int:
        """Return how many empty cells an occupied monastery has, 0 if they cannot be filled."""
        word: cython.ulonglong = self.word[self.monastery_node[number]]
        if not meeples_on(word) or not self._ring_can_be_filled(self.monastery_cell[number]):
            return 0
        return open_ends(word)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _room_for_monastery(self) -> cython.int:
        """Return whether a tile to come could be a monastery that is surrounded in time."""
        if self.turns >= 5:  # one without a neighbour so far has four empty ones at least
            return 1
        number: cython.int
        row: cython.int
        north: cython.int = self.step[0]
        for number in range(self.frontier_size):
            empty: cython.int = 0
            for row in range(-1, 2):
                middle: cython.int = self.frontier[number] + row * north
                empty += self.tile[middle - 1] == 0
                empty += self.tile[middle] == 0
                empty += self.tile[middle + 1] == 0
            if empty <= self.turns:
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _ring_can_be_filled(self, cell: cython.int) -> cython.int:
        """Return whether some tile to come fits each empty cell around a monastery."""
        row: cython.int
        column: cython.int
        for row in range(-1, 2):
            for column in range(-1, 2):
                beside: cython.int = cell + row * self.step[0] + column
                if self.need[beside] and not self.tile[beside] and not self._can_fill(beside):
                    return 0
        return 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_rings(self) -> cython.int:
        """Mark the cells around monasteries that need every turn to come."""
        room: cython.int = FRONTIER_ROOM * self.ply
        number: cython.int
        ring: cython.int
        for number in range(self.frontier_size):
            self.helpful[room + number] = 0
            for ring in range(self.monasteries):
                if self._gaps_around(ring) != self.turns:
                    continue
                if direction_of(self.monastery_cell[ring] - self.frontier[number]) >= 0:
                    self.helpful[room + number] = 1
        return SOME_HELP
