"""Reads the tile sheets, which state facts about printed tiles, and checks them while reading."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from verifier.carcassonne.tiles.tile import (
    CORNERS,
    EDGES,
    HALF_EDGES,
    POSITION,
    RING,
    TERRAIN,
    City,
    CityTip,
    Crossing,
    Field,
    River,
    Road,
    Stub,
    Tile,
    derived_fields,
    in_order,
    least_shape,
    parting_corners,
    same_kind,
    shape,
)
from verifier.errors import Malformed

FORMAT = "carcassonne-tiles/1"
SETS = ("base", "river", "ic", "tb", "ks")
"""The sets by name: base game, The River, Inns & Cathedrals, Traders & Builders, King & Scout."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The kinds of tile of one set, and the totals that the sheet states."""

    name: str
    title: str
    tiles: tuple[Tile, ...]
    totals: tuple[tuple[str, int], ...]

    def tile(self, tile_id: str) -> Tile:
        """Return the tile with an id such as ``base/E``.

        :raises Malformed: if the set has no such tile.

        >>> from verifier.carcassonne.tiles import tile_sheet
        >>> tile_sheet("ic").tile("ic/K").name
        'city on all four edges with cathedral'
        """
        for tile in self.tiles:
            if tile.id == tile_id:
                return tile
        known = ", ".join(tile.id for tile in self.tiles)
        raise Malformed(f"there is no tile {tile_id!r}; the set {self.name} has {known}")


def read_sheet(document: Mapping[str, Any]) -> Sheet:
    """Return the sheet stated in a document of the schema ``tile-sheet``, not checked further.

    :raises Malformed: if it is of another format.
    """
    if document["format"] != FORMAT:
        raise Malformed(f"a tile sheet has the format {FORMAT!r}, not {document['format']!r}")
    return Sheet(
        name=document["set"],
        title=document["title"],
        tiles=tuple(_tile(entry) for entry in document["tiles"]),
        totals=tuple(sorted(document["totals"].items())),
    )


@cache
def sheet_document(name: str) -> dict[str, Any]:
    """Return the document of a set's sheet, with its sources and notes.

    :raises Malformed: if there is no such set.
    """
    if name not in SETS:
        raise Malformed(f"there is no tile set {name!r}; there are {', '.join(SETS)}")
    file = resources.files(__package__).joinpath(f"{name}.json")
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return document


def _tile(entry: Mapping[str, Any]) -> Tile:
    return Tile(
        id=entry["id"],
        letter=entry["letter"],
        name=entry["name"],
        count=entry["count"],
        edges=_four_edges(entry),
        symmetry=entry["symmetry"],
        monastery=entry["monastery"],
        cities=tuple(
            City(
                id=each["id"],
                edges=_places(entry, each["edges"], tuple(EDGES)),
                shields=each["shields"],
                cathedral=each.get("cathedral", False),
                goods=each.get("goods"),
            )
            for each in entry["cities"]
        ),
        roads=tuple(
            Road(
                each["id"],
                _places(entry, each["edges"], tuple(EDGES)),
                _words(each["inner_ends"]),
                each.get("inn", False),
            )
            for each in entry["roads"]
        ),
        rivers=tuple(
            River(
                each["id"], _places(entry, each["edges"], tuple(EDGES)), _words(each["inner_ends"])
            )
            for each in entry.get("rivers", ())
        ),
        fields=tuple(
            Field(
                id=each["id"],
                half_edges=_places(entry, each["half_edges"], HALF_EDGES),
                cities=_words(each["cities"]),
                corners=_places(entry, each.get("corners", ()), tuple(CORNERS)),
            )
            for each in entry["fields"]
        ),
        crossings=tuple(
            Crossing(each["over"], each["under"], each["blocks_fields"])
            for each in entry.get("crossings", ())
        ),
        stubs=tuple(
            Stub(junction.partition(":")[2], city) for junction, city in entry.get("stubs", ())
        ),
        city_tips=tuple(
            CityTip(each["city"], each["corner"]) for each in entry.get("city_tips", ())
        ),
        start_copies=entry.get("start_copies", 0),
        garden_copies=entry["garden_copies"],
        letters=_words(entry.get("letters", ())),
        role=entry.get("role"),
    )


