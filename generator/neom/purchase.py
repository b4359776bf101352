"""Puzzles of the kind *purchase*: the least money for tiles, and which helpers come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, combinations

from generator.kind import Proved, Reason, by_both
from generator.neom.forgetful import FORGETFUL
from generator.neom.proved import BOUNDS, Keys
from verifier.documents.strict_json import Document
from verifier.neom.engine.buying import BUYABLE
from verifier.neom.engine.engine import Engine
from verifier.neom.puzzle import NeomPuzzle, PurchaseQuestion, step_to_json

NO_WAY = "the tiles cannot be placed, however much money there is"
SEVERAL = "several sets of helpers are the cheapest"
NO_HELPER = "no helper makes it cheaper"
FEW_WAYS = "fewer than three sets of helpers make it possible"
AT_FIRST_SIGHT = "what is printed on the tiles gives the answer, added up"
ONE_BY_ONE = "the helpers that make it cheaper alone are the answer"
PLAIN = "fewer than two kinds of players who forget something are wrong"

_FEWEST_WAYS, _FEWEST_ERRORS = 3, 2
_OTHERS = 3
_BOUNDS = (120, 220)
_COUNTS = ("no", "one", "two", "three", "four")

Helpers = frozenset[str]


def prove_purchase(puzzle: NeomPuzzle, keys: Keys) -> Proved[NeomPuzzle]:
    """Return a question of this kind with its answer.

    :raises KeysDisagree: if the keys do.
    :raises Undecided: if the catalogue does not say enough.
    """
    question = _of_purchase(puzzle)
    prove = _prove_helpers if question.helpers else _prove_money
    return prove(puzzle, question, keys)


def _of_purchase(puzzle: NeomPuzzle) -> PurchaseQuestion:
    assert isinstance(puzzle.question, PurchaseQuestion)  # noqa: S101 - kinds.prove chose by it
    return puzzle.question


# --- the least money


def _prove_money(puzzle: NeomPuzzle, question: PurchaseQuestion, keys: Keys) -> Proved[NeomPuzzle]:
    catalogue, state = puzzle.catalogue, question.state
    tiles = frozenset(question.tiles_to_place)
    least = keys.agreed("the least money", lambda key: key.least_money(catalogue, state, tiles))
    if least is None:
        return Proved(puzzle, {}, NO_WAY, work=by_both(tiles=len(tiles)), bounds=BOUNDS)
    engine = Engine()
    found = {
        name: engine.least_money(*forget(catalogue, state), tiles)
        for name, forget in FORGETFUL.items()
    }
    wrong = {name: money for name, money in found.items() if money != least}
    in_time = [last for last in tiles if engine.least_money(catalogue, state, tiles, last) == least]
    tries = Fraction(len(found) + 1, len(found) + 1 - len(wrong)) * len(tiles) / len(in_time)
    flaw = ""
    if least in _first_guesses(puzzle, question, tiles):
        flaw = AT_FIRST_SIGHT
    elif len(wrong) < _FEWEST_ERRORS:
        flaw = PLAIN
    solution: Document = {
        "money": least,
        "way": _way(puzzle, question, tiles, ""),
        "mistakes": [_mistake(name, money) for name, money in wrong.items()],
    }
    work = by_both(tiles=len(tiles))
    themes = (_counted(len(tiles), "tile"), *_themes(puzzle, tiles, wrong))
    return Proved(puzzle, solution, flaw, themes, work, tries, _BOUNDS)


def _mistake(name: str, money: int | None) -> Document:
    return {"forgets": name} if money is None else {"forgets": name, "money": money}


# --- which helpers


def _prove_helpers(
    puzzle: NeomPuzzle, question: PurchaseQuestion, keys: Keys
) -> Proved[NeomPuzzle]:
    catalogue, state = puzzle.catalogue, question.state
    (target,) = question.tiles_to_place
    sets = _sets(question.helpers)
    money = keys.agreed(
        "the least money with helpers",
        lambda key: {
            chosen: key.least_money(catalogue, state, chosen | {target}, target) for chosen in sets
        },
    )
    order = _in_order(money)
    work = by_both(sets_of_helpers=len(sets))
    if not order:
        return Proved(puzzle, {}, NO_WAY, work=work, bounds=BOUNDS)
    best = order[0]
    bills = {chosen: _bill(puzzle, question, chosen | {target}) for chosen in sets}
    bill = bills[best]
    rank = sum(each is not None and (bill is None or each <= bill) for each in bills.values())
    flaw = _flaw_of_sets(money, order)
    players = () if flaw else FORGETFUL
    wrong = [name for name in players if _best_sets(puzzle, question, name) != [best]]
    solution: Document = {
        "helpers": sorted(best),
        "money": money[best],
        "way": _way(puzzle, question, best | {target}, target),
        "others": [
            {"helpers": sorted(each), "money": money[each]} for each in order[1 : _OTHERS + 1]
        ],
    }
    tries = Fraction(max(1, rank)) * (len(FORGETFUL) + 1) / (len(FORGETFUL) + 1 - len(wrong))
    if not flaw and rank <= 1 and len(wrong) < _FEWEST_ERRORS:
        flaw = AT_FIRST_SIGHT
    themes = (_counted(len(best), "helper"), *_themes(puzzle, best, wrong))
    return Proved(puzzle, solution, flaw, themes, work, tries, _BOUNDS)


def _sets(helpers: Iterable[str]) -> list[Helpers]:
    every = sorted(helpers)
    sizes = range(len(every) + 1)
    return [frozenset(each) for each in chain(*(combinations(every, size) for size in sizes))]


def _in_order(money: dict[Helpers, int | None]) -> list[Helpers]:
    """Return the sets with which there is a way, those that need the least money first."""
    possible = {chosen: amount for chosen, amount in money.items() if amount is not None}
    return sorted(possible, key=lambda chosen: (possible[chosen], len(chosen), sorted(chosen)))


def _flaw_of_sets(money: dict[Helpers, int | None], order: list[Helpers]) -> Reason:
    if len(order) < _FEWEST_WAYS:
        return FEW_WAYS
    if money[order[0]] == money[order[1]]:
        return SEVERAL
    if not order[0]:
        return NO_HELPER
    return ONE_BY_ONE if order[0] == _one_by_one(money) else ""


def _one_by_one(money: dict[Helpers, int | None]) -> Helpers:
    """Return the helpers each of which alone makes it cheaper, or possible."""
    without = money[frozenset()]
    return frozenset[str]().union(
        *(
            chosen
            for chosen, amount in money.items()
            if len(chosen) == 1 and amount is not None and (without is None or amount < without)
        )
    )


def _best_sets(puzzle: NeomPuzzle, question: PurchaseQuestion, forgotten: str) -> list[Helpers]:
    """Return the sets that are the cheapest to somebody who forgets something."""
    catalogue, state = FORGETFUL[forgotten](puzzle.catalogue, question.state)
    (target,) = question.tiles_to_place
    engine = Engine()
    money = {
        chosen: engine.least_money(catalogue, state, chosen | {target}, target)
        for chosen in _sets(question.helpers)
    }
    order = _in_order(money)
    return [chosen for chosen in order if money[chosen] == money[order[0]]]


# --- what both have


def _way(
    puzzle: NeomPuzzle, question: PurchaseQuestion, tiles: frozenset[str], last: str
) -> list[Document]:
    way = Engine().cheapest_way(puzzle.catalogue, question.state, tiles, last)
    return [step_to_json(action, paid) for action, paid in way]


def _first_guesses(
    puzzle: NeomPuzzle, question: PurchaseQuestion, tiles: frozenset[str]
) -> tuple[int | None, ...]:
    """Return what is printed on the tiles, added up, without and with what they bring."""
    bill = _bill(puzzle, question, tiles)
    received = sum(_received(puzzle, tile) for tile in tiles)
    return (bill, None if bill is None else bill + received)


def _bill(puzzle: NeomPuzzle, question: PurchaseQuestion, tiles: frozenset[str]) -> int | None:
    """Return costs and goods of tiles less what they bring, without a thought of anything else.

    A good that one of the tiles produces is not bought. None if one that is lacking cannot be.
    """
    catalogue, state = puzzle.catalogue, question.state
    listed = [catalogue.tile(tile) for tile in tiles]
    owned = state.tokens.union(*(tile.produces or () for tile in listed))
    bill = 0
    for tile in listed:
        bill += (tile.cost or 0) - _received(puzzle, tile.id)
        for good in set(tile.needs_goods or ()) - owned:
            tier = catalogue.tier(good)
            if tier not in BUYABLE[state.generation - 1]:
                return None
            bill += catalogue.parameters.good_price.of(tier) or 0
    return bill


def _received(puzzle: NeomPuzzle, tile_id: str) -> int:
    tile = puzzle.catalogue.tile(tile_id)
    at_once = [each.amount or 0 for each in tile.effects or () if each.kind == "money_now"]
    return (tile.on_place or 0) + sum(at_once)


def _counted(number: int, what: str) -> str:
    return f"{_COUNTS[number]}-{what}{'' if number == 1 else 's'}"


def _themes(puzzle: NeomPuzzle, tiles: frozenset[str], wrong: Iterable[str]) -> Iterator[str]:
    if any(puzzle.catalogue.tile(tile).deck == "C" for tile in tiles):
        yield "cornerstone"
    yield from (f"{name}-errs" for name in wrong)
