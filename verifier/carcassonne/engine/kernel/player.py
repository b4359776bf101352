# cython: language_level=3, cdivision=True
"""Plays whole games by chance, each from a seed and its own number alone, and tallies them.

How a turn is chosen stands in ``turn_choice.py``. No player knows more of the piles than a person
would.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.goals import MONASTERIES
    from verifier.carcassonne.engine.kernel.inlined import score_of
    from verifier.carcassonne.engine.kernel.kept_outcomes import AT_RANDOM, GREEDILY, MOST_KEPT
    from verifier.carcassonne.engine.kernel.piles import DRAWN
    from verifier.carcassonne.engine.kernel.splitmix import WORD, mixed
    from verifier.carcassonne.engine.kernel.turn_choice import TurnChoice
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import MONASTERIES
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import score_of
    from cython.cimports.verifier.carcassonne.engine.kernel.kept_outcomes import (
        AT_RANDOM,
        GREEDILY,
        MOST_KEPT,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.piles import DRAWN
    from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import WORD, mixed
    from cython.cimports.verifier.carcassonne.engine.kernel.turn_choice import TurnChoice

NO_GOAL = cython.declare(cython.int, 0)

MOST_GOALS = cython.declare(cython.int, 32)
# Scores start at 9999 at most, and all features of the base game are worth less than 2000.
SCORE_ROOM = cython.declare(cython.int, 1 << 14)


@cython.cclass
class Player(TurnChoice):
    """A table on which games are played to their end."""

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
        TurnChoice.__init__(self, tables)
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
