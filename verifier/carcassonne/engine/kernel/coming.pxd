from verifier.carcassonne.engine.kernel.aiming cimport Aim
from verifier.carcassonne.engine.kernel.core cimport FRONTIER_ROOM, TILE_ROOM


cdef class Coming(Aim):
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
    cdef int _hidden(self) noexcept
    cdef int _can_fill(self, int cell) noexcept
