"""Part-turns of the house game: as an action, what comes of it, and as a record writes it down.

Features that a tile completes are named from that tile as in
:mod:`verifier.carcassonne.tiles.drawing`, and monasteries on the cells around it ``n ne e se s sw
w nw``.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.house.position import Piece, Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles.drawing import Kind


@dataclass(frozen=True, slots=True)
class PartTurn:
    """A colour's action: which tile of the hand goes where, and which piece onto what.

    ``feature`` names what the piece stands on, by the first of the names that the whole feature
    has on this tile (one reached by several segments is one); it is empty without a piece.
    ``second`` is whether the colour continues with the second part of its turn (HOUSE-TURN-8).
    """

    tile: str
    rotation: int
    x: int
    y: int
    piece: Piece | None = None
    feature: str = ""
    second: bool = False

    @property
    def cell(self) -> Cell:
        """The cell the tile goes to."""
        return (self.x, self.y)

    def __str__(self) -> str:
        """Return the part-turn in the notation of the house game.

        >>> str(PartTurn("base/V", 0, -1, 0, "big", "Sl")), str(PartTurn("ic/K", 2, 0, 3))
        ('base/V0.-1.0.big.Sl', 'ic/K2.0.3')
        >>> str(PartTurn("base/U", 1, 0, -1, second=True))
        'base/U1.0.-1+'
        """
        text = f"{self.tile}{self.rotation}.{self.x}.{self.y}"
        if self.piece is not None:
            text = f"{text}.{self.piece}.{self.feature}"
        return f"{text}+" if self.second else text


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring of one completed feature with followers on it (HOUSE-TURN-6).

    ``weights`` are the colours with a follower on it and what these weigh (HOUSE-OWN-1), in
    increasing order of colour; ``owners`` those with the most, who each get ``value``.
    """

    feature: str
    kind: Kind
    value: int
    weights: tuple[tuple[int, int], ...]
    owners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one part-turn brings.

    ``scorings`` are in the order of the features' names (those of ``drawing.NAMES``, then those of
    ``turn.AROUND``). ``after`` is the table before the next part-turn, the hand refilled as far as
    the bag is known. If the game has ended, ``after.end`` says how, and ``final`` are the scores by
    colour after final scoring; it is None while the game goes on and after a tie (AMB-43).
    """

    colour: int
    part_turn: PartTurn
    scorings: tuple[Scoring, ...]
    after: Position
    final: tuple[int, ...] | None

    def __hash__(self) -> int:
        """Hash what distinguishes outcomes of one position; the whole table would take long."""
        return hash((self.part_turn, self.after.scores, self.final))


FeatureAt = tuple[int, int, str]
"""A feature by the least of its segments: x, y and name; least by y, then x, then the name's place
in ``drawing.NAMES``."""


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """What one feature brings in final scoring (HOUSE-FINAL-1 to -5).

    ``parts`` are all segments of the feature, which is called by the least of them. ``cities`` are
    the completed cities that touch a field, empty for other kinds. Both are in the order of
    :data:`FeatureAt`. Features without followers on them are left out.
    """

    parts: tuple[FeatureAt, ...]
    kind: Kind
    value: int
    weights: tuple[tuple[int, int], ...]
    owners: tuple[int, ...]
    cities: tuple[FeatureAt, ...] = ()

    @property
    def feature(self) -> FeatureAt:
        """The feature by the least of its segments."""
        return self.parts[0]

    def __str__(self) -> str:
        """Return what is scored as it stands in sentences.

        >>> str(FinalScoring(((0, -1, "Nl"),), "field", 3, ((0, 1), (2, 1)), (0, 2)))
        'field 0.-1.Nl 3 to 1/3'
        """
        x, y, name = self.feature
        owners = "/".join(str(owner + 1) for owner in self.owners)
        return f"{self.kind} {x}.{y}.{name} {self.value} to {owners}"


def final_scorings_text(scorings: tuple[FinalScoring, ...]) -> str:
    """Return all of a final scoring as it stands in sentences."""
    return "; ".join(map(str, scorings)) or "nothing"


# --- A game as it was written down, legal or not
#
# A record must be able to state what the rules forbid, or nobody could ask about it: two pieces in
# one part-turn, another colour's follower, a builder on a farm, a tile that is not in the hand.


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
