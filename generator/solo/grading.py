"""Grades a puzzle: how hard it is, by the techniques it needs and by how hard it is to find.

docs/difficulty.md explains how the numbers are computed and where the levels begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from generator.grade import TENFOLD, Grade, Level, level_of
from generator.solo.analysis import analyse
from generator.solo.goal_kinds import kind_of
from generator.solo.needs import needed_by_engine
from generator.solo.solved_puzzle import Solution
from generator.solo.solver_panel import density_of, search, tries_of
from generator.solo.techniques import common_themes, living_on, weight_of
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.errors import Malformed

_TENFOLD = 400
"""Points of rating for ten times as many tries, as in chess."""
_TECHNIQUE_POINT = 20
"""How many points of rating one point of technique counts for in the level."""
_LIMITS = {
    1: (150, 200),
    2: (500, 600),
    3: (875, 1000),
    4: (1225, 1350),
    5: (1450, 1650),
    6: (1675, 1900),
    7: (1900, 2125),
    8: (2050, 2300),
    9: (2200, 2500),
    10: (2400, 2700),
}
"""Where medium and hard puzzles begin, by their number of tiles; terciles of what is made."""


def grade(puzzle: Puzzle, line: Line) -> Grade:
    """Return the grade of a puzzle that ``line`` solves.

    A puzzle with many solutions is graded by the first few of them.
    """
    result = search(puzzle, line)
    tries = tries_of(puzzle, result)
    ids = common_themes([analyse(puzzle, one) for one in result.lines])
    if not kind_of(puzzle.goal).ending:
        only = Solution(line, result.outcomes)
        ids = living_on(ids, lambda name: needed_by_engine(puzzle, only, name))
    technique, rating = weight_of(ids), rating_of(tries.each(), TENFOLD)
    return Grade(
        level=level(technique, rating, puzzle.tiles),
        technique=technique,
        rating=rating,
        themes=ids,
        density=density_of(puzzle, result),
        tries=tries,
    )


def level(technique: int, rating: int, tiles: int) -> Level:
    """Return the level of a puzzle with these numbers among puzzles of so many tiles.

    Puzzles of more tiles than are made are compared with the longest.

    >>> [level(4, 1200, tiles) for tiles in (3, 4, 5)]
    ['hard', 'medium', 'easy']
    """
    return level_of(rating + _TECHNIQUE_POINT * technique, *_LIMITS[min(tiles, max(_LIMITS))])


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
