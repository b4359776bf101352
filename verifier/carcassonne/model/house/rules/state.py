"""What the house rules speak about: tiles put down in part-turns, and the game they make up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from typing import TypeAlias, TypeVar

from verifier.carcassonne.house.drawing import NAMES, Kind
from verifier.carcassonne.house.position import PIECES, Piece, Position
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.demands import Demanding
from verifier.carcassonne.model.house.ground import (
    Drawn,
    Ground,
    Node,
    Owned,
    Place,
    RiverEnd,
    collect,
    drawn,
    river_end,
)
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

Drawing: TypeAlias = tuple[str, int]
"""A tile as it lies: its id and clockwise quarter turns."""


@dataclass(frozen=True, slots=True)
class MonasteryOf:
    """The monastery of a tile put down in an earlier part-turn."""

    turn: int


Key: TypeAlias = Place | Cell | MonasteryOf
"""A feature that may be scored: a place of the tile just put down, or a monastery around it, by its
cell if it lay there from the start."""

Nodes: TypeAlias = dict[Node, Lit]
"""Nodes with whether they belong to something, those left out that cannot."""

Put: TypeAlias = tuple[Piece, Place]
"""A sort of piece, and the place of the tile just laid that it goes to."""

_Mark = TypeVar("_Mark", bound=Hashable)


class Pattern:
    """What a tile shows at its places, as literals: it may be one of several drawings.

    What cannot be is left out. Segments have their shields, inns and cathedrals at their first
    place; ``shown`` are the places where there is a feature at all, the river aside.
    """

    def __init__(self, b: Builder, drawings: Mapping[Drawing, Lit]) -> None:
        """Read off the drawings what lies where."""
        shows = {drawing: drawn(*drawing) for drawing in drawings}

        def when(marks: Callable[[Drawn], Iterable[_Mark]]) -> dict[_Mark, Lit]:
            found: dict[_Mark, list[Lit]] = {}
            for drawing, shown in shows.items():
                for mark in marks(shown):
                    found.setdefault(mark, []).append(drawings[drawing])
            return {mark: b.any_of(literals) for mark, literals in found.items()}

        self.edges: list[dict[str, Lit]] = [{} for _ in NORTH_TO_WEST]
        for (edge, letter), literal in when(lambda shown: enumerate(shown.edges)).items():
            self.edges[edge][letter] = literal
        self.kinds: dict[Kind, dict[Place, Lit]] = {
            "city": {},
            "road": {},
            "field": {},
            "monastery": {},
            "river": {},
        }
        for (place, kind), literal in when(lambda shown: shown.kinds.items()).items():
            self.kinds[kind][place] = literal
        self.same: dict[Place, dict[Place, Lit]] = {}
        for (one, other), literal in when(_pairs).items():
            self.same.setdefault(one, {})[other] = literal
        self.inns = when(lambda shown: shown.inns)
        self.cathedrals = when(lambda shown: shown.cathedrals)
        self.borders = when(lambda shown: shown.borders)
        numbers: dict[Place, dict[Lit, int]] = {}
        for drawing, shown in shows.items():
            for place, number in shown.shields.items():
                numbers.setdefault(place, {})[drawings[drawing]] = number
        self.shields = {place: b.number(weights) for place, weights in numbers.items()}
        scored = [places for kind, places in self.kinds.items() if kind != "river"]
        self.shown: dict[Place, Lit] = {
            place: b.any_of(places[place] for places in scored if place in places)
            for place in sorted(set().union(*scored))
        }

    def kind(self, kind: Kind, place: Place) -> Lit:
        """Return whether a feature of that kind lies at the place."""
        return self.kinds[kind].get(place, FALSE)


def _pairs(shown: Drawn) -> Iterable[tuple[Place, Place]]:
    for first, places in shown.segments.items():
        if shown.kinds[first] != "river":
            yield from permutations(places, 2)


@cache
def _certain(drawing: Drawing) -> Pattern:
    return Pattern(Builder(), {drawing: TRUE})


class PlacedTile:
    """The tile put down in one part-turn: where and how it lies, and who moves.

    ``mover`` tells by colour whether it is that colour's part-turn. ``beside`` tells by edge the
    part-turns whose tiles may lie there.
    """

    def __init__(
        self,
        builder: Builder,
        turn: int,
        mover: tuple[Lit, ...],
        at: dict[Cell, Lit],
        drawing: dict[Drawing, Lit],
    ) -> None:
        """Read off the drawings what is at each place."""
        self.turn = turn
        self.mover = mover
        self.at = at
        self.drawing = drawing
        certain = [drawing_ for drawing_, literal in drawing.items() if literal == TRUE]
        # Nothing is to be combined where the drawing is known, and it is known most of the time.
        self.shows = (
            _certain(certain[0]) if certain and len(drawing) == 1 else Pattern(builder, drawing)
        )
        self.beside: list[dict[int, Lit]] = [{}, {}, {}, {}]


@dataclass(slots=True)
class Features:
    """The features of the tile just put down, by its places.

    ``linked`` tells which places carry one feature with a place; ``first`` says that a feature is
    there and the place is the first of its places on the tile, so that a feature is spoken of
    once. By first places: ``reach`` are the nodes of the feature, ``pieces`` the pieces that stood
    on it before this part-turn, ``free`` says that no follower did, ``owners`` by colour who had
    the most followers there, and ``whole`` that it is complete once the tile lies.
    """

    linked: dict[Place, dict[Place, Lit]]
    first: dict[Place, Lit]
    reach: dict[Place, Nodes]
    pieces: dict[Place, dict[Owned, Sum]]
    free: dict[Place, Lit]
    owners: dict[Place, tuple[Lit, ...]]
    whole: dict[Place, Lit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScorableFeature:
    """A feature that this part-turn may complete.

    ``pieces`` are those on it, this part-turn's included; ``weights`` and ``owners`` are by colour.
    """

    complete: Lit
    value: Sum
    pieces: dict[Owned, Sum]
    weights: tuple[Sum, ...]
    owners: tuple[Lit, ...]


@dataclass(slots=True)
class PlayedPartTurn:
    """One part-turn with all that follows from it; scores and supplies are those after it.

    ``second`` says that a second part follows, ``turned`` to which side the river bends there.
    """

    tile: PlacedTile
    features: Features
    puts: dict[Put, Lit]
    finished: dict[Key, ScorableFeature]
    scores: list[Sum]
    supplies: list[dict[Piece, Sum]]
    second: Lit
    turned: dict[int, Lit]


@dataclass(slots=True)
class Game(Demanding):
    """A game from a position on, up to the present part-turn.

    ``mover`` states by colour whether that colour is to move, ``second`` whether it plays the
    second part of its turn.
    """

    builder: Builder
    table: Ground
    edges: Mapping[Cell, str]
    river_end: RiverEnd | None
    mover: tuple[Lit, ...]
    second: Lit
    scores: list[Sum]
    supplies: list[dict[Piece, Sum]]
    turns: list[PlayedPartTurn] = field(default_factory=list)
    joined: dict[Node, Nodes] = field(default_factory=dict)
    """Which nodes belong to one feature by now; every node belongs to its own."""
    covered: dict[Cell, Lit] = field(default_factory=dict)
    """Cells on which a tile put down since the start lies by now."""
    closed: dict[Node, Lit] = field(default_factory=dict)
    """Nodes of tiles put down since the start: whether a tile lies beyond them by now."""

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self.table.position.rules

    @property
    def tiles(self) -> list[PlacedTile]:
        """The tiles put down in finished part-turns."""
        return [played.tile for played in self.turns]

    @property
    def latest(self) -> int:
        """The number of the present part-turn, counted from 1."""
        return len(self.turns) + 1

    def node(self, turn: int, place: Place) -> Node:
        """Return the node of a place of the tile put down in that part-turn."""
        return len(self.table.open_features) + len(NAMES) * (turn - 1) + place

    def lies_on(self, cell: Cell) -> Lit:
        """Return whether a tile lies on ``cell`` before the present part-turn."""
        return TRUE if cell in self.edges else self.covered.get(cell, FALSE)


def begin(position: Position, builder: Builder, table: Ground | None = None) -> Game:
    """Return the game that starts from a valid position, before any part-turn.

    ``table`` is the position's, if it was collected before.
    """
    table = table or collect(position)
    return Game(
        builder=builder,
        table=table,
        edges=table.edges,
        river_end=river_end(table.edges),
        mover=tuple(
            builder.const(colour == position.to_move) for colour in range(position.rules.colours)
        ),
        second=builder.const(position.second),
        scores=[Sum(score) for score in position.scores],
        supplies=[
            {piece: Sum(getattr(supply, piece)) for piece in PIECES} for supply in position.supplies
        ],
        joined={node: {node: TRUE} for node in range(len(table.open_features))},
    )


def possible(b: Builder, found: Mapping[Node, Sequence[Lit]]) -> Nodes:
    """Return the nodes for which one of the literals may hold."""
    either = {node: b.any_of(literals) for node, literals in found.items()}
    return {node: literal for node, literal in either.items() if literal != FALSE}
