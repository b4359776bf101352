# The layout of river_board.py's RiverBoard in compiled code; river_board.py says what everything means.

from verifier.carcassonne.engine.kernel.board cimport Board
from verifier.carcassonne.engine.kernel.numbers cimport KIND_ROOM


cdef class RiverBoard(Board):
    cdef int[4 * KIND_ROOM] river_sides
    cdef int[KIND_ROOM] rotations
    cdef int river_end
    cdef int river_side
    cdef int river_bend
    cdef int river_turns_back
    cdef void _follow_river(self, int cell, int drawing) noexcept
    cdef int _river_rotations(self, int kind) noexcept
    cdef int _rotations_on(self, int cell, int kind) noexcept
