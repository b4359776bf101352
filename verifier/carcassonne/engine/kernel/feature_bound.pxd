# The layout of feature_bound.py's FeatureBound in compiled code; feature_bound.py says what everything means.

from verifier.carcassonne.engine.kernel.monastery_bound cimport MonasteryBound
from verifier.carcassonne.engine.kernel.sizes cimport FRONTIER_ROOM, KIND_ROOM, NODE_ROOM

cdef enum:
    MOST_ENDS = 64
    MOST_WAYS = 32


cdef class FeatureBound(MonasteryBound):
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
    # open ends, and the features they belong to
    cdef int[MOST_ENDS] end_cell
    cdef int[MOST_ENDS] end_row
    cdef int[MOST_ENDS] end_column
    cdef int[MOST_ENDS] end_filled
    cdef int ends_seen
    cdef int[MOST_ENDS] part_root
    cdef int[NODE_ROOM] part_of
    cdef int[NODE_ROOM] part_stamp
    cdef int stamp
    cdef unsigned long long[MOST_ENDS] part_cells
    cdef int parts
    # sets of features that could become one that meets the goal
    cdef int[MOST_ENDS] chosen
    cdef int tried
    cdef int spare
    cdef unsigned long long[MOST_WAYS] way_cells
    cdef int[MOST_WAYS] way_reach
    cdef int ways
    cdef int[FRONTIER_ROOM] end_of
    cdef void _aim(self, int depth) noexcept
    cdef void _note_kinds(self) noexcept
    cdef int _filter_features(self) noexcept
    cdef int _list_ends(self, int wanted) noexcept
    cdef int _end_number(self, int cell) noexcept
    cdef int _part_number(self, int root) noexcept
    cdef void _drop_parts(self) noexcept
    cdef void _choose(self, int first, int size, unsigned long long cells, unsigned long long word, unsigned long long twins, int occupied) noexcept
    cdef void _judge(self, int size, unsigned long long cells, unsigned long long word, int occupied) noexcept
    cdef int _claims_missing(self, unsigned long long meeples) noexcept
    cdef int _joins_missing(self, int occupied, int claims) noexcept
    cdef int _gaps(self, int size) noexcept
    cdef int _distance(self, int one, int other) noexcept
    cdef int _units_missing(self, int units) noexcept
    cdef int _mark_helpful(self) noexcept
    cdef int _near_a_way(self, int cell) noexcept
