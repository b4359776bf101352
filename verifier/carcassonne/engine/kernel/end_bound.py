# cython: language_level=3, cdivision=True
"""Rules turns out that cannot help any more to reach a goal of the whole game.

For the result, FACT-1 bounds every colour: its points, two for each of its meeples on tiles, and
what the set of features that will be completed can bring it. If no set brings every colour
enough, no turn helps. If each that does asks for as many tiles as are to come, or for what this
one adds, then this tile has to lie on its cells or near them.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import Tables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS
    from verifier.carcassonne.engine.kernel.completable import MONASTERY_POINTS
    from verifier.carcassonne.engine.kernel.feature_sets import FeatureSets
    from verifier.carcassonne.engine.kernel.goals import STAY, TOTAL
    from verifier.carcassonne.engine.kernel.inlined import bits_in, byte_of, score_of
    from verifier.carcassonne.engine.kernel.open_features import MOST_WAYS
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import ALL_HELP, NONE_HELPS
    from cython.cimports.verifier.carcassonne.engine.kernel.completable import MONASTERY_POINTS
    from cython.cimports.verifier.carcassonne.engine.kernel.feature_sets import FeatureSets
    from cython.cimports.verifier.carcassonne.engine.kernel.goals import STAY, TOTAL
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import (
        bits_in,
        byte_of,
        score_of,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.open_features import MOST_WAYS

MOST_SETS = cython.declare(cython.int, 400)
"""Where more sets of features can be completed, no turn is ruled out by them."""


@cython.cclass
class EndBound(FeatureSets):
    """A table that also knows bounds for totals, and for playing all tiles."""

    def __init__(self, tables: Tables) -> None:
        FeatureSets.__init__(self, tables)
        if not cython.compiled:
            self.sure = [0] * 4

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_ends(self) -> cython.int:
        """Return where this turn's tile may help to reach a goal about the end of the game."""
        if self.goal == TOTAL:
            return self._filter_total()
        if self.goal == STAY:
            reachable: cython.bint = self.placed + self.turns >= self.goal_least
            return ALL_HELP if reachable else NONE_HELPS
        if self._hidden():
            return NONE_HELPS
        pile: cython.int
        left: cython.int = 0
        for pile in range(self.piles):
            left += self._left_in(pile)
        if self.goal_all_placed and (self.discards or left >= self.turns):
            return NONE_HELPS
        # The least result is asked for only once a line with another was found.
        return self._filter_total() if self.goal_least else ALL_HELP

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_total(self) -> cython.int:
        """Return where this turn's tile may help to end the game with the result asked for."""
        self._count_turns()
        if not self._may_be_over():
            return NONE_HELPS
        self._note_growth()
        if not self._list_completable():
            return ALL_HELP
        out: cython.ulonglong = self._meeples_out()
        colour: cython.int
        for colour in range(self.colours):
            self.sure[colour] = score_of(self.scores, colour) + 2 * byte_of(out, colour)
            self.sure[colour] += self._new_monasteries(colour)
        return self._filter_sets()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_be_over(self) -> cython.int:
        """Return whether the game can end in time; over unknown tiles it takes an early end."""
        if not self._hidden() or self.unplaceable == 3 or self.empty_pile == 2:
            return 1
        colour: cython.int
        for colour in range(self.colours):
            if byte_of(self.supply, colour) <= self.turns_of[colour]:
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _new_monasteries(self, colour: cython.int) -> cython.int:
        """Return the points that monasteries to come can bring beside the meeples on them."""
        new: cython.int = 0
        number: cython.int
        for number in range(self.coming_size):
            new += self.monastery[4 * self.coming[number]]
        if not new or not self.all_turns_of[colour] or not self._room_for_monastery():
            return 0
        return (MONASTERY_POINTS - 2) * min(new, self.all_turns_of[colour])

    # -- sets of features that are completed together

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter_sets(self) -> cython.int:
        """Return where this turn may help, by all sets of features that can be completed."""
        self.tried = self.spare = self.ways = 0
        self._try_sets(0, 0, 0)
        if self.spare:
            return ALL_HELP
        return self._mark_helpful() if self.ways else NONE_HELPS

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _try_sets(
        self, first: cython.int, chosen: cython.ulonglong, cells: cython.ulonglong
    ) -> cython.void:
        """Note the set chosen so far, then try all that have one more."""
        self.tried += 1
        if self.tried > MOST_SETS:
            self.spare = 1
            return
        self._note_set(chosen, cells)
        part: cython.int
        for part in range(first, self.parts):
            if self.spare:
                return
            if bits_in(cells | self.part_cells[part]) <= self.turns:
                self._choose_part(part, chosen, cells | self.part_cells[part])

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _choose_part(
        self, part: cython.int, chosen: cython.ulonglong, cells: cython.ulonglong
    ) -> cython.void:
        """Go on with a part more; if nobody stands there, a colour may claim it, or none."""
        bit: cython.ulonglong = 1
        bit <<= part
        colour: cython.int
        self._try_sets(part + 1, chosen | bit, cells)
        if not self.free_parts & bit:
            return
        for colour in range(self.colours):
            if self.spare:
                return
            if bits_in(self.claimed[colour]) < self.all_turns_of[colour]:
                self.claimed[colour] |= bit
                self._try_sets(part + 1, chosen | bit, cells)
                self.claimed[colour] &= ~bit

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_set(self, chosen: cython.ulonglong, cells: cython.ulonglong) -> cython.void:
        """Note where this turn's tile has to lie if just these features are completed."""
        reach: cython.int = self.turns - bits_in(cells)
        if not self._suffices(chosen, reach, 0):
            return
        # A tile that fills none of the cells may lie anywhere, unless it has to add something.
        if reach and (not cells or self._suffices(chosen, reach - 1, 1)):
            self.spare = 1
            return
        way: cython.int = 0
        while way < self.ways and self.way_reach[way] != reach:
            way += 1
        if way == self.ways:
            if way == MOST_WAYS:
                self.spare = 1
                return
            self.ways += 1
            self.way_reach[way] = reach
            self.way_cells[way] = 0
        self.way_cells[way] |= cells

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _suffices(
        self, chosen: cython.ulonglong, spare: cython.int, away: cython.int
    ) -> cython.int:
        """Return whether the result may be large enough if just these features are completed."""
        # A tile that lies away from them claims none of them.
        if away and bits_in(self.claimed[self.colour]) == self.all_turns_of[self.colour]:
            return 0
        total: cython.int = 0
        step: cython.int
        for step in range(1, self.colours + 1):  # those with the fewest turns fail most often
            colour: cython.int = (self.colour + self.colours - step) % self.colours
            most: cython.int = self.sure[colour] + self._brings(chosen, spare, colour, away)
            total += most
            if most < self.goal_least and not self.goal_total_sum:
                return 0
        return total >= self.goal_least
