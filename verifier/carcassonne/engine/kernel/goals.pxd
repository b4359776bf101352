# The layout of goals.py's GoalTable in compiled code; goals.py says what everything means.

from verifier.carcassonne.engine.kernel.solo_turns cimport SoloTable


cdef class GoalTable(SoloTable):
    cdef int goal
    cdef int goal_least
    cdef int goal_most
    cdef int goal_colours
    cdef int also
    cdef int also_least
    cdef int also_most
    cdef int also_colours
    cdef int least_together
    cdef int goal_exactly
    cdef int goal_counted
    cdef int goal_sum
    cdef int goal_unscored
    cdef int goal_total_sum
    cdef int goal_offset
    cdef int goal_all_placed
    cdef int goal_whole_colours
    cdef int _both_met(self, int paid) noexcept
    cdef int _both_reached(self, int settled) noexcept
    cdef void _exchange(self) noexcept
    cdef int _condition_met(self, int paid) noexcept
    cdef int _enough_monasteries(self, int settled) noexcept
    cdef int _worth_of(self, int feature, int points) noexcept
    cdef int _reached(self, int settled) noexcept
    cdef int _all_tiles_used(self) noexcept
    cdef int _within(self, int number) noexcept
    cdef unsigned long long _meeples_out(self) noexcept
    cdef int _total(self) noexcept
    cdef int _apart(self) noexcept
    cdef int _together(self) noexcept
    cdef int _closing_score(self, int colour, int meeples, int result) noexcept
