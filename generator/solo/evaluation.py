"""How promising a position looks for a goal, by eye: evaluations made of the same parts.

``prospects`` guides the drafting of games; it looks at the largest features only, as it is asked
often. ``suits`` guides it, too, where a puzzle is to need rules. ``promise`` stands for a player
who judges by eye. All change which puzzles are made, so none may change between two versions that
are to make the same puzzles. What they look at depends on the kind of goal, see
:mod:`generator.solo.goal_kinds`.
"""

from __future__ import annotations

from collections.abc import Collection

from generator.solo.by_eye import claimed_open
from generator.solo.goal_kinds import kind_of
from verifier.carcassonne.engine.solo import Feature
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position

_LOST = -(10**6)

_OF_MEEPLES = frozenset(("supply", "return", "duty", "large"))
_OF_SCORES = frozenset(("lowest", "order"))
_IN_HAND = 200
"""What a meeple in hand costs: twice what it is worth to a player who wants to last."""
_UNEVEN, _UNEVEN_ENOUGH = 60, 6
"""What a point between the first and the last colour is worth, and how many of them are."""
_STANDING, _OF_BONUS = 200, 300
"""What a large meeple on a tile is worth, and a claimed feature with an inn or a cathedral."""


def prospects(position: Position, goal: Goal) -> int:
    """Return how promising the position is for the goal, in hundredths of a tile."""
    return kind_of(goal).prospects(position, goal)


def suits(position: Position, needs: Collection[str]) -> int:
    """Return how well the position suits puzzles that need these rules, in hundredths of a tile.

    Where the supply or returning meeples are to matter, few are left in hand; where only the lowest
    or the order is to matter, the scores are uneven. What is to matter of other boxes stands on
    open features. No rule to need, no preference.
    """
    value = 0
    if _OF_MEEPLES & set(needs):
        value -= _IN_HAND * sum(position.in_hand())
    if _OF_SCORES & set(needs):
        value += _UNEVEN * min(max(position.scores) - min(position.scores), _UNEVEN_ENOUGH)
    if "large" in needs:
        value += _STANDING * sum(position.large_on_tiles())
    return value + _OF_BONUS * sum(_may_matter(one, needs) for one in _with_bonus(position, needs))


def _with_bonus(position: Position, needs: Collection[str]) -> list[Feature]:
    return claimed_open(position) if {"inns", "cathedrals"} & set(needs) else []


def _may_matter(feature: Feature, needs: Collection[str]) -> bool:
    """Return whether the feature has an inn or a cathedral that the puzzle is to need."""
    inn, cathedral = "inns" in needs, "cathedrals" in needs
    return bool((inn and feature.inns) or (cathedral and feature.cathedrals))


def promise(position: Position, goal: Goal) -> int:
    """Return how promising a position looks that has not reached the goal.

    The value is the same however the table is turned.
    """
    return _LOST if position.over else kind_of(goal).promise(position, goal)
