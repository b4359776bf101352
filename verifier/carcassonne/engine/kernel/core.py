# cython: language_level=3, cdivision=True
"""The engine's inner loop: a table of tiles on which turns are made and unmade.

Ordinary typed Python that runs as it is and, compiled by Cython, a hundred times faster. All
state lives in flat arrays owned by one :class:`Kernel`:

board Cells are ``row * STRIDE + column``; north is one row up. ``tile[cell]`` is the drawing on it
plus one (0: empty), ``base[cell]`` the node of its first segment, ``need[cell]`` what the
neighbours show an empty cell (see :mod:`verifier.carcassonne.engine.tables`). The *frontier* is the
list of empty cells with a neighbour; ``place_in_frontier`` finds a cell in it. features Each
segment laid is a *node*; nodes of one feature form a tree (union by tile count, no path
compression, so that a union is undone by restoring two words). ``word[root]`` packs what merging
adds up, in bytes: tiles, open ends, shields, then meeples of colour 0, 1, 2, 3. ``twins[root]`` has
a bit for each tile of the feature that could be in it twice (BASE-COUNT-1). A monastery is a node
whose tiles are the occupied cells of its 3 x 3 block. turn ``scores`` packs the colours' points in
16 bits each, ``supply`` their meeples in 8 bits each. The features a turn scores are gathered in
the ``done_*`` arrays; an outcome of scoring them in some order is the set of those that brought
points, one bit each, which fixes the scores.

Nothing here checks its input: :mod:`verifier.carcassonne.engine.laid_out` does.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from verifier.carcassonne.engine.breath import let_signals_in
from verifier.carcassonne.engine.tables import Tables

COMPILED: bool = cython.compiled

if not cython.compiled:  # compiled code has these numbers from core.pxd
    # Cells of a row, and rows, of which every line of tiles from the middle stays clear.
    STRIDE = 160
    ROWS = 152
    CELLS = STRIDE * ROWS

    # Room in the arrays for the kinds of a tile sheet, its tiles and their segments.
    KIND_ROOM = 24
    TILE_ROOM = 73
    NODE_ROOM = 118
    MOST_TWINS = 64  # a bit of a word each
    LOG_ROOM = 12 * TILE_ROOM  # a placement joins four times at most, and has eight cells around
    PILE_ROOM = 80
    CLAIM_ROOM = 8
    CLOSED_ROOM = 16
    FRONTIER_ROOM = 160  # more than 71 tiles can have around them
    MOST_SCORED = 12
    DONE_ROOM = MOST_SCORED + 2

    # Answers of drawing a tile.
    DRAWN = 0
    UNKNOWN = 1
    NO_TILES = 2

    # Where a turn may help.
    ALL_HELP = 0
    SOME_HELP = 1
    NONE_HELPS = 2

    # The kinds of segments, as in the tables, and of the nodes that are monasteries.
    CITY = 2
    MONASTERY = 3

OUTCOME_ROOM = cython.declare(cython.int, 1 << 14)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def tiles_in(word: cython.ulonglong) -> cython.int:
    """Return how many tiles a feature has, from its word."""
    return word & 0xFF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def open_ends(word: cython.ulonglong) -> cython.int:
    """Return how many edges of a feature lead to empty cells, from its word."""
    return word >> 8 & 0xFF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def shields_in(word: cython.ulonglong) -> cython.int:
    """Return how many coats of arms a city has, from its word."""
    return word >> 16 & 0xFF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def meeples_on(word: cython.ulonglong) -> cython.ulonglong:
    """Return the meeples of all colours, a byte each."""
    return word >> 24


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def byte_of(packed: cython.ulonglong, colour: cython.int) -> cython.int:
    """Return a colour's number of meeples from a packed count."""
    return packed >> (8 * colour) & 0xFF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def score_of(scores: cython.ulonglong, colour: cython.int) -> cython.int:
    """Return a colour's points from the packed scores."""
    return scores >> (16 * colour) & 0xFFFF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def one_for(colour: cython.int) -> cython.ulonglong:
    """Return one meeple of that colour as part of a feature's word."""
    one: cython.ulonglong = 1
    return one << (24 + 8 * colour)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def bits_in(mask: cython.ulonglong) -> cython.int:
    """Return how many bits are set."""
    count: cython.int = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def _require_room(tables: Tables) -> None:
    """Do nothing if the arrays have room for the tile sheet."""
    size = (len(tables.letters), tables.tiles, tables.nodes, tables.twins)
    room = (KIND_ROOM, TILE_ROOM - 1, NODE_ROOM - 1, MOST_TWINS)
    if any(asked > most for asked, most in zip(size, room, strict=True)):
        raise ValueError(
            f"the tile sheet has {size} kinds, tiles, segments and tiles with twin segments; "
            f"the kernel has room for {room} (core.pxd)"
        )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def are_beside(cell: cython.int, other: cython.int) -> cython.int:
    """Tell whether two cells touch by a side or a corner."""
    away: cython.int = cell - other if cell > other else other - cell
    return away == 1 or STRIDE - 1 <= away <= STRIDE + 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def lowest_rotation(rotations: cython.int) -> cython.int:
    """Return the first of some rotations, given as bits."""
    bit: cython.int = rotations & -rotations
    return (bit >> 1) - (bit >> 3)  # 1, 2, 4, 8 become 0, 1, 2, 3


