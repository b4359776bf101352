# The layout of solo_scoring.py's SoloScoring in compiled code; solo_scoring.py says what everything means.

from verifier.carcassonne.engine.kernel.piles cimport Piles
from verifier.carcassonne.engine.kernel.sizes cimport COMPLETED_ROOM, TILE_ROOM


cdef class SoloScoring(Piles):
    cdef unsigned long long scores
    cdef unsigned long long supply
    cdef int scored_monasteries
    cdef int over
    # the features that the turn's tile closed, and of these what those with meeples are worth
    cdef int[COMPLETED_ROOM] completed_node
    cdef int[COMPLETED_ROOM] completed_name
    cdef int[COMPLETED_ROOM] completed_value
    cdef int[COMPLETED_ROOM] completed_present
    cdef int[COMPLETED_ROOM] completed_majority
    cdef int[COMPLETED_ROOM] completed_qualifies
    cdef unsigned long long[COMPLETED_ROOM] completed_points
    cdef unsigned long long[16] point_each
    cdef unsigned long long lowest_scores
    cdef int lowest_colours
    cdef int completed
    # outcomes of scoring, a stack
    cdef int* outcome_set
    cdef unsigned long long* outcome_order
    cdef unsigned long long* outcome_scores
    cdef int outcomes_top
    cdef object seen
    cdef int[COMPLETED_ROOM] asked
    cdef int asked_size
    # switches of the rule set
    cdef int two_tile_city
    cdef int sole_majority
    cdef int qualifier_present
    cdef int optional_points
    cdef int rescue
    cdef int must_allow_meeple
    cdef int unpaid_monasteries
    # rules left out
    cdef int anyone
    cdef int at_once
    cdef int laid_aside
    # the recursion
    cdef int[TILE_ROOM] path_set
    cdef int ply
    cdef int _value(self, int root) noexcept
    cdef void _describe_completed(self, int root, int name) noexcept
    cdef int _lowest(self, unsigned long long scores) noexcept
    cdef int _find_lowest(self, unsigned long long scores) noexcept
    cdef int _score_alone(self) noexcept
    cdef void _orders(self, unsigned long long scores) noexcept
    cdef void _score_next(self, int bottom, int place, int scored, int paid, unsigned long long order, unsigned long long scores) noexcept
    cdef void _push(self, int bottom, int paid, unsigned long long order, unsigned long long scores) noexcept
    cdef int _settled(self, int paid) noexcept
    # what those who build on this class fill in
    cdef int _meets_goal(self, int paid) noexcept


