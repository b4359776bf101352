"""Tiles as the Solo Variant plays with them: an id, four edges and what can be claimed.

All of it follows from the tile sheets (BASE-TILE-1). Edges are numbered clockwise,
0 = north, 1 = east, 2 = south, 3 = west; a rotation is a number of clockwise quarter turns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from verifier.carcassonne.tiles.reader import Sheet, read_sheet, require_sound, sheet_document
from verifier.carcassonne.tiles.tile import EDGES, Tile
from verifier.errors import Malformed

Kind = Literal["city", "road", "monastery"]
Terrain = Literal["city", "road", "field", "river"]

_TERRAIN: dict[str, Terrain] = {"C": "city", "R": "road", "F": "field", "A": "river"}


@dataclass(frozen=True, slots=True)
class Segment:
    """One city, road or monastery drawn on a tile (DEF-2); fields are left out (SOLO-MEEPLE-3).

    So is the river, which nobody claims (SOLO-BOX-8). ``edges`` are the edges it touches, in
    increasing order; a monastery touches none. A road may have an ``inn``, a city a ``cathedral``.
    """

    kind: Kind
    edges: tuple[int, ...]
    shields: int = 0
    inn: bool = False
    cathedral: bool = False

    @property
    def name(self) -> str:
        """The letter of its first edge, or ``M`` for a monastery.

        >>> Segment("road", (1, 3)).name
        'E'
        """
        return EDGES[self.edges[0]] if self.edges else "M"


@dataclass(frozen=True, slots=True)
class Orientation:
    """A tile kind in one rotation, as it lies on the table.

    ``id`` is that of its kind; ``tile`` is the printed tile, unturned, with all that is on it.
    """

    id: str
    rotation: int
    terrain: tuple[Terrain, Terrain, Terrain, Terrain]
    segments: tuple[Segment, ...]
    tile: Tile = field(repr=False, compare=False)
    _named: dict[str, Segment] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the segments by all their names, since they are looked up very often."""
        named = {EDGES[edge]: segment for segment in self.segments for edge in segment.edges}
        named |= {segment.name: segment for segment in self.segments if not segment.edges}
        object.__setattr__(self, "_named", named)

    @property
    def river(self) -> tuple[int, ...]:
        """The edges over which the river flows, in increasing order.

        >>> drawing_of("river/A", 0).river, drawing_of("base/D", 0).river
        ((1,), ())
        """
        return tuple(edge for edge, terrain in enumerate(self.terrain) if terrain == "river")

    def segment_at(self, edge: int) -> Segment | None:
        """Return the city or road segment that touches ``edge``, or None if neither does."""
        return self._named.get(EDGES[edge])

    def segment_named(self, name: str) -> Segment | None:
        """Return the segment called ``name`` by any of its edges, or by ``M``; None if none is.

        >>> drawing_of("base/U", 0).segment_named("W").edges
        (1, 3)
        """
        return self._named.get(name)


@dataclass(frozen=True, slots=True)
class TileKind:
    """One of the kinds of tile in a sheet: its id, how many there are, its four drawings.

    ``rotations`` are the rotations that look different, the smallest of each equal drawing
    (EC-G-24); ``orientations`` has all four.
    """

    id: str
    count: int
    start_copies: int
    rotations: tuple[int, ...]
    orientations: tuple[Orientation, Orientation, Orientation, Orientation]


