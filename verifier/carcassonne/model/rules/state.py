"""What the rules speak about: tiles put down in turns, and the game they make up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, TypeAlias

from verifier.carcassonne.model.draws import Draw
from verifier.carcassonne.model.ground import NORTH_TO_WEST, Ground, Node, beyond, collect
from verifier.carcassonne.position import Cell, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.tiles import Terrain, drawing_of
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

Drawing: TypeAlias = tuple[str, int]
"""A tile as it lies: letter and clockwise quarter turns."""

Key: TypeAlias = str | int | Cell
"""A feature that may be scored: ``N E S W M`` on the tile just put down, or a monastery around it,
by the turn its tile was put down in or, if it lay there from the start, by its cell."""

TERRAINS: tuple[Terrain, Terrain, Terrain] = ("city", "road", "field")
Pair: TypeAlias = tuple[int, int]


class Demand(NamedTuple):
    """What a rule demands of a turn."""

    literal: Lit
    rule: str
    where: str
    why: str


class PlacedTile:
    """The tile put down in one turn: where and how it lies, and what is drawn on it."""

    def __init__(
        self,
        builder: Builder,
        turn: int,
        colour: int,
        at: dict[Cell, Lit],
        drawing: dict[Drawing, Lit],
    ) -> None:
        """Read off the drawings what is at each edge."""
        self.turn = turn
        self.colour = colour
        self.at = at
        self.drawing = drawing
        drawn: dict[object, list[Lit]] = {}
        for (letter, rotation), literal in drawing.items():
            for mark in _marks(letter, rotation):
                drawn.setdefault(mark, []).append(literal)

        def shown(mark: object) -> Lit:
            return builder.any_of(drawn[mark]) if mark in drawn else FALSE

        self.terrain: list[dict[Terrain, Lit]] = [
            {terrain: shown((edge, terrain)) for terrain in TERRAINS} for edge in NORTH_TO_WEST
        ]
        self.one_segment: dict[Pair, Lit] = {
            pair: shown(pair) for pair in combinations(NORTH_TO_WEST, 2)
        }
        self.shield: list[Lit] = [shown((edge, "shield")) for edge in NORTH_TO_WEST]
        self.monastery: Lit = shown("monastery")
        self.beside: list[dict[int, Lit]] = [{}, {}, {}, {}]
        """By edge: the turns whose tiles may lie there."""


def _marks(letter: str, rotation: int) -> Iterator[object]:
    drawing = drawing_of(letter, rotation)
    yield from enumerate(drawing.terrain)
    for segment in drawing.segments:
        yield from combinations(segment.edges, 2)
        if segment.shields:
            yield (segment.edges[0], "shield")
        if segment.kind == "monastery":
            yield "monastery"


@dataclass(slots=True)
class Features:
    """The roads and cities of the tile just put down, by the edges of that tile.

    ``reach`` are the nodes that belong to the feature at an edge. ``first`` says that a road or
    city is there and the edge is the first of its edges on the tile, so that a feature is spoken
    of once. ``manned`` says that it carried a meeple before this turn's. ``whole`` says of a first
    edge that the feature is complete, once the tile lies.
    """

    reach: list[dict[Node, Lit]]
    first: list[Lit]
    manned: list[Lit]
    whole: list[Lit]


@dataclass(frozen=True, slots=True)
class ScorableFeature:
    """A feature that this turn may complete, and what scoring it would mean.

    ``complete`` and ``manned`` tell whether it is complete and carries a meeple; ``winners`` are
    the colours of the majority (DEF-8), ``judges`` those whose being lowest brings the points.
    """

    complete: Lit
    manned: Lit
    scored: Lit
    city: Lit
    value: Sum
    present: tuple[Lit, ...]
    winners: tuple[Lit, ...]
    judges: tuple[Lit, ...]


@dataclass(slots=True)
class ScoringStep:
    """What step 3 did: the places of the order, and by feature whether it brought points.

    ``declined`` tells by place whether the points due were declined (AMB-10).
    """

    features: dict[Key, ScorableFeature]
    slots: list[dict[Key, Lit]]
    declined: list[Lit]
    brought: dict[Key, Lit]


@dataclass(slots=True)
class PlayedTurn:
    """One turn with all that follows from it; scores and supplies are those after the turn."""

    tile: PlacedTile
    features: Features
    claims: dict[str, Lit]
    scored: ScoringStep
    scores: list[Sum]
    supplies: list[Sum]
    monasteries: Sum
    over: Lit
    draw: Draw


@dataclass(slots=True)
class Game:
    """A game from a position on, as far as it has been told."""

    builder: Builder
    table: Ground
    scores: list[Sum]
    supplies: list[Sum]
    monasteries: Sum
    over: Lit
    turns: list[PlayedTurn] = field(default_factory=list)
    joined: dict[Node, dict[Node, Lit]] = field(default_factory=dict)
    """Which nodes belong to one feature by now; every node belongs to its own."""
    covered: dict[Cell, Lit] = field(default_factory=dict)
    """Cells on which a tile put down since the start lies by now."""
    closed: dict[Node, Lit] = field(default_factory=dict)
    """Nodes of tiles put down since the start: whether a tile lies beyond that edge by now."""
    shared_tiles: dict[frozenset[Node], int] = field(default_factory=dict)
    """How many tiles of the start carry just these open features."""

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self.table.position.rules

    @property
    def tiles(self) -> list[PlacedTile]:
        """The tiles put down in finished turns."""
        return [played.tile for played in self.turns]

    def node(self, turn: int, edge: int) -> Node:
        """Return the node of an edge of the tile put down in ``turn``."""
        return len(self.table.features) + 4 * (turn - 1) + edge

    def lies_on(self, cell: Cell) -> Lit:
        """Return whether a tile lies on ``cell`` before the turn that is being told."""
        return TRUE if cell in self.table.terrain else self.covered.get(cell, FALSE)

    def demand(self, demands: Iterable[Demand], turn: int) -> None:
        """Require what the rules demand of a turn."""
        for literal, rule, where, why in demands:
            self.builder.require(literal, rule, turn=turn, where=where, why=why)


def begin(position: Position, builder: Builder, table: Ground | None = None) -> Game:
    """Return the game that starts from a valid position, before any turn.

    ``table`` is the position's, for whoever collected it already.
    """
    table = table or collect(position)
    carried: dict[Cell, set[Node]] = {}
    for node, feature in enumerate(table.features):
        for cell in sorted(feature.tiles):  # the same program in every process
            carried.setdefault(cell, set()).add(node)
    return Game(
        builder=builder,
        table=table,
        scores=[Sum(score) for score in position.scores],
        supplies=[Sum(supply) for supply in position.supplies],
        monasteries=Sum(position.monasteries),
        over=TRUE if position.over else FALSE,
        joined={node: {node: TRUE} for node in range(len(table.features))},
        shared_tiles=dict(Counter(frozenset(nodes) for nodes in carried.values())),
    )


def neighbours(game: Game, tile: PlacedTile) -> list[dict[int, Lit]]:
    """Return by edge which of the earlier turns' tiles lies beyond it, as literals."""
    found: list[dict[int, Lit]] = [{}, {}, {}, {}]
    for earlier in game.tiles:
        for edge in NORTH_TO_WEST:
            pairs = [
                (literal, earlier.at[beyond(cell, edge)])
                for cell, literal in tile.at.items()
                if beyond(cell, edge) in earlier.at
            ]
            beside = game.builder.meets(pairs)
            if beside != FALSE:
                found[edge][earlier.turn] = beside
    return found


def at(cell: Cell) -> str:
    """Return the words for a cell."""
    return f"cell ({cell[0]},{cell[1]})"
