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
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.errors import Malformed

_TECHNIQUE_POINT, _MEEPLE_IN_HAND = 20, -100
"""What one counts for in the level for the length, in points of rating.

With few meeples a program finds a small tree, and a person has to see why each of its lines ends.
"""
_MEEPLES = 12
"""The meeples of three colours with four each, for which those in hand are counted."""
_LIMITS = {
    1: (-775, -700),
    2: (-250, 50),
    3: (300, 650),
    4: (725, 1000),
    5: (1050, 1375),
    6: (1250, 1600),
    7: (1450, 1800),
    8: (1650, 2000),
    9: (1850, 2200),
    10: (2050, 2400),
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
        level_for_length=level_for_length(
            technique, rating, in_hand_of_twelve(puzzle.position), puzzle.tiles
        ),
        technique=technique,
        rating=rating,
        themes=ids,
        density=density_of(puzzle, result),
        tries=tries,
    )


def in_hand_of_twelve(position: Position) -> int:
    """Return how many meeples are in hand; where there are more or fewer than twelve, of twelve.

    >>> from verifier.carcassonne.solo.position import setup
    >>> from verifier.carcassonne.solo.rule_set import RuleSet
    >>> in_hand_of_twelve(setup(RuleSet(colours=4, meeples=7)))
    12
    """
    rules = position.rules
    in_all = rules.colours * (rules.ordinary + rules.large)
    return _MEEPLES * sum(position.in_hand()) // in_all


def hard_for_readers(technique: int, rating: int, in_hand: int) -> int:
    """Return a number by which readers order puzzles of one length, given the meeples in hand.

    They are counted by :func:`in_hand_of_twelve`.

    >>> hard_for_readers(4, 1200, 6)
    680
    """
    return rating + _TECHNIQUE_POINT * technique + _MEEPLE_IN_HAND * in_hand


def level_for_length(technique: int, rating: int, in_hand: int, tiles: int) -> LevelForLength:
    """Return the level of a puzzle with these numbers among puzzles of so many tiles.

    Puzzles of more tiles than are made are compared with the longest.

    >>> [level_for_length(4, 1200, 4, tiles) for tiles in (3, 4, 5)]
    ['hard', 'medium', 'easy']
    """
    limits = _LIMITS[min(tiles, max(_LIMITS))]
    return third_of(hard_for_readers(technique, rating, in_hand), *limits)


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
