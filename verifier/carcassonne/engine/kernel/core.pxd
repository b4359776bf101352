# The layout of core.py's Kernel in compiled code, for the modules that build on it; core.py says what
# everything means. Uncompiled Python does not read this file.

cdef enum:
    STRIDE = 160
    ROWS = 152
    CELLS = STRIDE * ROWS
    KIND_ROOM = 24
    TILE_ROOM = 73
    NODE_ROOM = 118
    MOST_TWINS = 64
    LOG_ROOM = 12 * TILE_ROOM
    PILE_ROOM = 80
    CLAIM_ROOM = 8
    CLOSED_ROOM = 16
    FRONTIER_ROOM = 160
    MOST_SCORED = 12
    DONE_ROOM = MOST_SCORED + 2
    DRAWN = 0
    UNKNOWN = 1
    NO_TILES = 2
    ALL_HELP = 0
    SOME_HELP = 1
    NONE_HELPS = 2
    CITY = 2
    MONASTERY = 3

cdef int tiles_in(unsigned long long word) noexcept
cdef int open_ends(unsigned long long word) noexcept
cdef int shields_in(unsigned long long word) noexcept
cdef unsigned long long meeples_on(unsigned long long word) noexcept
cdef int byte_of(unsigned long long packed, int colour) noexcept
cdef int score_of(unsigned long long scores, int colour) noexcept
cdef unsigned long long one_for(int colour) noexcept
cdef int bits_in(unsigned long long mask) noexcept
cdef int are_beside(int cell, int other) noexcept
cdef int lowest_rotation(int rotations) noexcept


cdef class Kernel:
    # the tile sheet
    cdef int[16 * KIND_ROOM] label
    cdef int[16 * KIND_ROOM] segment_at
    cdef int[20 * KIND_ROOM] kind
    cdef int[20 * KIND_ROOM] ends
    cdef int[20 * KIND_ROOM] shields
    cdef int[20 * KIND_ROOM] first_edge
    cdef int[4 * KIND_ROOM] segments
    cdef int[4 * KIND_ROOM] monastery
    cdef int[4 * KIND_ROOM] twin
    cdef int[256 * KIND_ROOM] fits
    # the board
    cdef int[CELLS] tile
    cdef int[CELLS] base
    cdef int[CELLS] need
    cdef int[FRONTIER_ROOM] frontier
    cdef int[CELLS] place_in_frontier
    cdef int frontier_size
    cdef int[TILE_ROOM] placed_cell
    cdef int[TILE_ROOM] placed_log
    cdef int placed
    cdef int[4] step
    cdef int closing
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
    # the turn
    cdef int colours
    cdef int colour
    cdef unsigned long long scores
    cdef unsigned long long supply
    cdef int scored_monasteries
    cdef int over
    cdef int free
    cdef int closed
    cdef int[CLAIM_ROOM * TILE_ROOM] claim_node
    cdef int[CLAIM_ROOM * TILE_ROOM] claim_name
    cdef int[CLOSED_ROOM * TILE_ROOM] closed_node
    cdef int[CLOSED_ROOM * TILE_ROOM] closed_name
    cdef int[DONE_ROOM] done_node
    cdef int[DONE_ROOM] done_name
    cdef int[DONE_ROOM] done_value
    cdef int[DONE_ROOM] done_present
    cdef int[DONE_ROOM] done_majority
    cdef int[DONE_ROOM] done_qualifies
    cdef int done
    # outcomes of scoring, a stack
    cdef int* outcome_set
    cdef unsigned long long* outcome_order
    cdef unsigned long long* outcome_scores
    cdef int outcomes_top
    cdef object seen
    cdef int[DONE_ROOM] asked
    cdef int asked_size
    # piles
    cdef int[4 * PILE_ROOM] pile
    cdef int[4] pile_size
    cdef int[4] pile_hidden
    cdef int[4] pile_at
    cdef int piles
    cdef int[TILE_ROOM] discarded
    cdef int discards
    cdef int drawn
    cdef int drawn_from
    # switches of the rule set
    cdef int two_tile_city
    cdef int sole_majority
    cdef int qualifier_present
    cdef int optional_points
    cdef int rescue
    cdef int must_allow_meeple
    cdef int unplaceable
    cdef int empty_pile
    cdef int completed_monasteries
    # the recursion
    cdef int[TILE_ROOM] path_cell
    cdef int[TILE_ROOM] path_drawing
    cdef int[TILE_ROOM] path_claim
    cdef int[TILE_ROOM] path_set
    cdef int ply
    cdef int hit
    cdef int stopped
    cdef long long nodes_visited
    cdef long long nodes_limit
    cdef long long placements
    cdef object interrupted
    cdef object breath
    cdef list stores
    cdef int* _shared_ints(self, object store)
    cdef _copy(self, object table, int* place)
    cdef int* _ints(self, int size)
    cdef unsigned long long* _words(self, int size)
    cdef long long* _counts(self, int size)
    cdef char* _room(self, int size)
    cdef int _root(self, int node) noexcept
    cdef void _remember(self, int root, int branch) noexcept
    cdef void _join(self, int one, int other) noexcept
    cdef void _place(self, int cell, int drawing) noexcept
    cdef void _leave_frontier(self, int cell) noexcept
    cdef void _return_to_frontier(self, int cell) noexcept
    cdef void _new_nodes(self, int cell, int drawing) noexcept
    cdef void _surround(self, int cell) noexcept
    cdef int _direction(self, int away) noexcept
    cdef void _lift(self) noexcept
    cdef int _placeable(self, int kind) noexcept
    cdef int _left_in(self, int pile) noexcept
    cdef int _all_piles_empty(self) noexcept
    cdef int _next_pile(self, int pile) noexcept
    cdef int _draw(self) noexcept
    cdef void _turns(self, int kind) noexcept
    cdef void _list_features(self, int cell, int drawing) noexcept
    cdef int _is_earlier(self, int base, int segment, int root) noexcept
    cdef void _list_closed_monasteries(self, int cell) noexcept
    cdef int _some_placement_allows_meeple(self, int kind) noexcept
    cdef void _claims(self, int cell, int drawing, int only_with_meeple) noexcept
    cdef void _complete(self, int closed, int end_a) noexcept
    cdef void _score_only(self, int end_a) noexcept
    cdef void _scorings(self, int end_a) noexcept
    cdef void _insert_closed(self, int node, int name) noexcept
    cdef void _gather(self, int closed) noexcept
    cdef void _describe_done(self, int root, int name) noexcept
    cdef int _lowest(self, unsigned long long scores) noexcept
    cdef unsigned long long _paid(self, unsigned long long scores, int feature) noexcept
    cdef void _orders(self, unsigned long long scores) noexcept
    cdef void _score_next(self, int bottom, int place, int scored, int paid, unsigned long long order, unsigned long long scores) noexcept
    cdef void _push(self, int bottom, int paid, unsigned long long order, unsigned long long scores) noexcept
    cdef void _breathe(self) noexcept
    cdef unsigned long long _pile_marks(self) noexcept
    cdef void _restore_piles(self, unsigned long long marks) noexcept
    cdef object _end(self)
    cdef int _settled(self, int paid) noexcept
    cdef void _visit(self, int number, int settled) noexcept
    # what those who ask the kernel fill in
    cdef int _sieve(self, int kind) noexcept
    cdef int _may_help(self, int number) noexcept
    cdef int _meets_goal(self, int paid) noexcept
    cdef void _outcome(self, int number, int settled) noexcept
    cdef void _begin(self) noexcept
