# The layout of open_features.py's OpenFeatures in compiled code; open_features.py says what everything means.

from verifier.carcassonne.engine.kernel.monastery_bound cimport MonasteryBound
from verifier.carcassonne.engine.kernel.sizes cimport FRONTIER_ROOM, NODE_ROOM

cdef enum:
    MOST_ENDS = 64
    MOST_WAYS = 32
    FAR = 1000


cdef class OpenFeatures(MonasteryBound):
    # open ends
    cdef int[MOST_ENDS] end_cell
    cdef int[MOST_ENDS] end_row
    cdef int[MOST_ENDS] end_column
    cdef int[MOST_ENDS] end_filled
    cdef int[FRONTIER_ROOM] end_of
    cdef int ends_seen
    # the features they belong to
    cdef int[MOST_ENDS] part_root
    cdef unsigned long long[MOST_ENDS] part_cells
    cdef int[NODE_ROOM] part_of
    cdef int[NODE_ROOM] part_stamp
    cdef int stamp
    cdef int parts
    # sets of features that could become one that meets the goal
    cdef unsigned long long[MOST_WAYS] way_cells
    cdef int[MOST_WAYS] way_reach
    cdef int ways
    cdef int _list_ends(self, int wanted) noexcept
    cdef int _end_number(self, int cell) noexcept
    cdef int _part_number(self, int root) noexcept
    cdef int _distance(self, int one, int other) noexcept
    cdef int _mark_helpful(self) noexcept
    cdef int _near_a_way(self, int cell) noexcept
