"""Puzzles of NEOM in words: questions, answers, hints, and what an attempt leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from meepleproof.rendering.exports.booklet import Step
from meepleproof.rendering.neom.words import (
    UNKNOWN,
    goods_in_words,
    state_in_words,
    tile_facts,
    tile_line,
)
from meepleproof.rendering.wording import points_in_text
from verifier.neom.parameters import TIERS, Adjacency, TradeRoute
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle, PurchaseQuestion, TurnsQuestion
from verifier.neom.state import CENTRE, GENERATIONS, TURNS, square_name
from verifier.neom.tiles import DECKS, Tile, TileCatalogue

__all__ = [
    "action_in_words",
    "disaster_in_words",
    "first_in_words",
    "found_in_words",
    "helpers_in_words",
    "links_in_words",
    "money_in_words",
    "neom_hints",
    "neom_steps",
    "numbers_in_words",
    "question_in_words",
    "setting_in_words",
    "solution_in_words",
]


_TOUCHING: Mapping[Adjacency, str] = {
    "orth": "by an edge",
    "orth+diag": "by an edge or a corner",
    "road": "by a road on both",
}
_NUMBERS = ("", "one", "two", "three", "four")


def question_in_words(puzzle: NeomPuzzle) -> str:
    """Return what is asked, with its horizon."""
    question = puzzle.question
    if isinstance(question, PurchaseQuestion):
        return _asked_in_words(question)
    if isinstance(question, LinkQuestion):
        return (
            "Place these tiles so that at the end every tile is linked to the City Center and "
            "pollution costs nothing. Only roads and squares count, no money and no goods. "
            f"{_covering(question)}"
        )
    if question.kind == "last-turns":
        turns = len(question.packs)
        last = "the last turn" if turns == 1 else f"the last {_NUMBERS[turns]} turns"
        return (
            f"These are {last} of the game, the packs are known. Which first action leads to the "
            "most points at the end? How you pay does not matter."
        )
    last_turn = question.state.turn + len(question.packs) - 1
    after = f" after turn {last_turn} there is an income, and then the city is scored"
    return (
        f"The Disaster is in this pack, and can be prevented. Take it, or leave it? Count with "
        f"this:{after}."
    )


def _covering(question: LinkQuestion) -> str:
    """Return what may be covered; a Center that is covered is a tile like any other."""
    bare = question.city.at(CENTRE) is None
    if question.overbuilding:
        centre = ", and the bare City Center" if bare and question.centre else ""
        but = ", but not the bare City Center" if bare and not question.centre else ""
        return (
            f"You may cover raw material by any tile, other tiles by their own type{centre}{but}."
        )
    if bare and question.centre:
        return "You may cover the bare City Center, but no tile of the city."
    return f"Cover no tile of the city{', and not the bare City Center' if bare else ''}."


def setting_in_words(puzzle: NeomPuzzle) -> Iterator[str]:
    """Yield what a solver must know beside the city: money, goods, reserve, and the tiles."""
    catalogue, question = puzzle.catalogue, puzzle.question
    if isinstance(question, PurchaseQuestion):
        yield from _given_in_words(catalogue, question)
        yield from numbers_in_words(puzzle)
        yield from _city(puzzle, ("produces", "effect", "tags"))
        return
    if isinstance(question, LinkQuestion):
        yield "To place, in any order:"
        for tile in question.tiles_to_place:
            yield tile_line(catalogue.tile(tile))
        yield from numbers_in_words(puzzle)
        yield from _city(puzzle, ("effect", "tags"))
        return
    yield from state_in_words(catalogue, question.state)
    yield from _city(puzzle, ("produces", "effect", "tags"))
    stones = sorted(question.state.reserve)
    for tile in stones:
        yield tile_line(catalogue.tile(tile))
    yield from _packs(catalogue, question)
    yield from numbers_in_words(puzzle)


def numbers_in_words(puzzle: NeomPuzzle) -> Iterator[str]:
    """Yield the numbers and readings of the rules that decide, which no tile shows."""
    catalogue, question = puzzle.catalogue, puzzle.question
    if isinstance(question, PurchaseQuestion):
        yield from _prices_in_words(catalogue, question)
    elif isinstance(question, LinkQuestion):
        pollution = catalogue.parameters.pollution
        source = pollution.source.type or pollution.source.tag if pollution.source else "?"
        yield f"Pollution: {source} next to residential; {_touching(pollution.adjacency)}."
    else:
        yield from _numbers(catalogue, question.state.generation)


def _city(puzzle: NeomPuzzle, headings: Collection[str]) -> Iterator[str]:
    """Yield what the picture does not show of the tiles of the city."""
    for square, tile in puzzle.question.city.tiles:
        facts = tile_facts(puzzle.catalogue.tile(tile))
        said = [f"{heading} {words}" for heading, words in facts if heading in headings]
        if said:
            yield f"On {square_name(square)}: {'; '.join(said)}."


def _numbers(catalogue: TileCatalogue, generation: int) -> Iterator[str]:
    rules = catalogue.parameters
    named = {good for tile in catalogue.tiles for good in tile.needs_goods or ()}
    for tier in TIERS:
        of_tier = sorted(good.id for good in catalogue.goods if good.tier == tier)
        needed = [good for good in of_tier if good in named]
        listed = f" ({goods_in_words(needed)})" if needed else ""
        price, points = rules.good_price.of(tier), rules.good_vp.of(tier)
        yield f"A {tier} good{listed} costs £{price}; owned at the end it scores {points}."
    yield f"A tile sells for £{rules.sell_value}. £{rules.money_per_vp} are 1 point."
    sizes = ", ".join(map(str, rules.neighbourhood.vp_by_size or ()))
    yield f"A neighbourhood of 1, 2, 3 ... residential tiles is {sizes} points."
    pollution = rules.pollution
    touching = _touching(pollution.adjacency)
    yield f"Pollution: {pollution.vp} points for each {pollution.unit}, {touching}."
    for structure in rules.required_structures or ():
        yield f"No tile with the tag {structure.tag}: {structure.penalty} points less."
    yield disaster_price(catalogue, generation)


def disaster_price(catalogue: TileCatalogue, generation: int) -> str:
    """Return what a Disaster that strikes takes, and what protects against it.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> disaster_price(demo_catalogue(), 1)
    'The Disaster of this Generation: pay £4 or lose 1 residential tile.'
    """
    disaster = catalogue.parameters.disaster(generation)
    ways = [f"pay £{disaster.pay}"] if disaster.pay is not False else []
    if disaster.lose:
        tiles = "tile" if disaster.lose.count == 1 else "tiles"
        kind = "" if disaster.lose.type == "any" else f"{disaster.lose.type} "
        ways.append(f"lose {disaster.lose.count} {kind}{tiles}")
    protection = ", ".join(disaster.protected_by or ())
    against = f"; the tag {protection} protects" if protection else ""
    return f"The Disaster of this Generation: {' or '.join(ways) or 'nothing'}{against}."


def price_asked(puzzle: NeomPuzzle) -> str:
    """Return what the Disaster that is asked about takes; empty if none is."""
    question = puzzle.question
    if isinstance(question, TurnsQuestion) and question.kind == "disaster":
        return disaster_price(puzzle.catalogue, question.state.generation)
    return ""


def _touching(adjacency: Adjacency | None) -> str:
    """Return what counts as next to each other.

    >>> _touching("orth+diag")
    'next to is by an edge or a corner'
    """
    return f"next to is {_TOUCHING[adjacency] if adjacency else UNKNOWN}"


def _packs(catalogue: TileCatalogue, question: TurnsQuestion) -> Iterator[str]:
    for number, pack in enumerate(question.packs):
        turn = question.state.turn + number
        generation = question.state.generation + (turn - 1) // TURNS
        when = f"Turn {(turn - 1) % TURNS + 1}"
        if generation > question.state.generation and generation <= GENERATIONS:
            when += f" of Generation {DECKS[generation - 1]}"
        yield f"{when} shows:"
        for tile in pack:
            yield tile_line(catalogue.tile(tile))


def solution_in_words(puzzle: NeomPuzzle, solution: Mapping[str, Any]) -> Iterator[str]:
    """Yield an answer as lines, with what other answers lead to."""
    catalogue = puzzle.catalogue
    if isinstance(puzzle.question, PurchaseQuestion):
        yield from _answer_in_words(catalogue, solution)
        return
    if isinstance(puzzle.question, LinkQuestion):
        for placed in solution["placed"]:
            name = f"{placed['tile']} {catalogue.tile(placed['tile']).name}".strip()
            yield f"{name} on {placed['square']}."
        return
    if puzzle.question.kind == "last-turns":
        best = first_in_words(catalogue, solution["first"])
        yield f"{best}. It leads to {points_in_text(solution['points'])}."
        for other in solution["others"]:
            action, points = first_in_words(catalogue, other["first"]), other["points"]
            yield f"Not: {action}, {points_in_text(points)}."
        return
    take, leave = solution["points"]["take"], solution["points"]["leave"]
    best = first_in_words(catalogue, solution["leave_by"])
    if solution["answer"] == "take":
        yield f"Take it: that leads to {points_in_text(take)}."
        yield f"Not: leave it. {best} leads to {points_in_text(leave)}."
    else:
        yield f"Leave it. {best} leads to {points_in_text(leave)}."
        yield f"Not: take it, {points_in_text(take)}."


def found_in_words(puzzle: NeomPuzzle, found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a question leads to that is no puzzle: what was examined, with points or money."""
    catalogue = puzzle.catalogue
    if "first" in found:
        for one in (found, *found["others"]):
            yield f"{first_in_words(catalogue, one['first'])}: {points_in_text(one['points'])}."
    elif "leave_by" in found:
        yield f"Take the Disaster: {points_in_text(found['points']['take'])}."
        leave = points_in_text(found["points"]["leave"])
        yield f"Leave it, {first_in_words(catalogue, found['leave_by'])}: {leave}."
    elif "money" in found:
        yield from _reckoned_in_words(found)
    elif found:
        yield from solution_in_words(puzzle, found)


