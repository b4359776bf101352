# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to reach a goal of the whole game.

For the result, FACT-1 bounds every colour: its points, two for each of its meeples on tiles, and
what the set of features that will be completed can bring it. If no set brings every colour
enough, no turn helps. If each that does asks for as many tiles as are to come, or for what this
one adds, then this tile has to lie on its cells or near them.

parts
    What the tiles to come can complete: each part asks for a tile on every empty cell it waits for,
    a road or city on those with its open ends, a monastery on those around it. Bits of a word name
    parts.
sets
    The tiles to come complete some set of the parts, perhaps none, which asks for no more cells
    than tiles come. To a colour a set brings at most the values of those features in which it can
    have a majority, less two points for each meeple of it that goes back, and what new tiles add to
    them and to features of their own. A colour has no majority where only others stand, unless it
    can still claim a part and join it, or stands on another feature of the set that can be joined.

A bound may say too little, never too much; tests/test_bounds.py holds all against brute force.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.bounds import Searcher
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    ALL_HELP,
    BY_CLAIM,
    BY_MAJORITY,
    CITIES,
    GROWING,
    KIND_ROOM,
    MONASTERY,
    MONASTERY_POINTS,
    MOST_ENDS,
    MOST_GROWTH,
    MOST_SPARE,
    MOST_WAYS,
    NONE_HELPS,
    ROADS,
    SEGMENT_ROOM,
    STAY,
    TOTAL,
)
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    bits_in,
    byte_of,
    meeples_on,
    open_ends,
    score_of,
    shields_in,
    tiles_in,
)

from verifier.carcassonne.engine.tables import Tables


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


LOOP = cython.declare(cython.int, 4)
"""The fewest tiles of a road or city that closes on itself."""

MOST_SETS = cython.declare(cython.int, 400)
"""Where more sets of features can be completed, no turn is ruled out by them."""


