"""Derives the fields of a tile from everything else that is drawn on it.

A tile is taken as a disc. Cities, roads and rivers that meet inside it form one obstacle, a tree
of features; obstacles touch the rim and cut the disc into regions, and each region is a field.
Two places of the rim lie in one field if no obstacle separates them: for every obstacle they lie
between the same two of its touches. A field borders the cities on the way between these two
touches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from verifier.carcassonne.tiles.tile import CORNERS, HALF_EDGES, POSITION, RING, Road, Tile
from verifier.errors import Malformed

DerivedField = tuple[frozenset[str], frozenset[str]]
"""The half-edges and corners of a field, and the cities it borders."""


def derived_fields(tile: Tile) -> frozenset[DerivedField]:
    """Return the fields as the other features of the tile cut them.

    Corners are those between two different cities.

    :raises Malformed: if features meet in a ring, or cross without a bridge.

    >>> from verifier.carcassonne.tiles import tile_sheet
    >>> [(sorted(places), sorted(cities)) for places, cities in derived_fields(
    ...     tile_sheet("base").tile("base/I"))]
    [(['El', 'Er', 'NW', 'Sl', 'Sr'], ['c0', 'c1'])]
    """
    skeleton = _skeleton(tile)
    taken, free = _rim(tile, skeleton)
    obstacles = [
        _Obstacle(nodes, _touches(nodes, taken), skeleton) for nodes in skeleton.clusters()
    ]
    obstacles = [each for each in obstacles if each.touches]
    for one, other in combinations(obstacles, 2):
        if len({one.arc(touch.first) for touch in other.touches}) > 1:
            raise Malformed(f"tile {tile.id}: features cross without a bridge")
    regions = defaultdict[tuple[int, ...], list[str]](list)
    for place in free:
        regions[tuple(each.arc(POSITION[place]) for each in obstacles)].append(place)
    corners = parting_corners(tile)
    return frozenset(
        (
            frozenset(place for place in places if place in HALF_EDGES or place in corners),
            _cities_around(tile, obstacles, arcs),
        )
        for arcs, places in regions.items()
    )


def parting_corners(tile: Tile) -> frozenset[str]:
    """Return the corners between two different cities of the tile."""
    city_at = {edge: city.id for city in tile.cities for edge in city.edges}
    return frozenset(
        corner
        for corner, (one, other) in CORNERS.items()
        if one in city_at and other in city_at and city_at[one] != city_at[other]
    )


@dataclass(slots=True)
class _Skeleton:
    """Features as points that are linked where they meet.

    A feature that a field passes below is one point for each of its edges.
    """

    links: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    at_edge: dict[str, str] = field(default_factory=dict)
    feature: dict[str, str] = field(default_factory=dict)

    def add(self, node: str) -> None:
        self.links.setdefault(node, set())

    def link(self, one: str, other: str) -> None:
        self.links[one].add(other)
        self.links[other].add(one)

    def clusters(self) -> Iterator[list[str]]:
        """Yield the connected components, each once."""
        seen: set[str] = set()
        for start in self.links:
            if start not in seen:
                nodes = list(self.ways(start))
                seen |= set(nodes)
                yield nodes

    def ways(self, start: str) -> dict[str, str]:
        """Return each point that can be reached, with the one before it on the way."""
        before = {start: start}
        queue = [start]
        for node in queue:
            for following in sorted(self.links[node]):
                if following not in before:
                    before[following] = node
                    queue.append(following)
        return before


@dataclass(frozen=True, slots=True)
class _Touch:
    """Where an obstacle touches the rim: positions from first to last, last may pass the end."""

    first: int
    last: int
    node: str


@dataclass(frozen=True, slots=True)
class _Obstacle:
    nodes: list[str]
    touches: list[_Touch]
    skeleton: _Skeleton

    def arc(self, position: int) -> int:
        """Return the number of the stretch between two touches that a position lies on."""
        passed = sum(touch.first < position for touch in self.touches)
        return passed % len(self.touches)

    def nodes_along(self, arc: int) -> set[str]:
        """Return the points that lie along a stretch, from the touch before it to the next."""
        if len(self.touches) == 1:
            return set(self.nodes)
        before = self.skeleton.ways(self.touches[arc - 1].node)
        node = self.touches[arc].node
        along = {node}
        while before[node] != node:
            node = before[node]
            along.add(node)
        return along


def _skeleton(tile: Tile) -> _Skeleton:
    skeleton = _Skeleton()
    raised = {each.over for each in tile.crossings if not each.blocks_fields}
    for feature in tile.features:
        for edge in feature.edges:
            node = feature.id + edge if feature.id in raised else feature.id
            skeleton.add(node)
            skeleton.at_edge[edge] = node
            skeleton.feature[node] = feature.id
    for road in tile.roads:
        for end in _meeting_points(road):
            skeleton.link(road.id, end)
    for stub in tile.stubs:
        skeleton.link(stub.junction, stub.city)
    for crossing in tile.crossings:
        if crossing.blocks_fields:
            skeleton.link(crossing.over, crossing.under)
    for nodes in skeleton.clusters():
        if sum(len(skeleton.links[node]) for node in nodes) // 2 != len(nodes) - 1:
            raise Malformed(f"tile {tile.id}: features meet in a ring")
    return skeleton


def _meeting_points(road: Road) -> Iterator[str]:
    for end in road.inner_ends:
        kind, _, name = end.partition(":")
        if kind != "house":  # where the road simply stops
            yield name or kind


def _rim(tile: Tile, skeleton: _Skeleton) -> tuple[dict[int, str], list[str]]:
    """Return the points at the positions of the rim, and the places that are field."""
    taken, free = dict[int, str](), list[str]()
    tips = {tip.corner: tip.city for tip in tile.city_tips}
    for place in RING:
        node = tips.get(place) if place in CORNERS else _at(tile, skeleton, place)
        if place in CORNERS and node is None:
            one, other = (skeleton.at_edge.get(edge) for edge in CORNERS[place])
            shared = one is not None and one == other and tile.terrain(CORNERS[place][0]) == "C"
            node = one if shared else None
        if node is None:
            free.append(place)
        else:
            taken[POSITION[place]] = node
    return taken, free


def _at(tile: Tile, skeleton: _Skeleton, place: str) -> str | None:
    edge, in_the_middle = place[0], place.endswith("c")
    terrain = tile.terrain(edge)
    touched = terrain == "C" or (terrain != "F" and in_the_middle)
    return skeleton.at_edge[edge] if touched else None


def _touches(nodes: list[str], taken: dict[int, str]) -> list[_Touch]:
    """Return the touches of one obstacle clockwise; neighbouring positions of a point are one."""
    touches: list[_Touch] = []
    for position, node in taken.items():
        if node not in nodes:
            continue
        if touches and (touches[-1].last, touches[-1].node) == (position - 1, node):
            touches[-1] = _Touch(touches[-1].first, position, node)
        else:
            touches.append(_Touch(position, position, node))
    if len(touches) > 1:
        first, last = touches[0], touches[-1]
        if (first.first, last.last, first.node) == (0, len(RING) - 1, last.node):
            touches[0] = _Touch(last.first - len(RING), first.last, first.node)
            touches.pop()
    return touches


def _cities_around(tile: Tile, obstacles: list[_Obstacle], arcs: tuple[int, ...]) -> frozenset[str]:
    cities = {city.id for city in tile.cities}
    around: set[str] = set()
    for number, obstacle in enumerate(obstacles):
        position = obstacle.touches[0].last
        parted = any(
            other.arc(position) != arcs[index]
            for index, other in enumerate(obstacles)
            if index != number
        )
        if not parted:
            nodes = obstacle.nodes_along(arcs[number])
            around |= {obstacle.skeleton.feature.get(node, "") for node in nodes}
    return frozenset(around & cities)
