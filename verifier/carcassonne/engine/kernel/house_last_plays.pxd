# The layout of house_last_plays.py's HouseLastPlays in compiled code; house_last_plays.py says what
# everything means.

from verifier.carcassonne.engine.kernel.house_last_placements cimport HouseLastPlacements


cdef class HouseLastPlays(HouseLastPlacements):
    cdef int _last_but_one(self, int low, int high) noexcept
    cdef int _try_placement(self, int entry, int last, int reply, int floor, int high) noexcept
    cdef int _best_completed(self) noexcept
    cdef int _try_claim(self, int entry, int last, int own, int piece, int now, int reply, int floor, int high) noexcept
    cdef int _best_reply(self, int cell, int kind, int best, int enough) noexcept
