# The layout of house_last_placements.py's HouseLastPlacements in compiled code; house_last_placements.py says what
# everything means.

from verifier.carcassonne.engine.kernel.house_last_tile cimport HouseLastTile
from verifier.carcassonne.engine.kernel.sizes cimport FRONTIER_ROOM, NODE_ROOM

cdef enum:
    ENTRY_ROOM = 8 * FRONTIER_ROOM
    ENTRY = 0xFFFF  # the number of an entry in a ranked word


cdef class HouseLastPlacements(HouseLastTile):
    cdef int entries
    cdef int[ENTRY_ROOM] entry_cell
    cdef int[ENTRY_ROOM] entry_drawing
    cdef int[ENTRY_ROOM] entry_change
    cdef int[ENTRY_ROOM] entry_goes_on
    cdef int[ENTRY_ROOM + 1] entry_touched
    cdef long long[ENTRY_ROOM] own_order
    cdef long long[ENTRY_ROOM] reply_order
    cdef int own_entries
    cdef int replies_with_follower
    cdef long long stamps
    cdef long long[NODE_ROOM] stamp
    cdef void _list_entries(self) noexcept
    cdef void _list_entries_of(self, int kind, int held) noexcept
    cdef int _other_kind(self, int kind) noexcept
    cdef int _is_affected(self, int entry) noexcept
    cdef int _untouched_reply(self, int entry, int kind) noexcept
    cdef void _sort(self, long long* words, int first, int end) noexcept
