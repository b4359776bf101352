"""The end of a turn in a log: after turn 7 the income, then the next Generation."""

from __future__ import annotations

from verifier.neom.engine.income import income
from verifier.neom.engine.needs import income_needs
from verifier.neom.engine.position import next_turn
from verifier.neom.engine.prepared import Layout, Prepared
from verifier.neom.engine.situation import Findings, Situation
from verifier.neom.state import TURNS
from verifier.neom.unknowns import Unknown


def end_turn(
    prepared: Prepared, before_strike: Layout, now: Situation, found: Findings
) -> Situation:
    """Return the situation before the next turn, income received after turn 7 (NEOM-INCOME-1).

    ``before_strike`` is the city before a Disaster that struck this turn, which gives the income
    if that comes first (NEOM-SOLO-DIS-8).
    """
    position = now.position
    if position.turn < TURNS:
        return now.turn_over(next_turn(position))
    amount = _income(prepared, before_strike, position.layout, found)
    money = None if now.money is None or amount is None else now.money + amount
    return now.turn_over(next_turn(position)).at(next_turn(position), money, now.tokens)


def income_of(prepared: Prepared, layout: Layout, found: Findings) -> int | None:
    """Return the income of a city, or None and note what it lacks."""
    if unknown := income_needs(prepared, layout):
        found.lacks(unknown)
        return None
    return income(prepared, layout)


def _income(
    prepared: Prepared, before_strike: Layout, after_strike: Layout, found: Findings
) -> int | None:
    first = prepared.parameters.disaster_before_income
    if before_strike == after_strike or first:
        return income_of(prepared, after_strike, found)
    before = income_of(prepared, before_strike, found)
    if first is False:
        return before
    after = income_of(prepared, after_strike, found)
    if before != after:
        found.lacks([Unknown("NEOM-SOLO-DIS-8", "disaster_before_income")])
        return None
    return before
