"""What lies on the table: everything a rule of the game can depend on.

A position that can be written in several ways is kept in one, so that these compare equal:
placements in the order of their cells, equal drawings of a symmetric tile as one rotation
(EC-G-24), a meeple's segment under the first of its edges, tiles laid aside by id. No rule
tells equal positions apart. Unequal ones may come to the same: a table moved by a cell, or one
whose rules differ in a switch that does not matter there.

Colours are numbered from 0 in turn order; text and JSON number them from 1. Validity is a matter
of its own, see :mod:`verifier.carcassonne.solo.faults`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.table.cells import Cell, LaidTiles
from verifier.carcassonne.tiles import EDGES, Orientation, TileSheet, drawing_of, tile_kind
from verifier.errors import Malformed


@dataclass(frozen=True, slots=True)
class Meeple:
    """A meeple on a tile: the segment it stands on (``N E S W`` or ``M``) and its colour.

    A ``large`` one counts as two for the majority and as one otherwise (SOLO-BOX-5, -6).
    """

    segment: str
    colour: int
    large: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile on the table: its id, clockwise quarter turns, cell, and the meeple on it if any."""

    tile: str
    rotation: int
    x: int
    y: int
    meeple: Meeple | None = None

    @property
    def cell(self) -> Cell:
        """The cell it covers."""
        return (self.x, self.y)

    def bare(self) -> Placement:
        """Return it without the meeple."""
        return replace(self, meeple=None)

    @property
    def drawing(self) -> Orientation:
        """The tile as it lies."""
        return drawing_of(self.tile, self.rotation)


class Placements(LaidTiles[Placement]):  # without slots, so that it can remember
    """The placements of a position in their normal form.

    ``laid_out_for`` remembers for how many colours the engine found that they can lie on a table, 0
    if for none.

    >>> before, tile = setup().placements, Placement("base/U", 0, -1, 0)
    >>> before.with_one_more(before.place_for(-1, 0), tile) == (tile, *before)
    True
    """

    laid_out_for: int = 0


@dataclass(frozen=True, slots=True)
class Pile:
    """A face-down pile: the tiles known to come next, and how many unknown ones lie below."""

    known: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def empty(self) -> bool:
        """Whether no tile is left in it."""
        return not self.known and not self.hidden

    @property
    def size(self) -> int:
        """The number of tiles in it."""
        return len(self.known) + self.hidden


LAKE = "river/L"
"""The tile that ends the river."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table between two turns.

    There is one pile for each colour, in colour order (SOLO-SETUP-6), or a single row from which
    all colours draw in turn (a declared variant; move counts are stated for it).
    ``supplies`` counts ordinary meeples, ``large`` the large ones, 1 or 0 a colour, and is empty
    where the rules have none (SOLO-BOX-5). ``river`` is the stack of river tiles to come, of which
    the lake is the last (SOLO-BOX-7): a hidden tile that is alone is known to be the lake.
    ``monasteries`` counts the monasteries that have met SOLO-GOAL-9's test so far; ``over`` is
    set once the game has ended (SOLO-END-1, SOLO-END-4).

    >>> setup().scores, setup().supplies, setup().to_move
    ((1, 2, 3), (4, 4, 4), 0)
    """

    rules: RuleSet
    placements: tuple[Placement, ...]
    scores: tuple[int, ...]
    supplies: tuple[int, ...]
    to_move: int
    piles: tuple[Pile, ...]
    discards: tuple[str, ...] = ()
    monasteries: int = 0
    over: bool = False
    large: tuple[int, ...] = ()
    river: Pile = Pile()

    def __post_init__(self) -> None:
        """Bring the placements, discards and river into their normal form."""
        if type(self.placements) is not Placements:
            normal = Placements.in_order(_normal(each) for each in self.placements)
            object.__setattr__(self, "placements", normal)
        if len(self.discards) > 1:
            object.__setattr__(self, "discards", tuple(sorted(self.discards)))
        if self.river.hidden == 1:
            object.__setattr__(self, "river", Pile((*self.river.known, LAKE)))

    @property
    def lying(self) -> Placements:
        """The placements as what they are, a tuple in normal form."""
        return cast("Placements", self.placements)

    @property
    def sheet(self) -> TileSheet:
        """The tiles in play."""
        return self.rules.sheet

    def pile_of(self, colour: int) -> int:
        """Return the number of the pile that ``colour`` draws from (SOLO-PLACE-1)."""
        return colour if len(self.piles) > 1 else 0

    def known_tiles(self) -> list[str]:
        """Return every tile that is not hidden: on the table, laid aside, known to come next.

        >>> row(setup(), ("base/E", "base/J")).known_tiles()
        ['base/D', 'base/E', 'base/J']
        """
        tiles = [placement.tile for placement in self.placements]
        tiles += self.discards
        for pile in self.piles:
            tiles += pile.known
        tiles += self.river.known
        return tiles

    def in_hand(self) -> tuple[int, ...]:
        """Return how many meeples of each colour are in supply, a large one as one.

        >>> setup(RuleSet(large=True)).in_hand()
        (5, 5, 5)
        """
        if not self.large:
            return self.supplies
        return tuple(map(sum, zip(self.supplies, self.large, strict=True)))

    def meeples_on_tiles(self) -> tuple[int, ...]:
        """Return how many meeples of each colour stand on tiles, a large one as one."""
        return self._on_tiles(sizes=(False, True))

    def large_on_tiles(self) -> tuple[int, ...]:
        """Return how many large meeples of each colour stand on tiles."""
        return self._on_tiles(sizes=(True,))

    def _on_tiles(self, sizes: tuple[bool, ...]) -> tuple[int, ...]:
        on_tiles = [0] * self.rules.colours
        for placement in self.placements:
            meeple = placement.meeple
            if meeple is not None and meeple.large in sizes:
                on_tiles[meeple.colour] += 1
        return tuple(on_tiles)


