# The layout of solo_turns.py's SoloTable in compiled code; solo_turns.py says what everything means.

from verifier.carcassonne.engine.kernel.numbers cimport CLAIM_ROOM, CLOSED_ROOM, COMPLETED_ROOM, NODE_ROOM, PILE_ROOM, RIVER_ROOM, TILE_ROOM
from verifier.carcassonne.engine.kernel.river_board cimport RiverBoard

cdef int direction_of(int away) noexcept


cdef class SoloTable(RiverBoard):
    cdef int colours
    cdef int colour
    cdef int[4 * PILE_ROOM] pile
    cdef int[4] pile_size
    cdef int[4] pile_hidden
    cdef int[4] pile_at
    cdef int piles
    cdef int[TILE_ROOM] discarded
    cdef int discards
    cdef int drawn
    cdef int drawn_from
    # the river's stack
    cdef int[RIVER_ROOM] river_kind
    cdef int river_known
    cdef int river_hidden
    cdef int river_left
    cdef int river_next
    # switches of the rule set
    cdef int unplaceable
    cdef int empty_pile
    cdef int river_removes
    cdef int _no_tile_left(self) noexcept
    cdef int _before_the_lake(self) noexcept
    cdef int _draw_from_river(self) noexcept
    cdef void _leave_river(self, int place) noexcept
    cdef int _continues_river(self, int kind) noexcept
    cdef int _left_in(self, int pile) noexcept
    cdef int _all_piles_empty(self) noexcept
    cdef int _next_pile(self, int pile) noexcept
    cdef int _draw(self) noexcept
    cdef unsigned long long _pile_marks(self) noexcept
    cdef void _restore_piles(self, unsigned long long marks) noexcept
    # -- scoring
    cdef unsigned long long scores
    cdef unsigned long long supply
    cdef int has_large
    cdef int scored_monasteries
    cdef int over
    # the features that the turn's tile closed, and of these what those with meeples are worth
    cdef int[COMPLETED_ROOM] completed_node
    cdef int[COMPLETED_ROOM] completed_name
    cdef int[COMPLETED_ROOM] completed_value
    cdef int[COMPLETED_ROOM] completed_present
    cdef int[COMPLETED_ROOM] completed_majority
    cdef int[COMPLETED_ROOM] completed_qualifies
    cdef unsigned long long[COMPLETED_ROOM] completed_points
    cdef unsigned long long[16] point_each
    cdef unsigned long long lowest_scores
    cdef int lowest_colours
    cdef int completed
    # outcomes of scoring, a stack
    cdef int* outcome_set
    cdef unsigned long long* outcome_order
    cdef unsigned long long* outcome_scores
    cdef int outcomes_top
    cdef object seen
    cdef int[COMPLETED_ROOM] asked
    cdef int asked_size
    # switches of the rule set
    cdef int two_tile_city
    cdef int sole_majority
    cdef int qualifier_present
    cdef int optional_points
    cdef int rescue
    cdef int must_allow_meeple
    cdef int unpaid_monasteries
    # rules left out
    cdef int anyone
    cdef int at_once
    cdef int laid_aside
    cdef int may_keep
    cdef int no_inns
    cdef int no_cathedrals
    cdef int large_counts_once
    # the recursion
    cdef int[TILE_ROOM] path_set
    cdef int ply
    cdef int _value(self, int root) noexcept
    cdef void _describe_completed(self, int root, int name) noexcept
    cdef int _lowest(self, unsigned long long scores) noexcept
    cdef int _find_lowest(self, unsigned long long scores) noexcept
    cdef int _score_alone(self) noexcept
    cdef void _orders(self, unsigned long long scores) noexcept
    cdef void _score_next(self, int bottom, int place, int scored, int paid, unsigned long long order, unsigned long long scores) noexcept
    cdef void _push(self, int bottom, int paid, unsigned long long order, unsigned long long scores) noexcept
    cdef int _settled(self, int paid) noexcept
    # what those who build on this class fill in
    cdef int _meets_goal(self, int paid) noexcept
    # -- turns
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
    cdef void _place_on_river(self, int kind, int helping) noexcept
    cdef int _only_with_meeple(self, int kind) noexcept
    cdef void _claims(self, int cell, int drawing) noexcept
    cdef void _make_claims(self, int free, int closed) noexcept
    cdef void _claim_each(self, int free, int closed, unsigned long long meeple, int size) noexcept
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
