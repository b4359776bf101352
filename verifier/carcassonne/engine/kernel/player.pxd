# The layout of player.py's Player in compiled code; player.py says what everything means.

from verifier.carcassonne.engine.kernel.goals cimport GoalTable
from verifier.carcassonne.engine.kernel.numbers cimport RIVER_ROOM, TILE_ROOM


cdef class Player(GoalTable):
    # the goals looked for, and those met in this game, a bit each
    cdef int* each_goal
    cdef int* each_least
    cdef int* each_most
    cdef int* each_colours
    cdef int goals
    cdef int met
    cdef int turns
    cdef int writes
    cdef list record
    cdef int all_discards
    # tallies over games
    cdef long long* goal_tally
    cdef long long* length_tally
    cdef int length_room
    cdef long long* result_tally
    cdef long long* lowest_tally
    cdef int best_result
    cdef long long best_game
    cdef unsigned long long checksum
    cdef dict _found_in(self, long long* tally, int room)
    cdef void _play_game(self, unsigned long long seed, unsigned long long number) noexcept
    cdef void _play_turn(self) noexcept
    cdef void _look_for(self, int goal) noexcept
    cdef void _mark_goals(self, int paid, int monasteries) noexcept
    cdef void _tally(self, long long number) noexcept
    cdef void _write(self, int kept, int pile) noexcept
    # -- choosing a turn
    cdef int turns_ahead
    cdef int width
    cdef int samples
    cdef int[16] rotations_in  # by the rotations that fit, as bits: how many they are
    # positions to go back to
    cdef int* mark_placed
    cdef int* mark_river_end
    cdef int* mark_river_side
    cdef int* mark_river_bend
    cdef int* mark_colour
    cdef unsigned long long* mark_scores
    cdef unsigned long long* mark_supply
    cdef int* mark_monasteries
    cdef unsigned long long* mark_piles
    cdef int* mark_discards
    cdef int* mark_revealed
    cdef int bookmarks
    cdef void _bookmark(self) noexcept
    cdef void _go_back(self) noexcept
    cdef void _choose_at_random(self) noexcept
    cdef void _place_at_random(self, int kind) noexcept
    cdef int _rotations_at(self, int number, int kind) noexcept
    cdef void _choose_greedily(self) noexcept
    cdef void _choose_ahead(self) noexcept
    cdef long long _worth_ahead(self, unsigned long long stream) noexcept
    cdef int choosing
    # -- keeping outcomes
    cdef long long* kept_rank
    cdef int* kept_cell
    cdef int* kept_drawing
    cdef int* kept_claim
    cdef int* kept_set
    cdef unsigned long long* kept_order
    cdef unsigned long long* kept_scores
    cdef unsigned long long* kept_supply
    cdef int* kept_monasteries
    cdef int* kept_over
    cdef int kept_first
    cdef int kept_room
    cdef int kept
    cdef int last_tile
    cdef int claim_ranked
    cdef long long claim_rank
    cdef void _keep(self, int first, int room) noexcept
    cdef long long _rank(self) noexcept
    cdef void _move_down(self, int at) noexcept
    cdef void _take(self, int kept) noexcept
    # -- evaluating a position
    cdef int[24] finish
    cdef int[9] ready
    cdef long long[4] expected
    cdef unsigned long long owned
    cdef int _result(self) noexcept
    cdef long long _worth(self) noexcept
    cdef void _expect(self) noexcept
    cdef void _expect_for(self, unsigned long long meeples, long long points) noexcept
    # -- dealing
    cdef unsigned long long[1] chance
    cdef int[TILE_ROOM] bag
    cdef int bag_left
    cdef int[RIVER_ROOM] river_kept
    cdef int[TILE_ROOM] revealed_place
    cdef int[TILE_ROOM] revealed_pile
    cdef int revealed
    cdef void _shuffle(self, unsigned long long seed, unsigned long long number) noexcept
    cdef void _shuffle_river(self) noexcept
    cdef int _reveal_and_draw(self) noexcept
    cdef void _reveal(self, int pile) noexcept
    cdef void _hide(self) noexcept