@cython.cclass
class Kernel:
    """A table of tiles with turns made and unmade; see the module's page for the layout."""

    def __init__(self, tables: Tables) -> None:
        self._make_lists()
        _require_room(tables)
        self.stores: list = []
        self._copy(tables.label, self.label)
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
        self.outcome_set = self._ints(OUTCOME_ROOM)
        self.outcome_order = self._words(OUTCOME_ROOM)
        self.outcome_scores = self._words(OUTCOME_ROOM)
        self.seen: Any = None
        self.asked_size = -1
        self.interrupted: Any = None
        self.breath: Any = let_signals_in
        self.frontier_size = self.placed = self.nodes = self.twin_bits = 0
        self.monasteries = self.log_size = self.outcomes_top = self.done = 0
        self.colours = 3
        self.colour = self.scores = self.supply = 0
        self.scored_monasteries = self.over = self.piles = self.discards = 0
        self.free = self.closed = 0
        self.drawn = self.drawn_from = self.closing = 0
        self.set_switches({})
        self.ply = self.hit = self.stopped = 0
        self.nodes_visited = self.nodes_limit = self.placements = 0

    # -- memory: compiled, most arrays lie in the object itself (core.pxd) and begin as zeros

    def _make_lists(self) -> None:
        """Make the arrays that compiled code has in the object."""
        if not cython.compiled:
            self.label = [0] * (16 * KIND_ROOM)
            self.segment_at = [0] * (16 * KIND_ROOM)
            self.kind = [0] * (20 * KIND_ROOM)
            self.ends = [0] * (20 * KIND_ROOM)
            self.shields = [0] * (20 * KIND_ROOM)
            self.first_edge = [0] * (20 * KIND_ROOM)
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
            self.claim_node = [0] * (CLAIM_ROOM * TILE_ROOM)
            self.claim_name = [0] * (CLAIM_ROOM * TILE_ROOM)
            self.closed_node = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.closed_name = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.done_node = [0] * DONE_ROOM
            self.done_name = [0] * DONE_ROOM
            self.done_value = [0] * DONE_ROOM
            self.done_present = [0] * DONE_ROOM
            self.done_majority = [0] * DONE_ROOM
            self.done_qualifies = [0] * DONE_ROOM
            self.asked = [0] * DONE_ROOM
            self.pile = [0] * (4 * PILE_ROOM)
            self.pile_size = [0] * 4
            self.pile_hidden = [0] * 4
            self.pile_at = [0] * 4
            self.discarded = [0] * TILE_ROOM
            self.path_cell = [0] * TILE_ROOM
            self.path_drawing = [0] * TILE_ROOM
            self.path_claim = [0] * TILE_ROOM
            self.path_set = [0] * TILE_ROOM

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
    def _shared_ints(self, store: Any) -> cython.p_int:
        self.stores.append(store)
        if cython.compiled:
            return cython.cast(cython.p_int, cython.cast(cython.size_t, store.buffer_info()[0]))
        return list(store)  # quicker to read than an array

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

    # -- the table from outside: laying a position, setting what it says

    def set_switches(self, switches: dict[str, int]) -> None:
        """Set the switches that change play, by attribute name; those not named are off."""
        self.two_tile_city = switches.get("two_tile_city", 4)
        self.sole_majority = switches.get("sole_majority", 0)
        self.qualifier_present = switches.get("qualifier_present", 0)
        self.optional_points = switches.get("optional_points", 0)
        self.rescue = switches.get("rescue", 0)
        self.must_allow_meeple = switches.get("must_allow_meeple", 0)
        self.unplaceable = switches.get("unplaceable", 0)
        self.empty_pile = switches.get("empty_pile", 0)
        self.completed_monasteries = switches.get("completed_monasteries", 0)

    def set_colours(
        self, colours: cython.int, to_move: cython.int, scores: list[int], supplies: list[int]
    ) -> None:
        """Set the number of colours, the one to move, points and supplies."""
        self.colours = colours
        self.colour = to_move
        self.scores = self.supply = 0
        number: cython.int
        for number in range(colours):
            points: cython.ulonglong = scores[number]
            meeples: cython.ulonglong = supplies[number]
            self.scores |= points << (16 * number)
            self.supply |= meeples << (8 * number)

    def set_piles(self, known: list[list[int]], hidden: list[int]) -> None:
        """Set the piles: kinds known to come, and how many unknown tiles lie below."""
        self.piles = len(known)
        number: cython.int
        place: cython.int
        for number in range(self.piles):
            self.pile_size[number] = len(known[number])
            self.pile_hidden[number] = hidden[number]
            self.pile_at[number] = 0
            for place in range(len(known[number])):
                self.pile[PILE_ROOM * number + place] = known[number][place]
        self.discards = 0

    def set_monasteries(self, scored: cython.int, discards: cython.int) -> None:
        """Set how many monasteries have counted so far, and how many tiles were discarded."""
        self.scored_monasteries = scored
        self.discards = discards

    def lay(self, cell: cython.int, drawing: cython.int) -> None:
        """Lay a tile of the position; the cell must be empty and the edges must fit."""
        self._place(cell, drawing)

    def stand(self, cell: cython.int, segment: cython.int, colour: cython.int) -> None:
        """Put a meeple of the position on a segment; supplies are not touched."""
        self.word[self._root(self.base[cell] + segment)] += one_for(colour)

    # -- features

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _root(self, node: cython.int) -> cython.int:
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

    # -- placing and lifting a tile

    @cython.final
    def _place(self, cell: cython.int, drawing: cython.int) -> cython.void:
        self.placed_cell[self.placed] = cell
        self.placed_log[self.placed] = self.log_size
        self.placed += 1
        self.closing = 0
        self._new_nodes(cell, drawing)
        self.tile[cell] = drawing + 1
        if self.need[cell]:
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
            else:
                if not self.need[beside]:
                    self.place_in_frontier[beside] = self.frontier_size
                    self.frontier[self.frontier_size] = beside
                    self.frontier_size += 1
                self.need[beside] ^= self.label[4 * drawing + side] << (2 * facing)
        self._surround(cell)

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
    def _return_to_frontier(self, cell: cython.int) -> cython.void:
        hole: cython.int = self.place_in_frontier[cell]
        if hole < self.frontier_size:
            moved: cython.int = self.frontier[hole]
            self.frontier[self.frontier_size] = moved
            self.place_in_frontier[moved] = self.frontier_size
        self.frontier[hole] = cell
        self.place_in_frontier[cell] = hole
        self.frontier_size += 1

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
            at: cython.int = 5 * drawing + segment
            self.parent[node] = node
            self.node_kind[node] = self.kind[at]
            self.word[node] = 1 | self.ends[at] << 8 | self.shields[at] << 16
            self.twins[node] = bit
            node += 1
        self.nodes = node

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _surround(self, cell: cython.int) -> cython.void:
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

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _direction(self, away: cython.int) -> cython.int:
        """Return the number of the direction n ne e se s sw w nw a cell lies in, or -1."""
        north: cython.int = self.step[0]
        if away == north:
            return 0
        if away == north + 1:
            return 1
        if away == 1:
            return 2
        if away == 1 - north:
            return 3
        if away == -north:
            return 4
        if away == -1 - north:
            return 5
        if away == -1:
            return 6
        if away == north - 1:
            return 7
        return -1

    @cython.final
    def _lift(self) -> cython.void:
        """Take back the tile placed last, and all that came with it."""
        self.placed -= 1
        cell: cython.int = self.placed_cell[self.placed]
        drawing: cython.int = self.tile[cell] - 1
        side: cython.int
        for side in range(3, -1, -1):
            beside: cython.int = cell + self.step[side]
            if not self.tile[beside]:
                facing: cython.int = (side + 2) & 3
                self.need[beside] ^= self.label[4 * drawing + side] << (2 * facing)
                if not self.need[beside]:
                    self.frontier_size -= 1
        if self.need[cell]:
            self._return_to_frontier(cell)
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

    # -- drawing a tile (SOLO-PLACE-1, -4, -5)

    @cython.final
    def _placeable(self, kind: cython.int) -> cython.int:
        number: cython.int
        for number in range(self.frontier_size):
            if self.fits[256 * kind + self.need[self.frontier[number]]]:
                return 1
        return 0

    @cython.final
    def _left_in(self, pile: cython.int) -> cython.int:
        return self.pile_size[pile] - self.pile_at[pile] + self.pile_hidden[pile]

    @cython.final
    def _all_piles_empty(self) -> cython.int:
        pile: cython.int
        for pile in range(self.piles):
            if self._left_in(pile):
                return 0
        return 1

    @cython.final
    def _next_pile(self, pile: cython.int) -> cython.int:
        """Return the next pile clockwise that has tiles; the same if no other has."""
        step: cython.int
        for step in range(1, self.piles):
            other: cython.int = (pile + step) % self.piles
            if self._left_in(other):
                return other
        return pile

    @cython.final
    def _draw(self) -> cython.int:
        """Draw until a tile can be placed, into ``drawn``; the colour to move may change."""
        pile: cython.int = self.colour if self.piles > 1 else 0
        while not self._all_piles_empty():
            if not self._left_in(pile):
                if self.empty_pile == 2:  # pile.empty: end_game
                    return NO_TILES
                pile = (pile + 1) % self.piles
                if self.empty_pile == 0:  # pile.empty: skip_colour
                    self.colour = pile
                continue
            self.drawn_from = pile
            if self.pile_at[pile] == self.pile_size[pile]:
                return UNKNOWN
            kind: cython.int = self.pile[PILE_ROOM * pile + self.pile_at[pile]]
            self.pile_at[pile] += 1
            if self._placeable(kind):
                self.drawn = kind
                return DRAWN
            self.discarded[self.discards] = kind
            self.discards += 1
            if self.unplaceable == 3:  # tile.unplaceable: end_game
                return NO_TILES
            if self.unplaceable == 1:  # redraw_next_pile
                pile = self._next_pile(pile)
            elif self.unplaceable == 2:  # skip_turn
                self.colour = (self.colour + 1) % self.colours
                pile = self.colour if self.piles > 1 else 0
        return NO_TILES

    # -- a turn: placement, claim, scoring

    @cython.final
    def _turns(self, kind: cython.int) -> cython.void:
        """Make every turn with a tile of this kind, and carry on from each of its outcomes."""
        only_with_meeple: cython.int = 0
        if self.must_allow_meeple:  # place.free: must_allow_meeple
            only_with_meeple = self._some_placement_allows_meeple(kind)
        sieve: cython.int = self._sieve(kind)
        if sieve == NONE_HELPS:
            return
        number: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            rotations: cython.int = self.fits[256 * kind + self.need[cell]]
            if rotations and sieve == SOME_HELP and not self._may_help(number):
                continue
            while rotations:
                drawing: cython.int = 4 * kind + lowest_rotation(rotations)
                rotations &= rotations - 1
                self.path_cell[self.ply] = cell
                self.path_drawing[self.ply] = drawing
                self._place(cell, drawing)
                self.placements += 1
                self.hit = 0
                self._claims(cell, drawing, only_with_meeple)
                self._lift()
                if self.stopped:
                    return

    @cython.final
    def _list_features(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """List the free features of the tile just placed (SOLO-MEEPLE-5, -9), and those closed.

        Both are in the order of their names.
        """
        base: cython.int = self.base[cell]
        free: cython.int = CLAIM_ROOM * self.ply
        closed: cython.int = CLOSED_ROOM * self.ply
        segment: cython.int
        for segment in range(self.segments[drawing] + self.monastery[drawing]):
            root: cython.int = self._root(base + segment)
            if self.twin[drawing] and self._is_earlier(base, segment, root):
                continue
            word: cython.ulonglong = self.word[root]
            name: cython.int = self.first_edge[5 * drawing + segment]
            if not meeples_on(word):
                self.claim_node[free] = root
                self.claim_name[free] = name
                free += 1
            if not open_ends(word):
                self.closed_node[closed] = root
                self.closed_name[closed] = name
                closed += 1
        self.free = free - CLAIM_ROOM * self.ply
        self.closed = closed - CLOSED_ROOM * self.ply
        if self.closing:
            self._list_closed_monasteries(cell)

    @cython.final
    def _is_earlier(self, base: cython.int, segment: cython.int, root: cython.int) -> cython.int:
        """Tell whether a segment before this one of the tile has the same root."""
        other: cython.int
        for other in range(base, base + segment):
            if self._root(other) == root:
                return 1
        return 0

    @cython.final
    def _some_placement_allows_meeple(self, kind: cython.int) -> cython.int:
        if not byte_of(self.supply, self.colour):
            return 0
        allows: cython.int = 0
        number: cython.int
        rotation: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            rotations: cython.int = self.fits[256 * kind + self.need[cell]]
            for rotation in range(4):
                if not allows and rotations >> rotation & 1:
                    self._place(cell, 4 * kind + rotation)
                    self._list_features(cell, 4 * kind + rotation)
                    allows = self.free > 0
                    self._lift()
        return allows

    @cython.final
    def _claims(
        self, cell: cython.int, drawing: cython.int, only_with_meeple: cython.int
    ) -> cython.void:
        """Make every claim the rules allow on the tile just placed (SOLO-MEEPLE-1 to -11)."""
        self._list_features(cell, drawing)
        free: cython.int = self.free
        closed: cython.int = self.closed
        if not free:
            if not only_with_meeple:
                self.path_claim[self.ply] = -1
                self._complete(closed, 0)
            return
        if not byte_of(self.supply, self.colour):
            # SOLO-END-1: one had to be placed and there was none.
            self.path_claim[self.ply] = -1
            self._complete(closed, 1)
            return
        room: cython.int = CLAIM_ROOM * self.ply
        meeple: cython.ulonglong = one_for(self.colour)
        claim: cython.int
        for claim in range(room, room + free):
            self.path_claim[self.ply] = self.claim_name[claim]
            self.word[self.claim_node[claim]] += meeple
            self.supply -= meeple >> 24
            self._complete(closed, 0)
            self.supply += meeple >> 24
            self.word[self.claim_node[claim]] -= meeple
            if self.stopped:
                return

    @cython.final
    def _complete(self, closed: cython.int, end_a: cython.int) -> cython.void:
        """Score those of the features just closed that carry meeples, and carry on."""
        self._gather(closed)
        if self.asked_size >= 0 and self.asked_size != self.done:
            return
        if self.done == 1 and not self.optional_points:
            self._score_only(end_a)
        elif self.done:
            self._scorings(end_a)
        else:
            self.over = end_a
            self.path_set[self.ply] = 0
            self._visit(0, 0)

    @cython.final
    def _score_only(self, end_a: cython.int) -> cython.void:
        """Score a single feature, which leads to one outcome, and carry on from it."""
        if self.asked_size == 1 and self.asked[0] != self.done_name[0]:
            return
        scores: cython.ulonglong = self.scores
        supply: cython.ulonglong = self.supply
        monasteries: cython.int = self.scored_monasteries
        number: cython.int = self.outcomes_top
        returned: cython.ulonglong = meeples_on(self.word[self.done_node[0]])
        paid: cython.int = self.done_qualifies[0] & self._lowest(scores) != 0
        settled: cython.int = self._settled(paid)
        if paid:
            self.scores = self._paid(scores, 0)
        self.supply += returned
        self.scored_monasteries += settled & 15
        self.over = end_a and not (self.rescue and byte_of(returned, self.colour))
        self.path_set[self.ply] = paid
        self.outcome_order[number] = 0
        self.outcomes_top = number + 1
        self._visit(number, settled)
        self.outcomes_top = number
        self.scores = scores
        self.supply = supply
        self.scored_monasteries = monasteries

    @cython.final
    def _scorings(self, end_a: cython.int) -> cython.void:
        """Score the features gathered in every order that matters, and carry on from each."""
        scores: cython.ulonglong = self.scores
        supply: cython.ulonglong = self.supply
        monasteries: cython.int = self.scored_monasteries
        bottom: cython.int = self.outcomes_top
        self._orders(scores)
        top: cython.int = self.outcomes_top
        returned: cython.ulonglong = 0
        number: cython.int
        for number in range(self.done):
            returned += meeples_on(self.word[self.done_node[number]])
        if end_a and self.rescue and byte_of(returned, self.colour):  # end.rescue: yes
            end_a = 0
        # Deeper turns gather anew, so what is told of these features is settled first.
        for number in range(bottom, top):
            self.outcome_set[number] |= self._settled(self.outcome_set[number]) << 16
        for number in range(bottom, top):
            self.scores = self.outcome_scores[number]
            self.supply = supply + returned
            bits: cython.int = self.outcome_set[number]
            self.scored_monasteries = monasteries + (bits >> 16 & 15)
            self.over = end_a
            self.path_set[self.ply] = bits & 0xFFFF
            self._visit(number, bits >> 16)
            if self.stopped:
                break
        self.scores = scores
        self.supply = supply
        self.scored_monasteries = monasteries
        self.outcomes_top = bottom

    @cython.final
    def _list_closed_monasteries(self, cell: cython.int) -> cython.void:
        """List also the monasteries around that the tile just placed closed."""
        number: cython.int
        for number in range(self.monasteries):
            node: cython.int = self.monastery_node[number]
            if not open_ends(self.word[node]):
                direction: cython.int = self._direction(self.monastery_cell[number] - cell)
                if direction >= 0:
                    self._insert_closed(node, 5 + direction)

    @cython.final
    def _insert_closed(self, node: cython.int, name: cython.int) -> cython.void:
        """Insert a monastery before those with later names; there are few."""
        room: cython.int = CLOSED_ROOM * self.ply
        at: cython.int = room + self.closed
        while at > room and self.closed_name[at - 1] > name:
            self.closed_node[at] = self.closed_node[at - 1]
            self.closed_name[at] = self.closed_name[at - 1]
            at -= 1
        self.closed_node[at] = node
        self.closed_name[at] = name
        self.closed += 1

    @cython.final
    def _gather(self, closed: cython.int) -> cython.void:
        """Describe those of the features just closed that carry meeples."""
        room: cython.int = CLOSED_ROOM * self.ply
        number: cython.int
        self.done = 0
        for number in range(room, room + closed):
            if meeples_on(self.word[self.closed_node[number]]):
                self._describe_done(self.closed_node[number], self.closed_name[number])

    @cython.final
    def _describe_done(self, root: cython.int, name: cython.int) -> cython.void:
        """State value, colours present, majority, and whose being lowest qualifies it."""
        at: cython.int = self.done
        self.done = at + 1
        word: cython.ulonglong = self.word[root]
        meeples: cython.ulonglong = meeples_on(word)
        kind: cython.int = self.node_kind[root]
        value: cython.int = tiles_in(word)
        if kind == CITY:  # BASE-CITY-2, BASE-CITY-3
            value = 2 * (value + shields_in(word))
            if value == 4:
                value = self.two_tile_city
        present: cython.int = 0
        majority: cython.int = 0
        most: cython.int = 1
        colour: cython.int = 1
        while meeples:
            count: cython.int = meeples & 0xFF
            if count:
                present |= colour
            if count > most:
                most = count
                majority = 0
            if count == most:
                majority |= colour
            colour <<= 1
            meeples >>= 8
        qualifies: cython.int = majority
        if majority & (majority - 1):  # SOLO-SCORE-6, AMB-08
            if self.qualifier_present:
                qualifies = present
        elif present != majority:  # SOLO-SCORE-7, AMB-07
            if self.sole_majority == 1:
                qualifies = present
            elif self.sole_majority == 2:
                qualifies = 0
        self.done_node[at] = root
        self.done_name[at] = name
        self.done_value[at] = value
        self.done_present[at] = present
        self.done_majority[at] = majority
        self.done_qualifies[at] = qualifies

    # -- scoring orders (SOLO-SCORE-3 to -14)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _lowest(self, scores: cython.ulonglong) -> cython.int:
        """Return the colours that are lowest, ties included (DEF-7, SOLO-SCORE-9)."""
        least: cython.int = score_of(scores, 0)
        lowest: cython.int = 1
        colour: cython.int
        for colour in range(1, self.colours):
            points: cython.int = score_of(scores, colour)
            if points < least:
                least = points
                lowest = 0
            if points == least:
                lowest |= 1 << colour
        return lowest

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _paid(self, scores: cython.ulonglong, feature: cython.int) -> cython.ulonglong:
        """Return the scores after every colour of the feature's majority got its value."""
        colour: cython.int
        points: cython.ulonglong = self.done_value[feature]
        for colour in range(self.colours):
            if self.done_majority[feature] >> colour & 1:
                scores += points << (16 * colour)
        return scores

    @cython.final
    def _orders(self, scores: cython.ulonglong) -> cython.void:
        """Push each outcome that some scoring order leads to, with the first such order."""
        if self.done > 4:
            self.seen = set()
        self._score_next(self.outcomes_top, 0, 0, 0, 0, scores)
        self.seen = None

    @cython.final
    def _score_next(
        self,
        bottom: cython.int,
        place: cython.int,
        scored: cython.int,
        paid: cython.int,
        order: cython.ulonglong,
        scores: cython.ulonglong,
    ) -> cython.void:
        """Score the feature at a place of the order; ``order`` packs those before, 4 bits each."""
        if self.seen is not None:
            # With many features most orders meet again; the first visit has the first order.
            if (scored, paid) in self.seen:
                return
            self.seen.add((scored, paid))
        if place == self.done:
            self._push(bottom, paid, order, scores)
            return
        lowest: cython.int = self._lowest(scores)
        feature: cython.int
        for feature in range(self.done):
            if scored >> feature & 1:
                continue
            if self.asked_size >= 0 and self.asked[place] != self.done_name[feature]:
                continue
            longer: cython.ulonglong = order << 4 | feature
            after: cython.int = scored | 1 << feature
            if not self.done_qualifies[feature] & lowest:
                self._score_next(bottom, place + 1, after, paid, longer, scores)
                continue
            rich: cython.ulonglong = self._paid(scores, feature)
            self._score_next(bottom, place + 1, after, paid | 1 << feature, longer, rich)
            if self.optional_points:  # score.optional: yes
                self._score_next(bottom, place + 1, after, paid, longer, scores)

    @cython.final
    def _push(
        self,
        bottom: cython.int,
        paid: cython.int,
        order: cython.ulonglong,
        scores: cython.ulonglong,
    ) -> cython.void:
        number: cython.int
        for number in range(bottom, self.outcomes_top):
            if self.outcome_set[number] == paid:
                return
        at: cython.int = self.outcomes_top
        self.outcome_set[at] = paid
        self.outcome_order[at] = order
        self.outcome_scores[at] = scores
        self.outcomes_top = at + 1

    # -- an outcome of a turn, and what those who ask the kernel make of it

    @cython.final
    def _settled(self, paid: cython.int) -> cython.int:
        """Return how many monasteries count among the features paid, and above 4 bits the goal."""
        counted: cython.int = 0
        feature: cython.int
        for feature in range(self.done):
            if self.node_kind[self.done_node[feature]] == MONASTERY:
                counted += paid >> feature & 1 or self.completed_monasteries
        return counted | self._meets_goal(paid) << 4

    @cython.final
    def _visit(self, number: cython.int, settled: cython.int) -> cython.void:
        if self.nodes_limit and self.nodes_visited >= self.nodes_limit:
            self.stopped = 1
            return
        self.nodes_visited += 1
        if self.nodes_visited & 0xFFFF == 0:
            self._breathe()
        self._outcome(number, settled)

    @cython.final
    def _breathe(self) -> cython.void:
        """Run a little Python now and then: to hear Ctrl-C also in compiled code, and to stop."""
        try:
            if self.breath():
                self.stopped = 1
        except BaseException as interruption:  # noqa: BLE001 - raised again by _end
            self.interrupted = interruption
            self.stopped = 1

    def _sieve(self, kind: cython.int) -> cython.int:
        """Tell whether a turn with a tile of this kind may help: on all cells, some or none."""
        return ALL_HELP

    def _may_help(self, number: cython.int) -> cython.int:
        """Tell whether a tile on this cell of the frontier may help; asked only if some do."""
        return 1

    def _meets_goal(self, paid: cython.int) -> cython.int:
        """Return the worth of a scored feature that meets a goal, plus one; else 0."""
        return 0

    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        """Carry on from an outcome of the turn; ``number`` is its place among those of scoring."""

    # -- the piles as they stand

    @cython.final
    def _pile_marks(self) -> cython.ulonglong:
        marks: cython.ulonglong = 0
        pile: cython.int
        for pile in range(self.piles):
            at: cython.ulonglong = self.pile_at[pile]
            marks |= at << (8 * pile)
        return marks

    @cython.final
    def _restore_piles(self, marks: cython.ulonglong) -> cython.void:
        pile: cython.int
        for pile in range(self.piles):
            self.pile_at[pile] = byte_of(marks, pile)

    # -- what is asked from outside

    def names(self, cell: cython.int, drawing: cython.int) -> list[int]:
        """Return, by segment of a tile laid on the cell, the first edge of its feature."""
        self._place(cell, drawing)
        roots = [
            self._root(self.base[cell] + segment)
            for segment in range(self.segments[drawing] + self.monastery[drawing])
        ]
        self._lift()
        return [self.first_edge[5 * drawing + roots.index(root)] for root in roots]

    def features(self) -> list[tuple]:
        """List the features on the table: kind, tiles, open ends, shields, meeples by colour."""
        found = []
        node: cython.int
        for node in range(self.nodes):
            if self.parent[node] == node:
                word: cython.ulonglong = self.word[node]
                meeples = [byte_of(meeples_on(word), colour) for colour in range(self.colours)]
                numbers = (tiles_in(word), open_ends(word), shields_in(word), tuple(meeples))
                found.append((self.node_kind[node], *numbers))
        return found

    def draw(self) -> tuple[int, int, int, int, list[int], list[int]]:
        """Draw: answer, kind, its pile, colour to move, tiles drawn by pile, discards."""
        before: cython.int = self.discards
        answer = self._draw()
        drawn = [self.pile_at[number] for number in range(self.piles)]
        discarded = [self.discarded[number] for number in range(before, self.discards)]
        return answer, self.drawn, self.drawn_from, self.colour, drawn, discarded

    @cython.final
    def _begin(self) -> cython.void:
        self.ply = self.over = self.hit = self.stopped = 0
        self.nodes_visited = self.nodes_limit = self.placements = self.outcomes_top = 0

    @cython.final
    def _end(self) -> None:
        if self.interrupted is not None:
            interruption, self.interrupted = self.interrupted, None
            raise interruption
