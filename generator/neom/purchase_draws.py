"""Where questions of the kind *purchase* come from: cities of games, and tiles drawn for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.chance import Chance
from generator.neom.forgetful import FORGETFUL
from generator.neom.games import turns_of_a_game
from verifier.neom.engine import Engine
from verifier.neom.puzzle import NeomPuzzle, PurchaseQuestion, puzzle_of
from verifier.neom.state import State
from verifier.neom.tiles import DECKS, Tile, TileCatalogue

_FEWEST, _MOST = 3, 11
_DRAWS = 30
_MOST_TILES = 3


def money_candidates(catalogue: TileCatalogue, chance: Chance) -> Iterator[NeomPuzzle]:
    """Yield questions for the least money with which one to three tiles can be placed.

    Those come first where the least price with a Trade Route decides, which is rare.
    """
    decided: list[NeomPuzzle] = []
    others: list[NeomPuzzle] = []
    for state, tiles, corners in _draws(catalogue, chance):
        needing = _needing(state, tiles)
        if not needing:
            continue
        least = [tile for tile in needing if _floor_counts(catalogue, state, tile)]
        first = chance.choice(least or needing)
        beside = _related(first, tiles + corners, chance)[: chance.below(_MOST_TILES)]
        asked = _puzzle(catalogue, state, (first.id, *beside), ())
        (decided if least else others).append(asked)
    yield from decided
    yield from others


def helper_candidates(catalogue: TileCatalogue, chance: Chance) -> Iterator[NeomPuzzle]:
    """Yield questions for the helpers that are placed before a tile."""
    for state, tiles, corners in _draws(catalogue, chance):
        needing = _needing(state, tiles + corners)
        if needing:
            target = chance.choice(needing)
            helpers = _related(target, tiles + corners, chance)
            count = 3 + chance.below(2)
            yield _puzzle(catalogue, state, (target.id,), tuple(helpers[:count]))


def _draws(
    catalogue: TileCatalogue, chance: Chance
) -> Iterator[tuple[State, list[Tile], list[Tile]]]:
    """Yield states of a game, with the tiles of the Generation and the Cornerstones at hand."""
    states = [state for state, _ in turns_of_a_game(catalogue, chance)]
    states = [state for state in states if _FEWEST <= len(state.city.tiles) <= _MOST]
    for _ in range(_DRAWS if states else 0):
        state = chance.choice(states)
        lying = {tile for _, tile in state.city.tiles}
        deck = DECKS[state.generation - 1]
        tiles = [
            tile
            for tile in catalogue.tiles
            if tile.deck == deck and tile.type != "disaster" and tile.id not in lying
        ]
        yield state, tiles, [catalogue.tile(stone) for stone in sorted(state.reserve)]


def _needing(state: State, tiles: list[Tile]) -> list[Tile]:
    """Return the tiles that need a good which the city lacks."""
    return [tile for tile in tiles if set(tile.needs_goods or ()) - state.tokens]


def _floor_counts(catalogue: TileCatalogue, state: State, tile: Tile) -> bool:
    """Return whether the tile alone would cost less if Trade Routes had no least price."""
    tiles = frozenset([tile.id])
    least = Engine().least_money(catalogue, state, tiles)
    return least != Engine().least_money(*FORGETFUL["floor"](catalogue, state), tiles)


def _related(wanted: Tile, tiles: list[Tile], chance: Chance) -> list[str]:
    """Return other tiles: two that make what is needed, one that may make it cheaper, the rest."""
    others = [tile for tile in tiles if tile.id != wanted.id]
    makers = _mixed((tile for tile in others if _serves(tile, wanted)), chance)
    indirect = _mixed(
        (
            tile
            for tile in others
            if any(each.kind == "price_change" for each in tile.effects or ())
            or any(_serves(tile, maker) for maker in makers)
        ),
        chance,
    )
    chosen = [*makers[:2], *indirect[:1], *_mixed(others, chance)]
    return list(dict.fromkeys(tile.id for tile in chosen))


def _serves(tile: Tile, other: Tile) -> bool:
    """Return whether a tile produces something that another one needs."""
    return bool(set(tile.produces or ()) & set(other.needs_goods or ()))


def _mixed(tiles: Iterable[Tile], chance: Chance) -> list[Tile]:
    by_id = {tile.id: tile for tile in tiles}
    return [by_id[each] for each in chance.shuffled(sorted(by_id))]


def _puzzle(
    catalogue: TileCatalogue, state: State, tiles: tuple[str, ...], helpers: tuple[str, ...]
) -> NeomPuzzle:
    """Return the question, of a state only what counts for it."""
    corners = frozenset(tile for tile in tiles + helpers if catalogue.tile(tile).deck == "C")
    at_hand = State(
        ("1+",),
        state.city,
        state.tokens,
        0,
        corners,
        state.generation,
        cornerstones_placed=state.cornerstones_placed,
        routes_used=state.routes_used,
    )
    question = PurchaseQuestion(at_hand, tuple(sorted(tiles)), tuple(sorted(helpers)))
    return puzzle_of(catalogue, question)
