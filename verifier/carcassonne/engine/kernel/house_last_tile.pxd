# The layout of house_last_tile.py's HouseLastTile in compiled code; house_last_tile.py says what
# everything means.

from verifier.carcassonne.engine.kernel.house_margin cimport HouseMargin

cdef enum:
    NEVER = -1000000  # less than any margin
    PLY_ROOM = 8


cdef class HouseLastTile(HouseMargin):
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
