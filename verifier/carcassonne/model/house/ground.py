"""The table a part-turn starts from, with its features collected, so that old tiles cost little.

What lies on the table is constant. Each road, city and field that can still grow becomes one
*node*; what can grow no more is left out, but final scoring asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

from verifier.carcassonne.house.drawing import NAMES, Kind, lying, segments
from verifier.carcassonne.house.part_turn import FeatureAt
from verifier.carcassonne.house.position import Piece, Placement, Position, StandingPiece
from verifier.carcassonne.model.demands import surroundings
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.tile import facing as facing_half_edge

# --- What is drawn on a tile, place by place, as constants
#
# A *place* is the number of a name in :data:`verifier.carcassonne.house.drawing.NAMES`: edges carry
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


# --- The features of the table


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
        near = {beyond(cell, edge) for cell in self.edges for edge in NORTH_TO_WEST}
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
