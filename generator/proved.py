"""What proofs of puzzles share, all but those for goals: a rating, and answers of both keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from generator.grade import Level, level_of
from generator.solo.grading import rating_of
from verifier.errors import KeysDisagree


class Named(Protocol):
    """A key, as far as errors need it."""

    @property
    def name(self) -> str:
        """Its name."""


_Key = TypeVar("_Key", bound=Named)
_Answer = TypeVar("_Answer")


class Rated:
    """A puzzle with a rating by how many answers a simple player tries.

    ``tries`` are these answers; the puzzle is medium from the first of the ``bounds`` on, and hard
    from the second.
    """

    __slots__ = ()

    tries: Fraction
    bounds: tuple[int, int]

    @property
    def rating(self) -> int:
        """400 times the decimal logarithm of the tries: 400 more is ten times as many."""
        return rating_of([self.tries])

    @property
    def level(self) -> Level:
        """The level that the rating belongs to."""
        return level_of(self.rating, *self.bounds)


def agreed_answer(keys: Sequence[_Key], question: str, asked: Callable[[_Key], _Answer]) -> _Answer:
    """Return the answer that all keys give to a question, which is named for errors.

    :raises KeysDisagree: if they differ.
    """
    first, *others = (asked(key) for key in keys)
    if any(other != first for other in others):
        names = " and ".join(key.name for key in keys)
        raise KeysDisagree(f"{names} differ on {question}")
    return first