def _four_edges(entry: Mapping[str, Any]) -> str:
    edges: str = entry["edges"]
    if len(edges) != len(EDGES) or not set(edges) <= set(TERRAIN):
        raise Malformed(
            f"tile {entry['id']}: edges {edges!r} are not four letters out of {''.join(TERRAIN)}"
        )
    return edges


def _places(
    entry: Mapping[str, Any], places: Iterable[str], known: tuple[str, ...]
) -> tuple[str, ...]:
    for place in places:
        if place not in known:
            raise Malformed(f"tile {entry['id']}: {place!r} is none of {', '.join(known)}")
    return in_order(places)


def _words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(words)


# --- The contents of the boxes, stated independently of the sheets, which are checked against them
#
# Counts per letter as printed in the rules of each set; gardens are those of the second edition.


@dataclass(frozen=True, slots=True)
class Box:
    """Totals, copies of each letter, the letters with a garden, and the start tile."""

    totals: Mapping[str, int]
    counts: str
    gardens: str
    start: str = ""


BOXES: Mapping[str, Box] = {
    "base": Box(
        {
            "tiles": 72,
            "types": 24,
            "shields": 10,
            "monasteries": 6,
            "gardens": 8,
            "city_edges": 79,
            "road_edges": 94,
            "field_edges": 115,
        },
        counts=("A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1"),
        gardens="E H I M N R U V",
        start="D",
    ),
    "river": Box(
        {"tiles": 12, "types": 10, "shields": 0, "monasteries": 1, "gardens": 1, "river_edges": 22},
        counts="A1 B1 C1 DF2 E1 GJ2 H1 I1 K1 L1",
        gardens="GJ",
    ),
    "ic": Box(
        {
            "tiles": 18,
            "types": 17,
            "shields": 3,
            "monasteries": 1,
            "gardens": 2,
            "inns": 6,
            "cathedrals": 2,
        },
        counts="A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K2 L1 M1 N1 O1 P1 Q1",
        gardens="B H",
    ),
    "tb": Box(
        {
            "tiles": 24,
            "types": 24,
            "shields": 0,
            "monasteries": 1,
            "gardens": 2,
            "goods_wine": 9,
            "goods_grain": 6,
            "goods_cloth": 5,
        },
        counts=("A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1 N1 O1 P1 Q1 R1 S1 T1 U1 V1 W1 X1"),
        gardens="K U",
    ),
    "ks": Box(
        {"tiles": 5, "types": 5, "shields": 0, "monasteries": 1, "gardens": 1},
        counts="A1 B1 C1 D1 E1",
        gardens="B",
    ),
}

ROLES: Mapping[str, tuple[str, ...]] = {"river": ("lake", "spring")}

MIRRORED = (
    ("base/J", "base/K"),
    ("tb/A", "ks/B"),
    ("tb/F", "tb/K"),
    ("tb/I", "tb/W"),
    ("ic/F", "ic/N"),
)
"""Mirror images of one another when goods, inns and shields are left aside."""

SAME_SHAPE = (
    ("base/V", "ic/A"),
    ("base/U", "ic/B"),
    ("base/W", "ic/C"),
    ("base/O", "ic/L"),
    ("base/K", "ic/M"),
    ("tb/O", "ks/A"),
    ("base/N", "tb/G"),
    ("tb/G", "tb/T"),
    ("base/R", "tb/H"),
    ("base/T", "tb/V"),
    ("base/G", "tb/Q"),
    ("tb/D", "tb/L"),
    ("tb/N", "tb/P"),
    ("tb/E", "tb/S"),
    ("ic/F", "tb/K"),
    ("ic/N", "tb/F"),
)
"""Tiles of one structure when goods, inns and shields are left aside."""


