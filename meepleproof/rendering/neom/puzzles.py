"""Questions of NEOM's puzzles and their answers in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from meepleproof.rendering.neom.purchase import (
    answer_in_words,
    asked_in_words,
    given_in_words,
    prices_in_words,
    reckoned_in_words,
)
from meepleproof.rendering.neom.words import (
    UNKNOWN,
    goods_in_words,
    state_in_words,
    tile_facts,
    tile_line,
)
from verifier.neom.parameters import TIERS, Adjacency
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle, PurchaseQuestion, TurnsQuestion
from verifier.neom.state import CENTRE, GENERATIONS, TURNS, square_name
from verifier.neom.tile_catalogue import DECKS, TileCatalogue

__all__ = [
    "first_in_words",
    "found_in_words",
    "numbers_in_words",
    "points_in_words",
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
        return asked_in_words(question)
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
            "most points at the end? Payments do not tell actions apart."
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
        yield from given_in_words(catalogue, question)
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
        yield from prices_in_words(catalogue, question)
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
    disaster = rules.disaster(generation)
    ways = [f"pay £{disaster.pay}"] if disaster.pay is not False else []
    if disaster.lose:
        kind = "" if disaster.lose.type == "any" else f"{disaster.lose.type} "
        ways.append(f"lose {disaster.lose.count} {kind}tiles")
    protection = ", ".join(disaster.protected_by or ())
    against = f"; the tag {protection} protects" if protection else ""
    yield f"The Disaster of this Generation: {' or '.join(ways) or 'nothing'}{against}."


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
        yield from answer_in_words(catalogue, solution)
        return
    if isinstance(puzzle.question, LinkQuestion):
        for placed in solution["placed"]:
            name = f"{placed['tile']} {catalogue.tile(placed['tile']).name}".strip()
            yield f"{name} on {placed['square']}."
        return
    if puzzle.question.kind == "last-turns":
        best = first_in_words(catalogue, solution["first"])
        yield f"{best}. It leads to {points_in_words(solution['points'])}."
        for other in solution["others"]:
            action, points = first_in_words(catalogue, other["first"]), other["points"]
            yield f"Not: {action}, {points_in_words(points)}."
        return
    take, leave = solution["points"]["take"], solution["points"]["leave"]
    best = first_in_words(catalogue, solution["leave_by"])
    if solution["answer"] == "take":
        yield f"Take it: that leads to {points_in_words(take)}."
        yield f"Not: leave it. {best} leads to {points_in_words(leave)}."
    else:
        yield f"Leave it. {best} leads to {points_in_words(leave)}."
        yield f"Not: take it, {points_in_words(take)}."


def found_in_words(puzzle: NeomPuzzle, found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a question leads to that is no puzzle: what was examined, with points or money."""
    catalogue = puzzle.catalogue
    if "first" in found:
        for one in (found, *found["others"]):
            yield f"{first_in_words(catalogue, one['first'])}: {points_in_words(one['points'])}."
    elif "leave_by" in found:
        yield f"Take the Disaster: {points_in_words(found['points']['take'])}."
        leave = points_in_words(found["points"]["leave"])
        yield f"Leave it, {first_in_words(catalogue, found['leave_by'])}: {leave}."
    elif "money" in found:
        yield from reckoned_in_words(found)
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


def points_in_words(number: int) -> str:
    """Return points.

    >>> points_in_words(1)
    '1 point'
    """
    return "1 point" if number == 1 else f"{number} points"
