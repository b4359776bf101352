"""What is received when a tile is placed (NEOM-EFFECT-1)."""

from __future__ import annotations

from verifier.neom.engine.prepared import PreparedTile
from verifier.neom.unknowns import Unknown

_RULE = "NEOM-EFFECT-1"


def unknown_receipts(tile: PreparedTile) -> list[Unknown]:
    """Return what would say how much money a tile brings when placed."""
    source = tile.source
    path = f"tiles/{source.id}"
    found = [Unknown(_RULE, f"{path}/on_place")] if source.on_place is None else []
    if source.effects is None:
        found.append(Unknown(_RULE, f"{path}/effects"))
    return found + [
        Unknown(_RULE, f"{path}/effects/{number}/amount")
        for number, effect in enumerate(source.effects or ())
        if effect.kind == "money_now" and effect.amount is None
    ]
