"""What a log says was needed, bought and paid for a tile, judged."""

from __future__ import annotations

from functools import partial

from verifier.neom.engine.buying import buyable, has_needed_tiles, price
from verifier.neom.engine.goods import Tokens
from verifier.neom.engine.missing import Missing
from verifier.neom.engine.prepared import Layout, Prepared, PreparedTile
from verifier.neom.engine.situation import Findings, Situation
from verifier.neom.engine.trade_routes import activity, sums_by_uses
from verifier.neom.log import Act
from verifier.neom.tile_catalogue import DECKS
from verifier.neom.unknowns import Unknown

_BUYING_RULES = ("NEOM-BUY-2", "NEOM-BUY-3", "NEOM-BUY-4")
_SIDES = ("west", "east")


def purchase(
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
