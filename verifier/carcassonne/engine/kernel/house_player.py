# cython: language_level=3, cdivision=True
"""Plays whole games of the house rules by chance, each from a seed and its own number alone.

The tiles in play are shuffled and the first of them dealt. A player takes any placement of a tile
of the hand, then any piece or none, then a second part or not, each with equal chance.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.house_turns import HouseHandTable
from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
    BUILDER,
    LITTLE,
    MOST_COLOURS,
    NO_PIECE,
    SUPPLIES,
)
from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import WORD, below, mixed
from cython.cimports.verifier.carcassonne.engine.kernel.words import lowest_rotation

from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.tables import HouseTables

# Six tiles in hand, each in four rotations on as many cells as tiles can have around them.
PLACES = cython.declare(cython.int, 6 * 4 * 272)
CLAIMS = cython.declare(cython.int, 3 * 8 + 1)


@cython.cclass
class HousePlayer(HouseHandTable):
    """A table on which games are played to their end."""

    # the tiles in play, how many of them are dealt, and how many are in a full hand
    deck: cython.p_int
    shuffled: cython.p_int
    deck_size: cython.int
    dealt: cython.int
    full_hand: cython.int
    lays_aside: cython.int
    start_supply: cython.p_int
    chance: cython.p_ulonglong
    # what may be chosen
    place_of: cython.p_int
    cell_of: cython.p_int
    drawing_of: cython.p_int
    places: cython.int
    claim_own: cython.p_int
    claim_piece: cython.p_int
    # tallies over games
    total: cython.p_longlong
    ties: cython.longlong
    part_turns: cython.longlong
    seconds: cython.longlong
    checksum: cython.ulonglong
    writes: cython.int
    record: list

    def __init__(self, tables: HouseTables) -> None:
        HouseHandTable.__init__(self, tables)
        self.deck = self._ints(tables.tiles)
        self.shuffled = self._ints(tables.tiles)
        self.start_supply = self._ints(SUPPLIES)
        self.chance = self._words(1)
        self.place_of = self._ints(PLACES)
        self.cell_of = self._ints(PLACES)
        self.drawing_of = self._ints(PLACES)
        self.claim_own = self._ints(CLAIMS)
        self.claim_piece = self._ints(CLAIMS)
        self.total = self._counts(MOST_COLOURS)
        self.deck_size = self.dealt = self.full_hand = self.lays_aside = self.places = 0
        self.ties = self.part_turns = self.seconds = 0
        self.checksum = 0
        self.writes = 0
        self.record = []

    def set_deck(self, deck: list[int], dealt: int, hand: int, lays_aside: int) -> None:
        """Set the tiles in play, how many are dealt, the size of the hand, and how a game ends."""
        self.deck_size = len(deck)
        self.dealt = dealt
        self.full_hand = hand
        self.lays_aside = lays_aside
        number: cython.int
        for number in range(self.deck_size):
            self.deck[number] = deck[number]
        for number in range(SUPPLIES):
            self.start_supply[number] = self.supply[number]

    def play(
        self, first: cython.ulonglong, games: cython.longlong, seed: cython.ulonglong
    ) -> tuple:
        """Play games, numbered from ``first``: ties, part-turns, seconds, points, checksum."""
        colour: cython.int
        for colour in range(MOST_COLOURS):
            self.total[colour] = 0
        self.ties = self.part_turns = self.seconds = 0
        self.checksum = 0
        number: cython.longlong
        for number in range(games):
            if number % 256 == 0:
                let_signals_in()
            self._play_game(mixed(mixed(seed) + first + number & WORD))
        points = [self.total[colour] for colour in range(self.colours)]
        return self.ties, self.part_turns, self.seconds, points, self.checksum

    def write(self, number: cython.ulonglong, seed: cython.ulonglong) -> tuple:
        """Play one game: the order of tiles, and its part-turns as drawing, cell, piece, name."""
        self.record = []
        self.writes = 1
        self._play_game(mixed(mixed(seed) + number & WORD))
        self.writes = 0
        return [self.bag[place] for place in range(self.dealt)], self.record

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _play_game(self, chance: cython.ulonglong) -> cython.void:
        """Play a game to its end, tally it, and clear the table."""
        laid: cython.int = self.placed
        end: cython.int = self.river_end
        self.chance[0] = chance
        self._deal()
        while self.hand_size and self._can_play():
            self._play_part_turn()
        if self.hand_size:
            self.ties += 1
        else:
            self._pay_at_the_end()
        colour: cython.int
        for colour in range(self.colours):
            self.total[colour] += self.scores[colour]
            self.checksum = mixed(self.checksum + self.scores[colour] & WORD)
        while self.placed > laid:
            self._lift_tile()
        self.river_end = end

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _deal(self) -> cython.void:
        number: cython.int
        for number in range(self.deck_size):
            self.shuffled[number] = self.deck[number]
        for number in range(self.dealt):
            other: cython.int = number + below(self.chance, self.deck_size - number)
            self.bag[number] = self.shuffled[other]
            self.shuffled[other] = self.shuffled[number]
        for number in range(MOST_COLOURS):
            self.scores[number] = 0
        for number in range(SUPPLIES):
            self.supply[number] = self.start_supply[number]
        self.bag_size = self.dealt
        self.bag_at = self.hand_size = self.colour = self.second = self.ply = 0
        self._fill_hand()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _fill_hand(self) -> cython.void:
        """Fill the hand up; lay it aside as often as need be where it does not make a tie."""
        while 1:
            while self.hand_size < self.full_hand and self.bag_at < self.bag_size:
                self.hand[self.hand_size] = self.bag[self.bag_at]
                self.hand_size += 1
                self.bag_at += 1
            if not self.lays_aside or not self.hand_size or self._can_play():
                return
            self.hand_size = 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _play_part_turn(self) -> cython.void:
        self._list_places()
        chosen: cython.int = below(self.chance, self.places)
        cell: cython.int = self.cell_of[chosen]
        drawing: cython.int = self.drawing_of[chosen]
        self.hand_size -= 1
        self.hand[self.place_of[chosen]] = self.hand[self.hand_size]
        self._lay_tile(cell, drawing)
        self._gather(cell, drawing)
        chosen = below(self.chance, self._list_claims())
        own: cython.int = self.claim_own[chosen]
        piece: cython.int = self.claim_piece[chosen]
        self._claim(self.own_root[own], piece)
        self._settle()
        self._fill_hand()
        self.part_turns += 1
        second: cython.int = 0
        if self.goes_on[0] and self.hand_size and self._can_play():
            second = below(self.chance, 2)
        if self.writes:
            self._write(cell, drawing, piece, self.own_name[own])
        self.second = second
        if second:
            self.seconds += 1
        else:
            self.colour = self.colour + 1 if self.colour + 1 < self.colours else 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_places(self) -> cython.void:
        """List all placements of the tiles in hand."""
        self.places = 0
        place: cython.int
        number: cython.int
        for place in range(self.hand_size):
            if not self._is_another(place):
                continue
            for number in range(self.frontier_size):
                cell: cython.int = self.frontier[number]
                rotations: cython.int = self._rotations_on(cell, self.hand[place])
                while rotations:
                    self.place_of[self.places] = place
                    self.cell_of[self.places] = cell
                    self.drawing_of[self.places] = 4 * self.hand[place] + lowest_rotation(rotations)
                    self.places += 1
                    rotations &= rotations - 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_claims(self) -> cython.int:
        """List what may be put down on the tile just laid; return how many choices there are."""
        self.claim_own[0] = 0
        self.claim_piece[0] = NO_PIECE
        claims: cython.int = 1
        own: cython.int
        piece: cython.int
        for own in range(self.own[0]):
            for piece in range(LITTLE, BUILDER + 1):
                if self._may_stand(self.own_root[own], piece):
                    self.claim_own[claims] = own
                    self.claim_piece[claims] = piece
                    claims += 1
        return claims

    @cython.cfunc
    @cython.exceptval(check=False)
    def _write(
        self, cell: cython.int, drawing: cython.int, piece: cython.int, name: cython.int
    ) -> cython.void:
        scores = tuple([self.scores[colour] for colour in range(self.colours)])
        self.record.append((self.colour, bool(self.second), drawing, cell, piece, name, scores))
