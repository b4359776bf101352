"""The catalogue of the house rules."""

from __future__ import annotations

from verifier.catalogue.catalogue import Catalogue

CATALOGUE = Catalogue(
    "verifier.carcassonne.house",
    {
        "DEF": "Terms",
        "BASE": "The usual rules",
        "HOUSE": "McGuire's house rules",
    },
)
