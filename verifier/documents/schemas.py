"""The schemas by their names, read from their folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from verifier.documents.data import data

__all__ = ["FOLDERS", "URN", "definitions", "names", "schema"]

_SUFFIX = ".schema.json"
URN = "urn:meepleproof:"
"""How the URIs of all schemas begin."""
FOLDERS = [data("schemas")]
"""Where the schemas are; a game that is registered with its own adds their folder."""

_REGISTER = "x-register"
"""What a definition of switches has: the file with the register that lists them."""


def definitions() -> tuple[str, ...]:
    """Return the names of the schemas that have only definitions, for those of one game or more.

    >>> "common" in definitions()
    True
    """
    return tuple(name for name in names() if name.endswith("common"))


def names() -> tuple[str, ...]:
    """Return the names of all schemas, those of definitions alone included."""
    files = (entry.name for folder in FOLDERS for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


@cache
def schema(name: str) -> Mapping[str, Any]:
    """Return the schema called ``name``; its URI ends with the number of its form.

    >>> schema("position")["$id"], schema("pack")["$id"]
    ('urn:meepleproof:position:1', 'urn:meepleproof:pack:2')
    """
    files = (folder / (name + _SUFFIX) for folder in FOLDERS)
    file = next(each for each in files if each.is_file())
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for definition in content.get("$defs", {}).values():
        if _REGISTER in definition:
            definition.update(_switches(definition.pop(_REGISTER)))
    return content


def _switches(path: str) -> dict[str, Any]:
    """Return the switches in a register, so that no schema repeats them."""
    # Read as a file: the schemas do not depend on the rules.
    file = resources.files("verifier").joinpath(path)
    register = json.loads(file.read_text(encoding="utf-8"))
    return {
        "properties": {each["key"]: {"enum": each["values"]} for each in register["switches"]},
        "x-settled": {
            each["formerly"]: each["answer"] for each in register["settled"] if "formerly" in each
        },
    }
