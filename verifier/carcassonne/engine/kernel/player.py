# cython: language_level=3, cdivision=True
"""Plays whole games by chance, each from a seed and its own number alone, and tallies them.

No player knows more of the piles than a person would.

choosing a turn
    At random a placement is chosen, then a claim, then an outcome of scoring, each time any of the
    legal ones with equal chance. Greedily the outcome is that of the turn that is worth most, among
    equals any with equal chance. To look ahead, each of the ``width`` outcomes that are worth most
    is played on ``samples`` times for some turns, greedily, and the one from which these ended best
    on average is chosen. The tiles drawn while looking ahead are any of those left, the same for
    all outcomes compared. *Bookmarks* are positions to go back to.
keeping outcomes
    The best of a turn are kept, best first, from the place ``kept_first`` on: ranked by what they
    are worth, equals by chance. For the player at random all are equal, but claims before the
    outcomes of scoring that follow them: of two claims either is as likely, however many outcomes
    each leads to.
evaluating a position
    All is in sixteenths of a point. Each colour *expects* its score and the value of every
    unfinished feature in whose majority it is, times the chance to finish it. That is taken from
    the number of open ends (of a monastery: of empty cells around) alone: ``FINISH``. A position is
    worth the result, if the game ended now (FACT-1); the lowest of what the colours expect, and the
    sum of it; and for each colour what ``READY`` says of its meeples in supply, for without them
    the game ends. A game that is over is worth its result, and less than any game that goes on. The
    numbers were found by trying: playing out 4000 games with each of some hundred variations.
dealing
    The piles are shuffled lazily: an unknown tile becomes any of those left, with equal chance,
    when it is drawn. That is the same as shuffling first, for nothing that happens before a tile is
    drawn depends on which it is. ``bag`` holds the kinds of the tiles that may be in the piles;
    those revealed lie behind the ``bag_left`` others, and ``revealed_place`` and ``revealed_pile``
    tell where from and where to. The river's stack is shuffled before the game begins, from the
    order in which it was set.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.goals import GoalTable
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    AT_RANDOM,
    DRAWN,
    GREEDILY,
    LARGE,
    MONASTERIES,
    MONASTERY,
    MOST_KEPT,
    NO_CLAIM,
    PILE_ROOM,
    RIVER_ROOM,
    RIVER_SHOWN,
    TILE_ROOM,
    UNKNOWN,
)
from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import (
    WORD,
    below,
    mixed,
    next_word,
)
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    byte_of,
    large_for,
    meeples_on,
    number_in,
    one_for,
    open_ends,
    points_of,
    score_of,
    weight_in,
)

from verifier.carcassonne.engine.tables import Tables

NO_GOAL = cython.declare(cython.int, 0)

MOST_GOALS = cython.declare(cython.int, 32)
# Scores start at 9999 at most, and all features of the base game are worth less than 2000.
SCORE_ROOM = cython.declare(cython.int, 1 << 14)

MOST_BOOKMARKS = cython.declare(cython.int, 4)

WORTH_UNIT = cython.declare(cython.longlong, 1 << 32)
"""An outcome's rank is its worth in this unit, and below that a number by chance."""

POINT = cython.declare(cython.int, 16)
OVER = cython.declare(cython.int, 1000000)

FINISH = (
    (8, 4, 2, 0, 0, 0, 0, 0),  # roads with 1, 2, ... open ends
    (9, 5, 3, 2, 1, 0, 0, 0),  # cities
    (14, 11, 9, 7, 5, 4, 3, 2),  # monasteries
)
ENDS_COUNTED = cython.declare(cython.int, 8)
READY = (0, 160, 240, 280, 300, 310, 315, 320, 320)


