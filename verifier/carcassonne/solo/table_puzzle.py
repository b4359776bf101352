"""Puzzles on how a table came about: what was the last turn, and what was the whole game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.position import Position
from verifier.documents.canonical_json import canonical_bytes, puzzle_id

TableKind = Literal["retro", "proof-game"]


@dataclass(frozen=True, slots=True)
class TablePuzzle:
    """A table to which some game leads from the set-up."""

    position: Position
    kind: TableKind

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind and position."""
        return puzzle_id(canonical_bytes([self.kind, position_to_json(self.position)]).decode())