def first_in_words(catalogue: TileCatalogue, first: Mapping[str, Any]) -> str:
    """Return a first action, as documents write it, in words."""
    answer = _disaster(first.get("disaster"))
    if first["action"] == "sell":
        return f"Sell a tile{answer}"
    if first["action"] == "prevent":
        return "Prevent the Disaster"
    tile = catalogue.tile(first["tile"])
    name = f"{tile.id} {tile.name}".strip()
    what = f"the Cornerstone {name}" if first["action"] == "cornerstone" else name
    return f"Place {what} on {first['square']}{answer}"


def _disaster(answer: Mapping[str, Any] | None) -> str:
    if answer is None:
        return ""
    lost = ", ".join(answer.get("squares", ())) or "nothing"
    done = {
        "protected": "protected from the Disaster",
        "pay": "and pay for the Disaster",
        "lose": f"and lose {lost} to the Disaster",
        "nothing": "and the Disaster does nothing",
    }[answer["answer"]]
    return f", {done}"


def action_in_words(
    puzzle: NeomPuzzle, first: Mapping[str, Any], points: int, *, solved: bool
) -> str:
    """Return what a first action leads to, and whether it is the best."""
    said = first_in_words(puzzle.catalogue, first)
    leads = f"{said}: that leads to {points_in_text(points)} at most"
    return f"{leads}, more than any other." if solved else f"{leads}; another one leads to more."