# --- Whether tiles and sheets are consistent in everything that they state


_ENDS = 2
_FEWEST_ARMS = 3
_GOODS = (None, "wine", "grain", "cloth")


def require_sound(sheet: Sheet) -> Sheet:
    """Return the sheet if nothing is wrong with it.

    :raises Malformed: with the first thing that is wrong.
    """
    for fault in sheet_faults(sheet):
        raise Malformed(fault)
    return sheet


def sheet_faults(sheet: Sheet) -> Iterator[str]:
    """Yield what is wrong with a sheet: with its tiles, totals, or counts against the box."""
    if sheet.name not in BOXES:
        yield f"there is no set {sheet.name!r}; there are {', '.join(BOXES)}"
        return
    ids = Counter(tile.id for tile in sheet.tiles)
    faults = list[str]()
    for tile in sheet.tiles:
        if tile.id != f"{sheet.name}/{tile.letter}":
            faults.append(f"tile {tile.id}: it is {tile.letter} of the set {sheet.name}")
        if ids[tile.id] > 1:
            faults.append(f"tile {tile.id} stands in the sheet {ids[tile.id]} times")
        faults += [f"tile {tile.id}: {fault}" for fault in tile_faults(tile)]
    yield from faults
    if faults:
        return  # sound tiles alone can be counted and compared
    yield from _total_faults(sheet)
    yield from _repetitions(sheet)
    yield from _box_faults(sheet, BOXES[sheet.name])


