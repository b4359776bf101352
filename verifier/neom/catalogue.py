"""The catalogue of the solo rules of NEOM."""

from __future__ import annotations

from verifier.catalogue.catalogue import Catalogue

CATALOGUE = Catalogue(
    "verifier.neom",
    {
        "NEOM-COMP": "Components and board",
        "NEOM-SETUP": "Set-up",
        "NEOM-SOLO-CORNER": "Preliminary Round: Cornerstones",
        "NEOM-SOLO-CONFIG": "Preliminary Round: tile set",
        "NEOM-SOLO-PACK": "Packs",
        "NEOM-SOLO-TURN": "Turns",
        "NEOM-ACT": "Actions",
        "NEOM-REQ": "Requirements",
        "NEOM-GOOD": "Goods",
        "NEOM-BUY": "Buying",
        "NEOM-TRADE": "Trade Routes",
        "NEOM-PLACE": "Placing and roads",
        "NEOM-EFFECT": "Effects",
        "NEOM-DISASTER": "Disasters",
        "NEOM-SOLO-DIS": "Disasters in the solo game",
        "NEOM-INCOME": "Income",
        "NEOM-END": "End",
        "NEOM-SCORE": "Scoring",
    },
)
