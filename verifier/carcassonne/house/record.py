"""A house game as it was written down, legal or not.

A record must be able to state what the rules forbid, or nobody could ask about it: two pieces in
one part-turn, another colour's follower, a builder on a farm, a tile that is not in the hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.table.cells import Cell


@dataclass(frozen=True, slots=True)
class RecordedPiece:
    """A piece put down: ``little``, ``big``, ``builder``, or what the game does not have.

    ``feature`` is any name of the feature on the tile. ``colour`` and ``cell`` default to the
    part-turn's own.
    """

    piece: str
    feature: str
    colour: int | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class RecordedPartTurn:
    """One part-turn as written down.

    ``second`` says that this *is* the second part of the colour's turn. ``scores``, if given, are
    those the players noted after it, by colour.
    """

    colour: int
    tile: str
    rotation: int
    x: int
    y: int
    pieces: tuple[RecordedPiece, ...] = ()
    second: bool = False
    scores: tuple[int, ...] | None = None

    @property
    def cell(self) -> Cell:
        """The cell the tile went to."""
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or the beginning of one: where it starts, and its part-turns.

    The tiles drawn are the start's hand and known bag. ``official`` says that the start claims to
    be the set-up of HOUSE-SETUP-9 and -10 and is checked against it; otherwise it is a declared
    position. ``final``, if given, are the scores by colour the players noted at the end.
    """

    start: Position
    turns: tuple[RecordedPartTurn, ...]
    official: bool = True
    final: tuple[int, ...] | None = None


def as_recorded(part_turn: PartTurn, colour: int, *, second: bool) -> RecordedPartTurn:
    """Return a part-turn of a colour as a record states it."""
    piece = part_turn.piece
    pieces = () if piece is None else (RecordedPiece(piece, part_turn.feature),)
    return RecordedPartTurn(
        colour, part_turn.tile, part_turn.rotation, part_turn.x, part_turn.y, pieces, second
    )
