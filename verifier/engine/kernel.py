# cython: language_level=3, cdivision=True
"""The engine's inner loop: a table of tiles on which turns are made and unmade.

Ordinary typed Python that runs as it is and, compiled by Cython, a hundred times faster. All
state lives in flat arrays owned by one :class:`Kernel`:

board
    Cells are ``row * STRIDE + column``; north is one row up. ``tile[cell]`` is the drawing on it
    plus one (0: empty), ``base[cell]`` the node of its first segment, ``need[cell]`` what the
    neighbours show an empty cell (see :mod:`verifier.engine.tables`). The *frontier* is the list
    of empty cells with a neighbour; ``place_in_frontier`` finds a cell in it.
features
    Each segment laid is a *node*; nodes of one feature form a tree (union by tile count, no path
    compression, so that a union is undone by restoring two words). ``word[root]`` packs what
    merging adds up, in bytes: tiles, open ends, shields, then meeples of colour 0, 1, 2, 3.
    ``twins[root]`` has a bit for each tile of the feature that could be in it twice
    (BASE-COUNT-1). A monastery is a node whose tiles are the occupied cells of its 3 x 3 block.
turn
    ``scores`` packs the colours' points in 16 bits each, ``supply`` their meeples in 8 bits each.
    The features a turn scores are gathered in the ``done_*`` arrays; an outcome of scoring them in
    some order is the set of those that brought points, one bit each, which fixes the scores.

Nothing here checks its input: :mod:`verifier.engine.table` does.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from verifier.engine.breath import let_signals_in
from verifier.engine.tables import Tables

COMPILED: bool = cython.compiled

STRIDE = cython.declare(cython.int, 160)
ROWS = cython.declare(cython.int, 152)

# What the recursion does with an outcome.
COUNT = cython.declare(cython.int, 0)
LIST = cython.declare(cython.int, 1)
SOLVE = cython.declare(cython.int, 2)

# Answers of drawing a tile.
DRAWN = cython.declare(cython.int, 0)
UNKNOWN = cython.declare(cython.int, 1)
NO_TILES = cython.declare(cython.int, 2)

# Kinds of goal; roads and cities are numbered as in the tables.
ANY_FEATURE = cython.declare(cython.int, 2)
MONASTERIES = cython.declare(cython.int, 3)
TOTAL = cython.declare(cython.int, 4)
ALL_TILES = cython.declare(cython.int, 5)

PILE_ROOM = cython.declare(cython.int, 80)
CLAIM_ROOM = cython.declare(cython.int, 8)
MOST_SCORED = cython.declare(cython.int, 12)


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


@cython.cclass
class Kernel:
    """A table of tiles with turns made and unmade; see the module's page for the layout."""

    # the tile sheet
    label: cython.p_int
    segment_at: cython.p_int
    kind: cython.p_int
    ends: cython.p_int
    shields: cython.p_int
    first_edge: cython.p_int
    segments: cython.p_int
    monastery: cython.p_int
    twin: cython.p_int
    fits: cython.p_int
    # the board
    tile: cython.p_int
    base: cython.p_int
    need: cython.p_int
    frontier: cython.p_int
    place_in_frontier: cython.p_int
    frontier_size: cython.int
    placed_cell: cython.p_int
    placed_log: cython.p_int
    placed: cython.int
    step: cython.p_int
    # features
    parent: cython.p_int
    node_kind: cython.p_int
    word: cython.p_ulonglong
    twins: cython.p_ulonglong
    nodes: cython.int
    twin_bits: cython.int
    monastery_cell: cython.p_int
    monastery_node: cython.p_int
    monasteries: cython.int
    log_node: cython.p_int
    log_parent: cython.p_int
    log_word: cython.p_ulonglong
    log_twins: cython.p_ulonglong
    log_size: cython.int
    # the turn
    colours: cython.int
    colour: cython.int
    scores: cython.ulonglong
    supply: cython.ulonglong
    scored_monasteries: cython.int
    over: cython.int
    claim_node: cython.p_int
    claim_name: cython.p_int
    done_node: cython.p_int
    done_name: cython.p_int
    done_value: cython.p_int
    done_present: cython.p_int
    done_majority: cython.p_int
    done_qualifies: cython.p_int
    done: cython.int
    # outcomes of scoring, a stack
    outcome_set: cython.p_int
    outcome_order: cython.p_ulonglong
    outcome_scores: cython.p_ulonglong
    outcomes_top: cython.int
    seen: Any
    asked: cython.p_int
    asked_size: cython.int
    # piles
    pile: cython.p_int
    pile_size: cython.p_int
    pile_hidden: cython.p_int
    pile_at: cython.p_int
    piles: cython.int
    discarded: cython.p_int
    discards: cython.int
    drawn: cython.int
    drawn_from: cython.int
    # switches of the rule set
    two_tile_city: cython.int
    sole_majority: cython.int
    qualifier_present: cython.int
    optional_points: cython.int
    rescue: cython.int
    must_allow_meeple: cython.int
    unplaceable: cython.int
    empty_pile: cython.int
    completed_monasteries: cython.int
    # the goal
    goal: cython.int
    goal_least: cython.int
    goal_most: cython.int
    goal_colours: cython.int
    goal_exactly: cython.int
    goal_counted: cython.int
    goal_sum: cython.int
    goal_unscored: cython.int
    goal_total_sum: cython.int
    goal_offset: cython.int
    goal_all_placed: cython.int
    goal_whole_colours: cython.int
    # the recursion
    mode: cython.int
    ply: cython.int
    depth: cython.int
    hit: cython.int
    stopped: cython.int
    use_filter: cython.int
    nodes_visited: cython.longlong
    nodes_limit: cython.longlong
    solutions_limit: cython.longlong
    solutions_found: cython.longlong
    placements: cython.longlong
    checksum: cython.longlong
    leaves: cython.p_longlong
    path_cell: cython.p_int
    path_drawing: cython.p_int
    path_claim: cython.p_int
    path_set: cython.p_int
    interrupted: Any
    stores: list
    listed: list
    lines: list

    def __init__(self, tables: Tables) -> None:
        self.stores = []
        cells: cython.int = STRIDE * ROWS
        nodes: cython.int = tables.nodes + 1
        # A placement logs at most two nodes a side, one for its monastery and one for each around.
        log: cython.int = 24 * tables.tiles
        outcomes: cython.int = 1 << 14
        self.label = self._shared_ints(tables.label)
        self.segment_at = self._shared_ints(tables.segment_at)
        self.kind = self._shared_ints(tables.kind)
        self.ends = self._shared_ints(tables.ends)
        self.shields = self._shared_ints(tables.shields)
        self.first_edge = self._shared_ints(tables.first_edge)
        self.segments = self._shared_ints(tables.segments)
        self.monastery = self._shared_ints(tables.monastery)
        self.twin = self._shared_ints(tables.twin)
        self.fits = self._shared_ints(tables.fits)
        self.tile = self._ints(cells)
        self.base = self._ints(cells)
        self.need = self._ints(cells)
        self.frontier = self._ints(cells)
        self.place_in_frontier = self._ints(cells)
        self.placed_cell = self._ints(tables.tiles + 1)
        self.placed_log = self._ints(tables.tiles + 1)
        self.step = self._shared_ints(array("i", [STRIDE, 1, -STRIDE, -1]))
        self.parent = self._ints(nodes)
        self.node_kind = self._ints(nodes)
        self.word = self._words(nodes)
        self.twins = self._words(nodes)
        self.monastery_cell = self._ints(tables.tiles)
        self.monastery_node = self._ints(tables.tiles)
        self.log_node = self._ints(log)
        self.log_parent = self._ints(log)
        self.log_word = self._words(log)
        self.log_twins = self._words(log)
        self.claim_node = self._ints(CLAIM_ROOM * (tables.tiles + 1))
        self.claim_name = self._ints(CLAIM_ROOM * (tables.tiles + 1))
        self.done_node = self._ints(MOST_SCORED + 2)
        self.done_name = self._ints(MOST_SCORED + 2)
        self.done_value = self._ints(MOST_SCORED + 2)
        self.done_present = self._ints(MOST_SCORED + 2)
        self.done_majority = self._ints(MOST_SCORED + 2)
        self.done_qualifies = self._ints(MOST_SCORED + 2)
        self.outcome_set = self._ints(outcomes)
        self.outcome_order = self._words(outcomes)
        self.outcome_scores = self._words(outcomes)
        self.pile = self._ints(4 * PILE_ROOM)
        self.pile_size = self._ints(4)
        self.pile_hidden = self._ints(4)
        self.pile_at = self._ints(4)
        self.discarded = self._ints(tables.tiles + 1)
        self.path_cell = self._ints(tables.tiles + 1)
        self.path_drawing = self._ints(tables.tiles + 1)
        self.path_claim = self._ints(tables.tiles + 1)
        self.path_set = self._ints(tables.tiles + 1)
        self.leaves = self._counts(tables.tiles + 2)
        self.seen = None
        self.asked = self._ints(MOST_SCORED + 2)
        self.asked_size = -1
        self.interrupted = None
        self.listed = []
        self.lines = []
        self.frontier_size = self.placed = self.nodes = self.twin_bits = 0
        self.monasteries = self.log_size = self.outcomes_top = self.done = 0
        self.colours, self.colour, self.scores, self.supply = 3, 0, 0, 0
        self.scored_monasteries = self.over = self.piles = self.discards = 0
        self.drawn = self.drawn_from = 0
        self.set_switches({})
        self.set_goal(0, 0, 0, 0, 0, 0, 0, 0)
        self.mode = self.ply = self.depth = self.hit = self.stopped = self.use_filter = 0
        self.nodes_visited = self.placements = self.checksum = self.solutions_found = 0
        self.nodes_limit = self.solutions_limit = 0

    # -- memory: one array object for each part; compiled code reads it through a plain pointer

    @cython.cfunc
    def _shared_ints(self, store: Any) -> cython.p_int:
        self.stores.append(store)
        if cython.compiled:
            return cython.cast(cython.p_int, cython.cast(cython.size_t, store.buffer_info()[0]))
        return store

    @cython.cfunc
    def _ints(self, size: cython.int) -> cython.p_int:
        return self._shared_ints(array("i", bytes(4 * size)))

    @cython.cfunc
    def _words(self, size: cython.int) -> cython.p_ulonglong:
        store = array("Q", bytes(8 * size))
        self.stores.append(store)
        if cython.compiled:
            return cython.cast(
                cython.p_ulonglong, cython.cast(cython.size_t, store.buffer_info()[0])
            )
        return store

    @cython.cfunc
    def _counts(self, size: cython.int) -> cython.p_longlong:
        store = array("q", bytes(8 * size))
        self.stores.append(store)
        if cython.compiled:
            return cython.cast(
                cython.p_longlong, cython.cast(cython.size_t, store.buffer_info()[0])
            )
        return store

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

    def set_goal(
        self,
        kind: cython.int,
        least: cython.int,
        most: cython.int,
        colours: cython.int,
        exactly: cython.int,
        counted: cython.int,
        worth_is_sum: cython.int,
        unscored_counts: cython.int,
    ) -> None:
        """Set the goal for solving; ``counted`` is 0 scoring, 1 majority, 2 present colours."""
        self.goal = kind
        self.goal_least = least
        self.goal_most = most
        self.goal_colours = colours
        self.goal_exactly = exactly
        self.goal_counted = counted
        self.goal_sum = worth_is_sum
        self.goal_unscored = unscored_counts
        self.goal_total_sum = 0
        self.goal_offset = 0
        self.goal_all_placed = 0
        self.goal_whole_colours = 0

    def set_end_readings(
        self,
        total_is_sum: cython.int,
        less_start: cython.int,
        all_placed: cython.int,
        whole_colours: cython.int,
    ) -> None:
        """Set the readings about the end: AMB-19, AMB-01 (packed starts), AMB-18, AMB-11."""
        self.goal_total_sum = total_is_sum
        self.goal_offset = less_start
        self.goal_all_placed = all_placed
        self.goal_whole_colours = whole_colours

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

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _root(self, node: cython.int) -> cython.int:
        while self.parent[node] != node:
            node = self.parent[node]
        return node

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _remember(self, node: cython.int) -> cython.void:
        at: cython.int = self.log_size
        self.log_node[at] = node
        self.log_parent[at] = self.parent[node]
        self.log_word[at] = self.word[node]
        self.log_twins[at] = self.twins[node]
        self.log_size = at + 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _join(self, one: cython.int, other: cython.int) -> cython.void:
        """Join two nodes whose edges now touch; two open ends close."""
        root: cython.int = self._root(one)
        branch: cython.int = self._root(other)
        if root == branch:
            self._remember(root)
            self.word[root] -= 2 << 8
            return
        if tiles_in(self.word[root]) < tiles_in(self.word[branch]):
            root, branch = branch, root
        self._remember(root)
        self._remember(branch)
        shared: cython.ulonglong = self.twins[root] & self.twins[branch]
        self.parent[branch] = root
        self.word[root] += self.word[branch] - (2 << 8)
        self.twins[root] |= self.twins[branch]
        if shared:  # BASE-COUNT-1: a tile on both sides of the join counts once
            self.word[root] -= bits_in(shared)

    # -- placing and lifting a tile

    @cython.cfunc
    @cython.exceptval(check=False)
    def _place(self, cell: cython.int, drawing: cython.int) -> cython.void:
        self.placed_cell[self.placed] = cell
        self.placed_log[self.placed] = self.log_size
        self.placed += 1
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

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _surround(self, cell: cython.int) -> cython.void:
        """Count the new tile for the monasteries around it, and those around for its own."""
        number: cython.int
        for number in range(self.monasteries):
            if self._direction(self.monastery_cell[number] - cell) >= 0:
                self._remember(self.monastery_node[number])
                self.word[self.monastery_node[number]] += 1 - (1 << 8)
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
            node: cython.int = self.nodes
            self.parent[node] = node
            self.node_kind[node] = MONASTERIES
            self.word[node] = occupied | (9 - occupied) << 8
            self.twins[node] = 0
            self.monastery_cell[self.monasteries] = cell
            self.monastery_node[self.monasteries] = node
            self.monasteries += 1
            self.nodes = node + 1

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

    @cython.cfunc
    @cython.exceptval(check=False)
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
            node: cython.int = self.log_node[self.log_size]
            self.parent[node] = self.log_parent[self.log_size]
            self.word[node] = self.log_word[self.log_size]
            self.twins[node] = self.log_twins[self.log_size]
        self.monasteries -= self.monastery[drawing]
        self.twin_bits -= self.twin[drawing]
        self.nodes = self.base[cell]

    # -- drawing a tile (SOLO-PLACE-1, -4, -5)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _placeable(self, kind: cython.int) -> cython.int:
        number: cython.int
        for number in range(self.frontier_size):
            if self.fits[256 * kind + self.need[self.frontier[number]]]:
                return 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _left_in(self, pile: cython.int) -> cython.int:
        return self.pile_size[pile] - self.pile_at[pile] + self.pile_hidden[pile]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _all_piles_empty(self) -> cython.int:
        pile: cython.int
        for pile in range(self.piles):
            if self._left_in(pile):
                return 0
        return 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _next_pile(self, pile: cython.int) -> cython.int:
        """Return the next pile clockwise that has tiles; the same if no other has."""
        step: cython.int
        for step in range(1, self.piles):
            other: cython.int = (pile + step) % self.piles
            if self._left_in(other):
                return other
        return pile

    @cython.cfunc
    @cython.exceptval(check=False)
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def _turns(self, kind: cython.int) -> cython.void:
        """Make every turn with a tile of this kind, and carry on from each of its outcomes."""
        only_with_meeple: cython.int = 0
        if self.must_allow_meeple:  # place.free: must_allow_meeple
            only_with_meeple = self._some_placement_allows_meeple(kind)
        last: cython.int = self.use_filter and self._is_last_turn()
        number: cython.int
        rotation: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            rotations: cython.int = self.fits[256 * kind + self.need[cell]]
            if not rotations:
                continue
            if last and not self._may_reach_goal(cell):
                continue
            for rotation in range(4):
                if rotations >> rotation & 1:
                    self.path_cell[self.ply] = cell
                    self.path_drawing[self.ply] = 4 * kind + rotation
                    self._place(cell, 4 * kind + rotation)
                    self.placements += 1
                    self.hit = 0
                    self._claims(cell, 4 * kind + rotation, only_with_meeple)
                    self._lift()
                    if self.stopped:
                        return

    @cython.cfunc
    @cython.exceptval(check=False)
    def _free_features(self, cell: cython.int, drawing: cython.int) -> cython.int:
        """List the free features of the tile just placed; return how many (SOLO-MEEPLE-5, -9)."""
        base: cython.int = self.base[cell]
        room: cython.int = CLAIM_ROOM * self.ply
        found: cython.int = 0
        segment: cython.int
        other: cython.int
        for segment in range(self.segments[drawing] + self.monastery[drawing]):
            root: cython.int = self._root(base + segment)
            if meeples_on(self.word[root]):
                continue
            known: cython.int = 0
            for other in range(found):
                if self.claim_node[room + other] == root:
                    known = 1
            if not known:
                self.claim_node[room + found] = root
                self.claim_name[room + found] = self.first_edge[5 * drawing + segment]
                found += 1
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
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
                    allows = self._free_features(cell, 4 * kind + rotation) > 0
                    self._lift()
        return allows

    @cython.cfunc
    @cython.exceptval(check=False)
    def _claims(
        self, cell: cython.int, drawing: cython.int, only_with_meeple: cython.int
    ) -> cython.void:
        """Make every claim the rules allow on the tile just placed (SOLO-MEEPLE-1 to -11)."""
        free: cython.int = self._free_features(cell, drawing)
        if not free:
            if not only_with_meeple:
                self.path_claim[self.ply] = -1
                self._scorings(cell, drawing, 0)
            return
        if not byte_of(self.supply, self.colour):
            # SOLO-END-1: one had to be placed and there was none.
            self.path_claim[self.ply] = -1
            self._scorings(cell, drawing, 1)
            return
        one: cython.ulonglong = 1
        room: cython.int = CLAIM_ROOM * self.ply
        claimant: cython.int = self.colour
        claim: cython.int
        for claim in range(free):
            self.path_claim[self.ply] = self.claim_name[room + claim]
            self.word[self.claim_node[room + claim]] += one_for(claimant)
            self.supply -= one << (8 * claimant)
            self._scorings(cell, drawing, 0)
            self.supply += one << (8 * claimant)
            self.word[self.claim_node[room + claim]] -= one_for(claimant)
            if self.stopped:
                return

    @cython.cfunc
    @cython.exceptval(check=False)
    def _scorings(self, cell: cython.int, drawing: cython.int, end_a: cython.int) -> cython.void:
        """Score what the turn completed in every order that matters, and carry on from each."""
        self._gather(cell, drawing)
        scores: cython.ulonglong = self.scores
        supply: cython.ulonglong = self.supply
        monasteries: cython.int = self.scored_monasteries
        if self.asked_size >= 0 and self.asked_size != self.done:
            return
        if not self.done:
            self.over = end_a
            self.path_set[self.ply] = 0
            self._outcome(0, 0, 0)
            return
        bottom: cython.int = self.outcomes_top
        self._orders(scores)
        top: cython.int = self.outcomes_top
        returned: cython.ulonglong = 0
        number: cython.int
        for number in range(self.done):
            returned += meeples_on(self.word[self.done_node[number]])
        if end_a and self.rescue and byte_of(returned, self.colour):  # end.rescue: yes
            end_a = 0
        # Deeper turns gather anew, so what the goal needs is settled for all outcomes first.
        for number in range(bottom, top):
            self._settle(number)
        for number in range(bottom, top):
            self.scores = self.outcome_scores[number]
            self.supply = supply + returned
            bits: cython.int = self.outcome_set[number]
            self.scored_monasteries = monasteries + (bits >> 16 & 15)
            self.over = end_a
            self.path_set[self.ply] = bits & 0xFFFF
            self._outcome(bits >> 20 & 1, number, bits >> 16 & 15)
            if self.stopped:
                break
        self.scores = scores
        self.supply = supply
        self.scored_monasteries = monasteries
        self.outcomes_top = bottom

    @cython.cfunc
    @cython.exceptval(check=False)
    def _gather(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """List the completed features that carry meeples, in the order of their names."""
        self.done = 0
        base: cython.int = self.base[cell]
        segment: cython.int
        number: cython.int
        for segment in range(self.segments[drawing] + self.monastery[drawing]):
            root: cython.int = self._root(base + segment)
            if open_ends(self.word[root]) or not meeples_on(self.word[root]):
                continue
            known: cython.int = 0
            for number in range(self.done):
                if self.done_node[number] == root:
                    known = 1
            if not known:
                self._add_done(root, self.first_edge[5 * drawing + segment])
        if not self.monasteries:
            return
        own: cython.int = self.done
        for number in range(self.monasteries):
            node: cython.int = self.monastery_node[number]
            if open_ends(self.word[node]) or not meeples_on(self.word[node]):
                continue
            direction: cython.int = self._direction(self.monastery_cell[number] - cell)
            if direction >= 0:
                self._add_done(node, 5 + direction)
        self._sort_done(own)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _sort_done(self, first: cython.int) -> cython.void:
        """Sort the monasteries around by name; there are few."""
        at: cython.int
        place: cython.int
        for at in range(first + 1, self.done):
            place = at
            while place > first and self.done_name[place - 1] > self.done_name[place]:
                self._swap_done(place - 1, place)
                place -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _swap_done(self, one: cython.int, other: cython.int) -> cython.void:
        node: cython.int = self.done_node[one]
        name: cython.int = self.done_name[one]
        self._describe_done(one, self.done_node[other], self.done_name[other])
        self._describe_done(other, node, name)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_done(self, root: cython.int, name: cython.int) -> cython.void:
        self._describe_done(self.done, root, name)
        self.done += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _describe_done(self, at: cython.int, root: cython.int, name: cython.int) -> cython.void:
        """State value, colours present, majority, and whose being lowest qualifies it."""
        word: cython.ulonglong = self.word[root]
        meeples: cython.ulonglong = meeples_on(word)
        kind: cython.int = self.node_kind[root]
        value: cython.int = tiles_in(word)
        if kind == 2:  # BASE-CITY-2, BASE-CITY-3
            value = 2 * (value + shields_in(word))
            if value == 4:
                value = self.two_tile_city
        present: cython.int = 0
        majority: cython.int = 0
        most: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            count: cython.int = byte_of(meeples, colour)
            if count:
                present |= 1 << colour
                if count > most:
                    most = count
                    majority = 0
                if count == most:
                    majority |= 1 << colour
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def _orders(self, scores: cython.ulonglong) -> cython.void:
        """Push each outcome that some scoring order leads to, with the first such order."""
        if self.done > 4:
            self.seen = set()
        self._score_next(self.outcomes_top, 0, 0, 0, 0, scores)
        self.seen = None

    @cython.cfunc
    @cython.exceptval(check=False)
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

    @cython.cfunc
    @cython.exceptval(check=False)
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

    # -- the goal

    @cython.cfunc
    @cython.exceptval(check=False)
    def _settle(self, number: cython.int) -> cython.void:
        """Add to an outcome the monasteries it counts (bits 16-19) and a feature goal (bit 20)."""
        paid: cython.int = self.outcome_set[number]
        counted: cython.int = 0
        met: cython.int = 0
        feature: cython.int
        for feature in range(self.done):
            points: cython.int = paid >> feature & 1
            kind: cython.int = self.node_kind[self.done_node[feature]]
            if kind == MONASTERIES:
                counted += points or self.completed_monasteries
            elif kind == self.goal:
                met |= self._meets(feature, points)
        self.outcome_set[number] = paid | counted << 16 | met << 20

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meets(self, feature: cython.int, points: cython.int) -> cython.int:
        """Tell whether a scored road or city meets the goal (SOLO-GOAL-0a to -0c)."""
        if not points and not self.goal_unscored:
            return 0
        colours: cython.int = self.done_majority[feature] if points else 0
        worth: cython.int = self.done_value[feature]
        if self.goal_sum:
            worth *= bits_in(colours)
        if worth < self.goal_least or worth > self.goal_most:
            return 0
        if not self.goal_colours:
            return 1
        if self.goal_counted == 1:
            colours = self.done_majority[feature]
        elif self.goal_counted == 2:
            colours = self.done_present[feature]
        if self.goal_exactly:
            return bits_in(colours) == self.goal_colours
        return bits_in(colours) >= self.goal_colours

    @cython.cfunc
    @cython.exceptval(check=False)
    def _goal_met(self, feature_goal: cython.int, monasteries: cython.int) -> cython.int:
        """Tell whether the outcome at hand meets the goal."""
        if self.goal <= ANY_FEATURE:
            return feature_goal
        if self.goal == MONASTERIES:
            scored: cython.int = self.scored_monasteries
            return monasteries and self.goal_least <= scored <= self.goal_most
        if not self.over:
            return 0
        if self.goal == TOTAL:
            return self.goal_least <= self._total() <= self.goal_most
        return self._all_piles_empty() and not (self.goal_all_placed and self.discards)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meeples_out(self, colour: cython.int) -> cython.int:
        """Return how many meeples of the colour stand on tiles (none is on a complete feature)."""
        out: cython.int = 0
        node: cython.int
        for node in range(self.nodes):
            if self.parent[node] == node and open_ends(self.word[node]):
                out += byte_of(meeples_on(self.word[node]), colour)
        return out

    @cython.cfunc
    @cython.exceptval(check=False)
    def _total(self) -> cython.int:
        """Return the result after final scoring, by the closing formula FACT-1."""
        least: cython.int = 1 << 20
        total: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            most: cython.int = score_of(self.scores, colour) + 2 * self._meeples_out(colour)
            if most < least:
                least = most
        if not self.goal_total_sum:
            return self._offset_result(least)
        for colour in range(self.colours):
            total += self._closing_score(colour, least)
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def _closing_score(self, colour: cython.int, result: cython.int) -> cython.int:
        """Return a colour's score after final scoring that ends with ``result`` (FACT-2).

        Its start is taken off where AMB-01 says so.
        """
        score: cython.int = score_of(self.scores, colour)
        meeples: cython.int = self._meeples_out(colour)
        if self.goal_whole_colours and score <= result:  # final.unit: colour
            score += 2 * meeples
            meeples = 0
        while meeples and score <= result:
            score += 2
            meeples -= 1
        return score - (self.goal_offset >> (8 * colour) & 0xFF)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _offset_result(self, result: cython.int) -> cython.int:
        if not self.goal_offset:
            return result
        least: cython.int = 1 << 20
        colour: cython.int
        for colour in range(self.colours):
            score: cython.int = self._closing_score(colour, result)
            if score < least:
                least = score
        return least

    # -- the last turn: only cells where the goal can be reached are worth a visit

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_last_turn(self) -> cython.int:
        return self.ply + 1 == self.depth

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_reach_goal(self, cell: cython.int) -> cython.int:
        """Tell whether a tile on the cell could complete what the goal asks for.

        A completed road or city holds at least one old feature, and all open ends of every old
        feature in it lie at this cell. Too large values are not looked for: not all such
        features need be joined.
        """
        if self.goal == MONASTERIES:
            return self._may_complete_monastery(cell)
        if self.goal > ANY_FEATURE:
            return 1
        tiles: cython.int = 1
        shields: cython.int = 1
        colours: cython.ulonglong = 0
        closable: cython.int = 0
        room: cython.int = CLAIM_ROOM * self.ply  # not in use yet in this turn
        side: cython.int
        other: cython.int
        for side in range(4):
            beside: cython.int = cell + self.step[side]
            if not self.tile[beside]:
                continue
            facing: cython.int = 4 * (self.tile[beside] - 1) + ((side + 2) & 3)
            if self.label[facing] != self.goal + 1:
                continue
            root: cython.int = self._root(self.base[beside] + self.segment_at[facing])
            known: cython.int = 0
            for other in range(closable):
                if self.claim_node[room + other] == root:
                    known = 1
            word: cython.ulonglong = self.word[root]
            if known or open_ends(word) != self._ends_at(cell, root):
                continue
            self.claim_node[room + closable] = root
            closable += 1
            tiles += tiles_in(word)
            shields += shields_in(word)
            colours |= meeples_on(word)
        if not closable:
            return 0
        return self._may_suffice(tiles, shields, colours)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_suffice(
        self, tiles: cython.int, shields: cython.int, meeples: cython.ulonglong
    ) -> cython.int:
        worth: cython.int = tiles if self.goal == 1 else 2 * (tiles + shields)
        if not self.goal_sum and worth < self.goal_least:
            return 0
        present: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            present += byte_of(meeples, colour) != 0
        # A claim in this turn is possible only where nobody stands, and adds one colour.
        return present >= self.goal_colours or (present == 0 and self.goal_colours <= 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _ends_at(self, cell: cython.int, root: cython.int) -> cython.int:
        """Return how many open ends of the feature lie at the empty cell."""
        count: cython.int = 0
        side: cython.int
        for side in range(4):
            beside: cython.int = cell + self.step[side]
            if self.tile[beside]:
                facing: cython.int = 4 * (self.tile[beside] - 1) + ((side + 2) & 3)
                segment: cython.int = self.segment_at[facing]
                if segment >= 0 and self._root(self.base[beside] + segment) == root:
                    count += 1
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_complete_monastery(self, cell: cython.int) -> cython.int:
        number: cython.int
        for number in range(self.monasteries):
            last_gap: cython.int = open_ends(self.word[self.monastery_node[number]]) == 1
            if last_gap and self._direction(self.monastery_cell[number] - cell) >= 0:
                return 1
        direction: cython.int
        north: cython.int = self.step[0]
        for direction in range(-1, 2):
            row: cython.int = cell + direction * north
            if not (self.tile[row - 1] and self.tile[row + 1]):
                return 0
        return self.tile[cell - north] != 0 and self.tile[cell + north] != 0

    # -- what the recursion does with an outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(
        self, feature_goal: cython.int, number: cython.int, monasteries: cython.int
    ) -> cython.void:
        self.nodes_visited += 1
        if self.nodes_limit and self.nodes_visited >= self.nodes_limit:
            self.stopped = 1
        if self.nodes_visited & 0xFFFFF == 0:
            self._breathe()
        if self.mode == COUNT:
            self._count()
        elif self.mode == SOLVE:
            self._solve(feature_goal, monasteries)
        else:
            self._list(number)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _breathe(self) -> cython.void:
        """Run a little Python now and then, so that Ctrl-C is heard also in compiled code."""
        try:
            let_signals_in()
        except BaseException as interruption:  # noqa: BLE001 - raised again by _end
            self.interrupted = interruption
            self.stopped = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _count(self) -> cython.void:
        self.leaves[self.ply + 1] += 1
        if self.ply + 1 == self.depth:
            colour: cython.int
            supply: cython.longlong = 0
            for colour in range(self.colours):
                supply += byte_of(self.supply, colour)
            points: cython.longlong = score_of(self.scores, 0)
            points += 1000 * cython.cast(cython.longlong, score_of(self.scores, 1))
            points += 1000000 * cython.cast(cython.longlong, score_of(self.scores, 2))
            self.checksum += points + 1000000000 * supply
        elif not self.over:
            mover: cython.int = self.colour
            self.colour = mover + 1 if mover + 1 < self.colours else 0
            self._count_row()
            self.colour = mover

    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_row(self) -> cython.void:
        """Count on from the next tile of the row; an unplaceable one is a forced pass."""
        kind: cython.int = self.pile[self.pile_at[0]]
        self.pile_at[0] += 1
        self.ply += 1
        if self._placeable(kind):
            self._turns(kind)
        else:
            # The colour stays; _count moves on to the next one, so step back first.
            mover: cython.int = self.colour
            self.colour = mover - 1 if mover else self.colours - 1
            self.over = 0
            self.nodes_visited += 1
            self._count()
            self.colour = mover
        self.ply -= 1
        self.pile_at[0] -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _list(self, number: cython.int) -> cython.void:
        features: list = []
        feature: cython.int
        order: list = []
        for feature in range(self.done):
            order.append(self.outcome_order[number] >> (4 * (self.done - 1 - feature)) & 15)
            features.append(
                (
                    self.done_name[feature],
                    self.node_kind[self.done_node[feature]],
                    self.done_value[feature],
                    self.done_present[feature],
                    self.done_majority[feature],
                )
            )
        scores = [score_of(self.scores, feature) for feature in range(self.colours)]
        supplies = [byte_of(self.supply, feature) for feature in range(self.colours)]
        self.listed.append(
            (
                self.path_cell[0],
                self.path_drawing[0],
                self.path_claim[0],
                tuple(order),
                tuple(features),
                self.path_set[0],
                tuple(scores),
                tuple(supplies),
                self.scored_monasteries,
                bool(self.over),
                [node for node in range(self.nodes) if self._standing(node)],
            )
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def _standing(self, node: cython.int) -> cython.int:
        return open_ends(self.word[self._root(node)]) != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _solve(self, feature_goal: cython.int, monasteries: cython.int) -> cython.void:
        if not self.over:
            self.over = self._all_piles_empty()  # SOLO-END-4
        if self._goal_met(feature_goal, monasteries):
            # The same placement reaching the goal is one solution, whatever else it does.
            if not self.hit:
                self.hit = 1
                self._found()
            return
        if not self.over and self.ply + 1 < self.depth:
            self._solve_on()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _found(self) -> cython.void:
        self.leaves[self.ply + 1] += 1
        self.solutions_found += 1
        if self.solutions_found <= self.solutions_limit:
            line = [
                (
                    self.path_cell[ply],
                    self.path_drawing[ply],
                    self.path_claim[ply],
                    self.path_set[ply],
                )
                for ply in range(self.ply + 1)
            ]
            self.lines.append(line)
        else:
            self.stopped = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _solve_on(self) -> cython.void:
        """Let the next colour draw and play; leave the piles as they were."""
        mover: cython.int = self.colour
        hit: cython.int = self.hit
        over: cython.int = self.over
        discards: cython.int = self.discards
        piles: cython.ulonglong = self._pile_marks()
        self.colour = mover + 1 if mover + 1 < self.colours else 0
        reached: cython.int = self._draw_and_turn()
        self._restore_piles(piles)
        self.discards = discards
        self.colour = mover
        self.hit = hit
        self.over = over
        if reached and not hit:
            self.hit = 1
            self._found()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _draw_and_turn(self) -> cython.int:
        """Draw and play on; return 1 if no tile is left and the end itself meets the goal."""
        drawn: cython.int = self._draw()
        if drawn == DRAWN:
            self.ply += 1
            self._turns(self.drawn)
            self.ply -= 1
        elif drawn == NO_TILES:
            # SOLO-END-6: nothing can be placed any more.
            self.over = 1
            return self.goal > MONASTERIES and self._goal_met(0, 0)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _pile_marks(self) -> cython.ulonglong:
        marks: cython.ulonglong = 0
        pile: cython.int
        for pile in range(self.piles):
            at: cython.ulonglong = self.pile_at[pile]
            marks |= at << (8 * pile)
        return marks

    @cython.cfunc
    @cython.exceptval(check=False)
    def _restore_piles(self, marks: cython.ulonglong) -> cython.void:
        pile: cython.int
        for pile in range(self.piles):
            self.pile_at[pile] = byte_of(marks, pile)

    # -- what is asked from outside

    def count(self, depth: cython.int) -> tuple[list[int], int, int]:
        """Count the lines of the row: leaves by depth, placements, checksum over the leaves."""
        self._begin(COUNT, depth)
        self.ply = -1
        self._count_row()
        self._end()
        leaves = [self.leaves[number] for number in range(1, depth + 1)]
        return leaves, self.placements, self.checksum

    def outcomes(self, kind: int, order: list[int] | None = None) -> list[tuple]:
        """List what one turn with a tile of this kind can bring, as plain numbers.

        With an order, given as numbers of feature names, only turns that score exactly those
        features are listed, in that order and no other.
        """
        self._begin(LIST, 1)
        self.listed = []
        place: cython.int
        if order is not None:
            self.asked_size = len(order)
            for place in range(self.asked_size):
                self.asked[place] = order[place]
        self._turns(kind)
        self.asked_size = -1
        return self.listed

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

    def solve(
        self,
        depth: int,
        solutions_limit: int,
        nodes_limit: int,
        use_filter: bool,  # noqa: FBT001 - compiled code takes it by position
    ) -> tuple[list[list[tuple]], list[int], int, bool]:
        """Find the lines that reach the goal within ``depth`` turns.

        Returns up to ``solutions_limit`` lines, the number found by length (from 1), the nodes
        visited, and whether the search was exhaustive.
        """
        self._begin(SOLVE, depth)
        self.solutions_limit = solutions_limit
        self.nodes_limit = nodes_limit
        self.use_filter = use_filter
        self.ply = -1
        colour: cython.int = self.colour
        discards: cython.int = self.discards
        marks: cython.ulonglong = self._pile_marks()
        if depth:
            self._draw_and_turn()
        self._restore_piles(marks)
        self.discards = discards
        self.colour = colour
        self._end()
        found = [self.leaves[number] for number in range(1, depth + 1)]
        return self.lines, found, self.nodes_visited, not self.stopped

    @cython.cfunc
    def _end(self) -> None:
        if self.interrupted is not None:
            interruption, self.interrupted = self.interrupted, None
            raise interruption

    @cython.cfunc
    def _begin(self, mode: cython.int, depth: cython.int) -> cython.void:
        self.mode = mode
        self.depth = depth
        self.ply = self.over = self.hit = self.stopped = self.use_filter = 0
        self.nodes_visited = self.placements = self.checksum = self.solutions_found = 0
        self.nodes_limit = self.solutions_limit = self.outcomes_top = 0
        self.lines = []
        number: cython.int
        for number in range(depth + 1):
            self.leaves[number] = 0
