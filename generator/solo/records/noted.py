"""Turns noted otherwise than they were played, and the mistakes that this makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from verifier.carcassonne.solo.puzzle import RecordError
from verifier.carcassonne.solo.turn import RecordedMeeple, RecordedTurn

MISTAKES = {
    "fit": ("BASE-PLACE-2", "BASE-PLACE-3"),
    "must-place": ("SOLO-MEEPLE-1",),
    "occupied": ("SOLO-MEEPLE-5",),
    "order": ("SOLO-SCORE-1", "SOLO-SCORE-3", "SOLO-SCORE-13"),
    "run-out": ("SOLO-MEEPLE-11",),
}
"""What a reader looks for, the easiest to see first, and the rules that it breaks."""


def noted_otherwise(turn: RecordedTurn) -> Iterator[RecordedTurn]:
    """Yield the turn with another rotation, another claim or none, and other scoring orders."""
    for rotation in range(4):
        if rotation != turn.rotation:
            yield replace(turn, rotation=rotation)
    for segment in ("", *"NESWM"):
        meeples = (RecordedMeeple(segment),) if segment else ()
        if meeples != turn.meeples:
            yield replace(turn, meeples=meeples)
    for length in range(1, len(turn.order) + 1):
        for order in permutations(turn.order, length):
            if order != turn.order:
                yield replace(turn, order=order)


def mistake_of(error: RecordError) -> str:
    """Return the mistake by its name in :data:`MISTAKES`; empty if it is none of these.

    >>> mistake_of(RecordError(4, ("SOLO-MEEPLE-1",)))
    'must-place'
    """
    kinds = (name for name, rules in MISTAKES.items() if set(error.rules) <= set(rules))
    return next(kinds, "")
