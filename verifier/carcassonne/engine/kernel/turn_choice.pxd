# The layout of turn_choice.py's TurnChoice in compiled code; turn_choice.py says what everything means.

from verifier.carcassonne.engine.kernel.kept_outcomes cimport KeptOutcomes


cdef class TurnChoice(KeptOutcomes):
    cdef int turns_ahead
    cdef int width
    cdef int samples
    cdef int* rotations_in  # by the rotations that fit, as bits: how many they are
    # positions to go back to
    cdef int* mark_placed
    cdef int* mark_colour
    cdef unsigned long long* mark_scores
    cdef unsigned long long* mark_supply
    cdef int* mark_monasteries
    cdef unsigned long long* mark_piles
    cdef int* mark_discards
    cdef int* mark_revealed
    cdef int bookmarks
    cdef void _bookmark(self) noexcept
    cdef void _go_back(self) noexcept
    cdef void _choose_at_random(self) noexcept
    cdef void _place_at_random(self, int kind) noexcept
    cdef void _choose_greedily(self) noexcept
    cdef void _choose_ahead(self) noexcept
    cdef long long _worth_ahead(self, unsigned long long stream) noexcept
