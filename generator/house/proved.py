"""A puzzle of the house game with all that both keys found out about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from generator.proved import Rated, agreed_answer
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.carcassonne.model.house.key import HouseModel
from verifier.documents.strict_json import Document

Reason: TypeAlias = str
"""Why a candidate did not become a puzzle."""

_MEDIUM, _HARD = 400, 600


@dataclass(frozen=True, slots=True)
class Proved(Rated):
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
    bounds: tuple[int, int] = (_MEDIUM, _HARD)

    @property
    def side(self) -> str:
        """Empty: no puzzle of this game asks for one of two answers."""
        return ""


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
        return agreed_answer(
            self._keys, "the part-turns of a position", lambda key: key.outcomes(position)
        )

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now.

        :raises KeysDisagree: if the keys do.
        """
        return agreed_answer(self._keys, "final scoring", lambda key: key.final_scorings(position))
