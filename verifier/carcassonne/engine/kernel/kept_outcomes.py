# cython: language_level=3, cdivision=True
"""Keeps the best outcomes of a turn, and makes the turn that leads to one of them.

Outcomes are ranked by what they are worth (see ``evaluator.py``), equals by chance. For the player
at random all are equal, but claims before the outcomes of scoring that follow them: of two claims
either is as likely, however many outcomes each leads to.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.evaluator import Evaluator
    from verifier.carcassonne.engine.kernel.inlined import one_for
    from verifier.carcassonne.engine.kernel.splitmix import next_word
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.evaluator import Evaluator
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import one_for
    from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import next_word

if not cython.compiled:
    # How to choose a turn.
    AT_RANDOM = 0
    GREEDILY = 1
    AHEAD = 2
    MOST_KEPT = 64
    NO_CLAIM = -1

WORTH_UNIT = cython.declare(cython.longlong, 1 << 32)
"""An outcome's rank is its worth in this unit, and below that a number by chance."""


@cython.cclass
class KeptOutcomes(Evaluator):
    """A table that keeps outcomes of a turn, best first, from the place ``kept_first`` on."""

    def __init__(self, tables: Tables) -> None:
        Evaluator.__init__(self, tables)
        self.kept_rank = self._counts(MOST_KEPT)
        self.kept_cell = self._ints(MOST_KEPT)
        self.kept_drawing = self._ints(MOST_KEPT)
        self.kept_claim = self._ints(MOST_KEPT)
        self.kept_set = self._ints(MOST_KEPT)
        self.kept_order = self._words(MOST_KEPT)
        self.kept_scores = self._words(MOST_KEPT)
        self.kept_supply = self._words(MOST_KEPT)
        self.kept_monasteries = self._ints(MOST_KEPT)
        self.kept_over = self._ints(MOST_KEPT)
        self.choosing = self.kept_first = self.kept_room = self.kept = 0
        self.last_tile = self.claim_ranked = 0
        self.claim_rank = 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _keep(self, first: cython.int, room: cython.int) -> cython.void:
        """Keep so many of the turn's outcomes, the best, from that place on."""
        self.last_tile = self._all_piles_empty()
        self.kept_first = first
        self.kept_room = room
        self.kept = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_last_turn(self) -> cython.int:
        return 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        """Keep the outcome at hand if it is one of the best so far."""
        self.over |= self.last_tile  # SOLO-END-4
        rank: cython.longlong = self._rank()
        at: cython.int = self.kept_first + self.kept
        if self.kept < self.kept_room:
            self.kept += 1
        elif rank > self.kept_rank[at - 1]:
            at -= 1
        else:
            return
        while at > self.kept_first and rank > self.kept_rank[at - 1]:
            self._move_down(at - 1)
            at -= 1
        self.kept_rank[at] = rank
        self.kept_cell[at] = self.path_cell[0]
        self.kept_drawing[at] = self.path_drawing[0]
        self.kept_claim[at] = self.path_claim[0]
        self.kept_set[at] = self.path_set[0]
        self.kept_order[at] = self.outcome_order[number]
        self.kept_scores[at] = self.scores
        self.kept_supply[at] = self.supply
        self.kept_monasteries[at] = self.scored_monasteries
        self.kept_over[at] = self.over

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _rank(self) -> cython.longlong:
        """Return the rank of the outcome at hand, in which chance tells equals apart.

        At random it is all chance, and a number for the claim goes first.
        """
        if self.choosing != AT_RANDOM:
            return self._worth() * WORTH_UNIT + (next_word(self.chance) >> 32)
        if self.path_claim[0] != self.claim_ranked:
            self.claim_ranked = self.path_claim[0]
            self.claim_rank = next_word(self.chance) >> 33 << 32
        return self.claim_rank + (next_word(self.chance) >> 32)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _move_down(self, at: cython.int) -> cython.void:
        """Move a kept outcome to the next place."""
        self.kept_rank[at + 1] = self.kept_rank[at]
        self.kept_cell[at + 1] = self.kept_cell[at]
        self.kept_drawing[at + 1] = self.kept_drawing[at]
        self.kept_claim[at + 1] = self.kept_claim[at]
        self.kept_set[at + 1] = self.kept_set[at]
        self.kept_order[at + 1] = self.kept_order[at]
        self.kept_scores[at + 1] = self.kept_scores[at]
        self.kept_supply[at + 1] = self.kept_supply[at]
        self.kept_monasteries[at + 1] = self.kept_monasteries[at]
        self.kept_over[at + 1] = self.kept_over[at]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self, kept: cython.int) -> cython.void:
        """Make the turn that leads to a kept outcome; its tile lies there already if it is last."""
        cell: cython.int = self.kept_cell[kept]
        if not self.tile[cell]:
            self._place(cell, self.kept_drawing[kept])
            self._list_features(cell, self.kept_drawing[kept])
        if self.kept_claim[kept] != NO_CLAIM:
            claim: cython.int = 0
            while self.claim_name[claim] != self.kept_claim[kept]:
                claim += 1
            self.word[self.claim_node[claim]] += one_for(self.colour)
        self.scores = self.kept_scores[kept]
        self.supply = self.kept_supply[kept]
        self.scored_monasteries = self.kept_monasteries[kept]
        self.over = self.kept_over[kept]
        self.colour = self.colour + 1 if self.colour + 1 < self.colours else 0
