# The layout of solo_turns.py's SoloTurns in compiled code; solo_turns.py says what everything means.

from verifier.carcassonne.engine.kernel.sizes cimport CLAIM_ROOM, CLOSED_ROOM, NODE_ROOM, TILE_ROOM
from verifier.carcassonne.engine.kernel.solo_scoring cimport SoloScoring

cdef int direction_of(int away) noexcept


cdef class SoloTurns(SoloScoring):
    cdef int free
    # the number of the listing that last had a feature, by its root
    cdef long long[NODE_ROOM] listed_in
    cdef long long listing
    cdef int[CLAIM_ROOM * TILE_ROOM] claim_node
    cdef int[CLAIM_ROOM * TILE_ROOM] claim_name
    cdef int[TILE_ROOM] path_cell
    cdef int[TILE_ROOM] path_drawing
    cdef int[TILE_ROOM] path_claim
    cdef int[TILE_ROOM] only_with_meeple
    cdef int hit
    cdef long long placements
    cdef int closed
    cdef int[CLOSED_ROOM * TILE_ROOM] closed_node
    cdef int[CLOSED_ROOM * TILE_ROOM] closed_name
    cdef long long nodes_visited
    cdef long long nodes_limit
    cdef object interrupted
    cdef object pause
    cdef void _begin(self) noexcept
    cdef void _turns(self, int kind) noexcept
    cdef int _only_with_meeple(self, int kind) noexcept
    cdef void _claims(self, int cell, int drawing) noexcept
    cdef void _make_claims(self, int free, int closed) noexcept
    cdef void _list_features(self, int cell, int drawing) noexcept
    cdef void _list_closed_monasteries(self, int cell) noexcept
    cdef void _insert_closed(self, int node, int name) noexcept
    cdef void _complete(self, int closed, int end_a) noexcept
    cdef void _gather(self, int closed) noexcept
    cdef void _score_only(self, int end_a) noexcept
    cdef void _scorings(self, int end_a) noexcept
    cdef void _visit(self, int number, int settled) noexcept
    cdef void _pause(self) noexcept
    cdef object _end(self)
    # what those who build on this class fill in
    cdef int _filter(self, int kind) noexcept
    cdef int _is_last_turn(self) noexcept
    cdef void _outcome(self, int number, int settled) noexcept
