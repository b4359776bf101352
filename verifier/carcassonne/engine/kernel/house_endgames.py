# cython: language_level=3, cdivision=True
"""The end of a house game whose tiles are all known: the margin, and the last two part-turns.

tiles
    They lie in numbered slots, those of the hand first, then those of the bag in order; ``held``
    has a bit for each slot in hand, ``drawn`` is how many slots have been drawn.
margin
    The sum of the first player's colours less that of the other's if the game ended now, handicaps
    and final scoring included (HOUSE-2P-3). A tile changes it only by the features that it joins,
    counts for or borders, and all of those are in the log of what it changed: what they bring after
    it, less what they brought before, is the change. A piece changes it by what its own feature
    brings.
the last part-turn
    Its player takes the placement after which the margin is best, with a follower where it brings
    most: little or big is the same, for nobody joins it, and no builder brings anything.
the last two
    The placements of both tiles are listed once for both part-turns. Each has what it adds to the
    margin, the best claim on it, and the nodes that it touches. A reply that touches no node that a
    placement touches, and lies on no cell beside it, adds the same after it. So a placement is
    refuted if the best such reply brings enough; only what is left is laid, and only replies that
    it touches are then looked at anew.
"""

from __future__ import annotations

import cython
from cython.cimports.verifier.carcassonne.engine.kernel.house_plays import (
    COMING_ROOM,
    ENTRY,
    ENTRY_ROOM,
    NEVER,
    PLY_ROOM,
    TOUCHED_ROOM,
    best_on,
    gain_in,
    play_of,
    ranked,
)
from cython.cimports.verifier.carcassonne.engine.kernel.house_turns import HouseTable
from cython.cimports.verifier.carcassonne.engine.kernel.house_words import (
    BIG,
    FIELD,
    LITTLE,
    MOST_COLOURS,
    NO_PIECE,
    weights_on,
)
from cython.cimports.verifier.carcassonne.engine.kernel.numbers import (
    FRONTIER_ROOM,
    NODE_ROOM,
    SEGMENT_ROOM,
    STRIDE,
)
from cython.cimports.verifier.carcassonne.engine.kernel.words import (
    are_beside,
    bits_in,
    lowest_rotation,
    open_ends,
)

from verifier.carcassonne.engine.tables import HouseTables

# Two tiles in four rotations on every cell of the frontier, and one more.
TOUCHED_BY_ALL = cython.declare(cython.int, (8 * FRONTIER_ROOM + 1) * TOUCHED_ROOM)


