"""A puzzle of the house game with all that both keys found out about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from generator.grading import Level, level_of, rating_of
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import KeysDisagree

Document: TypeAlias = dict[str, Any]
Reason: TypeAlias = str
"""Why a candidate did not become a puzzle."""

_MEDIUM, _HARD = 400, 600
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Proved:
    """A puzzle with its answer by both keys.

    ``solutions`` is how many answers are right; if it is one, and ``flaw`` is empty, this is a
    puzzle worth asking. ``solution`` is the answer as a document, without the game that leads to
    the position, empty if there is none. ``examined`` counts what each key was asked; ``tries`` is
    how many answers a player looks at until the right one is among them; ``choices`` are the
    answers to choose from, if there are.
    """

    puzzle: HousePuzzle
    solutions: int
    flaw: Reason
    solution: Document
    examined: tuple[tuple[str, int], ...]
    tries: Fraction
    themes: tuple[str, ...]
    choices: tuple[tuple[int, ...], ...] = ()

    @property
    def side(self) -> str:
        """Empty: no puzzle of this game asks for one of two answers."""
        return ""

    @property
    def rating(self) -> int:
        """400 times the decimal logarithm of the tries: 400 more is ten times as many."""
        return rating_of([self.tries])

    @property
    def level(self) -> Level:
        """The level that the rating belongs to."""
        return level_of(self.rating, _MEDIUM, _HARD)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that may have one answer, and the game that leads to its position."""

    puzzle: HousePuzzle
    draw: tuple[str, ...]
    game: tuple[Outcome, ...]


class BothKeys:
    """The two keys, asked together: what they say is returned only if it is the same."""

    def __init__(self) -> None:
        self._keys: tuple[Key, ...] = (HouseEngine(), HouseModel())

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring.

        :raises KeysDisagree: if the keys do.
        """
        return self._agreed("the part-turns of a position", lambda key: key.outcomes(position))

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now.

        :raises KeysDisagree: if the keys do.
        """
        return self._agreed("final scoring", lambda key: key.final_scorings(position))

    def _agreed(self, question: str, asked: Callable[[Key], _Answer]) -> _Answer:
        first, *others = (asked(key) for key in self._keys)
        if any(other != first for other in others):
            names = " and ".join(key.name for key in self._keys)
            raise KeysDisagree(f"{names} differ on {question}")
        return first
