# cython: language_level=3, cdivision=True
"""Makes and unmakes the Solo Variant's turns: a placement, a claim, an outcome of scoring.

``path_*`` has the turns made so far, by ``ply``. Those who build on this class say in ``_outcome``
what becomes of each outcome, and in ``_filter`` and ``_may_help`` which placements to leave out.
"""

from __future__ import annotations

from typing import Any

import cython

from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS
    from verifier.carcassonne.engine.kernel.inlined import byte_of, meeples_on, one_for, open_ends
    from verifier.carcassonne.engine.kernel.sizes import (
        CLAIM_ROOM,
        CLOSED_ROOM,
        NODE_ROOM,
        SEGMENT_ROOM,
        STRIDE,
        TILE_ROOM,
    )
    from verifier.carcassonne.engine.kernel.solo_scoring import SoloScoring
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        byte_of,
        meeples_on,
        one_for,
        open_ends,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import (
        CLAIM_ROOM,
        CLOSED_ROOM,
        NODE_ROOM,
        SEGMENT_ROOM,
        STRIDE,
        TILE_ROOM,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.solo_scoring import SoloScoring


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
class SoloTurns(SoloScoring):
    """A board on which the Solo Variant's turns are made and unmade."""

    def __init__(self, tables: Tables) -> None:
        SoloScoring.__init__(self, tables)
        if not cython.compiled:
            self.claim_node = [0] * (CLAIM_ROOM * TILE_ROOM)
            self.claim_name = [0] * (CLAIM_ROOM * TILE_ROOM)
            self.listed_in = [0] * NODE_ROOM
            self.closed_node = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.closed_name = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.path_cell = [0] * TILE_ROOM
            self.path_drawing = [0] * TILE_ROOM
            self.path_claim = [0] * TILE_ROOM
            self.only_with_meeple = [0] * TILE_ROOM
        self.interrupted: Any = None
        self.pause: Any = let_signals_in
        self.free = self.closed = self.hit = self.placements = self.listing = 0
        self.nodes_visited = self.nodes_limit = 0

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
            self._place_everywhere(kind, helping)
            self.frontier_rests = 0

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
            rotations: cython.int = self.fits[256 * kind + self.need[cell]]
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
