"""What the rules speak about: the table at the start, tiles placed in turns, and their game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import TypeAlias

from verifier.carcassonne.model.demands import Demanding, surroundings
from verifier.carcassonne.model.solo.draws import Draw
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond, cells_beside, opposite
from verifier.carcassonne.tiles import Orientation, Segment, Terrain, drawing_of
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

# --- The table from which a game starts, as constants, with its features collected into nodes
#
# Each road and city that can still grow becomes one *node*; complete features cannot change any
# more and are left out. Tiles placed later have four nodes each, one for every edge.


Node: TypeAlias = int
Pair: TypeAlias = tuple[int, int]
_Port: TypeAlias = tuple[Cell, int]
_Part: TypeAlias = tuple[Cell, Segment]


@dataclass(frozen=True, slots=True)
class OpenFeature:
    """A road or city on the table that is not complete.

    ``tiles`` are its cells, ``ports`` its open edges; ``meeples`` counts the meeples by colour,
    which stand on the cells ``manned``, and ``large`` the large ones among them. ``bonus`` tells
    whether it has an inn or, if it is a city, a cathedral.
    """

    tiles: frozenset[Cell]
    shields: int
    bonus: bool
    ports: tuple[_Port, ...]
    meeples: tuple[int, ...]
    large: tuple[int, ...]
    manned: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Monk:
    """A meeple on a monastery: its cell, its colour, the empty cells around it, its size."""

    cell: Cell
    colour: int
    gaps: tuple[Cell, ...]
    large: bool


@dataclass(frozen=True, slots=True)
class Ground:
    """The tiles of a position as constants: terrain by cell, open features as nodes, monks."""

    position: Position
    terrain: dict[Cell, tuple[Terrain, Terrain, Terrain, Terrain]]
    river: dict[Cell, Pair]
    """The edges of tiles through which the river flows; spring and lake are not among them."""
    features: tuple[OpenFeature, ...]
    node_at: dict[_Port, Node]
    monks: tuple[Monk, ...]
    shared_tiles: dict[frozenset[Node], int]
    """How many tiles carry exactly these open features."""

    @property
    def rim(self) -> list[Cell]:
        """The empty cells that share an edge with a tile, sorted."""
        return sorted(
            {
                neighbour
                for cell in self.terrain
                for neighbour in cells_beside(cell)
                if neighbour not in self.terrain
            }
        )


def collect(position: Position) -> Ground:
    """Return the table of a valid position."""
    tiles = {placement.cell: placement for placement in position.placements}
    features = tuple(_open_features(tiles, position.rules.colours))
    return Ground(
        position=position,
        terrain={cell: placement.drawing.terrain for cell, placement in tiles.items()},
        river=dict(_flowing(tiles)),
        features=features,
        node_at={port: node for node, feature in enumerate(features) for port in feature.ports},
        monks=tuple(_monks(tiles)),
        shared_tiles=_shared_tiles(features),
    )


def _flowing(tiles: dict[Cell, Placement]) -> Iterator[tuple[Cell, Pair]]:
    for cell, placement in tiles.items():
        flow = flow_of(placement.drawing)
        if flow is not None:
            yield cell, flow


def flow_of(drawing: Orientation) -> Pair | None:
    """Return the two edges through which the river flows; None if it does not, or ends there."""
    match drawing.river:
        case (one, other):
            return one, other
        case _:
            return None


def _shared_tiles(features: tuple[OpenFeature, ...]) -> dict[frozenset[Node], int]:
    carried: dict[Cell, set[Node]] = {}
    for node, feature in enumerate(features):
        for cell in sorted(feature.tiles):  # in the same order in every process
            carried.setdefault(cell, set()).add(node)
    return dict(Counter(frozenset(nodes) for nodes in carried.values()))


def _open_features(tiles: dict[Cell, Placement], colours: int) -> Iterator[OpenFeature]:
    seen: set[_Port] = set()
    for cell, placement in tiles.items():
        for segment in placement.drawing.segments:
            if segment.edges and (cell, segment.edges[0]) not in seen:
                parts, ports = follow(tiles, (cell, segment))
                seen |= {(where, edge) for where, part in parts for edge in part.edges}
                if ports:
                    yield _feature(tiles, parts, ports, colours)


def follow(tiles: dict[Cell, Placement], start: _Part) -> tuple[set[_Part], list[_Port]]:
    """Return the segments that make one feature with ``start``, and its open edges (DEF-3)."""
    parts, ports, todo = {start}, [], [start]
    while todo:
        cell, segment = todo.pop()
        for edge in segment.edges:
            neighbour = tiles.get(beyond(cell, edge))
            if neighbour is None:
                ports.append((cell, edge))
                continue
            joined = neighbour.drawing.segment_at(opposite(edge))
            if joined is not None and (neighbour.cell, joined) not in parts:
                parts.add((neighbour.cell, joined))
                todo.append((neighbour.cell, joined))
    return parts, ports


def _feature(
    tiles: dict[Cell, Placement], parts: set[_Part], ports: list[_Port], colours: int
) -> OpenFeature:
    standing = {
        cell: meeple
        for cell, segment in parts
        if (meeple := tiles[cell].meeple) is not None
        and tiles[cell].drawing.segment_named(meeple.segment) == segment
    }
    numbers = Counter(meeple.colour for meeple in standing.values())
    large = Counter(meeple.colour for meeple in standing.values() if meeple.large)
    return OpenFeature(
        tiles=frozenset(cell for cell, _ in parts),
        shields=sum(segment.shields for _, segment in parts),
        bonus=any(has_bonus(segment) for _, segment in parts),
        ports=tuple(sorted(ports)),
        meeples=tuple(numbers[colour] for colour in range(colours)),
        large=tuple(large[colour] for colour in range(colours)),
        manned=frozenset(standing),
    )


def _monks(tiles: dict[Cell, Placement]) -> Iterator[Monk]:
    for cell, placement in tiles.items():
        if placement.meeple is not None and placement.meeple.segment == "M":
            gaps = tuple(gap for gap in surroundings(cell) if gap not in tiles)
            yield Monk(cell, placement.meeple.colour, gaps, placement.meeple.large)


def has_bonus(segment: Segment) -> bool:
    """Return whether an inn or a cathedral is drawn there (SOLO-BOX-3, -4)."""
    return segment.inn or segment.cathedral


# --- The game


Drawing: TypeAlias = tuple[str, int]
"""A tile as it lies: id and clockwise quarter turns."""

Key: TypeAlias = str | int | Cell
"""A feature that may be scored: ``N E S W M`` on the tile just placed, or a monastery around it,
by the turn of its tile or, if that lay there from the start, by its cell."""

TERRAINS: tuple[Terrain, Terrain, Terrain, Terrain] = ("city", "road", "field", "river")


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
        self.bonus: list[Lit] = [shown((edge, "bonus")) for edge in NORTH_TO_WEST]
        self.monastery: Lit = shown("monastery")
        self.flow: dict[Pair, Lit] = {
            pair: builder.any_of(drawn["river", pair])
            for pair in (combinations(NORTH_TO_WEST, 2) if "river" in drawn else ())
            if ("river", pair) in drawn
        }
        """The edges through which the river flows, where it may."""
        self.beside: list[dict[int, Lit]] = [{}, {}, {}, {}]
        """By edge: the turns whose tiles may lie there."""


@cache
def _marks(kind: str, rotation: int) -> tuple[object, ...]:
    drawing = drawing_of(kind, rotation)
    marks: list[object] = [*enumerate(drawing.terrain)]
    if drawing.river:
        marks += ["river", ("river", flow_of(drawing))]
    for segment in drawing.segments:
        marks += combinations(segment.edges, 2)
        if segment.shields:
            marks.append((segment.edges[0], "shield"))
        if has_bonus(segment):
            marks.append((segment.edges[0], "bonus"))
        if segment.kind == "monastery":
            marks.append("monastery")
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a turn: by name of a feature whether it is claimed (SOLO-MEEPLE-8).

    ``large`` holds if that is done with the large meeple (SOLO-BOX-5).
    """

    names: dict[str, Lit]
    large: Lit


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
    colours of the majority (DEF-8, SOLO-BOX-5), ``judges`` those of which one must be lowest.
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
    claim: Claim
    scored: ScoringStep
    scores: list[Sum]
    supplies: list[Sum]
    large_supplies: list[Sum]
    monasteries: Sum
    over: Lit
    draw: Draw

    @property
    def claims(self) -> dict[str, Lit]:
        """By name of a feature whether the turn claims it."""
        return self.claim.names


@dataclass(slots=True)
class Game(Demanding):
    """A game from a position on, up to the present turn."""

    builder: Builder
    table: Ground
    scores: list[Sum]
    supplies: list[Sum]
    large_supplies: list[Sum]
    """By colour the large meeples in supply (SOLO-BOX-5); ``supplies`` are the ordinary ones."""
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

    def in_hand(self, colour: int) -> Lit:
        """SOLO-BOX-5: a colour has a meeple in supply, of whatever size."""
        b = self.builder
        supplies = (self.supplies[colour], self.large_supplies[colour])
        return b.either(*(b.at_least(supply, 1) for supply in supplies))

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
        large_supplies=[Sum(large) for large in position.large or (0,) * len(position.supplies)],
        monasteries=Sum(position.monasteries),
        over=TRUE if position.over else FALSE,
        laid_aside=[Sum() for _ in position.supplies],
        joined={node: {node: TRUE} for node in range(len(table.features))},
    )