def set_faults(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield what is wrong between sheets; single sheets are not checked."""
    by_name = {sheet.name: sheet for sheet in sheets}
    yield from (f"the sheet of the set {name} is missing" for name in SETS if name not in by_name)
    tiles = {tile.id: tile for sheet in by_name.values() for tile in sheet.tiles}
    for one, other in MIRRORED:
        if one in tiles and other in tiles:
            if not same_kind(tiles[one].mirrored(), tiles[other], bare=True):
                yield f"tile {one} is not the mirror image of {other}"
            if same_kind(tiles[one], tiles[other], bare=True):
                yield f"tile {one} is the same as its mirror image {other}"
    for one, other in SAME_SHAPE:
        if one in tiles and other in tiles and not same_kind(tiles[one], tiles[other], bare=True):
            yield f"tiles {one} and {other} differ in more than shields, goods and inns"


def tile_faults(tile: Tile) -> Iterator[str]:
    """Yield what is wrong with one tile."""
    plain = [fault for check in _CHECKS for fault in check(tile)]
    yield from plain
    if plain:
        return  # the fields can be worked out for a sound tile only
    yield from _derivation_faults(tile)
    unchanged = sum(shape(tile.turned(turns)) == shape(tile) for turns in range(4))
    if unchanged != tile.symmetry:
        yield f"symmetry {tile.symmetry} is stated, but {unchanged} rotations look the same"


def tally(sheet: Sheet) -> Counter[str]:
    """Return how many of everything there are on the tiles of a sheet."""
    found = Counter[str]()
    for tile in sheet.tiles:
        found["types"] += 1
        found["gardens"] += tile.garden_copies
        for _ in range(tile.count):
            found["tiles"] += 1
            found.update(f"{TERRAIN[letter]}_edges" for letter in tile.edges)
            found["shields"] += sum(city.shields for city in tile.cities)
            found["monasteries"] += tile.monastery
            found["city_segments"] += len(tile.cities)
            found["road_segments"] += len(tile.roads)
            found["field_segments"] += len(tile.fields)
            found["inns"] += sum(road.inn for road in tile.roads)
            found["cathedrals"] += sum(city.cathedral for city in tile.cities)
            found.update(f"goods_{city.goods}" for city in tile.cities if city.goods)
    return found


# --- one tile ---------------------------------------------------------------------------------


def _number_faults(tile: Tile) -> Iterator[str]:
    if tile.count < 1:
        yield f"there are {tile.count} copies"
    if not 0 <= tile.garden_copies <= tile.count:
        yield f"{tile.garden_copies} of {tile.count} copies show a garden"
    if not 0 <= tile.start_copies <= tile.count:
        yield f"{tile.start_copies} of {tile.count} copies are start tiles"
    if tile.letters and len(tile.letters) != tile.count:
        yield f"the letters {', '.join(tile.letters)} stand for {tile.count} copies"
    names = Counter(each.id for each in (*tile.features, *tile.fields))
    yield from (f"two features are called {name}" for name, times in names.items() if times > 1)


def _edge_faults(tile: Tile) -> Iterator[str]:
    carried: dict[str, Sequence[City | Road | River]]
    carried = {"C": tile.cities, "R": tile.roads, "A": tile.rivers}
    for edge, terrain in zip(EDGES, tile.edges, strict=False):
        for letter, features in carried.items():
            times = sum(each.edges.count(edge) for each in features)
            if times != (letter == terrain):
                yield f"edge {edge} is {terrain} and carries {times} of {TERRAIN[letter]}"
    for city in tile.cities:
        if not city.edges:
            yield f"city {city.id} has no edge"
        if city.shields not in (0, 1):
            yield f"city {city.id} has {city.shields} shields"
        if city.goods not in _GOODS:
            yield f"city {city.id} has the goods {city.goods!r}"


def _end_faults(tile: Tile) -> Iterator[str]:
    for way in tile.ways:
        if len(way.edges) + len(way.inner_ends) != _ENDS:
            yield f"{way.id} has {len(way.edges) + len(way.inner_ends)} ends"
        if not way.edges:
            yield f"{way.id} has no edge"
    ends = [end for river in tile.rivers for end in river.inner_ends]
    yield from (f"a river ends at {end!r}" for end in ends if end not in ("spring", "lake"))
    arms = Counter[str](stub.junction for stub in tile.stubs)
    cities = {city.id for city in tile.cities}
    for road in tile.roads:
        for end in road.inner_ends:
            kind, _, name = end.partition(":")
            arms[name] += kind == "junction"
            known = {
                "city": name in cities,
                "junction": bool(name),
                "monastery": tile.monastery,
                "house": end == "house",
            }
            if not known.get(kind, False):
                yield f"road {road.id} ends at {end!r}, which is not there"
    for junction, number in arms.items():
        if junction and 0 < number < _FEWEST_ARMS:
            yield f"junction {junction} has {number} arms"


def _detail_faults(tile: Tile) -> Iterator[str]:
    cities = {city.id for city in tile.cities}
    features = {each.id for each in tile.features}
    for each in tile.crossings:
        if not {each.over, each.under} <= features or each.over == each.under:
            yield f"a bridge of {each.over} over {each.under}"
    for stub in tile.stubs:
        if stub.city not in cities:
            yield f"a stub leads to {stub.city}, which is not there"
    for tip in tile.city_tips:
        if tip.city not in cities:
            yield f"the tip of a city {tip.city} that is not there"
        if any(tile.terrain(edge) == "C" for edge in CORNERS[tip.corner]):
            yield f"the tip of a city at {tip.corner}, beside a city edge"


def _field_faults(tile: Tile) -> Iterator[str]:
    found = Counter(half for field in tile.fields for half in field.half_edges)
    for half in HALF_EDGES:
        wanted = int(tile.terrain(half[0]) != "C")
        if found[half] != wanted:
            yield f"half-edge {half} lies in {found[half]} fields, not {wanted}"
    corners = Counter(corner for field in tile.fields for corner in field.corners)
    parting = parting_corners(tile)
    for corner in CORNERS:
        if corners[corner] != (corner in parting):
            yield f"corner {corner} lies in {corners[corner]} fields, not {int(corner in parting)}"
    for edge in EDGES:
        halves = {edge + "l", edge + "r"}
        joined = any(halves <= set(field.half_edges) for field in tile.fields)
        if tile.terrain(edge) == "F" and not joined:
            yield f"field edge {edge} is split"
    for field in tile.fields:
        yield from _border_faults(tile, field)
    bordered = {city for field in tile.fields for city in field.cities}
    for city in tile.cities:
        if tile.fields and city.id not in bordered:
            yield f"city {city.id} borders no field"


def _border_faults(tile: Tile, field: Field) -> Iterator[str]:
    if not field.half_edges and not field.corners:
        yield f"field {field.id} is empty"
    for name, times in Counter(field.cities).items():
        if name not in {city.id for city in tile.cities}:
            yield f"field {field.id} borders {name}, which is not there"
        if times > 1:
            yield f"field {field.id} borders {name} {times} times"
    for half in field.half_edges:
        round_the_corner = -2 if half[1] == "l" else 2
        beside = RING[(POSITION[half] + round_the_corner) % len(RING)]
        for city in tile.cities:
            if beside[0] in city.edges and city.id not in field.cities:
                yield f"field {field.id} lies beside {city.id} and does not name it"


def _derivation_faults(tile: Tile) -> Iterator[str]:
    stated = {
        (frozenset(field.half_edges + field.corners), frozenset(field.cities))
        for field in tile.fields
    }
    if len(stated) != len(tile.fields):
        yield "two fields are alike"
    try:
        derived = derived_fields(tile)
    except Malformed as fault:
        yield fault.message
        return
    for fields, what in ((stated - derived, "are stated"), (derived - stated, "follow")):
        for places, cities in sorted(fields, key=repr):
            around = f" beside {', '.join(sorted(cities))}" if cities else ""
            yield f"a field at {', '.join(sorted(places))}{around}: only the fields that {what}"


_CHECKS: tuple[Callable[[Tile], Iterator[str]], ...] = (
    _number_faults,
    _edge_faults,
    _end_faults,
    _detail_faults,
    _field_faults,
)


# --- one sheet --------------------------------------------------------------------------------


def _repetitions(sheet: Sheet) -> Iterator[str]:
    seen: dict[object, str] = {}
    for tile in sheet.tiles:
        first = seen.setdefault((tile.role, least_shape(tile)), tile.id)
        if first != tile.id:
            yield f"tiles {first} and {tile.id} are the same tile"


def _total_faults(sheet: Sheet) -> Iterator[str]:
    stated, found = dict(sheet.totals), tally(sheet)
    for name in sorted(stated | found):
        if stated.get(name, 0) != found[name]:
            expected = stated.get(name, 0)
            yield f"the sheet {sheet.name} states {expected} {name}, it has {found[name]}"


def _box_faults(sheet: Sheet, box: Box) -> Iterator[str]:
    found = tally(sheet)
    for name, number in box.totals.items():
        if found[name] != number:
            yield f"the box {sheet.name} holds {number} {name}, its sheet has {found[name]}"
    counts = " ".join(f"{tile.letter}{tile.count}" for tile in sheet.tiles)
    if counts != box.counts:
        yield f"the box {sheet.name} holds {box.counts}, its sheet has {counts}"
    gardens = " ".join(tile.letter for tile in sheet.tiles if tile.garden_copies)
    if gardens != box.gardens:
        yield f"the box {sheet.name} has gardens on {box.gardens}, its sheet on {gardens}"
    start = " ".join(tile.letter for tile in sheet.tiles for _ in range(tile.start_copies))
    if start != box.start:
        yield f"the box {sheet.name} has the start tile {box.start!r}, its sheet {start!r}"
    roles = sorted(tile.role for tile in sheet.tiles if tile.role)
    if roles != list(ROLES.get(sheet.name, ())):
        yield f"the set {sheet.name} has the roles {roles}"
