# cython: language_level=3, cdivision=True
"""Plays whole games by chance, each from a seed and its own number alone, and tallies them.

The random player takes a placement, then a claim, then an outcome of scoring, each time any of
the legal ones with equal chance. The greedy player takes the outcome of the turn that is worth
most (see ``evaluator.py``), among equals any with equal chance. The player who looks ahead takes
the ``width`` outcomes that are worth most, plays from each of them ``samples`` times some turns on
as the greedy player would, and takes the one from which these ended best on average. No player
knows more of the piles than a person would: the tiles drawn while looking ahead are any of those
left, the same for all outcomes compared.
"""

from __future__ import annotations

from array import array

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.evaluator import Evaluator
    from verifier.carcassonne.engine.kernel.goals import MONASTERIES
    from verifier.carcassonne.engine.kernel.inlined import one_for, score_of
    from verifier.carcassonne.engine.kernel.piles import DRAWN
    from verifier.carcassonne.engine.kernel.splitmix import WORD, below, mixed, next_word
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.evaluator import Evaluator
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import MONASTERIES
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import one_for, score_of
    from cython.cimports.verifier.carcassonne.engine.kernel.piles import DRAWN
    from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import (
        WORD,
        below,
        mixed,
        next_word,
    )

NO_CLAIM = cython.declare(cython.int, -1)

NO_GOAL = cython.declare(cython.int, 0)

# How to choose.
AT_RANDOM = cython.declare(cython.int, 0)
GREEDILY = cython.declare(cython.int, 1)
AHEAD = cython.declare(cython.int, 2)

MOST_GOALS = cython.declare(cython.int, 32)
MOST_KEPT = cython.declare(cython.int, 64)
MOST_BOOKMARKS = cython.declare(cython.int, 4)
# Scores start at 9999 at most, and all features of the base game are worth less than 2000.
SCORE_ROOM = cython.declare(cython.int, 1 << 14)

WORTH_UNIT = cython.declare(cython.longlong, 1 << 32)
"""An outcome's rank is its worth in this unit, and below that a number by chance."""


