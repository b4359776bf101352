"""Reads a tile sheet and checks it while reading.

A sheet states facts about printed tiles (BASE-TILE-1). Edges are numbered clockwise,
0 = north, 1 = east, 2 = south, 3 = west; a rotation is a number of clockwise quarter turns.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Literal

from verifier.errors import Malformed

EDGES = "NESW"
Kind = Literal["city", "road", "monastery"]
Terrain = Literal["city", "road", "field"]

_TERRAIN: dict[str, Terrain] = {"C": "city", "R": "road", "F": "field"}
_QUARTER_TURNS = range(4)


@dataclass(frozen=True, slots=True)
class Segment:
    """One city, road or monastery drawn on a tile (DEF-2); fields are left out (SOLO-MEEPLE-3).

    ``edges`` are the edges it touches, in increasing order; a monastery touches none.
    """

    kind: Kind
    edges: tuple[int, ...]
    shields: int = 0

    @property
    def name(self) -> str:
        """The letter of its first edge, or ``M`` for a monastery.

        >>> Segment("road", (1, 3)).name
        'E'
        """
        return EDGES[self.edges[0]] if self.edges else "M"

    def turned(self, quarter_turns: int) -> Segment:
        """Return the segment after that many clockwise quarter turns."""
        edges = tuple(sorted((edge + quarter_turns) % 4 for edge in self.edges))
        return Segment(self.kind, edges, self.shields)


@dataclass(frozen=True, slots=True)
class Orientation:
    """A tile kind in one rotation, as it lies on the table."""

    letter: str
    rotation: int
    terrain: tuple[Terrain, Terrain, Terrain, Terrain]
    segments: tuple[Segment, ...]
    _named: dict[str, Segment] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note the segments under all their names, for they are looked up all the time."""
        named = {EDGES[edge]: segment for segment in self.segments for edge in segment.edges}
        named |= {segment.name: segment for segment in self.segments if not segment.edges}
        object.__setattr__(self, "_named", named)

    def segment_at(self, edge: int) -> Segment | None:
        """Return the city or road segment that touches ``edge``, or None for a field edge."""
        return self._named.get(EDGES[edge])

    def segment_named(self, name: str) -> Segment | None:
        """Return the segment called ``name`` by any of its edges, or by ``M``; None if none is.

        >>> base_sheet().orientation("U", 0).segment_named("W").edges
        (1, 3)
        """
        return self._named.get(name)


@dataclass(frozen=True, slots=True)
class TileKind:
    """One of the kinds of tile in a sheet: its letter, how many there are, its four drawings.

    ``rotations`` are the rotations that look different, the smallest of each equal drawing
    (EC-G-24); ``orientations`` has all four.
    """

    letter: str
    count: int
    start_copies: int
    rotations: tuple[int, ...]
    orientations: tuple[Orientation, Orientation, Orientation, Orientation]


