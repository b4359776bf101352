"""A city of NEOM, a player's state between turns, what one turn can be, and the score.

Squares are (row, column) from 0 to 4, row 0 in the north; the City Center is (2, 2). Players and
documents call them by column and row, from A1 in the northwest to E5; the Center is C3.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from verifier.errors import Undecided
from verifier.neom.parameters import Unknown

Square = tuple[int, int]
RouteSide = Literal["west", "east"]
CENTRE: Square = (2, 2)
SIDE = 5
SQUARES: tuple[Square, ...] = tuple((row, column) for row in range(SIDE) for column in range(SIDE))


def square_name(square: Square) -> str:
    """Return what players and documents call a square, on the board or off it.

    >>> square_name(CENTRE), square_name((0, 4)), square_name((5, -1))
    ('C3', 'E1', '-A6')
    """
    row, column = square
    letter = chr(ord("A") + column) if column >= 0 else "-" + chr(ord("A") - column - 1)
    return f"{letter}{row + 1}"


TileSet = tuple[str, ...]

TILE_SETS: tuple[TileSet, ...] = (("1+",), ("1+", "4+"), ("1+", "4+", "5+"))
"""The three choices of tiles, by the marks in play (NEOM-SOLO-CONFIG-1)."""
GENERATIONS = 3

TURNS = 7
"""The turns, and the packs, of a Generation (NEOM-SOLO-TURN-4)."""

PREVENTABLE = 3
"""The Disaster can be selected from packs 1 to 3 only (NEOM-SOLO-DIS-1)."""

MOST_LOSSES, MOST_OUTCOMES = 2_500, 4_000
"""Ways to lose tiles in a strike, and outcomes of a turn, that are listed at most.

No rule: a question with more is left open by both keys. A turn of the demo with "lose 2 of any
type" has 2,430 outcomes.
"""


@dataclass(frozen=True, slots=True)
class City:
    """The board, and the tile that lies on top of each square; the Center may be covered, too.

    ``tiles`` is sorted by square.
    """

    board: str
    tiles: tuple[tuple[Square, str], ...] = ()

    def at(self, square: Square) -> str | None:
        """Return the tile that lies on top of a square, or None."""
        for place, tile in self.tiles:
            if place == square:
                return tile
        return None

    def with_tile(self, square: Square, tile: str) -> City:
        """Return the city with a tile laid on a square, over what lay there."""
        return City(self.board, tuple(sorted((dict(self.tiles) | {square: tile}).items())))

    def without(self, squares: frozenset[Square]) -> City:
        """Return the city without the tiles that lie on top of these squares."""
        return City(self.board, tuple(pair for pair in self.tiles if pair[0] not in squares))


@dataclass(frozen=True, slots=True)
class State:
    """What a player has before a turn; after turn 7 of Generation III it is that of the end.

    ``generation`` is 1 to 3 and ``turn`` 1 to 7; the end is Generation 3, turn 8.
    ``cornerstones_placed`` counts those ever placed. ``routes_used`` are the uses of the west and
    the east route in this Generation. ``disaster_over``: this Generation's Disaster was prevented
    or has struck.
    """

    tile_set: TileSet
    city: City
    tokens: frozenset[str]
    money: int
    reserve: frozenset[str]
    generation: int = 1
    turn: int = 1
    cornerstones_placed: int = 0
    routes_used: tuple[int, int] = (0, 0)
    disaster_over: bool = False

    @property
    def ended(self) -> bool:
        """Whether the 21 turns are over (NEOM-END-1)."""
        return self.generation == GENERATIONS and self.turn > TURNS


@dataclass(frozen=True, slots=True)
class DisasterAnswer:
    """How a Disaster that strikes ends: ``protected``, ``pay``, ``lose`` tiles, or ``nothing``.

    ``pay`` and ``lose`` are also the answers with all that there is, where neither is enough.
    """

    kind: Literal["protected", "pay", "lose", "nothing"]
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """What is done with the tile selected from a pack, and the answer to a Disaster that strikes.

    ``placed`` is the tile that is placed, the selected one or a Cornerstone (then ``kind`` is
    ``cornerstone``). ``bought`` are the goods bought for it, sorted; exactly those that are
    missing. ``routes`` are the Trade Routes used, a side once for each use, west first.
    """

    kind: Literal["place", "cornerstone", "sell", "prevent"]
    selected: str
    placed: str = ""
    square: Square | None = None
    bought: tuple[str, ...] = ()
    routes: tuple[RouteSide, ...] = ()
    disaster: DisasterAnswer | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A legal action, what was paid for tile and goods, and the state that the next turn finds.

    After turn 7 that state is the next Generation's first, income received.
    """

    action: Action
    paid: int
    after: State


class FirstAction(NamedTuple):
    """What tells the actions of a turn apart in a question: never the payment, nor what was sold.

    ``placed`` is empty for ``sell`` and ``prevent``.
    """

    kind: str
    placed: str
    square: Square | None
    disaster: DisasterAnswer | None


def first_action(action: Action) -> FirstAction:
    """Return an action without its payment.

    >>> first_action(Action("sell", "demo-I-07"))
    FirstAction(kind='sell', placed='', square=None, disaster=None)
    """
    return FirstAction(action.kind, action.placed, action.square, action.disaster)


def require_few_losses(tiles: int, count: int) -> None:
    """Refuse to list the ways to lose so many of these tiles if there are too many.

    >>> require_few_losses(25, 3)
    >>> require_few_losses(20, 10)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    verifier.errors.Undecided: 10 of 20 tiles can be lost in 184756 ways, too many to list them

    :raises Undecided: if there are.
    """
    ways = math.comb(tiles, count)
    if ways > MOST_LOSSES:
        why = f"{count} of {tiles} tiles can be lost in {ways} ways, too many to list them"
        raise Undecided(why, rule="NEOM-DISASTER-4")


def listed(outcomes: Iterable[Outcome]) -> frozenset[Outcome]:
    """Return the outcomes of a turn.

    :raises Undecided: if there are too many.
    """
    found = set[Outcome]()
    for outcome in outcomes:
        found.add(outcome)
        if len(found) > MOST_OUTCOMES:
            raise Undecided(
                f"the turn has more than {MOST_OUTCOMES} outcomes, too many to list them"
            )
    return frozenset(found)


# --- the score by headings

HeadingName = Literal[
    "printed", "conditional", "neighbourhoods", "goods", "money", "pollution", "structures"
]

HEADINGS: dict[HeadingName, str] = {
    "printed": "NEOM-SCORE-1",
    "conditional": "NEOM-SCORE-2",
    "neighbourhoods": "NEOM-SCORE-3",
    "goods": "NEOM-SCORE-4",
    "money": "NEOM-SCORE-5",
    "pollution": "NEOM-SCORE-6",
    "structures": "NEOM-SCORE-7",
}
"""The headings in their order, each with its rule. Effects of tiles are ``conditional``."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The points of one heading, or what it would need to be determined."""

    name: HeadingName
    points: int | None
    unknown: tuple[Unknown, ...] = ()


Score = tuple[Heading, ...]
"""All headings, in the order of :data:`HEADINGS`."""


def total(score: Score) -> int | None:
    """Return the sum of the headings; None if one of them cannot be determined.

    >>> total((Heading("printed", 4), Heading("money", 2)))
    6
    """
    points = [heading.points for heading in score if heading.points is not None]
    return sum(points) if len(points) == len(score) else None
