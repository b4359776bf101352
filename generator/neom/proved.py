"""A puzzle of NEOM with all that both keys found out about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from generator.grading import Level, rating_of
from verifier.errors import KeysDisagree
from verifier.neom.engine.engine import Engine
from verifier.neom.key import Key
from verifier.neom.model.key import NeomModel
from verifier.neom.puzzle import NeomPuzzle

Document: TypeAlias = dict[str, Any]
Reason: TypeAlias = str
"""Why a candidate did not become a puzzle."""
Claim: TypeAlias = Literal["unique", "better"]

_MEDIUM, _HARD = 150, 350
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Proved:
    """A puzzle with its answer by both keys; one worth asking, if ``flaw`` is empty.

    ``solution`` is the answer as a document. ``examined`` counts what each key was asked;
    ``tries`` is how many answers simple players give until the right one is among them. ``side``
    is what the answer is one of, where a pack shall have as many of each; else empty.
    """

    puzzle: NeomPuzzle
    claim: Claim
    flaw: Reason
    solution: Document
    examined: tuple[tuple[str, int], ...]
    tries: Fraction
    themes: tuple[str, ...]
    side: str = ""

    @property
    def rating(self) -> int:
        """400 times the decimal logarithm of the tries: 400 more is ten times as many."""
        return rating_of([self.tries])

    @property
    def level(self) -> Level:
        """The level that the rating belongs to."""
        if self.rating < _MEDIUM:
            return "easy"
        return "medium" if self.rating < _HARD else "hard"


class Keys(Protocol):
    """What answers the questions of a proof."""

    def agreed(self, question: str, asked: Callable[[Key], _Answer]) -> _Answer:
        """Return the answer to a question, which is named for errors."""


@dataclass(frozen=True, slots=True)
class FirstKey:
    """One key; what it says proves nothing, but tells whether a proof is worth while."""

    key: Key

    def agreed(self, question: str, asked: Callable[[Key], _Answer]) -> _Answer:  # noqa: ARG002 - as of both keys
        """Return what the key says."""
        return asked(self.key)


class BothKeys:
    """The two keys, asked together: what they say is returned only if it is the same."""

    def __init__(self) -> None:
        self._keys: tuple[Key, ...] = (Engine(), NeomModel())

    @property
    def first(self) -> FirstKey:
        """The first key alone, which is the quicker one, to look through candidates."""
        return FirstKey(self._keys[0])

    def agreed(self, question: str, asked: Callable[[Key], _Answer]) -> _Answer:
        """Return the answer to a question, which is named for errors.

        :raises KeysDisagree: if the keys do.
        :raises Undecided: if the catalogue does not say enough.
        """
        first, *others = (asked(key) for key in self._keys)
        if any(other != first for other in others):
            names = " and ".join(key.name for key in self._keys)
            raise KeysDisagree(f"{names} differ on {question}")
        return first
