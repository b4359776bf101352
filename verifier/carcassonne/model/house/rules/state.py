"""What the house rules speak about: the table, tiles put down in part-turns, and their game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import permutations
from typing import TypeAlias, TypeVar

from verifier.carcassonne.house.part_turn import FeatureAt
from verifier.carcassonne.house.position import PIECES, Piece, Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.demands import Demanding, surroundings
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond, cells_beside
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.drawing import NAMES, Kind, lying, segments
from verifier.carcassonne.tiles.tile import facing as facing_half_edge
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

# --- What is drawn on a tile, place by place, as constants
#
# A *place* is the number of a name in :data:`verifier.carcassonne.tiles.drawing.NAMES`: edges carry
# cities, roads and rivers, half-edges fields, the middle a monastery, and corners the fields that
# reach no edge.


Place: TypeAlias = int
Pair: TypeAlias = tuple[Place, Place]

PLACES = range(len(NAMES))
MIDDLE: Place = NAMES.index("M")
EDGE_PLACES = range(4)
HALF_EDGE_PLACES = range(MIDDLE + 1, MIDDLE + 9)
RIM: tuple[Place, ...] = (*EDGE_PLACES, *HALF_EDGE_PLACES)
"""The places over which features go on to the next tile."""

EDGE_OF: dict[Place, int] = {place: EDGES.index(NAMES[place][0]) for place in RIM}
"""The edge on which a place lies."""

MEETS: dict[Place, Place] = {
    **{edge: (edge + 2) % 4 for edge in EDGE_PLACES},
    **{half: NAMES.index(facing_half_edge(NAMES[half])) for half in HALF_EDGE_PLACES},
}
"""The place of the next tile that a place meets."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn on a tile as it lies, its segments known by their first places.

    ``edges`` are the letters of its edges, ``kinds`` what lies at each place, and ``segments`` all
    places of each segment. Then which cities have how many shields, which roads an inn, which
    cities a cathedral, and which field borders which city.
    """

    edges: str
    kinds: dict[Place, Kind]
    segments: dict[Place, tuple[Place, ...]]
    first: dict[Place, Place]
    shields: dict[Place, int]
    inns: frozenset[Place]
    cathedrals: frozenset[Place]
    borders: tuple[Pair, ...]


@cache
def drawn(tile: str, rotation: int) -> Drawn:
    """Return what is drawn on the tile.

    >>> drawn("base/V", 0).segments[2], drawn("base/V", 0).kinds[5]
    ((2, 3), 'field')
    """
    lies = lying(tile, rotation)
    found = {each: tuple(map(NAMES.index, each.places)) for each in segments(tile, rotation)}
    firsts = {(each.kind, each.number): places[0] for each, places in found.items()}
    cities = {city.id: firsts["city", number] for number, city in enumerate(lies.cities)}
    return Drawn(
        edges=lies.edges,
        kinds={place: each.kind for each, places in found.items() for place in places},
        segments={places[0]: places for places in found.values()},
        first={place: places[0] for places in found.values() for place in places},
        shields={cities[city.id]: city.shields for city in lies.cities if city.shields},
        inns=frozenset(
            firsts["road", number] for number, road in enumerate(lies.roads) if road.inn
        ),
        cathedrals=frozenset(cities[city.id] for city in lies.cities if city.cathedral),
        borders=tuple(
            (firsts["field", number], cities[city])
            for number, field in enumerate(lies.fields)
            for city in field.cities
        ),
    )


# --- The table a part-turn starts from, with its features collected, so that old tiles cost little
#
# What lies on the table is constant. Each road, city and field that can still grow becomes one
# *node*; what can grow no more is left out, but final scoring asks for it.


Node: TypeAlias = int
Port: TypeAlias = tuple[Cell, Place]
Part: TypeAlias = tuple[Cell, Place]
"""A segment: its cell and its first place there."""
Owned: TypeAlias = tuple[int, Piece]
"""A colour and one of its sorts of pieces."""


@dataclass(frozen=True, eq=False)
class Feature:
    """A feature on the table.

    ``ports`` are the places over which it can grow, ``standing`` the pieces on it by their cell.
    """

    kind: Kind
    parts: tuple[Part, ...]
    ports: tuple[Port, ...]
    standing: Mapping[Cell, StandingPiece]
    shields: int
    inn: bool
    cathedral: bool

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """The tiles that carry it."""
        return frozenset(cell for cell, _ in self.parts)

    @cached_property
    def gaps(self) -> frozenset[Cell]:
        """The empty cells into which it can grow."""
        return frozenset(beyond(cell, EDGE_OF[place]) for cell, place in self.ports)

    @cached_property
    def pieces(self) -> dict[Owned, int]:
        """The pieces on it: how many of each colour and sort."""
        found: dict[Owned, int] = {}
        for piece in self.standing.values():
            owned = (piece.colour, piece.piece)
            found[owned] = found.get(owned, 0) + 1
        return found

    @cached_property
    def segments(self) -> tuple[FeatureAt, ...]:
        """All its segments by y, x and name; the first of them is what it is called."""
        in_order = sorted((y, x, first) for (x, y), first in self.parts)
        return tuple((x, y, NAMES[first]) for y, x, first in in_order)


@dataclass(frozen=True, slots=True)
class Monk:
    """A follower on a monastery: its cell, what stands there, and the empty cells around it."""

    cell: Cell
    piece: StandingPiece
    gaps: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class RiverEnd:
    """Where the river goes on: over that edge of the tile on the cell.

    ``turned`` is to which side that tile bends: 1 left, 3 right as seen downstream, 2 not at all.
    """

    cell: Cell
    edge: int
    turned: int


@dataclass(frozen=True)
class Ground:
    """The tiles of a position as constants: drawings and edges by cell, features, monks."""

    position: Position
    drawings: Mapping[Cell, Drawn]
    edges: Mapping[Cell, str]
    features: tuple[Feature, ...]
    open_features: tuple[Feature, ...]
    node_at: Mapping[Port, Node]
    monks: tuple[Monk, ...]

    @cached_property
    def rim(self) -> frozenset[Cell]:
        """The empty cells that share an edge with a tile."""
        near = {there for cell in self.edges for there in cells_beside(cell)}
        return frozenset(near - self.edges.keys())

    @cached_property
    def feature_at(self) -> dict[Part, Feature]:
        """The feature of each segment."""
        return {part: feature for feature in self.features for part in feature.parts}


def river_end(edges: Mapping[Cell, str]) -> RiverEnd | None:
    """Return where the river goes on, by the letters of all tiles' edges; None if nowhere."""
    for cell, letters in edges.items():
        river = [edge for edge in NORTH_TO_WEST if letters[edge] == "A"]
        for edge in river:
            if beyond(cell, edge) not in edges:
                upstream = [other for other in river if other != edge]
                turned = (edge - upstream[0]) % 4 if upstream else 2
                return RiverEnd(cell, edge, turned)
    return None


