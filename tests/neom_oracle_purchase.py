"""The least money for tiles of NEOM, naively: amounts are tried one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from tests.neom_oracle import placings
from verifier.neom.state import Action, State
from verifier.neom.tiles import TileCatalogue

_RICH = 10**6


def least_money(
    catalogue: TileCatalogue, state: State, tiles: frozenset[str], last: str = ""
) -> int | None:
    """Return the first amount from 0 on that is enough; None if a fortune is not."""
    if not is_enough(catalogue, replace(state, money=_RICH), tiles, last):
        return None
    money = 0
    while not is_enough(catalogue, replace(state, money=money), tiles, last):
        money += 1
    return money


def is_enough(catalogue: TileCatalogue, state: State, tiles: frozenset[str], last: str) -> bool:
    """Return whether all the tiles can be placed in some order with the money of the state."""
    if not tiles:
        return True
    for tile in sorted(tiles):
        if tile == last and len(tiles) > 1:
            continue
        kind: Literal["place", "cornerstone"] = (
            "cornerstone" if catalogue.tile(tile).deck == "C" else "place"
        )
        for _, _, after in placings(catalogue, state, Action(kind, tile, tile)):
            if is_enough(catalogue, after, tiles - {tile}, last):
                return True
    return False
