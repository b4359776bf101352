# cython: language_level=3, cdivision=True
"""Writes down what one part-turn of the house game can bring."""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.house_turns import HouseTable
from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
    AROUND,
    BUILDER,
    LITTLE,
    MOST_COLOURS,
    NO_PIECE,
    weight_of,
    weights_on,
)

from verifier.carcassonne.engine.tables import HouseTables


@cython.cclass
class HouseLister(HouseTable):
    """A table that lists part-turns, as plain numbers, and can be cleared for the next position."""

    listed: list
    standing: list
    hands: list
    only_cell: cython.int

    def __init__(self, tables: HouseTables) -> None:
        HouseTable.__init__(self, tables)
        self.listed = []
        self.standing = []
        self.hands = []
        self.only_cell = -1

    def clear(self) -> None:
        """Take everything off the table; the numbers stay until others are set."""
        HouseTable.clear(self)
        self.standing = []

    def stand(
        self, cell: cython.int, segment: cython.int, piece: cython.int, colour: cython.int
    ) -> None:
        """Put a piece of the position on a segment; part-turns number them in this order."""
        HouseTable.stand(self, cell, segment, piece, colour)
        self.standing.append(self.base[cell] + segment)

    def part_turns(
        self, kind: cython.int, hands: list[list[int]], only_cell: cython.int = -1
    ) -> list[tuple]:
        """List what one part-turn with a tile of this kind can bring.

        ``hands`` are those that may follow, one if the one before it cannot be placed. Each entry
        is: cell, drawing, piece, name of its feature, the number of the first hand of which a tile
        can be placed (-1: none), whether the builder gives a second part, the features scored
        (name, kind, value, weights by colour), scores, supplies, the numbers of the pieces that
        went home, whether the one just put down did, and the final scores if there is no hand.
        """
        self.listed = []
        self.hands = hands
        self.only_cell = only_cell
        self._lay_everywhere(kind)
        return self.listed

    def fits_somewhere(self, kind: cython.int) -> bool:
        """Return whether a tile of this kind can be placed."""
        return bool(self._fits_somewhere(kind))

    def can_stand(self, cell: cython.int, drawing: cython.int) -> list[tuple]:
        """Lay a tile and lift it: by segment, its feature's name there and weights by colour."""
        self._lay_tile(cell, drawing)
        self._gather(cell, drawing)
        names = {self.own_root[number]: self.own_name[number] for number in range(self.own[0])}
        found = [
            (
                names[root],
                [weight_of(self.word[root], colour) for colour in range(self.colours)],
            )
            for root in self.roots(cell)
        ]
        self._lift_tile()
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tile_laid(self, cell: cython.int, drawing: cython.int) -> cython.void:
        if self.only_cell >= 0 and cell != self.only_cell:
            return
        self._gather(cell, drawing)
        hand: cython.int = self._next_hand()
        self._write(cell, drawing, NO_PIECE, 0, hand)
        number: cython.int
        piece: cython.int
        for number in range(self.own[0]):
            for piece in range(LITTLE, BUILDER + 1):
                if self._may_stand(self.own_root[number], piece):
                    self._write(cell, drawing, piece, number, hand)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _next_hand(self) -> cython.int:
        number: cython.int
        for number in range(len(self.hands)):
            hand: list = self.hands[number]
            place: cython.int
            for place in range(len(hand)):
                if self._fits_somewhere(hand[place]):
                    return number
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _write(
        self,
        cell: cython.int,
        drawing: cython.int,
        piece: cython.int,
        own: cython.int,
        hand: cython.int,
    ) -> cython.void:
        """Write down what a claim of one of the tile's own features brings, or none."""
        root: cython.int = self.own_root[own]
        scored: list = []
        home: list = []
        self._claim(root, piece)
        if self.closed[0]:
            scored = self._scored()
            home = [place for place, node in enumerate(self.standing) if self._is_complete(node)]
            self._settle()
        self.listed.append(
            (
                cell,
                drawing,
                piece,
                self.own_name[own],
                hand,
                bool(self.goes_on[0]),
                scored,
                tuple([self.scores[colour] for colour in range(self.colours)]),
                tuple(
                    [
                        (
                            self.supply[colour],
                            self.supply[MOST_COLOURS + colour],
                            self.supply[2 * MOST_COLOURS + colour],
                        )
                        for colour in range(self.colours)
                    ]
                ),
                home,
                piece != NO_PIECE and self._is_complete(root) != 0,
                self.final_scores() if hand < 0 else None,
            )
        )
        self._unclaim()

    @cython.cfunc
    def _scored(self) -> list:
        """Return the completed features that bring points: name, kind, value, weights."""
        found: list = []
        number: cython.int
        for number in range(self.closed[0]):
            root: cython.int = self.closed_root[number]
            word: cython.ulonglong = self.word[root]
            if weights_on(word):
                name: cython.int = self.closed_name[number]
                if name >= AROUND:
                    # The monastery's own cell follows in place of its number.
                    name = AROUND + self.monastery_cell[name - AROUND]
                weights = [weight_of(word, colour) for colour in range(self.colours)]
                found.append((name, self.node_kind[root], self._value(root), weights))
        return found