def collect(position: Position) -> Ground:
    """Return the table of a position whose tiles fit together."""
    lying = {placed.cell: placed for placed in position.placements}
    drawings = {cell: drawn(placed.tile, placed.rotation) for cell, placed in lying.items()}
    return _ground(position, drawings, tuple(_features(lying, drawings)), tuple(_monks(lying)))


def with_tile(table: Ground, laid: Placement) -> Ground:
    """Return the table with one tile more, and pieces as they stood before.

    Features that the tile does not touch are those of the table themselves.
    """
    lying = {placed.cell: placed for placed in (*table.position.placements, laid)}
    drawings = {**table.drawings, laid.cell: drawn(laid.tile, laid.rotation)}
    untouched = tuple(each for each in table.features if laid.cell not in each.gaps)
    touched = _features(lying, drawings, (laid.cell,))
    return _ground(table.position, drawings, (*untouched, *touched), table.monks)


def _ground(
    position: Position,
    drawings: Mapping[Cell, Drawn],
    features: tuple[Feature, ...],
    monks: tuple[Monk, ...],
) -> Ground:
    growing = tuple(feature for feature in features if feature.ports)
    return Ground(
        position=position,
        drawings=drawings,
        edges={cell: drawing.edges for cell, drawing in drawings.items()},
        features=features,
        open_features=growing,
        node_at={port: node for node, feature in enumerate(growing) for port in feature.ports},
        monks=monks,
    )


def _features(
    lying: dict[Cell, Placement],
    drawings: dict[Cell, Drawn],
    cells: Iterable[Cell] | None = None,
) -> Iterator[Feature]:
    """Yield the features of the tiles on these cells, of all by default."""
    seen: set[Part] = set()
    for cell in drawings if cells is None else cells:
        drawing = drawings[cell]
        for first in drawing.segments:
            if drawing.kinds[first] != "river" and (cell, first) not in seen:
                parts, ports = _follow(drawings, (cell, first))
                seen.update(parts)
                yield _feature(lying, drawings, parts, ports)


def _follow(drawings: dict[Cell, Drawn], start: Part) -> tuple[list[Part], list[Port]]:
    """Return the segments that make one feature with ``start``, and where it can grow (DEF-3)."""
    seen, parts, ports = {start}, [start], []
    for cell, first in parts:
        for place in drawings[cell].segments[first]:
            if place not in EDGE_OF:
                continue
            beside = beyond(cell, EDGE_OF[place])
            if beside not in drawings:
                ports.append((cell, place))
                continue
            met = (beside, drawings[beside].first[MEETS[place]])
            if met not in seen:
                seen.add(met)
                parts.append(met)
    return parts, ports


def _feature(
    lying: dict[Cell, Placement],
    drawings: dict[Cell, Drawn],
    parts: list[Part],
    ports: list[Port],
) -> Feature:
    shields, inn, cathedral = 0, False, False
    standing: dict[Cell, StandingPiece] = {}
    for cell, first in parts:
        drawing, piece = drawings[cell], lying[cell].piece
        shields += drawing.shields.get(first, 0)
        inn = inn or first in drawing.inns
        cathedral = cathedral or first in drawing.cathedrals
        if piece is not None and drawing.first[NAMES.index(piece.feature)] == first:
            standing[cell] = piece
    kind = drawings[parts[0][0]].kinds[parts[0][1]]
    return Feature(kind, tuple(parts), tuple(ports), standing, shields, inn, cathedral)


def _monks(lying: dict[Cell, Placement]) -> Iterator[Monk]:
    for cell, placed in lying.items():
        if placed.piece is not None and placed.piece.feature == "M":
            gaps = tuple(gap for gap in surroundings(cell) if gap not in lying)
            yield Monk(cell, placed.piece, gaps)


# --- The game


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