@cython.cclass
class EndSearcher(Searcher):
    """A searcher that also has bounds for totals, and for playing all tiles.

    ``claimed`` are the free parts that a colour takes.
    """

    def __init__(self, tables: Tables) -> None:
        Searcher.__init__(self, tables)
        if not cython.compiled:
            self.part_kind = [0] * MOST_ENDS
            self.part_value = [0] * MOST_ENDS
            self.part_meeples = [0] * MOST_ENDS
            self.joinable = [0] * MOST_ENDS
            self.neighbours = [0] * (MOST_SPARE * MOST_ENDS)
            self.parts_of_kind = [0] * 4
            self.stands_on = [0] * 4
            self.leads_on = [0] * 4
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
            self.sure = [0] * 4
        self.free_parts = 0
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

    # -- parts: the unfinished features that the tiles to come can complete

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_completable(self) -> cython.int:
        """List the features that can be completed in time, as parts; 0 if there are too many."""
        if not self._list_ends(0) or not self._list_monasteries():
            return 0
        kept: cython.int = 0
        one: cython.ulonglong = 1
        blocked: cython.ulonglong = 0
        number: cython.int
        for number in range(self.ends_seen):
            if not self.end_filled[number]:
                blocked |= one << number
        for number in range(self.parts):
            cells: cython.ulonglong = self.part_cells[number]
            if not cells & blocked and bits_in(cells) <= self.turns:
                self.part_root[kept] = self.part_root[number]
                self.part_cells[kept] = cells
                kept += 1
        self.parts = kept
        self._describe_parts()
        return 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_monasteries(self) -> cython.int:
        """List also the occupied monasteries that can be surrounded in time; 0 if too many."""
        one: cython.ulonglong = 1
        number: cython.int
        row: cython.int
        column: cython.int
        for number in range(self.monasteries):
            node: cython.int = self.monastery_node[number]
            word: cython.ulonglong = self.word[node]
            if not meeples_on(word) or not 0 < open_ends(word) <= self.turns:
                continue
            part: cython.int = self._part_number(node)
            if part < 0:
                return 0
            for row in range(-1, 2):
                for column in range(-1, 2):
                    cell: cython.int = self.monastery_cell[number] + row * self.step[0] + column
                    if not self.tile[cell]:
                        end: cython.int = self._end_at(cell)
                        if end < 0:
                            return 0
                        self.part_cells[part] |= one << end
        return 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _end_at(self, cell: cython.int) -> cython.int:
        """Return the number of an empty cell, a new one if it had none; -1 if too many have."""
        end: cython.int
        if self.need[cell]:
            number: cython.int = self.place_in_frontier[cell]
            if self.end_of[number] < 0:
                self.end_of[number] = self._end_number(cell)
            return self.end_of[number]
        for end in range(self.ends_seen):
            if self.end_cell[end] == cell:
                return end
        end = self._end_number(cell)
        if end >= 0:
            self.end_filled[end] = 1  # it has no neighbour so far
        return end

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _describe_parts(self) -> cython.void:
        """Note value, kind and meeples of each part, who stands there, and who has a majority."""
        one: cython.ulonglong = 1
        colour: cython.int
        part: cython.int
        self.free_parts = 0
        for colour in range(4):
            self.parts_of_kind[colour] = self.stands_on[colour] = self.leads_on[colour] = 0
        for part in range(self.parts):
            root: cython.int = self.part_root[part]
            word: cython.ulonglong = self.word[root]
            kind: cython.int = self.node_kind[root]
            value: cython.int = tiles_in(word)
            if kind == CITIES:
                value = 2 * (value + shields_in(word))
            elif kind == MONASTERY:
                value = MONASTERY_POINTS
            self.part_kind[part] = kind
            self.part_value[part] = value
            self.part_meeples[part] = meeples_on(word)
            self.parts_of_kind[kind] |= one << part
            if not meeples_on(word):
                self.free_parts |= one << part
            for colour in range(self.colours):
                count: cython.int = byte_of(meeples_on(word), colour)
                if count:
                    self.stands_on[colour] |= one << part
                    if count == most_of_one(meeples_on(word)):
                        self.leads_on[colour] |= one << part
        self._note_joins()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_joins(self) -> cython.void:
        """Note which two parts can be joined and completed in time with new tiles alone.

        And which others have cells so near that a tile there can become part of one, with no
        spare tile between or with some.
        """
        one: cython.ulonglong = 1
        part: cython.int
        other: cython.int
        spare: cython.int
        for part in range(self.parts):
            self.joinable[part] = 0
            for spare in range(MOST_SPARE):
                self.neighbours[MOST_SPARE * part + spare] = 0
            for other in range(part):
                cells: cython.int = bits_in(self.part_cells[part] | self.part_cells[other])
                if cells > self.turns:
                    continue
                away: cython.int = self._distance(part, other)
                if self.part_kind[other] == self.part_kind[part] and cells + away - 1 <= self.turns:
                    self.joinable[part] |= one << other
                    self.joinable[other] |= one << part
                for spare in range(MOST_SPARE):
                    if away <= spare + 1:
                        self.neighbours[MOST_SPARE * part + spare] |= one << other
                        self.neighbours[MOST_SPARE * other + spare] |= one << part

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

    # -- where a turn may help to reach a goal of the whole game

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_ends(self) -> cython.int:
        """Return where this turn's tile may help to reach a goal about the end of the game."""
        if self.goal == TOTAL:
            return self._filter_total()
        if self.goal == STAY:
            reachable: cython.bint = self.placed + self.turns >= self.goal_least
            return ALL_HELP if reachable else NONE_HELPS
        if self.goal > STAY:
            return ALL_HELP
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
        """Return where this turn's tile may help to end the game with the result asked for."""
        self._count_turns()
        if not self._may_be_over():
            return NONE_HELPS
        self._note_growth()
        if not self._list_completable():
            return ALL_HELP
        out: cython.ulonglong = self._meeples_out()
        colour: cython.int
        for colour in range(self.colours):
            self.sure[colour] = score_of(self.scores, colour) + 2 * byte_of(out, colour)
            self.sure[colour] += self._new_monasteries(colour)
        return self._filter_sets()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_be_over(self) -> cython.int:
        """Return whether the game can end in time; over unknown tiles it takes an early end."""
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
    def _new_monasteries(self, colour: cython.int) -> cython.int:
        """Return the points that monasteries to come can bring beside the meeples on them."""
        new: cython.int = 0
        number: cython.int
        for number in range(self.coming_size):
            new += self.monastery[4 * self.coming[number]]
        if not new or not self.all_turns_of[colour] or not self._room_for_monastery():
            return 0
        return (MONASTERY_POINTS - 2) * min(new, self.all_turns_of[colour])

    # -- sets of features that are completed together

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_sets(self) -> cython.int:
        """Return where this turn may help, by all sets of features that can be completed."""
        self.tried = self.spare = self.ways = 0
        self._try_sets(0, 0, 0)
        if self.spare:
            return ALL_HELP
        return self._mark_helpful() if self.ways else NONE_HELPS

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _try_sets(
        self, first: cython.int, chosen: cython.ulonglong, cells: cython.ulonglong
    ) -> cython.void:
        """Note the set chosen so far, then try all that have one more."""
        self.tried += 1
        if self.tried > MOST_SETS:
            self.spare = 1
            return
        self._note_set(chosen, cells)
        part: cython.int
        for part in range(first, self.parts):
            if self.spare:
                return
            if bits_in(cells | self.part_cells[part]) <= self.turns:
                self._choose_part(part, chosen, cells | self.part_cells[part])

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose_part(
        self, part: cython.int, chosen: cython.ulonglong, cells: cython.ulonglong
    ) -> cython.void:
        """Go on with a part more; if nobody stands there, a colour may claim it, or none."""
        bit: cython.ulonglong = 1
        bit <<= part
        colour: cython.int
        self._try_sets(part + 1, chosen | bit, cells)
        if not self.free_parts & bit:
            return
        for colour in range(self.colours):
            if self.spare:
                return
            if bits_in(self.claimed[colour]) < self.all_turns_of[colour]:
                self.claimed[colour] |= bit
                self._try_sets(part + 1, chosen | bit, cells)
                self.claimed[colour] &= ~bit

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_set(self, chosen: cython.ulonglong, cells: cython.ulonglong) -> cython.void:
        """Note where this turn's tile has to lie if just these features are completed."""
        reach: cython.int = self.turns - bits_in(cells)
        if not self._suffices(chosen, reach, 0):
            return
        # A tile that fills none of the cells may lie anywhere, unless it has to add something.
        if reach and (not cells or self._suffices(chosen, reach - 1, 1)):
            self.spare = 1
            return
        way: cython.int = 0
        while way < self.ways and self.way_reach[way] != reach:
            way += 1
        if way == self.ways:
            if way == MOST_WAYS:
                self.spare = 1
                return
            self.ways += 1
            self.way_reach[way] = reach
            self.way_cells[way] = 0
        self.way_cells[way] |= cells

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _suffices(
        self, chosen: cython.ulonglong, spare: cython.int, away: cython.int
    ) -> cython.int:
        """Return whether the result may be large enough if just these features are completed."""
        # A tile that lies away from them claims none of them.
        if away and bits_in(self.claimed[self.colour]) == self.all_turns_of[self.colour]:
            return 0
        total: cython.int = 0
        step: cython.int
        for step in range(1, self.colours + 1):  # those with the fewest turns fail most often
            colour: cython.int = (self.colour + self.colours - step) % self.colours
            most: cython.int = self.sure[colour] + self._brings(chosen, spare, colour, away)
            total += most
            if most < self.goal_least and not self.goal_total_sum:
                return 0
        return total >= self.goal_least
