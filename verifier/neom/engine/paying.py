"""The payments of a search: what is paid for a tile, and which ways to pay can be dropped.

Where more money is never worse, a way to pay is dropped if another makes it needless: one that
leaves more money than the Trade Route uses it lacks could ever save.
"""

from __future__ import annotations

from verifier.neom.engine.buying import Payment, has_needed_tiles, payments
from verifier.neom.engine.grid import FULL, indices
from verifier.neom.engine.nodes import Clock, Node, position_at, uses_more
from verifier.neom.engine.prepared import PRICE_EFFECTS, Prepared, PreparedTile
from verifier.neom.engine.roads import ROAD_PLANES
from verifier.neom.engine.towns import Town, Towns
from verifier.neom.engine.trade_routes import Uses, active
from verifier.neom.parameters import Target

_ENOUGH = 10**9


class Paying:
    """Finds the payments of a search on one board."""

    def __init__(self, prepared: Prepared, towns: Towns, *, merge: bool) -> None:
        self._prepared = prepared
        self._towns = towns
        self._merge = merge
        self._routes = prepared.parameters.trade_route
        self._discount = max(0, self._routes.discount)
        self._ways: dict[tuple[int, int, Uses, tuple[int, ...], int], tuple[Payment, ...]] = {}
        self._active: dict[int, tuple[bool, bool]] = {}
        self._fits: dict[tuple[int, int], bool] = {}
        self._needed_tags: dict[int, int] = {}

    def ways(
        self, node: Node, tile: PreparedTile, town: Town, tokens: int, clock: Clock
    ) -> list[Payment]:
        """Return the payments that count, needed tiles read in this town, goods by these tokens."""
        if tile.source.needs_tiles:
            looked_at = self._looked_at_for_needs(tile)
            key = (tile.index, town.planes & looked_at if looked_at else town.cells)
            fits = self._fits.get(key)
            if fits is None:
                layout = self._towns.layout(town)
                fits = self._fits[key] = has_needed_tiles(self._prepared, layout, tile)
            if not fits:
                return []
        bought = (tile.needs or 0) & ~tokens
        if not bought:
            cost = tile.source.cost or 0
            return [Payment(0, (0, 0), cost)] if cost <= node.money else []
        left = self._uses_left(town, node.used)
        way = (tile.index, bought, left, self._changing_prices(town), clock.generation)
        ways = self._ways.get(way)
        if ways is None:
            rich = position_at(self._towns, node, clock)._replace(money=_ENOUGH)
            layout = self._towns.layout(town)
            ways = tuple(payments(self._prepared, layout, tokens, tile, rich))
            self._ways[way] = ways
        payable = [way for way in ways if way.paid <= node.money]
        if not self._merge or not payable:
            return payable
        return [min(payable, key=_paid_for)] if clock.last else undominated(payable, self._discount)

    def _looked_at_for_needs(self, tile: PreparedTile) -> int:
        """Return the planes of the tags among the tiles that a tile needs; 0 if it names others."""
        found = self._needed_tags.get(tile.index)
        if found is None:
            prepared, names = self._prepared, tile.source.needs_tiles or ()
            planes = {prepared.plane_of.get(Target(tag=name)) for name in names}
            if planes & {None} or prepared.index_of.keys() & set(names):
                planes = set()
            found = sum(FULL << plane for plane in planes if plane is not None)
            self._needed_tags[tile.index] = found
        return found

    def _changing_prices(self, town: Town) -> tuple[int, ...]:
        """Return the numbers of the tiles that change prices, sorted."""
        squares = town.planes >> PRICE_EFFECTS & FULL
        if not squares:
            return ()
        tiles = (self._towns.at(town.cells, index) for index in indices(squares))
        return tuple(sorted(tile.index for tile in tiles if tile))

    def _uses_left(self, town: Town, used: Uses) -> Uses:
        rule = self._routes
        planes = town.planes & ROAD_PLANES
        routes = self._active.get(planes)
        if routes is None:
            roads = self._towns.roads(town)
            routes = active(roads, rule.rows or (), linked_only=bool(rule.linked))
            self._active[planes] = routes
        west, east = routes
        return (
            max(0, rule.per_generation - used[0]) if west else 0,
            max(0, rule.per_generation - used[1]) if east else 0,
        )


def undominated(ways: list[Payment], discount: int) -> list[Payment]:
    """Return the payments that no other makes needless; a use saves at most the discount.

    A payment does so if it is cheaper by what its additional uses could save later.

    >>> undominated([Payment(1, (0, 0), 3), Payment(1, (1, 0), 2), Payment(1, (1, 1), 2)], 1)
    [Payment(bought=1, uses=(1, 0), paid=2)]
    >>> undominated([Payment(1, (1, 0), 2), Payment(1, (0, 1), 2)], 1)
    [Payment(bought=1, uses=(1, 0), paid=2), Payment(bought=1, uses=(0, 1), paid=2)]
    """
    kept: list[Payment] = []
    for way in ways:
        if not any(_makes_needless(other, way, discount) for other in kept):
            kept = [other for other in kept if not _makes_needless(way, other, discount)]
            kept.append(way)
    return kept


def _makes_needless(one: Payment, other: Payment, discount: int) -> bool:
    return other.paid - one.paid >= discount * uses_more(one.uses, other.uses)


def _paid_for(payment: Payment) -> int:
    return payment.paid
