"""The forms of a catalogue as data: a field for each value, from the schema of catalogues.

A field has a ``path`` into its part of the document, a ``label``, a ``kind`` of control, and the
``states`` it can have in place of a value: ``unknown`` (null), ``none`` (left out), ``never``
(false), ``empty`` (a list of nothing). The page draws them and knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.neom.tiles import EFFECT_FIELDS
from verifier.neom.tiles_document import catalogue_template

__all__ = ["begun_catalogue", "effect_forms", "number_forms", "tile_fields"]

_Shape = Mapping[str, Any]

_WORDS = {
    "orth": "by an edge",
    "orth+diag": "by an edge or a corner",
    "road": "by an edge with a road on both",
    "pair": "each pair",
    "raw": "raw material",
    "down": "down",
    "per_good": "the price of one good",
    "per_purchase": "the sum for one tile",
    "tiles": "all such tiles are lost",
    "money": "all money is paid",
    "nothing": "nothing happens",
    "before": "before it is placed",
    "after": "after it is placed",
    "in_city": "those in the city",
    "ever_placed": "all that were ever placed",
    "covering_tile": "that of the covering tile",
    "count": "they count",
    "ignored": "they are ignored",
    "any": "of any type",
    "corner": "in a corner",
    "edge": "on the border",
    "isolated": "with nothing next to it",
    "centre-adjacent": "next to the City Center",
    "flood": "the Flood",
    "fire": "the Fire",
    "crime": "the Crime Wave",
    "player": "the player",
}
_SECTIONS = {
    "good_price": "Prices of goods",
    "good_vp": "Points for goods",
    "neighbourhood": "Neighbourhoods",
    "pollution": "Pollution",
    "trade_route": "Trade Routes",
    "flood": "The Flood, Generation I",
    "fire": "The Fire, Generation II",
    "crime": "The Crime Wave, Generation III",
    "overbuild": "Placing on another tile",
}
_OTHERS = "Money, Cornerstones, the end"
_TILE = {
    "cost": "Cost, £",
    "needs_goods": "Goods that it needs",
    "needs_tiles": "Tiles that it needs: tags or ids, separated by commas",
    "produces": "Goods that it produces",
    "on_place": "Money when it is placed, £",
    "income": "Income, £",
    "vp": "Points",
    "conditional": "A question mark in place of points",
    "tags": "Tags, separated by commas: dwelling, power, police ...",
    "number": "Number printed on it",
}
_EFFECTS = {
    "vp_per_neighbour": "points for each tile next to it",
    "vp_per_count": "points for each tile in the city",
    "vp_if_position": "points for where it lies",
    "vp_per_good_tier": "points for each good owned",
    "vp_per_money": "points for money at the end",
    "income_per_neighbour": "income for each tile next to it",
    "income_per_count": "income for each tile in the city",
    "money_now": "money when it is placed",
    "protect": "protects against a Disaster",
    "power": "gives the city power",
    "ignore_pollution": "neither pollutes nor is polluted",
    "price_change": "changes the price of goods",
    "extra_cornerstone": "a Cornerstone left over in the draft",
    "custom": "something else, in its own words",
}
_EFFECT_FIELDS = {
    "amount": "How much: points, or £",
    "target": "Which tiles",
    "adjacency": "What is next to it",
    "position": "Where it lies",
    "tier": "Goods of which tier",
    "per": "For each so many £",
    "disaster": "Against which Disaster",
    "text": "Its words",
    "hand_score": "Points that it brought, entered by hand",
}
_LEFT_OUT = re.compile(r"; (left out|null|false|an empty list|larger) .*")


def begun_catalogue() -> Document:
    """Return a catalogue with what is public alone: numbers, raw goods, and the three Disasters.

    >>> [tile["id"] for tile in begun_catalogue()["tiles"]]
    ['I-flood', 'II-fire', 'III-crime']
    """
    template = catalogue_template()
    del template["hints"]
    disasters = [tile for tile in template["tiles"] if tile["type"] == "disaster"]
    words = {"provenance": "typed by its owner on the page of catalogues", "complete": False}
    return template | words | {"tiles": disasters}


def number_forms() -> list[Document]:
    """Return the fields of the numbers of the rulebook, in sections with a title.

    >>> [section["title"] for section in number_forms()][:2]
    ['Money, Cornerstones, the end', 'Prices of goods']
    """
    shape = _shapes()
    sections: dict[str, list[Document]] = {_OTHERS: []}
    for name, part in shape["params"]["properties"].items():
        title = _SECTIONS.get(name, _OTHERS)
        sections.setdefault(title, []).extend(_fields(shape, part, (name,)))
    return [{"title": title, "fields": fields} for title, fields in sections.items()]


def tile_fields() -> list[Document]:
    """Return the fields of a tile that any tile but a Disaster may have, without roads and effects.

    >>> cost = tile_fields()[0]
    >>> cost["label"], cost["kind"], cost["states"]
    ('Cost, £', 'number', ['none', 'unknown'])
    """
    shape = _shapes()
    parts = shape["tile"]["properties"]
    return [_labelled(_field(shape, parts[name], (name,)), _TILE[name]) for name in _TILE]


def effect_forms() -> list[Document]:
    """Return the kinds of effects, each with its fields.

    >>> {one["kind"]: [field["path"] for field in one["fields"]] for one in effect_forms()}["power"]
    [['text']]
    """
    shape = _shapes()
    parts = shape["effect"]["properties"]
    return [
        {
            "kind": kind,
            "says": _EFFECTS[kind],
            "fields": [
                _labelled(_field(shape, parts[name], (name,)), _EFFECT_FIELDS[name])
                for name in (*names, "text")
            ],
        }
        for kind, names in EFFECT_FIELDS.items()
    ]


def _shapes() -> _Shape:
    common, catalogue = schema("neom-common")["$defs"], schema("neom-catalogue")["$defs"]
    return {**common, **catalogue}


def _labelled(field: Document, label: str) -> Document:
    return {**field, "label": label, "rule": ""}


def _fields(shape: _Shape, part: _Shape, path: tuple[str, ...]) -> Iterator[Document]:
    """Yield the fields of a part of the schema: one, or those of its parts."""
    whole = _resolved(shape, part)
    if "properties" in whole and "not" not in whole and path[-1] != "source":
        for name, inner in whole["properties"].items():
            yield from _fields(shape, inner, (*path, name))
    else:
        yield _field(shape, part, path)


def _resolved(shape: _Shape, part: _Shape) -> _Shape:
    if "$ref" not in part:
        return part
    return {**shape[part["$ref"].rpartition("/")[2]], **part}


def _field(shape: _Shape, part: _Shape, path: tuple[str, ...]) -> Document:
    whole = _resolved(shape, part)
    control = _control(shape, whole, path)
    label = _LEFT_OUT.sub("", whole["description"])
    if control["kind"] == "choice":
        label = label.partition(":")[0]
    bounds = {name: whole[key] for name, key in _BOUNDS.items() if key in whole}
    return {
        "path": list(path),
        "label": label[0].upper() + label[1:],
        "rule": whole.get("x-rule", ""),
        "states": list(_states(whole)),
        "none": _left_out(whole),
        **bounds,
        **control,
    }


_BOUNDS = {"least": "minimum", "most": "maximum", "long": "maxLength"}


def _states(part: _Shape) -> Iterator[str]:
    if "left out means" in part.get("description", ""):
        yield "none"
    if "null" in _types(part) or None in part.get("enum", ()):
        yield "unknown"
    if part.get("not") == {"const": True}:
        yield "never"
    if "array" in _types(part) and "minItems" not in part and not _left_out(part):
        yield "empty"


def _left_out(part: _Shape) -> str:
    """Return what it means if a value is left out, in the words of its button."""
    said = re.search(r"left out means ([^;]+)", part.get("description", ""))
    means = said[1] if said else ""
    return {"nothing": "none", "it does not": "no"}.get(means, means)


def _types(part: _Shape) -> list[str]:
    given = part.get("type", [])
    return [given] if isinstance(given, str) else list(given)


def _control(shape: _Shape, part: _Shape, path: tuple[str, ...]) -> Document:
    types = _types(part)
    if "enum" in part:
        return {"kind": "choice", "options": _options(part["enum"], path)}
    if path[-1] in ("source", "target"):
        return {"kind": "target", "states": [], "options": _options(shape["neom_type"]["enum"], ())}
    if "object" in types or "array" in types:
        return _several(shape, part, path)
    if types[0] == "boolean":
        no = [] if _left_out(part) == "no" else [[False, "no"]]
        return {"kind": "choice", "options": [[True, "yes"], *no]}
    if "integer" in types:
        return {"kind": "number"}
    return {"kind": "word" if part.get("pattern") == shape["neom_word"]["pattern"] else "text"}


def _loss(part: _Shape) -> _Shape:
    """Return the parts of what is lost to a Disaster, but for who chooses: always the player."""
    return {name: part["properties"][name] for name in part["required"]}


def _several(shape: _Shape, part: _Shape, path: tuple[str, ...]) -> Document:
    if "properties" in part:
        inner = [_field(shape, one, (name,)) for name, one in _loss(part).items()]
        return {"kind": "group", "fields": inner}
    items = _resolved(shape, part["items"])
    if path[-1] in ("needs_goods", "produces"):
        return {"kind": "goods", "often": path[-1] == "needs_goods"}
    if "properties" in items:
        columns = [_field(shape, one, (name,)) for name, one in items["properties"].items()]
        return {"kind": "lines", "fields": columns}
    if "integer" in _types(items):
        return {"kind": "numbers"}
    return {"kind": "words"}


def _options(values: list[Any], path: tuple[str, ...]) -> list[list[Any]]:
    units = {"residential": "each polluted residential tile", "industrial": "each polluting tile"}
    words = {**_WORDS, **(units if path[-1:] == ("unit",) else {})}
    if path[-1:] == ("tier",):
        words = {}
    if path == ("disaster",):  # a new effect has the first, and nothing protects from the Flood
        values = sorted(values, key="flood".__eq__)
    return [[value, words.get(value, value)] for value in values if value is not None]
