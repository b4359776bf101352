"""A printed tile: what is drawn on it, feature by feature."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

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
