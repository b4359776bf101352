# cython: language_level=3, cdivision=True
"""Finds the lines that reach a goal, or the most that can be reached."""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.end_bounds import EndSearcher
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    ALL_HELP,
    CITIES,
    DRAWN,
    MONASTERIES,
    NO_TILES,
)

from verifier.carcassonne.engine.tables import Tables


@cython.cclass
class Solver(EndSearcher):
    """A searcher that finds lines; see :mod:`verifier.carcassonne.engine.solo.search`."""

    turns_most: cython.int
    solutions_limit: cython.longlong
    lines_kept: cython.longlong
    solutions_found: cython.longlong
    alike: cython.int
    first_length: cython.int
    first_cell: cython.p_int
    first_drawing: cython.p_int
    climbing: cython.int
    best_worth: cython.int
    proved: cython.int
    leaves: cython.p_longlong
    lines: list

    def __init__(self, tables: Tables) -> None:
        EndSearcher.__init__(self, tables)
        self.leaves = self._counts(tables.tiles + 2)
        self.first_cell = self._ints(tables.tiles + 2)
        self.first_drawing = self._ints(tables.tiles + 2)
        self.lines = []
        self.turns_most = self.climbing = self.best_worth = self.proved = 0
        self.solutions_limit = self.solutions_found = self.lines_kept = 0
        self.alike = self.first_length = 0

    def solve(
        self,
        depth: int,
        solutions_limit: int,
        nodes_limit: int,
        use_bounds: bool,  # noqa: FBT001 - compiled code takes it by position
        pause: Any,
        kept: int = 1 << 30,
        alike: bool = False,  # noqa: FBT001, FBT002 - as above
    ) -> tuple[list[list[tuple]], list[int], int, bool]:
        """Find the lines that reach the goal within ``depth`` turns.

        It stops at more than ``solutions_limit``, and with ``alike`` at the first line that places
        tiles otherwise than the first one, which is the last of the lines then. Returns the first
        ``kept`` of the lines, the number found by length (from 1), the nodes visited, and whether
        the search was exhaustive.
        """
        self.climbing = 0
        self.alike = alike
        self.solutions_limit = solutions_limit
        self.lines_kept = kept
        self._search(depth, nodes_limit, use_bounds, pause)
        found = [self.leaves[number] for number in range(1, depth + 1)]
        return self.lines, found, self.nodes_visited, not self.stopped

    def climb(
        self,
        depth: int,
        nodes_limit: int,
        use_bounds: bool,  # noqa: FBT001 - as above
        pause: Any,
    ) -> tuple[int, list[list[tuple]], int, bool]:
        """Find the most the goal can be worth within ``depth`` turns.

        Returns it with a line (-1 and none if the goal was not reached), the nodes visited, and
        whether nothing better is left.
        """
        least: cython.int = self.goal_least
        self.climbing = 1
        self.best_worth = -1
        self._search(depth, nodes_limit, use_bounds, pause)
        self.goal_least = least
        self.least_together = 0
        return (
            self.best_worth,
            self.lines,
            self.nodes_visited,
            bool(self.proved or not self.stopped),
        )

    @cython.cfunc
    def _search(self, depth: int, nodes_limit: int, use_bounds: int, pause: Any) -> None:
        """Search from the position at hand, which is the same afterwards."""
        self._begin()
        number: cython.int
        for number in range(depth + 1):
            self.leaves[number] = 0
        self.lines = []
        self.solutions_found = self.proved = 0
        self.nodes_limit = nodes_limit
        self.pause = pause
        self.turns_most = depth
        self._note_goal(depth if use_bounds else 0)
        self.ply = -1
        colour: cython.int = self.colour
        discards: cython.int = self.discards
        marks: cython.ulonglong = self._pile_marks()
        self._draw_and_turn()
        self._restore_piles(marks)
        self.discards = discards
        self.colour = colour
        self._end()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter(self, kind: cython.int) -> cython.int:
        if not self.depth:
            return ALL_HELP
        self.turns = self.depth - self.ply
        self._note_coming(kind)
        if self.goal <= CITIES:
            return self._filter_features()
        if self.goal == MONASTERIES:
            return self._filter_monasteries()
        return self._filter_ends()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_last_turn(self) -> cython.int:
        # GoalTable of a game's end ask whether the tiles left can be placed.
        return self.ply + 1 == self.turns_most and (
            self.goal <= MONASTERIES or self._no_tile_left()
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        """Note the line if the outcome reaches the goal, and go on from it where that may help."""
        if not self.over:
            self.over = self._no_tile_left()  # SOLO-END-4
        worth: cython.int = self._reached(settled)
        if worth >= 0:
            # The same placement reaching the goal is one solution, whatever else it does.
            if not self.hit or self.climbing:
                self.hit = 1
                self._found(worth)
            if not self.climbing:
                return
        # With no turn left the game may still end, all tiles to come being unplaceable.
        if not self.over and (self.ply + 1 < self.turns_most or self.goal > MONASTERIES):
            self._solve_on()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _found(self, worth: cython.int) -> cython.void:
        """Count a line that reached the goal; keep it if it is an early one or the best."""
        self.leaves[self.ply + 1] += 1
        self.solutions_found += 1
        if self.climbing:
            self.lines = []
            self.best_worth = worth
            if self.also:
                self.least_together = worth + 1
            else:
                self.goal_least = worth + 1
                self._note_goal(self.depth)
                if worth == self.goal_most:
                    self.proved = self.stopped = 1
        elif self.solutions_found > self.solutions_limit:
            self.stopped = 1
            return
        elif self.alike and not self._placed_as_first():
            self.stopped = 1
        elif self.solutions_found > self.lines_kept:
            return
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

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _placed_as_first(self) -> cython.int:
        """Return whether the line at hand places its tiles as the first line found did."""
        ply: cython.int
        if self.solutions_found == 1:
            self.first_length = self.ply + 1
            for ply in range(self.ply + 1):
                self.first_cell[ply] = self.path_cell[ply]
                self.first_drawing[ply] = self.path_drawing[ply]
            return 1
        if self.ply + 1 != self.first_length:
            return 0
        for ply in range(self.ply + 1):
            if self.first_cell[ply] != self.path_cell[ply]:
                return 0
            if self.first_drawing[ply] != self.path_drawing[ply]:
                return 0
        return 1

    @cython.final
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
        worth: cython.int = self._draw_and_turn()
        self._restore_piles(piles)
        self.discards = discards
        self.colour = mover
        self.hit = hit
        self.over = over
        if worth >= 0 and (self.climbing or not hit):
            self.hit = 1
            self._found(worth)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _draw_and_turn(self) -> cython.int:
        """Draw and play on; return the worth of an end without a further turn, else -1."""
        drawn: cython.int = self._draw()
        if drawn == DRAWN:
            if self.ply + 1 < self.turns_most:
                self.ply += 1
                self._turns(self.drawn)
                self.ply -= 1
        elif drawn == NO_TILES:
            # SOLO-END-6: nothing can be placed any more.
            self.over = 1
            return self._reached(0)
        return -1
