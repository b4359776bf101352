"""The most points that each first action can lead to: the rest of the turns as one optimum.

The first turn is listed; of every state that it can leave, CP-SAT finds the best way on.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.constraints.builder import Builder, Sum
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Undecided
from verifier.neom.model.effects import income
from verifier.neom.model.facts import Facts, undecided
from verifier.neom.model.listing import every_outcome
from verifier.neom.model.open_reading import open_turn
from verifier.neom.model.scoring import points
from verifier.neom.model.table import Table, constant_table
from verifier.neom.state import FirstAction, State, first_action
from verifier.neom.tile_catalogue import TileCatalogue

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
            table = open_turn(table, pack)
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
