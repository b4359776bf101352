"""Reads the tile sheets, which state facts about printed tiles, and checks them while reading."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from verifier.carcassonne.tiles.rim import CORNERS, EDGES, HALF_EDGES, in_order
from verifier.carcassonne.tiles.tile import (
    TERRAIN,
    City,
    CityTip,
    Crossing,
    Field,
    River,
    Road,
    Stub,
    Tile,
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
