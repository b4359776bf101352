"""A user's catalogue of NEOM as a JSON document of the schema ``neom-catalogue``.

``null`` is unknown. What is left out of a tile is not printed on it: no cost, no goods, no points.
What is left out of the parameters is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.documents.strict_json import Document
from verifier.documents.validation import form_faults
from verifier.errors import Malformed
from verifier.neom.catalogue_check import catalogue_faults
from verifier.neom.parameters_document import (
    parameters_from_json,
    parameters_to_json,
    target_from_json,
    target_to_json,
)
from verifier.neom.tile_catalogue import (
    EFFECT_FIELDS,
    Board,
    Effect,
    Good,
    Roads,
    Tile,
    TileCatalogue,
)
from verifier.neom.unknown_values import unknown_values

__all__ = [
    "SCHEMA",
    "CheckedDocument",
    "catalogue_from_json",
    "catalogue_to_json",
    "checked_document",
    "checked_to_json",
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


def checked_to_json(checked: CheckedDocument) -> Document:
    """Return a check as a document of the schema ``neom-catalogue-check``."""
    catalogue = checked.catalogue
    return {
        "game": "neom",
        "catalogue": None if catalogue is None else provenance_to_json(catalogue),
        "form": [_fault_to_json(fault) for fault in checked.form],
        "contradictions": [_fault_to_json(fault) for fault in checked.contradictions],
        "counted": checked.counted,
        "unknown": list(checked.unknown),
    }


def _fault_to_json(fault: Malformed) -> dict[str, str]:
    return {"message": fault.message, "where": fault.where, "rule": fault.rule}


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
