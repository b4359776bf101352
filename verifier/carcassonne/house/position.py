"""What lies on the table of the house game, between two part-turns.

A *part-turn* is steps 1 to 4 of a turn; a turn has one or two (HOUSE-TURN-8). In a position the
shared hand has been refilled and the colour to move chooses from it. What can be written in
several ways is kept in one, so that equal tables are equal: placements by cell, equal drawings of
a symmetric tile as one rotation, features under their first name, hand and discards sorted.

Colours are numbered from 0 in turn order; text and JSON number them from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias, cast

from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.table.cells import Cell, LaidTiles
from verifier.carcassonne.tiles.drawing import lying, segments
from verifier.errors import Malformed

Piece: TypeAlias = Literal["little", "big", "builder"]
PIECES: tuple[Piece, ...] = ("little", "big", "builder")

End: TypeAlias = Literal["", "played", "tie"]
"""How the game has ended: not yet, all tiles played (HOUSE-END-1), or a tie (HOUSE-TURN-11)."""

START_TILE = "base/D"
SPRING, LAKE = "river/A", "river/L"


@dataclass(frozen=True, slots=True)
class StandingPiece:
    """A piece on a tile: what it is, the name of the feature it stands on, and its colour."""

    piece: Piece
    feature: str
    colour: int


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile on the table: its id, clockwise quarter turns, its cell, and the piece on it if any.

    A tile carries at most one piece: only the tile just laid can be given one (HOUSE-TURN-4).
    """

    tile: str
    rotation: int
    x: int
    y: int
    piece: StandingPiece | None = None

    @property
    def cell(self) -> Cell:
        """The cell it covers."""
        return (self.x, self.y)

    def bare(self) -> Placement:
        """Return it without the piece."""
        return replace(self, piece=None)


class Placements(LaidTiles[Placement]):
    """The placements of a position in their normal form.

    >>> before = set_up(RuleSet(), ("base/U",)).lying
    >>> tile = Placement("base/U", 1, -1, 0)
    >>> before.with_one_more(before.place_for(-1, 0), tile) == (tile, *before)
    True
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table between two part-turns.

    ``scores`` are by colour and without handicaps, which belong to players (AMB-34). ``hand`` are
    the tiles to choose from; ``bag`` those known to be drawn next, in order, and ``hidden`` counts
    the unknown ones after them. While the river is laid, ``river`` are the river tiles still to
    be drawn, in order, with the lake last, and ``hand`` is one of them, or with
    ``house.riverHand: shared`` a hand of those before the lake (AMB-36). ``second`` says
    that the colour to move plays the second part of its turn.
    """

    rules: RuleSet
    placements: tuple[Placement, ...]
    scores: tuple[int, ...]
    supplies: tuple[Pieces, ...]
    to_move: int
    hand: tuple[str, ...]
    bag: tuple[str, ...] = ()
    hidden: int = 0
    river: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    second: bool = False
    end: End = ""

    def __post_init__(self) -> None:
        """Bring placements, hand and discards into their normal form."""
        if type(self.placements) is not Placements:
            normal = Placements.in_order(normal_placement(each) for each in self.placements)
            object.__setattr__(self, "placements", normal)
        if len(self.hand) > 1:
            object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        if len(self.discards) > 1:
            object.__setattr__(self, "discards", tuple(sorted(self.discards)))

    @property
    def lying(self) -> Placements:
        """The placements as what they are, a tuple in normal form."""
        return cast("Placements", self.placements)


def set_up(rules: RuleSet, draw: tuple[str, ...], hidden: int = 0) -> Position:
    """Return the table before the first turn, with the tiles to come in the order they are drawn.

    The first ``rules.hand`` of ``draw`` are the shared hand (HOUSE-SETUP-9, -10). With the river,
    ``draw`` begins with the river tiles after the spring, the lake last (HOUSE-RIVER-1). The first
    of them is drawn, or the first hand of those before the lake (AMB-36).

    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> set_up(HOUSE, ("base/V", "base/U", "base/E", "base/W")).bag
    ('base/W',)
    """
    start = Placement(SPRING if rules.has_river else START_TILE, 0, 0, 0)
    hand, bag = draw[: rules.hand], draw[rules.hand :]
    river: tuple[str, ...] = ()
    if rules.has_river:
        lake = draw.index(LAKE) if LAKE in draw else len(draw)
        size = rules.choose("house.riverHand", {"single": 1, "shared": rules.hand})
        drawn = min(size, lake) or 1
        hand, river, bag = draw[:drawn], draw[drawn : lake + 1], draw[lake + 1 :]
    return Position(
        rules=rules,
        placements=(start,),
        scores=(0,) * rules.colours,
        supplies=(rules.start_supply,) * rules.colours,
        to_move=0,
        hand=hand,
        bag=bag,
        hidden=hidden,
        river=river,
    )


def normal_placement(placement: Placement) -> Placement:
    """Return a placement in its one form: the smallest rotation that looks so, first names.

    >>> normal_placement(Placement("base/U", 2, 0, 1, StandingPiece("big", "W", 0))).rotation
    0

    :raises Malformed: if the rotation is not 0 to 3, or there is no such tile.
    """
    if placement.rotation not in range(4):
        raise Malformed(
            f"rotation {placement.rotation!r} of tile {placement.tile}: "
            "give clockwise quarter turns, 0 to 3",
            where=f"cell {placement.x},{placement.y}",
        )
    rotation, names = _normal_names(placement.tile, placement.rotation)
    piece = placement.piece
    if piece is not None and piece.feature in names and names[piece.feature] != piece.feature:
        piece = replace(piece, feature=names[piece.feature])
    if rotation == placement.rotation and piece is placement.piece:  # as in almost every position
        return placement
    return replace(placement, rotation=rotation, piece=piece)


@cache
def _normal_names(tile: str, rotation: int) -> tuple[int, dict[str, str]]:
    """Return the smallest rotation that looks like this one, and each place's name there."""
    smallest = rotation % (4 // lying(tile, 0).symmetry)
    named = {
        place: segment.name for segment in segments(tile, rotation) for place in segment.places
    }
    return smallest, named
