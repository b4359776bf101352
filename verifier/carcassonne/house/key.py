"""What a key of the house game must be able to say."""

from __future__ import annotations

from typing import Protocol

from verifier.carcassonne.house.part_turn import FinalScoring, Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.record import Record
from verifier.carcassonne.record import Violation


class Key(Protocol):
    """One implementation of the house rules."""

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring: tiles, placements, pieces, second parts.

        A second part is on offer only where the rules allow it, a tile is left and the refilled
        hand can be placed; a hand that cannot be placed is a tie at once.

        :raises Malformed: if a tile to be drawn is not known.
        """

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now (HOUSE-FINAL-1 to -5).

        In the order of the features.
        """

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks, the first broken part-turn's only; empty if none.

        Scores noted in the record that are not those of the rules are violations too.
        """
