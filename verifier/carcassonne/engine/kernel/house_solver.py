# cython: language_level=3, cdivision=True
"""Searches endgames of the house game: exact values by alpha-beta, and best play of both.

Plays are tried in the order of the margin if the game ended after them. All but the first are
asked only whether they are better, and searched again if so. Plays that cannot differ are one, and
positions with three tiles or more left are kept in a table under their words (``house_playing``).
"""

from __future__ import annotations

from typing import Any

import cython

from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.tables import HouseTables

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.house_last_tile import NEVER, PLY_ROOM
    from verifier.carcassonne.engine.kernel.house_playing import HousePlaying
    from verifier.carcassonne.engine.kernel.house_plays import (
        cell_in,
        drawing_in,
        gain_in,
        own_in,
        piece_in,
        second_in,
        takes_best,
        unranked,
    )
    from verifier.carcassonne.engine.kernel.house_words import BIG, LITTLE, weights_on
    from verifier.carcassonne.engine.kernel.sizes import SEGMENT_ROOM
    from verifier.carcassonne.engine.kernel.splitmix import WORD, mixed
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.house_last_tile import NEVER, PLY_ROOM
    from cython.cimports.verifier.carcassonne.engine.kernel.house_playing import HousePlaying
    from cython.cimports.verifier.carcassonne.engine.kernel.house_plays import (
        cell_in,
        drawing_in,
        gain_in,
        own_in,
        piece_in,
        second_in,
        takes_best,
        unranked,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
        BIG,
        LITTLE,
        weights_on,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import SEGMENT_ROOM
    from cython.cimports.verifier.carcassonne.engine.kernel.splitmix import WORD, mixed

KEPT = cython.declare(cython.int, 1 << 16)
EXACT = cython.declare(cython.longlong, 0)
AT_LEAST = cython.declare(cython.longlong, 1)
AT_MOST = cython.declare(cython.longlong, 2)
PAUSE_AFTER = cython.declare(cython.longlong, 1 << 10)


@cython.cclass
class HouseSolver(HousePlaying):
    """A table on which endgames are solved."""

    # positions met: their word, and value and kind of bound
    kept_word: cython.p_ulonglong
    kept_value: cython.p_longlong
    searched: cython.longlong
    stopped_by: Any

    def __init__(self, tables: HouseTables) -> None:
        HousePlaying.__init__(self, tables)
        self.kept_word = self._words(KEPT)
        self.kept_value = self._counts(KEPT)
        self.searched = 0
        self.stopped_by = None

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