def disaster_in_words(points: Mapping[str, int], *, solved: bool) -> str:
    """Return what taking and leaving the Disaster lead to.

    >>> disaster_in_words({"take": 40, "leave": 37}, solved=False)
    'No: taking it leads to 40 points, leaving it to 37.'
    """
    which = "Right" if solved else "No"
    return f"{which}: taking it leads to {points['take']} points, leaving it to {points['leave']}."


def links_in_words() -> str:
    """Return that tiles are placed as asked for."""
    return "Right: every tile is linked, and nothing is polluted."


def money_in_words(given: int, least: int, forgotten: Sequence[str] = ()) -> str:
    """Return whether an amount is the least, and what those forget who find it.

    >>> money_in_words(9, 7)
    'No: £9 is enough, but less is, too.'
    """
    if given == least:
        return f"Right: £{given} is enough, and no less."
    said = f"£{given} is enough, but less is, too" if given > least else f"£{given} is not enough"
    names = "; or ".join(_FORGOTTEN[name] for name in forgotten)
    return f"No: {said}. Who finds it forgets this: {names}." if names else f"No: {said}."


def helpers_in_words(money: int | None, *, solved: bool) -> str:
    """Return whether some helpers are the cheapest set; ``money`` is what they take, if known.

    >>> helpers_in_words(8, solved=False)
    'No: with these the least money is £8, and other helpers need less.'
    """
    if solved:
        return f"Right: £{money} is enough with these, and no other set needs as little."
    if money is None:
        return "No: other helpers need less money."
    return f"No: with these the least money is £{money}, and other helpers need less."


_ALL = ("", "this tile", "both tiles", "all three tiles", "all four tiles")

_BUYABLE = ("raw goods only", "raw and processed goods", "all goods")
"""What may be bought in Generation I, II, III (NEOM-BUY-2 to -4)."""

_FORGOTTEN = {
    "tokens": "the goods that the city and new tiles produce",
    "routes": "the Trade Routes",
    "floor": "the least price with a Trade Route",
    "prices": "tiles that change prices",
    "receipts": "what tiles bring when they are placed",
    "limits": "which goods may be bought in this Generation",
}
"""What simple players forget, by its name in solutions."""


def _asked_in_words(question: PurchaseQuestion) -> str:
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


def _given_in_words(catalogue: TileCatalogue, question: PurchaseQuestion) -> Iterator[str]:
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


