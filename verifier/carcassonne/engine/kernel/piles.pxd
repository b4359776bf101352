# The layout of piles.py's Piles in compiled code; piles.py says what everything means.

from verifier.carcassonne.engine.kernel.board cimport Board
from verifier.carcassonne.engine.kernel.sizes cimport PILE_ROOM, TILE_ROOM

cdef enum:
    DRAWN = 0
    UNKNOWN = 1
    NO_TILES = 2


cdef class Piles(Board):
    cdef int colours
    cdef int colour
    cdef int[4 * PILE_ROOM] pile
    cdef int[4] pile_size
    cdef int[4] pile_hidden
    cdef int[4] pile_at
    cdef int piles
    cdef int[TILE_ROOM] discarded
    cdef int discards
    cdef int drawn
    cdef int drawn_from
    # switches of the rule set
    cdef int unplaceable
    cdef int empty_pile
    cdef int _left_in(self, int pile) noexcept
    cdef int _all_piles_empty(self) noexcept
    cdef int _next_pile(self, int pile) noexcept
    cdef int _draw(self) noexcept
    cdef unsigned long long _pile_marks(self) noexcept
    cdef void _restore_piles(self, unsigned long long marks) noexcept


