"""The model as a key of the house game."""

from __future__ import annotations

from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.record import Record
from verifier.carcassonne.model.house import constant_reading, final_scoring
from verifier.carcassonne.model.house.hand import is_short
from verifier.carcassonne.model.house.outcomes import every_outcome, outcome_of
from verifier.carcassonne.table.faults import Violation
from verifier.errors import Malformed


class HouseModel:
    """Key two of the house game."""

    name = "model"

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring, see :class:`Key`.

        :raises Malformed: if the hand is short and the next tile is not known, or there is no
            such tile.
        """
        return frozenset(every_outcome(position)) if _goes_on(position) else frozenset()

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return what one part-turn brings, None if it is not legal; see :class:`Key`.

        :raises Malformed: as :meth:`outcomes`.
        """
        return outcome_of(position, part_turn) if _goes_on(position) else None

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks, see :func:`constant_reading.violations`."""
        return constant_reading.violations(record)

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now, see :class:`Key`."""
        return final_scoring.final_scorings(position)


def _goes_on(position: Position) -> bool:
    if position.end:
        return False
    if is_short(position):
        raise Malformed("the next tile of the bag is not known", where="/hidden")
    return True
