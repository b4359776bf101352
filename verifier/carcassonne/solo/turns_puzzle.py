"""Puzzles on turns proposed with one tile: which is legal, and what forbids each of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.carcassonne.solo.codec import record_to_json
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.record import Record, RecordedTurn
from verifier.documents.canonical_json import canonical_bytes, puzzle_id

TurnsKind = Literal["which-rule"]


@dataclass(frozen=True, slots=True)
class TurnsPuzzle:
    """Turns that are proposed for the colour to move, of which one is legal."""

    position: Position
    proposals: tuple[RecordedTurn, ...]
    kind: TurnsKind = "which-rule"

    @property
    def records(self) -> tuple[Record, ...]:
        """Each of the proposals as a record of one turn."""
        return tuple(Record(self.position, (turn,), official=False) for turn in self.proposals)

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind, position and proposals."""
        records = [record_to_json(record) for record in self.records]
        return puzzle_id(canonical_bytes([self.kind, records]).decode())