@cython.cclass
class Player(Evaluator):
    """A table on which games are played to their end."""

    # the player
    choosing: cython.int
    turns_ahead: cython.int
    width: cython.int
    samples: cython.int
    rotations_in: cython.p_int  # how many bits are set
    # the best outcomes of a turn, best first, from kept_first on: one, or the candidates
    kept_rank: cython.p_longlong
    kept_cell: cython.p_int
    kept_drawing: cython.p_int
    kept_claim: cython.p_int
    kept_set: cython.p_int
    kept_order: cython.p_ulonglong
    kept_scores: cython.p_ulonglong
    kept_supply: cython.p_ulonglong
    kept_monasteries: cython.p_int
    kept_over: cython.p_int
    kept_first: cython.int
    kept_room: cython.int
    kept: cython.int
    last_tile: cython.int
    claim_ranked: cython.int
    claim_rank: cython.longlong
    # positions to go back to
    mark_placed: cython.p_int
    mark_colour: cython.p_int
    mark_scores: cython.p_ulonglong
    mark_supply: cython.p_ulonglong
    mark_monasteries: cython.p_int
    mark_piles: cython.p_ulonglong
    mark_discards: cython.p_int
    mark_revealed: cython.p_int
    bookmarks: cython.int
    # the goals looked for, and those met in this game, a bit each
    each_goal: cython.p_int
    each_least: cython.p_int
    each_most: cython.p_int
    each_colours: cython.p_int
    goals: cython.int
    met: cython.int
    turns: cython.int
    writes: cython.int
    record: list
    all_discards: cython.int
    # tallies over games
    goal_tally: cython.p_longlong
    length_tally: cython.p_longlong
    length_room: cython.int
    result_tally: cython.p_longlong
    lowest_tally: cython.p_longlong
    best_result: cython.int
    best_game: cython.longlong
    checksum: cython.ulonglong

    def __init__(self, tables: Tables) -> None:
        Evaluator.__init__(self, tables)
        self.rotations_in = self._shared_ints(array("i", [fit.bit_count() for fit in range(16)]))
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
        self.mark_placed = self._ints(MOST_BOOKMARKS)
        self.mark_colour = self._ints(MOST_BOOKMARKS)
        self.mark_scores = self._words(MOST_BOOKMARKS)
        self.mark_supply = self._words(MOST_BOOKMARKS)
        self.mark_monasteries = self._ints(MOST_BOOKMARKS)
        self.mark_piles = self._words(MOST_BOOKMARKS)
        self.mark_discards = self._ints(MOST_BOOKMARKS)
        self.mark_revealed = self._ints(MOST_BOOKMARKS)
        self.each_goal = self._ints(MOST_GOALS)
        self.each_least = self._ints(MOST_GOALS)
        self.each_most = self._ints(MOST_GOALS)
        self.each_colours = self._ints(MOST_GOALS)
        self.goal_tally = self._counts(MOST_GOALS)
        self.length_room = tables.tiles + 1
        self.length_tally = self._counts(self.length_room)
        self.result_tally = self._counts(SCORE_ROOM)
        self.lowest_tally = self._counts(SCORE_ROOM)
        self.choosing = self.turns_ahead = self.width = self.samples = 0
        self.kept_first = self.kept_room = self.kept = self.bookmarks = 0
        self.claim_ranked = self.last_tile = 0
        self.claim_rank = 0
        self.goals = self.met = self.turns = self.writes = self.all_discards = 0
        self.record = []
        self.best_result = -1
        self.best_game = 0
        self.checksum = 0

    def add_goal(self) -> None:
        """Look in every game also for the goal that is set; the first 32 are looked for."""
        if self.goals < MOST_GOALS:
            self.each_goal[self.goals] = self.goal
            self.each_least[self.goals] = self.goal_least
            self.each_most[self.goals] = self.goal_most
            self.each_colours[self.goals] = self.goal_colours
            self.goals += 1

    def set_player(
        self,
        choosing: cython.int,
        turns_ahead: cython.int,
        width: cython.int,
        samples: cython.int,
    ) -> None:
        """Set how to choose: 0 at random, 1 greedily, 2 looking ahead with the other numbers."""
        self.choosing = choosing
        self.turns_ahead = turns_ahead
        self.width = width if width < MOST_KEPT else MOST_KEPT - 1
        self.samples = samples

    def play(self, seed: cython.ulonglong, first: cython.longlong, games: cython.longlong) -> tuple:
        """Play games, numbered from ``first``, and tally them with those played before.

        Returns how many met each goal, how many had each length (turns with a tile), result and
        lowest score before final scoring, the best result with the first game that had it, and a
        sum over the games that no two ways of playing them share.
        """
        self._begin()
        self.count_meeples()
        number: cython.longlong
        for number in range(first, first + games):
            self._play_game(seed, number)
            if self.stopped:
                break
        self._end()
        return (
            [self.goal_tally[goal] for goal in range(self.goals)],
            self._found_in(self.length_tally, self.length_room),
            self._found_in(self.result_tally, SCORE_ROOM),
            self._found_in(self.lowest_tally, SCORE_ROOM),
            self.best_result,
            self.best_game,
            self.checksum,
        )

    @cython.final
    @cython.cfunc
    def _found_in(self, tally: cython.p_longlong, room: cython.int) -> dict:
        return {number: tally[number] for number in range(room) if tally[number]}

    def written(self, seed: cython.ulonglong, number: cython.longlong) -> tuple:
        """Play one game and write it down: the turns, and all discards.

        A turn is: colour, pile, discards so far, cell, drawing, claim, the names of the features
        scored in order, which of them (in the order of their names) brought points, scores.
        """
        self.record = []
        self.writes = 1
        self.play(seed, number, 1)
        self.writes = 0
        return self.record, [self.discarded[place] for place in range(self.all_discards)]

    # -- a game

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _play_game(self, seed: cython.ulonglong, number: cython.ulonglong) -> cython.void:
        self._shuffle(seed, number)
        self._bookmark()
        self.over = self.turns = self.met = 0
        while not self.over and not self.stopped:
            if self._reveal_and_draw() == DRAWN:
                self._play_turn()
            else:
                self.over = 1  # SOLO-END-6
        if not self.stopped:
            self._tally(number)
        self.all_discards = self.discards
        self._go_back()
        self.bookmarks -= 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _play_turn(self) -> cython.void:
        pile: cython.int = self.drawn_from
        before: cython.int = self.scored_monasteries
        if self.choosing == AT_RANDOM:
            self._choose_at_random()
        elif self.choosing == GREEDILY:
            self._choose_greedily()
        else:
            self._choose_ahead()
        if self.stopped:
            return
        self._take(self.kept_first)
        self.turns += 1
        self.completed = 0
        if self.closing:
            cell: cython.int = self.kept_cell[self.kept_first]
            self._list_features(cell, self.kept_drawing[self.kept_first])
            self._gather(self.closed)
            self._mark_goals(self.kept_set[self.kept_first], self.scored_monasteries - before)
        if self.writes:
            self._write(self.kept_first, pile)

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

    # -- going back

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

    # -- choosing: each way leaves its choice at kept_first

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose_at_random(self) -> cython.void:
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
        self._keep(0, 1)
        self._turns(self.drawn)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose_ahead(self) -> cython.void:
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

    # -- keeping the best outcomes

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _keep(self, first: cython.int, room: cython.int) -> cython.void:
        """Keep so many of the turn's outcomes, from that place on."""
        self.last_tile = self._all_piles_empty()
        self.kept_first = first
        self.kept_room = room
        self.kept = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
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
        """Return the rank of the outcome at hand; at random, that of its claim goes first."""
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

    # -- goals and tallies

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _aim(self, goal: cython.int) -> cython.void:
        self.goal = self.each_goal[goal]
        self.goal_least = self.each_least[goal]
        self.goal_most = self.each_most[goal]
        self.goal_colours = self.each_colours[goal]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_goals(self, paid: cython.int, monasteries: cython.int) -> cython.void:
        """Mark the goals about features that the turn met, of which the first were paid."""
        goal: cython.int
        for goal in range(self.goals):
            if self.each_goal[goal] <= MONASTERIES:
                self._aim(goal)
                settled: cython.int = monasteries | self._meets_goal(paid) << 4
                if self._reached(settled) >= 0:
                    self.met |= 1 << goal
        self.goal = NO_GOAL

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _tally(self, number: cython.longlong) -> cython.void:
        """Count a game that is over."""
        goal: cython.int
        for goal in range(self.goals):
            if self.each_goal[goal] > MONASTERIES:
                self._aim(goal)
                if self._reached(0) >= 0:
                    self.met |= 1 << goal
            self.goal_tally[goal] += self.met >> goal & 1
        self.goal = NO_GOAL
        lowest: cython.int = score_of(self.scores, 0)
        colour: cython.int
        for colour in range(1, self.colours):
            if score_of(self.scores, colour) < lowest:
                lowest = score_of(self.scores, colour)
        result: cython.int = self._result()
        self.length_tally[self.turns] += 1
        self.lowest_tally[lowest] += 1
        self.result_tally[result] += 1
        if result > self.best_result:
            self.best_result = result
            self.best_game = number
        self.checksum = (self.checksum + mixed(self.chance[0] ^ self.scores)) & WORD

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _write(self, kept: cython.int, pile: cython.int) -> cython.void:
        """Write down the turn just made; its features are gathered."""
        mover: cython.int = self.colour - 1 if self.colour else self.colours - 1
        order: cython.ulonglong = self.kept_order[kept]
        places = range(4 * (self.completed - 1), -1, -4)
        names = [self.completed_name[order >> place & 15] for place in places]
        self.record.append(
            (
                mover,
                pile,
                [self.discarded[place] for place in range(self.discards)],
                self.kept_cell[kept],
                self.kept_drawing[kept],
                self.kept_claim[kept],
                names,
                self.kept_set[kept],
                [score_of(self.scores, place) for place in range(self.colours)],
            )
        )
