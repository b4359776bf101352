"""The strikes of a log: whether a Disaster was due, and its answer possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Literal

from verifier.neom.engine.disasters import options, protected
from verifier.neom.engine.goods import tokens_after_loss
from verifier.neom.engine.grid import mask_of
from verifier.neom.engine.missing import Missing
from verifier.neom.engine.prepared import Prepared, without_tiles
from verifier.neom.engine.situation import Findings, Situation
from verifier.neom.engine.turn_end import income_of
from verifier.neom.log import Strike
from verifier.neom.parameters import DISASTERS, Disaster, DisasterName, Loss
from verifier.neom.state import SQUARES, TURNS
from verifier.neom.unknowns import Unknown

_RULE = "NEOM-DISASTER-4"
_MORE_THAN_ALL = 26
_PARTIALS: tuple[Literal["tiles", "money", "nothing"], ...] = ("tiles", "money", "nothing")


def strike(prepared: Prepared, now: Situation, event: Strike, found: Findings) -> Situation:
    """Return the situation once a strike is answered, money and tiles gone; not yet the income."""
    if not now.strike_due:
        found.breaks("NEOM-SOLO-DIS-6", "no Disaster strikes now")
        return now
    position = now.position
    doubts = _judge_protection(prepared, now, event, found)
    if found.broken:
        return now
    over = replace(now, position=position._replace(disaster_over=True), strike_due=False)
    if event.answer == "protected":
        return over
    judged = Findings()
    paid = _paid(prepared, now, event, judged)
    found.lacks(judged.unknown)
    if judged.broken and not doubts:
        found.broken += judged.broken
        return now
    if judged.broken:  # in a protected city it breaks another rule
        found.lacks(Unknown(_RULE, each.parameter) for each in doubts)
    money = None if paid is None or now.money is None else now.money - paid
    lost = mask_of(set(event.squares) & set(SQUARES)) if event.answer == "lose" else 0
    layout = without_tiles(prepared, position.layout, lost)
    tokens = tokens_after_loss(prepared, now.tokens, position.layout, layout, lost)
    if tokens.surely != tokens.perhaps and tokens.unknown != now.tokens.unknown:
        found.lacks(tokens.unknown)
    return over.at(over.position._replace(layout=layout), money, tokens)


def _judge_protection(
    prepared: Prepared, now: Situation, event: Strike, found: Findings
) -> tuple[Unknown, ...]:
    """Judge whether ``protected`` is answered just if the city is (NEOM-DISASTER-5).

    Return what would say whether it is, if that is unknown.
    """
    try:
        is_protected = protected(prepared, now.position.layout, now.position.generation)
    except Missing as missing:
        found.lacks(missing.unknown)
        return missing.unknown
    if is_protected != (event.answer == "protected"):
        state = "is protected" if is_protected else "is not protected"
        found.breaks("NEOM-DISASTER-5", f"the city {state}, and the answer is {event.answer!r}")
    return ()


def _paid(prepared: Prepared, now: Situation, event: Strike, found: Findings) -> int | None:
    """Judge an answer; return the money it costs, None if that is unknown (NEOM-DISASTER-4).

    What is unknown is tried out: an answer possible in every way is legal, in none illegal.
    """
    generation = now.position.generation
    name = DISASTERS[generation - 1]
    rule = prepared.parameters.disaster(generation)
    on_board = all(square in SQUARES for square in event.squares)
    if not on_board or len(set(event.squares)) < len(event.squares):
        found.breaks(_RULE, "the tiles lost are named by different squares of the board")
        return None
    lost = mask_of(event.squares)
    verdicts, paid = set(), set()
    for money in _moneys(prepared, now):
        for tried, owned in _ways(rule, money, lost):
            ways = options(prepared, now.position.layout, owned, tried, name)
            verdicts.add(ways.allow(event.answer, lost))
            if ways.allow(event.answer, lost):
                paid.add((ways.pay or 0) if event.answer == "pay" else 0)
    if True not in verdicts:
        found.breaks(_RULE, f"{event.answer!r} with these tiles is no possible answer")
        return None
    if False in verdicts or len(paid) > 1:
        found.lacks(_unknown(prepared, now, rule, name))
    return paid.pop() if len(paid) == 1 else None


def _moneys(prepared: Prepared, now: Situation) -> set[int | None]:
    """Return the money that there can be at the strike, by the order of strike and income."""
    first = prepared.parameters.disaster_before_income
    if now.position.turn < TURNS or first:
        return {now.money}
    amount = income_of(prepared, now.position.layout, Findings())
    with_income = None if now.money is None or amount is None else now.money + amount
    return {with_income} if first is False else {now.money, with_income}


def _ways(rule: Disaster, money: int | None, lost: int) -> Iterator[tuple[Disaster, int]]:
    """Yield the Disaster with its unknown values filled in, and the money, in all ways that differ.

    A number matters only by being met or not, so that two values of each are enough.
    """
    owned = 0 if money is None else money
    pays = [rule.pay] if rule.pay is not None else [False, 0, owned, owned + 1]
    partials = (rule.partial,) if rule.partial else _PARTIALS
    for pay, lose, partial in product(pays, _losses(rule, lost), partials):
        filled = replace(rule, pay=pay, lose=lose, partial=partial)
        if money is not None:
            yield filled, money
        else:
            yield filled, max(0, (pay or 0) - 1)
            yield filled, pay or 0


def _losses(rule: Disaster, lost: int) -> list[Loss | Literal[False]]:
    if rule.lose is False:
        return [False]
    lose = rule.lose or Loss(None, None)
    counts = {lost.bit_count(), _MORE_THAN_ALL} if lose.count is None else {lose.count}
    kinds = ("residential", "commercial", "industrial", "raw", "public", "any")
    types = kinds if lose.type is None else (lose.type,)
    ways: list[Loss | Literal[False]] = [Loss(*each) for each in product(sorted(counts), types)]
    return [*ways, False] if rule.lose is None else ways


def _unknown(
    prepared: Prepared, now: Situation, rule: Disaster, name: DisasterName
) -> list[Unknown]:
    lose = rule.lose or None
    fields: dict[str, object] = {
        f"{name}.pay": rule.pay,
        f"{name}.lose": rule.lose,
        f"{name}.lose.count": lose.count if lose else 0,
        f"{name}.lose.type": lose.type if lose else "",
        f"{name}.partial": rule.partial,
        "money": now.money,
    }
    found = [Unknown(_RULE, path) for path, value in fields.items() if value is None]
    if now.position.turn == TURNS and prepared.parameters.disaster_before_income is None:
        found.append(Unknown("NEOM-SOLO-DIS-8", "disaster_before_income"))
    return found
