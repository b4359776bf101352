# The layout of house_turns.py's HouseTable in compiled code; house_turns.py says what everything means.

from verifier.carcassonne.engine.kernel.house_board cimport HouseBoard
from verifier.carcassonne.engine.kernel.house_words cimport MOST_COLOURS, SUPPLIES
from verifier.carcassonne.engine.kernel.numbers cimport CLOSED_ROOM, PILE_ROOM, SEGMENT_ROOM, TILE_ROOM


cdef class HouseTable(HouseBoard):
    cdef int colours
    cdef int colour
    cdef int second
    cdef int ply
    cdef int[MOST_COLOURS] scores
    cdef int[SUPPLIES] supply
    # before the claim, by ply
    cdef int[MOST_COLOURS * TILE_ROOM] scores_before
    cdef int[SUPPLIES * TILE_ROOM] supply_before
    cdef int[TILE_ROOM] log_before
    # the features of the tile laid, and those it completed, by ply
    cdef int[SEGMENT_ROOM * TILE_ROOM] own_root
    cdef int[SEGMENT_ROOM * TILE_ROOM] own_name
    cdef int[TILE_ROOM] own
    cdef int[CLOSED_ROOM * TILE_ROOM] closed_root
    cdef int[CLOSED_ROOM * TILE_ROOM] closed_name
    cdef int[TILE_ROOM] closed
    cdef int[TILE_ROOM] goes_on
    # switches of the rule set
    cdef int inn_two_tiles
    cdef int tiny_shield
    cdef int official_roads
    cdef int builder_after_return
    cdef int builder_on_completed
    cdef int _value(self, int root) noexcept
    cdef int _final_value(self, int root) noexcept
    cdef void _gather(self, int cell, int drawing) noexcept
    cdef void _gather_closed(self, int cell) noexcept
    cdef int _has(self, int piece) noexcept
    cdef int _may_have_builder(self, int root) noexcept
    cdef int _may_stand(self, int root, int piece) noexcept
    cdef void _claim(self, int root, int piece) noexcept
    cdef void _settle(self) noexcept
    cdef void _unclaim(self) noexcept
    cdef void _score(self, int root) noexcept
    cdef void _pay(self, unsigned long long word, int value) noexcept
    cdef void _pay_at_the_end(self) noexcept
    cdef int _is_complete(self, int node) noexcept
    cdef int _is_paid_at_the_end(self, int node) noexcept


cdef class HouseHandTable(HouseTable):
    cdef int[PILE_ROOM] hand
    cdef int hand_size
    cdef int[PILE_ROOM] bag
    cdef int bag_at
    cdef int bag_size
    cdef int _take(self, int place) noexcept
    cdef void _put_back(self, int place, int kind) noexcept
    cdef int _is_another(self, int place) noexcept
    cdef int _can_play(self) noexcept
