# The layout of board.py's Board in compiled code; board.py says what everything means.

from verifier.carcassonne.engine.kernel.numbers cimport CELLS, DRAWN_ROOM, FRONTIER_ROOM, KIND_ROOM, LOG_ROOM, NODE_ROOM, TILE_ROOM


cdef class Board:
    cdef list stores
    cdef _copy(self, object table, int* place)
    cdef int* _ints(self, int size)
    cdef unsigned long long* _words(self, int size)
    cdef long long* _counts(self, int size)
    cdef char* _room(self, int size)
    # the tile sheet
    cdef int[16 * KIND_ROOM] shown
    cdef int[16 * KIND_ROOM] segment_at
    cdef int[DRAWN_ROOM] kind
    cdef int[DRAWN_ROOM] ends
    cdef int[DRAWN_ROOM] shields
    cdef int[DRAWN_ROOM] new_word
    cdef int[DRAWN_ROOM] first_edge
    cdef int[4 * KIND_ROOM] segments
    cdef int[4 * KIND_ROOM] monastery
    cdef int[4 * KIND_ROOM] twin
    cdef int[256 * KIND_ROOM] fits
    # the cells
    cdef int[CELLS] tile
    cdef int[CELLS] base
    cdef int[CELLS] need
    cdef int[FRONTIER_ROOM] frontier
    cdef int[CELLS] place_in_frontier
    cdef int frontier_size
    cdef int frontier_rests
    cdef int[TILE_ROOM] placed_cell
    cdef int[TILE_ROOM] placed_log
    cdef int placed
    cdef int[4] step
    cdef int closing
    cdef int stopped
    # features
    cdef int[NODE_ROOM] parent
    cdef int[NODE_ROOM] node_kind
    cdef unsigned long long[NODE_ROOM] word
    cdef unsigned long long[NODE_ROOM] twins
    cdef int nodes
    cdef int twin_bits
    cdef int[TILE_ROOM] monastery_cell
    cdef int[TILE_ROOM] monastery_node
    cdef int monasteries
    cdef int[LOG_ROOM] log_root
    cdef int[LOG_ROOM] log_branch
    cdef unsigned long long[LOG_ROOM] log_word
    cdef unsigned long long[LOG_ROOM] log_twins
    cdef int log_size
    cdef inline int _root(self, int node) noexcept:
        while self.parent[node] != node:
            node = self.parent[node]
        return node
    cdef void _remember(self, int root, int branch) noexcept
    cdef void _join(self, int one, int other) noexcept
    cdef void _place(self, int cell, int drawing) noexcept
    cdef void _leave_frontier(self, int cell) noexcept
    cdef void _new_nodes(self, int cell, int drawing) noexcept
    cdef void _count_neighbours(self, int cell) noexcept
    cdef void _lift(self) noexcept
    cdef void _restore_frontier(self, int cell, int drawing) noexcept
    cdef void _return_to_frontier(self, int cell) noexcept
    cdef int _placeable(self, int kind) noexcept
    cdef void _place_everywhere(self, int kind, int helping) noexcept
    # what those who build on this class fill in
    cdef int _may_help(self, int number) noexcept
    cdef void _tile_placed(self, int cell, int drawing) noexcept
