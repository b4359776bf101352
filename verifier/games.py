"""The games that are verified: whose document it is, and both keys of its game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.house.catalogue import CATALOGUE as HOUSE_CATALOGUE
from verifier.carcassonne.house.claims import check as house_check
from verifier.carcassonne.house.claims.keyring import Keyring as HouseKeyring
from verifier.carcassonne.house.claims.reading import any_as_scenario
from verifier.carcassonne.house.codec import (
    GAME as HOUSE,
)
from verifier.carcassonne.house.codec import (
    is_house,
)
from verifier.carcassonne.house.key import Key as HouseKey
from verifier.carcassonne.house.scenarios.library import suite as house_suite
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.listing import turns_of
from verifier.carcassonne.solo.catalogue import CATALOGUE as SOLO_CATALOGUE
from verifier.carcassonne.solo.claims import check as solo_check
from verifier.carcassonne.solo.claims.keyring import Keyring as SoloKeyring
from verifier.carcassonne.solo.claims.reading import scenario_from_json as solo_scenario
from verifier.carcassonne.solo.key import Key as SoloKey
from verifier.carcassonne.solo.scenarios.library import suite as solo_suite
from verifier.catalogue.catalogue import Catalogue
from verifier.claims.scenario import Scenario, ScenarioVerdict
from verifier.neom.catalogue import CATALOGUE as NEOM_CATALOGUE
from verifier.neom.claims import check as neom_check
from verifier.neom.claims.check import Keyring as NeomKeyring
from verifier.neom.claims.reading import scenario_from_json as neom_scenario
from verifier.neom.engine import Engine as NeomEngine
from verifier.neom.key import Key as NeomKey
from verifier.neom.model.key import NeomModel
from verifier.neom.scenarios.library import suite as neom_suite

AnyScenario: TypeAlias = Scenario[Any]

KEYS = ("engine", "model")


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its name in documents and options, its rules, its scenarios and their reader."""

    name: str
    catalogue: Catalogue
    read: Callable[[Any, str], AnyScenario]
    suite: Callable[[], Sequence[AnyScenario]]


SOLO_VARIANT = Game("solo", SOLO_CATALOGUE, solo_scenario, solo_suite)
HOUSE_RULES = Game(HOUSE, HOUSE_CATALOGUE, any_as_scenario, house_suite)
NEOM = Game("neom", NEOM_CATALOGUE, neom_scenario, neom_suite)
GAMES = {game.name: game for game in (SOLO_VARIANT, HOUSE_RULES, NEOM)}
"""The games by name."""


def game_of(document: Any) -> Game:
    """Return the game that a document is of.

    >>> game_of({"game": "house"}).name, game_of({"game": "neom"}).name, game_of({}).name
    ('house', 'neom', 'solo')
    """
    if isinstance(document, dict) and document.get("game") == NEOM.name:
        return NEOM
    return HOUSE_RULES if is_house(document) else SOLO_VARIANT


class BothKeys:
    """The keys of all games, which answer each question once; close it when done.

    ``names`` are the keys to ask, ``engine``, ``model`` or both.
    """

    def __init__(self, names: Sequence[str] = KEYS) -> None:
        self._names = names
        self._model = Model(beside=turns_of)

    @cached_property
    def _solo(self) -> SoloKeyring:
        keys: tuple[SoloKey, ...] = (Engine(), self._model)
        return SoloKeyring([key for key in keys if key.name in self._names])

    @cached_property
    def _house(self) -> HouseKeyring:
        keys: tuple[HouseKey, ...] = (HouseEngine(), HouseModel())
        return HouseKeyring([key for key in keys if key.name in self._names])

    @cached_property
    def _neom(self) -> NeomKeyring:
        keys: tuple[NeomKey, ...] = (NeomEngine(), NeomModel())
        return NeomKeyring([key for key in keys if key.name in self._names])

    def check(self, game: Game, scenario: AnyScenario) -> ScenarioVerdict:
        """Return the verdict on a scenario of that game.

        :raises Illegal: if a claim is about a position that is not valid.
        """
        if game is HOUSE_RULES:
            return house_check.check_by(self._house, scenario)
        if game is NEOM:
            return neom_check.check_by(self._neom, scenario)
        return solo_check.check_by(self._solo, scenario)

    def close(self) -> None:
        """End the processes of solvers."""
        self._model.close()
