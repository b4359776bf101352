"""Mirror images of a first turn: the set-up is its own mirror image from east to west.

So are all tiles but J and K, which are images of each other and equally many; and no rule depends
on left and right.
"""

from __future__ import annotations

from functools import cache

from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.carcassonne.tiles import EDGES, Orientation, drawing_of, tiles_in_play

_EDGES = (0, 3, 2, 1)
"""The mirror image of each edge."""


def comes_first(outcome: Outcome) -> bool:
    """Return whether the turn is not after its mirror image, in a fixed order of turns."""
    turn = outcome.turn
    return turn is None or _key(turn) <= _key(mirrored(turn, outcome.after.rules.sheets))


def mirrored(turn: Turn, sheets: tuple[str, ...]) -> Turn:
    """Return the mirror image of a turn beside the start tile, which has no two segments to join.

    >>> mirrored(Turn("base/J", 0, 1, 0, "E"), ("base",))
    Turn(tile='base/K', rotation=0, x=-1, y=0, claim='S', order=())
    """
    drawing = drawing_of(turn.tile, turn.rotation)
    tile, rotation = _images(sheets)[_look(drawing, _EDGES)]
    names = {"-": "-", "M": "M"}
    for segment in drawing.segments:
        if segment.edges:
            names[segment.name] = EDGES[min(_EDGES[edge] for edge in segment.edges)]
    order = tuple(names[name] for name in turn.order)
    return Turn(tile, rotation, -turn.x, turn.y, names[turn.claim], order)


def _key(turn: Turn) -> tuple[int, int, str, int, str]:
    return (turn.x, turn.y, turn.tile, turn.rotation, turn.claim)


@cache
def _images(sheets: tuple[str, ...]) -> dict[object, tuple[str, int]]:
    """Return tiles in their first rotation, by how they look."""
    return {
        _look(drawing, (0, 1, 2, 3)): (kind.id, rotation)
        for kind in tiles_in_play(sheets).kinds
        for rotation, drawing in reversed([*enumerate(kind.orientations)])
    }


def _look(drawing: Orientation, edges: tuple[int, ...]) -> object:
    """Return how a drawing looks with its edges moved as ``edges`` states."""
    return frozenset(
        (segment.kind, frozenset(edges[edge] for edge in segment.edges), segment.shields)
        for segment in drawing.segments
    )
