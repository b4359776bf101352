# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to complete a road, a city or monasteries.

A search looks ``depth`` turns ahead, with the tiles that may come until then and the turns that
each colour can have. It asks before each turn on which cells its tile may help.

monasteries
    Each that has yet to count asks for a tile on every empty cell around it.
roads and cities
    A *part* is a feature on the table that is not complete, an *end* a cell to which it is open. A
    feature that meets the goal will hold some of the parts (a *way*), and tiles still to come. Each
    end of a chosen part takes a tile that fits; each meeple still missing is a claim on a feature
    not occupied, so in a turn of its colour and on another tile; what is occupied apart has to be
    joined. A way that asks for more tiles than there are turns is none. One that asks for fewer has
    a reach, the number of tiles that it can spare: a tile that lies farther from all its ends does
    not help it. If each way asks for all turns, this turn's tile has to lie near one.

A bound may say too little, never too much; tests/test_bounds.py holds all against brute force.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.goals import GoalTable
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    ALL_HELP,
    CITIES,
    FAR,
    FRONTIER_ROOM,
    KIND_ROOM,
    MOST_ENDS,
    MOST_WAYS,
    NODE_ROOM,
    NONE_HELPS,
    PILE_ROOM,
    ROADS,
    SEGMENT_ROOM,
    SOME_HELP,
    STRIDE,
    TILE_ROOM,
)
from cython.cimports.verifier.carcassonne.engine.kernel.solo_turns import direction_of
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    bits_in,
    byte_of,
    meeples_on,
    open_ends,
    shields_in,
    tiles_in,
)

from verifier.carcassonne.engine.tables import Tables

MOST_TRIED = cython.declare(cython.int, 2000)
"""Where more sets of features are to be tried, no turn is ruled out."""


