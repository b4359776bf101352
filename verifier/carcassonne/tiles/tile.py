"""A printed tile: what is drawn on it, feature by feature; its rim, and its fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal

from verifier.errors import Malformed

Goods = Literal["wine", "grain", "cloth"]
Role = Literal["spring", "lake"]
TERRAIN = {"C": "city", "R": "road", "F": "field", "A": "river"}
"""What lies at an edge, by its letter on the sheets."""

Move = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class City:
    """A part of a city with the edges it fills, ``NESW``."""

    id: str
    edges: tuple[str, ...]
    shields: int = 0
    cathedral: bool = False
    goods: Goods | None = None


@dataclass(frozen=True, slots=True)
class Road:
    """A part of a road. Edges and inner ends are always two.

    An inner end closes the road: ``city:c0``, ``junction:j0`` (a crossing or village),
    ``monastery`` or ``house``. An inn belongs to the part it stands at, not to the tile.
    """

    id: str
    edges: tuple[str, ...]
    inner_ends: tuple[str, ...] = ()
    inn: bool = False


@dataclass(frozen=True, slots=True)
class River:
    """A part of the river. Edges and inner ends (``spring``, ``lake``) are always two."""

    id: str
    edges: tuple[str, ...]
    inner_ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a field: its half-edges, and the cities of this tile that it borders.

    ``corners`` are those between two different cities that the field runs into. Nothing ever joins
    over a corner, so a field without half-edges never grows.
    """

    id: str
    half_edges: tuple[str, ...]
    cities: tuple[str, ...] = ()
    corners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge: ``over`` passes above ``under`` without meeting it.

    ``blocks_fields`` says that fields stay apart at the bridge; otherwise they pass below it.
    """

    over: str
    under: str
    blocks_fields: bool


@dataclass(frozen=True, slots=True)
class Stub:
    """A piece of road between a junction and a city gate: it separates fields but is no road."""

    junction: str
    city: str


@dataclass(frozen=True, slots=True)
class CityTip:
    """A corner that a city reaches without its edges, so that it separates the fields beside it."""

    city: str
    corner: str


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile of a set, as printed or turned.

    ``edges`` are four letters for north, east, south and west: C city, R road, F field, A river.
    ``symmetry`` (1, 2 or 4) is how many of the four quarter turns leave its features unchanged.
    ``letters`` are the printed tiles behind this entry where several share their features.
    """

    id: str
    letter: str
    name: str
    count: int
    edges: str
    symmetry: int
    monastery: bool
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    rivers: tuple[River, ...]
    fields: tuple[Field, ...]
    crossings: tuple[Crossing, ...] = ()
    stubs: tuple[Stub, ...] = ()
    city_tips: tuple[CityTip, ...] = ()
    start_copies: int = 0
    garden_copies: int = 0
    letters: tuple[str, ...] = ()
    role: Role | None = None

    @property
    def rotations(self) -> tuple[int, ...]:
        """The rotations that look different, the smallest of each equal one (EC-G-24)."""
        return tuple(range(4 // self.symmetry))

    @property
    def ways(self) -> tuple[Road | River, ...]:
        """Its roads, then its rivers."""
        return (*self.roads, *self.rivers)

    @property
    def features(self) -> tuple[City | Road | River, ...]:
        """Its cities, roads and rivers, which separate its fields."""
        return (*self.cities, *self.ways)

    @lru_cache(maxsize=512)  # noqa: B019 - tiles are few and small, and those kept no more than that
    def turned(self, quarter_turns: int) -> Tile:
        """Return the tile after that many clockwise quarter turns.

        >>> from verifier.carcassonne.tiles import tile_sheet
        >>> tile_sheet("base").tile("base/V").turned(1).edges
        'RFFR'
        """
        return self._moved(lambda place: turned(place, quarter_turns))

    def mirrored(self) -> Tile:
        """Return the mirror image of the tile, with east and west exchanged."""
        return self._moved(mirrored)

    def terrain(self, edge: str) -> str:
        """Return the letter of an edge: C, R, F or A."""
        return self.edges[EDGES.index(edge)]

    def city(self, name: str) -> City:
        """Return the city called ``name``, such as ``c0``."""
        return next(city for city in self.cities if city.id == name)

    def _moved(self, move: Move) -> Tile:
        origin = {move(edge): edge for edge in EDGES}
        return replace(
            self,
            edges="".join(self.terrain(origin[edge]) for edge in EDGES),
            cities=tuple(replace(each, edges=_all(move, each.edges)) for each in self.cities),
            roads=tuple(replace(each, edges=_all(move, each.edges)) for each in self.roads),
            rivers=tuple(replace(each, edges=_all(move, each.edges)) for each in self.rivers),
            fields=tuple(
                replace(
                    each,
                    half_edges=_all(move, each.half_edges),
                    corners=_all(move, each.corners),
                )
                for each in self.fields
            ),
            city_tips=tuple(replace(each, corner=move(each.corner)) for each in self.city_tips),
        )


Shape = tuple[Any, ...]


def shape(tile: Tile, *, bare: bool = False) -> Shape:
    """Return the features of the tile without names, so that equal drawings have equal shapes.

    ``bare`` leaves shields, cathedrals, goods and inns aside.
    """
    edges_of = {city.id: city.edges for city in tile.cities}
    cities = sorted(
        (city.edges,) if bare else (city.edges, city.shields, city.cathedral, city.goods or "")
        for city in tile.cities
    )
    roads = sorted((road.edges, road.inn and not bare) for road in tile.roads)
    rivers = sorted(river.edges for river in tile.rivers)
    fields = sorted(
        (
            in_order(field.half_edges + field.corners),
            tuple(sorted(edges_of[each] for each in field.cities)),
        )
        for field in tile.fields
    )
    return (tile.monastery, tuple(cities), tuple(roads), tuple(rivers), tuple(fields))


def same_kind(one: Tile, other: Tile, *, bare: bool = False) -> bool:
    """Return whether two tiles look the same in some rotation."""
    return least_shape(one, bare=bare) == least_shape(other, bare=bare)


def least_shape(tile: Tile, *, bare: bool = False) -> Shape:
    """Return the least of the shapes of its four rotations, the same for equal tiles."""
    return min(shape(tile.turned(turns), bare=bare) for turns in range(4))


def _all(move: Move, places: tuple[str, ...]) -> tuple[str, ...]:
    return in_order(map(move, places))


# --- The rim of a tile: edges, half-edges and corners, and how they turn and mirror.
#
# Edges are numbered clockwise, 0 = north, 1 = east, 2 = south, 3 = west. A half-edge is named by
# its edge and by ``l`` or ``r``, left or right as seen from the middle of the tile looking out; a
# corner by the two edges that meet there. A place is any of these, or the middle of an edge,
# ``c``::
#
#     NW Nl Nc Nr NE
#     Wr          El
#     Wc          Ec
#     Wl          Er
#     SW Sr Sc Sl SE


EDGES = "NESW"
CORNERS = {"NW": ("W", "N"), "NE": ("N", "E"), "SE": ("E", "S"), "SW": ("S", "W")}
"""Each corner with the edges before and after it, clockwise."""

RING = (
    *("NW", "Nl", "Nc", "Nr"),
    *("NE", "El", "Ec", "Er"),
    *("SE", "Sl", "Sc", "Sr"),
    *("SW", "Wl", "Wc", "Wr"),
)
"""All places, clockwise from the north-west corner."""

HALF_EDGES = tuple(place for place in RING if place[1] in "lr")
POSITION = {place: number for number, place in enumerate(RING)}

_MIRRORED = {"N": "N", "E": "W", "S": "S", "W": "E"}
_OTHER_SIDE = {"l": "r", "r": "l", "c": "c"}


def turned(place: str, quarter_turns: int) -> str:
    """Return the edge or place after that many clockwise quarter turns.

    >>> turned("N", 1), turned("Nl", 1), turned("NE", 2)
    ('E', 'El', 'SW')
    """
    if len(place) == 1:
        return EDGES[(EDGES.index(place) + quarter_turns) % 4]
    return RING[(POSITION[place] + 4 * quarter_turns) % len(RING)]


def mirrored(place: str) -> str:
    """Return the mirror image of an edge or place, with east and west exchanged.

    >>> mirrored("E"), mirrored("Nl"), mirrored("SE")
    ('W', 'Nr', 'SW')
    """
    if len(place) == 1:
        return _MIRRORED[place]
    if place in CORNERS:
        return place[0] + _MIRRORED[place[1]]
    return _MIRRORED[place[0]] + _OTHER_SIDE[place[1]]


def facing(half_edge: str) -> str:
    """Return the half-edge of the neighbouring tile that a half-edge meets.

    >>> facing("Nl"), facing("Er")
    ('Sr', 'Wl')
    """
    return turned(half_edge[0], 2) + _OTHER_SIDE[half_edge[1]]


def in_order(places: Iterable[str]) -> tuple[str, ...]:
    """Return edges or places clockwise from the north.

    >>> in_order(["W", "N"]), in_order(["Sr", "El"])
    (('N', 'W'), ('El', 'Sr'))
    """
    return tuple(sorted(places, key=_clockwise))


def _clockwise(place: str) -> int:
    return EDGES.index(place) if len(place) == 1 else POSITION[place]


# --- Derives the fields of a tile from everything else that is drawn on it.
#
# A tile is taken as a disc. Cities, roads and rivers that meet inside it form one obstacle, a tree
# of features; obstacles touch the rim and cut the disc into regions, and each region is a field.
# Two places of the rim lie in one field if no obstacle separates them: for every obstacle they lie
# between the same two of its touches. A field borders the cities on the way between these two
# touches.


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
