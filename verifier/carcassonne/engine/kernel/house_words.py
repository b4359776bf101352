# cython: language_level=3, cdivision=True
"""What the house game's pieces add to a feature's word, and how it is read.

Above the three bytes of ``inlined.py`` a word has what the followers of each of six colours weigh,
4 bits each (a little one 1, a big one 2), then a bit for each colour's big follower, then a bit
for each colour's builder. In place of shields a road counts its inns; a city has its cathedrals
in the upper half of that byte. Compiled code has the same functions from house_words.pxd.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    NO_PIECE = 0
    LITTLE = 1
    BIG = 2
    BUILDER = 3
    PIECES_BELOW = 24  # the bits below those of pieces

    def piece_of(colour: cython.int, piece: cython.int) -> cython.ulonglong:
        """Return what a colour's piece adds to a word."""
        one: cython.ulonglong = 1
        if piece == LITTLE:
            return one << (24 + 4 * colour)
        if piece == BIG:
            return one << (25 + 4 * colour) | one << (48 + colour)
        return one << (54 + colour)

    def weights_on(word: cython.ulonglong) -> cython.int:
        """Return what the followers of all colours weigh, 4 bits each; 0: nobody owns it."""
        return word >> 24 & 0xFFFFFF

    def weight_of(word: cython.ulonglong, colour: cython.int) -> cython.int:
        """Return what a colour's followers weigh (HOUSE-OWN-1)."""
        return word >> (24 + 4 * colour) & 15

    def has_big(word: cython.ulonglong, colour: cython.int) -> cython.int:
        """Return whether a colour's big follower stands there."""
        return word >> (48 + colour) & 1

    def has_builder(word: cython.ulonglong, colour: cython.int) -> cython.int:
        """Return whether a colour's builder stands there."""
        return word >> (54 + colour) & 1

    def heaviest(weights: cython.int) -> cython.int:
        """Return the greatest weight of a colour (HOUSE-OWN-1)."""
        most: cython.int = 0
        while weights:
            if weights & 15 > most:
                most = weights & 15
            weights >>= 4
        return most

    def plain_shields(word: cython.ulonglong) -> cython.int:
        """Return how many shields a city has."""
        return word >> 16 & 15

    def cathedrals_in(word: cython.ulonglong) -> cython.int:
        """Return how many cathedrals a city has."""
        return word >> 20 & 15
