"""How hard a puzzle is, in numbers; :mod:`generator.grading` finds them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Level = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``technique`` is the total weight of its ``themes``; ``rating`` grows with the number of tries
    that players need. ``density`` is the chance to solve it by random legal turns, ``chances`` are
    those of the whole solver panel, ``outcomes`` is how many an exhaustive search examines.
    """

    level: Level
    technique: int
    rating: int
    themes: tuple[str, ...]
    density: Fraction
    chances: tuple[Fraction, ...]
    outcomes: int


def level_of(rating: int, medium: int, hard: int) -> Level:
    """Return the level of a rating, where medium and hard puzzles begin at these ratings.

    >>> [level_of(rating, 400, 800) for rating in (399, 400, 800)]
    ['easy', 'medium', 'hard']
    """
    if rating < medium:
        return "easy"
    return "medium" if rating < hard else "hard"
