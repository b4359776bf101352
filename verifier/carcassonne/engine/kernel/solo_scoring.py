# cython: language_level=3, cdivision=True
"""Scores what a turn completed, in every order that matters (SOLO-SCORE-1 to -15).

``scores`` packs the colours' points in 16 bits each, ``supply`` their meeples in 8 bits each. The
features a turn scores are gathered in the ``completed_*`` arrays. An *outcome* of scoring them in
some order is the set of those that brought points, one bit each, which fixes the scores; outcomes
lie on a stack, for each is carried on from before the next.
"""

from __future__ import annotations

from typing import Any

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import CITY, MONASTERY
    from verifier.carcassonne.engine.kernel.inlined import (
        byte_of,
        meeples_on,
        one_for,
        open_ends,
        score_of,
        shields_in,
        tiles_in,
    )
    from verifier.carcassonne.engine.kernel.piles import Piles
    from verifier.carcassonne.engine.kernel.sizes import COMPLETED_ROOM, TILE_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import CITY, MONASTERY
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        byte_of,
        meeples_on,
        one_for,
        open_ends,
        score_of,
        shields_in,
        tiles_in,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.piles import Piles
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import COMPLETED_ROOM, TILE_ROOM

OUTCOME_ROOM = cython.declare(cython.int, 1 << 14)


@cython.cclass
class SoloScoring(Piles):
    """A board with colours, points and meeples, on which completed features are scored."""

    def __init__(self, tables: Tables) -> None:
        Piles.__init__(self, tables)
        if not cython.compiled:
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
        self.outcome_set = self._ints(OUTCOME_ROOM)
        self.outcome_order = self._words(OUTCOME_ROOM)
        self.outcome_scores = self._words(OUTCOME_ROOM)
        self.seen: Any = None
        self.asked_size = -1
        self.scores = self.supply = 0
        self.scored_monasteries = self.over = self.completed = self.outcomes_top = self.ply = 0
        self.lowest_scores = self.lowest_colours = 0
        colours: cython.int
        colour: cython.int
        one: cython.ulonglong = 1
        for colours in range(16):
            for colour in range(4):
                if colours >> colour & 1:
                    self.point_each[colours] |= one << (16 * colour)
        self.set_switches({})
        self.leave_out(frozenset())

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
        self.unpaid_monasteries = switches.get("unpaid_monasteries", 0)

    def leave_out(self, rules: frozenset[str]) -> None:
        """Play without these of the rules that a puzzle can rest on (solo/essential.py)."""
        self.anyone = 0 if "lowest" not in rules else 15
        self.at_once = "order" in rules
        self.laid_aside = "return" in rules

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
        self.lowest_scores = self.scores
        self.lowest_colours = self._find_lowest(self.scores)

    def set_monasteries(self, scored: cython.int, discards: cython.int) -> None:
        """Set how many monasteries have counted so far, and how many tiles were discarded."""
        self.scored_monasteries = scored
        self.discards = discards

    def stand(self, cell: cython.int, segment: cython.int, colour: cython.int) -> None:
        """Put a meeple of the position on a segment; supplies are not touched."""
        self.word[self._root(self.base[cell] + segment)] += one_for(colour)

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

    # -- scoring what the tile just placed closed

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _value(self, root: cython.int) -> cython.int:
        """Return how many points a completed feature brings."""
        word: cython.ulonglong = self.word[root]
        value: cython.int = tiles_in(word)
        if self.node_kind[root] == CITY:  # BASE-CITY-2, BASE-CITY-3
            value = 2 * (value + shields_in(word))
            if value == 4:
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
            count: cython.int = meeples & 0xFF
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
