"""The interface of a key, by which claims are put to the engine and the model alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.record import Record
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.faults import Violation

Scores = tuple[int, ...]
FinalScoring: TypeAlias = Callable[[Scores, Scores], tuple[Scores, int]]
"""Maps scores and meeples on tiles, both by colour, to the final scores and the result."""


class StateAfterTurn(NamedTuple):
    """The state after a turn of a game: scores and supplies by colour, and the goals reached.

    Goals are ids of the checklist, in its order.
    """

    scores: Scores
    supplies: Scores
    monasteries: int
    over: bool
    goals: tuple[str, ...]


class Key(Protocol):
    """One implementation of the rules."""

    @property
    def name(self) -> str:
        """Its name in verdicts."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return every outcome of the next turn: all placements, claims and scoring orders.

        :raises Malformed: if the tile to be drawn is not known.
        """

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores]
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        """Yield the outcomes of the position with each of the given scores in turn."""

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks; empty if it is legal."""

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        """Return the function for final scoring (SOLO-FINAL-1 to -7, SOLO-RESULT-1, -2)."""

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether the turn meets the goal, under the readings of its rule set."""


@runtime_checkable
class RecordFollower(Protocol):
    """A key that can follow a whole game."""

    def course(self, record: Record) -> tuple[StateAfterTurn, ...]:
        """Return the state after each turn of a legal record.

        :raises Illegal: if the record breaks a rule.
        """


@runtime_checkable
class Closing(Protocol):
    """A key that has processes of its own."""

    def close(self) -> None:
        """End them."""
