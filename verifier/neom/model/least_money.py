"""The least money with which some tiles can be placed one after another, as an optimum."""

from __future__ import annotations

from dataclasses import replace

from verifier.constraints.builder import Builder, Lit
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Undecided
from verifier.neom.model.action import Move, after_action, bought_for, placement, where_demands
from verifier.neom.model.city import is_constant
from verifier.neom.model.facts import MANY, Facts, undecided
from verifier.neom.model.open_reading import may_lie, open_uses, require
from verifier.neom.model.table import Table, constant_table
from verifier.neom.state import SQUARES, Square, State
from verifier.neom.tile_catalogue import TileCatalogue

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
        if may_lie(table, tile, square)
    }


def _placed(table: Table, step: _Step) -> Table:
    """Return the table after a step, and require what the rules demand of it."""
    move = Move(step, uses=open_uses(table, step))
    laid = placement(table, step)
    bill, _ = bought_for(laid, move)
    if not is_constant(table.city):  # else only what may lie there is offered
        require(table, where_demands(laid))
    require(table, bill.demands)
    return after_action(laid, move, bill.paid)
