# The layout of end_bounds.py's EndSearcher in compiled code; end_bounds.py says what everything means.

from verifier.carcassonne.engine.kernel.bounds cimport Searcher
from verifier.carcassonne.engine.kernel.numbers cimport GROWING, KIND_ROOM, MOST_ENDS, MOST_GROWTH, MOST_SPARE

cdef int most_of_one(unsigned long long meeples) noexcept


cdef class EndSearcher(Searcher):
    cdef int[MOST_ENDS] part_kind
    cdef int[MOST_ENDS] part_value
    cdef unsigned long long[MOST_ENDS] part_meeples
    # parts near enough to be joined, or for a tile on their cells to become part of this one
    cdef unsigned long long[MOST_ENDS] joinable
    cdef unsigned long long[MOST_SPARE * MOST_ENDS] neighbours
    # parts by kind, and by colour those it stands on and those it has a majority on
    cdef unsigned long long[4] parts_of_kind
    cdef unsigned long long[4] stands_on
    cdef unsigned long long[4] leads_on
    cdef unsigned long long free_parts
    cdef int _list_completable(self) noexcept
    cdef int _list_monasteries(self) noexcept
    cdef int _end_at(self, int cell) noexcept
    cdef void _describe_parts(self) noexcept
    cdef void _note_joins(self) noexcept
    # -- sets
    # what each kind of tile has
    cdef int[KIND_ROOM] roads_on
    cdef int[KIND_ROOM] cities_on
    cdef int[KIND_ROOM] coats_on
    cdef int[4 * KIND_ROOM] dead_ends_on
    # what the tiles to come can be, claim and add
    cdef int[4] starts_new
    cdef int[4] claimable
    cdef int mixed_tiles
    cdef int[2 * GROWING] growth_of_roads
    cdef int[2 * GROWING] growth_of_cities
    cdef int[4 * MOST_GROWTH] best_growth
    # by colour the free parts it claims, and what a set has for the colour that is asked about
    cdef unsigned long long[4] claimed
    cdef int[4] shared
    cdef int roads
    cdef int cities
    cdef int alone
    cdef void _note_growth(self) noexcept
    cdef int _may_start_new(self, int kind) noexcept
    cdef void _note_growth_of(self, int features) noexcept
    cdef void _note_best_growth(self, int kind) noexcept
    cdef int _brings(self, unsigned long long chosen, int spare, int colour, int away) noexcept
    cdef int _by_claims(self, int claims) noexcept
    cdef void _let_grow(self, int part, unsigned long long chosen, int spare, int away) noexcept
    cdef int _is_alone(self, int part, unsigned long long chosen, int spare) noexcept
    cdef int _growth(self, int roads, int cities, int away) noexcept
    cdef int _wins(self, int part, unsigned long long chosen, int spare, int colour, int away) noexcept
    cdef int _may_claim_apart(self, int part, unsigned long long chosen, int spare, int colour) noexcept
    # -- where a turn may help
    cdef int[4] sure
    cdef int _filter_ends(self) noexcept
    cdef int _filter_total(self) noexcept
    cdef int _may_be_over(self) noexcept
    cdef int _new_monasteries(self, int colour) noexcept
    cdef int _filter_sets(self) noexcept
    cdef void _try_sets(self, int first, unsigned long long chosen, unsigned long long cells) noexcept
    cdef void _choose_part(self, int part, unsigned long long chosen, unsigned long long cells) noexcept
    cdef void _note_set(self, unsigned long long chosen, unsigned long long cells) noexcept
    cdef int _suffices(self, unsigned long long chosen, int spare, int away) noexcept
