# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to complete a road or city, by what open ends ask for.

A feature that meets the goal will hold some of those on the table (a *way*), and tiles still to
come. Each cell with an open end of a chosen one takes a tile that fits; each meeple still
missing is a claim on a feature not occupied, so in a turn of its colour and on another tile;
what is occupied apart has to be joined. A way that asks for more tiles than there are turns is
none. If each way asks for all of them, this turn's tile has to lie near one.

A bound may say too little, never too much; tests/test_bounds.py holds all against brute force.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS, SOME_HELP
    from verifier.carcassonne.engine.kernel.goals import CITIES, ROADS
    from verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        shields_in,
        tiles_in,
    )
    from verifier.carcassonne.engine.kernel.monastery_bound import MonasteryBound
    from verifier.carcassonne.engine.kernel.sizes import (
        FRONTIER_ROOM,
        KIND_ROOM,
        NODE_ROOM,
        SEGMENT_ROOM,
        STRIDE,
    )
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import (
        ALL_HELP,
        NONE_HELPS,
        SOME_HELP,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import CITIES, ROADS
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        shields_in,
        tiles_in,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.monastery_bound import MonasteryBound
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import (
        FRONTIER_ROOM,
        KIND_ROOM,
        NODE_ROOM,
        SEGMENT_ROOM,
        STRIDE,
    )

if not cython.compiled:
    # Cells are told apart by the bits of a word; where there are more, nothing is ruled out.
    MOST_ENDS = 64
    MOST_WAYS = 32
MOST_TRIED = cython.declare(cython.int, 2000)
FAR = cython.declare(cython.int, 1000)


@cython.cclass
class FeatureBound(MonasteryBound):
    """A table that knows what roads and cities still ask for."""

    def __init__(self, tables: Tables) -> None:
        MonasteryBound.__init__(self, tables)
        if not cython.compiled:
            self.has_segments = [0] * KIND_ROOM
            self.has_shields = [0] * KIND_ROOM
            self.has_ends = [0] * KIND_ROOM
            self.end_cell = [0] * MOST_ENDS
            self.end_row = [0] * MOST_ENDS
            self.end_column = [0] * MOST_ENDS
            self.end_filled = [0] * MOST_ENDS
            self.end_of = [0] * FRONTIER_ROOM
            self.part_root = [0] * MOST_ENDS
            self.part_cells = [0] * MOST_ENDS
            self.part_of = [0] * NODE_ROOM
            self.part_stamp = [0] * NODE_ROOM
            self.chosen = [0] * MOST_ENDS
            self.way_cells = [0] * MOST_WAYS
            self.way_reach = [0] * MOST_WAYS
        self.least_units = self.most_units = self.stamp = 0
        self.fitting = self.later_fitting = self.coats = self.twin_tiles = self.widest = 0
        self.ends_seen = self.parts = self.tried = self.spare = self.ways = 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _aim(self, depth: cython.int) -> cython.void:
        """Note what the goal asks for; to be called when the goal or the depth is new."""
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
        """Try the features chosen so far, then choose one more in every way."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            self.spare = 1
            return
        self._judge(size, cells, word, occupied)
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
    def _judge(
        self,
        size: cython.int,
        cells: cython.ulonglong,
        word: cython.ulonglong,
        occupied: cython.int,
    ) -> cython.void:
        """Count the tiles that the chosen features ask for, and note the way if they may come."""
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
        """Return how many tiles are needed to be worth enough; coats on them count as well."""
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
        """Return the tiles to claim and to join with; none does both by one segment."""
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
        """Return the tiles that lie between the ends of the feature farthest from the others."""
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

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _distance(self, one: cython.int, other: cython.int) -> cython.int:
        """Return the steps from an end of one feature to an end of the other."""
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
        """Mark the cells from which the tile can still become part of a way."""
        number: cython.int
        room: cython.int = FRONTIER_ROOM * self.ply
        for number in range(self.frontier_size):
            self.helpful[room + number] = self._near_a_way(self.frontier[number])
        return SOME_HELP

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _near_a_way(self, cell: cython.int) -> cython.int:
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
