# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to reach a goal of the whole game.

For the result, FACT-1 bounds every colour: its points, two for each of its meeples on tiles, two
for each claim it can still make, and what features can bring it. One that is completed has got a
tile on each cell with an open end of it, and returns a meeple of each colour it brings points.

Before the last turn all sets of features are tried that ask for no more tiles than are to come:
such a set brings each colour the values of those in which it can have a majority, and what new
tiles can add. If every set that suffices asks for all the tiles, this one has to lie on its cells.
For the last turn, and where there are many sets, each feature's value is shared out over the cells
it waits for: all together bring no more than the cells filled weigh.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS, SOME_HELP
    from verifier.carcassonne.engine.kernel.feature_bound import MOST_ENDS, FeatureBound
    from verifier.carcassonne.engine.kernel.goals import CITIES, ROADS, STAY, TOTAL
    from verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        score_of,
        shields_in,
        tiles_in,
    )
    from verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, KIND_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import (
        ALL_HELP,
        NONE_HELPS,
        SOME_HELP,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.feature_bound import (
        MOST_ENDS,
        FeatureBound,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import CITIES, ROADS, STAY, TOTAL
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        score_of,
        shields_in,
        tiles_in,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, KIND_ROOM

MONASTERY_POINTS = cython.declare(cython.int, 9)

MOST_SETS = cython.declare(cython.int, 400)
"""Where more sets of features can be completed, no turn is ruled out by them."""

SHARES = cython.declare(cython.int, 840)
"""Points are shared out over cells in so many parts; most numbers of cells divide it."""


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def most_of_one(meeples: cython.ulonglong) -> cython.int:
    """Return how many meeples the colour with most has."""
    most: cython.int = 0
    while meeples:
        count: cython.int = meeples & 0xFF
        most = max(most, count)
        meeples >>= 8
    return most


@cython.cclass
class EndBound(FeatureBound):
    """A table that also knows bounds for totals, and for playing all tiles."""

    def __init__(self, tables: Tables) -> None:
        FeatureBound.__init__(self, tables)
        if not cython.compiled:
            self.growth = [0] * KIND_ROOM
            self.roads_on = [0] * KIND_ROOM
            self.cities_on = [0] * KIND_ROOM
            self.coats_on = [0] * KIND_ROOM
            self.tiles_with = [0] * 3
            self.part_gains = [0] * MOST_ENDS
            self.part_for = [0] * MOST_ENDS
            self.growth_of = [0] * 4
            self.new_growth = [0] * 4
            self.weight = [0] * (4 * MOST_ENDS)
            self.sure = [0] * 4
            self.gain = [0] * 4
        kind: cython.int
        segment: cython.int
        for kind in range(self.kinds):
            for segment in range(self.segments[4 * kind]):
                at: cython.int = 20 * kind + segment
                adds: cython.int = 1 + self.shields[at]
                self.growth[kind] += 2 * adds if self.kind[at] == CITIES else adds
                self.roads_on[kind] += self.kind[at] == ROADS
                self.cities_on[kind] += self.kind[at] == CITIES
                self.coats_on[kind] += self.shields[at]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_ends(self) -> cython.int:
        if self.goal == TOTAL:
            return self._filter_total()
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
        return self._filter_total() if self.goal_least else ALL_HELP

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_total(self) -> cython.int:
        self._count_turns()
        if not self._may_be_over():
            return NONE_HELPS
        if not self._list_ends(0):
            return ALL_HELP
        part: cython.int
        for part in range(self.parts):
            self.part_gains[part] = self.part_for[part] = 0
        out: cython.ulonglong = self._meeples_out()
        growth: cython.int = self._growth_of_tiles()
        colour: cython.int
        for colour in range(self.colours):
            self._weigh_ends(colour)
            self.sure[colour] = score_of(self.scores, colour) + 2 * byte_of(out, colour)
            self.sure[colour] += 2 * self.all_turns_of[colour]
            self.sure[colour] += self._monasteries_to_come(colour)
            if self.turns > 1:
                self._note_growth(colour)
        if self.turns == 1:
            return self._mark_by_result(growth)
        if not self._may_suffice():
            return NONE_HELPS
        return self._filter_sets()

    @cython.final
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

    @cython.final
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

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _weigh_ends(self, colour: cython.int) -> cython.void:
        """Share what features can bring a colour out over the cells with their open ends."""
        room: cython.int = MOST_ENDS * colour
        part: cython.int
        end: cython.int
        self.held = self.shared_kinds = 0
        for end in range(self.ends_seen):
            self.weight[room + end] = 0
        for part in range(self.parts):
            cells: cython.ulonglong = self.part_cells[part]
            count: cython.int = bits_in(cells)
            if count > self.turns or not self._may_share(part, count, colour):
                continue
            root: cython.int = self.part_root[part]
            word: cython.ulonglong = self.word[root]
            self.held += byte_of(meeples_on(word), colour) > 0
            self.shared_kinds |= 1 << self.node_kind[root]
            value: cython.int = tiles_in(word)
            if self.node_kind[root] == CITIES:
                value = 2 * (value + shields_in(word))
            value -= 2 * byte_of(meeples_on(word), colour)  # these go back
            self.part_for[part] |= 1 << colour
            if byte_of(meeples_on(word), colour):
                self.part_for[part] |= 16 << colour
            # However little it is worth now, the tiles to come may make it worth something.
            share: cython.int = 1
            if value > 0:
                share = (SHARES * value + count - 1) // count
                points: cython.ulonglong = value
                self.part_gains[part] |= points << (16 * colour)
            end = 0
            while cells:
                if cells & 1:
                    self.weight[room + end] += share
                cells >>= 1
                end += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_share(self, part: cython.int, count: cython.int, colour: cython.int) -> cython.int:
        """Tell whether the colour can have a majority when the feature is complete."""
        meeples: cython.ulonglong = meeples_on(self.word[self.part_root[part]])
        if not meeples and self.all_turns_of[colour]:
            return 1
        if meeples and byte_of(meeples, colour) == most_of_one(meeples):
            return 1
        # Others stand there: a claim apart has to be joined, or what the colour holds already.
        if meeples and self.turns_of[colour] and count < self.turns + (self.twin_tiles > 0):
            return 1
        other: cython.int
        for other in range(self.parts):
            root: cython.int = self.part_root[other]
            if (
                other != part
                and byte_of(meeples_on(self.word[root]), colour)
                and self._can_be_one(part, other)
            ):
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _can_be_one(self, part: cython.int, other: cython.int) -> cython.int:
        """Tell whether two features can be joined and completed in time."""
        kind: cython.int = self.node_kind[self.part_root[part]]
        if self.node_kind[self.part_root[other]] != kind:
            return 0
        cells: cython.ulonglong = self.part_cells[part] | self.part_cells[other]
        if bits_in(cells) > self.turns:
            return 0
        if bits_in(cells) + self._distance(part, other) - 1 <= self.turns:
            return 1
        # What lies between may be a third feature, however long, that is joined to both.
        third: cython.int
        for third in range(self.parts):
            between: cython.ulonglong = cells | self.part_cells[third]
            if (
                third not in (part, other)
                and self.node_kind[self.part_root[third]] == kind
                and bits_in(between) <= self.turns
            ):
                return 1
        return 0

    @cython.final
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

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _growth_of_tiles(self) -> cython.int:
        """Return what the tiles to come can add to features, a new monastery included."""
        most: cython.int = 0
        total: cython.int = 0
        number: cython.int
        self.twin_tiles = self.new_monasteries = 0
        self.tiles_with[ROADS] = self.tiles_with[CITIES] = 0
        for number in range(self.coming_size):
            kind: cython.int = self.coming[number]
            adds: cython.int = self.growth[kind]
            self.twin_tiles += self.twin[4 * kind]
            self.tiles_with[ROADS] += self.roads_on[kind] > 0
            self.tiles_with[CITIES] += self.cities_on[kind] > 0
            self.new_monasteries += self.monastery[4 * kind]
            if self.monastery[4 * kind] and self._room_for_monastery():
                adds += MONASTERY_POINTS
            total += adds
            if adds > most:
                most = adds
        return total if self.coming_size <= self.turns else most * self.turns

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_growth(self, colour: cython.int) -> cython.void:
        """Note what new tiles can add to features of a colour, and what those of new tiles bring.

        Each feature carries a meeple that the colour holds already, or one to be claimed.
        """
        turns: cython.int = self.all_turns_of[colour]
        roads: cython.int = turns > 0 and self.tiles_with[ROADS] > 1
        cities: cython.int = turns > 0 and self.tiles_with[CITIES] > 1
        # One of new tiles only takes two; the meeple claimed on it goes back.
        self.new_growth[colour] = max(0, self._growth_by(turns, roads, cities) - 2)
        roads |= self.shared_kinds >> ROADS & 1
        cities |= self.shared_kinds >> CITIES & 1
        self.growth_of[colour] = self._growth_by(turns + self.held, roads, cities)
        if turns and self.new_monasteries and self._room_for_monastery():
            self.sure[colour] += (MONASTERY_POINTS - 2) * min(self.new_monasteries, turns)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _growth_by(self, features: cython.int, roads: cython.int, cities: cython.int) -> cython.int:
        """Return what the tiles to come can add to so many features of these kinds."""
        most: cython.int = 0
        total: cython.int = 0
        number: cython.int
        for number in range(self.coming_size):
            kind: cython.int = self.coming[number]
            adds: cython.int = 0
            left: cython.int = features
            if cities and left and self.cities_on[kind]:
                adds = 2 * (min(left, self.cities_on[kind]) + self.coats_on[kind])
                left -= min(left, self.cities_on[kind])
            if roads:
                adds += min(left, self.roads_on[kind])
            total += adds
            if adds > most:
                most = adds
        return total if self.coming_size <= self.turns else most * self.turns

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_suffice(self) -> cython.int:
        """Tell whether the result could be large enough if each colour got its heaviest cells."""
        colour: cython.int
        for colour in range(self.colours):
            self.gain[colour] = self._heaviest(colour) // SHARES + self.growth_of[colour]
            self.sure[colour] += self.gain[colour]
        suffices: cython.int = self._suffices()
        for colour in range(self.colours):
            self.sure[colour] -= self.gain[colour]
        return suffices

    # -- sets of features that are completed together

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_sets(self) -> cython.int:
        """Try all sets of features that the tiles to come can complete, and mark their cells.

        A set that suffices and asks for a tile on fewer cells leaves this turn free.
        """
        self.tried = self.spare = 0
        self.set_cells = 0
        self._complete_sets(0, 0, 0, 0)
        if self.spare:
            return ALL_HELP
        return self._mark_set_cells() if self.set_cells else NONE_HELPS

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _complete_sets(
        self,
        first: cython.int,
        cells: cython.ulonglong,
        gains: cython.ulonglong,
        colours: cython.int,
    ) -> cython.void:
        """Try the features chosen so far, then choose one more in every way."""
        self.tried += 1
        if self.tried > MOST_SETS:
            self.spare = 1
            return
        if self._set_suffices(gains, colours):
            if bits_in(cells) < self.turns:
                self.spare = 1
                return
            self.set_cells |= cells
        part: cython.int
        for part in range(first, self.parts):
            if self.spare:
                return
            more: cython.ulonglong = cells | self.part_cells[part]
            if self.part_for[part] and bits_in(more) <= self.turns:
                self._complete_sets(
                    part + 1, more, gains + self.part_gains[part], colours | self.part_for[part]
                )

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _set_suffices(self, gains: cython.ulonglong, colours: cython.int) -> cython.int:
        """Tell whether the result could be large enough if just these features are completed."""
        colour: cython.int
        for colour in range(self.colours):
            self.gain[colour] = self.new_growth[colour]
            if colours >> colour & 1:
                self.gain[colour] = score_of(gains, colour) + self.growth_of[colour]
                if not colours >> colour + 4 & 1:  # the meeple claimed on one of them goes back
                    self.gain[colour] = max(0, self.gain[colour] - 2)
            self.sure[colour] += self.gain[colour]
        suffices: cython.int = self._suffices()
        for colour in range(self.colours):
            self.sure[colour] -= self.gain[colour]
        return suffices

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_set_cells(self) -> cython.int:
        """Mark the cells of all sets that suffice; each needs a tile on every one of its cells."""
        room: cython.int = FRONTIER_ROOM * self.ply
        number: cython.int
        for number in range(self.frontier_size):
            end: cython.int = self.end_of[number]
            self.helpful[room + number] = end >= 0 and self.set_cells >> end & 1
        return SOME_HELP

    @cython.final
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

    @cython.final
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
