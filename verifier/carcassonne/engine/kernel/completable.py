# cython: language_level=3, cdivision=True
"""Lists the unfinished features that the tiles to come can complete.

Each asks for a tile on every empty cell it waits for: a road or city on those with its open ends, a
monastery on those around it.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import MONASTERY
    from verifier.carcassonne.engine.kernel.feature_bound import FeatureBound
    from verifier.carcassonne.engine.kernel.goals import CITIES
    from verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        open_ends,
        shields_in,
        tiles_in,
    )
    from verifier.carcassonne.engine.kernel.open_features import MOST_ENDS
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import MONASTERY
    from cython.cimports.verifier.carcassonne.engine.kernel.feature_bound import FeatureBound
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import CITIES
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        meeples_on,
        open_ends,
        shields_in,
        tiles_in,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.open_features import MOST_ENDS

if not cython.compiled:
    MONASTERY_POINTS = 9
    # Spare tiles between the cells of two features that are counted one by one.
    MOST_SPARE = 3


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
class Completable(FeatureBound):
    """A table that lists, as parts, what can be completed in time; bits of a word name parts."""

    def __init__(self, tables: Tables) -> None:
        FeatureBound.__init__(self, tables)
        if not cython.compiled:
            self.part_kind = [0] * MOST_ENDS
            self.part_value = [0] * MOST_ENDS
            self.part_meeples = [0] * MOST_ENDS
            self.joinable = [0] * MOST_ENDS
            self.neighbours = [0] * (MOST_SPARE * MOST_ENDS)
            self.parts_of_kind = [0] * 4
            self.stands_on = [0] * 4
            self.leads_on = [0] * 4
        self.free_parts = 0

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
