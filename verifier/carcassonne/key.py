"""What a key must be able to say, so that claims can be put to the engine and the model alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from verifier.carcassonne.position import Position
from verifier.carcassonne.record import Record, Violation
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Outcome

Scores = tuple[int, ...]
FinalScoring: TypeAlias = Callable[[Scores, Scores], tuple[Scores, int]]
"""From scores and meeples on tiles, both by colour, to the final scores and the result."""


class StateAfterTurn(NamedTuple):
    """What a turn of a game leaves: by colour scores and supplies; and the goals it reaches.

    The goals are those of the checklist, by id and in its order.
    """

    scores: Scores
    supplies: Scores
    monasteries: int
    over: bool
    goals: tuple[str, ...]


class Key(Protocol):
    """One implementation of the rules, asked about a table, a record, or an end."""

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one turn can bring: all placements, claims, scoring orders.

        :raises Malformed: if the tile to be drawn is not known.
        """

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores]
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        """Yield the outcomes of the position with each of the given scores in turn."""

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks; an empty tuple if it is a legal game so far."""

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        """Return how games end under these rules (SOLO-FINAL-1 to -7, SOLO-RESULT-1, -2)."""

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether the turn meets the goal, under the readings of its rule set."""


@runtime_checkable
class RecordFollower(Protocol):
    """A key that says of a whole game what it comes to."""

    def course(self, record: Record) -> tuple[StateAfterTurn, ...]:
        """Return what the turns of a legal record leave, one after the other.

        :raises Illegal: if the record breaks a rule.
        """
