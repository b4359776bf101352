# The layout of house_margin.py's HouseMargin in compiled code; house_margin.py says what everything means.

from verifier.carcassonne.engine.kernel.house_turns cimport HouseTurns
from verifier.carcassonne.engine.kernel.sizes cimport NODE_ROOM

cdef enum:
    COMING_ROOM = 8  # more tiles to come than an endgame has
    TOUCHED_ROOM = 84  # nodes that one placement joins or counts; see LOG_ROOM


cdef class HouseMargin(HouseTurns):
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
