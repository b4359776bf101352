"""What a game is to modules that know no game by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from verifier.catalogue.catalogue import Catalogue
from verifier.claims.scenario import Scenario, ScenarioVerdict
from verifier.documents.strict_json import Document

__all__ = ["KEYS", "AnyScenario", "Facts", "Game", "Keyring"]

AnyScenario: TypeAlias = Scenario[Any]

KEYS = ("engine", "model")
"""The names of the keys that every game has."""


class Keyring(Protocol):
    """Keys of one game, which are asked together and each question once; close it when done."""

    def check(self, scenario: AnyScenario, /) -> ScenarioVerdict:
        """Return the verdict on a scenario of the game.

        :raises MeepleproofError: if a claim is about a situation that there cannot be.
        """

    def close(self) -> None:
        """End the processes of solvers, if there are any."""


class Game(Protocol):
    """A game that is verified."""

    @property
    def shared(self) -> tuple[str, ...]:
        """What both of its keys use, so that neither would notice an error in it."""

    def read(self, source: Document | str, where: str = "") -> Any:
        """Return the position that a document or a code states; it need not be a valid one.

        :raises MeepleproofError: if it cannot be read; ``where`` goes before the place of that.
        """

    def scenario(self, document: Any, where: str = "") -> AnyScenario:
        """Return the scenario that a document states.

        :raises MeepleproofError: if it cannot be read; ``where`` goes before the place of that.
        """

    def suite(self) -> Sequence[AnyScenario]:
        """Return the scenarios that ship."""

    def keyring(self, names: Collection[str] = KEYS) -> Keyring:
        """Return the keys of these names."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a game before it is loaded.

    ``name`` is what documents and options call it, ``title`` what sentences do. Its ``package`` has
    a module ``catalogue`` with its ``CATALOGUE`` of rules, and a module ``game`` with its ``GAME``.
    ``code`` is how its codes begin, empty if it has none. If the game is ``marked``, its documents
    name it, and the names of their schemas begin with it.

    ``own_subject`` is what a request to verify can be about beside scenarios, records and
    positions. ``changed_tiles`` are the characters that a claim about changed tiles counts for,
    where scenarios can change them: all tiles are read for that claim.
    """

    name: str
    title: str
    package: str
    code: str = ""
    marked: bool = True
    own_subject: str = ""
    changed_tiles: int = 0

    @property
    def catalogue(self) -> Catalogue:
        """Its rules and switches; neither of its keys is loaded."""
        catalogue: Catalogue = import_module(f"{self.package}.catalogue").CATALOGUE
        return catalogue

    @property
    def mark(self) -> Document:
        """What its documents have in common."""
        return {"game": self.name} if self.marked else {}

    def schema(self, form: str) -> str:
        """Return the name of its schema for documents of a form, such as "scenario"."""
        return f"{self.name}-{form}" if self.marked else form

    def load(self) -> Game:
        """Return the game."""
        game: Game = import_module(f"{self.package}.game").GAME
        return game
