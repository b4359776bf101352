"""The table from which a game starts, as constants, with its features collected into nodes.

Each road and city that can still grow becomes one *node*; complete features cannot change any more
and are left out. Tiles placed later have four nodes each, one for every edge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from verifier.carcassonne.model.demands import surroundings
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond, opposite
from verifier.carcassonne.tiles import Segment, Terrain

Node: TypeAlias = int
_Port: TypeAlias = tuple[Cell, int]
_Part: TypeAlias = tuple[Cell, Segment]


@dataclass(frozen=True, slots=True)
class OpenFeature:
    """A road or city on the table that is not complete.

    ``tiles`` are its cells, ``ports`` its open edges; ``meeples`` counts the meeples by colour,
    which stand on the cells ``manned``.
    """

    tiles: frozenset[Cell]
    shields: int
    ports: tuple[_Port, ...]
    meeples: tuple[int, ...]
    manned: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Monk:
    """A meeple on a monastery: its cell, its colour, and the empty cells around it."""

    cell: Cell
    colour: int
    gaps: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """The tiles of a position as constants: terrain by cell, open features as nodes, monks."""

    position: Position
    terrain: dict[Cell, tuple[Terrain, Terrain, Terrain, Terrain]]
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
                for neighbour in (beyond(cell, edge) for edge in NORTH_TO_WEST)
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
        features=features,
        node_at={port: node for node, feature in enumerate(features) for port in feature.ports},
        monks=tuple(_monks(tiles)),
        shared_tiles=_shared_tiles(features),
    )


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
        cell: meeple.colour
        for cell, segment in parts
        if (meeple := tiles[cell].meeple) is not None
        and tiles[cell].drawing.segment_named(meeple.segment) == segment
    }
    numbers = Counter(standing.values())
    return OpenFeature(
        tiles=frozenset(cell for cell, _ in parts),
        shields=sum(segment.shields for _, segment in parts),
        ports=tuple(sorted(ports)),
        meeples=tuple(numbers[colour] for colour in range(colours)),
        manned=frozenset(standing),
    )


def _monks(tiles: dict[Cell, Placement]) -> Iterator[Monk]:
    for cell, placement in tiles.items():
        if placement.meeple is not None and placement.meeple.segment == "M":
            gaps = tuple(gap for gap in surroundings(cell) if gap not in tiles)
            yield Monk(cell, placement.meeple.colour, gaps)
