# cython: language_level=3, cdivision=True
"""Writes down what one turn can bring."""

from __future__ import annotations

import cython

from verifier.engine.tables import Tables

if not cython.compiled:
    from verifier.engine.kernel.core import Kernel, byte_of, open_ends, score_of
else:
    from cython.cimports.verifier.engine.kernel.core import Kernel, byte_of, open_ends, score_of


@cython.cclass
class Lister(Kernel):
    """A table that lists outcomes, as plain numbers."""

    listed: list

    def __init__(self, tables: Tables) -> None:
        Kernel.__init__(self, tables)
        self.listed = []

    def outcomes(self, kind: int, order: list[int] | None = None) -> list[tuple]:
        """List what one turn with a tile of this kind can bring.

        With an order, given as numbers of feature names, only turns that score exactly those
        features are listed, in that order and no other.
        """
        self._begin()
        self.listed = []
        place: cython.int
        if order is not None:
            self.asked_size = len(order)
            for place in range(self.asked_size):
                self.asked[place] = order[place]
        self._turns(kind)
        self.asked_size = -1
        return self.listed

    @cython.cfunc
    @cython.exceptval(check=False)
    def _outcome(self, number: cython.int, settled: cython.int) -> cython.void:
        features: list = []
        feature: cython.int
        order: list = []
        for feature in range(self.done):
            order.append(self.outcome_order[number] >> (4 * (self.done - 1 - feature)) & 15)
            features.append(
                (
                    self.done_name[feature],
                    self.node_kind[self.done_node[feature]],
                    self.done_value[feature],
                    self.done_present[feature],
                    self.done_majority[feature],
                )
            )
        scores = [score_of(self.scores, feature) for feature in range(self.colours)]
        supplies = [byte_of(self.supply, feature) for feature in range(self.colours)]
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
                [node for node in range(self.nodes) if self._standing(node)],
            )
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def _standing(self, node: cython.int) -> cython.int:
        return open_ends(self.word[self._root(node)]) != 0
