"""A user's catalogue of NEOM as a JSON document of the schema ``neom-catalogue``.

``null`` is unknown. What is left out of a tile is not printed on it: no cost, no goods, no points.
What is left out of the parameters is unknown.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from schemas import form_faults
from verifier.errors import Malformed
from verifier.neom.catalogue_check import catalogue_faults
from verifier.neom.parameters_document import (
    parameters_from_json,
    parameters_to_json,
    target_from_json,
    target_to_json,
)
from verifier.neom.tile_catalogue import Board, Effect, EffectKind, Good, Roads, Tile, TileCatalogue

__all__ = ["SCHEMA", "catalogue_from_json", "catalogue_to_json", "document_faults"]

Document: TypeAlias = dict[str, Any]

SCHEMA = "urn:meepleproof:neom-catalogue:1"

_MOST = 200
"""Faults of form that are listed at most."""

_EFFECT_FIELDS: dict[EffectKind, tuple[str, ...]] = {
    "vp_per_neighbour": ("amount", "target", "adjacency"),
    "vp_per_count": ("amount", "target"),
    "vp_if_position": ("amount", "position"),
    "vp_per_good_tier": ("amount", "tier"),
    "vp_per_money": ("amount", "per"),
    "income_per_neighbour": ("amount", "target", "adjacency"),
    "income_per_count": ("amount", "target"),
    "money_now": ("amount",),
    "protect": ("disaster",),
    "power": (),
    "ignore_pollution": (),
    "price_change": ("amount", "tier"),
    "extra_cornerstone": (),
    "custom": ("hand_score",),
}
"""The fields that an effect has by its kind; each may have a text beside them."""

_NO_ROADS = Roads(north=False, east=False, south=False, west=False)

_LISTS = ("needs_goods", "needs_tiles", "produces", "tags")
_NUMBERS = ("cost", "on_place", "income", "vp")


def catalogue_from_json(document: Any, where: str = "") -> TileCatalogue:
    """Return the catalogue that a document states; it does not contradict the public rules.

    :raises Malformed: with the first fault and the number of the others; ``where`` goes before
        its JSON Pointer.
    """
    faults = document_faults(document)
    if faults:
        first, *others = faults
        more = (
            f"; {len(others)} more: 'meepleproof neom catalogue check' lists them" if others else ""
        )
        place = " ".join(part for part in (where, first.where) if part)
        raise Malformed(first.message + more, where=place, rule=first.rule)
    return _catalogue(document)


def document_faults(document: Any) -> tuple[Malformed, ...]:
    """Return all that is wrong with a document: its form, or, if that is right, what it says."""
    return form_faults("neom-catalogue", document, _MOST) or catalogue_faults(_catalogue(document))


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
        "tiles": [_tile_to_json(tile) for tile in catalogue.tiles],
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


def _tile_to_json(tile: Tile) -> Document:
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
    document = {"kind": effect.kind} | {name: values[name] for name in _EFFECT_FIELDS[effect.kind]}
    return document | ({"text": effect.text} if effect.text else {})
