# What house_plays.py has, in compiled code, put in place of every call; it says what each returns.

cdef enum:
    MIDDLE = 1 << 14  # what is added to a gain, so that it is positive


cdef inline long long play_of(int cell, int drawing, int own, int piece, int second) noexcept:
    cdef long long play = cell
    return play << 16 | drawing << 7 | own << 3 | piece << 1 | second


cdef inline long long best_on(int cell, int drawing) noexcept:
    cdef long long play = cell
    return play << 16 | drawing << 7 | 1 << 6


cdef inline long long ranked(long long number, int gain) noexcept:
    cdef long long rank = gain + MIDDLE
    return rank << 34 | number


cdef inline int gain_in(long long number) noexcept:
    return (number >> 34) - MIDDLE


cdef inline long long unranked(long long number) noexcept:
    cdef long long one = 1
    return number & (one << 34) - 1


cdef inline int cell_in(long long play) noexcept:
    return play >> 16 & 0x1FFFF


cdef inline int drawing_in(long long play) noexcept:
    return play >> 7 & 0x1FF


cdef inline int takes_best(long long play) noexcept:
    return play >> 6 & 1


cdef inline int own_in(long long play) noexcept:
    return play >> 3 & 7


cdef inline int piece_in(long long play) noexcept:
    return play >> 1 & 3


cdef inline int second_in(long long play) noexcept:
    return play & 1
