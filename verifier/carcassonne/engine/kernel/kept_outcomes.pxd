# The layout of kept_outcomes.py's KeptOutcomes in compiled code; kept_outcomes.py says what everything means.

from verifier.carcassonne.engine.kernel.evaluator cimport Evaluator

cdef enum:
    AT_RANDOM = 0
    GREEDILY = 1
    AHEAD = 2
    MOST_KEPT = 64
    NO_CLAIM = -1


cdef class KeptOutcomes(Evaluator):
    cdef int choosing
    cdef long long* kept_rank
    cdef int* kept_cell
    cdef int* kept_drawing
    cdef int* kept_claim
    cdef int* kept_set
    cdef unsigned long long* kept_order
    cdef unsigned long long* kept_scores
    cdef unsigned long long* kept_supply
    cdef int* kept_monasteries
    cdef int* kept_over
    cdef int kept_first
    cdef int kept_room
    cdef int kept
    cdef int last_tile
    cdef int claim_ranked
    cdef long long claim_rank
    cdef void _keep(self, int first, int room) noexcept
    cdef long long _rank(self) noexcept
    cdef void _move_down(self, int at) noexcept
    cdef void _take(self, int kept) noexcept
