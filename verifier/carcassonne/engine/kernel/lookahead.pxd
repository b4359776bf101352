# The layout of lookahead.py's Lookahead in compiled code; lookahead.py says what everything means.

from verifier.carcassonne.engine.kernel.goals cimport Goals
from verifier.carcassonne.engine.kernel.sizes cimport FRONTIER_ROOM, TILE_ROOM


cdef class Lookahead(Goals):
    cdef int kinds
    cdef int depth
    cdef int turns
    cdef int[TILE_ROOM] coming
    cdef int coming_size
    cdef int[4] turns_of
    cdef int[4] all_turns_of
    cdef int[FRONTIER_ROOM * TILE_ROOM] helpful
    cdef void _note_coming(self, int kind) noexcept
    cdef void _count_turns(self) noexcept
    cdef int _final_colour(self) noexcept
    cdef int _hidden(self) noexcept
    cdef int _can_fill(self, int cell) noexcept
