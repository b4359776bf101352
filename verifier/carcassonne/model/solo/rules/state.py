"""The data on which the rules are stated: tiles placed in turns, and the game they make up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import TypeAlias

from verifier.carcassonne.model.demands import Demanding
from verifier.carcassonne.model.solo.draws import Draw
from verifier.carcassonne.model.solo.ground import Ground, Node, collect
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell
from verifier.carcassonne.tiles import Terrain, drawing_of
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

Drawing: TypeAlias = tuple[str, int]
"""A tile as it lies: id and clockwise quarter turns."""

Key: TypeAlias = str | int | Cell
"""A feature that may be scored: ``N E S W M`` on the tile just placed, or a monastery around it,
by the turn of its tile or, if that lay there from the start, by its cell."""

TERRAINS: tuple[Terrain, Terrain, Terrain] = ("city", "road", "field")
Pair: TypeAlias = tuple[int, int]


class PlacedTile:
    """The tile placed in one turn: where and how it lies, and what is drawn on it."""

    def __init__(
        self,
        builder: Builder,
        turn: int,
        colour: int,
        at: dict[Cell, Lit],
        drawing: dict[Drawing, Lit],
    ) -> None:
        """Derive from the drawings what is at each edge."""
        self.turn = turn
        self.colour = colour
        self.at = at
        self.drawing = drawing
        drawn: dict[object, list[Lit]] = {}
        for (kind, rotation), literal in drawing.items():
            for mark in _marks(kind, rotation):
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


@cache
def _marks(kind: str, rotation: int) -> tuple[object, ...]:
    drawing = drawing_of(kind, rotation)
    marks: list[object] = [*enumerate(drawing.terrain)]
    for segment in drawing.segments:
        marks += combinations(segment.edges, 2)
        if segment.shields:
            marks.append((segment.edges[0], "shield"))
        if segment.kind == "monastery":
            marks.append("monastery")
    return tuple(marks)


@dataclass(slots=True)
class Features:
    """The roads and cities of the tile just placed, by the edges of that tile.

    ``reach`` are the nodes of the feature at an edge. ``first`` holds if a road or city is there
    and the edge is the first of its edges on the tile, so that each feature has one first edge.
    ``manned`` holds if it carried a meeple before this turn's, and ``whole``, for first edges, if
    the feature is complete with the tile.
    """

    reach: list[dict[Node, Lit]]
    first: list[Lit]
    manned: list[Lit]
    whole: list[Lit]


@dataclass(frozen=True, slots=True)
class ScorableFeature:
    """A feature that this turn may complete, and its scoring.

    ``complete`` and ``manned`` hold if it is complete and carries a meeple; ``winners`` are the
    colours of the majority (DEF-8), ``judges`` those of which one must be lowest.
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
    """Step 3 of a turn: the places of the order, and by feature whether it brought points.

    ``declined`` contains by place whether the points due were declined (AMB-10).
    """

    features: dict[Key, ScorableFeature]
    slots: list[dict[Key, Lit]]
    declined: list[Lit]
    brought: dict[Key, Lit]


@dataclass(slots=True)
class PlayedTurn:
    """One turn and its results; scores and supplies are those after the turn."""

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
class Game(Demanding):
    """A game from a position on, up to the present turn."""

    builder: Builder
    table: Ground
    scores: list[Sum]
    supplies: list[Sum]
    monasteries: Sum
    over: Lit
    laid_aside: list[Sum]
    """By colour the meeples that left tiles without returning: none, by the rules of the game."""
    turns: list[PlayedTurn] = field(default_factory=list)
    joined: dict[Node, dict[Node, Lit]] = field(default_factory=dict)
    """The nodes that are joined so far, each also with itself."""
    covered: dict[Cell, Lit] = field(default_factory=dict)
    """Cells on which a tile placed since the start lies so far."""
    closed: dict[Node, Lit] = field(default_factory=dict)
    """By node of tiles placed since the start: whether a tile lies beyond that edge so far."""

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self.table.position.rules

    @property
    def tiles(self) -> list[PlacedTile]:
        """The tiles placed in finished turns."""
        return [played.tile for played in self.turns]

    def node(self, turn: int, edge: int) -> Node:
        """Return the node of an edge of the tile placed in ``turn``."""
        return len(self.table.features) + 4 * (turn - 1) + edge

    def lies_on(self, cell: Cell) -> Lit:
        """Return whether a tile lies on ``cell`` before the present turn."""
        return TRUE if cell in self.table.terrain else self.covered.get(cell, FALSE)


def begin(position: Position, builder: Builder, table: Ground | None = None) -> Game:
    """Return the game that starts from a valid position, before any turn.

    ``table`` is the position's ground, if it was collected already.
    """
    table = table or collect(position)
    return Game(
        builder=builder,
        table=table,
        scores=[Sum(score) for score in position.scores],
        supplies=[Sum(supply) for supply in position.supplies],
        monasteries=Sum(position.monasteries),
        over=TRUE if position.over else FALSE,
        laid_aside=[Sum() for _ in position.supplies],
        joined={node: {node: TRUE} for node in range(len(table.features))},
    )
