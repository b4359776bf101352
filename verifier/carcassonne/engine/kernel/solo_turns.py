# cython: language_level=3, cdivision=True
"""Makes and unmakes the Solo Variant's turns: a tile drawn and placed, a claim, a scoring.

drawing
    ``pile`` has each pile's known kinds, of which ``pile_at`` were drawn; ``pile_hidden`` unknown
    tiles lie below them. ``discarded`` has the kinds that found no place. ``river_kind`` has the
    river's stack: ``river_known`` tiles, of which those with a bit in ``river_left`` are to come,
    the next from ``river_next`` on, and round, for a tile that goes under the stack is one to which
    the drawing comes again. The lake is the last, if no ``river_hidden`` ones lie below.
turns
    ``path_*`` has the turns made so far, by ``ply``. Those who build on this class say in
    ``_outcome`` what becomes of each outcome, and in ``_filter`` and ``_may_help`` which placements
    to leave out.
scoring (SOLO-SCORE-1 to -15)
    ``scores`` packs the colours' points in 16 bits each, ``supply`` their meeples in 8 bits each,
    the large one in the upper four.
    The features a turn scores are gathered in the ``completed_*`` arrays. An *outcome* of scoring
    them in some order is the set of those that brought points, one bit each, which fixes the
    scores; outcomes lie on a stack, for each is carried on from before the next.

All steps of a turn stand in one module: they share the path that is undone, and a compiler inlines
calls only within a module.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    ALL_HELP,
    CITY,
    CLAIM_ROOM,
    CLOSED_ROOM,
    COMPLETED_ROOM,
    DRAWN,
    FROM_RIVER,
    LARGE,
    MONASTERY,
    NO_TILES,
    NODE_ROOM,
    NONE_HELPS,
    PILE_ROOM,
    RIVER_ROOM,
    SEGMENT_ROOM,
    SOME_HELP,
    STRIDE,
    TILE_ROOM,
    UNKNOWN,
)
from cython.cimports.verifier.carcassonne.engine.kernel.river_board import RiverBoard
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    byte_of,
    large_for,
    lowest_rotation,
    meeples_on,
    number_in,
    one_for,
    open_ends,
    points_of,
    score_of,
    shields_in,
    tiles_in,
    weight_in,
    without_cathedrals,
    without_extras,
)

from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.tables import Tables

OUTCOME_ROOM = cython.declare(cython.int, 1 << 14)


@cython.cfunc
@cython.exceptval(check=False)
def direction_of(away: cython.int) -> cython.int:
    """Return the number of the direction n ne e se s sw w nw a cell lies in, or -1."""
    if away == STRIDE:
        return 0
    if away == STRIDE + 1:
        return 1
    if away == 1:
        return 2
    if away == 1 - STRIDE:
        return 3
    if away == -STRIDE:
        return 4
    if away == -1 - STRIDE:
        return 5
    if away == -1:
        return 6
    if away == STRIDE - 1:
        return 7
    return -1


@cython.cclass
class SoloTable(RiverBoard):
    """A board with piles, colours, points and meeples, on which turns are made and unmade."""

    def __init__(self, tables: Tables) -> None:
        RiverBoard.__init__(self, tables)
        if not cython.compiled:
            self.pile = [0] * (4 * PILE_ROOM)
            self.pile_size = [0] * 4
            self.pile_hidden = [0] * 4
            self.pile_at = [0] * 4
            self.discarded = [0] * TILE_ROOM
            self.river_kind = [0] * RIVER_ROOM
            self.completed_node = [0] * COMPLETED_ROOM
            self.completed_name = [0] * COMPLETED_ROOM
            self.completed_value = [0] * COMPLETED_ROOM
            self.completed_present = [0] * COMPLETED_ROOM
            self.completed_majority = [0] * COMPLETED_ROOM
            self.completed_qualifies = [0] * COMPLETED_ROOM
            self.completed_points = [0] * COMPLETED_ROOM
            self.point_each = [0] * 16
            self.asked = [0] * COMPLETED_ROOM
            self.path_set = [0] * TILE_ROOM
            self.claim_node = [0] * (CLAIM_ROOM * TILE_ROOM)
            self.claim_name = [0] * (CLAIM_ROOM * TILE_ROOM)
            self.listed_in = [0] * NODE_ROOM
            self.closed_node = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.closed_name = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.path_cell = [0] * TILE_ROOM
            self.path_drawing = [0] * TILE_ROOM
            self.path_claim = [0] * TILE_ROOM
            self.only_with_meeple = [0] * TILE_ROOM
        self.colours = 3
        self.colour = self.piles = self.discards = 0
        self.drawn = self.drawn_from = 0
        self.unplaceable = self.empty_pile = 0
        self.river_known = self.river_hidden = self.river_left = self.river_next = 0
        self.outcome_set = self._ints(OUTCOME_ROOM)
        self.outcome_order = self._words(OUTCOME_ROOM)
        self.outcome_scores = self._words(OUTCOME_ROOM)
        self.seen: Any = None
        self.asked_size = -1
        self.scores = self.supply = 0
        self.has_large = 0
        self.scored_monasteries = self.over = self.completed = self.outcomes_top = self.ply = 0
        self.lowest_scores = self.lowest_colours = 0
        self._note_point_each()
        self.set_switches({})
        self.leave_out(frozenset())
        self.interrupted: Any = None
        self.pause: Any = let_signals_in
        self.free = self.closed = self.hit = self.placements = self.listing = 0
        self.nodes_visited = self.nodes_limit = 0

    def _note_point_each(self) -> None:
        """Note by set of colours a point for each of them, packed as scores are."""
        colours: cython.int
        colour: cython.int
        one: cython.ulonglong = 1
        for colours in range(16):
            for colour in range(4):
                if colours >> colour & 1:
                    self.point_each[colours] |= one << (16 * colour)

    # -- setting a position's numbers, and reading its features

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
        self.river_removes = switches.get("river_removes", 0)
        self.unpaid_monasteries = switches.get("unpaid_monasteries", 0)

    def leave_out(self, rules: frozenset[str]) -> None:
        """Play without these of the rules that a puzzle can rest on (solo/puzzle.py)."""
        self.anyone = 0 if "lowest" not in rules else 15
        self.at_once = "order" in rules
        self.laid_aside = "return" in rules
        self.may_keep = "duty" in rules
        self.no_inns = "inns" in rules
        self.no_cathedrals = "cathedrals" in rules
        self.large_counts_once = "large" in rules
        self.river_turns_back = "river" in rules

    def set_colours(
        self,
        colours: cython.int,
        to_move: cython.int,
        scores: list[int],
        supplies: list[int],
        large: list[int],
    ) -> None:
        """Set the number of colours, the one to move, points and supplies, also of large meeples.

        These may be left empty.
        """
        self.has_large = len(large) > 0
        self.colours = colours
        self.colour = to_move
        self.scores = self.supply = 0
        number: cython.int
        for number in range(colours):
            points: cython.ulonglong = scores[number]
            meeples: cython.ulonglong = supplies[number]
            self.scores |= points << (16 * number)
            if self.has_large:
                meeples += 16 * large[number]
            self.supply |= meeples << (8 * number)
        self.lowest_scores = self.scores
        self.lowest_colours = self._find_lowest(self.scores)

    def set_monasteries(self, scored: cython.int, discards: cython.int) -> None:
        """Set how many monasteries have counted so far, and how many tiles were discarded."""
        self.scored_monasteries = scored
        self.discards = discards

    def stand(
        self, cell: cython.int, segment: cython.int, colour: cython.int, large: cython.int
    ) -> None:
        """Put a meeple of the position on a segment; supplies are not touched."""
        meeple: cython.ulonglong = large_for(colour) if large else one_for(colour)
        self.word[self._root(self.base[cell] + segment)] += meeple

    def features(self) -> list[tuple]:
        """List the features on the table: kind, tiles, open ends, extras, meeples by colour."""
        found = []
        node: cython.int
        for node in range(self.nodes):
            if self.parent[node] == node:
                word: cython.ulonglong = self.word[node]
                meeples = [
                    number_in(byte_of(meeples_on(word), colour)) for colour in range(self.colours)
                ]
                numbers = (tiles_in(word), open_ends(word), shields_in(word), tuple(meeples))
                found.append((self.node_kind[node], *numbers))
        return found

    # -- drawing tiles from the piles (SOLO-PLACE-1, -4, -5)

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

    def set_river_stack(self, known: list[int], hidden: cython.int) -> None:
        """Set the river's stack: kinds known to come, and how many unknown tiles lie below."""
        self.river_known = len(known)
        self.river_hidden = hidden
        self.river_left = (1 << len(known)) - 1
        self.river_next = 0
        place: cython.int
        for place in range(len(known)):
            self.river_kind[place] = known[place]

    def river_stack(self) -> list[int]:
        """Return the known kinds of the river to come, in the order of the stack."""
        before: cython.int = self._before_the_lake()
        places = [
            *range(self.river_next, before),
            *range(self.river_next),
            *range(before, RIVER_ROOM),
        ]
        return [self.river_kind[place] for place in places if self.river_left >> place & 1]

    def draw(self) -> tuple[int, int, int, int, list[int], list[int]]:
        """Draw; return answer, kind, its pile, colour to move, tiles drawn by pile, discards.

        The number of the pile is ``FROM_RIVER`` for a tile of the river.
        """
        before: cython.int = self.discards
        answer = self._draw()
        drawn = [self.pile_at[number] for number in range(self.piles)]
        discarded = [self.discarded[number] for number in range(before, self.discards)]
        return answer, self.drawn, self.drawn_from, self.colour, drawn, discarded

    @cython.final
    def _left_in(self, pile: cython.int) -> cython.int:
        """Return how many tiles a pile has left, known or not."""
        return self.pile_size[pile] - self.pile_at[pile] + self.pile_hidden[pile]

    @cython.final
    def _all_piles_empty(self) -> cython.int:
        """Return whether no pile has a tile left."""
        pile: cython.int
        for pile in range(self.piles):
            if self._left_in(pile):
                return 0
        return 1

    @cython.final
    def _no_tile_left(self) -> cython.int:
        """Return whether no tile is left, neither in a pile nor in the river's stack."""
        return self._all_piles_empty() and not (self.river_left or self.river_hidden)

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
        if self.river_left or self.river_hidden:
            answer: cython.int = self._draw_from_river()
            if answer != NO_TILES:
                return answer
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

    # -- drawing from the river's stack (SOLO-BOX-7)

    @cython.final
    def _before_the_lake(self) -> cython.int:
        """Return how many of the stack's known tiles come before the lake."""
        return (
            self.river_known - 1 if self.river_known and not self.river_hidden else self.river_known
        )

    @cython.final
    def _draw_from_river(self) -> cython.int:
        """Draw until a river tile can be placed; NO_TILES if even the lake had no place."""
        before: cython.int = self._before_the_lake()
        place: cython.int = self.river_next
        _tried: cython.int
        self.drawn_from = FROM_RIVER
        for _tried in range(before):
            if self.river_left >> place & 1:
                self.drawn = self.river_kind[place]
                if self._continues_river(self.drawn):
                    self.river_left -= 1 << place
                    self.river_next = place + 1 if place + 1 < before else 0
                    return DRAWN
                if self.river_removes:  # box.riverUnplaceable: remove
                    self._leave_river(place)
                elif self.river_hidden:
                    return UNKNOWN  # it would go under tiles that are not known
            place = place + 1 if place + 1 < before else 0
        if self.river_hidden:
            return UNKNOWN
        for _tried in range(before):
            if self.river_left >> place & 1:
                self._leave_river(place)
            place = place + 1 if place + 1 < before else 0
        self.river_left = 0
        self.drawn = self.river_kind[before]
        if self._continues_river(self.drawn):
            return DRAWN
        self.discarded[self.discards] = self.drawn
        self.discards += 1
        return NO_TILES

    @cython.final
    def _leave_river(self, place: cython.int) -> cython.void:
        """Let a river tile without a place leave the game."""
        self.river_left -= 1 << place
        self.discarded[self.discards] = self.river_kind[place]
        self.discards += 1

    @cython.final
    def _continues_river(self, kind: cython.int) -> cython.int:
        """Return whether a river tile has a place."""
        return self.river_end >= 0 and self._river_rotations(kind) != 0

    # -- the piles as they stand, to go back to

    @cython.final
    def _pile_marks(self) -> cython.ulonglong:
        """Return how many tiles were drawn from each pile, a byte each, and the river's stack."""
        marks: cython.ulonglong = 0
        pile: cython.int
        for pile in range(self.piles):
            at: cython.ulonglong = self.pile_at[pile]
            marks |= at << (8 * pile)
        left: cython.ulonglong = self.river_left
        following: cython.ulonglong = self.river_next
        return marks | left << 32 | following << 48

    @cython.final
    def _restore_piles(self, marks: cython.ulonglong) -> cython.void:
        """Put back the tiles drawn since ``_pile_marks`` returned this."""
        pile: cython.int
        for pile in range(self.piles):
            self.pile_at[pile] = byte_of(marks, pile)
        self.river_left = marks >> 32 & 0xFFFF
        self.river_next = marks >> 48

    # -- turns

    @cython.final
    def _begin(self) -> cython.void:
        """Set all counts to 0 before turns are made."""
        self.ply = self.over = self.hit = self.stopped = 0
        self.nodes_visited = self.nodes_limit = self.placements = self.outcomes_top = 0

    @cython.final
    def _turns(self, kind: cython.int) -> cython.void:
        """Make every turn with a tile of this kind, and carry on from each of its outcomes."""
        helping: cython.int = self._filter(kind)
        if helping != NONE_HELPS:
            self.only_with_meeple[self.ply] = self._only_with_meeple(kind)
            self.frontier_rests = self._is_last_turn()
            if self.river_sides[4 * kind]:
                self._place_on_river(kind, helping)
            else:
                self._place_everywhere(kind, helping)
            self.frontier_rests = 0

    @cython.final
    def _place_on_river(self, kind: cython.int, helping: cython.int) -> cython.void:
        """Place a river tile wherever it continues the river, and lift it again each time."""
        cell: cython.int = self.river_end
        side: cython.int = self.river_side
        bend: cython.int = self.river_bend
        if cell < 0:
            return
        if helping == SOME_HELP and not self._may_help(self.place_in_frontier[cell]):
            return
        rotations: cython.int = self._river_rotations(kind)
        while rotations and not self.stopped:
            drawing: cython.int = 4 * kind + lowest_rotation(rotations)
            rotations &= rotations - 1
            self._place(cell, drawing)
            self._follow_river(cell, drawing)
            self._tile_placed(cell, drawing)
            self._lift()
            self.river_end = cell
            self.river_side = side
            self.river_bend = bend

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tile_placed(self, cell: cython.int, drawing: cython.int) -> cython.void:
        self.path_cell[self.ply] = cell
        self.path_drawing[self.ply] = drawing
        self.placements += 1
        self.hit = 0
        self._claims(cell, drawing)

    def _filter(self, kind: cython.int) -> cython.int:
        """Return on which cells a tile of this kind may help: ALL_HELP, SOME_HELP or NONE_HELPS."""
        return ALL_HELP

    def _is_last_turn(self) -> cython.int:
        """Return whether no tile is placed after the one at hand, nor looked at whether it can."""
        return 0

    @cython.final
    def _only_with_meeple(self, kind: cython.int) -> cython.int:
        """Return whether a placement must allow a meeple, because one does (SOLO-PLACE-3)."""
        if not self.must_allow_meeple or not byte_of(self.supply, self.colour):
            return 0
        allows: cython.int = 0
        number: cython.int
        rotation: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            rotations: cython.int = self._rotations_on(cell, kind)
            for rotation in range(4):
                if not allows and rotations >> rotation & 1:
                    self._place(cell, 4 * kind + rotation)
                    self._list_features(cell, 4 * kind + rotation)
                    allows = self.free > 0
                    self._lift()
        return allows

    # -- claims (SOLO-MEEPLE-1 to -11)

    @cython.final
    def _claims(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """Make every claim the rules allow on the tile just placed (SOLO-MEEPLE-1 to -11)."""
        self._list_features(cell, drawing)
        self._make_claims(self.free, self.closed)

    @cython.final
    def _make_claims(self, free: cython.int, closed: cython.int) -> cython.void:
        if not free:
            if not self.only_with_meeple[self.ply]:
                self.path_claim[self.ply] = -1
                self._complete(closed, 0)
            return
        if not byte_of(self.supply, self.colour):
            # SOLO-END-1: one had to be placed and there was none.
            self.path_claim[self.ply] = -1
            self._complete(closed, 1)
            return
        if byte_of(self.supply, self.colour) & 15:
            self._claim_each(free, closed, one_for(self.colour), 0)
        if byte_of(self.supply, self.colour) >> 4 and not self.stopped:  # SOLO-BOX-5
            self._claim_each(free, closed, large_for(self.colour), LARGE)
        if self.may_keep and not self.stopped:
            self.path_claim[self.ply] = -1
            self._complete(closed, 0)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _claim_each(
        self, free: cython.int, closed: cython.int, meeple: cython.ulonglong, size: cython.int
    ) -> cython.void:
        """Claim each of the free features in turn with a meeple of that size."""
        room: cython.int = CLAIM_ROOM * self.ply
        claim: cython.int
        for claim in range(room, room + free):
            self.path_claim[self.ply] = self.claim_name[claim] + size
            self.word[self.claim_node[claim]] += meeple
            self.supply -= meeple >> 24
            self._complete(closed, 0)
            self.supply += meeple >> 24
            self.word[self.claim_node[claim]] -= meeple
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
        self.listing += 1
        segment: cython.int
        for segment in range(self.segments[drawing] + self.monastery[drawing]):
            root: cython.int = self._root(base + segment)
            if self.listed_in[root] == self.listing:
                continue  # two segments of one feature
            self.listed_in[root] = self.listing
            word: cython.ulonglong = self.word[root]
            name: cython.int = self.first_edge[SEGMENT_ROOM * drawing + segment]
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
    def _list_closed_monasteries(self, cell: cython.int) -> cython.void:
        """List also the monasteries around that the tile just placed closed."""
        number: cython.int
        for number in range(self.monasteries):
            node: cython.int = self.monastery_node[number]
            if not open_ends(self.word[node]):
                direction: cython.int = direction_of(self.monastery_cell[number] - cell)
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

    # -- scoring what the tile just placed closed

    @cython.final
    def _complete(self, closed: cython.int, end_a: cython.int) -> cython.void:
        """Score those of the features just closed that carry meeples, and carry on."""
        self._gather(closed)
        if self.asked_size >= 0 and self.asked_size != self.completed:
            return
        if self.completed == 1 and not self.optional_points:
            self._score_only(end_a)
        elif self.completed:
            self._scorings(end_a)
        else:
            self.over = end_a
            self.path_set[self.ply] = 0
            self._visit(0, 0)

    @cython.final
    def _gather(self, closed: cython.int) -> cython.void:
        """Describe those of the features just closed that carry meeples."""
        room: cython.int = CLOSED_ROOM * self.ply
        number: cython.int
        self.completed = 0
        for number in range(room, room + closed):
            if meeples_on(self.word[self.closed_node[number]]):
                self._describe_completed(self.closed_node[number], self.closed_name[number])

    @cython.final
    def _score_only(self, end_a: cython.int) -> cython.void:
        """Score a single feature, which leads to one outcome, and carry on from it."""
        if self.asked_size == 1 and self.asked[0] != self.completed_name[0]:
            return
        scores: cython.ulonglong = self.scores
        supply: cython.ulonglong = self.supply
        monasteries: cython.int = self.scored_monasteries
        number: cython.int = self.outcomes_top
        returned: cython.ulonglong = 0
        if not self.laid_aside:
            returned = meeples_on(self.word[self.completed_node[0]])
        settled: cython.int = self._score_alone()
        self.supply += returned
        self.scored_monasteries += settled & 15
        self.over = end_a and not (self.rescue and byte_of(returned, self.colour))
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
        for number in range(self.completed):
            returned += meeples_on(self.word[self.completed_node[number]])
        if self.laid_aside:
            returned = 0
        if end_a and self.rescue and byte_of(returned, self.colour):  # end.rescue: yes
            end_a = 0
        # Deeper turns gather anew, so what these features settle is noted first.
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

    # -- what a completed feature brings, and to whom

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _value(self, root: cython.int) -> cython.int:
        """Return how many points a completed feature brings."""
        kind: cython.int = self.node_kind[root]
        word: cython.ulonglong = self.word[root]
        if kind == CITY:
            if self.no_cathedrals:
                word = without_cathedrals(word)
        elif self.no_inns:
            word = without_extras(word)
        value: cython.int = points_of(kind, word)
        if value == 4 and kind == CITY:  # BASE-CITY-3; with a cathedral it is 15 at least
            value = self.two_tile_city
        return value

    @cython.final
    def _describe_completed(self, root: cython.int, name: cython.int) -> cython.void:
        """State value, colours present, majority, and whose being lowest qualifies it."""
        at: cython.int = self.completed
        self.completed = at + 1
        word: cython.ulonglong = self.word[root]
        meeples: cython.ulonglong = meeples_on(word)
        value: cython.int = self._value(root)
        present: cython.int = 0
        majority: cython.int = 0
        most: cython.int = 1
        colour: cython.int = 1
        while meeples:
            count: cython.int = weight_in(meeples & 0xFF)
            if self.large_counts_once:
                count = number_in(meeples & 0xFF)
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
        self.completed_node[at] = root
        self.completed_name[at] = name
        self.completed_value[at] = value
        self.completed_present[at] = present
        self.completed_majority[at] = majority
        self.completed_qualifies[at] = qualifies
        self.completed_points[at] = self.point_each[majority] * value

    @cython.final
    def _score_alone(self) -> cython.int:
        """Score the only completed feature, as one outcome on the stack; return what it settled."""
        paid: cython.int = self.completed_qualifies[0] & self._lowest(self.scores) != 0
        settled: cython.int = self._settled(paid)
        if paid:
            self.scores += self.completed_points[0]
        self.path_set[self.ply] = paid
        self.outcome_order[self.outcomes_top] = 0
        return settled

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _lowest(self, scores: cython.ulonglong) -> cython.int:
        """Return the colours that are lowest, ties included (DEF-7, SOLO-SCORE-9).

        Without the rule "lowest" each counts as lowest. The same scores are asked about again and
        again: the last answer is kept.
        """
        if scores != self.lowest_scores:
            self.lowest_scores = scores
            self.lowest_colours = self._find_lowest(scores)
        return self.lowest_colours | self.anyone

    @cython.final
    def _find_lowest(self, scores: cython.ulonglong) -> cython.int:
        """Return the colours with the fewest points, a bit each."""
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

    # -- scoring orders (SOLO-SCORE-3 to -14)

    @cython.final
    def _orders(self, scores: cython.ulonglong) -> cython.void:
        """Push each outcome that some scoring order leads to, with the first such order."""
        if self.completed > 4:
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
        if place == self.completed:
            self._push(bottom, paid, order, scores)
            return
        lowest: cython.int = self._lowest(scores)
        if self.at_once:
            lowest = self._lowest(self.scores)
        feature: cython.int
        for feature in range(self.completed):
            if scored >> feature & 1:
                continue
            if self.asked_size >= 0 and self.asked[place] != self.completed_name[feature]:
                continue
            longer: cython.ulonglong = order << 4 | feature
            after: cython.int = scored | 1 << feature
            if not self.completed_qualifies[feature] & lowest:
                self._score_next(bottom, place + 1, after, paid, longer, scores)
                continue
            rich: cython.ulonglong = scores + self.completed_points[feature]
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

    # -- an outcome of a turn, and what those who build on this class make of it

    @cython.final
    def _settled(self, paid: cython.int) -> cython.int:
        """Return how many monasteries count among the features paid, and above 4 bits the goal."""
        counted: cython.int = 0
        feature: cython.int
        for feature in range(self.completed):
            if self.node_kind[self.completed_node[feature]] == MONASTERY:
                counted += paid >> feature & 1 or self.unpaid_monasteries
        return counted | self._meets_goal(paid) << 4

    def _meets_goal(self, paid: cython.int) -> cython.int:
        """Return the worth of a scored feature that meets a goal, plus one; else 0."""
        return 0

    # -- carrying on from an outcome

    @cython.final
    def _visit(self, number: cython.int, settled: cython.int) -> cython.void:
        """Count an outcome of the turn and carry on from it, unless the search is to stop."""
        if self.nodes_limit and self.nodes_visited >= self.nodes_limit:
            self.stopped = 1
            return
        self.nodes_visited += 1
        if self.nodes_visited & 0xFFFF == 0:
            self._pause()
        self._outcome(number, settled)

    @cython.final
    def _pause(self) -> cython.void:
        """Run a little Python now and then: to hear Ctrl-C also in compiled code, and to stop."""
        try:
            if self.pause():
                self.stopped = 1
        except BaseException as interruption:  # noqa: BLE001 - raised again by _end
            self.interrupted = interruption
            self.stopped = 1

    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        """Carry on from an outcome of the turn; ``number`` is its place among those of scoring."""

    @cython.final
    def _end(self) -> None:
        """Raise what interrupted the turns, if anything did."""
        if self.interrupted is not None:
            interruption, self.interrupted = self.interrupted, None
            raise interruption