def _prices_in_words(catalogue: TileCatalogue, question: PurchaseQuestion) -> Iterator[str]:
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


def _answer_in_words(catalogue: TileCatalogue, solution: Mapping[str, Any]) -> Iterator[str]:
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
        yield f"Who forgets {_FORGOTTEN[mistake['forgets']]} finds {found}."


def _reckoned_in_words(found: Mapping[str, Any]) -> Iterator[str]:
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


_TITLES = ("The idea", "One step more", "Nearly there")

_ACTIONS = {
    "place": "A tile of the pack is placed.",
    "cornerstone": "A Cornerstone is placed.",
    "sell": "A tile is sold.",
    "prevent": "The Disaster is prevented.",
}

_ERRORS = {
    "points-errs": "The score right after this turn misleads.",
    "income-errs": "Counting an income right after this turn misleads.",
    "price-errs": "Whether a sold tile pays for the Disaster does not decide.",
    "greedy-errs": "Who takes the most on every turn errs.",
}
"""Which simple player errs, by theme of a Disaster."""


def neom_steps(
    puzzles: Sequence[tuple[NeomPuzzle, Mapping[str, Any], Sequence[str]]],
) -> tuple[Step, ...]:
    """Return the steps for puzzles with their solutions and themes, numbered from 1."""
    told = [(number, neom_hints(*puzzle)) for number, puzzle in enumerate(puzzles, start=1)]
    steps = (
        Step(title, tuple((number, hints[at]) for number, hints in told if at < len(hints)))
        for at, title in enumerate(_TITLES)
    )
    return tuple(step for step in steps if step.hints)


def neom_hints(
    puzzle: NeomPuzzle, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    """Return the hints for a puzzle; each gives away a little more."""
    catalogue, kind = puzzle.catalogue, puzzle.question.kind
    if isinstance(puzzle.question, PurchaseQuestion):
        return _of_purchase(catalogue, solution, themes)
    if kind == "link":
        return _of_link(catalogue, solution, themes)
    if kind == "disaster":
        return _of_disaster(catalogue, solution, themes)
    return _of_last_turns(catalogue, solution)


def _of_link(
    catalogue: TileCatalogue, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    covered = "A tile of the city is covered" if "overbuilding" in themes else "No tile is covered"
    centre = ", and so is the City Center" if "center" in themes else ""
    rows = sorted({step["square"][1:] for step in solution["placed"]})
    where = f"rows {', '.join(rows[:-1])} and {rows[-1]}" if len(rows) > 1 else f"row {rows[0]}"
    first = solution["placed"][0]
    return (
        f"{covered}{centre}.",
        f"The tiles lie in {where}.",
        f"{_name(catalogue, first['tile'])} lies on {first['square']}.",
    )


def _of_purchase(
    catalogue: TileCatalogue, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    errs = [theme.removesuffix("-errs") for theme in themes if theme.endswith("-errs")]
    forgotten = "; ".join(_FORGOTTEN[name] for name in errs if name in _FORGOTTEN)
    idea = f"Do not forget: {forgotten}." if forgotten else "What is printed is not what is paid."
    if helpers := solution.get("helpers"):
        one = f"{_name(catalogue, helpers[0])} is among them."
        return idea, f"Helpers that are placed: {len(helpers)}.", one
    bought = {good for step in solution["way"] for good in step["bought"]}
    goods = f"In one way these goods are bought: {goods_in_words(bought)}."
    if len(solution["way"]) == 1:
        return idea, goods
    return idea, f"{_name(catalogue, solution['way'][0]['tile'])} can be placed first.", goods


def _of_disaster(
    catalogue: TileCatalogue, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    idea = " ".join(_ERRORS[theme] for theme in themes if theme in _ERRORS)
    action = first_in_words(catalogue, solution["leave_by"])
    points = abs(solution["points"]["take"] - solution["points"]["leave"])
    return (
        idea or "Both answers look well at first.",
        f"One answer is better by {points_in_text(points)}.",
        f"Who leaves it does best with this: {action}.",
    )


def _of_last_turns(catalogue: TileCatalogue, solution: Mapping[str, Any]) -> tuple[str, ...]:
    first = solution["first"]
    most = f"The best first action leads to {points_in_text(solution['points'])}."
    said = _ACTIONS[first["action"]]
    if "tile" in first:
        return most, said, f"It is {_name(catalogue, first['tile'])}."
    tempting = [first_in_words(catalogue, other["first"]) for other in solution["others"][:1]]
    return most, *(f"This is not the best: {action}." for action in tempting), said


def _name(catalogue: TileCatalogue, tile: str) -> str:
    return catalogue.tile(tile).name or tile
