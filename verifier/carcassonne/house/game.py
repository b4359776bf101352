"""The game by McGuire's house rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.claims import HouseScenario, any_as_scenario, suite
from verifier.carcassonne.house.codec import position_from_any
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.keyring import Keyring
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.verdict import SHARED
from verifier.documents.strict_json import Document
from verifier.game import KEYS, Game

__all__ = ["GAME"]


class _HouseRules:
    shared = SHARED

    def read(self, source: Document | str, where: str = "") -> Position:
        return position_from_any(source, where)

    def scenario(self, document: Any, where: str = "") -> HouseScenario:
        return any_as_scenario(document, where)

    def suite(self) -> tuple[HouseScenario, ...]:
        return suite()

    def keyring(self, names: Collection[str] = KEYS) -> Keyring:
        keys: tuple[Key, ...] = (HouseEngine(), HouseModel())
        return Keyring([key for key in keys if key.name in names])


GAME: Game = _HouseRules()
