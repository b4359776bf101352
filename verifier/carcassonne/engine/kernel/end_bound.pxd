# The layout of end_bound.py's EndBound in compiled code; end_bound.py says what everything means.

from verifier.carcassonne.engine.kernel.feature_sets cimport FeatureSets


cdef class EndBound(FeatureSets):
    cdef int[4] sure
    cdef int _filter_ends(self) noexcept
    cdef int _filter_total(self) noexcept
    cdef int _may_be_over(self) noexcept
    cdef int _new_monasteries(self, int colour) noexcept
    cdef int _filter_sets(self) noexcept
    cdef void _try_sets(self, int first, unsigned long long chosen, unsigned long long cells) noexcept
    cdef void _choose_part(self, int part, unsigned long long chosen, unsigned long long cells) noexcept
    cdef void _note_set(self, unsigned long long chosen, unsigned long long cells) noexcept
    cdef int _suffices(self, unsigned long long chosen, int spare, int away) noexcept
