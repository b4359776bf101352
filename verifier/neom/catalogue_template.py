"""A catalogue to fill in: what is public is there, everything else is unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verifier.documents.schemas import schema
from verifier.neom.catalogue_document import SCHEMA
from verifier.neom.parameters import DISASTERS
from verifier.neom.parameters_document import parameters_from_json, parameters_to_json
from verifier.neom.tile_catalogue import DECKS, Deck, Mark

__all__ = ["catalogue_template"]

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
