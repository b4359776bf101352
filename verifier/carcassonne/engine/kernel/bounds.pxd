# The layout of bounds.py's Searcher in compiled code; bounds.py says what everything means.

from verifier.carcassonne.engine.kernel.goals cimport GoalTable
from verifier.carcassonne.engine.kernel.numbers cimport FRONTIER_ROOM, KIND_ROOM, MOST_ENDS, MOST_WAYS, NODE_ROOM, TILE_ROOM


cdef class Searcher(GoalTable):
    cdef int kinds
    cdef int depth
    cdef int turns
    cdef int[TILE_ROOM] coming
    cdef int coming_size
    cdef int[4] turns_of
    cdef int[4] all_turns_of
    cdef int[FRONTIER_ROOM * TILE_ROOM] helpful
    cdef void _note_coming(self, int kind) noexcept
    cdef void _count_turns(self) noexcept
    cdef int _final_colour(self) noexcept
    cdef int _hidden(self) noexcept
    cdef int _can_fill(self, int cell) noexcept
    # -- monasteries
    cdef int _filter_monasteries(self) noexcept
    cdef int _gaps_around(self, int number) noexcept
    cdef int _room_for_monastery(self) noexcept
    cdef int _ring_can_be_filled(self, int cell) noexcept
    cdef int _mark_rings(self) noexcept
    # -- open roads and cities
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
    # -- roads and cities
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
