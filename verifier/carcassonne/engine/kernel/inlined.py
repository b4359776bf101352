# cython: language_level=3, cdivision=True
"""Functions of a line or two that the inner loops are made of.

A *word* packs what merging features adds up, in bytes: tiles, open ends, shields, then meeples of
colour 0, 1, 2, 3. Scores are packed in 16 bits a colour, supplies in 8.

Compiled code has the same functions from inlined.pxd, which puts them in place of every call: a
call into another compiled module costs more than they do. tests/test_kernel_room.py compares both.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from verifier.carcassonne.engine.kernel.sizes import STRIDE

    def tiles_in(word: cython.ulonglong) -> cython.int:
        """Return how many tiles a feature has, from its word."""
        return word & 0xFF

    def open_ends(word: cython.ulonglong) -> cython.int:
        """Return how many edges of a feature lead to empty cells, from its word."""
        return word >> 8 & 0xFF

    def shields_in(word: cython.ulonglong) -> cython.int:
        """Return how many coats of arms a city has, from its word."""
        return word >> 16 & 0xFF

    def meeples_on(word: cython.ulonglong) -> cython.ulonglong:
        """Return the meeples of all colours on a feature, a byte each, from its word."""
        return word >> 24

    def one_for(colour: cython.int) -> cython.ulonglong:
        """Return one meeple of that colour as part of a feature's word."""
        one: cython.ulonglong = 1
        return one << (24 + 8 * colour)

    def byte_of(packed: cython.ulonglong, colour: cython.int) -> cython.int:
        """Return a colour's number from a packed count of meeples."""
        return packed >> (8 * colour) & 0xFF

    def score_of(scores: cython.ulonglong, colour: cython.int) -> cython.int:
        """Return a colour's points from the packed scores."""
        return scores >> (16 * colour) & 0xFFFF

    def bits_in(mask: cython.ulonglong) -> cython.int:
        """Return how many bits are set."""
        count: cython.int = 0
        while mask:
            mask &= mask - 1
            count += 1
        return count

    def lowest_rotation(rotations: cython.int) -> cython.int:
        """Return the first of some rotations, given as bits."""
        bit: cython.int = rotations & -rotations
        return (bit >> 1) - (bit >> 3)  # 1, 2, 4, 8 become 0, 1, 2, 3

    def are_beside(cell: cython.int, other: cython.int) -> cython.int:
        """Return whether two cells touch by a side or a corner."""
        away: cython.int = cell - other if cell > other else other - cell
        return away == 1 or STRIDE - 1 <= away <= STRIDE + 1
