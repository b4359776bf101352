"""What a tile needs and costs: goods, prices, Trade Routes (NEOM-REQ, NEOM-BUY, NEOM-TRADE).

Each use of a route is a step down on a price. The steps of one price get no larger, so the most
that some number of uses can save is the sum of the largest steps of all, counted layer by layer:
for every pound w, as many uses as there are steps of at least w.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.neom.model.city import City
from verifier.neom.model.facts import Facts
from verifier.neom.model.table import Demand, Table, Tokens
from verifier.neom.parameters import TIERS, Tier
from verifier.neom.state import SIDE
from verifier.neom.tile_catalogue import DECKS, Tile

Placed = Mapping[str, Lit]
"""By tile whether it is placed, wherever; at most one of the literals holds."""

_ALLOWED: tuple[tuple[Tier, ...], ...] = (("raw",), ("raw", "processed"), TIERS)
"""The tiers that may be bought in Generations I to III (NEOM-BUY-2 to -4)."""

_EAST, _WEST = 1, 3


@dataclass(frozen=True, slots=True)
class Purchase:
    """What is bought for the tile that is placed, and what all of it costs.

    ``paid`` is for the tile and the goods; ``demands`` are to be met for that.
    """

    builder: Builder = field(repr=False)
    paid: Sum
    demands: tuple[Demand, ...] = field(repr=False)


def missing_goods(facts: Facts, placed: Placed, tokens: Tokens) -> dict[str, Lit]:
    """Return the goods that the placed tile needs and no token stands for (NEOM-BUY-1)."""
    b = facts.builder
    found: dict[str, Lit] = {}
    tiles = [(facts.tile(tile), literal) for tile, literal in placed.items()]
    for good in _needed(facts, [tile for tile, _ in tiles]):
        need = b.any_of(b.both(literal, facts.needs(tile, good)) for tile, literal in tiles)
        missing = b.both(need, -tokens.get(good, FALSE))
        if missing != FALSE:
            found[good] = missing
    return found


def _needed(facts: Facts, tiles: Sequence[Tile]) -> list[str]:
    if any(tile.needs_goods is None for tile in tiles):
        return [good.id for good in facts.catalogue.goods]
    return list(dict.fromkeys(good for tile in tiles for good in tile.needs_goods or ()))


def purchase(
    table: Table,
    read: City,
    tokens: Tokens,
    placed: Placed,
    bought: Mapping[str, Lit],
    uses: tuple[Sum, Sum],
) -> Purchase:
    """Return what it costs to place a tile, and what is demanded.

    ``read`` is the city, and ``tokens`` those, in which requirements, prices and routes are read:
    before or after placing. ``uses`` are those of the west and of the east route.
    """
    b, facts = read.builder, read.facts
    demands = [*_tiles_needed(read, placed), *_goods_needed(table, tokens, placed, bought)]
    prices = {good: _price(read, good) for good, is_bought in bought.items() if is_bought != FALSE}
    goods = b.plus(*(b.choose(bought[good], price, Sum()) for good, price in prices.items()))
    some = b.any_of(bought.values())
    made, route_demands = _uses(table, read, some, uses)
    demands += route_demands
    saved, lowering = _saved(facts, goods, [(bought[g], p) for g, p in prices.items()], made)
    demands += lowering
    cost = b.plus(
        *(
            b.choose(literal, facts.number(tile.cost, f"tiles/{tile.id}/cost", 0), Sum())
            for tile, literal in ((facts.tile(tile_id), lit) for tile_id, lit in placed.items())
        )
    )
    paid = b.plus(cost, goods, b.times(-1, saved))
    # No route lowers the tile's own cost; said by itself it holds whatever the goods cost.
    affordable = b.both(b.no_more(cost, table.money), b.no_more(paid, table.money))
    why = "there is not enough money for the tile and the goods bought"
    demands.append(Demand(affordable, "NEOM-REQ-1", why))
    return Purchase(b, paid, tuple(demands))


def _tiles_needed(read: City, placed: Placed) -> Iterator[Demand]:
    """NEOM-REQ-2: each id or tag as often in the city as it is listed, the tile itself aside."""
    b, facts = read.builder, read.facts
    for tile_id, literal in placed.items():
        tile = facts.tile(tile_id)
        why = f"{tile_id} needs other tiles in the city"
        if tile.needs_tiles is None:
            met = facts.truth(None, f"tiles/{tile_id}/needs_tiles")
            yield Demand(b.implies(literal, met), "NEOM-REQ-2", why)
            continue
        for entry in dict.fromkeys(tile.needs_tiles):
            there = b.count(
                b.both(lies, TRUE if other.id == entry else facts.has_tag(other, entry))
                for _, other, lies in read.tiles()
                if other.id != tile_id
            )
            enough = b.at_least(there, tile.needs_tiles.count(entry))
            yield Demand(b.implies(literal, enough), "NEOM-REQ-2", why)


def _goods_needed(
    table: Table, tokens: Tokens, placed: Placed, bought: Mapping[str, Lit]
) -> Iterator[Demand]:
    """NEOM-REQ-1, NEOM-BUY-1 to -4: exactly what is missing is bought, of tiers allowed now."""
    facts = table.facts
    b = facts.builder
    missing = missing_goods(facts, placed, tokens)
    for good, is_missing in missing.items():
        literal = b.implies(is_missing, bought.get(good, FALSE))
        yield Demand(literal, "NEOM-REQ-1", f"{good} is neither produced nor bought")
    rule = "NEOM-BUY-2" if table.generation == 1 else "NEOM-BUY-3"
    for good, is_bought in bought.items():
        literal = b.implies(is_bought, missing.get(good, FALSE))
        yield Demand(literal, "NEOM-BUY-1", f"{good} is bought and not missing")
        if facts.catalogue.tier(good) not in _ALLOWED[table.generation - 1]:
            why = f"{good} cannot be bought in Generation {DECKS[table.generation - 1]}"
            yield Demand(-is_bought, rule, why)


def _price(read: City, good: str) -> Sum:
    """NEOM-BUY-5: the price of the tier with all changes in the city, at least 0."""
    b, facts = read.builder, read.facts
    tier = facts.catalogue.tier(good)
    price = facts.number(facts.parameters.good_price.of(tier), f"good_price.{tier}", 0)
    for _, tile, lies in read.tiles():
        if tile.effects is None:  # any change, but never below 0
            return facts.number(None, f"tiles/{tile.id}/effects", 0, f"price {tier}")
        for path, effect in facts.effects(tile, "price_change"):
            if effect.tier != tier:
                continue
            if effect.amount is None:
                return facts.number(None, f"{path}/amount", 0, f"price {tier}")
            price = b.plus(price, b.times(effect.amount, b.count([lies])))
    return b.choose(b.at_least(price, 0), price, Sum())


def active_route(read: City, *, west: bool) -> Lit:
    """NEOM-TRADE-2: a road leaves the board on that side, in one of the rows."""
    b, facts = read.builder, read.facts
    route = facts.parameters.trade_route
    column, side = (0, _WEST) if west else (SIDE - 1, _EAST)
    linked = facts.truth(route.linked, "trade_route.linked")
    ways = []
    for row in range(SIDE):
        leaves = read.road((row, column), side)
        if leaves != FALSE:
            rows = None if route.rows is None else row in route.rows
            counts = facts.truth(rows, "trade_route.rows", str(row))
            leaves = b.both(leaves, counts)
            ways.append(b.both(leaves, b.either(-linked, read.linked[row, column])))
    return b.any_of(ways)


def _uses(table: Table, read: City, some: Lit, uses: tuple[Sum, Sum]) -> tuple[Sum, list[Demand]]:
    """NEOM-TRADE-3, -5: an active route, so often a Generation, and only for a purchase."""
    facts = table.facts
    b = facts.builder
    route = facts.parameters.trade_route
    made, demands = [], []
    for name, used, before in zip(("west", "east"), uses, table.used, strict=True):
        if used == Sum():
            continue
        left = b.plus(Sum(route.per_generation), b.times(-1, before))
        open_ = b.both(some, active_route(read, west=name == "west"))
        most = b.choose(open_, b.choose(b.at_least(left, 0), left, Sum()), Sum())
        why = f"the {name} Trade Route cannot be used that often here"
        demands.append(Demand(b.no_more(used, most), "NEOM-TRADE-3", why))
        made.append(b.least([used, most]))
    return b.plus(*made), demands


def _saved(
    facts: Facts, goods: Sum, prices: Iterable[tuple[Lit, Sum]], made: Sum
) -> tuple[Sum, list[Demand]]:
    """NEOM-TRADE-3, -4, -6: the most that so many uses save, if each lowers something."""
    if made == Sum():
        return Sum(), []
    b, route = facts.builder, facts.parameters.trade_route
    listed = list(prices)
    each = _layers(facts, listed, made)
    whole = _layers(facts, [(TRUE, goods)], made)
    scope = route.scope
    per_good = facts.truth(None if scope is None else scope == "per_good", "trade_route.scope")
    steps, saved = (b.choose(per_good, one, other) for one, other in zip(each, whole, strict=True))
    why = "a use of a Trade Route would lower nothing"
    return saved, [Demand(b.no_more(made, steps), "NEOM-TRADE-4", why)]


def _layers(facts: Facts, prices: Sequence[tuple[Lit, Sum]], made: Sum) -> tuple[Sum, Sum]:
    """Return how many steps down there are, no more than may be made, and the most saved."""
    b, route = facts.builder, facts.parameters.trade_route
    most = b.range(made)[1]
    layers = []
    for pound in range(1, route.discount + 1):
        steps = b.count(
            b.both(counts, b.at_least(price, route.floor + step * route.discount + pound))
            for counts, price in prices
            for step in range(most)
        )
        layers.append(steps)
    if not layers:
        return Sum(), Sum()
    return layers[0], b.plus(*(b.least([made, steps]) for steps in layers))
