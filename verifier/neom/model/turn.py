"""What follows the action of a turn: the Disaster, the income, the next turn or Generation."""

from __future__ import annotations

from dataclasses import replace

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom.model.disaster import Answer, Threat, after_strike
from verifier.neom.model.effects import income
from verifier.neom.model.table import Table
from verifier.neom.state import GENERATIONS, TURNS


def before_strike(table: Table, strikes: Lit) -> Table:
    """Return the table that a Disaster strikes: after turn 7, the income may have come before."""
    if table.turn < TURNS or strikes == FALSE:
        return table
    return _with_income(table, table.facts.builder.both(strikes, -_strike_first(table)))


def after_turn(table: Table, strikes: Lit) -> Table:
    """Return the table that the next turn finds, any strike answered (NEOM-INCOME-1)."""
    if table.turn < TURNS:
        return replace(table, turn=table.turn + 1)
    b = table.facts.builder
    had = b.both(strikes, -_strike_first(table)) if strikes != FALSE else FALSE
    paid = _with_income(table, -had)
    last = table.generation == GENERATIONS
    return replace(
        paid,
        generation=table.generation if last else table.generation + 1,
        turn=TURNS + 1 if last else 1,
        used=(Sum(), Sum()),
        disaster_over=TRUE if last else FALSE,
    )


def struck(threat: Threat, strikes: Lit, answer: Answer) -> Table:
    """Return the table that the next turn finds after an answer to a Disaster."""
    return after_turn(after_strike(strikes, threat, answer), strikes)


def _strike_first(table: Table) -> Lit:
    """NEOM-SOLO-DIS-8: whether the Disaster of turn 7 comes before the income."""
    facts = table.facts
    return facts.truth(facts.parameters.disaster_before_income, "disaster_before_income")


def _with_income(table: Table, condition: Lit) -> Table:
    if condition == FALSE:
        return table
    b = table.facts.builder
    return replace(table, money=b.plus(table.money, b.choose(condition, income(table.city), Sum())))
