"""Questions whose answer a solver finds: the best first action, the least money, arrangements.

The first turn is listed; of every state that it can leave, CP-SAT finds the best way on, in one
optimum over turns of which everything is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.constraints.cpsat import EVERY, CpSatSolver, Parameters
from verifier.errors import Undecided
from verifier.neom import state
from verifier.neom.model.action import (
    NO_USES,
    Move,
    after_action,
    bought_for,
    placement,
    where_demands,
)
from verifier.neom.model.disaster import (
    Answer,
    Threat,
    after_turn,
    answer_demands,
    before_strike,
    due,
    struck,
    threat,
)
from verifier.neom.model.facts import MANY, Facts, undecided
from verifier.neom.model.listing import every_outcome, met
from verifier.neom.model.scoring import income, points, pollution_of
from verifier.neom.model.table import City, Demand, Placing, Table, constant_table, is_constant
from verifier.neom.state import (
    CENTRE,
    PREVENTABLE,
    SQUARES,
    FirstAction,
    Square,
    State,
    first_action,
)
from verifier.neom.tiles import TileCatalogue

Pack = tuple[str, ...]


def best_by_first_action(
    solver: CpSatSolver,
    catalogue: TileCatalogue,
    state: State,
    packs: tuple[Pack, ...],
    *,
    income_at_end: bool = False,
) -> dict[FirstAction, int]:
    """Return the most points that each first action can lead to, the packs to come known.

    :raises Undecided: if the catalogue does not say enough, or the solver found no optimum.
    """
    first, *later = packs
    ways: dict[FirstAction, set[State]] = {}
    for outcome in every_outcome(Facts(Builder(), catalogue), state, first):
        ways.setdefault(first_action(outcome.action), set()).add(outcome.after)
    known: dict[State, int | None] = {}
    for after in dict.fromkeys(after for states in ways.values() for after in states):
        known[after] = _most(solver, catalogue, after, later, income_at_end=income_at_end)
    found = {}
    for action, states in ways.items():
        values = [value for after in states if (value := known[after]) is not None]
        if values:
            found[action] = max(values)
    return found


def _most(
    solver: CpSatSolver,
    catalogue: TileCatalogue,
    state: State,
    packs: list[Pack],
    *,
    income_at_end: bool,
) -> int | None:
    """Return the most points from a state on; None if some turn has no action at all."""
    b = Builder()
    facts = Facts(b, catalogue)
    table = constant_table(facts, state)
    for pack in packs:
        if not table.ended:
            table = _open_turn(table, pack)
    aim = points(_with_income(table) if income_at_end else table)
    required = [requirement.literal for requirement in b.requirements]
    unknown = facts.unknown_in("NEOM-END-2", required, [aim])
    if unknown:
        raise undecided(unknown)
    if not aim.terms and not required:
        return aim.constant
    reply = solver.ask(b, (), Parameters(), aim=aim)
    if reply.status == "infeasible":
        return None
    if reply.status != "optimal" or reply.value != reply.bound:
        raise Undecided(f"no optimum was proved: {reply.why}")
    return reply.value


def _with_income(table: Table) -> Table:
    """Return the table after an income, unless turn 7 has just brought it."""
    if table.turn == 1 or table.ended:
        return table
    b = table.facts.builder
    money: Sum = b.plus(table.money, income(table.city))
    return replace(table, money=money)


# --- the least money with which some tiles can be placed one after another

_Step = dict[tuple[str, Square], Lit]


def least_money(
    solver: CpSatSolver, catalogue: TileCatalogue, state: State, tiles: frozenset[str], last: str
) -> int | None:
    """Return the least money; None if there is no way to place the tiles.

    ``last`` comes after all the others, unless it is empty. The money of the state does not count.

    :raises Undecided: if the catalogue does not say enough, or the solver found no optimum.
    """
    b = Builder()
    facts = Facts(b, catalogue)
    money = b.given(0, MANY)
    table = replace(constant_table(facts, state), money=money)
    steps: list[_Step] = []
    for number in range(1, len(tiles) + 1):
        due = {last} if last and number == len(tiles) else tiles - {last}
        step = _step(table, due, number)
        b.require(b.exactly_one(step.values()), "NEOM-SOLO-TURN-2", why="one tile a step")
        steps.append(step)
        table = _placed(table, step)
    for tile in sorted(tiles):
        times = [literal for step in steps for (each, _), literal in step.items() if each == tile]
        b.require(b.exactly_one(times), "NEOM-SOLO-TURN-2", why=f"{tile} is placed once")
    required = [requirement.literal for requirement in b.requirements]
    if unknown := facts.unknown_in("NEOM-REQ-1", required):
        raise undecided(unknown)
    reply = solver.ask(b, (), Parameters(), aim=b.times(-1, money))
    if reply.status == "infeasible":
        return None
    if reply.status != "optimal" or reply.value is None or reply.value != reply.bound:
        raise Undecided(f"no optimum was proved: {reply.why}")
    return -reply.value


def _step(table: Table, due: frozenset[str] | set[str], number: int) -> _Step:
    """Return a decision for each tile and square that a step may choose."""
    return {
        (tile, square): table.facts.builder.decision(f"step {number}: {tile} on {square}")
        for tile in sorted(due)
        for square in SQUARES
        if _may_lie(table, tile, square)
    }


def _placed(table: Table, step: _Step) -> Table:
    """Return the table after a step, and require what the rules demand of it."""
    move = Move(step, uses=_open_uses(table, step))
    laid = placement(table, step)
    bill, _ = bought_for(laid, move)
    if not is_constant(table.city):  # else only what may lie there is offered
        require(table, where_demands(laid))
    require(table, bill.demands)
    return after_action(laid, move, bill.paid)


# --- every way to place some tiles so that all is linked and nothing polluted


def arrangements(
    solver: CpSatSolver,
    catalogue: TileCatalogue,
    city: state.City,
    tiles: frozenset[str],
    *,
    overbuilding: bool,
    centre: bool,
) -> frozenset[state.City]:
    """Return the cities in which all of the tiles lie; only the last city is described.

    An order in which each is linked when it is placed always exists: along the roads from the
    Center. So with ``overbuilding`` this asks for catalogues without
    ``overbuild.must_keep_links``; covering the bare Center may cut roads (NEOM-PLACE-7).

    :raises Undecided: if the catalogue does not say enough, or not all cities were found.
    """
    b = Builder()
    facts = Facts(b, catalogue)
    before = City.of(facts, city)
    covered = {square for square, _ in city.tiles}
    placing: dict[tuple[str, Square], Lit] = {
        (tile, square): b.decision(f"{tile} on {square}")
        for tile in sorted(tiles)
        for square in SQUARES
        if (overbuilding or square not in covered)
        and (centre or square != CENTRE or square in covered)
        and _may_cover(before, tile, square)
    }
    _require_places(b, placing, tiles)
    after = before.laid(placing)
    for square in after.squares:
        linked = b.implies(after.occupied(square), after.linked[square])
        b.require(linked, "NEOM-PLACE-3", why="it is linked")
    unpolluted = b.equals(pollution_of(after), 0)
    b.require(unpolluted, "NEOM-SCORE-6", why="nothing is polluted")
    required = [requirement.literal for requirement in b.requirements]
    if FALSE in required:
        return frozenset()
    if unknown := facts.unknown_in("NEOM-PLACE-3", required, []):
        raise undecided(unknown)
    reply = solver.ask(b, list(placing.values()), Parameters(), most=EVERY)
    if reply.status not in ("optimal", "infeasible"):
        raise Undecided(f"not all arrangements were found: {reply.why}")
    return frozenset(_city(city, placing, found) for found in reply.found)


def _may_cover(before: City, tile_id: str, square: Square) -> bool:
    """NEOM-PLACE-6, -7: an empty square, the bare Center, a raw tile, or one of its type."""
    b, facts = before.builder, before.facts
    tile = facts.tile(tile_id)
    may = b.either(
        -before.occupied(square), before.is_type(square, "raw"), before.is_type(square, tile.type)
    )
    return facts.decided("NEOM-PLACE-6", may)


def _require_places(b: Builder, placing: Placing, tiles: frozenset[str]) -> None:
    for tile in sorted(tiles):
        squares = [literal for (each, _), literal in placing.items() if each == tile]
        b.require(b.exactly_one(squares), "NEOM-PLACE-2", why=f"{tile} lies on one square")
    for square in SQUARES:
        here = [literal for (_, each), literal in placing.items() if each == square]
        b.require(b.at_most_one(here), "NEOM-PLACE-2", why="one tile a square")


def _city(city: state.City, placing: Placing, found: dict[Lit, bool]) -> state.City:
    for (tile, square), literal in placing.items():
        if found[literal]:
            city = city.with_tile(square, tile)
    return city


# --- turns of which everything is left to a solver: what is placed, bought, and lost


def _open_turn(table: Table, pack: tuple[str, ...]) -> Table:
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
    move = Move(placing, sells, prevents, _open_uses(table, placing))
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
            if _may_lie(table, tile_id, square):
                yield tile_id, square


def _may_lie(table: Table, tile_id: str, square: Square) -> bool:
    """Return whether a tile may be placed there, or whether that depends on an earlier turn.

    :raises Undecided: if the catalogue does not say enough.
    """
    if not is_constant(table.city):
        return True
    return met(table.facts, where_demands(placement(table, {(tile_id, square): TRUE})))


def _open_uses(table: Table, placing: Placing) -> tuple[Sum, Sum]:
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
