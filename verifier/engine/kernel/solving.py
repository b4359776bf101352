# cython: language_level=3, cdivision=True
"""Finds the lines that reach a goal."""

from __future__ import annotations

import cython

from verifier.engine.tables import Tables

if not cython.compiled:
    from verifier.engine.kernel.core import (
        Kernel,
        bits_in,
        byte_of,
        meeples_on,
        open_ends,
        score_of,
        shields_in,
        tiles_in,
    )
else:
    from cython.cimports.verifier.engine.kernel.core import (
        Kernel,
        bits_in,
        byte_of,
        meeples_on,
        open_ends,
        score_of,
        shields_in,
        tiles_in,
    )


# Kinds of goal; roads, cities and monasteries are numbered as the kinds of segments.
CITIES = cython.declare(cython.int, 2)
MONASTERIES = cython.declare(cython.int, 3)
TOTAL = cython.declare(cython.int, 4)

# Answers of drawing a tile.
DRAWN = cython.declare(cython.int, 0)
NO_TILES = cython.declare(cython.int, 2)

CLAIM_ROOM = cython.declare(cython.int, 8)


@cython.cclass
class Solver(Kernel):
    """A table that looks for a goal; see :mod:`verifier.engine.search`."""

    # the goal
    goal: cython.int
    goal_least: cython.int
    goal_most: cython.int
    goal_colours: cython.int
    goal_exactly: cython.int
    goal_counted: cython.int
    goal_sum: cython.int
    goal_unscored: cython.int
    goal_total_sum: cython.int
    goal_offset: cython.int
    goal_all_placed: cython.int
    goal_whole_colours: cython.int
    # the search
    depth: cython.int
    use_filter: cython.int
    solutions_limit: cython.longlong
    solutions_found: cython.longlong
    leaves: cython.p_longlong
    lines: list

    def __init__(self, tables: Tables) -> None:
        Kernel.__init__(self, tables)
        self.leaves = self._counts(tables.tiles + 2)
        self.lines = []
        self.set_goal(0, 0, 0, 0, 0, 0, 0, 0)
        self.depth = self.use_filter = 0
        self.solutions_limit = self.solutions_found = 0

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
        self.goal_exactly = exactly
        self.goal_counted = counted
        self.goal_sum = worth_is_sum
        self.goal_unscored = unscored_counts
        self.goal_total_sum = 0
        self.goal_offset = 0
        self.goal_all_placed = 0
        self.goal_whole_colours = 0

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

    def solve(
        self,
        depth: int,
        solutions_limit: int,
        nodes_limit: int,
        use_filter: bool,  # noqa: FBT001 - compiled code takes it by position
    ) -> tuple[list[list[tuple]], list[int], int, bool]:
        """Find the lines that reach the goal within ``depth`` turns.

        Returns up to ``solutions_limit`` lines, the number found by length (from 1), the nodes
        visited, and whether the search was exhaustive.
        """
        self._begin()
        number: cython.int
        for number in range(depth + 1):
            self.leaves[number] = 0
        self.depth = depth
        self.lines = []
        self.solutions_found = 0
        self.solutions_limit = solutions_limit
        self.nodes_limit = nodes_limit
        self.use_filter = use_filter
        self.ply = -1
        colour: cython.int = self.colour
        discards: cython.int = self.discards
        marks: cython.ulonglong = self._pile_marks()
        if depth:
            self._draw_and_turn()
        self._restore_piles(marks)
        self.discards = discards
        self.colour = colour
        self._end()
        found = [self.leaves[number] for number in range(1, depth + 1)]
        return self.lines, found, self.nodes_visited, not self.stopped

    # -- the goal

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meets_goal(self, paid: cython.int) -> cython.int:
        met: cython.int = 0
        feature: cython.int
        for feature in range(self.done):
            if self.node_kind[self.done_node[feature]] == self.goal and self.goal <= CITIES:
                met |= self._meets(feature, paid >> feature & 1)
        return met

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meets(self, feature: cython.int, points: cython.int) -> cython.int:
        """Tell whether a scored road or city meets the goal (SOLO-GOAL-0a to -0c)."""
        if not points and not self.goal_unscored:
            return 0
        colours: cython.int = self.done_majority[feature] if points else 0
        worth: cython.int = self.done_value[feature]
        if self.goal_sum:
            worth *= bits_in(colours)
        if worth < self.goal_least or worth > self.goal_most:
            return 0
        if not self.goal_colours:
            return 1
        if self.goal_counted == 1:
            colours = self.done_majority[feature]
        elif self.goal_counted == 2:
            colours = self.done_present[feature]
        if self.goal_exactly:
            return bits_in(colours) == self.goal_colours
        return bits_in(colours) >= self.goal_colours

    @cython.cfunc
    @cython.exceptval(check=False)
    def _goal_met(self, feature_goal: cython.int, monasteries: cython.int) -> cython.int:
        """Tell whether the outcome at hand meets the goal."""
        if self.goal <= CITIES:
            return feature_goal
        if self.goal == MONASTERIES:
            scored: cython.int = self.scored_monasteries
            return monasteries and self.goal_least <= scored <= self.goal_most
        if not self.over:
            return 0
        if self.goal == TOTAL:
            return self.goal_least <= self._total() <= self.goal_most
        return self._all_piles_empty() and not (self.goal_all_placed and self.discards)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meeples_out(self, colour: cython.int) -> cython.int:
        """Return how many meeples of the colour stand on tiles (none is on a complete feature)."""
        out: cython.int = 0
        node: cython.int
        for node in range(self.nodes):
            if self.parent[node] == node and open_ends(self.word[node]):
                out += byte_of(meeples_on(self.word[node]), colour)
        return out

    @cython.cfunc
    @cython.exceptval(check=False)
    def _total(self) -> cython.int:
        """Return the result after final scoring, by the closing formula FACT-1."""
        least: cython.int = 1 << 20
        total: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            most: cython.int = score_of(self.scores, colour) + 2 * self._meeples_out(colour)
            if most < least:
                least = most
        if not self.goal_total_sum:
            return self._offset_result(least)
        for colour in range(self.colours):
            total += self._closing_score(colour, least)
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def _closing_score(self, colour: cython.int, result: cython.int) -> cython.int:
        """Return a colour's score after final scoring that ends with ``result`` (FACT-2).

        Its start is taken off where AMB-01 says so.
        """
        score: cython.int = score_of(self.scores, colour)
        meeples: cython.int = self._meeples_out(colour)
        if self.goal_whole_colours and score <= result:  # final.unit: colour
            score += 2 * meeples
            meeples = 0
        while meeples and score <= result:
            score += 2
            meeples -= 1
        return score - (self.goal_offset >> (8 * colour) & 0xFF)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _offset_result(self, result: cython.int) -> cython.int:
        if not self.goal_offset:
            return result
        least: cython.int = 1 << 20
        colour: cython.int
        for colour in range(self.colours):
            score: cython.int = self._closing_score(colour, result)
            if score < least:
                least = score
        return least

    # -- the last turn: only cells where the goal can be reached are worth a visit

    @cython.cfunc
    @cython.exceptval(check=False)
    def _sieves(self) -> cython.int:
        return self.use_filter and self.ply + 1 == self.depth

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_help(self, cell: cython.int) -> cython.int:
        """Tell whether a tile on the cell could complete what the goal asks for.

        A completed road or city holds at least one old feature, and all open ends of every old
        feature in it lie at this cell. Too large values are not looked for: not all such
        features need be joined.
        """
        if self.goal == MONASTERIES:
            return self._may_complete_monastery(cell)
        if self.goal > CITIES:
            return 1
        tiles: cython.int = 1
        shields: cython.int = 1
        colours: cython.ulonglong = 0
        closable: cython.int = 0
        room: cython.int = CLAIM_ROOM * self.ply  # not in use yet in this turn
        side: cython.int
        other: cython.int
        for side in range(4):
            beside: cython.int = cell + self.step[side]
            if not self.tile[beside]:
                continue
            facing: cython.int = 4 * (self.tile[beside] - 1) + ((side + 2) & 3)
            if self.label[facing] != self.goal + 1:
                continue
            root: cython.int = self._root(self.base[beside] + self.segment_at[facing])
            known: cython.int = 0
            for other in range(closable):
                if self.claim_node[room + other] == root:
                    known = 1
            word: cython.ulonglong = self.word[root]
            if known or open_ends(word) != self._ends_at(cell, root):
                continue
            self.claim_node[room + closable] = root
            closable += 1
            tiles += tiles_in(word)
            shields += shields_in(word)
            colours |= meeples_on(word)
        if not closable:
            return 0
        return self._may_suffice(tiles, shields, colours)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_suffice(
        self, tiles: cython.int, shields: cython.int, meeples: cython.ulonglong
    ) -> cython.int:
        worth: cython.int = tiles if self.goal == 1 else 2 * (tiles + shields)
        if not self.goal_sum and worth < self.goal_least:
            return 0
        present: cython.int = 0
        colour: cython.int
        for colour in range(self.colours):
            present += byte_of(meeples, colour) != 0
        # A claim in this turn is possible only where nobody stands, and adds one colour.
        return present >= self.goal_colours or (present == 0 and self.goal_colours <= 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _ends_at(self, cell: cython.int, root: cython.int) -> cython.int:
        """Return how many open ends of the feature lie at the empty cell."""
        count: cython.int = 0
        side: cython.int
        for side in range(4):
            beside: cython.int = cell + self.step[side]
            if self.tile[beside]:
                facing: cython.int = 4 * (self.tile[beside] - 1) + ((side + 2) & 3)
                segment: cython.int = self.segment_at[facing]
                if segment >= 0 and self._root(self.base[beside] + segment) == root:
                    count += 1
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_complete_monastery(self, cell: cython.int) -> cython.int:
        number: cython.int
        for number in range(self.monasteries):
            last_gap: cython.int = open_ends(self.word[self.monastery_node[number]]) == 1
            if last_gap and self._direction(self.monastery_cell[number] - cell) >= 0:
                return 1
        direction: cython.int
        north: cython.int = self.step[0]
        for direction in range(-1, 2):
            row: cython.int = cell + direction * north
            if not (self.tile[row - 1] and self.tile[row + 1]):
                return 0
        return self.tile[cell - north] != 0 and self.tile[cell + north] != 0

    # -- what becomes of an outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        if not self.over:
            self.over = self._all_piles_empty()  # SOLO-END-4
        if self._goal_met(settled >> 4, settled & 15):
            # The same placement reaching the goal is one solution, whatever else it does.
            if not self.hit:
                self.hit = 1
                self._found()
        elif not self.over and self.ply + 1 < self.depth:
            self._solve_on()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _found(self) -> cython.void:
        self.leaves[self.ply + 1] += 1
        self.solutions_found += 1
        if self.solutions_found <= self.solutions_limit:
            line = [
                (
                    self.path_cell[ply],
                    self.path_drawing[ply],
                    self.path_claim[ply],
                    self.path_set[ply],
                )
                for ply in range(self.ply + 1)
            ]
            self.lines.append(line)
        else:
            self.stopped = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _solve_on(self) -> cython.void:
        """Let the next colour draw and play; leave the piles as they were."""
        mover: cython.int = self.colour
        hit: cython.int = self.hit
        over: cython.int = self.over
        discards: cython.int = self.discards
        piles: cython.ulonglong = self._pile_marks()
        self.colour = mover + 1 if mover + 1 < self.colours else 0
        reached: cython.int = self._draw_and_turn()
        self._restore_piles(piles)
        self.discards = discards
        self.colour = mover
        self.hit = hit
        self.over = over
        if reached and not hit:
            self.hit = 1
            self._found()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _draw_and_turn(self) -> cython.int:
        """Draw and play on; return 1 if no tile is left and the end itself meets the goal."""
        drawn: cython.int = self._draw()
        if drawn == DRAWN:
            self.ply += 1
            self._turns(self.drawn)
            self.ply -= 1
        elif drawn == NO_TILES:
            # SOLO-END-6: nothing can be placed any more.
            self.over = 1
            return self.goal > MONASTERIES and self._goal_met(0, 0)
        return 0
