# The layout of dealer.py's Dealer in compiled code; dealer.py says what everything means.

from verifier.carcassonne.engine.kernel.goals cimport Goals
from verifier.carcassonne.engine.kernel.sizes cimport TILE_ROOM


cdef class Dealer(Goals):
    cdef unsigned long long[1] chance
    cdef int[TILE_ROOM] bag
    cdef int bag_left
    cdef int[TILE_ROOM] revealed_place
    cdef int[TILE_ROOM] revealed_pile
    cdef int revealed
    cdef void _shuffle(self, unsigned long long seed, unsigned long long number) noexcept
    cdef int _reveal_and_draw(self) noexcept
    cdef void _reveal(self, int pile) noexcept
    cdef void _hide(self) noexcept
