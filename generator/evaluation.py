"""How promising a position looks for a goal, by eye: two evaluations made of the same parts.

``prospects`` guides the drafting of games; it looks at the largest features only, as it is asked
often. ``promise`` stands for a player who judges by eye. Both change which puzzles are made, so
neither may change between two versions that are to make the same puzzles.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from verifier.carcassonne.engine import Feature, features
from verifier.carcassonne.position import Position
from verifier.carcassonne.solo.goals import Goal

_LOST = -(10**6)
_ENOUGH_MEEPLES = 2
"""Meeples in hand beyond which more are no better."""
_FEWEST_FEATURES = 2
"""Features that are looked at for a goal that asks for no or one colour."""
_SCORED_MONASTERY = 6000
_LEAD = 60
"""What each point costs by which a feature's owner is not lowest, so that it cannot score."""


def prospects(position: Position, goal: Goal) -> int:
    """Return how promising the position is for the goal, in hundredths of a tile.

    The largest open features of the goal's kind count if they bring another colour: as many as the
    goal asks for colours, and at least two. Meeples in hand keep the game going.
    """
    value = _meeples_in_hand(position)
    if goal.kind == "monasteries":
        value += _SCORED_MONASTERY * position.monasteries
    kind = "monastery" if goal.kind == "monasteries" else goal.kind
    wanted = [feature for feature in _claimed_open(position) if feature.kind == kind]
    wanted.sort(key=lambda feature: (feature.tiles, -feature.open_ends), reverse=True)
    used: frozenset[int] = frozenset()
    for feature in wanted[: max(goal.colours, _FEWEST_FEATURES)]:
        owners = _owners(feature)
        if owners - used or kind == "monastery":
            value += _worth(feature, position)
        used |= owners
    return value


def promise(position: Position, goal: Goal) -> int:
    """Return how promising a position looks that has not reached the goal.

    Meeples in hand keep the game going. For a road or city goal the best few open features of its
    kind count, no two with a common owner; for a monastery goal, the fullest surroundings; for a
    total, the result if the game ended now (FACT-1), and the lowest colour's part of what is open.
    The value is the same however the table is turned.
    """
    if position.over:
        return _LOST
    is_open = _claimed_open(position)
    if goal.kind == "total":
        return _towards_total(position, is_open)
    in_hand = _meeples_in_hand(position)
    if goal.kind == "monasteries":
        worths = [_worth(one, position) for one in is_open if one.kind == "monastery"]
        left = goal.at_least - position.monasteries
        return in_hand - _SCORED_MONASTERY * left + sum(sorted(worths)[-left:])
    wanted = [one for one in is_open if one.kind == goal.kind]
    return in_hand + _best_together(wanted, position, max(goal.colours, _FEWEST_FEATURES))


def _meeples_in_hand(position: Position) -> int:
    return 100 * sum(min(supply, _ENOUGH_MEEPLES) for supply in position.supplies)


def _claimed_open(position: Position) -> list[Feature]:
    return [one for one in features(position) if one.open_ends and any(one.meeples)]


def _best_together(wanted: Sequence[Feature], position: Position, most: int) -> int:
    """Return what the best few features are worth together, no two with a common owner."""
    worths = [(_owners(one), _worth(one, position)) for one in wanted]
    return max(
        sum(worth for _, worth in chosen)
        for size in range(most + 1)
        for chosen in combinations(worths, size)
        if sum(len(owners) for owners, _ in chosen)
        == len(frozenset[int]().union(*(owners for owners, _ in chosen)))
    )


def _worth(feature: Feature, position: Position) -> int:
    """Return what an open feature promises, in hundredths of a tile; less while its owners lead."""
    lead = min(position.scores[owner] for owner in _owners(feature)) - min(position.scores)
    # A monastery is the more worth finishing the fuller its surroundings are.
    growth = feature.tiles**2 // 2 if feature.kind == "monastery" else feature.tiles
    return 100 * (growth + feature.shields) - 20 * feature.open_ends - _LEAD * lead


def _owners(feature: Feature) -> frozenset[int]:
    return frozenset(colour for colour, meeples in enumerate(feature.meeples) if meeples)


def _towards_total(position: Position, is_open: Sequence[Feature]) -> int:
    expected = [100 * score for score in position.scores]
    for feature in is_open:
        for colour, meeples in enumerate(feature.meeples):
            if meeples == max(feature.meeples):
                expected[colour] += 50 * feature.points // feature.open_ends
    on_tiles = position.meeples_on_tiles()
    now = min(score + 2 * out for score, out in zip(position.scores, on_tiles, strict=True))
    return 100 * now + min(expected)
