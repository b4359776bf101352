# The layout of house_playing.py's HousePlaying in compiled code; house_playing.py says what everything
# means.

from verifier.carcassonne.engine.kernel.house_last_plays cimport HouseLastPlays


cdef class HousePlaying(HouseLastPlays):
    cdef long long* plays
    cdef int top
    # plays that were too good elsewhere, two a ply, are tried first
    cdef long long* killer
    cdef int merges
    # before each part-turn, by ply
    cdef int* margin_before
    cdef int* held_before
    cdef int* drawn_before
    cdef int* second_before
    # played since the root, by ply: words for tile and follower, and the latter's node
    cdef unsigned long long* tile_word
    cdef unsigned long long* piece_word
    cdef int* piece_node
    cdef unsigned long long salt
    cdef void _make(self, long long play) noexcept
    cdef void _unmake(self) noexcept
    cdef unsigned long long _position_word(self) noexcept
    cdef void _list_plays(self) noexcept
    cdef int _is_first(self, int slot) noexcept
    cdef void _list_plays_of(self, int cell, int drawing) noexcept
    cdef void _list_play(self, int cell, int drawing, int own, int piece, int gain) noexcept
