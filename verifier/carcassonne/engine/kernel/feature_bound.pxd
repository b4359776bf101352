# The layout of feature_bound.py's FeatureBound in compiled code; feature_bound.py says what everything means.

from verifier.carcassonne.engine.kernel.open_features cimport MOST_ENDS, OpenFeatures
from verifier.carcassonne.engine.kernel.sizes cimport KIND_ROOM


cdef class FeatureBound(OpenFeatures):
    # what the goal asks of a feature, and what each kind of tile has for it
    cdef int least_units
    cdef int most_units
    cdef int[KIND_ROOM] has_segments
    cdef int[KIND_ROOM] has_shields
    cdef int[KIND_ROOM] has_ends
    # what the tiles to come have for it
    cdef int fitting
    cdef int later_fitting
    cdef int coats
    cdef int twin_tiles
    cdef int widest
    # sets of features that could become one that meets the goal
    cdef int[MOST_ENDS] chosen
    cdef int tried
    cdef int spare
    cdef void _note_goal(self, int depth) noexcept
    cdef void _note_kinds(self) noexcept
    cdef int _filter_features(self) noexcept
    cdef void _drop_parts(self) noexcept
    cdef void _choose(self, int first, int size, unsigned long long cells, unsigned long long word, unsigned long long twins, int occupied) noexcept
    cdef void _note_way(self, int size, unsigned long long cells, unsigned long long word, int occupied) noexcept
    cdef int _claims_missing(self, unsigned long long meeples) noexcept
    cdef int _joins_missing(self, int occupied, int claims) noexcept
    cdef int _gaps(self, int size) noexcept
    cdef int _units_missing(self, int units) noexcept
