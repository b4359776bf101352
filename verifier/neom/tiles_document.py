"""A user's catalogue of NEOM's tiles as a JSON document of the schema ``neom-catalogue``.

``null`` is unknown. What is left out of a tile is not printed on it: no cost, no goods, no points.
What is left out of the parameters is unknown. A template has what is public filled in, and the
invented demo catalogue makes everything run without the publisher's tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from importlib import resources
from typing import Any

from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document, json_value
from verifier.documents.validation import form_faults
from verifier.errors import Malformed
from verifier.neom.parameters import DISASTERS
from verifier.neom.parameters_document import (
    parameters_from_json,
    parameters_to_json,
    target_from_json,
    target_to_json,
)
from verifier.neom.tiles import (
    DECKS,
    EFFECT_FIELDS,
    Board,
    Deck,
    Effect,
    Good,
    Mark,
    Roads,
    Tile,
    TileCatalogue,
)
from verifier.neom.tiles_check import catalogue_faults

__all__ = [
    "SCHEMA",
    "CheckedDocument",
    "catalogue_from_json",
    "catalogue_template",
    "catalogue_to_json",
    "checked_document",
    "demo_catalogue",
    "provenance_to_json",
    "tile_to_json",
]

SCHEMA = "urn:meepleproof:neom-catalogue:1"

_MOST = 200
"""Faults of form that are listed at most."""
_NO_ROADS = Roads(north=False, east=False, south=False, west=False)
_LISTS = ("needs_goods", "needs_tiles", "produces", "tags")
_NUMBERS = ("cost", "on_place", "income", "vp")


def catalogue_from_json(document: Any, where: str = "") -> TileCatalogue:
    """Return the catalogue that a document states; it does not contradict the public rules.

    :raises Malformed: with the first fault and the number of the others; ``where`` goes before
        its JSON Pointer.
    """
    checked = checked_document(document)
    if checked.faults:
        first, *others = checked.faults
        more = (
            f"; {len(others)} more: 'meepleproof neom catalogue check' lists them" if others else ""
        )
        place = " ".join(part for part in (where, first.where) if part)
        raise Malformed(first.message + more, where=place, rule=first.rule)
    return _catalogue(document)


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """What is wrong with a document, and what it leaves open.

    ``form`` is what keeps it from being read, ``contradictions`` what contradicts the public rules
    or itself in the rest. ``unknown`` are the paths of unknown values. ``counted`` says whether
    tiles and goods were counted; ``catalogue`` is what can be read, None if nothing can.
    """

    form: tuple[Malformed, ...]
    contradictions: tuple[Malformed, ...] = ()
    unknown: tuple[str, ...] = ()
    counted: bool = False
    catalogue: TileCatalogue | None = None

    @property
    def faults(self) -> tuple[Malformed, ...]:
        """All that is wrong."""
        return self.form + self.contradictions


def checked_document(document: Any) -> CheckedDocument:
    """Return all that is wrong with a document, also where parts of it cannot be read.

    Where something cannot be read, nothing is counted and no unknown values are listed.
    """
    form: list[Malformed] = []
    readable = _Readable(document)
    # The schemas look at a part of many faults only, so what has faults is left out until none has.
    while faults := form_faults("neom-catalogue", readable.document, _MOST):
        in_entries = [fault for fault in faults if _entry_of(fault)]
        first = not form
        # Later on a list may be too short only because of what was left out.
        form += [_at_home(fault, readable.places) for fault in (faults if first else in_entries)]
        if not in_entries or (first and len(in_entries) < len(faults)):
            return CheckedDocument(tuple(form))
        readable = _without(readable, {_entry_of(fault) for fault in in_entries})
    catalogue = _catalogue(readable.document | ({"complete": False} if form else {}))
    unread = frozenset(fault.where.split("/")[1] for fault in form)
    found = catalogue_faults(catalogue, unread=unread)
    return CheckedDocument(
        tuple(form),
        tuple(_at_home(fault, readable.places) for fault in found),
        () if form else unknown_values(catalogue),
        catalogue.complete,
        catalogue,
    )


@dataclass(frozen=True, slots=True)
class _Readable:
    """A document without some of its entries, and for each list the places of those it still has.

    A list without places has all its entries.
    """

    document: Any
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def _entry_of(fault: Malformed) -> tuple[str, ...]:
    """Return the list or object that a fault is in and the entry there, nothing if in no entry."""
    place = tuple(fault.where.split("/")[1:3])
    return place if len(place) == len(("tiles", "3")) else ()


def _without(readable: _Readable, entries: set[tuple[str, ...]]) -> _Readable:
    document, places = dict(readable.document), dict(readable.places)
    for key in {entry[0] for entry in entries}:
        given = document[key]
        if isinstance(given, dict):
            document[key] = {name: given[name] for name in given if (key, name) not in entries}
        else:
            kept = [number for number in range(len(given)) if (key, str(number)) not in entries]
            document[key] = [given[number] for number in kept]
            there = places.get(key, tuple(range(len(given))))
            places[key] = tuple(there[number] for number in kept)
    return _Readable(document, places)


def _at_home(fault: Malformed, places: Mapping[str, tuple[int, ...]]) -> Malformed:
    """Return a fault found among some entries with its place in the whole document."""
    entry = _entry_of(fault)
    if not entry or entry[0] not in places:
        return fault
    rest = fault.where.split("/")[3:]
    where = "/".join(("", entry[0], str(places[entry[0]][int(entry[1])]), *rest))
    return Malformed(fault.message, where=where, rule=fault.rule)


def catalogue_to_json(catalogue: TileCatalogue) -> Document:
    """Return the catalogue as a document; equal catalogues give equal documents."""
    return {
        "$schema": SCHEMA,
        "game": "neom",
        "provenance": catalogue.provenance,
        **({"invented": True} if catalogue.invented else {}),
        **({} if catalogue.complete else {"complete": False}),
        "params": parameters_to_json(catalogue.parameters),
        "goods": [{"id": good.id, "tier": good.tier} for good in catalogue.goods],
        "boards": [
            {"id": board.id, "good": board.good, "roads": _roads_to_json(board.roads)}
            for board in catalogue.boards
        ],
        "tiles": [tile_to_json(tile) for tile in catalogue.tiles],
    }


def provenance_to_json(catalogue: TileCatalogue) -> Document:
    """Return what documents say of the catalogue that was used."""
    return {
        "provenance": catalogue.provenance,
        "invented": catalogue.invented,
        "complete": catalogue.complete,
    }


def _catalogue(document: Document) -> TileCatalogue:
    return TileCatalogue(
        provenance=document["provenance"],
        invented=document.get("invented", False),
        complete=document.get("complete", True),
        parameters=parameters_from_json(document["params"]),
        goods=tuple(Good(each["id"], each["tier"]) for each in document["goods"]),
        boards=tuple(
            Board(each["id"], each["good"], _roads(each["roads"])) for each in document["boards"]
        ),
        tiles=tuple(map(_tile, document["tiles"])),
    )


def _roads(document: Document | None) -> Roads | None:
    return None if document is None else Roads(*(document[edge] for edge in "NESW"))


def _roads_to_json(roads: Roads | None) -> Document | None:
    return None if roads is None else dict(zip("NESW", roads, strict=True))


def _tile(document: Document) -> Tile:
    given: Document = {name: document.get(name, 0) for name in _NUMBERS}
    for name in _LISTS:
        entries = document.get(name, ())
        given[name] = None if entries is None else tuple(entries)
    effects = document.get("effects", ())
    return Tile(
        id=document["id"],
        deck=document["deck"],
        mark=document["mark"],
        type=document["type"],
        # The schema lets only Disasters leave them out.
        roads=_roads(document["roads"]) if "roads" in document else _NO_ROADS,
        effects=None if effects is None else tuple(map(_effect, effects)),
        conditional=document.get("conditional", False),
        name=document.get("name", ""),
        number=document.get("number"),
        **given,
    )


def tile_to_json(tile: Tile) -> Document:
    """Return a tile as catalogues write it, without what is not printed on it.

    >>> tile_to_json(Tile("I-flood", "I", "1+", "disaster", _NO_ROADS, name="Flood"))
    {'id': 'I-flood', 'name': 'Flood', 'deck': 'I', 'mark': '1+', 'type': 'disaster'}
    """
    document: Document = {"id": tile.id}
    if tile.number is not None:
        document["number"] = tile.number
    if tile.name:
        document["name"] = tile.name
    document |= {"deck": tile.deck, "mark": tile.mark, "type": tile.type}
    if tile.type != "disaster" or tile.roads != _NO_ROADS:
        document["roads"] = _roads_to_json(tile.roads)
    for name in ("cost", "needs_goods", "needs_tiles", "produces", "on_place", "income", "vp"):
        value = getattr(tile, name)
        if value not in (0, ()):
            document[name] = list(value) if isinstance(value, tuple) else value
    if tile.conditional:
        document["conditional"] = True
    if tile.effects != ():
        effects = tile.effects
        document["effects"] = (
            None if effects is None else [_effect_to_json(each) for each in effects]
        )
    if tile.tags != ():
        document["tags"] = None if tile.tags is None else list(tile.tags)
    return document


def _effect(document: Document) -> Effect:
    words = {
        name: document[name]
        for name in ("position", "tier", "disaster", "text")
        if name in document
    }
    return Effect(
        kind=document["kind"],
        amount=document.get("amount"),
        target=target_from_json(document.get("target")),
        adjacency=document.get("adjacency"),
        per=document.get("per"),
        hand_score=document.get("hand_score"),
        **words,
    )


def _effect_to_json(effect: Effect) -> Document:
    values = {
        "amount": effect.amount,
        "target": target_to_json(effect.target),
        "adjacency": effect.adjacency,
        "position": effect.position,
        "tier": effect.tier,
        "per": effect.per,
        "disaster": effect.disaster,
        "hand_score": effect.hand_score,
    }
    document = {"kind": effect.kind} | {name: values[name] for name in EFFECT_FIELDS[effect.kind]}
    return document | ({"text": effect.text} if effect.text else {})


# --- the template

_RAW_GOODS = ("iron_ore", "natural_gas", "wood", "oil", "coal", "stone")
"""The raw goods (NEOM-COMP-4)."""

_PUBLIC: Mapping[str, Any] = {"start_money": 6, "flood": {"protected_by": []}}
"""The only values that stand in a text of the rules (NEOM-SETUP-3, NEOM-DISASTER-5)."""
_SUGGESTED = {
    "sell_value": "one source says 5",
    "cornerstone_cap": "one source says [1, 2, 3]",
    "good_vp.raw": "one source says 1",
    "money_per_vp": "one source says 2",
    "pollution.adjacency": 'one source says "orth+diag"',
    "disaster_before_income": "the order of the rules suggests true",
}
_NAMES = {"flood": "Flood", "fire": "Fire", "crime": "Crime Wave"}


def catalogue_template() -> dict[str, Any]:
    """Return a document in which only what is public is filled in, with hints for the rest.

    It has one tile of each deck to copy, and the three Disasters.

    >>> catalogue_template()["params"]["sell_value"] is None
    True
    """
    params = parameters_to_json(parameters_from_json(dict(_PUBLIC)))
    return {
        "$schema": SCHEMA,
        "game": "neom",
        "provenance": "(who typed this, and from which copy of the game)",
        "hints": dict(_hints()),
        "params": params,
        "goods": [{"id": good, "tier": "raw"} for good in _RAW_GOODS],
        "boards": [
            {"id": f"board-{number}", "good": None, "roads": None} for number in range(1, 7)
        ],
        "tiles": list(_tiles()),
    }


def _hints() -> Iterator[tuple[str, str]]:
    shape = schema("neom-catalogue")["$defs"]
    for path, description in _described(shape["params"], shape, ""):
        suggested = f"; {_SUGGESTED[path]}" if path in _SUGGESTED else ""
        yield path, f"{description}{suggested}"
    yield "goods", "add the 8 processed and 3 luxury goods: NEOM-COMP-3"
    yield "boards", "the raw good of each City Center and its roads: NEOM-COMP-7, NEOM-COMP-8"
    yield "tiles", "24 tiles marked 1+, 8 marked 4+, 8 marked 5+ in each deck, 30 Cornerstones"
    for name, part in shape["tile"]["properties"].items():
        if "description" in part and "not" not in part:
            yield f"tiles/.../{name}", part["description"]


def _described(
    part: Mapping[str, Any], shape: Mapping[str, Any], path: str
) -> Iterator[tuple[str, str]]:
    """Yield the paths of single values in a part of the schema, with their descriptions."""
    for name, inner in part["properties"].items():
        place = f"{path}{name}"
        target = shape[inner["$ref"].rpartition("/")[2]] if "$ref" in inner else inner
        if "properties" in target and "not" not in target and name != "source":
            yield from _described(target, shape, f"{place}.")
        else:
            rule = f" ({inner['x-rule']})" if "x-rule" in inner else ""
            yield place, f"{target['description']}{rule}"


def _tiles() -> Iterator[dict[str, Any]]:
    for deck, disaster in zip(DECKS, DISASTERS, strict=True):
        name = _NAMES[disaster]
        yield {
            "id": f"{deck}-{disaster}",
            "name": name,
            "deck": deck,
            "mark": "1+",
            "type": "disaster",
        }
    for deck in DECKS:
        yield _blank(deck, "1+")
    yield _blank("C", "C")


def _blank(deck: Deck, mark: Mark) -> dict[str, Any]:
    unknown = ("cost", "needs_goods", "needs_tiles", "produces", "on_place", "income", "vp")
    return {
        "id": f"{deck}-01",
        "number": None,
        "name": "",
        "deck": deck,
        "mark": mark,
        "type": "public" if deck == "C" else "residential",
        "roads": None,
        **dict.fromkeys((*unknown, "effects", "tags")),
    }


# --- which values a catalogue does not know


def unknown_values(catalogue: TileCatalogue) -> tuple[str, ...]:
    """Return the paths of all values that the catalogue does not know, as verdicts name them."""
    parameters = _unknown_in(catalogue.parameters, "")
    boards = [
        f"boards/{board.id}/{name}"
        for board in catalogue.boards
        for name in ("good", "roads")
        if getattr(board, name) is None
    ]
    tiles = [path for tile in catalogue.tiles for path in _unknown_of(tile)]
    return (*parameters, *boards, *tiles)


def _unknown_in(part: Any, path: str) -> Iterator[str]:
    for each in fields(part):
        value, place = getattr(part, each.name), f"{path}{each.name}"
        if value is None:
            yield place
        elif isinstance(value, tuple):
            for number, entry in enumerate(value):
                if is_dataclass(entry):
                    yield from _unknown_in(entry, f"{place}.{number}.")
        elif is_dataclass(value):
            yield from _unknown_in(value, f"{place}.")


def _unknown_of(tile: Tile) -> Iterator[str]:
    for each in fields(tile):
        if each.name != "number" and getattr(tile, each.name) is None:
            yield f"tiles/{tile.id}/{each.name}"
    for number, effect in enumerate(tile.effects or ()):
        for name in EFFECT_FIELDS[effect.kind]:
            if getattr(effect, name) is None:
                yield f"tiles/{tile.id}/effects/{number}/{name}"


# --- the demo


@cache
def demo_catalogue() -> TileCatalogue:
    """Return the demo catalogue, whose tiles and numbers are invented.

    >>> demo_catalogue().tile("demo-I-01").name, demo_catalogue().invented
    ('Flood', True)
    """
    file = resources.files("verifier.neom").joinpath("demo.json")
    return catalogue_from_json(json_value(file.read_text(encoding="utf-8"), "demo.json"))
