"""The Solo Variant as a game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.listing import turns_of
from verifier.carcassonne.solo.claims import SoloScenario, scenario_from_json, suite
from verifier.carcassonne.solo.codec import position_from_any
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.keyring import Keyring
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.verdict import SHARED
from verifier.documents.strict_json import Document
from verifier.game import KEYS, Game

__all__ = ["GAME"]


class _SoloVariant:
    shared = SHARED

    def read(self, source: Document | str, where: str = "") -> Position:
        return position_from_any(source, where)

    def scenario(self, document: Any, where: str = "") -> SoloScenario:
        return scenario_from_json(document, where)

    def suite(self) -> tuple[SoloScenario, ...]:
        return suite()

    def keyring(self, names: Collection[str] = KEYS) -> Keyring:
        keys: tuple[Key, ...] = (Engine(), Model(beside=turns_of))
        return Keyring([key for key in keys if key.name in names])


GAME: Game = _SoloVariant()
