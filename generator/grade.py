"""How hard a puzzle is, in numbers; :mod:`generator.solo.grading` finds them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Level = Literal["easy", "medium", "hard"]

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

    ``technique`` is the total weight of its ``themes``; ``rating`` grows with the ``tries`` that
    the solver panel needs. ``density`` is the chance to solve it by random legal turns.
    """

    level: Level
    technique: int
    rating: int
    themes: tuple[str, ...]
    density: Fraction
    tries: Tries


def level_of(rating: int, medium: int, hard: int) -> Level:
    """Return the level of a rating, where medium and hard puzzles begin at these ratings.

    >>> [level_of(rating, 400, 800) for rating in (399, 400, 800)]
    ['easy', 'medium', 'hard']
    """
    if rating < medium:
        return "easy"
    return "medium" if rating < hard else "hard"
