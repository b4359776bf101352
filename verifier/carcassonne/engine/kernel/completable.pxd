# The layout of completable.py's Completable in compiled code; completable.py says what everything means.

from verifier.carcassonne.engine.kernel.feature_bound cimport FeatureBound
from verifier.carcassonne.engine.kernel.open_features cimport MOST_ENDS

cdef enum:
    MONASTERY_POINTS = 9
    MOST_SPARE = 3


cdef int most_of_one(unsigned long long meeples) noexcept


cdef class Completable(FeatureBound):
    cdef int[MOST_ENDS] part_kind
    cdef int[MOST_ENDS] part_value
    cdef unsigned long long[MOST_ENDS] part_meeples
    # parts near enough to be joined, or for a tile on their cells to become part of this one
    cdef unsigned long long[MOST_ENDS] joinable
    cdef unsigned long long[MOST_SPARE * MOST_ENDS] neighbours
    # parts by kind, and by colour those it stands on and those it has a majority on
    cdef unsigned long long[4] parts_of_kind
    cdef unsigned long long[4] stands_on
    cdef unsigned long long[4] leads_on
    cdef unsigned long long free_parts
    cdef int _list_completable(self) noexcept
    cdef int _list_monasteries(self) noexcept
    cdef int _end_at(self, int cell) noexcept
    cdef void _describe_parts(self) noexcept
    cdef void _note_joins(self) noexcept