@cython.cclass
class HouseEndgame(HouseTable):
    """A table of two players with all tiles to come known."""

    def __init__(self, tables: HouseTables) -> None:
        HouseTable.__init__(self, tables)
        if not cython.compiled:
            self.coming = [0] * COMING_ROOM
            self.seen = [0] * NODE_ROOM
            self.line = [0] * (PLY_ROOM * PLY_ROOM)
            self.line_length = [0] * PLY_ROOM
            self.entry_cell = [0] * ENTRY_ROOM
            self.entry_drawing = [0] * ENTRY_ROOM
            self.entry_change = [0] * ENTRY_ROOM
            self.entry_goes_on = [0] * ENTRY_ROOM
            self.entry_touched = [0] * (ENTRY_ROOM + 1)
            self.own_order = [0] * ENTRY_ROOM
            self.reply_order = [0] * ENTRY_ROOM
            self.stamp = [0] * NODE_ROOM
        self.touched = self._ints(TOUCHED_BY_ALL)
        self.slots = self.drawn = self.held = self.full_hand = self.lays_aside = 0
        self.touched_first = self.touched_end = 0
        self.margin = 0
        self.placements = self.visits = 0
        self.reply_cell = self.reply_drawing = 0
        self.entries = self.own_entries = self.replies_with_follower = 0
        self.stamps = 0

    def set_tiles(
        self, hand: list[int], bag: list[int], full_hand: cython.int, lays_aside: cython.int
    ) -> None:
        """Set the tiles to come, how many fill a hand, and whether one is laid aside (AMB-28)."""
        self.slots = len(hand) + len(bag)
        self.drawn = len(hand)
        self.held = (1 << self.drawn) - 1
        self.full_hand = full_hand
        self.lays_aside = lays_aside
        slot: cython.int
        for slot in range(self.slots):
            self.coming[slot] = hand[slot] if slot < self.drawn else bag[slot - self.drawn]

    def set_margin(self, handicap: cython.int) -> None:
        """Reckon up the margin; ``handicap`` is the first player's less the other's (AMB-34)."""
        self.margin = handicap
        colour: cython.int
        for colour in range(self.colours):
            self.margin += -self.scores[colour] if colour & 1 else self.scores[colour]
        node: cython.int
        for node in range(self.nodes):
            if self._is_paid_at_the_end(node):
                self.margin += self._worth(node)

    # -- the tiles to come

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _tiles_left(self) -> cython.int:
        return bits_in(self.held) + self.slots - self.drawn

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _draw(self) -> cython.void:
        """Fill the hand up (HOUSE-TURN-2)."""
        while self.drawn < self.slots and bits_in(self.held) < self.full_hand:
            self.held |= 1 << self.drawn
            self.drawn += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _ready_hand(self) -> cython.int:
        """Ready the hand for the next part-turn: 1; 0 if all is played, -1 if it is a tie."""
        self._draw()
        while self.held:
            if self._can_play():
                return 1
            if not self.lays_aside:  # HOUSE-TURN-11
                return -1
            self.held = 0
            self._draw()
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _can_play(self) -> cython.int:
        """Tell whether a tile of the hand can be placed."""
        slot: cython.int
        for slot in range(self.drawn):
            if self.held >> slot & 1 and self._fits_somewhere(self.coming[slot]):
                return 1
        return 0

    # -- the margin

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _sign(self) -> cython.int:
        """Return 1 if the margin is that of the player to move, -1 otherwise (HOUSE-2P-1)."""
        return 1 - 2 * (self.colour & 1)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _has_follower(self) -> cython.int:
        """Tell whether the colour to move has a follower in its supply."""
        return self.supply[self.colour] + self.supply[MOST_COLOURS + self.colour] != 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _lead(self, root: cython.int) -> cython.int:
        """Return how many colours of the first player own a feature, less those of the other."""
        weights: cython.int = weights_on(self.word[root])
        most: cython.int = 0
        lead: cython.int = 0
        one: cython.int = 1
        while weights:
            weight: cython.int = weights & 15
            if weight > most:
                most = weight
                lead = one
            elif weight and weight == most:
                lead += one
            weights >>= 4
            one = -one
        return lead

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth(self, root: cython.int) -> cython.int:
        """Return what a feature adds to the margin: as completed, or in final scoring."""
        lead: cython.int = self._lead(root)
        return lead * self._claim_value(root) if lead else 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth_before(self, at: cython.int) -> cython.int:
        """Return what a feature added to the margin when it was put into the log."""
        root: cython.int = self.log_root[at]
        word: cython.ulonglong = self.word[root]
        twins: cython.ulonglong = self.twins[root]
        self.word[root] = self.log_word[at]
        self.twins[root] = self.log_twins[at]
        worth: cython.int = self._worth(root)
        self.word[root] = word
        self.twins[root] = twins
        return worth

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _change(self) -> cython.int:
        """Return what the tile just laid, without a piece on it, adds to the margin.

        The nodes of earlier tiles whose features it changes are written down in ``touched``.
        """
        self.visits += 1
        self.touched_end = self.touched_first
        first: cython.int = self.placed_log[self.placed - 1]
        new: cython.int = self.base[self.placed_cell[self.placed - 1]]
        change: cython.int = 0
        at: cython.int
        root: cython.int
        for at in range(first, self.log_size):
            root = self.log_root[at]
            if self.seen[root] != self.visits:
                self.seen[root] = self.visits
                if root < new:
                    self.touched[self.touched_end] = root
                    self.touched_end += 1
                    if weights_on(self.log_word[at]):
                        change -= self._worth_before(at)
            branch: cython.int = self.log_branch[at]
            if self.seen[branch] != self.visits:
                self.seen[branch] = self.visits
                if branch < new:
                    self.touched[self.touched_end] = branch
                    self.touched_end += 1
                    if weights_on(self.word[branch]):
                        change -= self._worth(branch)
        for at in range(first, self.log_size):
            root = self.log_root[at]
            if self.parent[root] == root and self.seen[root] == self.visits:
                self.seen[root] = 0
                if weights_on(self.word[root]):
                    change += self._worth(root)
        return change

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _claim_value(self, root: cython.int) -> cython.int:
        """Return what a feature brings its owner: now if it is complete, at the end otherwise."""
        if self.node_kind[root] != FIELD and open_ends(self.word[root]) == 0:
            return self._value(root)
        return self._final_value(root)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _best_claim(self, cell: cython.int, drawing: cython.int) -> cython.int:
        """Return the most that a follower on a feature of the tile just laid brings at once."""
        most: cython.int = 0
        node: cython.int
        for node in range(
            self.base[cell],
            self.base[cell] + self.segments[drawing] + self.monastery[drawing],
        ):
            root: cython.int = self._root(node)
            if weights_on(self.word[root]) == 0:
                value: cython.int = self._claim_value(root)
                most = max(most, value)
        return most

    # -- the last part-turn, and lines of best play

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_left(self, slot: cython.int) -> cython.int:
        """Tell whether the tile of a slot is still to come."""
        return slot >= self.drawn or self.held >> slot & 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _last(self, low: cython.int, high: cython.int) -> cython.int:
        """Return the value of a position with one tile left, which can be placed."""
        slot: cython.int = 0
        while not self._is_left(slot):
            slot += 1
        value: cython.int = self._sign() * self.margin + self._scan(self.coming[slot])
        if low < value < high:
            self.line_length[self.ply + 1] = 0
            self._note(self.ply, best_on(self.reply_cell, self.reply_drawing))
        return value

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _scan(self, kind: cython.int) -> cython.int:
        """Return the most that the last tile brings the colour to move; NEVER: it has no place."""
        best: cython.int = NEVER
        number: cython.int
        for number in range(self.frontier_size):
            best = self._gain_on(self.frontier[number], kind, best)
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gain_on(self, cell: cython.int, kind: cython.int, best: cython.int) -> cython.int:
        """Return the most that the last tile brings on an empty cell, or the best before it."""
        rotations: cython.int = self._rotations_on(cell, kind)
        while rotations:
            drawing: cython.int = 4 * kind + lowest_rotation(rotations)
            rotations &= rotations - 1
            gain: cython.int = self._gain_of(cell, drawing)
            if gain > best:
                best = gain
                self.reply_cell = cell
                self.reply_drawing = drawing
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _gain_of(self, cell: cython.int, drawing: cython.int) -> cython.int:
        """Return what the last tile brings the colour to move, with the best claim on it."""
        self.placements += 1
        self._lay_tile(cell, drawing)
        gain: cython.int = self._sign() * self._change()
        if self._has_follower():
            gain += self._best_claim(cell, drawing)
        self._lift_tile()
        return gain

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _note(self, ply: cython.int, play: cython.longlong) -> cython.void:
        """Note a play as the best at a ply, and what follows it."""
        length: cython.int = self.line_length[ply + 1]
        self.line[PLY_ROOM * ply] = play
        number: cython.int
        for number in range(length):
            self.line[PLY_ROOM * ply + number + 1] = self.line[PLY_ROOM * (ply + 1) + number]
        self.line_length[ply] = length + 1

    # -- the placements of the last two tiles

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_entries(self) -> cython.void:
        """List all placements of the two tiles left, for the colour to move and the one after."""
        self.entries = self.own_entries = self.touched_first = 0
        colour: cython.int = self.colour
        self.colour = colour + 1 if colour + 1 < self.colours else 0
        self.replies_with_follower = self._has_follower()
        self.colour = colour
        listed: cython.int = -1
        slot: cython.int
        for slot in range(self.slots):
            if self._is_left(slot) and self.coming[slot] != listed:
                listed = self.coming[slot]
                self._list_entries_of(listed, self.held >> slot & 1)
        self._sort(self.own_order, 0, self.own_entries)
        self._sort(self.reply_order, 0, self.entries)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_entries_of(self, kind: cython.int, held: cython.int) -> cython.void:
        sign: cython.int = self._sign()
        follower: cython.int = self._has_follower()
        number: cython.int
        for number in range(self.frontier_size):
            cell: cython.int = self.frontier[number]
            rotations: cython.int = self._rotations_on(cell, kind)
            while rotations:
                drawing: cython.int = 4 * kind + lowest_rotation(rotations)
                rotations &= rotations - 1
                entry: cython.int = self.entries
                self.placements += 1
                self._lay_tile(cell, drawing)
                change: cython.int = self._change()
                claim: cython.int = self._best_claim(cell, drawing)
                self._gather(cell, drawing)
                self._lift_tile()
                self.entry_cell[entry] = cell
                self.entry_drawing[entry] = drawing
                self.entry_change[entry] = change
                self.entry_goes_on[entry] = self.goes_on[self.ply]
                self.entry_touched[entry] = self.touched_first
                self.touched_first = self.touched_end
                self.entry_touched[entry + 1] = self.touched_end
                if held:
                    gain: cython.int = sign * change + (claim if follower else 0)
                    self.own_order[self.own_entries] = ranked(entry, gain)
                    self.own_entries += 1
                gain = (claim if self.replies_with_follower else 0) - sign * change
                self.reply_order[entry] = ranked(entry, gain)
                self.entries += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _other_kind(self, kind: cython.int) -> cython.int:
        """Return the kind of the other tile where two are left."""
        other: cython.int = -1
        met: cython.int = 0
        slot: cython.int
        for slot in range(self.slots):
            if self._is_left(slot):
                if self.coming[slot] == kind and not met:
                    met = 1
                else:
                    other = self.coming[slot]
        return other

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_affected(self, entry: cython.int) -> cython.int:
        """Tell whether the placement stamped last touches what this one touches."""
        at: cython.int
        for at in range(self.entry_touched[entry], self.entry_touched[entry + 1]):
            if self.stamp[self.touched[at]] == self.stamps:
                return 1
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _untouched_reply(self, entry: cython.int, kind: cython.int) -> cython.int:
        """Return what the best reply brings that a placement does not touch, NEVER if none."""
        self.stamps += 1
        number: cython.int
        for number in range(self.entry_touched[entry], self.entry_touched[entry + 1]):
            self.stamp[self.touched[number]] = self.stamps
        cell: cython.int = self.entry_cell[entry]
        for number in range(self.entries):
            other: cython.int = self.reply_order[number] & ENTRY
            if self.entry_drawing[other] >> 2 != kind or self.entry_cell[other] == cell:
                continue
            if are_beside(self.entry_cell[other], cell) or self._is_affected(other):
                continue
            self.reply_cell = self.entry_cell[other]
            self.reply_drawing = self.entry_drawing[other]
            return gain_in(self.reply_order[number])
        return NEVER

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _sort(self, words: cython.p_longlong, first: cython.int, end: cython.int) -> cython.void:
        """Sort words, the greatest first."""
        gap: cython.int = 1
        while 3 * gap < end - first:
            gap = 3 * gap + 1
        while gap:
            number: cython.int
            for number in range(first + gap, end):
                word: cython.longlong = words[number]
                at: cython.int = number
                while at - gap >= first and words[at - gap] < word:
                    words[at] = words[at - gap]
                    at -= gap
                words[at] = word
            gap //= 3

    # -- the last two part-turns

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
