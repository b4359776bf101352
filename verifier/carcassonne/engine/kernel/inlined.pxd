# The kernel's smallest functions in compiled code, put in place of every call; inlined.py says what
# each returns.

from verifier.carcassonne.engine.kernel.sizes cimport STRIDE

cdef inline int tiles_in(unsigned long long word) noexcept:
    return word & 0xFF


cdef inline int open_ends(unsigned long long word) noexcept:
    return word >> 8 & 0xFF


cdef inline int shields_in(unsigned long long word) noexcept:
    return word >> 16 & 0xFF


cdef inline unsigned long long meeples_on(unsigned long long word) noexcept:
    return word >> 24


cdef inline unsigned long long one_for(int colour) noexcept:
    cdef unsigned long long one = 1
    return one << (24 + 8 * colour)


cdef inline int byte_of(unsigned long long packed, int colour) noexcept:
    return packed >> (8 * colour) & 0xFF


cdef inline int score_of(unsigned long long scores, int colour) noexcept:
    return scores >> (16 * colour) & 0xFFFF


cdef inline int bits_in(unsigned long long mask) noexcept:
    cdef int count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


cdef inline int lowest_rotation(int rotations) noexcept:
    cdef int bit = rotations & -rotations
    return (bit >> 1) - (bit >> 3)


cdef inline int are_beside(int cell, int other) noexcept:
    cdef int away = cell - other if cell > other else other - cell
    return away == 1 or STRIDE - 1 <= away <= STRIDE + 1
