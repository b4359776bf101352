# cython: language_level=3, cdivision=True
"""Knows what a set of features that are completed together can bring a colour.

The tiles to come complete some set of the features on the table, perhaps none: each of these gets
a tile on every empty cell that it waits for, so the set asks for no more cells than tiles come. To
a colour it brings at most the values of those features in which it can have a majority, less two
points for each meeple of it that goes back, and what new tiles add to them and to features of
their own. A colour has no majority where only others stand, unless it can still claim a part and
join it, or stands on another feature of the set that can be joined.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import MONASTERY
    from verifier.carcassonne.engine.kernel.completable import MOST_SPARE, Completable
    from verifier.carcassonne.engine.kernel.goals import CITIES, ROADS
    from verifier.carcassonne.engine.kernel.inlined import bits_in, byte_of
    from verifier.carcassonne.engine.kernel.sizes import KIND_ROOM, SEGMENT_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import MONASTERY
    from cython.cimports.verifier.carcassonne.engine.kernel.completable import (
        MOST_SPARE,
        Completable,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import CITIES, ROADS
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import bits_in, byte_of
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import KIND_ROOM, SEGMENT_ROOM

if not cython.compiled:
    # More roads or cities than one tile can extend.
    GROWING = 5
    # More tiles than are counted one by one.
    MOST_GROWTH = 8
    # How a colour comes to have a majority.
    BY_MAJORITY = 1
    BY_CLAIM = 2

LOOP = cython.declare(cython.int, 4)
"""The fewest tiles of a road or city that closes on itself."""


@cython.cclass
class FeatureSets(Completable):
    """A table that knows what sets of parts bring; ``claimed`` are the free ones a colour takes."""

    def __init__(self, tables: Tables) -> None:
        Completable.__init__(self, tables)
        if not cython.compiled:
            self.roads_on = [0] * KIND_ROOM
            self.cities_on = [0] * KIND_ROOM
            self.coats_on = [0] * KIND_ROOM
            self.dead_ends_on = [0] * (4 * KIND_ROOM)
            self.starts_new = [0] * 4
            self.claimable = [0] * 4
            self.growth_of_roads = [0] * (2 * GROWING)
            self.growth_of_cities = [0] * (2 * GROWING)
            self.best_growth = [0] * (4 * MOST_GROWTH)
            self.claimed = [0] * 4
            self.shared = [0] * 4
        self.mixed_tiles = self.roads = self.cities = self.alone = 0
        kind: cython.int
        segment: cython.int
        for kind in range(self.kinds):
            for segment in range(self.segments[4 * kind]):
                at: cython.int = 4 * SEGMENT_ROOM * kind + segment
                self.roads_on[kind] += self.kind[at] == ROADS
                self.cities_on[kind] += self.kind[at] == CITIES
                self.coats_on[kind] += self.shields[at]
                self.dead_ends_on[4 * kind + self.kind[at]] += self.ends[at] == 1

    # -- what new tiles add

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_growth(self) -> cython.void:
        """Note what the tiles to come can add to features, claim, and be by themselves."""
        number: cython.int
        features: cython.int
        # A claim to be joined later is not made with the last tile: of two, with this one.
        claiming: cython.int = 1 if self.turns == 2 else self.coming_size
        self.twin_tiles = self.mixed_tiles = 0
        self.claimable[ROADS] = self.claimable[CITIES] = 0
        for number in range(claiming):
            kind: cython.int = self.coming[number]
            self.twin_tiles += self.twin[4 * kind]
            self.mixed_tiles += self.roads_on[kind] > 0 and self.cities_on[kind] > 0
            self.claimable[ROADS] += self.roads_on[kind] > 0
            self.claimable[CITIES] += self.cities_on[kind] > 0
        for number in range(ROADS, CITIES + 1):
            self.starts_new[number] = self._may_start_new(number)
            self._note_best_growth(number)
        for features in range(GROWING):
            self._note_growth_of(features)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_best_growth(self, kind: cython.int) -> cython.void:
        """Note what the best of the tiles to come, so many, can add to one road or one city."""
        room: cython.int = MOST_GROWTH * kind
        number: cython.int
        for number in range(MOST_GROWTH):
            self.best_growth[room + number] = 0
        for number in range(self.coming_size):
            tile: cython.int = self.coming[number]
            adds: cython.int = self.roads_on[tile] > 0
            if kind == CITIES:
                adds = 2 * ((self.cities_on[tile] > 0) + self.coats_on[tile])
            place: cython.int
            for place in range(1, MOST_GROWTH):  # the best come first
                if adds > self.best_growth[room + place]:
                    worse: cython.int = self.best_growth[room + place]
                    self.best_growth[room + place] = adds
                    adds = worse
        for number in range(1, MOST_GROWTH):
            self.best_growth[room + number] += self.best_growth[room + number - 1]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_start_new(self, kind: cython.int) -> cython.int:
        """Return whether a road or city may consist of tiles to come alone.

        It has two tiles with a single end, or is a loop.
        """
        with_it: cython.int = 0
        dead_ends: cython.int = 0
        number: cython.int
        for number in range(self.coming_size):
            tile: cython.int = self.coming[number]
            with_it += (self.roads_on[tile] if kind == ROADS else self.cities_on[tile]) > 0
            dead_ends += self.dead_ends_on[4 * tile + kind] > 0
        return dead_ends > 1 or (with_it >= LOOP and self.turns >= LOOP)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_growth_of(self, features: cython.int) -> cython.void:
        """Note what the tiles to come add to so many features of a kind: all, and all but this."""
        roads: cython.int = 0
        cities: cython.int = 0
        longest: cython.int = 0
        richest: cython.int = 0
        number: cython.int
        for number in range(self.coming_size - 1, -1, -1):  # this turn's tile is the last
            kind: cython.int = self.coming[number]
            longer: cython.int = min(features, self.roads_on[kind])
            richer: cython.int = 2 * min(features, self.cities_on[kind])
            if features:
                richer += 2 * self.coats_on[kind]
            longest = max(longest, longer)
            richest = max(richest, richer)
            if not number:
                at: cython.int = GROWING + features
                self.growth_of_roads[at] = min(roads, longest * (self.turns - 1))
                self.growth_of_cities[at] = min(cities, richest * (self.turns - 1))
            roads += longer
            cities += richer
        # Where more tiles are known than there are turns, some of them will not come.
        self.growth_of_roads[features] = min(roads, longest * self.turns)
        self.growth_of_cities[features] = min(cities, richest * self.turns)

    # -- what a set brings

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _brings(
        self, chosen: cython.ulonglong, spare: cython.int, colour: cython.int, away: cython.int
    ) -> cython.int:
        """Return the most points and meeples on tiles that a colour gets beyond what it has.

        It is for a line that completes just the chosen parts and has ``spare`` tiles more than
        these ask for to add to them. This turn's tile may lie ``away`` from all that: it is part
        of new features only.
        """
        self.roads = self.cities = self.alone = 0
        self.shared[ROADS] = self.shared[CITIES] = 0
        gain: cython.int = 0
        part: cython.int = 0
        left: cython.ulonglong = chosen
        while left:
            if left & 1:
                gain -= 2 * byte_of(self.part_meeples[part], colour)
                wins: cython.int = self._wins(part, chosen, spare, colour, away)
                if wins == BY_CLAIM:
                    self.shared[self.part_kind[part]] += self.part_value[part]
                elif wins:
                    gain += self.part_value[part]
                if wins:
                    self._let_grow(part, chosen, spare, away)
            left >>= 1
            part += 1
        any_shared: cython.int = self.shared[ROADS] + self.shared[CITIES]
        # A meeple claimed on what is completed goes back.
        turns: cython.int = self.all_turns_of[colour]
        claimed: cython.int = bits_in(self.claimed[colour])
        gain += self._by_claims(turns - claimed) - 2 * claimed
        most: cython.int = gain + 2 * turns
        most += min(self._growth(self.roads, self.cities, away), self.alone)
        if not (claimed or chosen & self.stands_on[colour] or any_shared):
            most = 2 * min(turns, byte_of(self.supply, colour))
        new: cython.int
        for new in range(1, turns - claimed + 1):
            roads: cython.int = self.roads + new if self.starts_new[ROADS] else self.roads
            cities: cython.int = self.cities + new if self.starts_new[CITIES] else self.cities
            if roads + cities > self.roads + self.cities:
                most = max(most, gain + 2 * (turns - new) + self._growth(roads, cities, 0))
        return most

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _by_claims(self, claims: cython.int) -> cython.int:
        """Return the points that claims apart bring, each on a road or city that it is to share."""
        if not claims:
            return 0
        roads: cython.int = max(0, self.shared[ROADS] - 2)
        cities: cython.int = max(0, self.shared[CITIES] - 2)
        return roads + cities if claims > 1 else max(roads, cities)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _let_grow(
        self, part: cython.int, chosen: cython.ulonglong, spare: cython.int, away: cython.int
    ) -> cython.void:
        """Note that tiles to come add to a part: those on its cells and the spare ones.

        If it is not alone, all others may.
        """
        kind: cython.int = self.part_kind[part]
        if kind == MONASTERY:
            return
        self.roads += kind == ROADS
        self.cities += kind == CITIES
        tiles: cython.int = bits_in(self.part_cells[part]) + spare
        if not self._is_alone(part, chosen, spare):
            tiles = self.turns
        if tiles < self.turns and tiles < MOST_GROWTH:
            self.alone += self.best_growth[MOST_GROWTH * kind + tiles]
        else:
            self.alone += self._growth(kind == ROADS, kind == CITIES, away)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_alone(
        self, part: cython.int, chosen: cython.ulonglong, spare: cython.int
    ) -> cython.int:
        """Return whether no tile on the cells of other parts can become part of this one."""
        bit: cython.ulonglong = 1
        bit <<= part
        if spare >= MOST_SPARE or chosen & self.parts_of_kind[self.part_kind[part]] & ~bit:
            return 0
        return not chosen & self.neighbours[MOST_SPARE * part + spare]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _growth(self, roads: cython.int, cities: cython.int, away: cython.int) -> cython.int:
        """Return the points that the tiles to come can add to so many features.

        With ``away`` they are those after this turn's.
        """
        room: cython.int = GROWING if away else 0
        return (
            self.growth_of_roads[room + min(roads, GROWING - 1)]
            + self.growth_of_cities[room + min(cities, GROWING - 1)]
        )

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _wins(
        self,
        part: cython.int,
        chosen: cython.ulonglong,
        spare: cython.int,
        colour: cython.int,
        away: cython.int,
    ) -> cython.int:
        """Return how a colour can have a majority on a part: BY_MAJORITY, BY_CLAIM, or 0.

        BY_CLAIM is by a claim apart: what others stand on, or the tile of another colour's claim.
        """
        one: cython.ulonglong = 1
        bit: cython.ulonglong = one << part
        if (self.leads_on[colour] | self.claimed[colour]) & bit:
            return BY_MAJORITY
        kind: cython.int = self.part_kind[part]
        if kind == MONASTERY:
            return 0
        alike: cython.ulonglong = chosen & self.parts_of_kind[kind] & ~bit
        early: cython.int = self.turns_of[colour]
        if away and colour == self.colour:
            early -= 1
        own: cython.ulonglong = alike & self.stands_on[colour]
        if early > 0 or self.free_parts & bit:
            own |= alike & self.claimed[colour]
        # What lies between two may be a third feature, however long, that is joined to both.
        if own and (own & self.joinable[part] or bits_in(alike) > 1):
            return BY_MAJORITY
        if early < 1:
            return 0
        if bits_in(self.part_cells[part]) >= self.turns + (self.twin_tiles > 0):
            return 0
        return BY_CLAIM if self._may_claim_apart(part, chosen, spare, colour) else 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_claim_apart(
        self, part: cython.int, chosen: cython.ulonglong, spare: cython.int, colour: cython.int
    ) -> cython.int:
        """Return whether there is a tile for a claim that is joined to the part later.

        It fills none of the cells, or extends another part, or fills a cell with a segment
        beside the one that is claimed.
        """
        kind: cython.int = self.part_kind[part]
        if not self.claimable[kind]:
            return 0
        if spare > 0 or self.twin_tiles:
            return 1
        one: cython.ulonglong = 1
        free: cython.ulonglong = self.free_parts & self.parts_of_kind[kind] & ~(one << part)
        other: cython.int
        for other in range(self.colours):
            if other != colour:
                free &= ~self.claimed[other]
        if chosen & free:
            return 1
        if self._is_alone(part, chosen, 0):
            return 0
        if chosen & self.parts_of_kind[MONASTERY]:
            return 1
        return self.mixed_tiles > 0 and (chosen & ~self.parts_of_kind[kind]) != 0