def setup(
    rules: RuleSet = SOLO, piles: tuple[Pile, ...] | None = None, river: Pile | None = None
) -> Position:
    """Return the official set-up, with all piles and the river unknown unless given.

    SOLO-SETUP-3, -5, -6, -9: the start tile alone, markers on the start spaces, full supplies.
    With the river that is the spring, and its stack is unknown (SOLO-BOX-7).

    >>> setup(RuleSet(boxes=("river",), large=True)).river.hidden
    11
    """
    hidden = tuple(Pile((), size) for size in rules.pile_sizes)
    return Position(
        rules=rules,
        placements=(Placement(rules.start_tile, 0, 0, 0),),
        scores=rules.start_scores,
        supplies=(rules.ordinary,) * rules.colours,
        to_move=0,
        piles=hidden if piles is None else piles,
        large=(1,) * rules.colours if rules.large else (),
        river=Pile((), rules.river_tiles) if river is None else river,
    )


def face_down(piles: Iterable[Pile]) -> tuple[Pile, ...]:
    """Return the piles with their known tiles turned face down.

    >>> face_down([Pile(("base/E", "base/J"), 20)])
    (Pile(known=(), hidden=22),)
    """
    return tuple(Pile((), pile.size) for pile in piles)


def set_up_around(start: Placement, rules: RuleSet = SOLO) -> Position:
    """Return the official set-up with the start tile lying so, and nothing on it."""
    return replace(setup(rules), placements=(replace(start, meeple=None),))


def row(position: Position, tiles: tuple[str, ...]) -> Position:
    """Return the position with ``tiles`` as the one row that every colour draws from.

    >>> row(setup(), ("base/E", "base/J")).piles
    (Pile(known=('base/E', 'base/J'), hidden=0),)
    """
    return replace(position, piles=(Pile(tiles),))


def with_row(position: Position, tiles: tuple[str, ...]) -> Position:
    """Return the position with the next tiles known, dealt to the piles in turn order.

    While a river is to come, the first of them are its tiles (SOLO-BOX-7).

    >>> [pile.known for pile in with_row(setup(), ("base/E", "base/J")).piles]
    [('base/E',), ('base/J',), ()]
    >>> with_row(setup(RuleSet(boxes=("river",))), ("river/B", "river/C")).river
    Pile(known=('river/B', 'river/C'), hidden=9)
    """
    piles, stack = list(position.piles), position.river
    flowing = min(len(tiles), stack.size)
    if flowing:
        river = Pile(tiles[:flowing], stack.size - flowing)
        position = replace(position, river=river)
    for turn, tile in enumerate(tiles[flowing:], start=flowing):
        number = (position.to_move + turn) % len(piles)
        piles[number] = Pile((*piles[number].known, tile), piles[number].hidden - 1)
    return replace(position, piles=tuple(piles))


def with_nothing_known(position: Position) -> Position:
    """Return the position with all tiles to come face down; a lake that is alone stays known.

    >>> with_nothing_known(with_row(setup(), ("base/E", "base/J"))) == setup()
    True
    """
    (river,) = face_down((position.river,))
    return replace(position, piles=face_down(position.piles), river=river)


def _normal(placement: Placement) -> Placement:
    if placement.rotation not in range(4):
        raise Malformed(
            f"rotation {placement.rotation!r} of tile {letter_of(placement.tile)}: "
            "give clockwise quarter turns, 0 to 3",
            where=f"cell {placement.x},{placement.y}",
        )
    rotation, names = _normal_names(placement.tile, placement.rotation)
    meeple = placement.meeple
    if meeple is not None:
        name = names.get(meeple.segment, meeple.segment)
        if name != meeple.segment:
            meeple = replace(meeple, segment=name)
    if (rotation, meeple) == (placement.rotation, placement.meeple):
        return placement
    return Placement(placement.tile, rotation, placement.x, placement.y, meeple)


@cache
def _normal_names(tile: str, rotation: int) -> tuple[int, dict[str, str]]:
    """Return the smallest rotation that looks like this one, and its segments' names by any."""
    kind = tile_kind(tile)
    # Equal drawings repeat with the period of the symmetry, so the remainder is the smallest.
    smallest = rotation % len(kind.rotations)
    drawing = kind.orientations[rotation]
    segments = {name: drawing.segment_named(name) for name in (*EDGES, "M")}
    return smallest, {name: one.name for name, one in segments.items() if one is not None}
