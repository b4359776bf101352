"""How hard a puzzle is in one word: by its rating, and the limits that are listed of its kind."""

from __future__ import annotations

from bisect import bisect

from generator.grade import LEVELS, UNGRADED, Level
from generator.listed import listed_kind

__all__ = ["level_of", "ratings_of"]


def level_of(kind: str, rating: int) -> Level:
    """Return the level of a puzzle of a kind with that rating.

    :raises Malformed: if there is no such kind.

    >>> level_of("goal", 799), level_of("goal", 800), level_of("goal", 2258)
    ('easy', 'medium', 'expert')
    """
    return LEVELS[bisect(listed_kind(kind).limits, rating)]


def ratings_of(kind: str, level: str) -> range:
    """Return the ratings that puzzles of a kind and a level have.

    :raises Malformed: if there is no such kind.

    >>> ratings_of("goal", "medium")
    range(800, 1100)
    """
    begins = (0, *listed_kind(kind).limits, UNGRADED)
    number = LEVELS.index(level)
    return range(begins[number], begins[number + 1])
