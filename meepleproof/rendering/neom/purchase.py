"""Questions of the least money for tiles of NEOM, and their answers, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from meepleproof.rendering.neom.words import goods_in_words, tile_line
from verifier.neom.parameters import TIERS, TradeRoute
from verifier.neom.puzzle import PurchaseQuestion
from verifier.neom.tile_catalogue import DECKS, Tile, TileCatalogue

__all__ = [
    "FORGOTTEN",
    "answer_in_words",
    "asked_in_words",
    "given_in_words",
    "prices_in_words",
    "reckoned_in_words",
]

_ALL = ("", "this tile", "both tiles", "all three tiles", "all four tiles")

_BUYABLE = ("raw goods only", "raw and processed goods", "all goods")
"""What may be bought in Generation I, II, III (NEOM-BUY-2 to -4)."""

FORGOTTEN = {
    "tokens": "the goods that the city and new tiles produce",
    "routes": "the Trade Routes",
    "floor": "the least price with a Trade Route",
    "prices": "tiles that change prices",
    "receipts": "what tiles bring when they are placed",
    "limits": "which goods may be bought in this Generation",
}
"""What simple players forget, by its name in solutions."""


def asked_in_words(question: PurchaseQuestion) -> str:
    """Return what is asked."""
    if question.helpers:
        asked = (
            "Place this tile with as little money as can be. Which of the helpers do you place "
            "before it, in any order, so that the least money is enough?"
        )
    else:
        count = len(question.tiles_to_place)
        order = ", one after another in any order," if count > 1 else ""
        asked = (
            f"Place {_ALL[count]}{order} on squares that the rules allow. With how much money, at "
            "the least, can you do it?"
        )
    return (
        f"{asked} The money must be there whenever you pay; what a tile brings when it is placed "
        "can pay for the next. No income and no Disaster comes in between."
    )


def given_in_words(catalogue: TileCatalogue, question: PurchaseQuestion) -> Iterator[str]:
    """Yield what is given beside the picture of the city: Generation, goods, and tiles."""
    state = question.state
    yield f"Generation {DECKS[state.generation - 1]}; goods: {goods_in_words(state.tokens)}"
    yield "To place:"
    for tile in question.tiles_to_place:
        yield tile_line(catalogue.tile(tile))
    if question.helpers:
        yield "Helpers:"
        for tile in question.helpers:
            yield tile_line(catalogue.tile(tile))


def prices_in_words(catalogue: TileCatalogue, question: PurchaseQuestion) -> Iterator[str]:
    """Yield what a solver must know of prices, Trade Routes and limits."""
    state, rules = question.state, catalogue.parameters
    for tier in TIERS:
        goods = goods_in_words(good.id for good in catalogue.goods if good.tier == tier)
        yield f"A {tier} good ({goods}) costs £{rules.good_price.of(tier)}."
    generation = DECKS[state.generation - 1]
    yield f"In Generation {generation} you may buy {_BUYABLE[state.generation - 1]}."
    yield from _routes(rules.trade_route, state.routes_used)
    if not rules.overbuild.keep_token:
        yield "The good of a covered tile, or of the covered Center, is gone with it."
    when = "after" if rules.requirements_read == "after" else "before"
    yield f"Goods, prices and Trade Routes count as they are {when} a tile is placed."
    if state.reserve:
        cap = (rules.cornerstone_cap or (0, 0, 0))[state.generation - 1]
        where = "" if rules.cornerstones_counted == "in_city" else " ever placed"
        placed = "" if not where else f" (so far {state.cornerstones_placed})"
        yield f"No more Cornerstones{where} than {cap}{placed}."


def _routes(rule: TradeRoute, used: tuple[int, int]) -> Iterator[str]:
    rows = ", ".join(str(row + 1) for row in rule.rows or ())
    linked = ", linked to the Center," if rule.linked else ""
    yield (
        f"The west Trade Route is open if a tile in column A{linked} has a road to the west in one "
        f"of the rows {rows}; the east one likewise in column E, to the east."
    )
    what = (
        "all goods of a purchase together cost" if rule.scope == "per_purchase" else "a good costs"
    )
    times = "once" if rule.per_generation == 1 else f"{rule.per_generation} times"
    yield (
        f"Each can be used {times} a Generation: {what} £{rule.discount} less, but not less than "
        f"£{rule.floor}."
    )
    for side, uses in zip(("west", "east"), used, strict=True):
        if uses:
            again = "once" if uses == 1 else f"{uses} times"
            yield f"The {side} Trade Route was used {again} in this Generation."


def answer_in_words(catalogue: TileCatalogue, solution: Mapping[str, Any]) -> Iterator[str]:
    """Yield an answer as lines, with other answers and what is wrong with them."""
    if "helpers" in solution:
        yield f"{_set(solution['helpers'])}: £{solution['money']} is enough."
    else:
        yield f"£{solution['money']}."
    yield "One way:"
    for number, step in enumerate(solution["way"], start=1):
        yield f"{number}. {_step(catalogue, step)}"
    for other in solution.get("others", ()):
        yield f"Not: {_set(other['helpers'])}, £{other['money']}."
    for mistake in solution.get("mistakes", ()):
        found = f"£{mistake['money']}" if "money" in mistake else "that there is no way"
        yield f"Who forgets {FORGOTTEN[mistake['forgets']]} finds {found}."


def reckoned_in_words(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was found about a question that is no puzzle."""
    for each in (found, *found.get("others", ())):
        who = f"{_set(each['helpers'])}: " if "helpers" in each else "The least money: "
        yield f"{who}£{each['money']}."


def _set(helpers: Iterable[str]) -> str:
    *others, last = sorted(helpers) or ["No helper"]
    return f"{', '.join(others)} and {last}" if others else last


def _step(catalogue: TileCatalogue, step: Mapping[str, Any]) -> str:
    name = f"{step['tile']} {catalogue.tile(step['tile']).name}".strip()
    goods = f", {goods_in_words(step['bought'])} bought" if step["bought"] else ""
    sides = " and ".join(dict.fromkeys(step["routes"]))
    routes = f" with the {sides} Trade Route{'s' * (' and ' in sides)}" if sides else ""
    brought = _brought(catalogue.tile(step["tile"]))
    receive = f", receive £{brought}" if brought else ""
    return f"{name} on {step['square']}{goods}{routes}: pay £{step['paid']}{receive}."


def _brought(tile: Tile) -> int:
    """Return the money that a tile brings when it is placed."""
    at_once = [each.amount or 0 for each in tile.effects or () if each.kind == "money_now"]
    return (tile.on_place or 0) + sum(at_once)
