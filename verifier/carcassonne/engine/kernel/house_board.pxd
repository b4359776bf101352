# The layout of house_board.py's HouseBoard in compiled code; house_board.py says what everything means.

from verifier.carcassonne.engine.kernel.numbers cimport DRAWN_ROOM, KIND_ROOM, TILE_ROOM
from verifier.carcassonne.engine.kernel.river_board cimport RiverBoard


cdef class HouseBoard(RiverBoard):
    # the tile sheets
    cdef int[32 * KIND_ROOM] field_at
    cdef int[DRAWN_ROOM] cities_beside
    cdef int[4 * KIND_ROOM] first_field
    # the table, and what it was before each tile
    cdef int completed_cities
    cdef int[TILE_ROOM] cities_before
    cdef int[TILE_ROOM] end_before
    cdef int[TILE_ROOM] side_before
    cdef int[TILE_ROOM] bend_before
    cdef void _lay_tile(self, int cell, int drawing) noexcept
    cdef void _lift_tile(self) noexcept
    cdef void _join_fields(self, int cell, int drawing) noexcept
    cdef void _join_field(self, int one, int other) noexcept
    cdef void _complete_cities(self, int cell, int drawing) noexcept
    cdef int _met_before(self, int cell, int segment, int root) noexcept
    cdef void _mark_fields(self, int city) noexcept
    cdef void _mark_field(self, int field, unsigned long long bit) noexcept
    cdef int _fits_somewhere(self, int kind) noexcept
    cdef void _lay_everywhere(self, int kind) noexcept
    cdef void _lay_in_rotations(self, int cell, int kind) noexcept
    # what those who build on this class fill in
    cdef void _tile_laid(self, int cell, int drawing) noexcept
