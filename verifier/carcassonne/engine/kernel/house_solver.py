# cython: language_level=3, cdivision=True
"""Searches endgames of the house game: exact values by alpha-beta, and best play of both.

Plays are tried in the order of the margin if the game ended after them. All but the first are
asked only whether they are better, and searched again if so. Plays that cannot differ are one.

Positions with three tiles or more left are kept in a table under a word, made of what the rest of
the game depends on: tiles laid, followers put down since the root that still stand, margin, tiles
in hand, whose part-turn it is. Pieces of the root's that went home follow from the tiles laid, and
supplies from the pieces that stand.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.house_endgames import HouseEndgame
from cython.cimports.verifier.carcassonne.engine.kernel.house_plays import (
    NEVER,
    PLY_ROOM,
    cell_in,
    drawing_in,
    gain_in,
    own_in,
    piece_in,
    play_of,
    ranked,
    second_in,
    takes_best,
    unranked,
)
from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
    BIG,
    BUILDER,
    LITTLE,
    NO_PIECE,
    weights_on,
)
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import MONASTERY, SEGMENT_ROOM
from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import WORD, mixed
from cython.cimports.verifier.carcassonne.engine.kernel.words import lowest_rotation

from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.tables import HouseTables

KEPT = cython.declare(cython.int, 1 << 16)
EXACT = cython.declare(cython.longlong, 0)
AT_LEAST = cython.declare(cython.longlong, 1)
AT_MOST = cython.declare(cython.longlong, 2)
PAUSE_AFTER = cython.declare(cython.longlong, 1 << 10)

# The hands of all plies but the last have 14 tiles at most (5, 4, 3 and 2), each in four rotations
# on every cell of the frontier, with eight features for two followers or none, and a second part.
PLAYS = cython.declare(cython.int, 14 * 4 * 272 * 34)


@cython.cclass
class HouseSolver(HouseEndgame):
    """A table on which endgames are solved."""

    def __init__(self, tables: HouseTables) -> None:
        HouseEndgame.__init__(self, tables)
        self.kept_word = self._words(KEPT)
        self.kept_value = self._counts(KEPT)
        self.searched = 0
        self.stopped_by: Any = None
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

    # -- what is asked

    def can_play(self) -> bool:
        """Tell whether a tile of the hand can be placed."""
        return bool(self._can_play())

    def tiles_laid(self) -> int:
        """Return how often a tile has been laid since the kernel was made."""
        return self.placements

    def value(self) -> tuple[int, list[tuple]]:
        """Return the value for the player to move, and a line of best play.

        The part-turns of a line are: drawing, cell, piece, name of its feature, second part.
        """
        self._begin()
        value = self._search(NEVER, -NEVER)
        self._raise_if_stopped()
        return value, self._line()

    def placements_valued(self) -> list[tuple]:
        """Return the value of each placement with the best piece on it, and a line."""
        self._begin()
        self._list_plays()
        end: cython.int = self.top
        self._sort(self.plays, 0, end)
        groups: dict = {}
        number: cython.int
        for number in range(end):
            play = unranked(self.plays[number])
            groups.setdefault((cell_in(play), drawing_in(play)), []).append(play)
        found = []
        for plays in groups.values():
            value, line = self._best_among(plays)
            if line:
                found.append((value, line))
        self.top = 0
        self._raise_if_stopped()
        return found

    def plays_valued(self, cell: cython.int, drawing: cython.int) -> list[tuple]:
        """Return value and line of each part-turn, or of those that make one placement."""
        self._begin()
        self.merges = 0
        self._list_plays()
        self.merges = 1
        found = []
        number: cython.int
        for number in range(self.top):
            play = unranked(self.plays[number])
            if cell >= 0 and (cell_in(play), drawing_in(play)) != (cell, drawing):
                continue
            value, line = self._best_among([play])
            if line:
                found.append((value, line))
        self.top = 0
        self._raise_if_stopped()
        return found

    def plays_by_margin(self) -> list[tuple]:
        """Return each part-turn with what it adds to the margin of the player to move at once."""
        self._begin()
        self.merges = 0
        self._list_plays()
        self.merges = 1
        ranks = [self.plays[number] for number in range(self.top)]
        self.top = 0
        return [(gain_in(rank), [self._written(unranked(rank))]) for rank in ranks]

    def _begin(self) -> None:
        self.ply = self.top = self.stopped = 0
        self.salt = mixed(self.salt + 1 & WORD)
        number: cython.int
        for number in range(2 * PLY_ROOM):
            self.killer[number] = -1

    def _raise_if_stopped(self) -> None:
        if self.stopped_by is not None:
            interruption, self.stopped_by = self.stopped_by, None
            raise interruption

    def _best_among(self, plays: list) -> tuple:
        """Return the exact value and the line of the best of some plays at the root.

        The line is empty if none of them can be made: a second part with no tile that fits.
        """
        best: cython.int = NEVER
        line: list = []
        for play in plays:
            value: cython.int = self._value_better(play, best, -NEVER, best > NEVER)
            if value > best:
                best = value
                self._note(0, play)
                line = self._line()
        return best, line

    def _line(self) -> list[tuple]:
        """Return the line noted at the root, with the features that pieces go to."""
        plays = [self.line[number] for number in range(self.line_length[0])]
        written = []
        for number in range(len(plays)):
            play: cython.longlong = plays[number]
            written.append(self._written(play))
            if number + 1 < len(plays):
                self._make(play)
                self._ready_hand()
        while self.ply:
            self._unmake()
        return written

    def _written(self, play: cython.longlong) -> tuple:
        """Return a play as numbers; see ``value``."""
        cell: cython.int = cell_in(play)
        drawing: cython.int = drawing_in(play)
        self._lay_tile(cell, drawing)
        self._gather(cell, drawing)
        piece: cython.int = piece_in(play)
        own: cython.int = own_in(play)
        if takes_best(play) and self._has_follower() and self._best_claim(cell, drawing):
            piece = LITTLE if self._has(LITTLE) else BIG
            most: cython.int = self._best_claim(cell, drawing)
            own = 0
            while (
                weights_on(self.word[self.own_root[SEGMENT_ROOM * self.ply + own]])
                or self._claim_value(self.own_root[SEGMENT_ROOM * self.ply + own]) != most
            ):
                own += 1
        name: cython.int = self.own_name[SEGMENT_ROOM * self.ply + own]
        self._lift_tile()
        return drawing, cell, piece, name, bool(second_in(play))

    # -- the search

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _pause(self) -> cython.void:
        """Run a little Python now and then, to hear Ctrl-C also in compiled code."""
        try:
            let_signals_in()
        except BaseException as interruption:  # noqa: BLE001 - raised again by what was asked
            self.stopped_by = interruption
            self.stopped = 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _search(self, low: cython.int, high: cython.int) -> cython.int:
        """Return the value for the player to move, or a bound of it outside the window."""
        self.searched += 1
        if self.searched % PAUSE_AFTER == 0:
            self._pause()
        if self.stopped:
            return 0
        left: cython.int = self._tiles_left()
        if left == 1:
            return self._last(low, high)
        if left == 2:
            return self._last_but_one(low, high)
        word: cython.ulonglong = self._position_word()
        place: cython.int = word % KEPT
        if self.kept_word[place] == word:
            kept: cython.longlong = self.kept_value[place]
            known: cython.int = (kept >> 2) + NEVER
            bound: cython.longlong = kept & 3
            # A value within the window is found again, for its line.
            if bound != AT_MOST and known >= high:
                return known
            if bound != AT_LEAST and known <= low:
                return known
        best: cython.int = self._best_play(low, high)
        if not self.stopped:
            bound = EXACT
            if best >= high:
                bound = AT_LEAST
            elif best <= low:
                bound = AT_MOST
            self.kept_word[place] = word
            self.kept_value[place] = (cython.cast(cython.longlong, best) - NEVER) << 2 | bound
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _best_play(self, low: cython.int, high: cython.int) -> cython.int:
        first: cython.int = self.top
        self._list_plays()
        end: cython.int = self.top
        self._sort(self.plays, first, end)
        best: cython.int = NEVER
        number: cython.int
        for number in range(first, end):
            play: cython.longlong = unranked(self.plays[number])
            value: cython.int = self._value_better(play, max(low, best), high, number > first)
            if value > best:
                best = value
                if low < value < high:
                    self._note(self.ply, play)
                if value >= high:
                    self._note_killer(play)
                    break
            if self.stopped:
                break
        self.top = first
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_killer(self, play: cython.longlong) -> cython.void:
        if self.killer[2 * self.ply] != play:
            self.killer[2 * self.ply + 1] = self.killer[2 * self.ply]
            self.killer[2 * self.ply] = play

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _value_better(
        self,
        play: cython.longlong,
        low: cython.int,
        high: cython.int,
        asks_first: cython.int,
    ) -> cython.int:
        """Return a play's value, or a bound; ask first whether it is better than ``low``."""
        if not asks_first or low + 1 >= high:
            return self._value_after(play, low, high)
        value: cython.int = self._value_after(play, low, low + 1)
        if low < value < high:
            value = self._value_after(play, low, high)
        return value

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _value_after(self, play: cython.longlong, low: cython.int, high: cython.int) -> cython.int:
        """Return a play's value for who plays it, or a bound; NEVER if it cannot be made."""
        sign: cython.int = self._sign()
        self._make(play)
        hand: cython.int = self._ready_hand()
        value: cython.int
        self.line_length[self.ply] = 0
        if second_in(play):
            value = self._search(low, high) if hand == 1 else NEVER
        elif hand == 1:
            value = -self._search(-high, -low)
        else:  # AMB-43: a tie is a margin of 0
            value = 0 if hand < 0 else sign * self.margin
        self._unmake()
        return value

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