@cython.cclass
class Player(GoalTable):
    """A table with goals on which games are played to their end.

    ``owned`` packs each colour's meeples, on tiles or not.
    """

    def __init__(self, tables: Tables) -> None:
        GoalTable.__init__(self, tables)
        if not cython.compiled:
            self.rotations_in = [0] * 16
            self.expected = [0] * 4
            self.finish = [0] * 24
            self.ready = [0] * 9
            self.bag = [0] * TILE_ROOM
            self.revealed_place = [0] * TILE_ROOM
            self.revealed_pile = [0] * TILE_ROOM
            self.chance = [0] * 1
            self.river_kept = [0] * RIVER_ROOM
        self.each_goal = self._ints(MOST_GOALS)
        self.each_least = self._ints(MOST_GOALS)
        self.each_most = self._ints(MOST_GOALS)
        self.each_colours = self._ints(MOST_GOALS)
        self.goal_tally = self._counts(MOST_GOALS)
        self.length_room = tables.tiles + 1
        self.length_tally = self._counts(self.length_room)
        self.result_tally = self._counts(SCORE_ROOM)
        self.lowest_tally = self._counts(SCORE_ROOM)
        self.goals = self.met = self.turns = self.writes = self.all_discards = 0
        self.record: list = []
        self.best_result = -1
        self.best_game = self.checksum = 0
        self._copy(array("i", [fit.bit_count() for fit in range(16)]), self.rotations_in)
        self._make_bookmarks()
        self.turns_ahead = self.width = self.samples = self.bookmarks = 0
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
        self.last_tile = self.claim_ranked = self.claim_rank = 0
        self._copy(array("i", [chance for kind in FINISH for chance in kind]), self.finish)
        self._copy(array("i", READY), self.ready)
        self.owned = 0
        self.bag_left = self.revealed = 0

    def _make_bookmarks(self) -> None:
        self.mark_placed = self._ints(MOST_BOOKMARKS)
        self.mark_river_end = self._ints(MOST_BOOKMARKS)
        self.mark_river_side = self._ints(MOST_BOOKMARKS)
        self.mark_river_bend = self._ints(MOST_BOOKMARKS)
        self.mark_colour = self._ints(MOST_BOOKMARKS)
        self.mark_scores = self._words(MOST_BOOKMARKS)
        self.mark_supply = self._words(MOST_BOOKMARKS)
        self.mark_monasteries = self._ints(MOST_BOOKMARKS)
        self.mark_piles = self._words(MOST_BOOKMARKS)
        self.mark_discards = self._ints(MOST_BOOKMARKS)
        self.mark_revealed = self._ints(MOST_BOOKMARKS)

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
        """Return the numbers that occurred, each with how often."""
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
        """Play the game of that number, tally it, and go back to the position it began from."""
        self._shuffle(seed, number)
        self._shuffle_river()
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
        """Choose a turn with the tile drawn, make it, and mark the goals that it met."""
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

    # -- goals and tallies

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _look_for(self, goal: cython.int) -> cython.void:
        """Set the goal with this number among those looked for."""
        self.goal = self.each_goal[goal]
        self.goal_least = self.each_least[goal]
        self.goal_most = self.each_most[goal]
        self.goal_colours = self.each_colours[goal]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark_goals(self, paid: cython.int, monasteries: cython.int) -> cython.void:
        """Mark the goals about roads, cities and monasteries that the turn just made met.

        ``paid`` are those of the completed features that brought points, a bit each, and
        ``monasteries`` is how many monasteries it scored.
        """
        goal: cython.int
        for goal in range(self.goals):
            if self.each_goal[goal] <= MONASTERIES:
                self._look_for(goal)
                settled: cython.int = monasteries | self._meets_goal(paid) << 4
                if self._reached(settled) >= 0:
                    self.met |= 1 << goal
        self.goal = NO_GOAL

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _tally(self, number: cython.longlong) -> cython.void:
        """Add a game that is over to the tallies."""
        goal: cython.int
        for goal in range(self.goals):
            if self.each_goal[goal] > MONASTERIES:
                self._look_for(goal)
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

    # -- positions to go back to

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _bookmark(self) -> cython.void:
        """Remember the position, in which the game goes on, to go back to it."""
        at: cython.int = self.bookmarks
        self.mark_placed[at] = self.placed
        self.mark_river_end[at] = self.river_end
        self.mark_river_side[at] = self.river_side
        self.mark_river_bend[at] = self.river_bend
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
        self.river_end = self.mark_river_end[at]
        self.river_side = self.mark_river_side[at]
        self.river_bend = self.mark_river_bend[at]
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
        placements: cython.int = 0
        number: cython.int
        for number in range(self.frontier_size):
            placements += self.rotations_in[self._rotations_at(number, kind)]
        skip: cython.int = below(self.chance, placements)
        number = 0
        rotations: cython.int = self._rotations_at(0, kind)
        while skip >= self.rotations_in[rotations]:
            skip -= self.rotations_in[rotations]
            number += 1
            rotations = self._rotations_at(number, kind)
        rotation: cython.int = 0
        while skip or not rotations >> rotation & 1:
            skip -= rotations >> rotation & 1
            rotation += 1
        self.path_cell[0] = self.frontier[number]
        self.path_drawing[0] = 4 * kind + rotation
        self._place(self.path_cell[0], self.path_drawing[0])

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _rotations_at(self, number: cython.int, kind: cython.int) -> cython.int:
        """Return the rotations, as bits, in which a tile fits on a cell of the frontier."""
        cell: cython.int = self.frontier[number]
        if self.river_sides[4 * kind] or self.need[cell] >= RIVER_SHOWN:
            return self._rotations_on(cell, kind)
        return self.fits[256 * kind + self.need[cell]]

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

    # -- the best outcomes of a turn, and the turn that leads to one of them

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _keep(self, first: cython.int, room: cython.int) -> cython.void:
        """Keep so many of the turn's outcomes, the best, from that place on."""
        self.last_tile = self._no_tile_left()
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
        if cell == self.river_end:
            self._follow_river(cell, self.kept_drawing[kept])
        if self.kept_claim[kept] != NO_CLAIM:
            claim: cython.int = 0
            large: cython.int = self.kept_claim[kept] & LARGE
            while self.claim_name[claim] != self.kept_claim[kept] - large:
                claim += 1
            meeple: cython.ulonglong = large_for(self.colour) if large else one_for(self.colour)
            self.word[self.claim_node[claim]] += meeple
        self.scores = self.kept_scores[kept]
        self.supply = self.kept_supply[kept]
        self.scored_monasteries = self.kept_monasteries[kept]
        self.over = self.kept_over[kept]
        self.colour = self.colour + 1 if self.colour + 1 < self.colours else 0

    # -- what a position is worth

    def count_meeples(self) -> None:
        """Count what each colour owns; to be called when the position is laid."""
        self.owned = 0
        self.owned = self.supply + GoalTable._meeples_out(self)  # noqa: SLF001 - its own

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meeples_out(self) -> cython.ulonglong:
        """Return the meeples that stand on tiles, a byte a colour."""
        return self.owned - self.supply

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _result(self) -> cython.int:
        """Return the result if the game ended now (SOLO-RESULT-1)."""
        as_sum: cython.int = self.goal_total_sum
        self.goal_total_sum = 0
        result: cython.int = self._total()
        self.goal_total_sum = as_sum
        return result

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth(self) -> cython.longlong:
        """Return what the position is worth, in sixteenths of a point."""
        worth: cython.longlong = POINT * self._result()
        if self.over:
            return worth - OVER
        self._expect()
        lowest: cython.longlong = self.expected[0]
        colour: cython.int
        for colour in range(self.colours):
            worth += self.expected[colour] + self.ready[number_in(byte_of(self.supply, colour))]
            if self.expected[colour] < lowest:
                lowest = self.expected[colour]
        return worth + lowest

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _expect(self) -> cython.void:
        """Note what each colour expects, in sixteenths of a point."""
        colour: cython.int
        for colour in range(self.colours):
            self.expected[colour] = POINT * score_of(self.scores, colour)
        node: cython.int
        for node in range(self.nodes):
            if self.parent[node] != node:
                continue
            word: cython.ulonglong = self.word[node]
            if not meeples_on(word):
                continue
            ends: cython.int = open_ends(word)
            if not ends or ends > ENDS_COUNTED:
                continue
            kind: cython.int = self.node_kind[node]
            points: cython.longlong = points_of(kind, word)
            if kind == MONASTERY:
                points = 9
            points *= self.finish[ENDS_COUNTED * (kind - 1) + ends - 1]
            self._expect_for(meeples_on(word), points)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _expect_for(self, meeples: cython.ulonglong, points: cython.longlong) -> cython.void:
        """Let the colours in the majority expect the points."""
        most: cython.ulonglong = 0
        left: cython.ulonglong = meeples
        while left:
            if weight_in(left & 0xFF) > most:
                most = weight_in(left & 0xFF)
            left >>= 8
        colour: cython.int = 0
        while meeples:
            if weight_in(meeples & 0xFF) == most:
                self.expected[colour] += points
            meeples >>= 8
            colour += 1

    # -- unknown tiles

    def set_bag(self, kinds: list[int]) -> None:
        """Set the tiles among which the unknown ones are; there must be as many at least."""
        place: cython.int
        self.bag_left = len(kinds)
        for place in range(self.bag_left):
            self.bag[place] = kinds[place]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _shuffle(self, seed: cython.ulonglong, number: cython.ulonglong) -> cython.void:
        """Begin a stream of chance of its own for each number under a seed."""
        self.chance[0] = mixed((mixed(seed) + number) & WORD)

    def keep_river(self) -> None:
        """Remember the order of the river's stack, from which it is shuffled for every game."""
        place: cython.int
        for place in range(self.river_known):
            self.river_kept[place] = self.river_kind[place]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _shuffle_river(self) -> cython.void:
        """Put the river's stack in an order of chance, but for the lake, which stays the last."""
        place: cython.int
        for place in range(self.river_known):
            self.river_kind[place] = self.river_kept[place]
        for place in range(self._before_the_lake() - 1, 0, -1):
            other: cython.int = below(self.chance, place + 1)
            kind: cython.int = self.river_kind[place]
            self.river_kind[place] = self.river_kind[other]
            self.river_kind[other] = kind

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _reveal_and_draw(self) -> cython.int:
        """Draw as the core does, revealing what lies on top of the piles."""
        marks: cython.ulonglong = self._pile_marks()
        colour: cython.int = self.colour
        discards: cython.int = self.discards
        drawn: cython.int = self._draw()
        while drawn == UNKNOWN:
            # From the start again, for the drawing may have come to another pile than it began.
            self._restore_piles(marks)
            self.colour = colour
            self.discards = discards
            self._reveal(self.drawn_from)
            drawn = self._draw()
        return drawn

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _reveal(self, pile: cython.int) -> cython.void:
        """Let the first unknown tile of a pile be one of those left."""
        place: cython.int = below(self.chance, self.bag_left)
        self.bag_left -= 1
        kind: cython.int = self.bag[place]
        self.bag[place] = self.bag[self.bag_left]
        self.bag[self.bag_left] = kind
        self.revealed_place[self.revealed] = place
        self.revealed_pile[self.revealed] = pile
        self.revealed += 1
        self.pile[PILE_ROOM * pile + self.pile_size[pile]] = kind
        self.pile_size[pile] += 1
        self.pile_hidden[pile] -= 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _hide(self) -> cython.void:
        """Let the tile revealed last be unknown again."""
        self.revealed -= 1
        pile: cython.int = self.revealed_pile[self.revealed]
        self.pile_size[pile] -= 1
        self.pile_hidden[pile] += 1
        place: cython.int = self.revealed_place[self.revealed]
        kind: cython.int = self.bag[self.bag_left]
        self.bag[self.bag_left] = self.bag[place]
        self.bag[place] = kind
        self.bag_left += 1
