"""The search of NEOM's last turns against playing everything out, and its bounds one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from math import inf
from random import Random
from typing import Literal

import pytest

from tests.neom_agreement import a_catalogue, states
from verifier.neom.engine import Engine
from verifier.neom.engine.bounds import Bounds, BoundsAhead, most_in_groups, usual_signs
from verifier.neom.engine.buying import Payment
from verifier.neom.engine.grid import indices
from verifier.neom.engine.last_strike import Losses
from verifier.neom.engine.last_turns import (
    KnownTurns,
    Packs,
    all_known,
    clocks,
    money_is_harmless,
    played_out,
    tiles_of_question,
    tiles_suffice,
)
from verifier.neom.engine.moves import Moves, Node, undominated
from verifier.neom.engine.placing import placeable
from verifier.neom.engine.position import Position, position_of
from verifier.neom.engine.prepared import TILES, Prepared, PreparedTile
from verifier.neom.engine.towns import Town, Towns, points_of_means
from verifier.neom.parameters import Disaster, Loss, Parameters
from verifier.neom.state import State
from verifier.neom.tiles import Effect, Tile, TileCatalogue
from verifier.neom.tiles_document import demo_catalogue

_PARTIALS: tuple[Literal["tiles", "money", "nothing"], ...] = ("tiles", "money", "nothing")


@cache
def games() -> list[tuple[TileCatalogue, list[tuple[State, tuple[str, ...]]]]]:
    """Return the states of a few random games, each with the pack that is revealed."""
    found = []
    for seed in range(4):
        rng = Random(f"last turns {seed}")
        catalogue = _a_catalogue(rng)
        found.append((catalogue, list(states(catalogue, rng))))
    return found


def questions(packs: int, every: int) -> Iterator[tuple[Prepared, Position, Packs]]:
    """Yield every so manyth position of the games, and the next packs cut short."""
    for number, (catalogue, played) in enumerate(games()):
        prepared = Engine().prepared(catalogue)
        for first in range(number, len(played) + 1 - packs, every):
            ahead = played[first : first + packs]
            state = replace(ahead[0][0], money=ahead[0][0].money + first % 9)
            tiles = tuple(
                tuple(prepared.tile(each) for each in pack[packs - 5 :]) for _, pack in ahead
            )
            yield prepared, position_of(prepared, state), tiles


def _a_catalogue(rng: Random) -> TileCatalogue:
    """Return the demo with other parameters, signs of points, and Disasters that take any tiles."""
    catalogue = a_catalogue(rng)
    parameters: Parameters = catalogue.parameters
    if rng.randrange(2):
        lose = rng.choice((Loss(1, "any"), Loss(2, "any"), Loss(1, "raw")))
        disaster = Disaster(
            pay=rng.choice((0, 3, 8)), lose=lose, protected_by=(), partial=rng.choice(_PARTIALS)
        )
        parameters = replace(parameters, flood=disaster, fire=disaster, crime=disaster)
    if rng.randrange(3):
        parameters = replace(parameters, unlinked_tiles="count")
    tiles = catalogue.tiles
    if rng.randrange(3) == 0:
        tiles = tuple(_other_signs(tile, rng) for tile in tiles)
    return replace(catalogue, parameters=parameters, tiles=tiles)


def _other_signs(tile: Tile, rng: Random) -> Tile:
    effects = [
        replace(each, amount=-(each.amount or 0)) if _scores(each) and rng.randrange(2) else each
        for each in tile.effects or ()
    ]
    return replace(tile, vp=(tile.vp or 0) - rng.randrange(3), effects=tuple(effects))


def _scores(effect: Effect) -> bool:
    return effect.kind in {"vp_per_neighbour", "vp_per_count", "vp_if_position"}


@pytest.mark.parametrize(("packs", "every"), [(1, 3), (2, 6), (3, 13), (4, 12)])
def test_the_search_finds_what_playing_everything_out_finds(packs: int, every: int) -> None:
    values = 0
    for prepared, position, tiles in questions(packs, every):
        assert all_known(prepared, position, tiles)
        for income in (False, True):
            expected = played_out(prepared, position, tiles, income_at_end=income)
            found = KnownTurns(prepared, position, tiles, income_at_end=income).best()
            assert expected == found, (prepared.parameters, position, tiles)
            values += len(expected)
    assert values > 10 * packs


@pytest.mark.parametrize(("packs", "every"), [(1, 4), (2, 11)])
def test_the_search_answers_a_strike_at_the_end_like_playing_everything_out(
    packs: int, every: int
) -> None:
    values = 0
    for prepared, before, tiles in questions(packs, every):
        position = before._replace(disaster_over=False, turn=8 - packs)
        expected = played_out(prepared, position, tiles, income_at_end=False)
        found = KnownTurns(prepared, position, tiles, income_at_end=False).best()
        assert expected == found, (prepared.parameters, position, tiles)
        values += len(expected)
    assert values > 10 * packs


def test_no_placement_gets_above_its_bound() -> None:
    placements = 0
    for prepared, position, packs in questions(1, 1):
        tiles = tiles_of_question(prepared, position, packs)
        if not usual_signs(prepared, tiles):
            continue
        board = position.layout.board
        towns, bounds = Towns(prepared, board), Bounds(prepared, board, tiles)
        town = towns.town(position.layout)
        worth = towns.worth(town)
        for tile in tiles:
            if tile.is_disaster or any(towns.at(town.cells, i) is tile for i in range(25)):
                continue
            points, income = bounds.gain(town, worth, tile)
            for index in indices(placeable(prepared, position.layout, tile)):
                grown = towns.worth(towns.lay(town, index, tile))
                assert grown.points <= worth.points + points
                assert grown.income <= worth.income + income
                placements += 1
    assert placements > 300


def test_what_a_tile_adds_is_what_the_city_with_it_is_worth() -> None:
    laid = 0
    for prepared, position, packs in questions(1, 2):
        towns = Towns(prepared, position.layout.board)
        town = towns.town(position.layout)
        worth = towns.worth(town)
        for tile in packs[0]:
            for index in range(25):
                expected = towns.worth(towns.lay(town, index, tile))
                points, income, means = towns.grown(town, worth, index, tile)
                assert (expected.points, expected.income) == (points, income)
                assert Counter(expected.means) == Counter(means)
                laid += 1
    assert laid > 1000


def test_a_town_laid_and_cleared_by_sums_is_the_one_built_anew() -> None:
    laid = 0
    for prepared, position, packs in questions(1, 1):
        towns = Towns(prepared, position.layout.board)
        town = towns.town(position.layout)
        for tile in packs[0]:
            for index in range(25):
                after = towns.lay(town, index, tile)
                assert towns.town(towns.layout(after)) == after
                lost = town.planes >> TILES & (1 << index | 1 << (7 * index + 3) % 25)
                left = towns.clear(after, lost)
                assert towns.town(towns.layout(left)) == left
                laid += bool(lost)
    assert laid > 100


@pytest.mark.parametrize("count", [1, 2])
def test_no_loss_gets_above_its_bound(count: int) -> None:
    looked_into = 0
    for prepared, position, packs in questions(1, 1):
        tiles = tiles_of_question(prepared, position, packs)
        if usual_signs(prepared, tiles):
            looked_into += _check_losses(prepared, position, tiles, count)
    assert looked_into > 300


def _check_losses(
    prepared: Prepared, position: Position, tiles: list[PreparedTile], count: int
) -> int:
    """Check the bound of each loss of so many tiles; return how many there are."""
    board, tokens, money = position.layout.board, position.tokens, position.money
    towns, bounds = Towns(prepared, board), Bounds(prepared, board, tiles)
    moves, losses = Moves(prepared, towns, merge=False), Losses(prepared, towns, bounds)
    town = towns.town(position.layout)
    worth = towns.worth(town)
    looked_into: list[int] = []

    def left(points: int, lost: int, income: int, _: float) -> float:
        after, owned = moves.struck(town, tokens, lost)
        rest = towns.worth(after)
        richer = money + worth.income - income
        assert rest.points + points_of_means(
            prepared, rest.means, owned, money + rest.income
        ) <= worth.points + points + points_of_means(prepared, worth.means, tokens, richer)
        looked_into.append(points)
        return -inf

    table = losses.table(town, tokens, position.layout.plane(TILES))
    losses.best(town, table, count, -inf, left)
    if looked_into:
        assert losses.most(town, table, count) == max(looked_into)
    return len(looked_into)


@pytest.mark.parametrize("beside", [("demo-II-39",), ("demo-II-31", "demo-III-30")])
def test_all_beside_a_tile_may_be_lost_so_that_it_is_isolated(beside: tuple[str, ...]) -> None:
    alone, by_goods, elsewhere = "demo-C-03", "demo-C-19", "demo-II-30"
    laid = {(0, 0): alone, **dict(zip(((0, 1), (1, 0)), beside, strict=False))}
    laid |= {(3, 4): by_goods, (4, 4): elsewhere}
    demo = demo_catalogue()
    state = next(states(demo, Random("isolated")))[0]
    prepared = Engine().prepared(demo)
    city = replace(state.city, tiles=tuple(sorted(laid.items())))
    position = position_of(prepared, replace(state, city=city))
    tiles = [prepared.tile(tile) for tile in laid.values()]
    assert _check_losses(prepared, position, tiles, len(beside)) > 2


def test_no_line_of_turns_gets_above_its_bound() -> None:
    bounded = 0
    for prepared, before, packs in questions(2, 4):
        position = before._replace(disaster_over=True)
        tiles = tiles_of_question(prepared, position, packs)
        if usual_signs(prepared, tiles) and all_known(prepared, position, packs):
            bounded += _check_bounds_ahead(prepared, position, packs)
    assert bounded > 20


def _check_bounds_ahead(prepared: Prepared, position: Position, packs: Packs) -> int:
    """Check the bounds of each tile and of none; return how many are no infinity."""
    tiles = tiles_of_question(prepared, position, packs)
    towns = Towns(prepared, position.layout.board)
    town, worth = towns.town(position.layout), towns.worth(towns.town(position.layout))
    start = Node(
        town,
        position.tokens,
        position.money,
        position.reserve,
        position.placed,
        position.used,
        position.disaster_over,
    )
    ahead = BoundsAhead(
        prepared,
        Bounds(prepared, position.layout.board, tiles),
        clocks(position, packs),
        tiles,
        partial(points_of_means, prepared),
        income_at_end=False,
    )
    kept = [tile for tile in tiles if position.reserve >> tile.index & 1]

    def placed(depth: int) -> list[PreparedTile]:
        return [*(tile for tile in packs[depth] if not tile.is_disaster), *kept]

    bounds = {
        tile.source.id if tile else "": bound
        for bound, tile in ahead.by_tile(start, worth, 0, placed)
    }
    found = played_out(prepared, position, packs, income_at_end=False)
    for first, points in found.items():
        assert points <= bounds[first.placed], (first, prepared.parameters, position, packs)
    return sum(bound < inf for bound in bounds.values())


def test_groups_are_parted_in_the_best_way() -> None:
    assert (0, 4, 8, 12) == most_in_groups((4, 5))[:4]
    assert (0, 0, 2, 5, 9, 14) == most_in_groups((0, 2, 5, 9, 14, 20))[:6]
    assert (0, 3, 3) == most_in_groups((3, -9))[:2] + most_in_groups((3, -9))[1:2]


def test_more_money_is_worse_only_where_want_would_have_saved_tiles() -> None:
    lose = Loss(2, "any")
    assert not money_is_harmless(Disaster(4, lose, (), "nothing"))
    assert not money_is_harmless(Disaster(4, lose, (), "tiles"))
    assert money_is_harmless(Disaster(4, lose, (), "money"))
    assert money_is_harmless(Disaster(pay=False, lose=lose, protected_by=(), partial="tiles"))


def test_with_tiles_enough_for_every_strike_more_money_only_adds_an_answer() -> None:
    enough = 0
    for prepared, position, _ in questions(1, 1):
        laid = position.layout.plane(TILES).bit_count()
        strike = Disaster(4, Loss(2, "any"), (), "nothing")
        assert (laid >= 2) == tiles_suffice(prepared, position, [strike])
        assert (laid >= 4) == tiles_suffice(prepared, position, [strike, strike])
        assert not tiles_suffice(prepared, position, [replace(strike, lose=Loss(0, "raw"))])
        assert not tiles_suffice(prepared, position, [replace(strike, lose=False)])
        enough += laid >= 2
    assert enough > 30


def test_a_payment_is_kept_if_it_saves_money_or_a_use_that_is_worth_more() -> None:
    ways = [Payment(1, (0, 0), 4), Payment(1, (1, 0), 4), Payment(1, (0, 1), 3)]
    assert [ways[2]] == undominated(ways, 1)
    assert [ways[0], ways[2]] == undominated(ways, 2)
    alike = [Payment(1, (1, 0), 3), Payment(1, (0, 1), 3)]
    assert alike == undominated(alike, 1)
    assert alike[:1] == undominated(alike, 0)


def test_a_node_is_as_good_with_money_for_the_uses_it_made_more() -> None:
    one = Node(Town(0, 0, 0, 0, 0), 0, 5, 0, 0, (1, 0), disaster_over=True)
    assert one.at_least(one, 2)
    assert one.at_least(one._replace(money=4, used=(2, 1)), 2)
    assert one.at_least(one._replace(money=3, used=(0, 0)), 2)
    for better in (one._replace(money=6), one._replace(used=(0, 0)), one._replace(used=(0, 1))):
        assert not one.at_least(better, 2)
    assert one._replace(money=6).at_least(one, 2)
    assert one._replace(used=(0, 0)).at_least(one, 2)
