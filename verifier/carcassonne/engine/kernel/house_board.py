# cython: language_level=3, cdivision=True
"""The board of the house game: fields besides what boards with a river have.

fields
    A field's node follows those of its tile's cities and roads. Fields are joined over half-edges,
    and their ``twins`` are a set of something else: a bit for each completed city that touches the
    field (HOUSE-FINAL-5). Cities are numbered as they are completed; a set, not a count, for two
    fields at one city may be joined later. A field's word begins with the number of its segments.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    CITY,
    DRAWN_ROOM,
    KIND_ROOM,
    RIVER_SHOWN,
    SEGMENT_ROOM,
    TILE_ROOM,
)
from cython.cimports.verifier.carcassonne.engine.kernel.river_board import RiverBoard
from cython.cimports.verifier.carcassonne.engine.kernel.words import lowest_rotation, open_ends

from verifier.carcassonne.engine.tables import HouseTables


@cython.cclass
class HouseBoard(RiverBoard):
    """Tiles and features, fields included; see the module's page."""

    def __init__(self, tables: HouseTables) -> None:
        RiverBoard.__init__(self, tables)
        if not cython.compiled:
            self.field_at = [0] * (32 * KIND_ROOM)
            self.cities_beside = [0] * DRAWN_ROOM
            self.first_field = [0] * (4 * KIND_ROOM)
            self.cities_before = [0] * TILE_ROOM
            self.end_before = [0] * TILE_ROOM
            self.side_before = [0] * TILE_ROOM
            self.bend_before = [0] * TILE_ROOM
        self._copy(tables.field_at, self.field_at)
        self._copy(tables.cities_beside, self.cities_beside)
        self._copy(tables.first_field, self.first_field)
        self.completed_cities = 0

    def lay(self, cell: cython.int, drawing: cython.int) -> None:
        """Lay a tile of the position; the cell must be empty and the edges must fit."""
        self._lay_tile(cell, drawing)

    def clear(self) -> None:
        """Take everything off the table."""
        while self.placed:
            self._lift_tile()
        self.river_end = -1

    def takes(self, cell: cython.int, drawing: cython.int) -> bool:
        """Return whether the tile fits there, given in the first of its equal drawings."""
        if self.tile[cell]:
            return False
        return bool(self._rotations_on(cell, drawing // 4) >> (drawing & 3) & 1)

    # -- laying a tile and lifting it again

    @cython.final
    def _lay_tile(self, cell: cython.int, drawing: cython.int) -> cython.void:
        self.cities_before[self.placed] = self.completed_cities
        self.end_before[self.placed] = self.river_end
        self.side_before[self.placed] = self.river_side
        self.bend_before[self.placed] = self.river_bend
        self._place(cell, drawing)
        self._join_fields(cell, drawing)
        if self.closing:
            self._complete_cities(cell, drawing)
        if cell == self.river_end:
            self._follow_river(cell, drawing)

    @cython.final
    def _lift_tile(self) -> cython.void:
        self._lift()
        self.completed_cities = self.cities_before[self.placed]
        self.river_end = self.end_before[self.placed]
        self.river_side = self.side_before[self.placed]
        self.river_bend = self.bend_before[self.placed]

    # -- fields

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _join_fields(self, cell: cython.int, drawing: cython.int) -> cython.void:
        node: cython.int
        for node in range(
            self.base[cell] + self.first_field[drawing], self.base[cell] + self.segments[drawing]
        ):
            self.twins[node] = 0
        side: cython.int
        for side in range(4):
            beside: cython.int = cell + self.step[side]
            if not self.tile[beside]:
                continue
            at: cython.int = 8 * drawing + 2 * side
            left: cython.int = self.field_at[at]
            if left < 0:
                continue
            right: cython.int = self.field_at[at + 1]
            facing: cython.int = 8 * (self.tile[beside] - 1) + 2 * ((side + 2) & 3)
            # Left as seen from one tile is right as seen from the other.
            their_left: cython.int = self.field_at[facing]
            their_right: cython.int = self.field_at[facing + 1]
            self._join_field(self.base[cell] + left, self.base[beside] + their_right)
            if left != right or their_left != their_right:
                self._join_field(self.base[cell] + right, self.base[beside] + their_left)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _join_field(self, one: cython.int, other: cython.int) -> cython.void:
        root: cython.int = self._root(one)
        branch: cython.int = self._root(other)
        if root == branch:
            return
        if self.word[root] & 0xFFFF < self.word[branch] & 0xFFFF:
            root, branch = branch, root
        self._remember(root, branch)
        self.parent[branch] = root
        self.word[root] += self.word[branch]
        self.twins[root] |= self.twins[branch]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _complete_cities(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """Give the cities that the tile completes a number, and mark the fields they touch."""
        segment: cython.int
        for segment in range(self.first_field[drawing]):
            if self.kind[SEGMENT_ROOM * drawing + segment] != CITY:
                return
            root: cython.int = self._root(self.base[cell] + segment)
            if open_ends(self.word[root]) == 0 and not self._met_before(cell, segment, root):
                self._mark_fields(root)
                self.completed_cities += 1

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _met_before(self, cell: cython.int, segment: cython.int, root: cython.int) -> cython.int:
        """Return whether an earlier segment of the tile on the cell is of the same feature."""
        number: cython.int
        for number in range(segment):
            if self._root(self.base[cell] + number) == root:
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_fields(self, city: cython.int) -> cython.void:
        """Put the next number into the sets of all fields that touch a city."""
        bit: cython.ulonglong = 1
        bit <<= self.completed_cities
        number: cython.int
        for number in range(self.placed):
            cell: cython.int = self.placed_cell[number]
            drawing: cython.int = self.tile[cell] - 1
            segment: cython.int
            for segment in range(self.first_field[drawing], self.segments[drawing]):
                cities: cython.int = self.cities_beside[SEGMENT_ROOM * drawing + segment]
                node: cython.int = self.base[cell]
                while cities:
                    if cities & 1 and self._root(node) == city:
                        self._mark_field(self._root(self.base[cell] + segment), bit)
                    cities >>= 1
                    node += 1

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _mark_field(self, field: cython.int, bit: cython.ulonglong) -> cython.void:
        if not self.twins[field] & bit:
            self._remember(field, field)
            self.twins[field] |= bit

    # -- where a tile fits

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _fits_somewhere(self, kind: cython.int) -> cython.int:
        if self.river_sides[4 * kind]:
            return self.river_end >= 0 and self._river_rotations(kind) != 0
        number: cython.int
        for number in range(self.frontier_size):
            need: cython.int = self.need[self.frontier[number]]
            if need < RIVER_SHOWN and self.fits[256 * kind + need]:
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _lay_everywhere(self, kind: cython.int) -> cython.void:
        """Lay a tile of this kind wherever it fits, and lift it again each time."""
        if self.river_sides[4 * kind]:
            if self.river_end >= 0:
                self._lay_in_rotations(self.river_end, kind)
            return
        number: cython.int
        for number in range(self.frontier_size):
            self._lay_in_rotations(self.frontier[number], kind)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _lay_in_rotations(self, cell: cython.int, kind: cython.int) -> cython.void:
        rotations: cython.int = self._rotations_on(cell, kind)
        while rotations:
            drawing: cython.int = 4 * kind + lowest_rotation(rotations)
            rotations &= rotations - 1
            self._lay_tile(cell, drawing)
            self._tile_laid(cell, drawing)
            self._lift_tile()

    # -- what those who build on this class fill in

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tile_laid(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """Carry on from a tile laid by ``_lay_everywhere``."""
