# cython: language_level=3, cdivision=True
"""Makes and unmakes part-turns of the house game: a tile laid, a piece put down, features scored.

``own_*`` are the features of the tile laid, ``closed_*`` those it completed, by ``ply``. Supplies
are by sort and colour: little followers, big ones, builders. Those who build on these classes say
in ``_tile_laid`` what becomes of each placement.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.house_board import HouseBoard
from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
    AROUND,
    BUILDER,
    FIELD,
    MOST_COLOURS,
    NO_PIECE,
    PIECES_BELOW,
    SUPPLIES,
    cathedrals_in,
    has_big,
    has_builder,
    heaviest,
    piece_of,
    plain_shields,
    weight_of,
    weights_on,
)
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    CITY,
    CLOSED_ROOM,
    MONASTERY,
    PILE_ROOM,
    SEGMENT_ROOM,
    TILE_ROOM,
)
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    are_beside,
    bits_in,
    open_ends,
    shields_in,
    tiles_in,
)

from verifier.carcassonne.engine.tables import HouseTables


@cython.cclass
class HouseTable(HouseBoard):
    """A board with colours, points and pieces, on which part-turns are made and unmade."""

    def __init__(self, tables: HouseTables) -> None:
        HouseBoard.__init__(self, tables)
        if not cython.compiled:
            self.scores = [0] * MOST_COLOURS
            self.supply = [0] * SUPPLIES
            self.scores_before = [0] * (MOST_COLOURS * TILE_ROOM)
            self.supply_before = [0] * (SUPPLIES * TILE_ROOM)
            self.log_before = [0] * TILE_ROOM
            self.own_root = [0] * (SEGMENT_ROOM * TILE_ROOM)
            self.own_name = [0] * (SEGMENT_ROOM * TILE_ROOM)
            self.own = [0] * TILE_ROOM
            self.closed_root = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.closed_name = [0] * (CLOSED_ROOM * TILE_ROOM)
            self.closed = [0] * TILE_ROOM
            self.goes_on = [0] * TILE_ROOM
        self.colours = 2
        self.colour = self.second = self.ply = 0
        self.inn_two_tiles = 6
        self.tiny_shield = 6
        self.official_roads = 0
        self.builder_after_return = self.builder_on_completed = 1

    def set_switches(self, switches: dict) -> None:
        """Set what the rule set says, by the names of this class."""
        self.inn_two_tiles = switches["inn_two_tiles"]
        self.tiny_shield = switches["tiny_shield"]
        self.official_roads = switches["official_roads"]
        self.builder_after_return = switches["builder_after_return"]
        self.builder_on_completed = switches["builder_on_completed"]

    def set_colours(
        self, to_move: int, second: int, scores: list[int], supplies: list[tuple[int, int, int]]
    ) -> None:
        """Set whose part-turn it is, whether it is the second part, points and supplies."""
        self.colours = len(scores)
        self.colour = to_move
        self.second = second
        self.ply = 0
        colour: cython.int
        sort: cython.int
        for colour in range(self.colours):
            self.scores[colour] = scores[colour]
            for sort in range(3):
                self.supply[sort * MOST_COLOURS + colour] = supplies[colour][sort]

    def stand(
        self, cell: cython.int, segment: cython.int, piece: cython.int, colour: cython.int
    ) -> None:
        """Put a piece of the position on a segment; supplies are not touched."""
        self.word[self._root(self.base[cell] + segment)] += piece_of(colour, piece)

    # -- what a feature is worth

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _value(self, root: cython.int) -> cython.int:
        """Return what a completed feature brings each of its owners (HOUSE-SCORE-1 to -10)."""
        word: cython.ulonglong = self.word[root]
        tiles: cython.int = tiles_in(word)
        kind: cython.int = self.node_kind[root]
        if kind == MONASTERY:  # HOUSE-SCORE-1
            return 9
        if kind == CITY:
            size: cython.int = tiles + plain_shields(word)
            if cathedrals_in(word):  # HOUSE-SCORE-5
                return 3 * size
            if tiles == 2 and size == 3:  # HOUSE-SCORE-10
                return self.tiny_shield
            return 2 if size == 2 else 2 * size  # HOUSE-SCORE-6, -7
        inns: cython.int = shields_in(word)
        if self.official_roads:  # AMB-32
            return 2 * tiles if inns else tiles
        if inns:  # HOUSE-SCORE-2, -8
            return self.inn_two_tiles if tiles == 2 else 3 * tiles
        return 2 if tiles == 2 else 2 * tiles  # HOUSE-SCORE-3, -4

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _final_value(self, root: cython.int) -> cython.int:
        """Return what a feature brings each of its owners at the end (HOUSE-FINAL-2 to -5)."""
        word: cython.ulonglong = self.word[root]
        kind: cython.int = self.node_kind[root]
        if kind == FIELD:
            return 3 * bits_in(self.twins[root])
        if kind == MONASTERY:
            return tiles_in(word)
        if kind == CITY:
            return 0 if cathedrals_in(word) else tiles_in(word) + plain_shields(word)
        return 0 if shields_in(word) else tiles_in(word)

    # -- what the tile just laid is part of

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gather(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """List the features of the tile just laid, those it completed, and if the turn goes on."""
        first: cython.int = SEGMENT_ROOM * self.ply
        own: cython.int = 0
        goes_on: cython.int = 0
        segment: cython.int
        for segment in range(self.segments[drawing] + self.monastery[drawing]):
            root: cython.int = self._root(self.base[cell] + segment)
            name: cython.int = self.first_edge[SEGMENT_ROOM * drawing + segment]
            number: cython.int = 0
            while number < own and self.own_root[first + number] != root:
                number += 1
            if number < own:
                if name < self.own_name[first + number]:
                    self.own_name[first + number] = name
                continue
            self.own_root[first + own] = root
            self.own_name[first + own] = name
            own += 1
            # HOUSE-TURN-8, -9: it stood there before; HOUSE-TURN-10: even if it now goes home
            stays: cython.int = open_ends(self.word[root])
            if has_builder(self.word[root], self.colour) and (stays or self.builder_after_return):
                goes_on = 1
        self.own[self.ply] = own
        self.goes_on[self.ply] = 0 if self.second else goes_on
        self.closed[self.ply] = 0
        if self.closing:
            self._gather_closed(cell)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gather_closed(self, cell: cython.int) -> cython.void:
        first: cython.int = CLOSED_ROOM * self.ply
        closed: cython.int = 0
        number: cython.int
        for number in range(SEGMENT_ROOM * self.ply, SEGMENT_ROOM * self.ply + self.own[self.ply]):
            root: cython.int = self.own_root[number]
            if self._is_complete(root):
                self.closed_root[first + closed] = root
                self.closed_name[first + closed] = self.own_name[number]
                closed += 1
        for number in range(self.monasteries):
            root = self.monastery_node[number]
            beside: cython.int = are_beside(self.monastery_cell[number], cell)
            if beside and open_ends(self.word[root]) == 0:
                self.closed_root[first + closed] = root
                self.closed_name[first + closed] = AROUND + number
                closed += 1
        self.closed[self.ply] = closed

    # -- putting down a piece

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _has(self, piece: cython.int) -> cython.int:
        """Return whether the colour to move has such a piece in its supply."""
        return self.supply[(piece - 1) * MOST_COLOURS + self.colour]

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _may_have_builder(self, root: cython.int) -> cython.int:
        """Return whether the colour to move may put its builder on a feature (HOUSE-TURN-4)."""
        if self.node_kind[root] in (FIELD, MONASTERY):
            return 0
        word: cython.ulonglong = self.word[root]
        weight: cython.int = weight_of(word, self.colour)
        if not weight or weight < heaviest(weights_on(word)):
            return 0
        return self.builder_on_completed or open_ends(word) != 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_stand(self, root: cython.int, piece: cython.int) -> cython.int:
        """Return whether the colour to move may put a piece on a feature of the tile just laid."""
        if not self._has(piece):
            return 0
        if piece == BUILDER:
            return self._may_have_builder(root)
        return weights_on(self.word[root]) == 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _claim(self, root: cython.int, piece: cython.int) -> cython.void:
        """Put down a piece, or none; ``_unclaim`` takes it back, and what was scored."""
        colour: cython.int
        for colour in range(self.colours):
            self.scores_before[MOST_COLOURS * self.ply + colour] = self.scores[colour]
        for colour in range(SUPPLIES):
            self.supply_before[SUPPLIES * self.ply + colour] = self.supply[colour]
        self.log_before[self.ply] = self.log_size
        if piece != NO_PIECE:
            self._remember(root, root)
            self.word[root] += piece_of(self.colour, piece)
            self.supply[(piece - 1) * MOST_COLOURS + self.colour] -= 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _settle(self) -> cython.void:
        """Score what the tile completed, whoever owns it (HOUSE-TURN-6)."""
        number: cython.int
        for number in range(CLOSED_ROOM * self.ply, CLOSED_ROOM * self.ply + self.closed[self.ply]):
            if self.word[self.closed_root[number]] >> PIECES_BELOW:
                self._score(self.closed_root[number])

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _unclaim(self) -> cython.void:
        while self.log_size > self.log_before[self.ply]:
            self.log_size -= 1
            self.word[self.log_root[self.log_size]] = self.log_word[self.log_size]
        colour: cython.int
        for colour in range(self.colours):
            self.scores[colour] = self.scores_before[MOST_COLOURS * self.ply + colour]
        for colour in range(SUPPLIES):
            self.supply[colour] = self.supply_before[SUPPLIES * self.ply + colour]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _score(self, root: cython.int) -> cython.void:
        """Pay a completed feature to its owners, and send all pieces home."""
        word: cython.ulonglong = self.word[root]
        self._pay(word, self._value(root))
        self._remember(root, root)
        self.word[root] = word & ((1 << PIECES_BELOW) - 1)
        colour: cython.int
        for colour in range(self.colours):
            big: cython.int = has_big(word, colour)
            self.supply[colour] += weight_of(word, colour) - 2 * big
            self.supply[MOST_COLOURS + colour] += big
            self.supply[2 * MOST_COLOURS + colour] += has_builder(word, colour)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_complete(self, node: cython.int) -> cython.int:
        """Return whether a node's feature is complete; fields never are (HOUSE-FEAT-7)."""
        root: cython.int = self._root(node)
        return self.node_kind[root] != FIELD and open_ends(self.word[root]) == 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _pay(self, word: cython.ulonglong, value: cython.int) -> cython.void:
        """Give the value to each colour that owns a feature with this word (HOUSE-OWN-2)."""
        most: cython.int = heaviest(weights_on(word))
        colour: cython.int
        for colour in range(self.colours):
            if most and weight_of(word, colour) == most:
                self.scores[colour] += value

    # -- the end of the game

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_paid_at_the_end(self, node: cython.int) -> cython.int:
        """Return whether a node stands for a feature that somebody owns."""
        return self.parent[node] == node and weights_on(self.word[node]) != 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _pay_at_the_end(self) -> cython.void:
        """Score farms and all that is not complete (HOUSE-FINAL-1)."""
        node: cython.int
        for node in range(self.nodes):
            if self._is_paid_at_the_end(node):
                self._pay(self.word[node], self._final_value(node))

    def final_scores(self) -> list[int]:
        """Return the scores after final scoring, if the game ended now."""
        colours = range(self.colours)
        before = [self.scores[colour] for colour in colours]
        self._pay_at_the_end()
        final = [self.scores[colour] for colour in colours]
        for colour in colours:
            self.scores[colour] = before[colour]
        return final

    def final_features(self) -> dict[int, tuple[int, int, list[int]]]:
        """Return kind, final value and weights by colour of each feature that is owned, by root."""
        return {
            node: (
                self.node_kind[node],
                self._final_value(node),
                [weight_of(self.word[node], colour) for colour in range(self.colours)],
            )
            for node in range(self.nodes)
            if self._is_paid_at_the_end(node)
        }

    def roots(self, cell: cython.int) -> list[int]:
        """Return the roots of the features of a tile that lies on the table, by segment."""
        drawing: cython.int = self.tile[cell] - 1
        return [
            self._root(self.base[cell] + segment)
            for segment in range(self.segments[drawing] + self.monastery[drawing])
        ]

    def is_complete_city(self, root: cython.int) -> bool:
        """Return whether a root is that of a completed city."""
        return self.node_kind[root] == CITY and open_ends(self.word[root]) == 0


@cython.cclass
class HouseHandTable(HouseTable):
    """A table with a hand that is refilled; the tiles of both are numbers of kinds."""

    def __init__(self, tables: HouseTables) -> None:
        HouseTable.__init__(self, tables)
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