@cython.cclass
class Searcher(GoalTable):
    """A table with a goal that looks ahead, and marks for each turn which cells may help."""

    def __init__(self, tables: Tables) -> None:
        GoalTable.__init__(self, tables)
        if not cython.compiled:
            self.coming = [0] * TILE_ROOM
            self.turns_of = [0] * 4
            self.all_turns_of = [0] * 4
            self.helpful = [0] * (FRONTIER_ROOM * TILE_ROOM)
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
            self.has_segments = [0] * KIND_ROOM
            self.has_shields = [0] * KIND_ROOM
            self.has_ends = [0] * KIND_ROOM
            self.chosen = [0] * MOST_ENDS
        self.kinds = len(tables.kinds)
        self.depth = self.turns = self.coming_size = 0
        self.stamp = self.ends_seen = self.parts = self.ways = 0
        self.least_units = self.most_units = self.tried = self.spare = 0
        self.fitting = self.later_fitting = self.coats = self.twin_tiles = self.widest = 0

    # -- what may still come: tiles, and turns by colour; rather too many than too few

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_help(self, number: cython.int) -> cython.int:
        return self.helpful[FRONTIER_ROOM * self.ply + number]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_coming(self, kind: cython.int) -> cython.void:
        """List this turn's tile and all known ones after it, of which discards may skip some."""
        self.coming[0] = kind
        size: cython.int = 1
        pile: cython.int
        place: cython.int
        if self.turns > 1:
            for pile in range(self.piles):
                for place in range(self.pile_at[pile], self.pile_size[pile]):
                    self.coming[size] = self.pile[PILE_ROOM * pile + place]
                    size += 1
        self.coming_size = size

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_turns(self) -> cython.void:
        """Count for each colour the most turns it can have, in all and before the last one."""
        colour: cython.int
        turn: cython.int
        before: cython.int = self.turns - 1
        # Where a pile may run out, or a turn be skipped, colours can follow in another order.
        in_order: cython.int = self.unplaceable != 2 and (self.piles == 1 or self._hidden() == 2)
        own_piles: cython.int = self.piles > 1 and self.unplaceable == 0 and self.empty_pile != 1
        final: cython.int = self._final_colour() if own_piles else -1
        for colour in range(self.colours):
            most: cython.int = before + (colour == self.colour)
            if in_order:
                most = 0
                for turn in range(self.turns):
                    most += (self.colour + turn) % self.colours == colour
            elif own_piles:
                left: cython.int = self._left_in(colour) + (colour == self.colour)
                most = min(most, left)
            self.all_turns_of[colour] = most
            last: cython.int = in_order and (self.colour + before) % self.colours == colour
            last |= colour == final
            # The first of the turns before the last is this one.
            others: cython.int = before > 0 and colour != self.colour
            self.turns_of[colour] = min(most - last, before - others)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _final_colour(self) -> cython.int:
        """Return the colour of the last tile if each is laid by the colour of its pile, in time.

        It plays last, or has a turn less because one of its tiles is discarded. Where more tiles
        are to come than turns, return -1.
        """
        colour: cython.int
        step: cython.int
        final: cython.int = self.colour
        most: cython.int = 0
        tiles: cython.int = 1
        for step in range(1, self.colours + 1):
            colour = (self.colour + step) % self.colours
            tiles += self._left_in(colour)
            if self._left_in(colour) and self._left_in(colour) >= most:
                most = self._left_in(colour)
                final = colour
        return final if tiles <= self.turns else -1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _hidden(self) -> cython.int:
        """Return 2 if all piles have unknown tiles below, and none runs out; 1 if some; or 0."""
        pile: cython.int
        some: cython.int = 0
        for pile in range(self.piles):
            some += self.pile_hidden[pile] > 0
        return (some > 0) + (some == self.piles)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _can_fill(self, cell: cython.int) -> cython.int:
        """Return whether some tile to come fits what the neighbours of the cell show by now."""
        number: cython.int
        need: cython.int = self.need[cell]
        for number in range(self.coming_size):
            if self.fits[256 * self.coming[number] + need]:
                return 1
        return 0

    # -- monasteries: each that has yet to count asks for a tile on every cell around it

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

    # -- open roads and cities, and the cells that ways to complete them ask for

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

    # -- roads and cities: what their open ends ask for

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_goal(self, depth: cython.int) -> cython.void:
        """Note what the goal asks of a feature and how many turns there are: ``depth``, or 0.

        It has to be called again when the goal changes. With 0 no turn is ruled out.
        """
        self.depth = depth
        self.most_units = 1 << 20
        self.least_units = self.goal_least
        if self.goal == ROADS:
            if self.goal_sum:
                self.least_units = (self.goal_least + self.colours - 1) // self.colours
            else:
                self.most_units = self.goal_most
        elif self.goal == CITIES:
            worth: cython.int = 2 * self.colours if self.goal_sum else 2
            self.least_units = (self.goal_least + worth - 1) // worth
            if not self.goal_sum:
                self.most_units = self.goal_most // 2
                if self.most_units < 2 and self.two_tile_city <= self.goal_most:
                    self.most_units = 2
        if self.goal <= CITIES:
            self._note_kinds()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_kinds(self) -> cython.void:
        """Note what each kind of tile has of the goal's kind, and how many features it can join."""
        kind: cython.int
        segment: cython.int
        for kind in range(self.kinds):
            self.has_segments[kind] = self.has_shields[kind] = 0
            self.has_ends[kind] = 1
            for segment in range(self.segments[4 * kind]):
                at: cython.int = 4 * SEGMENT_ROOM * kind + segment
                if self.kind[at] == self.goal:
                    self.has_segments[kind] += 1
                    self.has_shields[kind] += self.shields[at]
                    self.has_ends[kind] += self.ends[at] - 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_features(self) -> cython.int:
        """Return on which cells this turn's tile may help: ALL_HELP, SOME_HELP or NONE_HELPS."""
        self.fitting = self.coats = self.twin_tiles = self.widest = 0
        number: cython.int
        for number in range(self.coming_size):
            kind: cython.int = self.coming[number]
            if self.has_segments[kind]:
                self.fitting += 1
                self.coats += self.has_shields[kind]
                self.twin_tiles += self.has_segments[kind] > 1
                if self.has_ends[kind] > self.widest:
                    self.widest = self.has_ends[kind]
        self.later_fitting = self.fitting - (self.has_segments[self.coming[0]] > 0)
        if self.fitting > self.turns:
            self.fitting = self.turns
        if self.later_fitting > self.turns - 1:
            self.later_fitting = self.turns - 1
        if self.twin_tiles > self.turns:
            self.twin_tiles = self.turns
        if self.goal == CITIES and self.coats > self.fitting:
            self.coats = self.fitting
        if not self._list_ends(self.goal + 1):
            return ALL_HELP
        self._drop_parts()
        self._count_turns()
        self.tried = self.spare = self.ways = 0
        self._choose(0, 0, 0, 0, 0, 0)
        if self.spare:
            return ALL_HELP
        return self._mark_helpful() if self.ways else NONE_HELPS

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _drop_parts(self) -> cython.void:
        """Keep only the features that can be completed in time without growing too large."""
        kept: cython.int = 0
        one: cython.ulonglong = 1
        filled: cython.ulonglong = 0
        number: cython.int
        for number in range(self.ends_seen):
            if self.end_filled[number]:
                filled |= one << number
        for number in range(self.parts):
            cells: cython.ulonglong = self.part_cells[number]
            asked: cython.int = bits_in(cells)
            if asked > self.fitting or cells & ~filled:
                continue
            word: cython.ulonglong = self.word[self.part_root[number]]
            units: cython.int = tiles_in(word) + shields_in(word) + asked
            if units > self.most_units:
                continue
            self.part_root[kept] = self.part_root[number]
            self.part_cells[kept] = cells
            kept += 1
        self.parts = kept

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose(
        self,
        first: cython.int,
        size: cython.int,
        cells: cython.ulonglong,
        word: cython.ulonglong,
        twins: cython.ulonglong,
        occupied: cython.int,
    ) -> cython.void:
        """Note the features chosen so far as a way, then try all that have one more."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            self.spare = 1
            return
        self._note_way(size, cells, word, occupied)
        part: cython.int
        for part in range(first, self.parts):
            if self.spare:
                return
            more: cython.ulonglong = cells | self.part_cells[part]
            if bits_in(more) > self.fitting:
                continue
            root: cython.int = self.part_root[part]
            # BASE-COUNT-1: what was counted twice was one tile.
            both: cython.int = bits_in(twins & self.twins[root])
            self.chosen[size] = part
            self._choose(
                part + 1,
                size + 1,
                more,
                word + self.word[root] - both,
                twins | self.twins[root],
                occupied + (meeples_on(self.word[root]) != 0),
            )

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_way(
        self,
        size: cython.int,
        cells: cython.ulonglong,
        word: cython.ulonglong,
        occupied: cython.int,
    ) -> cython.void:
        """Note the chosen features as a way if the tiles that they ask for may come in time."""
        units: cython.int = tiles_in(word) + shields_in(word)
        asked: cython.int = self._units_missing(units)
        ends: cython.int = bits_in(cells)
        claims: cython.int = self._claims_missing(meeples_on(word))
        free: cython.int = size - occupied
        if claims < 0 or asked > self.fitting:
            return
        # A claim is made where nobody stands: on a chosen free feature, or apart from them all,
        # but a tile with two such segments may fill an end with one and be claimed on the other.
        apart: cython.int = ends
        if claims > free + self.twin_tiles:
            apart += claims - free - self.twin_tiles
        if apart > asked:
            asked = apart
        joined: cython.int = self._joins_missing(occupied, claims)
        if joined > asked:
            asked = joined
        if not size and asked < 2:  # no feature is complete on one tile
            asked = 2
        if asked > self.fitting or units + asked > self.most_units:
            return
        if size > 1:
            bridged: cython.int = ends + self._gaps(size)
            if bridged > asked:
                asked = bridged
        if asked > self.fitting or units + asked > self.most_units:
            return
        if asked <= self.later_fitting:
            self.spare = 1  # this turn need not help
        elif self.has_segments[self.coming[0]]:
            if not size or self.ways == MOST_WAYS:
                self.spare = 1  # it has to, on whatever cell
                return
            self.way_cells[self.ways] = cells
            self.way_reach[self.ways] = self.turns - ends
            self.ways += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _units_missing(self, units: cython.int) -> cython.int:
        """Return how many tiles are needed to be worth enough; their coats of arms count too."""
        missing: cython.int = self.least_units - units
        if missing <= 0:
            return 0
        if missing <= 2 * self.coats:
            return (missing + 1) >> 1
        return missing - self.coats

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _claims_missing(self, meeples: cython.ulonglong) -> cython.int:
        """Return how many meeples more the goal asks for, or -1 if they cannot come in time."""
        wanted: cython.int = self.goal_colours or 1
        if not meeples and wanted == 1:
            return 1  # this one may come with the last tile
        most: cython.int = 1
        colour: cython.int
        if self.goal_counted != 2:
            for colour in range(self.colours):
                if byte_of(meeples, colour) > most:
                    most = byte_of(meeples, colour)
        claims: cython.int = 0
        taken: cython.int = 0
        while wanted:
            best: cython.int = FAR
            chosen: cython.int = -1
            for colour in range(self.colours):
                lacking: cython.int = most - byte_of(meeples, colour)
                if lacking < 0:
                    lacking = 0
                if lacking < best and lacking <= self.turns_of[colour] and not taken >> colour & 1:
                    best = lacking
                    chosen = colour
            if chosen < 0:
                return -1
            taken |= 1 << chosen
            claims += best
            wanted -= 1
        return claims

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _joins_missing(self, occupied: cython.int, claims: cython.int) -> cython.int:
        """Return how many tiles it takes to claim and to join; none does both by one segment."""
        several: cython.int = occupied + claims
        if several < 2:
            return claims
        if self.widest < 2:
            return FAR
        joins: cython.int = (several - 2 + self.widest - 1) // (self.widest - 1)
        both: cython.int = min(self.twin_tiles, claims)
        return claims + joins - both

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gaps(self, size: cython.int) -> cython.int:
        """Return how many tiles are between the chosen feature farthest off and its nearest."""
        gaps: cython.int = 0
        one: cython.int
        other: cython.int
        for one in range(size):
            nearest: cython.int = FAR
            for other in range(size):
                if other != one and nearest:
                    away: cython.int = self._distance(self.chosen[one], self.chosen[other])
                    if away < nearest:
                        nearest = away
            if nearest - 1 > gaps:
                gaps = nearest - 1
        return gaps
