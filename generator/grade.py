"""Levels and ratings, the same for every kind of puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Literal, get_args

from verifier.errors import Malformed

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)
LevelForLength = Literal["easy", "medium", "hard"]
LEVELS_FOR_LENGTH: tuple[LevelForLength, ...] = get_args(LevelForLength)

_TENFOLD = 400
"""Points of rating for ten times as many tries, as in chess."""

UNGRADED = 999_999
"""Puzzles without a rating are sorted as if they had this one; no pack may state a greater one."""

TENFOLD = 300
"""Points of rating where all solvers of the panel need ten times as many tries."""


@dataclass(frozen=True, slots=True)
class Tries:
    """How many tries each solver of the panel needs on average."""

    greedy: Fraction
    at_a_glance: Fraction
    everything: int
    up_to_the_last: int

    def each(self) -> tuple[Fraction, ...]:
        """Return the numbers of tries."""
        searches = Fraction(self.everything), Fraction(self.up_to_the_last)
        return (self.greedy, self.at_a_glance, *searches)


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``level_for_length`` compares it with puzzles of as many tiles. ``technique`` is the total
    weight of its ``themes``; ``rating`` grows with the ``tries`` that the solver panel needs.
    ``density`` is the chance to solve it by random legal turns.
    """

    level_for_length: LevelForLength
    technique: int
    rating: int
    themes: tuple[str, ...]
    density: Fraction
    tries: Tries


def third_of(rating: int, medium: int, hard: int) -> LevelForLength:
    """Return which third a rating is in, where medium and hard puzzles begin at these ratings.

    >>> [third_of(rating, 400, 800) for rating in (399, 400, 800)]
    ['easy', 'medium', 'hard']
    """
    if rating < medium:
        return "easy"
    return "medium" if rating < hard else "hard"


def rating_of(tries: Sequence[Fraction], tenfold: int = _TENFOLD) -> int:
    """Return the mean of the decimal logarithms of the numbers of tries, times 400, rounded down.

    Another factor than 400 can be given.

    >>> rating_of([Fraction(1), Fraction(100)]), rating_of([Fraction(99, 7)])
    (400, 460)
    """
    product = prod(tries)
    above, below = product.numerator**tenfold, product.denominator**tenfold
    bits = above.bit_length() - below.bit_length() + 1
    low, high = 0, bits // (3 * len(tries)) + 1  # 10 has more than three bits
    while high - low > 1:
        middle = (low + high) // 2
        if 10 ** (middle * len(tries)) * below <= above:
            low = middle
        else:
            high = middle
    return low


def rank_correlation(xs: Sequence[int | Fraction], ys: Sequence[int | Fraction]) -> Fraction:
    """Return Spearman's rank correlation, from -1 to 1; equal numbers share their ranks.

    It is 1 - 6 S / (n^3 - n), where S sums the squared differences of ranks.

    :raises Malformed: for fewer than two pairs.

    >>> rank_correlation([1, 2, 3], [10, 20, 15])
    Fraction(1, 2)
    """
    pairs = len(xs)
    if pairs != len(ys) or pairs < 2:  # noqa: PLR2004 - a correlation needs two
        raise Malformed(f"a rank correlation needs pairs: got {pairs} and {len(ys)} numbers")
    squares = sum((x - y) ** 2 for x, y in zip(_ranks(xs), _ranks(ys), strict=True))
    return 1 - Fraction(6 * squares, pairs**3 - pairs)


def _ranks(numbers: Sequence[int | Fraction]) -> list[Fraction]:
    ranked = sorted(numbers)
    return [Fraction(2 * ranked.index(number) + ranked.count(number) + 1, 2) for number in numbers]
