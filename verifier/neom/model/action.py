"""The action of a turn: where its tile may lie, what it costs, and the table it leaves.

Each use of a Trade Route is a step down on a price. The steps of one price get no larger, so the
most that some number of uses can save is the sum of the largest steps of all, counted layer by
layer: for every pound w, as many uses as there are steps of at least w.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.neom.model.facts import Facts
from verifier.neom.model.table import City, Demand, Placing, Table, Tokens, tokens_after
from verifier.neom.parameters import TIERS, Tier
from verifier.neom.state import CENTRE, SIDE, Square, square_name
from verifier.neom.tiles import DECKS, Tile

NO_USES = (Sum(), Sum())


@dataclass(frozen=True, slots=True)
class Move:
    """What may be done in a turn; at most one of its literals holds.

    Where ``bought`` is None, exactly the missing goods are bought.
    """

    placing: Placing
    sells: Lit = FALSE
    prevents: Lit = FALSE
    uses: tuple[Sum, Sum] = NO_USES
    bought: Mapping[str, Lit] | None = None


@dataclass(frozen=True)
class Placement:
    """The city after a tile was laid, before anything is paid.

    ``placed`` is by tile whether it is placed, be it off the grid, where ``placing`` has no square.
    """

    before: Table
    city: City
    placing: Placing
    placed: Placed

    @cached_property
    def tokens(self) -> Tokens:
        """The tokens with the tile laid."""
        facts = self.before.facts
        keep = facts.truth(facts.parameters.overbuild.keep_token, "overbuild.keep_token")
        covered = _squares_covered(self.before.city, self.placing)
        return tokens_after(self.before.tokens, self.before.city, self.city, covered, keep)


def placement(table: Table, placing: Placing) -> Placement:
    """Return the city in which a tile has been laid."""
    b = table.facts.builder
    by_tile: dict[str, list[Lit]] = {}
    for (tile, _), literal in placing.items():
        by_tile.setdefault(tile, []).append(literal)
    placed = {tile: b.any_of(literals) for tile, literals in by_tile.items()}
    return Placement(table, table.city.laid(placing), placing, placed)


def where_demands(laid: Placement) -> Iterable[Demand]:
    """Yield what is demanded of the square, the cap of Cornerstones included."""
    yield from _cap_demands(laid)
    yield from placing_demands(laid.before.city, laid.city, laid.placing)


def _cap_demands(laid: Placement) -> Iterator[Demand]:
    """NEOM-ACT-CORNER-1: how many Cornerstones a Generation allows."""
    table, facts = laid.before, laid.city.facts
    b, parameters = facts.builder, facts.parameters
    placed = b.any_of(lit for tile, lit in laid.placed.items() if facts.tile(tile).deck == "C")
    if placed == FALSE:
        return
    caps, counted = parameters.cornerstone_cap, parameters.cornerstones_counted
    cap = facts.number(None if caps is None else caps[table.generation - 1], "cornerstone_cap", 0)
    in_city = facts.truth(None if counted is None else counted == "in_city", "cornerstones_counted")
    there = b.count(literal for _, tile, literal in laid.city.tiles() if tile.deck == "C")
    if not laid.placing:
        there = b.plus(there, Sum(1))
    number = b.choose(in_city, there, b.plus(table.placed, Sum(1)))
    why = f"that is more Cornerstones than Generation {DECKS[table.generation - 1]} allows"
    yield Demand(b.implies(placed, b.no_more(number, cap)), "NEOM-ACT-CORNER-1", why)


def bought_for(laid: Placement, move: Move) -> tuple[Purchase, Mapping[str, Lit]]:
    """Return what the tile costs, read in the city before or after, and what is bought."""
    table = laid.before
    facts = table.facts
    b = facts.builder
    reading = facts.parameters.requirements_read
    before = facts.truth(None if reading is None else reading == "before", "requirements_read")
    made = []
    for literal, city, tokens in (
        (before, table.city, table.tokens),
        (-before, laid.city, laid.tokens),
    ):
        if literal != FALSE:
            bought = move.bought
            if bought is None:
                bought = _missing_goods(facts, laid.placed, tokens)
            made.append((purchase(table, city, tokens, laid.placed, bought, move.uses), bought))
    if len(made) == 1:
        return made[0]
    (one, bought), (other, others) = made
    demands = _in_either_reading(before, one, other)
    either = {
        good: b.either(
            b.both(before, bought.get(good, FALSE)), b.both(-before, others.get(good, FALSE))
        )
        for good in {*bought, *others}
    }
    return Purchase(b, b.choose(before, one.paid, other.paid), demands), either


def _in_either_reading(before: Lit, one: Purchase, other: Purchase) -> tuple[Demand, ...]:
    """Return what is demanded if it is unknown which of two readings holds, a rule at a time."""
    reasons: dict[str, str] = {}
    for demand in (*one.demands, *other.demands):
        reasons.setdefault(demand.rule, demand.why)
    return tuple(
        Demand(_if_else(before, one, other, rule), rule, why) for rule, why in reasons.items()
    )


def _if_else(before: Lit, one: Purchase, other: Purchase, rule: str) -> Lit:
    b = one.builder
    met, met_too = (
        b.all_of(demand.literal for demand in bill.demands if demand.rule == rule)
        for bill in (one, other)
    )
    return met if met == met_too else b.both(b.implies(before, met), b.implies(-before, met_too))


def after_action(laid: Placement, move: Move, paid: Sum) -> Table:
    """Return the table when the action is done (NEOM-EFFECT-1, NEOM-ACT-SELL-1)."""
    table = laid.before
    facts = table.facts
    b = facts.builder
    money = [table.money, b.times(-1, paid)]
    sell = (
        facts.number(facts.parameters.sell_value, "sell_value", 0) if move.sells != FALSE else Sum()
    )
    money.append(b.choose(move.sells, sell, Sum()))
    corners = []
    reserve = dict(table.reserve)
    for tile_id, literal in laid.placed.items():
        tile = facts.tile(tile_id)
        money.append(b.choose(literal, _received(table, tile), Sum()))
        if tile.deck == "C":
            corners.append(literal)
            reserve[tile_id] = b.both(reserve.get(tile_id, FALSE), -literal)
    west, east = table.used
    return replace(
        table,
        city=laid.city,
        tokens=laid.tokens,
        money=b.plus(*money),
        reserve={tile: kept for tile, kept in reserve.items() if kept != FALSE},
        placed=b.plus(table.placed, b.count(corners)),
        used=(b.plus(west, move.uses[0]), b.plus(east, move.uses[1])),
        disaster_over=b.either(table.disaster_over, move.prevents),
    )


def _received(table: Table, tile: Tile) -> Sum:
    """NEOM-EFFECT-1: the money that comes at once when the tile is placed."""
    facts = table.facts
    b = facts.builder
    numbers = [facts.number(tile.on_place, f"tiles/{tile.id}/on_place")]
    numbers += [
        facts.scaled(effect.amount, f"{path}/amount", [TRUE])
        for path, effect in facts.effects(tile, "money_now")
    ]
    return b.plus(*numbers, facts.unknown_effects(tile, "money_now"))


# --- where a tile may lie: what it covers, and the roads that link it (NEOM-PLACE)


def _squares_covered(city: City, placing: Placing) -> dict[Square, Lit]:
    """Return by square whether a tile is placed there."""
    by_square: dict[Square, list[Lit]] = {}
    for (_, square), literal in placing.items():
        by_square.setdefault(square, []).append(literal)
    return {square: city.builder.any_of(literals) for square, literals in by_square.items()}


def placing_demands(before: City, after: City, placing: Placing) -> Iterator[Demand]:
    """Yield what is demanded of a tile and its square (NEOM-PLACE-3, -6, -7, -9)."""
    b, facts = before.builder, before.facts
    for (tile_id, square), placed in placing.items():
        tile = facts.tile(tile_id)
        why = f"{tile_id} may not cover what lies on {square_name(square)}"
        yield Demand(b.implies(placed, _may_cover(before, tile, square)), "NEOM-PLACE-6", why)
        if tile.deck == "C":
            may = facts.truth(
                facts.parameters.overbuild.cornerstone_may, "overbuild.cornerstone_may"
            )
            covers = TRUE if square == CENTRE else before.occupied(square)
            why = "a Cornerstone may not cover anything"
            yield Demand(b.implies(b.both(placed, covers), may), "NEOM-PLACE-9", why)
    covered = _squares_covered(before, placing)
    for square, placed in covered.items():
        linked = TRUE if square == CENTRE else FALSE if placed == FALSE else after.is_linked(square)
        why = f"no road links the tile on {square_name(square)} to the City Center"
        yield Demand(b.implies(placed, linked), "NEOM-PLACE-3", why)
    yield from _links_kept(before, after, covered)


def _may_cover(city: City, tile: Tile, square: Square) -> Lit:
    """NEOM-PLACE-5 to -7: an empty square, the bare Center, a raw tile, or one of its type."""
    b = city.builder
    return b.either(
        -city.occupied(square), city.is_type(square, "raw"), city.is_type(square, tile.type)
    )


def _links_kept(before: City, after: City, covered: dict[Square, Lit]) -> Iterator[Demand]:
    """NEOM-PLACE-9: whether every other tile that was linked must stay so.

    Not where the City Center is covered: NEOM-PLACE-7 says itself that this may cut roads.
    """
    b, facts = before.builder, before.facts
    must = facts.truth(facts.parameters.overbuild.must_keep_links, "overbuild.must_keep_links")
    covers = b.any_of(
        b.both(placed, before.occupied(square))
        for square, placed in covered.items()
        if square != CENTRE
    )
    kept = b.both(must, covers)
    if kept == FALSE:
        return
    for square in before.squares:
        if square != CENTRE:
            was = b.both(
                kept, before.occupied(square), before.linked[square], -covered.get(square, FALSE)
            )
            why = f"the tile on {square_name(square)} would no longer be linked to the City Center"
            yield Demand(b.implies(was, after.linked[square]), "NEOM-PLACE-9", why)


# --- what a tile needs and costs (NEOM-REQ, NEOM-BUY, NEOM-TRADE)

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


def _missing_goods(facts: Facts, placed: Placed, tokens: Tokens) -> dict[str, Lit]:
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
    missing = _missing_goods(facts, placed, tokens)
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


def _active_route(read: City, *, west: bool) -> Lit:
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
        open_ = b.both(some, _active_route(read, west=name == "west"))
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
