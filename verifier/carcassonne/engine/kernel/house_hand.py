# cython: language_level=3, cdivision=True
"""The shared hand of the house game and the bag from which it is refilled (HOUSE-TURN-2)."""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import HouseTables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.house_turns import HouseTurns
    from verifier.carcassonne.engine.kernel.sizes import PILE_ROOM
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.house_turns import HouseTurns
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import PILE_ROOM


@cython.cclass
class HouseHand(HouseTurns):
    """A table with a hand that is refilled; the tiles of both are numbers of kinds."""

    def __init__(self, tables: HouseTables) -> None:
        HouseTurns.__init__(self, tables)
        if not cython.compiled:
            self.hand = [0] * PILE_ROOM
            self.bag = [0] * PILE_ROOM
        self.hand_size = self.bag_at = self.bag_size = 0

    def set_hand(self, hand: list[int], bag: list[int]) -> None:
        """Set the tiles in hand, and those of the bag in the order in which they are drawn."""
        self.hand_size = len(hand)
        self.bag_size = len(bag)
        self.bag_at = 0
        number: cython.int
        for number in range(self.hand_size):
            self.hand[number] = hand[number]
        for number in range(self.bag_size):
            self.bag[number] = bag[number]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self, place: cython.int) -> cython.int:
        """Take a tile out of the hand and refill it; return the tile for ``_put_back``."""
        kind: cython.int = self.hand[place]
        if self.bag_at < self.bag_size:
            self.hand[place] = self.bag[self.bag_at]
            self.bag_at += 1
        else:
            self.hand_size -= 1
            self.hand[place] = self.hand[self.hand_size]
            self.bag_at += 1  # as if it had been drawn, so that it is put back alike
        return kind

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _put_back(self, place: cython.int, kind: cython.int) -> cython.void:
        self.bag_at -= 1
        if self.bag_at >= self.bag_size:
            self.hand_size += 1
        self.hand[place] = kind

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_another(self, place: cython.int) -> cython.int:
        """Return whether the tile at a place of the hand is unlike those before it."""
        number: cython.int
        for number in range(place):
            if self.hand[number] == self.hand[place]:
                return 0
        return 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _can_play(self) -> cython.int:
        """Return whether a tile of the hand can be placed (HOUSE-TURN-11)."""
        number: cython.int
        for number in range(self.hand_size):
            if self._fits_somewhere(self.hand[number]):
                return 1
        return 0
