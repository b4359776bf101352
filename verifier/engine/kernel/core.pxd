# The layout of core.py's Kernel in compiled code, for the modules that build on it; core.py says what
# everything means. Uncompiled Python does not read this file.

cdef int STRIDE
cdef int ROWS
cdef int DRAWN
cdef int UNKNOWN
cdef int NO_TILES
cdef int ALL_HELP
cdef int SOME_HELP
cdef int NONE_HELPS
cdef int CITY
cdef int MONASTERY
cdef int PILE_ROOM
cdef int CLAIM_ROOM
cdef int FRONTIER_ROOM
cdef int MOST_SCORED

cdef int tiles_in(unsigned long long word) noexcept
cdef int open_ends(unsigned long long word) noexcept
cdef int shields_in(unsigned long long word) noexcept
cdef unsigned long long meeples_on(unsigned long long word) noexcept
cdef int byte_of(unsigned long long packed, int colour) noexcept
cdef int score_of(unsigned long long scores, int colour) noexcept
cdef unsigned long long one_for(int colour) noexcept
cdef int bits_in(unsigned long long mask) noexcept


cdef class Kernel:
    # the tile sheet
    cdef int* label
    cdef int* segment_at
    cdef int* kind
    cdef int* ends
    cdef int* shields
    cdef int* first_edge
    cdef int* segments
    cdef int* monastery
    cdef int* twin
    cdef int* fits
    # the board
    cdef int* tile
    cdef int* base
    cdef int* need
    cdef int* frontier
    cdef int* place_in_frontier
    cdef int frontier_size
    cdef int* placed_cell
    cdef int* placed_log
    cdef int placed
    cdef int* step
    cdef int closing
    # features
    cdef int* parent
    cdef int* node_kind
    cdef unsigned long long* word
    cdef unsigned long long* twins
    cdef int nodes
    cdef int twin_bits
    cdef int* monastery_cell
    cdef int* monastery_node
    cdef int monasteries
    cdef int* log_node
    cdef int* log_parent
    cdef unsigned long long* log_word
    cdef unsigned long long* log_twins
    cdef int log_size
    # the turn
    cdef int colours
    cdef int colour
    cdef unsigned long long scores
    cdef unsigned long long supply
    cdef int scored_monasteries
    cdef int over
    cdef int* claim_node
    cdef int* claim_name
    cdef int* done_node
    cdef int* done_name
    cdef int* done_value
    cdef int* done_present
    cdef int* done_majority
    cdef int* done_qualifies
    cdef int done
    # outcomes of scoring, a stack
    cdef int* outcome_set
    cdef unsigned long long* outcome_order
    cdef unsigned long long* outcome_scores
    cdef int outcomes_top
    cdef object seen
    cdef int* asked
    cdef int asked_size
    # piles
    cdef int* pile
    cdef int* pile_size
    cdef int* pile_hidden
    cdef int* pile_at
    cdef int piles
    cdef int* discarded
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
    cdef int* path_cell
    cdef int* path_drawing
    cdef int* path_claim
    cdef int* path_set
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
    cdef int* _ints(self, int size)
    cdef unsigned long long* _words(self, int size)
    cdef long long* _counts(self, int size)
    cdef char* _room(self, int size)
    cdef int _root(self, int node) noexcept
    cdef void _remember(self, int node) noexcept
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
    cdef int _free_features(self, int cell, int drawing) noexcept
    cdef int _some_placement_allows_meeple(self, int kind) noexcept
    cdef void _claims(self, int cell, int drawing, int only_with_meeple) noexcept
    cdef void _complete(self, int cell, int drawing, int closing, int end_a) noexcept
    cdef void _scorings(self, int end_a) noexcept
    cdef void _gather(self, int cell, int drawing) noexcept
    cdef void _sort_done(self, int first) noexcept
    cdef void _swap_done(self, int one, int other) noexcept
    cdef void _add_done(self, int root, int name) noexcept
    cdef void _describe_done(self, int at, int root, int name) noexcept
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
