# The layout of house_last_plays.py's HouseLastPlays in compiled code; house_last_plays.py says what
# everything means.

from verifier.carcassonne.engine.kernel.house_margin cimport HouseMargin
from verifier.carcassonne.engine.kernel.sizes cimport FRONTIER_ROOM, NODE_ROOM

cdef enum:
    NEVER = -1000000  # less than any margin
    PLY_ROOM = 8
    ENTRY_ROOM = 8 * FRONTIER_ROOM


cdef class HouseLastPlays(HouseMargin):
    # placements of the last two tiles
    cdef int entries
    cdef int[ENTRY_ROOM] entry_cell
    cdef int[ENTRY_ROOM] entry_drawing
    cdef int[ENTRY_ROOM] entry_change
    cdef int[ENTRY_ROOM] entry_claim
    cdef int[ENTRY_ROOM] entry_goes_on
    cdef int[ENTRY_ROOM + 1] entry_touched
    cdef long long[ENTRY_ROOM] own_order
    cdef long long[ENTRY_ROOM] reply_order
    cdef int own_entries
    cdef int replies_with_follower
    cdef long long stamps
    cdef long long[NODE_ROOM] stamp
    # the reply found last
    cdef int reply_cell
    cdef int reply_drawing
    # best play of both, by ply
    cdef long long[PLY_ROOM * PLY_ROOM] line
    cdef int[PLY_ROOM] line_length
    cdef int _last(self, int low, int high) noexcept
    cdef int _scan(self, int kind) noexcept
    cdef int _gain_on(self, int cell, int kind, int best) noexcept
    cdef int _gain_of(self, int cell, int drawing) noexcept
    cdef int _best_completed(self) noexcept
    cdef int _last_but_one(self, int low, int high) noexcept
    cdef void _list_entries(self) noexcept
    cdef void _list_entries_of(self, int kind, int held) noexcept
    cdef int _other_kind(self, int kind) noexcept
    cdef int _is_left(self, int slot) noexcept
    cdef int _is_affected(self, int entry) noexcept
    cdef int _untouched_reply(self, int entry, int kind) noexcept
    cdef int _try_placement(self, int entry, int last, int reply, int floor, int high) noexcept
    cdef int _try_claim(self, int entry, int last, int own, int piece, int now, int reply, int floor, int high) noexcept
    cdef int _best_reply(self, int cell, int kind, int best, int enough) noexcept
    cdef void _note(self, int ply, long long play) noexcept
    cdef void _sort(self, long long* words, int first, int end) noexcept
