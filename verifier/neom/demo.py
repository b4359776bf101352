"""The invented demo catalogue, which makes everything run without the publisher's tiles."""

from __future__ import annotations

from functools import cache
from importlib import resources

from verifier.documents.strict_json import json_value
from verifier.neom.catalogue_document import catalogue_from_json
from verifier.neom.tile_catalogue import TileCatalogue

__all__ = ["demo_catalogue"]


@cache
def demo_catalogue() -> TileCatalogue:
    """Return the demo catalogue, whose tiles and numbers are invented.

    >>> demo_catalogue().tile("demo-I-01").name, demo_catalogue().invented
    ('Flood', True)
    """
    file = resources.files("verifier.neom").joinpath("demo.json")
    return catalogue_from_json(json_value(file.read_text(encoding="utf-8"), "demo.json"))
