"""Turns: as a player's action, what comes of it, and as a record writes it down.

Features a turn completes are named from the tile just placed: ``N E S W`` for the road or city at
that edge (the first of its edges on the tile, whatever path joins them), ``M`` for the tile's own
monastery, and ``n ne e se s sw w nw`` for a monastery on a surrounding cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles import Kind

OWN_FEATURES = ("N", "E", "S", "W", "M")
"""Names of features on the tile just placed."""

FEATURES: tuple[str, ...] = (*OWN_FEATURES, *AROUND)
"""All names of features, in the order that makes one of several equal scoring orders the first."""

NO_CLAIM = "-"
LARGE = "large"
"""The piece of a record that is a large meeple (SOLO-BOX-5)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's action: where the tile goes, which feature the meeple claims, what scores when.

    ``claim`` names the claimed feature by the first of its edges on this tile (SOLO-MEEPLE-9), or
    is ``-``; ``large`` says that the large meeple claims it (SOLO-BOX-5). ``order`` names every
    completed feature that carries a meeple, in scoring order (SOLO-SCORE-3, -13).
    """

    tile: str
    rotation: int
    x: int
    y: int
    claim: str = NO_CLAIM
    order: tuple[str, ...] = ()
    large: bool = False

    @property
    def cell(self) -> Cell:
        """The cell the tile goes to."""
        return (self.x, self.y)

    def __str__(self) -> str:
        """Return the turn in the notation of :mod:`verifier.carcassonne.solo.notation`.

        >>> str(Turn("base/L", 0, -1, 0, "S", ("S", "W", "N")))
        'L0.-1.0.S.S-W-N'
        >>> str(Turn("ic/K", 0, -1, 0, "N", large=True))
        'iK0.-1.0.LN'
        """
        claim = f"L{self.claim}" if self.large else self.claim
        text = f"{letter_of(self.tile)}{self.rotation}.{self.x}.{self.y}.{claim}"
        return f"{text}.{'-'.join(self.order)}" if self.order else text


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring of one completed feature.

    ``value`` is DEF-9's; ``present`` are the colours with a meeple on it, ``majority`` those with
    the most (DEF-8), ``colours`` those that received the value. All in increasing order.
    """

    feature: str
    kind: Kind
    value: int
    present: tuple[int, ...]
    majority: tuple[int, ...]
    colours: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one turn brought.

    ``discards`` are the tiles that had no legal placement and left the game before the turn's tile
    was drawn (SOLO-PLACE-4). ``turn`` is None when the game ended because no tile could be placed
    any more (SOLO-END-6). ``final`` are the scores after final scoring if the game is over, else
    None, and so is the ``result`` (SOLO-RESULT-1, -2), which each key works out by itself;
    ``after`` shows the table before final scoring.

    Two scoring orders with the same scores and the same features that brought points are one
    outcome; its turn shows the first of them in the order of ``FEATURES``.
    """

    colour: int
    discards: tuple[str, ...]
    turn: Turn | None
    scorings: tuple[Scoring, ...]
    after: Position
    final: tuple[int, ...] | None
    result: int | None

    def __hash__(self) -> int:
        """Hash the parts in which outcomes of one position differ; the whole table takes long."""
        return hash((self.turn, self.after.scores, self.after.supplies, self.final))


def turns_of(outcomes: Iterable[Outcome]) -> tuple[Turn, ...]:
    """Return the turns that were made, without the end for lack of a tile that fits."""
    return tuple(outcome.turn for outcome in outcomes if outcome.turn is not None)


def order_key(order: tuple[str, ...]) -> tuple[int, ...]:
    """Return the key that puts scoring orders in the order of ``FEATURES``.

    >>> min([("W", "S"), ("S", "W"), ("ne", "S")], key=order_key)
    ('S', 'W')
    """
    return tuple(FEATURES.index(feature) for feature in order)


# --- A game as it was written down, legal or not (the record of SOLO's turn algorithm)
#
# A record can also state what the rules forbid, so that it can be checked: a tile from another
# colour's pile, two meeples, a meeple on a neighbouring tile, the score marker as a meeple.


@dataclass(frozen=True, slots=True)
class RecordedMeeple:
    """A meeple put down in a turn: usually only the segment is given.

    ``segment`` is ``N E S W``, ``M``, or ``F`` for a field. ``colour`` and ``cell`` default to the
    turn's own; ``piece`` is ``meeple``, ``large``, ``marker`` or ``abbot``.
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
    piece = LARGE if turn.large else "meeple"
    meeples = () if turn.claim == NO_CLAIM else (RecordedMeeple(turn.claim, piece=piece),)
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
