"""The catalogue of the Solo Variant."""

from __future__ import annotations

from verifier.catalogue.catalogue import Catalogue

CATALOGUE = Catalogue(
    "verifier.carcassonne.solo",
    {
        "DEF": "Terms",
        "BASE": "The usual rules",
        "SOLO": "The Solo Variant",
        "FACT": "Proved facts",
    },
)
