# cython: language_level=3, cdivision=True
"""A board on which tiles are laid and lifted again, and the features that they make.

It knows no game's turns, and of a feature's word only the three lowest bytes: what a game's pieces
add to a word is joined and parted with the rest. All state lies in flat arrays, C's where compiled
and lists otherwise: most in the object itself (see the ``.pxd`` files), where they begin as zeros.

cells
    A cell's number is ``row * STRIDE + column``; north is one row up. ``tile[cell]`` is the drawing
    on it plus one (0: empty), ``base[cell]`` the node of its first segment, ``need[cell]`` what the
    neighbours show an empty cell (see ``tables.py``). The *frontier* is the list of empty cells
    with a neighbour; ``place_in_frontier`` finds a cell in it. While ``frontier_rests``, tiles are
    laid and lifted for their features alone: ``need`` and the frontier stay as they are.
features
    Each segment laid is a *node*; nodes of one feature form a tree (union by tile count, no path
    compression, so that a union is undone by restoring two words). ``word[root]`` packs what
    merging adds up (see ``words.pxd``). ``twins[root]`` has a bit for each tile of the feature
    that could be in it twice (BASE-COUNT-1). A monastery is a node whose tiles are the occupied
    cells of its 3 x 3 block.

Nothing here checks its input: :mod:`verifier.carcassonne.engine.solo.laid_out` does.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    CELLS,
    DRAWN_ROOM,
    FRONTIER_ROOM,
    KIND_ROOM,
    LOG_ROOM,
    MONASTERY,
    MOST_TWINS,
    NODE_ROOM,
    RIVER_SHOWN,
    SEGMENT_ROOM,
    SOME_HELP,
    STRIDE,
    TILE_ROOM,
)
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    are_beside,
    bits_in,
    lowest_rotation,
    open_ends,
    tiles_in,
)

from verifier.carcassonne.engine.tables import Tables

COMPILED: bool = cython.compiled


def _require_room(tables: Tables) -> None:
    """Do nothing if the arrays have room for the tile sheet."""
    size = (len(tables.kinds), tables.tiles, tables.nodes, tables.twins)
    room = (KIND_ROOM, TILE_ROOM - 1, NODE_ROOM - 1, MOST_TWINS)
    if any(asked > most for asked, most in zip(size, room, strict=True)):
        raise ValueError(
            f"the tile sheet has {size} kinds, tiles, segments and tiles with twin segments; "
            f"the kernel has room for {room} (numbers.pxd)"
        )


@cython.cclass
class Board:
    """Tiles and features; see the module's page for the arrays.

    ``stores`` keeps those arrays alive that do not lie in the object.
    """

    def __init__(self, tables: Tables) -> None:
        if not cython.compiled:
            self.shown = [0] * (16 * KIND_ROOM)
            self.segment_at = [0] * (16 * KIND_ROOM)
            self.kind = [0] * DRAWN_ROOM
            self.ends = [0] * DRAWN_ROOM
            self.shields = [0] * DRAWN_ROOM
            self.new_word = [0] * DRAWN_ROOM
            self.first_edge = [0] * DRAWN_ROOM
            self.segments = [0] * (4 * KIND_ROOM)
            self.monastery = [0] * (4 * KIND_ROOM)
            self.twin = [0] * (4 * KIND_ROOM)
            self.fits = [0] * (256 * KIND_ROOM)
            self.tile = [0] * CELLS
            self.base = [0] * CELLS
            self.need = [0] * CELLS
            self.frontier = [0] * FRONTIER_ROOM
            self.place_in_frontier = [0] * CELLS
            self.placed_cell = [0] * TILE_ROOM
            self.placed_log = [0] * TILE_ROOM
            self.step = [0] * 4
            self.parent = [0] * NODE_ROOM
            self.node_kind = [0] * NODE_ROOM
            self.word = [0] * NODE_ROOM
            self.twins = [0] * NODE_ROOM
            self.monastery_cell = [0] * TILE_ROOM
            self.monastery_node = [0] * TILE_ROOM
            self.log_root = [0] * LOG_ROOM
            self.log_branch = [0] * LOG_ROOM
            self.log_word = [0] * LOG_ROOM
            self.log_twins = [0] * LOG_ROOM
        self.stores: list = []
        _require_room(tables)
        self._copy(tables.segment_at, self.segment_at)
        self._copy(tables.kind, self.kind)
        self._copy(tables.ends, self.ends)
        self._copy(tables.shields, self.shields)
        self._copy(tables.first_edge, self.first_edge)
        self._copy(tables.segments, self.segments)
        self._copy(tables.monastery, self.monastery)
        self._copy(tables.twin, self.twin)
        self._copy(tables.fits, self.fits)
        self._copy(array("i", [STRIDE, 1, -STRIDE, -1]), self.step)
        number: cython.int
        for number in range(len(tables.label)):
            # What a neighbour is shown stands on the opposite of its four sides, two bits each.
            self.shown[number] = tables.label[number] << (2 * ((number + 2) & 3))
        for number in range(len(tables.ends)):
            self.new_word[number] = 1 | self.ends[number] << 8 | self.shields[number] << 16
        self.frontier_size = self.placed = self.nodes = self.twin_bits = 0
        self.monasteries = self.log_size = self.closing = self.stopped = self.frontier_rests = 0

    def lay(self, cell: cython.int, drawing: cython.int) -> None:
        """Lay a tile of the position; the cell must be empty and the edges must fit."""
        self._place(cell, drawing)

    def names(self, cell: cython.int, drawing: cython.int) -> list[int]:
        """Return, by segment of a tile laid on the cell, the first edge of its feature."""
        self._place(cell, drawing)
        roots = [
            self._root(self.base[cell] + segment)
            for segment in range(self.segments[drawing] + self.monastery[drawing])
        ]
        self._lift()
        return [self.first_edge[SEGMENT_ROOM * drawing + roots.index(root)] for root in roots]

    # -- joining features

    if not cython.compiled:  # compiled code has it from board.pxd, in place of every call

        def _root(self, node: cython.int) -> cython.int:
            """Return the node at the top of a feature's tree."""
            while self.parent[node] != node:
                node = self.parent[node]
            return node

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _remember(self, root: cython.int, branch: cython.int) -> cython.void:
        """Log a root as it is; ``branch`` is what will hang below it, or the root itself."""
        at: cython.int = self.log_size
        self.log_root[at] = root
        self.log_branch[at] = branch
        self.log_word[at] = self.word[root]
        self.log_twins[at] = self.twins[root]
        self.log_size = at + 1

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _join(self, one: cython.int, other: cython.int) -> cython.void:
        """Join two nodes whose edges now touch; two open ends close."""
        root: cython.int = self._root(one)
        branch: cython.int = self._root(other)
        if root == branch:
            self._remember(root, root)
            self.word[root] -= 2 << 8
            self.closing |= open_ends(self.word[root]) == 0
            return
        if tiles_in(self.word[root]) < tiles_in(self.word[branch]):
            root, branch = branch, root
        self._remember(root, branch)
        shared: cython.ulonglong = self.twins[root] & self.twins[branch]
        self.parent[branch] = root
        self.word[root] += self.word[branch] - (2 << 8)
        self.twins[root] |= self.twins[branch]
        if shared:  # BASE-COUNT-1: a tile on both sides of the join counts once
            self.word[root] -= bits_in(shared)
        self.closing |= open_ends(self.word[root]) == 0

    # -- laying a tile

    @cython.final
    def _place(self, cell: cython.int, drawing: cython.int) -> cython.void:
        self.placed_cell[self.placed] = cell
        self.placed_log[self.placed] = self.log_size
        self.placed += 1
        self.closing = 0
        self._new_nodes(cell, drawing)
        self.tile[cell] = drawing + 1
        if self.need[cell] and not self.frontier_rests:
            self._leave_frontier(cell)
        side: cython.int
        for side in range(4):
            beside: cython.int = cell + self.step[side]
            facing: cython.int = (side + 2) & 3
            if self.tile[beside]:
                mine: cython.int = self.segment_at[4 * drawing + side]
                if mine >= 0:
                    theirs: cython.int = self.segment_at[4 * (self.tile[beside] - 1) + facing]
                    self._join(self.base[cell] + mine, self.base[beside] + theirs)
            elif not self.frontier_rests:
                if not self.need[beside]:
                    self.place_in_frontier[beside] = self.frontier_size
                    self.frontier[self.frontier_size] = beside
                    self.frontier_size += 1
                self.need[beside] ^= self.shown[4 * drawing + side]
        self._count_neighbours(cell)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _leave_frontier(self, cell: cython.int) -> cython.void:
        hole: cython.int = self.place_in_frontier[cell]
        self.frontier_size -= 1
        last: cython.int = self.frontier[self.frontier_size]
        self.frontier[hole] = last
        self.place_in_frontier[last] = hole
        # Keeps its place for _return_to_frontier, also when it was the last itself.
        self.place_in_frontier[cell] = hole

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _new_nodes(self, cell: cython.int, drawing: cython.int) -> cython.void:
        node: cython.int = self.nodes
        self.base[cell] = node
        bit: cython.ulonglong = 0
        if self.twin[drawing]:
            bit = 1
            bit <<= self.twin_bits
            self.twin_bits += 1
        segment: cython.int
        for segment in range(self.segments[drawing]):
            at: cython.int = SEGMENT_ROOM * drawing + segment
            self.parent[node] = node
            self.node_kind[node] = self.kind[at]
            self.word[node] = self.new_word[at]
            self.twins[node] = bit
            node += 1
        self.nodes = node

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _count_neighbours(self, cell: cython.int) -> cython.void:
        """Count the new tile for the monasteries around it, and those around for its own."""
        number: cython.int
        for number in range(self.monasteries):
            if are_beside(self.monastery_cell[number], cell):
                node: cython.int = self.monastery_node[number]
                self._remember(node, node)
                self.word[node] += 1 - (1 << 8)
                self.closing |= open_ends(self.word[node]) == 0
        if self.monastery[self.tile[cell] - 1]:
            occupied: cython.int = 0
            row: cython.int
            for row in range(-1, 2):
                below: cython.int = cell + row * self.step[0]
                occupied += (
                    (self.tile[below - 1] != 0)
                    + (self.tile[below] != 0)
                    + (self.tile[below + 1] != 0)
                )
            node = self.nodes
            self.parent[node] = node
            self.node_kind[node] = MONASTERY
            self.word[node] = occupied | (9 - occupied) << 8
            self.closing |= occupied == 9
            self.twins[node] = 0
            self.monastery_cell[self.monasteries] = cell
            self.monastery_node[self.monasteries] = node
            self.monasteries += 1
            self.nodes = node + 1

    # -- lifting it again

    @cython.final
    def _lift(self) -> cython.void:
        """Take back the tile placed last, and all that came with it."""
        self.placed -= 1
        cell: cython.int = self.placed_cell[self.placed]
        drawing: cython.int = self.tile[cell] - 1
        if not self.frontier_rests:
            self._restore_frontier(cell, drawing)
        self.tile[cell] = 0
        while self.log_size > self.placed_log[self.placed]:
            self.log_size -= 1
            root: cython.int = self.log_root[self.log_size]
            branch: cython.int = self.log_branch[self.log_size]
            self.parent[branch] = branch
            self.word[root] = self.log_word[self.log_size]
            self.twins[root] = self.log_twins[self.log_size]
        self.monasteries -= self.monastery[drawing]
        self.twin_bits -= self.twin[drawing]
        self.nodes = self.base[cell]

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _restore_frontier(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """Take from the frontier what the tile brought, and return its own cell."""
        side: cython.int
        for side in range(3, -1, -1):
            beside: cython.int = cell + self.step[side]
            if not self.tile[beside]:
                self.need[beside] ^= self.shown[4 * drawing + side]
                if not self.need[beside]:
                    self.frontier_size -= 1
        if self.need[cell]:
            self._return_to_frontier(cell)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _return_to_frontier(self, cell: cython.int) -> cython.void:
        hole: cython.int = self.place_in_frontier[cell]
        if hole < self.frontier_size:
            moved: cython.int = self.frontier[hole]
            self.frontier[self.frontier_size] = moved
            self.place_in_frontier[moved] = self.frontier_size
        self.frontier[hole] = cell
        self.place_in_frontier[cell] = hole
        self.frontier_size += 1

    # -- where a tile fits

    @cython.final
    def _placeable(self, kind: cython.int) -> cython.int:
        number: cython.int
        for number in range(self.frontier_size):
            need: cython.int = self.need[self.frontier[number]]
            if need < RIVER_SHOWN and self.fits[256 * kind + need]:
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _place_everywhere(self, kind: cython.int, helping: cython.int) -> cython.void:
        """Place a tile of this kind wherever it fits and may help, and lift it again each time."""
        number: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            need: cython.int = self.need[cell]
            rotations: cython.int = self.fits[256 * kind + need] if need < RIVER_SHOWN else 0
            if rotations and helping == SOME_HELP and not self._may_help(number):
                continue
            while rotations:
                drawing: cython.int = 4 * kind + lowest_rotation(rotations)
                rotations &= rotations - 1
                self._place(cell, drawing)
                self._tile_placed(cell, drawing)
                self._lift()
                if self.stopped:
                    return

    # -- arrays that the object owns

    @cython.final
    def _copy(self, table: Any, place: cython.p_int) -> None:
        """Copy a table of numbers into an array of the object."""
        if not cython.compiled:
            place[: len(table)] = table
            return
        number: cython.int
        size: cython.int = len(table)
        source: cython.p_int = cython.cast(
            cython.p_int, cython.cast(cython.size_t, table.buffer_info()[0])
        )
        for number in range(size):
            place[number] = source[number]

    @cython.final
    def _ints(self, size: cython.int) -> cython.p_int:
        if cython.compiled:
            return cython.cast(cython.p_int, self._room(4 * size))
        return [0] * size

    @cython.final
    def _words(self, size: cython.int) -> cython.p_ulonglong:
        if cython.compiled:
            return cython.cast(cython.p_ulonglong, self._room(8 * size))
        return [0] * size

    @cython.final
    def _counts(self, size: cython.int) -> cython.p_longlong:
        if cython.compiled:
            return cython.cast(cython.p_longlong, self._room(8 * size))
        return [0] * size

    @cython.final
    def _room(self, size: cython.int) -> cython.p_char:
        """Return so many zero bytes; a bytearray gets them from the system without a copy."""
        store: bytearray = bytearray(size)
        self.stores.append(store)
        return cython.cast(cython.p_char, store)

    # -- what those who build on this class fill in

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_help(self, number: cython.int) -> cython.int:
        """Return whether a tile on this cell of the frontier may help; asked only if some do."""
        return 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tile_placed(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """Carry on from a tile placed by ``_place_everywhere``."""
