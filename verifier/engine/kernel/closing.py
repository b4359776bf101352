# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to reach a goal of the whole game.

For the result, FACT-1 bounds every colour: its points, two for each of its meeples on tiles, two for
each claim it can still make, and what can be completed. A completed feature has had a tile on each
of its open ends; so it is worth no more than what those cells weigh, if each feature's value
is shared out over the cells it waits for, and the tiles to come weigh what they can add.
"""

from __future__ import annotations

import cython

from verifier.engine.tables import Tables

if not cython.compiled:
    from verifier.engine.kernel.bounding import Bounded
    from verifier.engine.kernel.core import (
        bits_in,
        byte_of,
        meeples_on,
        score_of,
        shields_in,
        tiles_in,
    )
else:
    from cython.cimports.verifier.engine.kernel.bounding import Bounded
    from cython.cimports.verifier.engine.kernel.core import (
        bits_in,
        byte_of,
        meeples_on,
        score_of,
        shields_in,
        tiles_in,
    )

# Where a turn may help.
ALL_HELP = cython.declare(cython.int, 0)
SOME_HELP = cython.declare(cython.int, 1)
NONE_HELPS = cython.declare(cython.int, 2)

CITIES = cython.declare(cython.int, 2)
TOTAL = cython.declare(cython.int, 4)
MONASTERY_POINTS = cython.declare(cython.int, 9)

FRONTIER_ROOM = cython.declare(cython.int, 160)
MOST_ENDS = cython.declare(cython.int, 64)

SHARES = cython.declare(cython.int, 840)
"""Points are shared out over cells in so many parts; most numbers of cells divide it."""


@cython.cclass
class Closing(Bounded):
    """A table that also knows bounds for totals, and for playing all tiles."""

    def __init__(self, tables: Tables) -> None:
        Bounded.__init__(self, tables)
        self.growth = self._ints(self.kinds)
        self.weight = self._ints(MOST_ENDS)
        kind: cython.int
        segment: cython.int
        for kind in range(self.kinds):
            for segment in range(self.segments[4 * kind]):
                at: cython.int = 20 * kind + segment
                adds: cython.int = 1 + self.shields[at]
                self.growth[kind] += 2 * adds if self.kind[at] == CITIES else adds

    @cython.cfunc
    @cython.exceptval(check=False)
    def _sieve_ends(self) -> cython.int:
        if self.goal == TOTAL:
            return self._sieve_total()
        if self._hidden():
            return NONE_HELPS
        pile: cython.int
        left: cython.int = 0
        for pile in range(self.piles):
            left += self._left_in(pile)
        if self.goal_all_placed and (self.discards or left >= self.turns):
            return NONE_HELPS
        return ALL_HELP

    @cython.cfunc
    @cython.exceptval(check=False)
    def _sieve_total(self) -> cython.int:
        self._count_turns()
        if not self._may_be_over():
            return NONE_HELPS
        if not self._list_ends(0):
            return ALL_HELP
        self._weigh_ends()
        bare: cython.int = self._without_completions()
        payees: cython.int = self.colours if self.goal_total_sum else 1
        least: cython.int = self.goal_least - bare
        if payees * (self._heaviest(self.turns) // SHARES) < least:
            return NONE_HELPS
        if self.turns > 1 or least <= 0:
            return ALL_HELP
        return self._mark_heavy((least + payees - 1) // payees)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_be_over(self) -> cython.int:
        """Tell whether the game can end in time; over unknown tiles it takes an early end."""
        if not self._hidden() or self.unplaceable == 3 or self.empty_pile == 2:
            return 1
        colour: cython.int
        for colour in range(self.colours):
            if byte_of(self.supply, colour) <= self.turns_of[colour]:
                return 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _weigh_ends(self) -> cython.void:
        """Share the value of every feature out over the cells with its open ends."""
        part: cython.int
        end: cython.int
        for end in range(self.ends_seen):
            self.weight[end] = 0
        for part in range(self.parts):
            cells: cython.ulonglong = self.part_cells[part]
            count: cython.int = bits_in(cells)
            if count > self.turns:
                continue
            root: cython.int = self.part_root[part]
            value: cython.int = tiles_in(self.word[root])
            if self.node_kind[root] == CITIES:
                value = 2 * (value + shields_in(self.word[root]))
            share: cython.int = (SHARES * value + count - 1) // count
            for end in range(self.ends_seen):
                if cells >> end & 1:
                    self.weight[end] += share

    @cython.cfunc
    @cython.exceptval(check=False)
    def _heaviest(self, count: cython.int) -> cython.int:
        """Return what so many cells can weigh together."""
        total: cython.int = 0
        taken: cython.ulonglong = 0
        one: cython.ulonglong = 1
        turn: cython.int
        end: cython.int
        for turn in range(count):
            best: cython.int = -1
            for end in range(self.ends_seen):
                if not taken >> end & 1 and (best < 0 or self.weight[end] > self.weight[best]):
                    best = end
            if best < 0:
                break
            taken |= one << best
            total += self.weight[best]
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def _without_completions(self) -> cython.int:
        """Return the most the result can be if what is on the table now brings no points."""
        out: cython.ulonglong = self._meeples_out()
        growth: cython.int = self._growth_to_come()
        least: cython.int = 1 << 20
        total: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            most: cython.int = score_of(self.scores, colour) + growth
            most += 2 * (byte_of(out, colour) + self.turns_of[colour] + 1)
            most += self._monasteries_to_come(colour)
            total += most
            if most < least:
                least = most
        return total if self.goal_total_sum else least

    @cython.cfunc
    @cython.exceptval(check=False)
    def _growth_to_come(self) -> cython.int:
        """Return what the tiles to come can add to features, a new monastery included."""
        most: cython.int = 0
        total: cython.int = 0
        number: cython.int
        for number in range(self.coming_size):
            kind: cython.int = self.coming[number]
            adds: cython.int = self.growth[kind]
            if self.monastery[4 * kind] and self._room_for_monastery():
                adds += MONASTERY_POINTS
            total += adds
            if adds > most:
                most = adds
        return total if self.coming_size <= self.turns else most * self.turns

    @cython.cfunc
    @cython.exceptval(check=False)
    def _monasteries_to_come(self, colour: cython.int) -> cython.int:
        points: cython.int = 0
        number: cython.int
        for number in range(self.monasteries):
            word: cython.ulonglong = self.word[self.monastery_node[number]]
            if byte_of(meeples_on(word), colour) and 0 < self._gaps_around(number) <= self.turns:
                points += MONASTERY_POINTS
        return points

    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_heavy(self, least: cython.int) -> cython.int:
        """Mark the cells where the last tile can complete enough."""
        room: cython.int = FRONTIER_ROOM * self.ply
        number: cython.int
        for number in range(self.frontier_size):
            end: cython.int = self.end_of[number]
            heavy: cython.int = end >= 0 and self.weight[end] >= SHARES * least
            self.helpful[room + number] = heavy
        return SOME_HELP
