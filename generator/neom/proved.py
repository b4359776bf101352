"""The keys of NEOM as proofs of puzzles ask them: one to look through candidates, or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from generator.kind import agreed_answer
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import KeysDisagree
from verifier.neom.engine.engine import Engine, arrangements
from verifier.neom.key import Key
from verifier.neom.model.key import NeomModel
from verifier.neom.model.questions import arrangements as model_arrangements
from verifier.neom.state import City
from verifier.neom.tiles import TileCatalogue

BOUNDS = 150, 350
"""The ratings from which on a puzzle is medium, and hard, but where a kind has its own."""
_Answer = TypeVar("_Answer")


class Keys(Protocol):
    """What answers the questions of a proof."""

    def agreed(self, question: str, asked: Callable[[Key], _Answer]) -> _Answer:
        """Return the answer to a question, which is named for errors."""

    def arranged(
        self,
        catalogue: TileCatalogue,
        city: City,
        tiles: frozenset[str],
        *,
        overbuilding: bool,
        centre: bool,
    ) -> frozenset[City]:
        """Return the cities in which the tiles are placed, all linked and nothing polluted."""


@dataclass(frozen=True, slots=True)
class FirstKey:
    """One key; what it says proves nothing, but tells whether a proof is worth while."""

    key: Key

    def agreed(self, question: str, asked: Callable[[Key], _Answer]) -> _Answer:  # noqa: ARG002 - as of both keys
        """Return what the key says."""
        return asked(self.key)

    def arranged(
        self,
        catalogue: TileCatalogue,
        city: City,
        tiles: frozenset[str],
        *,
        overbuilding: bool,
        centre: bool,
    ) -> frozenset[City]:
        """Return the cities that the search of the engine finds."""
        return arrangements(catalogue, city, tiles, overbuilding=overbuilding, centre=centre)


class BothKeys:
    """The two keys, asked together: what they say is returned only if it is the same."""

    def __init__(self, solver: CpSatSolver | None = None) -> None:
        self._keys: tuple[Key, ...] = (Engine(), NeomModel())
        self._solver = solver or CpSatSolver()

    @property
    def first(self) -> FirstKey:
        """The first key alone, which is the quicker one, to look through candidates."""
        return FirstKey(self._keys[0])

    def agreed(self, question: str, asked: Callable[[Key], _Answer]) -> _Answer:
        """Return the answer to a question, which is named for errors.

        :raises KeysDisagree: if the keys do.
        :raises Undecided: if the catalogue does not say enough.
        """
        return agreed_answer(self._keys, question, asked)

    def arranged(
        self,
        catalogue: TileCatalogue,
        city: City,
        tiles: frozenset[str],
        *,
        overbuilding: bool,
        centre: bool,
    ) -> frozenset[City]:
        """Return the cities in which the tiles are placed, all linked and nothing polluted.

        :raises KeysDisagree: if the keys do.
        :raises Undecided: if the catalogue does not say enough.
        """
        first = arrangements(catalogue, city, tiles, overbuilding=overbuilding, centre=centre)
        second = model_arrangements(
            self._solver, catalogue, city, tiles, overbuilding=overbuilding, centre=centre
        )
        if first != second:
            raise KeysDisagree("engine and model differ on where the tiles can be placed")
        return first
