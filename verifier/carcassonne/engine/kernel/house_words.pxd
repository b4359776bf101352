# The house game's numbers, and what its pieces add to a feature's word and how that is read; see
# words.pxd.
#
# Above the three bytes of words.pxd a word has what the followers of each of six colours weigh, 4
# bits each (a little one 1, a big one 2), then a bit for each colour's big follower, then a bit for
# each colour's builder. In place of shields a road counts its inns; a city has its cathedrals in the
# upper half of that byte.

cdef enum:
    FIELD = 4  # the kind of segments that no other board has
    MOST_COLOURS = 6
    SUPPLIES = 3 * MOST_COLOURS
    AROUND = 17  # monasteries around a tile are named by numbers from here on
    # Pieces.
    NO_PIECE = 0
    LITTLE = 1
    BIG = 2
    BUILDER = 3
    PIECES_BELOW = 24  # the bits below those of pieces


cdef inline unsigned long long piece_of(int colour, int piece) noexcept:
    """Return what a colour's piece adds to a word."""
    cdef unsigned long long one = 1
    if piece == LITTLE:
        return one << (24 + 4 * colour)
    if piece == BIG:
        return one << (25 + 4 * colour) | one << (48 + colour)
    return one << (54 + colour)


cdef inline int weights_on(unsigned long long word) noexcept:
    """Return what the followers of all colours weigh, 4 bits each; 0: nobody owns it."""
    return word >> 24 & 0xFFFFFF


cdef inline int weight_of(unsigned long long word, int colour) noexcept:
    """Return what a colour's followers weigh (HOUSE-OWN-1)."""
    return word >> (24 + 4 * colour) & 15


cdef inline int has_big(unsigned long long word, int colour) noexcept:
    """Return whether a colour's big follower stands there."""
    return word >> (48 + colour) & 1


cdef inline int has_builder(unsigned long long word, int colour) noexcept:
    """Return whether a colour's builder stands there."""
    return word >> (54 + colour) & 1


cdef inline int heaviest(int weights) noexcept:
    """Return the greatest weight of a colour (HOUSE-OWN-1)."""
    cdef int most = 0
    while weights:
        if weights & 15 > most:
            most = weights & 15
        weights >>= 4
    return most


cdef inline int plain_shields(unsigned long long word) noexcept:
    """Return how many shields a city has."""
    return word >> 16 & 15


cdef inline int cathedrals_in(unsigned long long word) noexcept:
    """Return how many cathedrals a city has."""
    return word >> 20 & 15
