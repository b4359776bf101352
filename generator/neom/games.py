"""Games of a greedy player of NEOM, from which puzzles are taken."""

from __future__ import annotations

from collections.abc import Iterator

from generator.chance import Chance
from verifier.errors import Undecided
from verifier.neom.deal import deal_cornerstones, deal_generation
from verifier.neom.engine.engine import Engine
from verifier.neom.state import (
    GENERATIONS,
    TILE_SETS,
    City,
    FirstAction,
    Outcome,
    State,
    TileSet,
    first_action,
)
from verifier.neom.tiles import DECKS, TileCatalogue

Pack = tuple[str, ...]

_CARELESS = 4
"""One turn in so many, any of the best few actions is taken."""
_FEW = 8


def turns_of_a_game(
    catalogue: TileCatalogue, chance: Chance
) -> Iterator[tuple[State, tuple[Pack, ...]]]:
    """Yield the state before each of the 21 turns, with the packs of its Generation from it on.

    The player takes what would be best if the next income came now and then the score.

    :raises Illegal: if the catalogue has too few tiles for a game.
    :raises Undecided: if it does not say enough.
    """
    engine = Engine()
    state = _begun(catalogue, chance)
    for generation in range(1, GENERATIONS + 1):
        packs = deal_generation(_deck(catalogue, state.tile_set, generation), chance).packs
        for number, pack in enumerate(packs):
            yield state, packs[number:]
            state = _turn(engine, catalogue, state, pack, chance).after


def in_greedy_order(points: dict[FirstAction, int]) -> list[FirstAction]:
    """Return first actions, those that bring the most first."""
    return sorted(points, key=lambda action: (-points[action], str(action)))


def _begun(catalogue: TileCatalogue, chance: Chance) -> State:
    board = chance.choice(catalogue.boards)
    money = catalogue.parameters.start_money
    if board.good is None or money is None:
        what = "start_money" if money is None else f"boards/{board.id}/good"
        raise Undecided(f"no game can be played: the catalogue does not state {what}")
    stones = sorted(catalogue.deck("C"))
    reserve = [chance.choice(stack) for stack in deal_cornerstones(stones, chance)]
    return State(
        tile_set=chance.choice(TILE_SETS),
        city=City(board.id),
        tokens=frozenset({board.good}),
        money=money,
        reserve=frozenset(reserve),
    )


def _deck(catalogue: TileCatalogue, tile_set: TileSet, generation: int) -> list[str]:
    return sorted(catalogue.deck(DECKS[generation - 1], tile_set))


def _turn(
    engine: Engine, catalogue: TileCatalogue, state: State, pack: Pack, chance: Chance
) -> Outcome:
    order = in_greedy_order(
        engine.best_by_first_action(catalogue, state, (pack,), income_at_end=True)
    )
    chosen = order[0] if chance.below(_CARELESS) else chance.choice(order[:_FEW])
    return outcome_of(engine, catalogue, state, pack, chosen)


def outcome_of(
    engine: Engine, catalogue: TileCatalogue, state: State, pack: Pack, chosen: FirstAction
) -> Outcome:
    """Return the outcome of a first action that leaves the most money."""
    ways = [
        outcome
        for outcome in engine.outcomes(catalogue, state, pack)
        if first_action(outcome.action) == chosen
    ]
    return max(ways, key=lambda way: (way.after.money, str(way.action)))
