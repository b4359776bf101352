"""Lines that reach a goal, found by listing the outcomes of every turn: no bound, no shortcut."""

from __future__ import annotations

from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position


def lines_reaching(position: Position, goal: Goal, turns: int) -> int:
    """Return how many lines first reach the goal within so many turns.

    Of a last turn only the placement counts.
    """
    found, level = 0, [position]
    for _ in range(turns):
        following = []
        for each in level:
            placed = set()
            for outcome in Engine().outcomes(each):
                if Engine().reached(goal, outcome):
                    placed.add(outcome.turn and (outcome.turn.cell, outcome.turn.rotation))
                elif not outcome.after.over:
                    following.append(outcome.after)
            found += len(placed)
        level = following
    return found
