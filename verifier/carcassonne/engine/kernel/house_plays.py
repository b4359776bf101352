# cython: language_level=3, cdivision=True
"""Part-turns of the house game as numbers, and numbers with what they bring, for sorting.

From the lowest bit: second part (1), piece (2), number of the tile's own feature (3), whether a
follower goes where it brings most (1), drawing (9), cell (17). What the play brings at once may
stand above. Compiled code has the same functions from house_plays.pxd.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    MIDDLE = 1 << 14  # what is added to a gain, so that it is positive

    def play_of(
        cell: cython.int,
        drawing: cython.int,
        own: cython.int,
        piece: cython.int,
        second: cython.int,
    ) -> cython.longlong:
        """Return a part-turn as a number."""
        play: cython.longlong = cell
        return play << 16 | drawing << 7 | own << 3 | piece << 1 | second

    def best_on(cell: cython.int, drawing: cython.int) -> cython.longlong:
        """Return the part-turn with a follower where it brings most, if it brings anything."""
        play: cython.longlong = cell
        return play << 16 | drawing << 7 | 1 << 6

    def ranked(number: cython.longlong, gain: cython.int) -> cython.longlong:
        """Return a number that sorts by the gain."""
        rank: cython.longlong = gain + MIDDLE
        return rank << 34 | number

    def gain_in(number: cython.longlong) -> cython.int:
        """Return the gain by which a number sorts."""
        return (number >> 34) - MIDDLE

    def unranked(number: cython.longlong) -> cython.longlong:
        """Return a number without the gain."""
        one: cython.longlong = 1
        return number & (one << 34) - 1

    def cell_in(play: cython.longlong) -> cython.int:
        """Return the cell of a part-turn."""
        return play >> 16 & 0x1FFFF

    def drawing_in(play: cython.longlong) -> cython.int:
        """Return the drawing that a part-turn lays."""
        return play >> 7 & 0x1FF

    def takes_best(play: cython.longlong) -> cython.int:
        """Tell whether a follower goes where it brings most."""
        return play >> 6 & 1

    def own_in(play: cython.longlong) -> cython.int:
        """Return the number, among the tile's own, of the feature that the piece goes to."""
        return play >> 3 & 7

    def piece_in(play: cython.longlong) -> cython.int:
        """Return the piece put down, or none."""
        return play >> 1 & 3

    def second_in(play: cython.longlong) -> cython.int:
        """Tell whether the second part of the turn follows."""
        return play & 1
