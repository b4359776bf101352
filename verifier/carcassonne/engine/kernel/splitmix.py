# cython: language_level=3, cdivision=True
"""Streams of chance by SplitMix64; the state of one is a word that its owner keeps."""

from __future__ import annotations

import cython

# SplitMix64's numbers; written out in the code they would be Python's, which are slow.
WORD = 0xFFFFFFFFFFFFFFFF
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
ONE_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
OTHER_FACTOR = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def mixed(word: cython.ulonglong) -> cython.ulonglong:
    """Return a word each of whose bits depends on all bits of the given one, one to one."""
    word = (word ^ word >> 30) * ONE_FACTOR & WORD
    word = (word ^ word >> 27) * OTHER_FACTOR & WORD
    return word ^ word >> 31


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def next_word(stream: cython.p_ulonglong) -> cython.ulonglong:
    """Return the next word of the stream."""
    stream[0] = (stream[0] + STEP) & WORD
    return mixed(stream[0])


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def below(stream: cython.p_ulonglong, bound: cython.int) -> cython.int:
    """Return a whole number from 0 to ``bound`` - 1; the remainder's bias is below 2**-50."""
    words: cython.ulonglong = bound
    return next_word(stream) % words
