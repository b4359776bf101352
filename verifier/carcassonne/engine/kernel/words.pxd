# Functions of a line or two that the inner loops are made of. They stand here and not in a module so
# that compiled code has them in place of every call: a call into another module costs more.
#
# A word packs what merging features adds up, in bytes: tiles, open ends, extras, then meeples of
# colour 0, 1, 2, 3. Extras are the inns of a road; of a city the coats of arms and, in the upper half
# of the byte, the cathedrals. The meeples of a colour, on a feature or in supply, are the ordinary
# ones and, in the upper half of the byte, the large one. Scores are packed in 16 bits a colour,
# supplies in 8.

from verifier.carcassonne.engine.kernel.numbers cimport CITY, STRIDE


cdef inline int tiles_in(unsigned long long word) noexcept:
    """Return how many tiles a feature has, from its word."""
    return word & 0xFF


cdef inline int open_ends(unsigned long long word) noexcept:
    """Return how many edges of a feature lead to empty cells, from its word."""
    return word >> 8 & 0xFF


cdef inline int shields_in(unsigned long long word) noexcept:
    """Return how many coats of arms a city has, from its word; cathedrals stand above them."""
    return word >> 16 & 0xFF


cdef inline int points_of(int kind, unsigned long long word) noexcept:
    """Return what a feature is worth if it is complete, with no smaller price for small cities."""
    cdef int tiles = word & 0xFF
    cdef int extras = word >> 16 & 0xFF
    if kind == CITY:  # BASE-CITY-2
        if extras >> 4:  # SOLO-BOX-4
            return 3 * (tiles + (extras & 15))
        return 2 * (tiles + extras)
    if extras:  # SOLO-BOX-3
        return 2 * tiles
    return tiles


cdef inline unsigned long long without_cathedrals(unsigned long long word) noexcept:
    """Return the word of a city as if it had no cathedral; coats of arms stay."""
    cdef unsigned long long cathedrals = 0xF0
    return word & ~(cathedrals << 16)


cdef inline unsigned long long without_extras(unsigned long long word) noexcept:
    """Return the word of a road as if it had no inn."""
    cdef unsigned long long extras = 0xFF
    return word & ~(extras << 16)


cdef inline unsigned long long meeples_on(unsigned long long word) noexcept:
    """Return the meeples of all colours on a feature, a byte each, from its word."""
    return word >> 24


cdef inline unsigned long long one_for(int colour) noexcept:
    """Return one meeple of that colour as part of a feature's word."""
    cdef unsigned long long one = 1
    return one << (24 + 8 * colour)


cdef inline unsigned long long large_for(int colour) noexcept:
    """Return the large meeple of that colour as part of a feature's word (SOLO-BOX-5)."""
    cdef unsigned long long one = 16
    return one << (24 + 8 * colour)


cdef inline int number_in(int meeples) noexcept:
    """Return how many meeples a colour's byte has, the large one as one (SOLO-BOX-6)."""
    return (meeples & 15) + (meeples >> 4)


cdef inline int weight_in(int meeples) noexcept:
    """Return what a colour's byte counts for the majority, the large one as two (SOLO-BOX-5)."""
    return (meeples & 15) + (meeples >> 4 << 1)


cdef inline int byte_of(unsigned long long packed, int colour) noexcept:
    """Return a colour's number from a packed count of meeples."""
    return packed >> (8 * colour) & 0xFF


cdef inline int score_of(unsigned long long scores, int colour) noexcept:
    """Return a colour's points from the packed scores."""
    return scores >> (16 * colour) & 0xFFFF


cdef inline int bits_in(unsigned long long mask) noexcept:
    """Return how many bits are set."""
    cdef int count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


cdef inline int lowest_rotation(int rotations) noexcept:
    """Return the first of some rotations, given as bits."""
    cdef int bit = rotations & -rotations
    return (bit >> 1) - (bit >> 3)  # 1, 2, 4, 8 become 0, 1, 2, 3


cdef inline int are_beside(int cell, int other) noexcept:
    """Return whether two cells touch by a side or a corner."""
    cdef int away = cell - other if cell > other else other - cell
    return away == 1 or STRIDE - 1 <= away <= STRIDE + 1
