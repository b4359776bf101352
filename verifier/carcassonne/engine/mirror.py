"""Mirror images of a first turn: the set-up looks the same in a mirror that stands north to south.

So do all tiles but J and K, each the other's image, of which there are as many; and no rule tells
left from right.
"""

from __future__ import annotations

from functools import cache

from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.tiles import EDGES, Orientation, drawing_of
from verifier.carcassonne.turn import Outcome, Turn

_EDGES = (0, 3, 2, 1)
"""Where each edge is in the mirror."""


def comes_first(outcome: Outcome) -> bool:
    """Tell whether the turn comes no later than its mirror image, in an order of all turns."""
    turn = outcome.turn
    return turn is None or _key(turn) <= _key(mirrored(turn))


def mirrored(turn: Turn) -> Turn:
    """Return the mirror image of a turn beside the start tile, which has no two segments to join.

    >>> mirrored(Turn("J", 0, 1, 0, "E"))
    Turn(tile='K', rotation=0, x=-1, y=0, claim='S', order=())
    """
    drawing = drawing_of(turn.tile, turn.rotation)
    tile, rotation = _images()[_look(drawing, _EDGES)]
    names = {"-": "-", "M": "M"}
    for segment in drawing.segments:
        if segment.edges:
            names[segment.name] = EDGES[min(_EDGES[edge] for edge in segment.edges)]
    order = tuple(names[name] for name in turn.order)
    return Turn(tile, rotation, -turn.x, turn.y, names[turn.claim], order)


def _key(turn: Turn) -> tuple[int, int, str, int, str]:
    return (turn.x, turn.y, turn.tile, turn.rotation, turn.claim)


@cache
def _images() -> dict[object, tuple[str, int]]:
    """Return by what is to be seen which tile shows it, in its first rotation that does."""
    return {
        _look(drawing, (0, 1, 2, 3)): (kind.letter, rotation)
        for kind in SOLO.sheet.kinds
        for rotation, drawing in reversed([*enumerate(kind.orientations)])
    }


def _look(drawing: Orientation, edges: tuple[int, ...]) -> object:
    """Return what there is to see when each edge is where ``edges`` says."""
    return frozenset(
        (segment.kind, frozenset(edges[edge] for edge in segment.edges), segment.shields)
        for segment in drawing.segments
    )
