"""What a tile needs, and what is bought for it, by Trade Routes, too.

NEOM-REQ-1, -2, NEOM-BUY-1 to -8, NEOM-TRADE-1 to -6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from verifier.neom.engine.grid import EAST_COLUMN, WEST_COLUMN, RoadMasks, indices, linked
from verifier.neom.engine.placing import possible_roads, roads_of, unknown_roads
from verifier.neom.engine.position import Position
from verifier.neom.engine.prepared import (
    OPEN,
    PRICE_EFFECTS,
    TILES,
    Layout,
    Missing,
    Prepared,
    PreparedTile,
    needed,
    tags_of,
    tile_at,
)
from verifier.neom.parameters import TIERS, Tier, TradeRoute, Unknown
from verifier.neom.state import SIDE
from verifier.neom.tiles import Tile

BUYABLE: tuple[tuple[Tier, ...], ...] = (("raw",), ("raw", "processed"), TIERS)
"""The tiers that may be bought in Generation I, II, III (NEOM-BUY-2, -3, -4)."""

Uses = tuple[int, int]
"""How often the west and the east route are used."""


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
        for uses in _spreads(left, len(sums) - 1)
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


# --- Trade Routes: which are active, and what their uses save


class Activity(NamedTuple):
    """Whether the west and the east route are surely active, or may be, and what decides it."""

    surely: tuple[bool, bool]
    perhaps: tuple[bool, bool]
    unknown: tuple[Unknown, ...] = ()


def activity(prepared: Prepared, layout: Layout) -> Activity:
    """Return which routes are active (NEOM-TRADE-2)."""
    rule = prepared.parameters.trade_route
    roads = roads_of(layout)
    unknown = unknown_roads(prepared, layout, "NEOM-TRADE-2")
    if not unknown and rule.rows is not None and rule.linked is not None:
        known = active(roads, rule.rows, linked_only=rule.linked)
        return Activity(known, known)
    fields = {"trade_route.linked": rule.linked, "trade_route.rows": rule.rows}
    lacking = [Unknown("NEOM-TRADE-2", path) for path, value in fields.items() if value is None]
    return Activity(
        active(roads, rule.rows or (), linked_only=rule.linked is not False),
        active(
            possible_roads(prepared, layout),
            range(SIDE) if rule.rows is None else rule.rows,
            linked_only=bool(rule.linked),
        ),
        (*lacking, *unknown),
    )


def uses_left(prepared: Prepared, layout: Layout, used: Uses) -> Uses:
    """Return how often each route may still be used in this Generation (NEOM-TRADE-3).

    :raises Missing: if that depends on unknown values.
    """
    most = prepared.parameters.trade_route.per_generation
    west, east = max(0, most - used[0]), max(0, most - used[1])
    if not west and not east:
        return (0, 0)
    routes = activity(prepared, layout)
    surely = (west if routes.surely[0] else 0, east if routes.surely[1] else 0)
    perhaps = (west if routes.perhaps[0] else 0, east if routes.perhaps[1] else 0)
    if surely != perhaps:
        raise Missing(routes.unknown)
    return surely


def sums_by_uses(rule: TradeRoute, prices: Sequence[int], most: int) -> tuple[int, ...]:
    """Return the least sum to pay with 0, 1, 2 ... uses, as far as each use lowers something.

    With ``per_good`` the savings of a good never grow with its uses, so the greatest savings of
    all goods together are those of the best spread.

    :raises Missing: if the scope is unknown and makes a difference.

    >>> rule = TradeRoute((0,), False, scope="per_good")
    >>> sums_by_uses(rule, (3, 2), 4)
    (5, 4, 3, 2)
    >>> sums_by_uses(TradeRoute((0,), False, scope="per_purchase"), (2,), 4)
    (2, 1)
    """
    if not prices or not most:
        return (sum(prices),)
    by_good = _savings(rule, prices)[:most]
    by_sum = _savings(rule, (sum(prices),))[:most]
    if rule.scope is None and by_good != by_sum:
        raise Missing([Unknown("NEOM-TRADE-6", "trade_route.scope")])
    sums = [sum(prices)]
    for saving in by_sum if rule.scope == "per_purchase" else by_good:
        sums.append(sums[-1] - saving)
    return tuple(sums)


def _spreads(left: Uses, most: int) -> list[Uses]:
    """Return the numbers of uses of both routes, ``most`` together at the utmost."""
    west, east = left
    return [each for each in product(range(west + 1), range(east + 1)) if sum(each) <= most]


def _savings(rule: TradeRoute, prices: Sequence[int]) -> list[int]:
    savings = []
    for price in prices:
        now = price
        while (lower := max(rule.floor, now - rule.discount)) < now:
            savings.append(now - lower)
            now = lower
    return sorted(savings, reverse=True)


def active(roads: RoadMasks, rows: Sequence[int], *, linked_only: bool) -> tuple[bool, bool]:
    """Return whether the west and the east route are active by these roads."""
    mask = sum(0b11111 << SIDE * row for row in rows)
    west, east = roads.west & WEST_COLUMN & mask, roads.east & EAST_COLUMN & mask
    if linked_only and (west or east):
        reached = linked(roads)
        west, east = west & reached, east & reached
    return bool(west), bool(east)
