"""The action of a turn: what is demanded of it, and the table it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom.model.city import City, Placing
from verifier.neom.model.placing import placing_demands, squares_covered
from verifier.neom.model.purchase import Placed, Purchase, missing_goods, purchase
from verifier.neom.model.table import Demand, Table, Tokens, tokens_after
from verifier.neom.tile_catalogue import DECKS, Tile

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
        covered = squares_covered(self.before.city, self.placing)
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
                bought = missing_goods(facts, laid.placed, tokens)
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
