"""Simple players who forget something when they reckon what tiles cost: what each finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from verifier.neom.parameters import Parameters
from verifier.neom.state import State
from verifier.neom.tiles import Tile, TileCatalogue

Game = tuple[TileCatalogue, State]
"""A catalogue and a state as a player thinks that they are."""


def _without_tokens(catalogue: TileCatalogue, state: State) -> Game:
    return _tiles(catalogue, lambda tile: replace(tile, produces=())), replace(
        state, tokens=frozenset()
    )


def _without_routes(catalogue: TileCatalogue, state: State) -> Game:
    route = replace(catalogue.parameters.trade_route, per_generation=0)
    return _parameters(catalogue, replace(catalogue.parameters, trade_route=route)), state


def _without_floor(catalogue: TileCatalogue, state: State) -> Game:
    route = replace(catalogue.parameters.trade_route, floor=0)
    return _parameters(catalogue, replace(catalogue.parameters, trade_route=route)), state


def _without_prices(catalogue: TileCatalogue, state: State) -> Game:
    return _tiles(catalogue, lambda tile: _without_effects(tile, "price_change")), state


def _without_receipts(catalogue: TileCatalogue, state: State) -> Game:
    def nothing(tile: Tile) -> Tile:
        return replace(_without_effects(tile, "money_now"), on_place=0)

    return _tiles(catalogue, nothing), state


def _without_limits(catalogue: TileCatalogue, state: State) -> Game:
    """Buy as in Generation III, with no more Cornerstones than now."""
    caps = catalogue.parameters.cornerstone_cap
    cap = None if caps is None else (caps[state.generation - 1],) * 3
    same = replace(catalogue.parameters, cornerstone_cap=cap)
    return _parameters(catalogue, same), replace(state, generation=3)


FORGETFUL: dict[str, Callable[[TileCatalogue, State], Game]] = {
    "tokens": _without_tokens,
    "routes": _without_routes,
    "floor": _without_floor,
    "prices": _without_prices,
    "receipts": _without_receipts,
    "limits": _without_limits,
}
"""By what players forget, the game as they see it."""


def _parameters(catalogue: TileCatalogue, parameters: Parameters) -> TileCatalogue:
    return replace(catalogue, parameters=parameters)


def _tiles(catalogue: TileCatalogue, changed: Callable[[Tile], Tile]) -> TileCatalogue:
    return replace(catalogue, tiles=tuple(changed(tile) for tile in catalogue.tiles))


def _without_effects(tile: Tile, kind: str) -> Tile:
    if tile.effects is None:
        return tile
    return replace(tile, effects=tuple(each for each in tile.effects if each.kind != kind))
