"""Income, received after the seventh turn of each Generation (NEOM-INCOME-1)."""

from __future__ import annotations

from verifier.neom.engine.counting import city_that_counts, counted_by_effects, next_to
from verifier.neom.engine.grid import indices
from verifier.neom.engine.prepared import TILES, Layout, Prepared, tile_at
from verifier.neom.tile_catalogue import Effect


def income(prepared: Prepared, layout: Layout) -> int:
    """Return the income of a city of which everything needed is known."""
    city = city_that_counts(prepared, layout)
    amount = 0
    for index in indices(city.plane(TILES)):
        tile = tile_at(prepared, city, index)
        if tile is not None:
            amount += tile.source.income or 0
            for effect in tile.income_effects:
                amount += income_by_effect(prepared, city, index, effect)
    return amount


def income_by_effect(prepared: Prepared, city: Layout, index: int, effect: Effect) -> int:
    """Return the income of one effect of the tile on a square."""
    if effect.target is None:
        return 0
    counted = counted_by_effects(prepared, city, effect.target)
    if effect.kind == "income_per_neighbour":
        counted &= next_to(city, index, effect.adjacency)
    return (effect.amount or 0) * counted.bit_count()
