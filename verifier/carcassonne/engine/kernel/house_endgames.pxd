# The layout of house_endgames.py's HouseEndgame in compiled code; house_endgames.py says what everything means.

from verifier.carcassonne.engine.kernel.house_plays cimport COMING_ROOM, ENTRY_ROOM, PLY_ROOM
from verifier.carcassonne.engine.kernel.house_turns cimport HouseTable
from verifier.carcassonne.engine.kernel.numbers cimport NODE_ROOM


cdef class HouseEndgame(HouseTable):
    cdef int[COMING_ROOM] coming
    cdef int slots
    cdef int drawn
    cdef int held
    cdef int full_hand
    cdef int lays_aside
    cdef int margin
    cdef long long placements
    cdef long long visits
    cdef long long[NODE_ROOM] seen
    cdef int* touched
    cdef int touched_first
    cdef int touched_end
    cdef int _tiles_left(self) noexcept
    cdef void _draw(self) noexcept
    cdef int _ready_hand(self) noexcept
    cdef int _can_play(self) noexcept
    cdef int _sign(self) noexcept
    cdef int _has_follower(self) noexcept
    cdef int _lead(self, int root) noexcept
    cdef int _worth(self, int root) noexcept
    cdef int _worth_before(self, int at) noexcept
    cdef int _change(self) noexcept
    cdef int _claim_value(self, int root) noexcept
    cdef int _best_claim(self, int cell, int drawing) noexcept
    # -- the last part-turn
    # the reply found last
    cdef int reply_cell
    cdef int reply_drawing
    # best play of both, by ply
    cdef long long[PLY_ROOM * PLY_ROOM] line
    cdef int[PLY_ROOM] line_length
    cdef int _is_left(self, int slot) noexcept
    cdef int _last(self, int low, int high) noexcept
    cdef int _scan(self, int kind) noexcept
    cdef int _gain_on(self, int cell, int kind, int best) noexcept
    cdef int _gain_of(self, int cell, int drawing) noexcept
    cdef void _note(self, int ply, long long play) noexcept
    # -- the last two
    cdef int entries
    cdef int[ENTRY_ROOM] entry_cell
    cdef int[ENTRY_ROOM] entry_drawing
    cdef int[ENTRY_ROOM] entry_change
    cdef int[ENTRY_ROOM] entry_goes_on
    cdef int[ENTRY_ROOM + 1] entry_touched
    cdef long long[ENTRY_ROOM] own_order
    cdef long long[ENTRY_ROOM] reply_order
    cdef int own_entries
    cdef int replies_with_follower
    cdef long long stamps
    cdef long long[NODE_ROOM] stamp
    cdef void _list_entries(self) noexcept
    cdef void _list_entries_of(self, int kind, int held) noexcept
    cdef int _other_kind(self, int kind) noexcept
    cdef int _is_affected(self, int entry) noexcept
    cdef int _untouched_reply(self, int entry, int kind) noexcept
    cdef void _sort(self, long long* words, int first, int end) noexcept
    cdef int _last_but_one(self, int low, int high) noexcept
    cdef int _try_placement(self, int entry, int last, int reply, int floor, int high) noexcept
    cdef int _best_completed(self) noexcept
    cdef int _try_claim(self, int entry, int last, int own, int piece, int now, int reply, int floor, int high) noexcept
    cdef int _best_reply(self, int cell, int kind, int best, int enough) noexcept
