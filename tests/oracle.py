"""The naive third opinion as a key. Tests only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tests import naive, naive_goals, naive_record, naive_turn
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import FinalScoring, Key, Scores
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record
from verifier.carcassonne.table.faults import Violation


@dataclass(frozen=True)
class Oracle:
    """The rules at their plainest; slow."""

    name: str = "oracle"

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one turn can bring."""
        if position.over:
            return frozenset()
        drawn = naive.draw(position)
        discards = position.discards + drawn.discards
        if drawn.tile is None:  # SOLO-END-6
            piles, river = drawn.piles, drawn.river
            after = replace(position, discards=discards, piles=piles, river=river, over=True)
            return frozenset({ended(position, drawn.discards, after)})
        board, in_hand = naive.board_of(position), naive_turn.hand_of(position).of(drawn.colour)
        allowed = naive.allowed_placements(board, drawn.tile, in_hand, position.rules)
        return frozenset(
            outcome
            for cell, rotation in allowed
            for outcome in naive_turn.play(position, drawn, cell, rotation)
        )

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores]
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        """Yield the outcomes of the position with each of the given scores in turn."""
        for each in scores:
            yield each, self.outcomes(replace(position, scores=each))

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the first rule the record breaks, if any."""
        return naive_record.violations(record)

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        """Return how games end under these rules."""
        unit = rules.value("final.unit")

        def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
            assert len(scores) == len(meeples) == rules.colours
            (final,) = naive_turn.final_scores_in_every_order(scores, meeples, unit=unit)
            return final, naive_goals.result_of(rules, final)

        return end

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether the turn meets the goal."""
        return naive_goals.reached(goal, outcome)


def ended(before: Position, discards: tuple[str, ...], after: Position) -> Outcome:
    """Return the end of a game whose last tiles could not be placed (SOLO-END-6)."""
    final = naive_turn.final_of(after)
    result = naive_goals.result_of(after.rules, final)
    return Outcome(before.to_move, discards, None, (), after, final, result)


ORACLE: Key = Oracle()
