"""A game as it was written down, legal or not (the record of SOLO's turn algorithm).

A record can also state what the rules forbid, so that it can be checked: a tile from another
colour's pile, two meeples, a meeple on a neighbouring tile, the score marker as a meeple.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn
from verifier.carcassonne.table.cells import Cell


@dataclass(frozen=True, slots=True)
class RecordedMeeple:
    """A meeple put down in a turn: usually only the segment is given.

    ``segment`` is ``N E S W``, ``M``, or ``F`` for a field. ``colour`` and ``cell`` default to the
    turn's own; ``piece`` is ``meeple``, ``marker`` or ``abbot``.
    """

    segment: str
    colour: int | None = None
    cell: Cell | None = None
    piece: str = "meeple"


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One turn as written down.

    ``discards`` are the tiles laid aside as unplaceable before this one, in drawing order. ``pile``
    is the colour whose pile was drawn from, by default the turn's own. ``order`` names features as
    :mod:`verifier.carcassonne.solo.turn` does and may be left empty when fewer than two completed
    features carry meeples.
    """

    colour: int
    tile: str
    rotation: int
    x: int
    y: int
    meeples: tuple[RecordedMeeple, ...] = ()
    order: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    pile: int | None = None

    @property
    def cell(self) -> Cell:
        """The cell the tile went to."""
        return (self.x, self.y)


def as_recorded(turn: Turn, colour: int, discards: tuple[str, ...] = ()) -> RecordedTurn:
    """Return a colour's turn for a record, after the tiles laid aside before it."""
    meeples = () if turn.claim == NO_CLAIM else (RecordedMeeple(turn.claim),)
    return RecordedTurn(
        colour, turn.tile, turn.rotation, turn.x, turn.y, meeples, turn.order, discards
    )


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or the beginning of one: where it starts, and its turns.

    ``official`` means that the start is meant as the official set-up and is checked against
    SOLO-SETUP; otherwise any position is accepted.
    """

    start: Position
    turns: tuple[RecordedTurn, ...]
    official: bool = True
