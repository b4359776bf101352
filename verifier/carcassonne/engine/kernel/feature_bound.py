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
    from verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS
    from verifier.carcassonne.engine.kernel.goals import CITIES, ROADS
    from verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        shields_in,
        tiles_in,
    )
    from verifier.carcassonne.engine.kernel.open_features import (
        FAR,
        MOST_ENDS,
        MOST_WAYS,
        OpenFeatures,
    )
    from verifier.carcassonne.engine.kernel.sizes import KIND_ROOM, SEGMENT_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import CITIES, ROADS
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        shields_in,
        tiles_in,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.open_features import (
        FAR,
        MOST_ENDS,
        MOST_WAYS,
        OpenFeatures,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import KIND_ROOM, SEGMENT_ROOM

MOST_TRIED = cython.declare(cython.int, 2000)
"""Where more sets of features are to be tried, no turn is ruled out."""


@cython.cclass
class FeatureBound(OpenFeatures):
    """A table that knows what roads and cities still ask for."""

    def __init__(self, tables: Tables) -> None:
        OpenFeatures.__init__(self, tables)
        if not cython.compiled:
            self.has_segments = [0] * KIND_ROOM
            self.has_shields = [0] * KIND_ROOM
            self.has_ends = [0] * KIND_ROOM
            self.chosen = [0] * MOST_ENDS
        self.least_units = self.most_units = self.tried = self.spare = 0
        self.fitting = self.later_fitting = self.coats = self.twin_tiles = self.widest = 0

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
