"""What a key of the house game must be able to say."""

from __future__ import annotations

from typing import Protocol

from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.record import Record
from verifier.carcassonne.table.faults import Violation


class Key(Protocol):
    """One implementation of the house rules."""

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring: tiles, placements, pieces, second parts.

        A second part is on offer only where the rules allow it, a tile is left and the refilled
        hand can be placed; a hand that cannot be placed is a tie at once. A game that has ended
        has no outcomes, nor has a declared hand that cannot be placed.

        While a tile to be drawn is not known, the hand stays short: nothing is said of a tie, and
        a second part is on offer, for it is chosen before the draw (AMB-41). Whose turn comes
        next is told even if the game has ended.

        Where the whole hand is laid aside (``discard_and_continue``), a second part is on offer if
        any hand drawn after that can be placed.

        Of the river (AMB-39): if nothing in hand can be placed, all of it goes under the river
        stack, in the order of the hand, and as many are drawn anew; if no river tile can be placed,
        all are laid aside and the lake comes into the hand alone. A lake that cannot be placed is
        an unplayable hand as any other. A tile without a river among them goes wherever a land
        tile may go (AMB-37).

        :raises Malformed: if the hand is short and the next tile is not known, or there is no
            such tile.
        """

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return the one of :meth:`outcomes` that this part-turn brings, None if it is not legal.

        :raises Malformed: as :meth:`outcomes`.
        """

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now (HOUSE-FINAL-1 to -5).

        In the order of the features.
        """

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks, the first broken part-turn's only; empty if none.

        Scores noted in the record that are not those of the rules are violations too.
        """
