# The layout of end_bound.py's EndBound in compiled code; end_bound.py says what everything means.

from verifier.carcassonne.engine.kernel.feature_bound cimport MOST_ENDS, FeatureBound
from verifier.carcassonne.engine.kernel.sizes cimport KIND_ROOM

cdef int most_of_one(unsigned long long meeples) noexcept


cdef class EndBound(FeatureBound):
    cdef int[KIND_ROOM] growth
    cdef int[KIND_ROOM] roads_on
    cdef int[KIND_ROOM] cities_on
    cdef int[KIND_ROOM] coats_on
    cdef int[3] tiles_with
    cdef unsigned long long[MOST_ENDS] part_gains
    cdef int[MOST_ENDS] part_for
    cdef int[4] growth_of
    cdef int[4] new_growth
    cdef unsigned long long set_cells
    cdef int new_monasteries
    cdef int held
    cdef int shared_kinds
    cdef int[4 * MOST_ENDS] weight
    cdef int[4] sure
    cdef int[4] gain
    cdef int _filter_ends(self) noexcept
    cdef int _filter_total(self) noexcept
    cdef int _suffices(self) noexcept
    cdef int _may_be_over(self) noexcept
    cdef void _weigh_ends(self, int colour) noexcept
    cdef int _may_share(self, int part, int count, int colour) noexcept
    cdef int _heaviest(self, int colour) noexcept
    cdef int _can_be_one(self, int part, int other) noexcept
    cdef int _growth_of_tiles(self) noexcept
    cdef void _note_growth(self, int colour) noexcept
    cdef int _growth_by(self, int features, int roads, int cities) noexcept
    cdef int _may_suffice(self) noexcept
    cdef int _filter_sets(self) noexcept
    cdef void _complete_sets(self, int first, unsigned long long cells, unsigned long long gains, int colours) noexcept
    cdef int _set_suffices(self, unsigned long long gains, int colours) noexcept
    cdef int _mark_set_cells(self) noexcept
    cdef int _monasteries_to_come(self, int colour) noexcept
    cdef int _mark_by_result(self, int growth) noexcept
