"""NEOM for one player as a game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from verifier.documents.strict_json import Document
from verifier.game import KEYS, Game
from verifier.neom.claims import Keyring, NeomScenario, scenario_from_json, suite
from verifier.neom.documents import state_from_json
from verifier.neom.engine import Engine
from verifier.neom.key import SHARED, Key
from verifier.neom.model.key import NeomModel
from verifier.neom.state import State
from verifier.neom.tiles_document import demo_catalogue

__all__ = ["GAME"]


class _Neom:
    shared = SHARED

    def read(self, source: Document | str, where: str = "") -> State:
        """Return a state of a game with the demo's tiles."""
        return state_from_json(source, demo_catalogue(), where)

    def scenario(self, document: Any, where: str = "") -> NeomScenario:
        return scenario_from_json(document, where)

    def suite(self) -> tuple[NeomScenario, ...]:
        return suite()

    def keyring(self, names: Collection[str] = KEYS) -> Keyring:
        keys: tuple[Key, ...] = (Engine(), NeomModel())
        return Keyring([key for key in keys if key.name in names])


GAME: Game = _Neom()
