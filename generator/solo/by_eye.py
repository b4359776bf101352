"""What open features and meeples in hand promise, by eye: the parts of evaluations.

They change which puzzles are made, see :mod:`generator.solo.evaluation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from verifier.carcassonne.engine.solo import Feature, features
from verifier.carcassonne.solo.position import Position

_ENOUGH_MEEPLES = 2
"""Meeples in hand beyond which more are no better."""
_WITH_INN, _WITH_CATHEDRAL = 200, 150
"""What a tile of a road with an inn, or of a city with a cathedral, is worth; else it is 100."""
_LEAD = 60
"""What each point costs by which a feature's owner is not lowest, so that it cannot score."""


def meeples_in_hand(position: Position) -> int:
    """Return what the meeples in hand are worth, in hundredths of a tile."""
    return 100 * sum(min(in_hand, _ENOUGH_MEEPLES) for in_hand in position.in_hand())


def claimed_open(position: Position) -> list[Feature]:
    """Return the open features with meeples."""
    return [one for one in features(position) if one.open_ends and any(one.meeples)]


def best_together(wanted: Sequence[Feature], position: Position, most: int) -> int:
    """Return what the best few features are worth together, no two with a common owner."""
    worths = [(owners(one), worth(one, position)) for one in wanted]
    return max(
        sum(each for _, each in chosen)
        for size in range(most + 1)
        for chosen in combinations(worths, size)
        if sum(len(own) for own, _ in chosen)
        == len(frozenset[int]().union(*(own for own, _ in chosen)))
    )


def worth(feature: Feature, position: Position) -> int:
    """Return what an open feature promises, in hundredths of a tile; less while its owners lead."""
    lead = min(position.scores[owner] for owner in owners(feature)) - min(position.scores)
    # A monastery is the more worth finishing the fuller its surroundings are.
    growth = feature.tiles**2 // 2 if feature.kind == "monastery" else feature.tiles
    each = _WITH_INN if feature.inns else _WITH_CATHEDRAL if feature.cathedrals else 100
    return each * (growth + feature.shields) - 20 * feature.open_ends - _LEAD * lead


def owners(feature: Feature) -> frozenset[int]:
    """Return the colours with meeples on the feature."""
    return frozenset(colour for colour, meeples in enumerate(feature.meeples) if meeples)
