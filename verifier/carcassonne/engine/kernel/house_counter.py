# cython: language_level=3, cdivision=True
"""Counts all part-turns of a fixed order of tiles, with a checksum over the positions they lead to.

Of a position the checksum takes one number, a sum over the colours. A piece changes it by what its
own feature brings alone, so the part-turns of a placement are counted without being made: only
those that are played on from are.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.house_turns import HouseHandTable
from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
    BUILDER,
    FIELD,
    LITTLE,
    MOST_COLOURS,
    NO_PIECE,
    has_big,
    has_builder,
    weight_of,
    weights_on,
)
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    CLOSED_ROOM,
    NODE_ROOM,
    SEGMENT_ROOM,
)

from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.tables import HouseTables

# What is counted of each depth.
LEAVES = cython.declare(cython.int, 0)
CHECKSUM = cython.declare(cython.int, 1)
LITTLES = cython.declare(cython.int, 2)
BIGS = cython.declare(cython.int, 3)
BUILDERS = cython.declare(cython.int, 4)
FARMS = cython.declare(cython.int, 5)
SCORED = cython.declare(cython.int, 6)
SECONDS = cython.declare(cython.int, 7)
TIES = cython.declare(cython.int, 8)
COUNTS = cython.declare(cython.int, 9)

# What a position's number has for each point, piece and so on, times the number of the colour.
OF_FINAL = cython.declare(cython.longlong, 7)
OF_SCORE = cython.declare(cython.longlong, 3)
OF_LITTLE = cython.declare(cython.longlong, 11)
OF_BIG = cython.declare(cython.longlong, 13)
OF_BUILDER = cython.declare(cython.longlong, 17)
OF_MOVER = cython.declare(cython.longlong, 1000)
OF_SECOND = cython.declare(cython.longlong, 5000)
OF_TIE = cython.declare(cython.longlong, 100000)
MODULUS = cython.declare(cython.longlong, 1000003)

STANDING_ROOM = cython.declare(cython.int, 264)
PAUSE_AFTER = cython.declare(cython.longlong, 1 << 16)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def owners_of(weights: cython.int) -> cython.int:
    """Return the sum of the numbers of the colours, from 1, that own a feature."""
    most: cython.int = 0
    owners: cython.int = 0
    colour: cython.int = 1
    while weights:
        weight: cython.int = weights & 15
        if weight > most:
            most = weight
            owners = colour
        elif weight and weight == most:
            owners += colour
        weights >>= 4
        colour += 1
    return owners


@cython.cclass
class HouseCounter(HouseHandTable):
    """A table that counts."""

    counts: cython.p_longlong
    depth: cython.int
    placements: cython.longlong
    # the nodes that pieces stand on, or stood on
    standing: cython.p_int
    stood: cython.int
    seen: cython.p_longlong
    visits: cython.longlong
    # of the position played from: points, and pieces in supply, summed over the colours
    points: cython.longlong
    pieces: cython.longlong
    stopped_by: Any

    def __init__(self, tables: HouseTables) -> None:
        HouseHandTable.__init__(self, tables)
        self.counts = self._counts(9 * (tables.tiles + 1))
        self.standing = self._ints(STANDING_ROOM)
        self.seen = self._counts(NODE_ROOM)
        self.depth = self.stood = 0
        self.placements = self.visits = self.points = self.pieces = 0
        self.stopped_by = None

    def stand(
        self, cell: cython.int, segment: cython.int, piece: cython.int, colour: cython.int
    ) -> None:
        """Put a piece of the position on a segment; supplies are not touched."""
        HouseHandTable.stand(self, cell, segment, piece, colour)
        self._note_standing(self.base[cell] + segment)

    def count(self, depth: cython.int) -> list[list[int]]:
        """Count by depth from 1: leaves, checksum, and so on as the numbers above name them."""
        number: cython.int
        for number in range(COUNTS * depth):
            self.counts[number] = 0
        self.depth = depth
        self.ply = self.stopped = 0
        self._count_hand()
        if self.stopped_by is not None:
            interruption, self.stopped_by = self.stopped_by, None
            raise interruption
        return [
            [self.counts[COUNTS * ply + number] for number in range(COUNTS)] for ply in range(depth)
        ]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_standing(self, node: cython.int) -> cython.void:
        self.standing[self.stood] = node
        self.stood += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _pause(self) -> cython.void:
        """Run a little Python now and then, to hear Ctrl-C also in compiled code."""
        try:
            let_signals_in()
        except BaseException as interruption:  # noqa: BLE001 - raised again by count
            self.stopped_by = interruption
            self.stopped = 1

    # -- from one position to the next

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_hand(self) -> cython.void:
        """Count the part-turns with each tile of the hand."""
        points: cython.longlong = self.points
        pieces: cython.longlong = self.pieces
        self._sum_up()
        place: cython.int
        for place in range(self.hand_size):
            if self._is_another(place):
                kind: cython.int = self._take(place)
                self._lay_everywhere(kind)
                self._put_back(place, kind)
                if self.stopped:
                    break
        self.points = points
        self.pieces = pieces

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _sum_up(self) -> cython.void:
        self.points = self.pieces = 0
        colour: cython.int
        for colour in range(self.colours):
            self.points += (colour + 1) * self.scores[colour]
            self.pieces += (colour + 1) * (
                OF_LITTLE * self.supply[colour]
                + OF_BIG * self.supply[MOST_COLOURS + colour]
                + OF_BUILDER * self.supply[2 * MOST_COLOURS + colour]
            )

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tile_laid(self, cell: cython.int, drawing: cython.int) -> cython.void:
        if self.stopped:
            return
        self.placements += 1
        if self.placements % PAUSE_AFTER == 0:
            self._pause()
        self._gather(cell, drawing)
        tie: cython.int = 0
        if self.hand_size and not self._can_play():
            tie = 1
        over: cython.int = tie or self.hand_size == 0
        if over:
            self.goes_on[self.ply] = 0
        self._count_claims(tie)
        if self.ply + 1 < self.depth and not over:
            self._play_on(0, NO_PIECE)
            number: cython.int
            piece: cython.int
            for number in range(
                SEGMENT_ROOM * self.ply, SEGMENT_ROOM * self.ply + self.own[self.ply]
            ):
                for piece in range(LITTLE, BUILDER + 1):
                    if self._may_stand(self.own_root[number], piece):
                        self._play_on(self.own_root[number], piece)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _play_on(self, root: cython.int, piece: cython.int) -> cython.void:
        """Make a part-turn, count what follows, and take it back."""
        mover: cython.int = self.colour
        second: cython.int = self.second
        on: cython.int = self.goes_on[self.ply]
        self._claim(root, piece)
        self._settle()
        if piece != NO_PIECE:
            self._note_standing(root)
        self.ply += 1
        self.second = 0
        self.colour = mover + 1 if mover + 1 < self.colours else 0
        self._count_hand()
        if on:
            self.second = 1
            self.colour = mover
            self._count_hand()
        self.colour = mover
        self.second = second
        self.ply -= 1
        if piece != NO_PIECE:
            self.stood -= 1
        self._unclaim()

    # -- counting the claims of a placement without making them

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_claims(self, tie: cython.int) -> cython.void:
        me: cython.longlong = self.colour + 1
        scored: cython.int = 0
        number: cython.int
        # What the position would be worth without a piece put down, after scoring.
        plain: cython.longlong = OF_FINAL * self._standing_worth() + self.pieces
        plain += (OF_FINAL + OF_SCORE) * self.points
        if self.closed[self.ply]:
            for number in range(
                CLOSED_ROOM * self.ply, CLOSED_ROOM * self.ply + self.closed[self.ply]
            ):
                plain += self._settled_worth(self.closed_root[number])
                scored += weights_on(self.word[self.closed_root[number]]) != 0
        self._add(plain, tie, scored)
        little: cython.int = self.supply[self.colour]
        big: cython.int = self.supply[MOST_COLOURS + self.colour]
        builder: cython.int = self.supply[2 * MOST_COLOURS + self.colour]
        at: cython.int = COUNTS * self.ply
        times: cython.int = 1 + self.goes_on[self.ply]
        for number in range(SEGMENT_ROOM * self.ply, SEGMENT_ROOM * self.ply + self.own[self.ply]):
            root: cython.int = self.own_root[number]
            worth: cython.longlong
            if weights_on(self.word[root]):
                if builder and self._may_have_builder(root):
                    worth = plain if self._is_complete(root) else plain - OF_BUILDER * me
                    self._add(worth, tie, scored)
                    self.counts[at + BUILDERS] += times
                continue
            on_field: cython.int = self.node_kind[root] == FIELD
            home: cython.int = 0
            if not on_field and self._is_complete(root):
                home = 1
                worth = plain + (OF_FINAL + OF_SCORE) * me * self._value(root)
            else:
                worth = plain + OF_FINAL * me * self._final_value(root)
            if little:
                self._add(worth if home else worth - OF_LITTLE * me, tie, scored + home)
                self.counts[at + LITTLES] += times
                self.counts[at + FARMS] += times * on_field
            if big:
                self._add(worth if home else worth - OF_BIG * me, tie, scored + home)
                self.counts[at + BIGS] += times
                self.counts[at + FARMS] += times * on_field

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _add(self, worth: cython.longlong, tie: cython.int, scored: cython.int) -> cython.void:
        """Count a play, and the same with a second part after it where the turn may go on."""
        at: cython.int = COUNTS * self.ply
        next_mover: cython.int = self.colour + 1 if self.colour + 1 < self.colours else 0
        number: cython.longlong = worth + OF_MOVER * (next_mover + 1) + OF_TIE * tie
        self.counts[at + LEAVES] += 1
        self.counts[at + SCORED] += scored
        self.counts[at + TIES] += tie
        self.counts[at + CHECKSUM] += number * number % MODULUS
        if self.goes_on[self.ply]:
            number = worth + OF_MOVER * (self.colour + 1) + OF_SECOND
            self.counts[at + LEAVES] += 1
            self.counts[at + SCORED] += scored
            self.counts[at + SECONDS] += 1
            self.counts[at + CHECKSUM] += number * number % MODULUS

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _standing_worth(self) -> cython.longlong:
        """Return what the features with followers that stay would bring at the end."""
        self.visits += 1
        worth: cython.longlong = 0
        number: cython.int
        for number in range(self.stood):
            root: cython.int = self._root(self.standing[number])
            if self.seen[root] == self.visits:
                continue
            self.seen[root] = self.visits
            weights: cython.int = weights_on(self.word[root])
            if weights and not self._is_complete(root):
                worth += self._final_value(root) * owners_of(weights)
        return worth

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _settled_worth(self, root: cython.int) -> cython.longlong:
        """Return what scoring a completed feature adds: points, and pieces that come home."""
        word: cython.ulonglong = self.word[root]
        worth: cython.longlong = (
            (OF_FINAL + OF_SCORE) * self._value(root) * owners_of(weights_on(word))
        )
        colour: cython.int
        for colour in range(self.colours):
            big: cython.int = has_big(word, colour)
            worth += (colour + 1) * (
                OF_LITTLE * (weight_of(word, colour) - 2 * big)
                + OF_BIG * big
                + OF_BUILDER * has_builder(word, colour)
            )
        return worth
