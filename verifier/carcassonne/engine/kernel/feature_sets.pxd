# The layout of feature_sets.py's FeatureSets in compiled code; feature_sets.py says what everything means.

from verifier.carcassonne.engine.kernel.completable cimport Completable
from verifier.carcassonne.engine.kernel.sizes cimport KIND_ROOM

cdef enum:
    GROWING = 5
    MOST_GROWTH = 8
    BY_MAJORITY = 1
    BY_CLAIM = 2


cdef class FeatureSets(Completable):
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
