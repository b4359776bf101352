# What house_words.py has, in compiled code, put in place of every call; it says what each returns.

cdef enum:
    NO_PIECE = 0
    LITTLE = 1
    BIG = 2
    BUILDER = 3
    PIECES_BELOW = 24  # the bits below those of pieces


cdef inline unsigned long long piece_of(int colour, int piece) noexcept:
    cdef unsigned long long one = 1
    if piece == LITTLE:
        return one << (24 + 4 * colour)
    if piece == BIG:
        return one << (25 + 4 * colour) | one << (48 + colour)
    return one << (54 + colour)


cdef inline int weights_on(unsigned long long word) noexcept:
    return word >> 24 & 0xFFFFFF


cdef inline int weight_of(unsigned long long word, int colour) noexcept:
    return word >> (24 + 4 * colour) & 15


cdef inline int has_big(unsigned long long word, int colour) noexcept:
    return word >> (48 + colour) & 1


cdef inline int has_builder(unsigned long long word, int colour) noexcept:
    return word >> (54 + colour) & 1


cdef inline int heaviest(int weights) noexcept:
    cdef int most = 0
    while weights:
        if weights & 15 > most:
            most = weights & 15
        weights >>= 4
    return most


cdef inline int plain_shields(unsigned long long word) noexcept:
    return word >> 16 & 15


cdef inline int cathedrals_in(unsigned long long word) noexcept:
    return word >> 20 & 15
