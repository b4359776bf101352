# Part-turns of an endgame as numbers, and numbers with what they bring, for sorting; and how much
# room an endgame has.
#
# From the lowest bit a part-turn has: second part (1), piece (2), number of the tile's own feature
# (3), whether a follower goes where it brings most (1), drawing (9), cell (17). What the play brings
# at once may stand above.

from verifier.carcassonne.engine.kernel.numbers cimport FRONTIER_ROOM

cdef enum:
    COMING_ROOM = 8  # more tiles to come than an endgame has
    TOUCHED_ROOM = 84  # nodes that one placement joins or counts; see LOG_ROOM
    PLY_ROOM = 8
    ENTRY_ROOM = 8 * FRONTIER_ROOM  # placements of the last two tiles
    ENTRY = 0xFFFF  # the number of such a placement in a ranked word
    NEVER = -1000000  # less than any margin
    MIDDLE = 1 << 14  # what is added to a gain, so that it is positive


cdef inline long long play_of(int cell, int drawing, int own, int piece, int second) noexcept:
    """Return a part-turn as a number."""
    cdef long long play = cell
    return play << 16 | drawing << 7 | own << 3 | piece << 1 | second


cdef inline long long best_on(int cell, int drawing) noexcept:
    """Return the part-turn with a follower where it brings most, if it brings anything."""
    cdef long long play = cell
    return play << 16 | drawing << 7 | 1 << 6


cdef inline long long ranked(long long number, int gain) noexcept:
    """Return a number that sorts by the gain."""
    cdef long long rank = gain + MIDDLE
    return rank << 34 | number


cdef inline int gain_in(long long number) noexcept:
    """Return the gain by which a number sorts."""
    return (number >> 34) - MIDDLE


cdef inline long long unranked(long long number) noexcept:
    """Return a number without the gain."""
    cdef long long one = 1
    return number & (one << 34) - 1


cdef inline int cell_in(long long play) noexcept:
    """Return the cell of a part-turn."""
    return play >> 16 & 0x1FFFF


cdef inline int drawing_in(long long play) noexcept:
    """Return the drawing that a part-turn lays."""
    return play >> 7 & 0x1FF


cdef inline int takes_best(long long play) noexcept:
    """Tell whether a follower goes where it brings most."""
    return play >> 6 & 1


cdef inline int own_in(long long play) noexcept:
    """Return the number, among the tile's own, of the feature that the piece goes to."""
    return play >> 3 & 7


cdef inline int piece_in(long long play) noexcept:
    """Return the piece put down, or none."""
    return play >> 1 & 3


cdef inline int second_in(long long play) noexcept:
    """Tell whether the second part of the turn follows."""
    return play & 1
