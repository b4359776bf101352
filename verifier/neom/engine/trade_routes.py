"""Trade Routes: which are active, and what their uses save (NEOM-TRADE-1 to -6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from verifier.neom.engine.grid import EAST_COLUMN, WEST_COLUMN
from verifier.neom.engine.linking import RoadMasks, linked
from verifier.neom.engine.missing import Missing
from verifier.neom.engine.prepared import Layout, Prepared
from verifier.neom.engine.roads import possible_roads, roads_of, unknown_roads
from verifier.neom.parameters import TradeRoute
from verifier.neom.state import SIDE
from verifier.neom.unknowns import Unknown

Uses = tuple[int, int]
"""How often the west and the east route are used."""


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


def spreads(left: Uses, most: int) -> list[Uses]:
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
