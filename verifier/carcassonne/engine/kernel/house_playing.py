# cython: language_level=3, cdivision=True
"""Part-turns of an endgame listed, made and unmade, and a word for the position they lead to.

The word is made of what the rest of the game depends on: tiles laid, followers put down since the
root that still stand, margin, tiles in hand, whose part-turn it is. Pieces of the root's that went
home follow from the tiles laid, and supplies from the pieces that stand.
"""

from __future__ import annotations

import cython

from verifier.carcassonne.engine.tables import HouseTables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.board import MONASTERY
    from verifier.carcassonne.engine.kernel.house_last_plays import HouseLastPlays
    from verifier.carcassonne.engine.kernel.house_last_tile import PLY_ROOM
    from verifier.carcassonne.engine.kernel.house_plays import (
        cell_in,
        drawing_in,
        own_in,
        piece_in,
        play_of,
        ranked,
        second_in,
    )
    from verifier.carcassonne.engine.kernel.house_words import (
        BIG,
        BUILDER,
        LITTLE,
        NO_PIECE,
        weights_on,
    )
    from verifier.carcassonne.engine.kernel.inlined import lowest_rotation
    from verifier.carcassonne.engine.kernel.sizes import SEGMENT_ROOM
    from verifier.carcassonne.engine.kernel.splitmix import WORD, mixed
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.board import MONASTERY
    from cython.cimports.verifier.carcassonne.engine.kernel.house_last_plays import HouseLastPlays
    from cython.cimports.verifier.carcassonne.engine.kernel.house_last_tile import PLY_ROOM
    from cython.cimports.verifier.carcassonne.engine.kernel.house_plays import (
        cell_in,
        drawing_in,
        own_in,
        piece_in,
        play_of,
        ranked,
        second_in,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
        BIG,
        BUILDER,
        LITTLE,
        NO_PIECE,
        weights_on,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import lowest_rotation
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import SEGMENT_ROOM
    from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import WORD, mixed

# The hands of all plies but the last have 14 tiles at most (5, 4, 3 and 2), each in four rotations
# on every cell of the frontier, with eight features for two followers or none, and a second part.
PLAYS = cython.declare(cython.int, 14 * 4 * 272 * 34)


@cython.cclass
class HousePlaying(HouseLastPlays):
    """A table on which the part-turns of an endgame are listed and made."""

    def __init__(self, tables: HouseTables) -> None:
        HouseLastPlays.__init__(self, tables)
        self.plays = self._counts(PLAYS)
        self.margin_before = self._ints(PLY_ROOM)
        self.held_before = self._ints(PLY_ROOM)
        self.drawn_before = self._ints(PLY_ROOM)
        self.second_before = self._ints(PLY_ROOM)
        self.tile_word = self._words(PLY_ROOM)
        self.piece_word = self._words(PLY_ROOM)
        self.piece_node = self._ints(PLY_ROOM)
        self.killer = self._counts(2 * PLY_ROOM)
        self.salt = 1
        self.top = 0
        self.merges = 1

    # -- making plays

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _make(self, play: cython.longlong) -> cython.void:
        """Make a part-turn; the hand is refilled by ``_ready_hand``."""
        ply: cython.int = self.ply
        cell: cython.int = cell_in(play)
        drawing: cython.int = drawing_in(play)
        piece: cython.int = piece_in(play)
        self.margin_before[ply] = self.margin
        self.held_before[ply] = self.held
        self.drawn_before[ply] = self.drawn
        self.second_before[ply] = self.second
        self._lay_tile(cell, drawing)
        self._gather(cell, drawing)
        self.placements += 1
        self.margin += self._change()
        root: cython.int = self.own_root[SEGMENT_ROOM * ply + own_in(play)]
        if piece in (LITTLE, BIG):
            self.margin += self._sign() * self._claim_value(root)
        self.tile_word[ply] = mixed(cython.cast(cython.ulonglong, cell << 9 | drawing) & WORD)
        self.piece_word[ply] = 0
        if piece in (LITTLE, BIG):
            self.piece_node[ply] = root
            self.piece_word[ply] = mixed(
                self.tile_word[ply] + 8 * (8 * self.colour + own_in(play)) + piece & WORD
            )
        self._claim(root, piece)
        self._settle()
        slot: cython.int = 0
        while not self.held >> slot & 1 or self.coming[slot] != drawing >> 2:
            slot += 1
        self.held &= ~(1 << slot)
        self.second = second_in(play)
        if not self.second:
            self.colour = self.colour + 1 if self.colour + 1 < self.colours else 0
        self.ply = ply + 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _unmake(self) -> cython.void:
        self.ply -= 1
        ply: cython.int = self.ply
        if not self.second:
            self.colour = self.colour - 1 if self.colour else self.colours - 1
        self.margin = self.margin_before[ply]
        self.held = self.held_before[ply]
        self.drawn = self.drawn_before[ply]
        self.second = self.second_before[ply]
        self._unclaim()
        self._lift_tile()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _position_word(self) -> cython.ulonglong:
        """Return a word of what the rest of the game depends on; see the module's page."""
        word: cython.ulonglong = self.margin + 100000
        word = word << 8 | self.held
        word = word << 4 | self.drawn
        word = word << 4 | 2 * self.colour + self.second
        word = mixed(word + self.salt & WORD)
        ply: cython.int
        for ply in range(self.ply):
            word ^= self.tile_word[ply]
            if self.piece_word[ply] and not self._is_complete(self.piece_node[ply]):
                word ^= self.piece_word[ply]
        return word

    # -- listing plays

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_plays(self) -> cython.void:
        """List the part-turns of the colour to move, with the margin if the game ended after them.

        Of those that cannot differ only one is listed. A builder is none: only its colour's later
        turns could continue with it, and there is none but with the last tile of five. Of the
        features that the tile completes only the one that brings most is claimed, and never none:
        the follower comes straight home, and a better margin is never worse. On a monastery, which
        nothing joins, the big follower is like a little one, unless the colour plays on and could
        use it.
        """
        slot: cython.int
        number: cython.int
        for slot in range(self.slots):
            if not self.held >> slot & 1 or not self._is_first(slot):
                continue
            kind: cython.int = self.coming[slot]
            for number in range(self.frontier_size):
                cell: cython.int = self.frontier[number]
                rotations: cython.int = self._rotations_on(cell, kind)
                while rotations:
                    self._list_plays_of(cell, 4 * kind + lowest_rotation(rotations))
                    rotations &= rotations - 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_first(self, slot: cython.int) -> cython.int:
        """Tell whether no slot in hand before it has the same tile."""
        other: cython.int
        for other in range(slot):
            if self.held >> other & 1 and self.coming[other] == self.coming[slot]:
                return 0
        return 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_plays_of(self, cell: cython.int, drawing: cython.int) -> cython.void:
        """List the part-turns that make a placement."""
        self._lay_tile(cell, drawing)
        self.placements += 1
        self._gather(cell, drawing)
        change: cython.int = self._sign() * self._change()
        done: cython.int = self._best_completed() if self.merges else -1
        if done < 0:
            self._list_play(cell, drawing, 0, NO_PIECE, change)
        alike: cython.int = not self.goes_on[self.ply]
        own: cython.int
        piece: cython.int
        for own in range(self.own[self.ply]):
            root: cython.int = self.own_root[SEGMENT_ROOM * self.ply + own]
            free: cython.int = weights_on(self.word[root]) == 0
            complete: cython.int = self._is_complete(root)
            if self.merges and complete and own != done:
                continue
            for piece in range(LITTLE, BUILDER + 1):
                if not self._may_stand(root, piece) or (self.merges and piece == BUILDER):
                    continue
                gain: cython.int = change + (self._claim_value(root) if free else 0)
                self._list_play(cell, drawing, own, piece, gain)
                if self.merges and (complete or (alike and self.node_kind[root] == MONASTERY)):
                    break
        self._lift_tile()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_play(
        self,
        cell: cython.int,
        drawing: cython.int,
        own: cython.int,
        piece: cython.int,
        gain: cython.int,
    ) -> cython.void:
        """List a part-turn, and the same with a second part where the turn may go on."""
        second: cython.int
        for second in range(1 + self.goes_on[self.ply]):
            play: cython.longlong = play_of(cell, drawing, own, piece, second)
            if play == self.killer[2 * self.ply] or play == self.killer[2 * self.ply + 1]:
                gain += 1000
            self.plays[self.top] = ranked(play, gain)
            self.top += 1
