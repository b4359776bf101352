"""Grades a puzzle: how hard it is, by the techniques it needs and by how hard it is to find.

docs/difficulty.md explains how the numbers are computed and where the levels begin.
"""

from __future__ import annotations

from generator.grade import TENFOLD, Grade, LevelForLength, rating_of, third_of
from generator.levels import ratings_of
from generator.solo.analysis import analyse
from generator.solo.goal_kinds import kind_of
from generator.solo.needs import needed_by_engine
from generator.solo.solved_puzzle import Solution
from generator.solo.solver_panel import density_of, search, tries_of
from generator.solo.techniques import LATEST, common_themes, living_on, weight_of
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.errors import Malformed

_TECHNIQUE_POINT = 20
"""How many points of rating one point of technique counts for in the level for the length."""
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
_MET = {
    1: (0, 450),
    2: (257, 730),
    3: (429, 1348),
    4: (482, 1843),
    5: (879, 1947),
    6: (807, 2003),
    7: (1016, 2258),
}
"""The lowest and the highest rating of all puzzles met, by their number of tiles.

Of 7 and more there are few, so they stand together. Of one tile it is what the formula allows.
"""
_NEAR = 100
"""So many points from the puzzles met others may be: half or double the tries of all solvers."""


def grade(puzzle: Puzzle, line: Line, ideas: int = LATEST) -> Grade:
    """Return the grade of a puzzle that ``line`` solves.

    A puzzle with many solutions is graded by the first few of them. Themes are looked for in the
    list numbered ``ideas``.
    """
    result = search(puzzle, line)
    tries = tries_of(puzzle, result)
    ids = common_themes([analyse(puzzle, one) for one in result.lines], ideas)
    if not kind_of(puzzle.goal).many_solutions:
        only = Solution(line, result.outcomes)
        ids = living_on(ids, lambda name: needed_by_engine(puzzle, only, name))
    technique, rating = weight_of(ids), rating_of(tries.each(), TENFOLD)
    return Grade(
        level_for_length=level_for_length(technique, rating, puzzle.tiles),
        technique=technique,
        rating=rating,
        themes=ids,
        density=density_of(puzzle, result),
        tries=tries,
    )


def level_for_length(technique: int, rating: int, tiles: int) -> LevelForLength:
    """Return the level of a puzzle with these numbers among puzzles of so many tiles.

    Puzzles of more tiles than are made are compared with the longest.

    >>> [level_for_length(4, 1200, tiles) for tiles in (3, 4, 5)]
    ['hard', 'medium', 'easy']
    """
    return third_of(rating + _TECHNIQUE_POINT * technique, *_LIMITS[min(tiles, max(_LIMITS))])


def require_possible(level: str, tiles: int, most_tiles: int) -> None:
    """Do nothing if puzzles of so many tiles can have a level: if some that were met come near it.

    :raises Malformed: if none does; it names the lengths with such puzzles, up to ``most_tiles``.
    """
    ratings = ratings_of("goal", level)
    lengths = [each for each in range(1, most_tiles + 1) if _comes_near(ratings, each)]
    if tiles not in lengths:
        least, most = _met(tiles)
        bound = f"from {ratings.start} on" if ratings.start else f"below {ratings.stop}"
        raise Malformed(
            f"no puzzle of {tiles} tile{'s' if tiles > 1 else ''} comes near the level {level!r}: "
            f"these are rated {least} to {most}, and {level} is {bound}; ask for {lengths[0]} to "
            f"{lengths[-1]} tiles",
            where="level",
        )


def _comes_near(ratings: range, tiles: int) -> bool:
    least, most = _met(tiles)
    return ratings.start <= most + _NEAR and least - _NEAR < ratings.stop


def _met(tiles: int) -> tuple[int, int]:
    return _MET[min(tiles, max(_MET))]
