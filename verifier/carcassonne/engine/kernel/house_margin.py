# cython: language_level=3, cdivision=True
"""The tiles to come in an endgame, and the margin if the game ended now.

tiles
    They lie in numbered slots, those of the hand first, then those of the bag in order; ``held``
    has a bit for each slot in hand, ``drawn`` is how many slots have been drawn.
margin
    The sum of the first player's colours less that of the other's, handicaps and final scoring
    included (HOUSE-2P-3). A tile changes it only by the features that it joins, counts for or
    borders, and all of those are in the log of what it changed: what they bring after it, less
    what they brought before, is the change. A piece changes it by what its own feature brings.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import HouseTables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.house_board import FIELD
    from verifier.carcassonne.engine.kernel.house_turns import MOST_COLOURS, HouseTurns
    from verifier.carcassonne.engine.kernel.house_words import weights_on
    from verifier.carcassonne.engine.kernel.inlined import bits_in, open_ends
    from verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, NODE_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.house_board import FIELD
    from cython.cimports.verifier.carcassonne.engine.kernel.house_turns import (
        MOST_COLOURS,
        HouseTurns,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.house_words import weights_on
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import bits_in, open_ends
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import FRONTIER_ROOM, NODE_ROOM

if not cython.compiled:  # compiled code has these numbers from house_margin.pxd
    COMING_ROOM = 8  # more tiles to come than an endgame has
    TOUCHED_ROOM = 84  # nodes that one placement joins or counts; see LOG_ROOM

# Two tiles in four rotations on every cell of the frontier, and one more.
TOUCHED_BY_ALL = cython.declare(cython.int, (8 * FRONTIER_ROOM + 1) * TOUCHED_ROOM)


@cython.cclass
class HouseMargin(HouseTurns):
    """A table of two players with all tiles to come known."""

    def __init__(self, tables: HouseTables) -> None:
        HouseTurns.__init__(self, tables)
        if not cython.compiled:
            self.coming = [0] * COMING_ROOM
            self.seen = [0] * NODE_ROOM
        self.touched = self._ints(TOUCHED_BY_ALL)
        self.slots = self.drawn = self.held = self.full_hand = self.lays_aside = 0
        self.touched_first = self.touched_end = 0
        self.margin = 0
        self.placements = self.visits = 0

    def set_tiles(
        self, hand: list[int], bag: list[int], full_hand: cython.int, lays_aside: cython.int
    ) -> None:
        """Set the tiles to come, how many fill a hand, and whether one is laid aside (AMB-28)."""
        self.slots = len(hand) + len(bag)
        self.drawn = len(hand)
        self.held = (1 << self.drawn) - 1
        self.full_hand = full_hand
        self.lays_aside = lays_aside
        slot: cython.int
        for slot in range(self.slots):
            self.coming[slot] = hand[slot] if slot < self.drawn else bag[slot - self.drawn]

    def set_margin(self, handicap: cython.int) -> None:
        """Reckon up the margin; ``handicap`` is the first player's less the other's (AMB-34)."""
        self.margin = handicap
        colour: cython.int
        for colour in range(self.colours):
            self.margin += -self.scores[colour] if colour & 1 else self.scores[colour]
        node: cython.int
        for node in range(self.nodes):
            if self._is_paid_at_the_end(node):
                self.margin += self._worth(node)

    # -- the tiles to come

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _tiles_left(self) -> cython.int:
        return bits_in(self.held) + self.slots - self.drawn

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _draw(self) -> cython.void:
        """Fill the hand up (HOUSE-TURN-2)."""
        while self.drawn < self.slots and bits_in(self.held) < self.full_hand:
            self.held |= 1 << self.drawn
            self.drawn += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _ready_hand(self) -> cython.int:
        """Ready the hand for the next part-turn: 1; 0 if all is played, -1 if it is a tie."""
        self._draw()
        while self.held:
            if self._can_play():
                return 1
            if not self.lays_aside:  # HOUSE-TURN-11
                return -1
            self.held = 0
            self._draw()
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _can_play(self) -> cython.int:
        """Tell whether a tile of the hand can be placed."""
        slot: cython.int
        for slot in range(self.drawn):
            if self.held >> slot & 1 and self._fits_somewhere(self.coming[slot]):
                return 1
        return 0

    # -- the margin

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _sign(self) -> cython.int:
        """Return 1 if the margin is that of the player to move, -1 otherwise (HOUSE-2P-1)."""
        return 1 - 2 * (self.colour & 1)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _has_follower(self) -> cython.int:
        """Tell whether the colour to move has a follower in its supply."""
        return self.supply[self.colour] + self.supply[MOST_COLOURS + self.colour] != 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _lead(self, root: cython.int) -> cython.int:
        """Return how many colours of the first player own a feature, less those of the other."""
        weights: cython.int = weights_on(self.word[root])
        most: cython.int = 0
        lead: cython.int = 0
        one: cython.int = 1
        while weights:
            weight: cython.int = weights & 15
            if weight > most:
                most = weight
                lead = one
            elif weight and weight == most:
                lead += one
            weights >>= 4
            one = -one
        return lead

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth(self, root: cython.int) -> cython.int:
        """Return what a feature adds to the margin: as completed, or in final scoring."""
        lead: cython.int = self._lead(root)
        return lead * self._claim_value(root) if lead else 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth_before(self, at: cython.int) -> cython.int:
        """Return what a feature added to the margin when it was put into the log."""
        root: cython.int = self.log_root[at]
        word: cython.ulonglong = self.word[root]
        twins: cython.ulonglong = self.twins[root]
        self.word[root] = self.log_word[at]
        self.twins[root] = self.log_twins[at]
        worth: cython.int = self._worth(root)
        self.word[root] = word
        self.twins[root] = twins
        return worth

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _change(self) -> cython.int:
        """Return what the tile just laid, without a piece on it, adds to the margin.

        The nodes of earlier tiles whose features it changes are written down in ``touched``.
        """
        self.visits += 1
        self.touched_end = self.touched_first
        first: cython.int = self.placed_log[self.placed - 1]
        new: cython.int = self.base[self.placed_cell[self.placed - 1]]
        change: cython.int = 0
        at: cython.int
        root: cython.int
        for at in range(first, self.log_size):
            root = self.log_root[at]
            if self.seen[root] != self.visits:
                self.seen[root] = self.visits
                if root < new:
                    self.touched[self.touched_end] = root
                    self.touched_end += 1
                    if weights_on(self.log_word[at]):
                        change -= self._worth_before(at)
            branch: cython.int = self.log_branch[at]
            if self.seen[branch] != self.visits:
                self.seen[branch] = self.visits
                if branch < new:
                    self.touched[self.touched_end] = branch
                    self.touched_end += 1
                    if weights_on(self.word[branch]):
                        change -= self._worth(branch)
        for at in range(first, self.log_size):
            root = self.log_root[at]
            if self.parent[root] == root and self.seen[root] == self.visits:
                self.seen[root] = 0
                if weights_on(self.word[root]):
                    change += self._worth(root)
        return change

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _claim_value(self, root: cython.int) -> cython.int:
        """Return what a feature brings its owner: now if it is complete, at the end otherwise."""
        if self.node_kind[root] != FIELD and open_ends(self.word[root]) == 0:
            return self._value(root)
        return self._final_value(root)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _best_claim(self, cell: cython.int, drawing: cython.int) -> cython.int:
        """Return the most that a follower on a feature of the tile just laid brings at once."""
        most: cython.int = 0
        node: cython.int
        for node in range(
            self.base[cell],
            self.base[cell] + self.segments[drawing] + self.monastery[drawing],
        ):
            root: cython.int = self._root(node)
            if weights_on(self.word[root]) == 0:
                value: cython.int = self._claim_value(root)
                most = max(most, value)
        return most
