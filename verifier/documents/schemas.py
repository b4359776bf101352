"""The schemas by their names, read from their folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from verifier.documents.data import data

__all__ = ["DEFINITIONS", "URN", "names", "schema"]

_SUFFIX = ".schema.json"
URN = "urn:meepleproof:"
"""How the URIs of all schemas begin."""
_SWITCHES = {"common": "solo", "house-common": "house"}
"""The schemas into which a register of switches goes, and the game whose register it is."""

DEFINITIONS = (*_SWITCHES, "neom-common")
"""The schemas that have only definitions."""


def names() -> tuple[str, ...]:
    """Return the names of all schemas, those of definitions alone included."""
    files = (entry.name for entry in data("schemas").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


@cache
def schema(name: str) -> Mapping[str, Any]:
    """Return the schema called ``name``; its URI ends with the number of its form.

    >>> schema("position")["$id"], schema("pack")["$id"]
    ('urn:meepleproof:position:1', 'urn:meepleproof:pack:2')
    """
    file = data("schemas") / (name + _SUFFIX)
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if name in _SWITCHES:
        game = _SWITCHES[name]
        content["$defs"]["switches" if game == "solo" else f"{game}_switches"] |= _switches(game)
    return content


def _switches(game: str) -> dict[str, Any]:
    """Return a game's switches from its register, so that no schema repeats them."""
    # Read as a file: the schemas do not depend on the rules.
    file = resources.files("verifier").joinpath("carcassonne", game, "switches.json")
    register = json.loads(file.read_text(encoding="utf-8"))
    return {
        "properties": {each["key"]: {"enum": each["values"]} for each in register["switches"]},
        "x-settled": {
            each["formerly"]: each["answer"] for each in register["settled"] if "formerly" in each
        },
    }