@dataclass(frozen=True, slots=True)
class TileSheet:
    """The kinds of tile of one set, by letter."""

    name: str
    kinds: tuple[TileKind, ...]
    _by_letter: dict[str, TileKind] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note the kinds under their letters, for they are looked up all the time."""
        object.__setattr__(self, "_by_letter", {kind.letter: kind for kind in self.kinds})

    def __contains__(self, letter: object) -> bool:
        """Tell whether the set has a tile of that letter."""
        return letter in self._by_letter

    def kind(self, letter: str) -> TileKind:
        """Return the kind called ``letter``.

        :raises Malformed: if the set has no such tile.
        """
        found = self._by_letter.get(letter)
        if found is not None:
            return found
        letters = "".join(kind.letter for kind in self.kinds)
        raise Malformed(f"there is no tile {letter!r}; the {self.name} set has {letters}")

    def orientation(self, letter: str, rotation: int) -> Orientation:
        """Return the drawing of that tile after ``rotation`` (0 to 3) clockwise quarter turns."""
        return self.kind(letter).orientations[rotation]

    def counts(self) -> dict[str, int]:
        """Return how many tiles of each letter the set holds, the start tile included.

        >>> sum(base_sheet().counts().values())
        72
        """
        return {kind.letter: kind.count for kind in self.kinds}

    @property
    def start_letter(self) -> str:
        """The letter of the start tile (BASE-TILE-1)."""
        return next(kind.letter for kind in self.kinds if kind.start_copies)


def read_sheet(document: dict[str, Any]) -> TileSheet:
    """Return the sheet stated in ``document``, checked against its own totals and symmetries.

    :raises Malformed: if the document contradicts itself.
    """
    kinds = tuple(_read_kind(entry) for entry in document["tiles"])
    _check_totals(document, kinds)
    return TileSheet(document["set"], kinds)


@cache
def base_sheet() -> TileSheet:
    """Return the 72 tiles of the base game in 24 kinds (BASE-TILE-1).

    >>> base_sheet().kind("D").count
    4
    """
    text = resources.files("verifier.tiles").joinpath("base.json").read_text(encoding="utf-8")
    return read_sheet(json.loads(text))


def _read_kind(entry: dict[str, Any]) -> TileKind:
    upright = _read_drawing(entry)
    drawings = tuple(_turned(upright, turns) for turns in _QUARTER_TURNS)
    different = tuple(
        turns
        for turns in _QUARTER_TURNS
        if all(not _same_drawing(drawings[turns], drawings[before]) for before in range(turns))
    )
    _require(
        len(different) == 4 // entry["symmetry"],
        entry,
        f"symmetry {entry['symmetry']} is stated, but {len(different)} rotations look different",
    )
    first, second, third, fourth = drawings
    return TileKind(
        letter=entry["letter"],
        count=entry["count"],
        start_copies=entry.get("start_copies", 0),
        rotations=different,
        orientations=(first, second, third, fourth),
    )


def _read_drawing(entry: dict[str, Any]) -> Orientation:
    letters = entry["edges"]
    _require(
        len(letters) == len(EDGES) and set(letters) <= set(_TERRAIN), entry, f"edges {letters!r}"
    )
    north, east, south, west = (_TERRAIN[letter] for letter in letters)
    cities = [
        Segment("city", _edge_numbers(city["edges"]), city["shields"]) for city in entry["cities"]
    ]
    roads = [Segment("road", _edge_numbers(road["edges"])) for road in entry["roads"]]
    monastery = [Segment("monastery", ())] if entry["monastery"] else []
    segments = (*sorted(cities + roads, key=lambda segment: segment.edges), *monastery)
    drawing = Orientation(entry["letter"], 0, (north, east, south, west), segments)
    for edge, terrain in enumerate(drawing.terrain):
        kinds = [segment.kind for segment in segments if edge in segment.edges]
        expected = [] if terrain == "field" else [terrain]
        _require(kinds == expected, entry, f"edge {EDGES[edge]} is {terrain} but carries {kinds}")
    return drawing


def _edge_numbers(letters: list[str]) -> tuple[int, ...]:
    return tuple(sorted(EDGES.index(letter) for letter in letters))


def _turned(drawing: Orientation, turns: int) -> Orientation:
    north, east, south, west = (drawing.terrain[(edge - turns) % 4] for edge in range(4))
    turned = [segment.turned(turns) for segment in drawing.segments]
    # The monastery stays last, so that a segment's place in the tuple is its own.
    turned.sort(key=lambda segment: (segment.kind == "monastery", segment.edges))
    return Orientation(drawing.letter, turns, (north, east, south, west), tuple(turned))


def _same_drawing(one: Orientation, other: Orientation) -> bool:
    return one.terrain == other.terrain and one.segments == other.segments


def _check_totals(document: dict[str, Any], kinds: tuple[TileKind, ...]) -> None:
    totals: Counter[str] = Counter()
    for kind in kinds:
        totals["tiles"] += kind.count
        totals["types"] += 1
        upright = kind.orientations[0]
        for terrain in upright.terrain:
            totals[f"{terrain}_edges"] += kind.count
        for segment in upright.segments:
            name = "monasteries" if segment.kind == "monastery" else f"{segment.kind}_segments"
            totals[name] += kind.count
            totals["shields"] += kind.count * segment.shields
    for name, total in sorted(totals.items()):
        stated = document["totals"].get(name)
        if stated != total:
            raise Malformed(f"the sheet {document['set']!r} states {stated} {name}, it has {total}")
    starts = sum(kind.start_copies for kind in kinds)
    if starts != 1 or len({kind.letter for kind in kinds}) != len(kinds):
        raise Malformed(f"the sheet {document['set']!r} needs one start tile and distinct letters")


def _require(holds: bool, entry: dict[str, Any], what: str) -> None:  # noqa: FBT001 - the demand itself comes first
    if not holds:
        raise Malformed(f"tile {entry['id']}: {what}")
