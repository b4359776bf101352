# cython: language_level=3, cdivision=True
"""Goals: which outcomes meet one, and what they are worth."""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    ALL_TILES,
    CITIES,
    LEVEL,
    MONASTERIES,
    RESTRAINT,
    STAY,
)
from cython.cimports.verifier.carcassonne.engine.kernel.solo_turns import SoloTable
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    bits_in,
    byte_of,
    meeples_on,
    number_in,
    open_ends,
    score_of,
)

from verifier.carcassonne.engine.tables import Tables


@cython.cclass
class GoalTable(SoloTable):
    """A table with a goal; the readings of goals are settings of their own.

    A goal is one condition, or two that the same outcome must meet. These are about what a turn
    scores; the first is at hand, and bounds are computed from it alone.
    """

    def __init__(self, tables: Tables) -> None:
        SoloTable.__init__(self, tables)
        self.set_goal(0, 0, 0, 0, 0, 0, 0, 0)

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
        self.also = self.also_least = self.also_most = self.also_colours = self.least_together = 0
        self.goal_exactly = exactly
        self.goal_counted = counted
        self.goal_sum = worth_is_sum
        self.goal_unscored = unscored_counts
        self.set_end_readings(0, 0, 0, 0)

    def set_also(
        self, kind: cython.int, least: cython.int, most: cython.int, colours: cython.int
    ) -> None:
        """Set a second condition, which the same outcome must meet (SOLO-GOAL-15)."""
        self.also = kind
        self.also_least = least
        self.also_most = most
        self.also_colours = colours

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

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meets_goal(self, paid: cython.int) -> cython.int:
        """Return the greatest worth among the features scored that meet the goal, plus one; or 0.

        ``paid`` are those of the completed features that brought points, a bit each.
        """
        return self._both_met(paid) if self.also else self._condition_met(paid)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _both_met(self, paid: cython.int) -> cython.int:
        """Return the worth of the best features for each of two conditions, plus one; or 0."""
        together: cython.int = 1
        _condition: cython.int
        for _condition in range(2):
            if together and self.goal <= CITIES:
                most: cython.int = self._condition_met(paid)
                together = together + most - 1 if most else 0
            self._exchange()
        return together

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _condition_met(self, paid: cython.int) -> cython.int:
        """Return the greatest worth among the features that meet the condition, plus one; or 0."""
        most: cython.int = 0
        feature: cython.int
        for feature in range(self.completed):
            if self.goal <= CITIES and self.node_kind[self.completed_node[feature]] == self.goal:
                worth: cython.int = self._worth_of(feature, paid >> feature & 1)
                if worth >= most:
                    most = worth + 1
        return most

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth_of(self, feature: cython.int, points: cython.int) -> cython.int:
        """Return the worth of a scored feature that meets the goal, else -1 (SOLO-GOAL-0a, -0c)."""
        if not points and not self.goal_unscored:
            return -1
        colours: cython.int = self.completed_majority[feature] if points else 0
        worth: cython.int = self.completed_value[feature]
        if self.goal_sum:
            worth *= bits_in(colours)
        if worth < self.goal_least or worth > self.goal_most:
            return -1
        if not self.goal_colours:
            return worth
        if self.goal_counted == 1:
            colours = self.completed_majority[feature]
        elif self.goal_counted == 2:
            colours = self.completed_present[feature]
        count: cython.int = bits_in(colours)
        if count < self.goal_colours or (self.goal_exactly and count > self.goal_colours):
            return -1
        return worth

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _reached(self, settled: cython.int) -> cython.int:
        """Return what the outcome at hand is worth if it meets the goal, else -1.

        ``settled`` is what the scoring has settled, as ``_settled`` returns it.
        """
        if self.also:
            return self._both_reached(settled)
        if self.goal <= CITIES:
            return (settled >> 4) - 1
        if self.goal == MONASTERIES:
            return self._enough_monasteries(settled)
        if self.goal == STAY:
            return -1 if self.over else self._within(self.placed)
        if self.goal == LEVEL:
            return self._within(self._apart())
        if not self.over:
            return -1
        if self.goal == RESTRAINT:
            return self._within(self._together())
        if self.goal == ALL_TILES and not self._all_tiles_used():
            return -1
        return self._within(self._total())

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _both_reached(self, settled: cython.int) -> cython.int:
        """Return what the outcome is worth for two conditions together, else -1 (SOLO-GOAL-15)."""
        together: cython.int = (settled >> 4) - 1
        _condition: cython.int
        for _condition in range(2):
            if together >= 0 and self.goal == MONASTERIES:
                worth: cython.int = self._enough_monasteries(settled)
                together = together + worth if worth >= 0 else -1
            self._exchange()
        return together if together >= self.least_together else -1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _exchange(self) -> cython.void:
        """Put the other of two conditions at hand."""
        self.goal, self.also = self.also, self.goal
        self.goal_least, self.also_least = self.also_least, self.goal_least
        self.goal_most, self.also_most = self.also_most, self.goal_most
        self.goal_colours, self.also_colours = self.also_colours, self.goal_colours

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _enough_monasteries(self, settled: cython.int) -> cython.int:
        """Return how many monasteries count by now, else -1 (SOLO-GOAL-9, -10).

        It is -1 also where none of them counts with this turn.
        """
        return self._within(self.scored_monasteries) if settled & 15 else -1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _all_tiles_used(self) -> cython.int:
        """Return whether the end at hand left no tile (SOLO-GOAL-14, AMB-18)."""
        return self._no_tile_left() and not (self.goal_all_placed and self.discards)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _within(self, number: cython.int) -> cython.int:
        """Return the number if it lies within the goal's bounds, else -1."""
        return number if self.goal_least <= number <= self.goal_most else -1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _apart(self) -> cython.int:
        """Return how far the highest and the lowest score are apart (SOLO-GOAL-16)."""
        least: cython.int = score_of(self.scores, 0)
        most: cython.int = least
        colour: cython.int
        for colour in range(1, self.colours):
            score: cython.int = score_of(self.scores, colour)
            if score < least:
                least = score
            if score > most:
                most = score
        return most - least

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _together(self) -> cython.int:
        """Return the points of all colours before final scoring (SOLO-GOAL-17)."""
        total: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            total += score_of(self.scores, colour)
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meeples_out(self) -> cython.ulonglong:
        """Return the meeples on tiles, a byte a colour (none is on a complete feature)."""
        out: cython.ulonglong = 0
        node: cython.int
        for node in range(self.nodes):
            if self.parent[node] == node and open_ends(self.word[node]):
                out += meeples_on(self.word[node])
        return out

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _total(self) -> cython.int:
        """Return the result after final scoring, by the closing formula FACT-1."""
        out: cython.ulonglong = self._meeples_out()
        least: cython.int = 1 << 20
        colour: cython.int
        for colour in range(self.colours):
            most: cython.int = score_of(self.scores, colour) + 2 * number_in(byte_of(out, colour))
            if most < least:
                least = most
        if not self.goal_total_sum and not self.goal_offset:
            return least
        lowest: cython.int = 1 << 20
        total: cython.int = 0
        for colour in range(self.colours):
            score: cython.int = self._closing_score(colour, number_in(byte_of(out, colour)), least)
            total += score
            if score < lowest:
                lowest = score
        return total if self.goal_total_sum else lowest

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _closing_score(
        self, colour: cython.int, meeples: cython.int, result: cython.int
    ) -> cython.int:
        """Return a colour's score after final scoring that ends with ``result`` (FACT-2).

        Its start is taken off where AMB-01 says so.
        """
        score: cython.int = score_of(self.scores, colour)
        if self.goal_whole_colours and score <= result:  # final.unit: colour
            score += 2 * meeples
            meeples = 0
        while meeples and score <= result:
            score += 2
            meeples -= 1
        return score - (self.goal_offset >> (8 * colour) & 0xFF)
