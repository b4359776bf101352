# cython: language_level=3, cdivision=True
"""Chooses a turn: at random, greedily, or looking ahead.

At random a placement is chosen, then a claim, then an outcome of scoring, each time any of the
legal ones with equal chance. Greedily the outcome is that of the turn that is worth most, among
equals any with equal chance. To look ahead, each of the ``width`` outcomes that are worth most is
played on ``samples`` times for some turns, greedily, and the one from which these ended best on
average is chosen. The tiles drawn while looking ahead are any of those left, the same for all
outcomes compared.
"""

from __future__ import annotations

from array import array

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.kept_outcomes import NO_CLAIM, KeptOutcomes
    from verifier.carcassonne.engine.kernel.piles import DRAWN
    from verifier.carcassonne.engine.kernel.splitmix import below, next_word
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.kept_outcomes import (
        NO_CLAIM,
        KeptOutcomes,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.piles import DRAWN
    from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import below, next_word

MOST_BOOKMARKS = cython.declare(cython.int, 4)


@cython.cclass
class TurnChoice(KeptOutcomes):
    """A table on which turns are chosen; *bookmarks* are positions to go back to."""

    def __init__(self, tables: Tables) -> None:
        KeptOutcomes.__init__(self, tables)
        self.rotations_in = self._shared_ints(array("i", [fit.bit_count() for fit in range(16)]))
        self.mark_placed = self._ints(MOST_BOOKMARKS)
        self.mark_colour = self._ints(MOST_BOOKMARKS)
        self.mark_scores = self._words(MOST_BOOKMARKS)
        self.mark_supply = self._words(MOST_BOOKMARKS)
        self.mark_monasteries = self._ints(MOST_BOOKMARKS)
        self.mark_piles = self._words(MOST_BOOKMARKS)
        self.mark_discards = self._ints(MOST_BOOKMARKS)
        self.mark_revealed = self._ints(MOST_BOOKMARKS)
        self.turns_ahead = self.width = self.samples = self.bookmarks = 0

    # -- positions to go back to

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _bookmark(self) -> cython.void:
        """Remember the position, in which the game goes on, to go back to it."""
        at: cython.int = self.bookmarks
        self.mark_placed[at] = self.placed
        self.mark_colour[at] = self.colour
        self.mark_scores[at] = self.scores
        self.mark_supply[at] = self.supply
        self.mark_monasteries[at] = self.scored_monasteries
        self.mark_piles[at] = self._pile_marks()
        self.mark_discards[at] = self.discards
        self.mark_revealed[at] = self.revealed
        self.bookmarks = at + 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _go_back(self) -> cython.void:
        """Take back everything since the last bookmark."""
        at: cython.int = self.bookmarks - 1
        while self.placed > self.mark_placed[at]:
            self._lift()
        while self.revealed > self.mark_revealed[at]:
            self._hide()
        self._restore_piles(self.mark_piles[at])
        self.colour = self.mark_colour[at]
        self.scores = self.mark_scores[at]
        self.supply = self.mark_supply[at]
        self.scored_monasteries = self.mark_monasteries[at]
        self.discards = self.mark_discards[at]
        self.over = 0

    # -- ways to choose: each leaves its choice at kept_first

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose_at_random(self) -> cython.void:
        """Choose a placement by chance, then a claim, then an outcome of scoring."""
        self.only_with_meeple[0] = self._only_with_meeple(self.drawn)
        self._keep(0, 1)
        while not self.kept:
            self._place_at_random(self.drawn)
            self.claim_ranked = NO_CLAIM
            self.claim_rank = 0
            self._claims(self.path_cell[0], self.path_drawing[0])
            if not self.kept:  # another placement must be taken, and any of those is as likely
                self._lift()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _place_at_random(self, kind: cython.int) -> cython.void:
        """Place a tile of this kind in any of the ways that fit, each as likely."""
        fits: cython.int = 256 * kind
        placements: cython.int = 0
        number: cython.int
        for number in range(self.frontier_size):
            placements += self.rotations_in[self.fits[fits + self.need[self.frontier[number]]]]
        skip: cython.int = below(self.chance, placements)
        number = 0
        rotations: cython.int = self.fits[fits + self.need[self.frontier[0]]]
        while skip >= self.rotations_in[rotations]:
            skip -= self.rotations_in[rotations]
            number += 1
            rotations = self.fits[fits + self.need[self.frontier[number]]]
        rotation: cython.int = 0
        while skip or not rotations >> rotation & 1:
            skip -= rotations >> rotation & 1
            rotation += 1
        self.path_cell[0] = self.frontier[number]
        self.path_drawing[0] = 4 * kind + rotation
        self._place(self.path_cell[0], self.path_drawing[0])

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose_greedily(self) -> cython.void:
        """Choose the outcome that is worth most."""
        self._keep(0, 1)
        self._turns(self.drawn)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose_ahead(self) -> cython.void:
        """Choose of the ``width`` outcomes worth most that which is worth most some turns on."""
        self._keep(1, self.width)
        self._turns(self.drawn)
        candidates: cython.int = self.kept
        if self.stopped or candidates == 1:
            return
        stream: cython.ulonglong = next_word(self.chance)
        chance: cython.ulonglong = self.chance[0]
        choice: cython.int = 0
        most: cython.longlong = 0
        candidate: cython.int
        self._bookmark()
        for candidate in range(1, candidates + 1):
            self._take(candidate)
            worth: cython.longlong = self._worth_ahead(stream)
            self._go_back()
            if not choice or worth > most:
                most = worth
                choice = candidate
        self.bookmarks -= 1
        self.chance[0] = chance
        self.kept_first = choice

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth_ahead(self, stream: cython.ulonglong) -> cython.longlong:
        """Return what the position is worth some turns on, summed over samples."""
        if self.over:
            return self.samples * self._worth()
        worth: cython.longlong = 0
        sample: cython.int
        turn: cython.int
        self._bookmark()
        for sample in range(self.samples):
            for turn in range(self.turns_ahead):
                if self.over or self.stopped:
                    break
                # Each turn has its stream, so that all candidates meet the same tiles.
                self._shuffle(stream, sample * self.turns_ahead + turn)
                if self._reveal_and_draw() != DRAWN:
                    self.over = 1
                    break
                self._choose_greedily()
                if not self.stopped:
                    self._take(0)
            worth += self._worth()
            self._go_back()
        self.bookmarks -= 1
        return worth
