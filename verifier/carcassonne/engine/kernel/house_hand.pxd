# The layout of house_hand.py's HouseHand in compiled code; house_hand.py says what everything means.

from verifier.carcassonne.engine.kernel.house_turns cimport HouseTurns
from verifier.carcassonne.engine.kernel.sizes cimport PILE_ROOM


cdef class HouseHand(HouseTurns):
    cdef int[PILE_ROOM] hand
    cdef int hand_size
    cdef int[PILE_ROOM] bag
    cdef int bag_at
    cdef int bag_size
    cdef int _take(self, int place) noexcept
    cdef void _put_back(self, int place, int kind) noexcept
    cdef int _is_another(self, int place) noexcept
    cdef int _can_play(self) noexcept