@dataclass(frozen=True, slots=True)
class TileSheet:
    """The kinds of tile of one set or several, by id."""

    name: str
    kinds: tuple[TileKind, ...]
    _by_id: dict[str, TileKind] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the kinds by id, since they are looked up very often."""
        object.__setattr__(self, "_by_id", {kind.id: kind for kind in self.kinds})

    def __contains__(self, tile: object) -> bool:
        """Return whether there is a tile of that id."""
        return tile in self._by_id

    def kind(self, tile: str) -> TileKind:
        """Return the kind of that id.

        :raises Malformed: if the set has no such tile.
        """
        found = self._by_id.get(tile)
        if found is not None:
            return found
        known = ", ".join(kind.id for kind in self.kinds)
        raise Malformed(f"there is no tile {tile!r}; the set {self.name} has {known}")

    def orientation(self, tile: str, rotation: int) -> Orientation:
        """Return the drawing of that tile after ``rotation`` (0 to 3) clockwise quarter turns."""
        return self.kind(tile).orientations[rotation]

    def counts(self) -> dict[str, int]:
        """Return how many tiles of each kind there are, the start tile included.

        >>> sum(tiles_in_play(("base",)).counts().values())
        72
        """
        return {kind.id: kind.count for kind in self.kinds}

    @property
    def start_tile(self) -> str:
        """The start tile (BASE-TILE-1)."""
        return next(kind.id for kind in self.kinds if kind.start_copies)


@cache
def tile_sheet(name: str) -> Sheet:
    """Return the tile sheet of a set, checked: ``base``, ``river``, ``ic``, ``tb`` or ``ks``.

    :raises Malformed: if there is no such set, or its sheet contradicts itself.

    >>> len(tile_sheet("tb").tiles)
    24
    """
    return require_sound(read_sheet(sheet_document(name)))


@cache
def tiles_in_play(sets: tuple[str, ...]) -> TileSheet:
    """Return the tiles of these sets as one sheet to play with, as a rule set names them.

    >>> tiles_in_play(("base", "ks")).kind("ks/C").count
    1

    :raises Malformed: if there is no such set.
    """
    kinds = (kind for name in sets for kind in playing_sheet(tile_sheet(name)).kinds)
    return TileSheet(", ".join(sets), tuple(kinds))


@cache
def tile_kind(tile: str) -> TileKind:
    """Return a kind of tile by its id.

    What a tile shows is no matter of rules, so this asks for none.

    >>> tile_kind("ic/K").orientations[0].terrain
    ('city', 'city', 'city', 'city')

    :raises Malformed: if there is no such tile.
    """
    tile_set, slash, _ = tile.partition("/")
    if not slash:
        raise Malformed(f"there is no tile {tile!r}; a tile is its set and letter, like 'base/E'")
    return tiles_in_play((tile_set,)).kind(tile)


@cache
def drawing_of(tile: str, rotation: int) -> Orientation:
    """Return a tile, by its id, after so many clockwise quarter turns.

    >>> drawing_of("base/U", 0).segment_named("W").edges
    (1, 3)
    """
    return tile_kind(tile).orientations[rotation]


def is_of_river(tile: str) -> bool:
    """Return whether a tile, by its id, is one over which the river flows, even if there is none.

    >>> is_of_river("river/A"), is_of_river("base/D")
    (True, False)
    """
    return tile.startswith("river/")


def playing_sheet(printed: Sheet) -> TileSheet:
    """Return a sheet as the Solo Variant plays with it, without fields (SOLO-MEEPLE-3).

    >>> playing_sheet(tile_sheet("base")).kind("base/O").orientations[0].segment_named("E")
    Segment(kind='road', edges=(1, 2), shields=0, inn=False, cathedral=False)
    """
    return TileSheet(printed.name, tuple(_kind(tile) for tile in printed.tiles))


def _kind(tile: Tile) -> TileKind:
    first, second, third, fourth = (_orientation(tile, turns) for turns in range(4))
    return TileKind(
        id=tile.id,
        count=tile.count,
        start_copies=tile.start_copies,
        rotations=tile.rotations,
        orientations=(first, second, third, fourth),
    )


def _orientation(tile: Tile, rotation: int) -> Orientation:
    lying = tile.turned(rotation)
    north, east, south, west = (_TERRAIN[letter] for letter in lying.edges)
    cities = [
        Segment("city", _numbers(city.edges), city.shields, cathedral=city.cathedral)
        for city in lying.cities
    ]
    roads = [Segment("road", _numbers(road.edges), inn=road.inn) for road in lying.roads]
    # The monastery comes last, so that a segment's place in the tuple is its own.
    monastery = [Segment("monastery", ())] if lying.monastery else []
    return Orientation(
        id=tile.id,
        rotation=rotation,
        terrain=(north, east, south, west),
        segments=(*sorted(cities + roads, key=lambda segment: segment.edges), *monastery),
        tile=tile,
    )


def _numbers(edges: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(EDGES.index(edge) for edge in edges)
