# cython: language_level=3, cdivision=True
"""Seeks tiles with which a road or city can be completed; the next ones are any of those left.

Lines are tried by chance, but for those that bounds rule out. The search broadens: at first it
tries few tiles a turn and goes on from few of their outcomes, then from more, at last from all. So
it soon sees lines that differ from the first turn on; what it does not meet within its limit may be
there.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.bounds import Searcher
from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import below, mixed

from verifier.carcassonne.engine.tables import Tables

NARROWEST = cython.declare(cython.int, 8)
"""At first the search tries one tile in so many, and goes on from one outcome in so many."""
UNKNOWN_YET = cython.declare(cython.int, -1)


@cython.cclass
class Seeker(Searcher):
    """A searcher with tiles to choose from, ``bag[kind]`` of each kind.

    What its bounds say of a turn depends on the tile only in whether it has anything of the goal's
    kind. So ``bounds`` keeps two answers a turn; ``fills[need]`` is whether some tile fills a cell.
    """

    bag: cython.p_int
    fills: cython.p_int
    kind_order: cython.p_int
    bounds: cython.p_int
    chance: cython.p_ulonglong
    one_in: cython.int
    met: cython.int
    rows: list

    def __init__(self, tables: Tables) -> None:
        Searcher.__init__(self, tables)
        self.bag = self._ints(self.kinds)
        self.fills = self._ints(256)
        self.kind_order = self._ints(self.kinds * (tables.tiles + 1))
        self.bounds = self._ints(2 * (tables.tiles + 1))
        self.chance = self._words(1)
        self.one_in = 1
        self.met = 0
        self.rows = []

    def seek(
        self, bag: list[int], depth: int, seed: int, most: int, nodes_limit: int, pause: Any
    ) -> list[list[int]]:
        """Return up to ``most`` rows of kinds, the last of which is the first to reach the goal.

        All piles must have unknown tiles enough, and those in the bag are what they may be.
        """
        self._begin()
        self._fill(bag)
        self.nodes_limit = nodes_limit
        self.pause = pause
        self.chance[0] = mixed(seed)
        self.rows = []
        self._note_goal(depth)
        self.ply = -1
        while len(self.rows) < most and self._met() and self.interrupted is None:
            pass
        self._end()
        return self.rows

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _met(self) -> cython.int:
        """Search once, ever broader; return whether a row was met."""
        self.met = 0
        self.one_in = NARROWEST
        while self.one_in and not self.stopped:
            self._any_tile()
            self.one_in >>= 1
        if self.met:  # to unwind, what was met stopped the search
            self.stopped = 0
        return self.met

    @cython.final
    @cython.cfunc
    def _fill(self, bag: list[int]) -> None:
        """Set the tiles to choose from, and which cells they can fill."""
        kind: cython.int
        need: cython.int
        for kind in range(self.kinds):
            self.bag[kind] = bag[kind]
        for need in range(256):
            self.fills[need] = 0
            for kind in range(self.kinds):
                if self.bag[kind] and self.fits[256 * kind + need]:
                    self.fills[need] = 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _any_tile(self) -> cython.void:
        """Make the turns with every kind of tile that is left, in an order of chance."""
        self.ply += 1
        self.bounds[2 * self.ply] = self.bounds[2 * self.ply + 1] = UNKNOWN_YET
        self._shuffle_kinds()
        place: cython.int
        for place in range(self.kinds):
            kind: cython.int = self.kind_order[self.kinds * self.ply + place]
            if not self.bag[kind] or self.stopped:
                continue
            # The last tile decides, so all are tried.
            if self.ply + 1 == self.depth or not below(self.chance, self.one_in):
                self.bag[kind] -= 1
                self._turns(kind)
                self.bag[kind] += 1
        self.ply -= 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _shuffle_kinds(self) -> cython.void:
        """Put the kinds in an order of chance for this turn."""
        room: cython.int = self.kinds * self.ply
        kind: cython.int
        for kind in range(self.kinds):
            place: cython.int = below(self.chance, kind + 1)
            self.kind_order[room + kind] = self.kind_order[room + place]
            self.kind_order[room + place] = kind

    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter(self, kind: cython.int) -> cython.int:
        at: cython.int = 2 * self.ply + (self.has_segments[kind] > 0)
        if self.bounds[at] == UNKNOWN_YET:
            self.turns = self.depth - self.ply
            self._note_coming(kind)
            self.bounds[at] = self._filter_features()
        return self.bounds[at]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_last_turn(self) -> cython.int:
        return self.ply + 1 == self.depth

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_coming(self, kind: cython.int) -> cython.void:
        """List this turn's tile, and all that may come after it or in its place."""
        self.coming[0] = kind
        size: cython.int = 1
        other: cython.int
        number: cython.int
        for other in range(self.kinds):
            for number in range(self.bag[other]):
                self.coming[size + number] = other
            size += self.bag[other]
        self.coming_size = size

    @cython.cfunc
    @cython.exceptval(check=False)
    def _can_fill(self, cell: cython.int) -> cython.int:
        return self.fills[self.need[cell]]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        reached: cython.int = self._reached(settled) >= 0
        if self.ply + 1 == self.depth:
            if reached:
                self._note_row()
        elif not reached and not self.over and not below(self.chance, self.one_in):
            mover: cython.int = self.colour
            self.colour = mover + 1 if mover + 1 < self.colours else 0
            self._any_tile()
            self.colour = mover

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_row(self) -> cython.void:
        """Keep the row of kinds that reached the goal, and stop."""
        self.met = self.stopped = 1
        self.rows.append([self.path_drawing[ply] >> 2 for ply in range(self.depth)])
