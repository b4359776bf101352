"""Grades a puzzle: how hard it is, by the techniques it needs and by how hard it is to find.

docs/difficulty.md explains how the numbers are computed and where the levels begin.
"""

from __future__ import annotations

from generator.grade import TENFOLD, Grade, Level, level_of, rating_of
from generator.solo.analysis import analyse
from generator.solo.goal_kinds import kind_of
from generator.solo.needs import needed_by_engine
from generator.solo.solved_puzzle import Solution
from generator.solo.solver_panel import density_of, search, tries_of
from generator.solo.techniques import common_themes, living_on, weight_of
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.solo.puzzle import Puzzle

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
