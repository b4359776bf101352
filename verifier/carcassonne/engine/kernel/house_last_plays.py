# cython: language_level=3, cdivision=True
"""The last two part-turns of an endgame: exact values without making most of them.

A placement is refuted if the best reply that it does not touch brings enough; only what is left is
laid, and only replies that it touches are then looked at anew.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.house_last_placements import (
        ENTRY,
        HouseLastPlacements,
    )
    from verifier.carcassonne.engine.kernel.house_last_tile import NEVER
    from verifier.carcassonne.engine.kernel.house_plays import best_on, gain_in, play_of
    from verifier.carcassonne.engine.kernel.house_words import (
        BIG,
        LITTLE,
        NO_PIECE,
        weights_on,
    )
    from verifier.carcassonne.engine.kernel.inlined import are_beside
    from verifier.carcassonne.engine.kernel.sizes import SEGMENT_ROOM, STRIDE
else:
    from cython.cimports.verifier.carcassonne.engine.kernel.house_last_placements import (
        ENTRY,
        HouseLastPlacements,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.house_last_tile import NEVER
    from cython.cimports.verifier.carcassonne.engine.kernel.house_plays import (
        best_on,
        gain_in,
        play_of,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
        BIG,
        LITTLE,
        NO_PIECE,
        weights_on,
    )
    from cython.cimports.verifier.carcassonne.engine.kernel.inlined import are_beside
    from cython.cimports.verifier.carcassonne.engine.kernel.sizes import SEGMENT_ROOM, STRIDE


@cython.cclass
class HouseLastPlays(HouseLastPlacements):
    """A table on which the last two part-turns of an endgame are searched."""

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _last_but_one(self, low: cython.int, high: cython.int) -> cython.int:
        """Return the value of a position with two tiles left, or a bound outside the window."""
        now: cython.int = self._sign() * self.margin
        self._list_entries()
        best: cython.int = NEVER
        number: cython.int
        for number in range(self.own_entries):
            entry: cython.int = self.own_order[number] & ENTRY
            kind: cython.int = self.entry_drawing[entry] >> 2
            last: cython.int = self._other_kind(kind)
            floor: cython.int = max(low, best)
            reply: cython.int = self._untouched_reply(entry, last)
            bound: cython.int = now + gain_in(self.own_order[number]) - reply
            if reply == NEVER or bound > floor or self.entry_goes_on[entry]:
                bound = self._try_placement(entry, last, reply, floor, high)
            best = max(best, bound)
            if best >= high:
                break
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _try_placement(
        self,
        entry: cython.int,
        last: cython.int,
        reply: cython.int,
        floor: cython.int,
        high: cython.int,
    ) -> cython.int:
        """Return the value of a placement with the best claim, or a bound outside the window.

        Of features that the tile completes the one that brings most is claimed, and never none:
        the follower comes straight home, so everything else is the same. A builder changes
        nothing, for its colour has no later turn to continue.
        """
        cell: cython.int = self.entry_cell[entry]
        drawing: cython.int = self.entry_drawing[entry]
        now: cython.int = self._sign() * (self.margin + self.entry_change[entry])
        self._lay_tile(cell, drawing)
        self._gather(cell, drawing)
        done: cython.int = self._best_completed()
        best: cython.int = NEVER
        if done < 0:
            best = self._try_claim(entry, last, 0, NO_PIECE, now, reply, floor, high)
        own: cython.int
        piece: cython.int
        for own in range(self.own[self.ply]):
            root: cython.int = self.own_root[SEGMENT_ROOM * self.ply + own]
            complete: cython.int = self._is_complete(root)
            if weights_on(self.word[root]) or (complete and own != done):
                continue
            claimed: cython.int = now + self._claim_value(root)
            for piece in range(LITTLE, BIG + 1):
                if self._has(piece) and best < high:
                    value: cython.int = self._try_claim(
                        entry, last, own, piece, claimed, reply, max(floor, best), high
                    )
                    best = max(best, value)
                    if complete:
                        break
        self._lift_tile()
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _best_completed(self) -> cython.int:
        """Return the number of the free feature just completed that brings most, -1: none."""
        done: cython.int = -1
        most: cython.int = -1
        own: cython.int
        if self.closing and self._has_follower():
            for own in range(self.own[self.ply]):
                root: cython.int = self.own_root[SEGMENT_ROOM * self.ply + own]
                free: cython.int = weights_on(self.word[root]) == 0
                if free and self._is_complete(root) and self._value(root) > most:
                    most = self._value(root)
                    done = own
        return done

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _try_claim(
        self,
        entry: cython.int,
        last: cython.int,
        own: cython.int,
        piece: cython.int,
        now: cython.int,
        reply: cython.int,
        floor: cython.int,
        high: cython.int,
    ) -> cython.int:
        """Return the value of a claim after which the margin is ``now``, or a bound."""
        goes_on: cython.int = self.goes_on[self.ply]
        if reply > NEVER and now - reply <= floor and not goes_on:
            return now - reply
        colour: cython.int = self.colour
        continued: cython.int = 0
        cell: cython.int = self.entry_cell[entry]
        drawing: cython.int = self.entry_drawing[entry]
        reply_cell: cython.int = self.reply_cell
        reply_drawing: cython.int = self.reply_drawing
        self._claim(self.own_root[SEGMENT_ROOM * self.ply + own], piece)
        self._settle()
        self.colour = colour + 1 if colour + 1 < self.colours else 0
        found: cython.int = self._best_reply(cell, last, reply, now - floor)
        value: cython.int = now - found
        if found == NEVER:
            # HOUSE-TURN-11, AMB-43; or what is laid aside ends the game
            value = now if self.lays_aside else 0
        self.colour = colour
        if goes_on and found > NEVER:
            line_cell: cython.int = self.reply_cell
            line_drawing: cython.int = self.reply_drawing
            gain: cython.int = self._scan(last)
            if now + gain > value:
                value = now + gain
                continued = 1
            else:
                self.reply_cell = line_cell
                self.reply_drawing = line_drawing
        self._unclaim()
        if floor < value < high:
            self.line_length[self.ply + 1] = 0
            if found > NEVER:
                self.line_length[self.ply + 2] = 0
                self._note(self.ply + 1, best_on(self.reply_cell, self.reply_drawing))
            self._note(self.ply, play_of(cell, drawing, own, piece, continued))
        self.reply_cell = reply_cell
        self.reply_drawing = reply_drawing
        return value

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _best_reply(
        self, cell: cython.int, kind: cython.int, best: cython.int, enough: cython.int
    ) -> cython.int:
        """Return the most that the last tile brings after a play on a cell, or enough.

        ``best`` is what the replies bring that the play did not touch.
        """
        if best >= enough:
            return best
        anew: cython.int = self._has_follower() != self.replies_with_follower
        number: cython.int
        for number in range(self.entries):
            entry: cython.int = self.reply_order[number] & ENTRY
            beside: cython.int = self.entry_cell[entry]
            if self.entry_drawing[entry] >> 2 != kind or beside == cell:
                continue
            if are_beside(beside, cell) or not (anew or self._is_affected(entry)):
                continue
            gain: cython.int = self._gain_of(beside, self.entry_drawing[entry])
            if gain > best:
                best = gain
                self.reply_cell = beside
                self.reply_drawing = self.entry_drawing[entry]
                if best >= enough:
                    return best
        for number in range(9):
            beside = cell + STRIDE * (number // 3 - 1) + number % 3 - 1
            if not self.tile[beside]:
                best = self._gain_on(beside, kind, best)
        return best
