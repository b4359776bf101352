# The layout of house_solver.py's HouseSolver in compiled code; house_solver.py says what everything means.

from verifier.carcassonne.engine.kernel.house_endgames cimport HouseEndgame


cdef class HouseSolver(HouseEndgame):
    # positions met: their word, and value and kind of bound
    cdef unsigned long long* kept_word
    cdef long long* kept_value
    cdef long long searched
    cdef object stopped_by
    cdef void _pause(self) noexcept
    cdef int _search(self, int low, int high) noexcept
    cdef int _best_play(self, int low, int high) noexcept
    cdef void _note_killer(self, long long play) noexcept
    cdef int _value_better(self, long long play, int low, int high, int asks_first) noexcept
    cdef int _value_after(self, long long play, int low, int high) noexcept
    # -- listing and making plays
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
