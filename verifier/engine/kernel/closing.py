# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to reach a goal of the whole game.

For the result, FACT-1 bounds every colour: its points, two for each of its meeples on tiles, two
for each claim it can still make, and what features can bring it. One that is completed has got a
tile on each cell with an open end of it; so all together bring no more than the cells filled
weigh, if each feature's value is shared out over the cells it waits for, and what new tiles add.
"""

from __future__ import annotations

import cython

from verifier.engine.tables import Tables

if not cython.compiled:
    from verifier.engine.kernel.aiming import CITIES, STAY, TOTAL
    from verifier.engine.kernel.bounding import MOST_ENDS, Bounded
    from verifier.engine.kernel.core import (
        ALL_HELP,
        FRONTIER_ROOM,
        NONE_HELPS,
        SOME_HELP,
        bits_in,
        byte_of,
        meeples_on,
        score_of,
        shields_in,
        tiles_in,
    )
else:
    from cython.cimports.verifier.engine.kernel.aiming import CITIES, STAY, TOTAL
    from cython.cimports.verifier.engine.kernel.bounding import MOST_ENDS, Bounded
    from cython.cimports.verifier.engine.kernel.core import (
        ALL_HELP,
        FRONTIER_ROOM,
        NONE_HELPS,
        SOME_HELP,
        bits_in,
        byte_of,
        meeples_on,
        score_of,
        shields_in,
        tiles_in,
    )

MONASTERY_POINTS = cython.declare(cython.int, 9)


SHARES = cython.declare(cython.int, 840)
"""Points are shared out over cells in so many parts; most numbers of cells divide it."""


@cython.cclass
class Closing(Bounded):
    """A table that also knows bounds for totals, and for playing all tiles."""

    def __init__(self, tables: Tables) -> None:
        Bounded.__init__(self, tables)
        self.growth = self._ints(self.kinds)
        self.weight = self._ints(4 * MOST_ENDS)
        self.sure = self._ints(4)
        self.gain = self._ints(4)
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
        if self.goal == STAY:
            reachable: cython.bint = self.placed + self.turns >= self.goal_least
            return ALL_HELP if reachable else NONE_HELPS
        if self._hidden():
            return NONE_HELPS
        pile: cython.int
        left: cython.int = 0
        for pile in range(self.piles):
            left += self._left_in(pile)
        if self.goal_all_placed and (self.discards or left >= self.turns):
            return NONE_HELPS
        # The least result is asked for only once a line with another was found.
        return self._sieve_total() if self.goal_least else ALL_HELP

    @cython.cfunc
    @cython.exceptval(check=False)
    def _sieve_total(self) -> cython.int:
        self._count_turns()
        if not self._may_be_over():
            return NONE_HELPS
        if not self._list_ends(0):
            return ALL_HELP
        out: cython.ulonglong = self._meeples_out()
        growth: cython.int = self._growth_to_come()
        colour: cython.int
        for colour in range(self.colours):
            self._weigh_ends(colour)
            self.sure[colour] = score_of(self.scores, colour) + 2 * byte_of(out, colour)
            self.sure[colour] += 2 * self._claims_to_come(colour)
            self.sure[colour] += self._monasteries_to_come(colour)
        if self.turns == 1:
            return self._mark_by_result(growth)
        for colour in range(self.colours):
            self.sure[colour] += growth + self._heaviest(colour) // SHARES
        return ALL_HELP if self._suffices() else NONE_HELPS

    @cython.cfunc
    @cython.exceptval(check=False)
    def _suffices(self) -> cython.int:
        """Tell whether the result could be large enough with what every colour could get."""
        least: cython.int = 1 << 20
        total: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            total += self.sure[colour]
            if self.sure[colour] < least:
                least = self.sure[colour]
        return (total if self.goal_total_sum else least) >= self.goal_least

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
    def _weigh_ends(self, colour: cython.int) -> cython.void:
        """Share what features can bring a colour out over the cells with their open ends."""
        room: cython.int = MOST_ENDS * colour
        part: cython.int
        end: cython.int
        for end in range(self.ends_seen):
            self.weight[room + end] = 0
        for part in range(self.parts):
            cells: cython.ulonglong = self.part_cells[part]
            count: cython.int = bits_in(cells)
            if count > self.turns or not self._may_share(part, count, colour):
                continue
            root: cython.int = self.part_root[part]
            word: cython.ulonglong = self.word[root]
            value: cython.int = tiles_in(word)
            if self.node_kind[root] == CITIES:
                value = 2 * (value + shields_in(word))
            value -= 2 * byte_of(meeples_on(word), colour)  # these go back
            # However little it is worth now, the tiles to come may make it worth something.
            share: cython.int = 1
            if value > 0:
                share = (SHARES * value + count - 1) // count
            end = 0
            while cells:
                if cells & 1:
                    self.weight[room + end] += share
                cells >>= 1
                end += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_share(self, part: cython.int, count: cython.int, colour: cython.int) -> cython.int:
        """Tell whether the colour can have a majority when the feature is complete."""
        meeples: cython.ulonglong = meeples_on(self.word[self.part_root[part]])
        if byte_of(meeples, colour):
            return 1
        if not meeples:
            return self.turns > 1 or colour == self.colour
        # Others stand there: a claim apart has to be joined, or what the colour holds already.
        if self.turns_of[colour] and count < self.turns + (self.twin_tiles > 0):
            return 1
        other: cython.int
        for other in range(self.parts):
            root: cython.int = self.part_root[other]
            if self.node_kind[root] != self.node_kind[self.part_root[part]]:
                continue
            if not byte_of(meeples_on(self.word[root]), colour):
                continue
            apart: cython.int = self._distance(part, other) - 1
            ends: cython.int = bits_in(self.part_cells[part] | self.part_cells[other])
            if ends + max(0, apart) <= self.turns:
                return 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _heaviest(self, colour: cython.int) -> cython.int:
        """Return what the cells that can be filled in time weigh together at most."""
        room: cython.int = MOST_ENDS * colour
        total: cython.int = 0
        taken: cython.ulonglong = 0
        one: cython.ulonglong = 1
        turn: cython.int
        end: cython.int
        for turn in range(self.turns):  # noqa: B007 - compiled, a loop over a C number
            most: cython.int = 0
            best: cython.int = -1
            for end in range(self.ends_seen):
                if not taken >> end & 1 and self.weight[room + end] > most:
                    most = self.weight[room + end]
                    best = end
            if best < 0:
                break
            taken |= one << best
            total += most
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def _claims_to_come(self, colour: cython.int) -> cython.int:
        """Return how many meeples the colour can still place at most."""
        if self.turns == 1:
            return colour == self.colour
        return self.turns_of[colour] + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _growth_to_come(self) -> cython.int:
        """Return what the tiles to come can add to features, a new monastery included."""
        most: cython.int = 0
        total: cython.int = 0
        number: cython.int
        self.twin_tiles = 0
        for number in range(self.coming_size):
            kind: cython.int = self.coming[number]
            adds: cython.int = self.growth[kind]
            self.twin_tiles += self.twin[4 * kind]
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
                points += MONASTERY_POINTS - 2  # the meeple goes back
        return points

    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_by_result(self, growth: cython.int) -> cython.int:
        """Mark the cells where the last tile can complete enough for every colour."""
        room: cython.int = FRONTIER_ROOM * self.ply
        monastery: cython.int = self.monastery[4 * self.coming[0]]
        number: cython.int
        colour: cython.int
        for number in range(self.frontier_size):
            end: cython.int = self.end_of[number]
            for colour in range(self.colours):
                weight: cython.int = self.weight[MOST_ENDS * colour + end] if end >= 0 else 0
                self.gain[colour] = weight // SHARES
                if weight or (monastery and colour == self.colour):
                    self.gain[colour] += growth
                self.sure[colour] += self.gain[colour]
            self.helpful[room + number] = self._suffices()
            for colour in range(self.colours):
                self.sure[colour] -= self.gain[colour]
        return SOME_HELP
