"""Lists the final scores by every order of final scoring (SOLO-FINAL-1 to -7, AMB-11).

The keys return one vector of final scores. Whether the order matters, and under which reading it
could, takes all orders; there are few enough to try.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

Vector: TypeAlias = tuple[int, ...]
Ends: TypeAlias = frozenset[Vector]

_WORTH = 2


@cache
def while_they_count(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if a lowest colour's meeple is scored as long as there is one.

    >>> sorted(while_they_count((10, 10, 15), (0, 4, 4)))
    [(10, 12, 15)]
    """
    ends: set[Vector] = set()
    for colour in _lowest_with_meeples(scores, meeples):
        ends |= while_they_count(_add(scores, colour, _WORTH), _add(meeples, colour, -1))
    return frozenset(ends or {scores})


@cache
def stopping_anywhere(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if the player may also stop early."""
    ends = {scores}
    for colour in _lowest_with_meeples(scores, meeples):
        ends |= stopping_anywhere(_add(scores, colour, _WORTH), _add(meeples, colour, -1))
    return frozenset(ends)


@cache
def each_meeple_once(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if each meeple is offered once, and wasted if its colour is not lowest.

    >>> sorted({min(end) for end in each_meeple_once((0, 0, 0), (2, 2, 2))})
    [2, 4]
    """
    ends: set[Vector] = set()
    for colour, number in enumerate(meeples):
        if number:
            worth = _WORTH if scores[colour] == min(scores) else 0
            ends |= each_meeple_once(_add(scores, colour, worth), _add(meeples, colour, -1))
    return frozenset(ends or {scores})


@cache
def each_colour_once(scores: Vector, meeples: Vector) -> Ends:
    """Return all ends if each colour's meeples are offered once, together."""
    ends: set[Vector] = set()
    for colour, number in enumerate(meeples):
        if number:
            worth = _WORTH * number if scores[colour] == min(scores) else 0
            ends |= each_colour_once(_add(scores, colour, worth), _add(meeples, colour, -number))
    return frozenset(ends or {scores})


ORDERS: dict[str, Callable[[Vector, Vector], Ends]] = {
    "while-they-count": while_they_count,
    "stopping-anywhere": stopping_anywhere,
    "each-meeple-once": each_meeple_once,
    "each-colour-once": each_colour_once,
}
"""The ways of offering meeples, by their name in the claim language."""


def _lowest_with_meeples(scores: Vector, meeples: Vector) -> list[int]:
    lowest = min(scores)
    return [colour for colour, number in enumerate(meeples) if number and scores[colour] == lowest]


def _add(vector: Vector, colour: int, number: int) -> Vector:
    return (*vector[:colour], vector[colour] + number, *vector[colour + 1 :])
