"""What a tile needs, and what is bought for it (NEOM-REQ-1, -2, NEOM-BUY-1 to -8)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from verifier.neom.engine.grid import indices
from verifier.neom.engine.missing import Missing, needed
from verifier.neom.engine.position import Position
from verifier.neom.engine.prepared import (
    OPEN,
    PRICE_EFFECTS,
    TILES,
    Layout,
    Prepared,
    PreparedTile,
    tags_of,
    tile_at,
)
from verifier.neom.engine.trade_routes import Uses, spreads, sums_by_uses, uses_left
from verifier.neom.parameters import TIERS, Tier
from verifier.neom.tile_catalogue import Tile
from verifier.neom.unknowns import Unknown

BUYABLE: tuple[tuple[Tier, ...], ...] = (("raw",), ("raw", "processed"), TIERS)
"""The tiers that may be bought in Generation I, II, III (NEOM-BUY-2, -3, -4)."""


class Payment(NamedTuple):
    """Goods bought as a mask, routes used, and what tile and goods cost together."""

    bought: int
    uses: Uses
    paid: int


def buyable(prepared: Prepared, generation: int) -> int:
    """Return the goods that may be bought in a Generation."""
    mask = 0
    for tier in BUYABLE[generation - 1]:
        mask |= prepared.tier_masks[tier]
    return mask


def price(prepared: Prepared, layout: Layout, tier: Tier) -> int:
    """Return the price of a good of a tier, changes by the city's tiles included (NEOM-BUY-5).

    :raises Missing: if it is unknown.
    """
    amount = needed(prepared.parameters.good_price.of(tier), "NEOM-BUY-5", f"good_price.{tier}")
    for index in indices(layout.plane(PRICE_EFFECTS) | layout.plane(OPEN)):
        tile = tile_at(prepared, layout, index)
        if tile is None:
            continue
        path = f"tiles/{tile.source.id}/effects"
        for number, effect in enumerate(needed(tile.source.effects, "NEOM-BUY-5", path)):
            if effect.kind == "price_change" and effect.tier == tier:
                amount += needed(effect.amount, "NEOM-BUY-5", f"{path}/{number}/amount")
    return max(0, amount)


def prices(prepared: Prepared, layout: Layout, bought: int) -> tuple[int, ...]:
    """Return the prices of goods, one for each.

    :raises Missing: if one is unknown.
    """
    found: list[int] = []
    for tier in TIERS:
        goods = bought & prepared.tier_masks[tier]
        if goods:
            found += [price(prepared, layout, tier)] * goods.bit_count()
    return tuple(found)


def payments(
    prepared: Prepared,
    layout: Layout,
    tokens: int,
    tile: PreparedTile,
    position: Position,
) -> list[Payment]:
    """Return the ways to pay for a tile and exactly the goods it lacks (NEOM-BUY-1, NEOM-TRADE-4).

    ``layout`` and ``tokens`` are those in which requirements are read; money, Generation, and the
    uses of routes are the position's.

    :raises Missing: if unknown values decide.
    """
    needs = needed(tile.needs, "NEOM-REQ-1", f"tiles/{tile.source.id}/needs_goods")
    bought = needs & ~tokens
    if bought & ~buyable(prepared, position.generation):
        return []
    cost = tile.source.cost or 0
    if cost > position.money:
        return []
    sums: tuple[int, ...] = (0,)
    left = (0, 0)
    if bought:
        left = uses_left(prepared, layout, position.used)
        rule = prepared.parameters.trade_route
        sums = sums_by_uses(rule, prices(prepared, layout, bought), sum(left))
    affordable = [
        Payment(bought, uses, cost + sums[sum(uses)])
        for uses in spreads(left, len(sums) - 1)
        if cost + sums[sum(uses)] <= position.money
    ]
    if affordable:
        needed(tile.source.cost, "NEOM-REQ-1", f"tiles/{tile.source.id}/cost")
    return affordable


def has_needed_tiles(prepared: Prepared, layout: Layout, tile: PreparedTile) -> bool:
    """Return whether the city has the other tiles that a tile needs, by id or tag (NEOM-REQ-2).

    The tile itself may lie already: where requirements are read after it is placed.

    :raises Missing: if unknown values decide.
    """
    path = f"tiles/{tile.source.id}/needs_tiles"
    wanted = needed(tile.source.needs_tiles, "NEOM-REQ-2", path)
    if not wanted:
        return True
    lying = (tile_at(prepared, layout, index) for index in indices(layout.plane(TILES)))
    city = [other for other in lying if other and other.index != tile.index]
    unknown: list[Unknown] = []
    for name, count in Counter(wanted).items():
        others = [other for other in city if not _answers_to(other.source, name)]
        lack = count - (len(city) - len(others))
        may = [whys for other in others if (whys := _doubts(other.source, name))]
        if lack > len(may):
            return False
        if lack > 0:
            unknown += [why for whys in may for why in whys]
    if unknown:
        raise Missing(unknown)
    return True


def _answers_to(tile: Tile, name: str) -> bool:
    return name == tile.id or name in tags_of(tile)


def _doubts(tile: Tile, tag: str) -> list[Unknown]:
    """Return what would say whether a tile has a tag."""
    lists = {"tags": tile.tags, "effects": tile.effects if tag == "power" else ()}
    return [
        Unknown("NEOM-REQ-2", f"tiles/{tile.id}/{name}")
        for name, values in lists.items()
        if values is None
    ]
