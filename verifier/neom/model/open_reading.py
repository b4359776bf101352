"""Turns of which everything is left to a solver: what is placed where, bought, and lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom.model.action import (
    NO_USES,
    Move,
    after_action,
    bought_for,
    placement,
    where_demands,
)
from verifier.neom.model.city import Placing, is_constant
from verifier.neom.model.disaster import Answer, Threat, answer_demands, due, threat
from verifier.neom.model.listing import met
from verifier.neom.model.table import Demand, Table
from verifier.neom.model.turn import after_turn, before_strike, struck
from verifier.neom.state import PREVENTABLE, SQUARES, Square


def open_turn(table: Table, pack: tuple[str, ...]) -> Table:
    """Return the table after a turn with this pack, and require what the rules demand of it."""
    facts, number = table.facts, f"turn {table.generation}.{table.turn}"
    b = facts.builder
    disasters = [tile for tile in pack if facts.tile(tile).type == "disaster"]
    others = [tile for tile in dict.fromkeys(pack) if tile not in disasters]
    placing = {
        (tile, square): b.decision(f"{number}: {tile} on {square}")
        for tile, square in _candidates(table, others)
    }
    sells = b.decision(f"{number}: sell") if others else FALSE
    may_prevent = disasters and table.turn <= PREVENTABLE
    prevents = b.decision(f"{number}: prevent") if may_prevent else FALSE
    require(table, [_one(table, [*placing.values(), sells, prevents])])
    move = Move(placing, sells, prevents, open_uses(table, placing))
    laid = placement(table, placing)
    bill, _ = bought_for(laid, move)
    for tile_id, literal in laid.placed.items():
        if facts.tile(tile_id).deck == "C":
            kept = b.implies(literal, table.reserve.get(tile_id, FALSE))
            require(table, [Demand(kept, "NEOM-SOLO-CORNER-3", "it is in reserve")])
    if not is_constant(table.city):  # else only what may lie there is offered
        require(table, where_demands(laid))
    require(table, bill.demands)
    return _closed(after_action(laid, move, bill.paid), shown=bool(disasters))


def _one(table: Table, options: list[Lit]) -> Demand:
    """NEOM-SOLO-TURN-2: exactly one action is taken."""
    return Demand(table.facts.builder.exactly_one(options), "NEOM-SOLO-TURN-2", "one action")


def _candidates(table: Table, others: list[str]) -> Iterator[tuple[str, Square]]:
    """Yield the tiles that may be placed with the squares, those left out that cannot be legal."""
    corners = sorted(tile for tile, kept in table.reserve.items() if kept != FALSE)
    for tile_id in (*others, *(corners if others else ())):
        for square in SQUARES:
            if may_lie(table, tile_id, square):
                yield tile_id, square


def may_lie(table: Table, tile_id: str, square: Square) -> bool:
    """Return whether a tile may be placed there, or whether that depends on an earlier turn.

    :raises Undecided: if the catalogue does not say enough.
    """
    if not is_constant(table.city):
        return True
    return met(table.facts, where_demands(placement(table, {(tile_id, square): TRUE})))


def open_uses(table: Table, placing: Placing) -> tuple[Sum, Sum]:
    """Return how often each route is used, up to what may be left of it."""
    b = table.facts.builder
    if not placing:
        return NO_USES
    found = []
    for name, used in zip(("west", "east"), table.used, strict=True):
        most = table.facts.parameters.trade_route.per_generation - b.range(used)[0]
        uses = [
            b.decision(f"turn {table.generation}.{table.turn}: {name} route, use {number}")
            for number in range(most)
        ]
        for first, second in pairwise(uses):
            require(table, [Demand(b.implies(second, first), "NEOM-TRADE-3", "one by one")])
        found.append(b.count(uses))
    west, east = found
    return west, east


def _closed(table: Table, *, shown: bool) -> Table:
    """Return the table after the Disaster that may strike, and the income that may come."""
    strikes = due(table, shown=shown)
    if strikes == FALSE:
        return after_turn(table, FALSE)
    b = table.facts.builder
    danger = threat(before_strike(table, strikes))
    answer = _open_answer(danger, strikes)
    exposed = b.both(strikes, -danger.protected)
    answers = [answer.pays, answer.loses, answer.nothing]
    why = "one answer to a Disaster that strikes, and none to another"
    require(
        table,
        [
            Demand(b.implies(exposed, b.exactly_one(answers)), "NEOM-DISASTER-4", why),
            *(Demand(b.implies(each, exposed), "NEOM-DISASTER-4", why) for each in answers),
            *answer_demands(strikes, danger, answer),
        ],
    )
    return struck(danger, strikes, answer)


def _open_answer(danger: Threat, strikes: Lit) -> Answer:
    table = danger.table
    b, number = table.facts.builder, f"turn {table.generation}.{table.turn}"
    loses = b.decision(f"{number}: lose tiles")
    lost = {
        square: b.both(loses, b.decision(f"{number}: lose {square}")) for square in danger.eligible
    }
    return Answer(
        protected=b.both(strikes, danger.protected),
        pays=b.decision(f"{number}: pay"),
        loses=loses,
        nothing=b.decision(f"{number}: nothing"),
        lost=lost,
    )


def require(table: Table, demands: Iterable[Demand]) -> None:
    """Require that demands of a turn are met."""
    b = table.facts.builder
    for literal, rule, why in demands:
        b.require(literal, rule, turn=table.turn, why=why)
