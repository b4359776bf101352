"""The least money to place tiles of NEOM: vectors for both keys and the naive rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from generator.chance import Chance
from generator.neom.games import turns_of_a_game
from tests import neom_oracle_purchase as oracle
from tests.neom_oracle import placings
from tests.neom_small import ACROSS, PARAMETERS, UPRIGHT, catalogue, city, cornerstone, state, tile
from verifier.errors import Undecided
from verifier.neom.engine.engine import Engine
from verifier.neom.model.key import NeomModel
from verifier.neom.state import State
from verifier.neom.tiles import DECKS, Effect, TileCatalogue
from verifier.neom.tiles_document import demo_catalogue

Least = Callable[[TileCatalogue, State, frozenset[str], str], int | None]

ENGINE = Engine()
IMPLEMENTATIONS: dict[str, Least] = {
    "engine": ENGINE.least_money,
    "model": NeomModel().least_money,
    "oracle": oracle.least_money,
}

TILES = catalogue(
    tile("free"),
    tile("shop", cost=3),
    tile("foundry", "industrial", cost=3, needs_goods=("coal",)),
    tile("mine", "raw", cost=1, produces=("coal",), roads=UPRIGHT),
    tile("sawmill", cost=2, needs_goods=("wood",)),
    tile("forge", "industrial", cost=2, needs_goods=("coal", "steel")),
    tile("smelter", "industrial", cost=2, needs_goods=("coal",), produces=("steel",)),
    tile("fair", cost=2, on_place=4),
    tile("bank", cost=5),
    tile("lane", cost=1, roads=ACROSS),
    tile("market", cost=1, effects=(Effect("price_change", -1, tier="raw"),)),
    tile("still", "industrial", needs_goods=("coal",), produces=("coal",)),
    cornerstone("exchange", cost=1, effects=(Effect("price_change", -1, tier="raw"),)),
    cornerstone("monument", cost=1),
    cornerstone("tower", "commercial", cost=1),
)

STILL = frozenset({"still"})

EAST_ROUTE = {"D3": "free", "E3": "shop"}
BOTH_ROUTES = {**EAST_ROUTE, "B3": "bank", "A3": "sawmill"}

VECTORS: dict[str, tuple[State, str, str, int | None]] = {
    "a good that is not produced is bought": (state(), "foundry", "", 5),
    "a good that the Center produces is not": (state(), "sawmill", "", 2),
    "a token that is owned": (state(tokens=frozenset({"coal"})), "foundry", "", 3),
    "an open route": (state(city(**EAST_ROUTE)), "foundry", "", 4),
    "a route used before": (state(city(**EAST_ROUTE), routes_used=(0, 1)), "foundry", "", 5),
    "two routes and the least price": (state(city(**BOTH_ROUTES)), "foundry", "", 4),
    "a tile that lowers prices": (state(city(D3="market")), "foundry", "", 4),
    "nothing can be bought of the wrong tier": (state(), "forge", "", None),
    "the mine first": (state(), "foundry mine", "", 4),
    "the mine must be last": (state(), "foundry mine", "mine", 6),
    "a chain of three": (state(), "forge mine smelter", "", 5),
    "money that a tile brings": (state(), "bank fair", "", 3),
    "money that comes too late": (state(), "bank fair", "fair", 7),
    "it must be there in between": (state(), "fair", "", 2),
    "a tile that opens a route": (state(city(D3="free")), "lane foundry", "", 5),
    "a Cornerstone lowers prices": (
        state(reserve=frozenset({"exchange"})),
        "exchange foundry",
        "foundry",
        5,
    ),
    "one Cornerstone over the other": (
        state(reserve=frozenset({"exchange", "monument"})),
        "exchange monument",
        "",
        2,
    ),
    "two Cornerstones in Generation I": (
        state(reserve=frozenset({"exchange", "tower"})),
        "exchange tower",
        "",
        None,
    ),
}


@pytest.mark.parametrize("least", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
@pytest.mark.parametrize("name", VECTORS)
def test_the_least_money(least: Least, name: str) -> None:
    start, tiles, last, money = VECTORS[name]
    assert money == least(TILES, start, frozenset(tiles.split()), last)


@pytest.mark.parametrize("least", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
def test_goods_may_count_as_they_are_after_the_tile_is_placed(least: Least) -> None:
    after = catalogue(*TILES.tiles, requirements_read="after")
    assert (2, 0) == tuple(least(each, state(), STILL, "") for each in (TILES, after))


@pytest.mark.parametrize("least", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
def test_a_route_never_lowers_a_price_below_its_floor(least: Least) -> None:
    start = state(city(**BOTH_ROUTES))
    lower = replace(PARAMETERS.trade_route, floor=0)
    free = catalogue(*TILES.tiles, trade_route=lower)
    assert (4, 3) == tuple(least(each, start, frozenset({"foundry"}), "") for each in (TILES, free))


@pytest.mark.parametrize("name", ["engine", "model"])
@pytest.mark.parametrize(
    ("unknown", "rule"),
    [
        ({"good_price": replace(PARAMETERS.good_price, raw=None)}, "NEOM-BUY-5"),
        ({"requirements_read": None}, "NEOM-REQ-1"),
    ],
)
def test_unknown_numbers_are_named(name: str, unknown: dict[str, object], rule: str) -> None:
    lacking = catalogue(*TILES.tiles, **unknown)
    with pytest.raises(Undecided) as caught:
        IMPLEMENTATIONS[name](lacking, state(), STILL, "")
    assert (rule, next(iter(unknown))) == (caught.value.rule, caught.value.where.split(".")[0])


def tasks(seed: int, count: int, most: int) -> list[tuple[State, frozenset[str], str]]:
    """Return states of demo games, each with a few tiles of the Generation and a Cornerstone."""
    demo, chance = demo_catalogue(), Chance(seed, "purchase")
    states = [before for before, _ in turns_of_a_game(demo, chance)]
    found = []
    for _ in range(count):
        before = chance.choice(states)
        lying = {lies for _, lies in before.city.tiles}
        deck = DECKS[before.generation - 1]
        others = [
            each.id
            for each in demo.tiles
            if each.id not in lying
            and (each.id in before.reserve or (each.deck == deck and each.type != "disaster"))
        ]
        tiles = sorted(chance.shuffled(others)[: 1 + chance.below(most)])
        found.append((before, frozenset(tiles), chance.choice(["", tiles[0]])))
    return found


def answers(seed: int, count: int, most: int) -> list[tuple[int | None, ...]]:
    """Return for each task what all implementations answer."""
    return [
        tuple(least(demo_catalogue(), *task) for least in IMPLEMENTATIONS.values())
        for task in tasks(seed, count, most)
    ]


def test_engine_model_and_naive_rules_agree_on_random_tasks() -> None:
    found = answers(3, 6, 2)
    assert [each for each in found if len(set(each)) > 1] == []
    assert len(set(found)) > 3


@pytest.mark.slow
def test_they_agree_on_many_more_tasks() -> None:
    """``make nightly`` runs it: about a minute."""
    found = answers(11, 60, 3)
    assert [each for each in found if len(set(each)) > 1] == []
    assert len(set(found)) > 10


def test_the_way_shown_needs_no_more_than_the_least_money() -> None:
    for start, tiles, last in tasks(4, 12, 3):
        least = ENGINE.least_money(demo_catalogue(), start, tiles, last)
        way = ENGINE.cheapest_way(demo_catalogue(), start, tiles, last)
        assert sorted(tiles if least is not None else ()) == sorted(a.placed for a, _ in way)
        now = replace(start, money=least or 0)
        for action, paid in way:
            (now,) = {
                after
                for found, cost, after in placings(demo_catalogue(), now, action)
                if (found, cost) == (action, paid)
            }
