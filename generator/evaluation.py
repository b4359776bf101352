"""How promising a position looks for a goal, by eye: two evaluations made of the same parts.

``prospects`` guides the drafting of games; it looks at the largest features only, as it is asked
often. ``promise`` stands for a player who judges by eye. Both change which puzzles are made, so
neither may change between two versions that are to make the same puzzles. What they look at depends
on the kind of goal, see :mod:`generator.goal_kinds`.
"""

from __future__ import annotations

from generator.goal_kinds import kind_of
from verifier.carcassonne.position import Position
from verifier.carcassonne.solo.goals import Goal

_LOST = -(10**6)


def prospects(position: Position, goal: Goal) -> int:
    """Return how promising the position is for the goal, in hundredths of a tile."""
    return kind_of(goal).prospects(position, goal)


def promise(position: Position, goal: Goal) -> int:
    """Return how promising a position looks that has not reached the goal.

    The value is the same however the table is turned.
    """
    return _LOST if position.over else kind_of(goal).promise(position, goal)
