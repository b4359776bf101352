"""The naive third opinion on the house rules as a key. Tests only."""

from __future__ import annotations

from dataclasses import dataclass

from tests import house_record, house_turn
from tests.house_naive import board_of
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, PartTurn, Record
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.table.faults import Violation


@dataclass(frozen=True)
class Oracle:
    """The house rules at their plainest; slow."""

    name: str = "oracle"

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring."""
        if position.end:
            return frozenset()
        house_turn.require_known(position)
        return frozenset(house_turn.outcomes(position))

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return what one part-turn brings, None if it is not legal."""
        found = (each for each in self.outcomes(position) if each.part_turn == part_turn)
        return next(found, None)

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now."""
        return house_turn.final_scorings(board_of(position))

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the first rule that the record breaks, if any."""
        return house_record.violations(record)


ORACLE: Key = Oracle()
