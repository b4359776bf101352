# cython: language_level=3, cdivision=True
"""Writes down what one turn can bring."""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import ALL_HELP, SOME_HELP
from cython.cimports.verifier.carcassonne.engine.kernel.solo_turns import SoloTable
from cython.cimports.verifier.carcassonne.engine.kernel.words import byte_of, open_ends, score_of

from verifier.carcassonne.engine.tables import Tables


@cython.cclass
class Lister(SoloTable):
    """A table that lists outcomes, as plain numbers, and can be cleared for the next position."""

    listed: list
    standing: list
    only_cell: cython.int

    def __init__(self, tables: Tables) -> None:
        SoloTable.__init__(self, tables)
        self.listed = []
        self.standing = []
        self.only_cell = -1

    def stand(
        self, cell: cython.int, segment: cython.int, colour: cython.int, large: cython.int
    ) -> None:
        """Put a meeple of the position on a segment; outcomes number them in this order."""
        SoloTable.stand(self, cell, segment, colour, large)
        self.standing.append(self.base[cell] + segment)

    def clear(self) -> None:
        """Take everything off the table; the numbers stay until others are set."""
        while self.placed:
            self._lift()
        self.river_end = -1
        self.standing = []

    def takes(self, cell: cython.int, drawing: cython.int) -> bool:
        """Return whether the tile fits there, given in the first of its equal drawings."""
        return bool(self._rotations_on(cell, drawing // 4) >> (drawing & 3) & 1)

    def outcomes(
        self, kind: int, order: list[int] | None = None, only_cell: cython.int = -1
    ) -> list[tuple]:
        """List what one turn with a tile of this kind can bring.

        With an order, given as numbers of feature names, only turns that score exactly those
        features are listed, in that order and no other. With ``only_cell`` only turns that lay the
        tile there are listed.
        """
        self._begin()
        self.listed = []
        place: cython.int
        if order is not None:
            self.asked_size = len(order)
            for place in range(self.asked_size):
                self.asked[place] = order[place]
        self.only_cell = only_cell
        self._turns(kind)
        self.asked_size = self.only_cell = -1
        return self.listed

    @cython.cfunc
    @cython.exceptval(check=False)
    def _filter(self, kind: cython.int) -> cython.int:
        return SOME_HELP if self.only_cell >= 0 else ALL_HELP

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_last_turn(self) -> cython.int:
        return 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_help(self, number: cython.int) -> cython.int:
        return self.frontier[number] == self.only_cell

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        features: list = []
        feature: cython.int
        order: list = []
        for feature in range(self.completed):
            order.append(self.outcome_order[number] >> (4 * (self.completed - 1 - feature)) & 15)
            features.append(
                (
                    self.completed_name[feature],
                    self.node_kind[self.completed_node[feature]],
                    self.completed_value[feature],
                    self.completed_present[feature],
                    self.completed_majority[feature],
                )
            )
        scores = [score_of(self.scores, feature) for feature in range(self.colours)]
        supplies = [byte_of(self.supply, feature) & 15 for feature in range(self.colours)]
        large: list = []
        if self.has_large:
            large = [byte_of(self.supply, feature) >> 4 for feature in range(self.colours)]
        self.listed.append(
            (
                self.path_cell[0],
                self.path_drawing[0],
                self.path_claim[0],
                tuple(order),
                tuple(features),
                self.path_set[0],
                tuple(scores),
                tuple(supplies),
                self.scored_monasteries,
                bool(self.over),
                self._gone_home() if self.completed else (),
                tuple(large),
            )
        )

    @cython.cfunc
    def _gone_home(self) -> tuple:
        """Return the numbers of the position's meeples whose features are complete now."""
        return tuple(
            [number for number, node in enumerate(self.standing) if self._is_complete(node)]
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_complete(self, node: cython.int) -> cython.int:
        """Return whether the feature of a node is complete."""
        return open_ends(self.word[self._root(node)]) == 0
