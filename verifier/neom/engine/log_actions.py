"""The actions and strikes of a log: whether each is legal, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Literal

from verifier.neom.engine import placing
from verifier.neom.engine.buying import activity, buyable, has_needed_tiles, price, sums_by_uses
from verifier.neom.engine.disasters import options, preventable, protected, strikes
from verifier.neom.engine.grid import FULL, bit, mask_of
from verifier.neom.engine.placing import Allowed, under_cap
from verifier.neom.engine.position import (
    Findings,
    Situation,
    Tokens,
    tokens_after_loss,
    tokens_after_placing,
)
from verifier.neom.engine.prepared import (
    TILES,
    Layout,
    Missing,
    Prepared,
    PreparedTile,
    with_tile,
    without_tiles,
)
from verifier.neom.engine.turns import income_of
from verifier.neom.log import Act, Strike
from verifier.neom.parameters import DISASTERS, Disaster, DisasterName, Loss, Unknown
from verifier.neom.state import SQUARES, TURNS, square_name
from verifier.neom.tiles import DECKS

_ACTIONS = ("place", "cornerstone", "sell", "prevent")


def act(prepared: Prepared, now: Situation, event: Act, found: Findings) -> Situation:
    """Return the situation once a tile is selected and an action taken, before a strike."""
    if not _in_form(now, event, found):
        return now
    selected = prepared.tile(event.selected)
    if selected.is_disaster:
        after = _disaster_selected(now, event, found)
    elif event.action == "prevent":
        found.breaks("NEOM-ACT-2", f"{event.selected} is no Disaster that could be prevented")
        after = now
    elif event.action == "sell":
        after = _sell(prepared, now, found)
    else:
        after = now
    if event.action == "cornerstone":
        after = _place_cornerstone(prepared, after, event, found)
    elif event.action == "place" and not selected.is_disaster:
        after = _place(prepared, after, event, selected, found)
    position = after.position
    due = strikes(shown=now.disaster_shown, turn=position.turn, over=position.disaster_over)
    return replace(after, acted=True, strike_due=due)


def _in_form(now: Situation, event: Act, found: Findings) -> bool:
    """Return whether there is a pack to select from, the tile is in it, and the word an action."""
    if now.pack is None:
        found.breaks("NEOM-SOLO-TURN-2", "no pack lies open")
    elif now.acted:
        found.breaks("NEOM-SOLO-TURN-2", "this turn's action was taken before")
    elif event.selected not in now.pack:
        found.breaks("NEOM-SOLO-TURN-2", f"{event.selected} is not in the pack")
    if event.action not in _ACTIONS:
        found.breaks("NEOM-ACT-2", f"{event.action!r} is no action of the game")
    return not found.broken


def _disaster_selected(now: Situation, event: Act, found: Findings) -> Situation:
    if not preventable(now.position.turn):
        message = "a Disaster can be selected from packs 1 to 3 only"
        found.breaks("NEOM-SOLO-DIS-4", message)
    if event.action != "prevent":
        message = "a selected Disaster is prevented, and the turn has no other action"
        found.breaks("NEOM-SOLO-DIS-2", message)
    return replace(now, position=now.position._replace(disaster_over=True))


def _sell(prepared: Prepared, now: Situation, found: Findings) -> Situation:
    value = prepared.parameters.sell_value
    if value is None:
        found.lacks([Unknown("NEOM-ACT-SELL-1", "sell_value")])
    money = None if value is None or now.money is None else now.money + value
    return now.at(now.position, money, now.tokens)


def _place_cornerstone(
    prepared: Prepared, now: Situation, event: Act, found: Findings
) -> Situation:
    if not event.cornerstone:
        found.breaks("NEOM-SOLO-CORNER-3", "no Cornerstone is named")
        return now
    tile = prepared.tile(event.cornerstone)
    if not now.position.reserve >> tile.index & 1:
        message = f"{event.cornerstone} is not in reserve"
        found.breaks("NEOM-SOLO-CORNER-3", message)
    if tile.is_cornerstone:
        allowed = under_cap(prepared, now.position)
        square = _bit(event) or FULL & ~now.position.layout.plane(TILES)
        generation = DECKS[now.position.generation - 1]
        message = f"no further Cornerstone is allowed in Generation {generation}"
        _judge(found, "NEOM-ACT-CORNER-1", message, allowed, square & -square)
    after = _place(prepared, now, event, tile, found)
    position = after.position
    return replace(
        after,
        position=position._replace(
            reserve=position.reserve & ~(1 << tile.index), placed=position.placed + 1
        ),
    )


def _place(
    prepared: Prepared, now: Situation, event: Act, tile: PreparedTile, found: Findings
) -> Situation:
    before = now.position.layout
    square = _bit(event)
    if not square:
        off = "" if event.square is None else f": {square_name(event.square)}"
        found.breaks("NEOM-PLACE-2", f"that is not a square of the board{off}")
        _purchase(prepared, now, event, tile, (before, now.tokens), found)
        return now
    for rule, message, squares in (
        ("NEOM-PLACE-3", "no road links it to the City Center", placing.linking_squares),
        ("NEOM-PLACE-6", "the tile below is of another type", placing.covering),
        ("NEOM-PLACE-9", "a Cornerstone may not cover a tile", placing.cornerstone_covering),
        ("NEOM-PLACE-9", "another tile would lose its link", placing.keeping_links),
    ):
        allowed = squares(prepared, before, tile, square)
        _judge(found, rule, f"{tile.source.id}: {message}", allowed, square)
    index = square.bit_length() - 1
    layout = with_tile(prepared, before, index, tile)
    tokens = tokens_after_placing(prepared, now.tokens, tile, before, layout, index)
    paid = _pay_as_read(prepared, now, event, tile, (layout, tokens), found)
    if tokens.surely != tokens.perhaps and tokens.unknown != now.tokens.unknown:
        found.lacks(tokens.unknown)
    if tile.received is None:
        found.lacks(_unknown_receipts(tile))
    money = None
    if now.money is not None and paid is not None and tile.received is not None:
        money = now.money - paid + tile.received
    west, east = now.position.used
    used = (west + event.routes.count("west"), east + event.routes.count("east"))
    return now.at(now.position._replace(layout=layout, used=used), money, tokens)


def _pay_as_read(
    prepared: Prepared,
    now: Situation,
    event: Act,
    tile: PreparedTile,
    after: tuple[Layout, Tokens],
    found: Findings,
) -> int | None:
    """Judge requirements in the city before or after placing, or in both if that is unknown."""
    before = (now.position.layout, now.tokens)
    reading = prepared.parameters.requirements_read
    if reading:
        return _purchase(
            prepared, now, event, tile, before if reading == "before" else after, found
        )
    first, second = Findings(), Findings()
    paid = _purchase(prepared, now, event, tile, before, first)
    paid_after = _purchase(prepared, now, event, tile, after, second)
    rules = {rule for rule, _ in first.broken} & {rule for rule, _ in second.broken}
    found.broken += [each for each in first.broken if each[0] in rules]
    found.lacks([*first.unknown, *(each for each in second.unknown if each not in first.unknown)])
    same = {rule for rule, _ in first.broken} == {rule for rule, _ in second.broken}
    if same and paid == paid_after:
        return paid
    found.lacks([Unknown("NEOM-REQ-1", "requirements_read")])
    return None


def _judge(found: Findings, rule: str, message: str, allowed: Allowed, square: int) -> None:
    if not allowed.perhaps & square:
        found.breaks(rule, message)
    elif not allowed.surely & square:
        found.lacks(allowed.unknown)


def _bit(event: Act) -> int:
    """Return the bit of the square named, 0 if there is none."""
    return bit(event.square) if event.square in SQUARES else 0


# --- what is needed, bought and paid for a tile

_BUYING_RULES = ("NEOM-BUY-2", "NEOM-BUY-3", "NEOM-BUY-4")
_SIDES = ("west", "east")


def _purchase(
    prepared: Prepared,
    now: Situation,
    event: Act,
    tile: PreparedTile,
    read_in: tuple[Layout, Tokens],
    found: Findings,
) -> int | None:
    """Note what is broken and unknown about needs and payment; return what is paid, if known.

    ``read_in`` are the city and the tokens in which requirements are read.
    """
    layout, tokens = read_in
    _needed_goods(prepared, now, event, tile, tokens, found)
    found.ask(
        "NEOM-REQ-2",
        f"{tile.source.id} needs other tiles in the city",
        partial(has_needed_tiles, prepared, layout, tile),
    )
    uses = _uses(prepared, now, event, layout, found)
    least, exact = _sum(prepared, event, layout, uses, found)
    if tile.source.cost is None:
        found.lacks([Unknown("NEOM-REQ-1", f"tiles/{tile.source.id}/cost")])
        exact = False
    least += tile.source.cost or 0
    if now.money is not None and least > now.money:
        found.breaks("NEOM-REQ-1", f"{tile.source.id} costs £{least}, and there is £{now.money}")
    elif now.money is None and (least or not exact):
        found.lacks([Unknown("NEOM-REQ-1", "money")])
    return least if exact else None


def _needed_goods(
    prepared: Prepared,
    now: Situation,
    event: Act,
    tile: PreparedTile,
    tokens: Tokens,
    found: Findings,
) -> None:
    """Judge that exactly the missing goods are bought, of tiers allowed now (NEOM-BUY-1 to -4)."""
    bought = prepared.goods_mask(event.bought)
    needs = tile.needs
    if needs is None:
        found.lacks([Unknown("NEOM-REQ-1", f"tiles/{tile.source.id}/needs_goods")])
    else:
        for good in prepared.sorted_goods(needs & ~tokens.perhaps & ~bought):
            found.breaks("NEOM-REQ-1", f"{good} is needed, and neither produced nor bought")
        if needs & tokens.perhaps & ~tokens.surely:
            found.lacks(tokens.unknown)
    surplus = bought & (tokens.surely | (0 if needs is None else ~needs))
    for good in prepared.sorted_goods(surplus):
        found.breaks("NEOM-BUY-1", f"{good} is bought and not missing")
    if len(set(event.bought)) < len(event.bought):
        found.breaks("NEOM-BUY-1", "a good is bought twice")
    generation = now.position.generation
    for good in prepared.sorted_goods(bought & ~buyable(prepared, generation)):
        message = f"{good} cannot be bought in Generation {DECKS[generation - 1]}"
        found.breaks(_BUYING_RULES[generation - 1], message)


def _uses(
    prepared: Prepared, now: Situation, event: Act, layout: Layout, found: Findings
) -> tuple[int, int]:
    """Judge uses of Trade Routes (NEOM-TRADE-3); return how many surely are legal, and may be."""
    if not event.routes:
        return (0, 0)
    for side in sorted(set(event.routes) - set(_SIDES)):
        found.breaks("NEOM-TRADE-3", f"there is no Trade Route {side!r}")
    if not event.bought:
        found.breaks("NEOM-TRADE-3", "a Trade Route is used without any purchase")
        return (0, 0)
    routes = activity(prepared, layout)
    surely = perhaps = 0
    for number, side in enumerate(_SIDES):
        uses = event.routes.count(side)
        left = _left(prepared, now, number)
        if uses and not routes.perhaps[number]:
            found.breaks("NEOM-TRADE-3", f"the {side} Trade Route is not active")
        elif uses > left:
            found.breaks("NEOM-TRADE-3", f"the {side} Trade Route has {left} uses left")
        if uses and routes.surely[number] != routes.perhaps[number]:
            found.lacks(routes.unknown)
        surely += min(uses, left) if routes.surely[number] else 0
        perhaps += min(uses, left) if routes.perhaps[number] else 0
    return (surely, perhaps)


def _left(prepared: Prepared, now: Situation, side: int) -> int:
    return max(0, prepared.parameters.trade_route.per_generation - now.position.used[side])


def _sum(
    prepared: Prepared, event: Act, layout: Layout, uses: tuple[int, int], found: Findings
) -> tuple[int, bool]:
    """Return the least that the goods cost, and whether it is exactly that (NEOM-TRADE-4)."""
    prices, known = [], True
    for good in event.bought:
        try:
            prices.append(price(prepared, layout, prepared.catalogue.tier(good)))
        except Missing as missing:
            known = False
            found.lacks(missing.unknown)
    rule = prepared.parameters.trade_route
    try:
        sums = sums_by_uses(rule, prices, uses[1])
    except Missing as missing:
        found.lacks(missing.unknown)
        return max(0, sum(prices) - uses[1] * rule.discount), False
    if known and len(sums) <= uses[0]:
        found.breaks("NEOM-TRADE-4", "a use of a Trade Route lowers nothing")
    return sums[min(uses[1], len(sums) - 1)], known and uses[0] == uses[1]


# --- what is received when a tile is placed (NEOM-EFFECT-1)

_RECEIVED = "NEOM-EFFECT-1"


def _unknown_receipts(tile: PreparedTile) -> list[Unknown]:
    """Return what would say how much money a tile brings when placed."""
    source = tile.source
    path = f"tiles/{source.id}"
    found = [Unknown(_RECEIVED, f"{path}/on_place")] if source.on_place is None else []
    if source.effects is None:
        found.append(Unknown(_RECEIVED, f"{path}/effects"))
    return found + [
        Unknown(_RECEIVED, f"{path}/effects/{number}/amount")
        for number, effect in enumerate(source.effects or ())
        if effect.kind == "money_now" and effect.amount is None
    ]


# --- strikes: whether a Disaster was due, and its answer possible

_ANSWERED = "NEOM-DISASTER-4"
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
        found.lacks(Unknown(_ANSWERED, each.parameter) for each in doubts)
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
        found.breaks(_ANSWERED, "the tiles lost are named by different squares of the board")
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
        found.breaks(_ANSWERED, f"{event.answer!r} with these tiles is no possible answer")
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
    for pay, lose, in_part in product(pays, _losses(rule, lost), partials):
        filled = replace(rule, pay=pay, lose=lose, partial=in_part)
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
    found = [Unknown(_ANSWERED, path) for path, value in fields.items() if value is None]
    if now.position.turn == TURNS and prepared.parameters.disaster_before_income is None:
        found.append(Unknown("NEOM-SOLO-DIS-8", "disaster_before_income"))
    return found
