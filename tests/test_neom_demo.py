"""The demo catalogue is good to play: no rule is idle, and greedy players reach 50 to 100."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.neom_logs import Player
from verifier.neom.engine.engine import Engine
from verifier.neom.parameters import Tier
from verifier.neom.state import TILE_SETS, State, TileSet, total
from verifier.neom.tiles import Deck
from verifier.neom.tiles_check import BUYABLE
from verifier.neom.tiles_document import demo_catalogue, unknown_values

DEMO = demo_catalogue()
GAMES = 4


def test_nothing_of_the_demo_is_unknown() -> None:
    assert () == unknown_values(DEMO)


def unbuyable(deck: Deck, mark: str) -> list[tuple[str, Tier]]:
    """Return the tiles that need a good which cannot be bought when they come, with its tier."""
    return [
        (tile.id, DEMO.tier(good))
        for tile in DEMO.tiles
        if (tile.deck, tile.mark) == (deck, mark)
        for good in tile.needs_goods or ()
        if DEMO.tier(good) not in BUYABLE[deck]
    ]


def test_some_goods_cannot_be_bought_yet_in_every_tile_set() -> None:
    assert {"processed"} == {tier for _, tier in unbuyable("I", "1+")}
    assert {"luxury"} == {tier for _, tier in unbuyable("II", "1+")}
    assert [] == unbuyable("III", "1+")


def greedy(tile_set: TileSet, seed: int) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Yield the states and packs of a player who looks one turn ahead, and then the end."""
    player, key = Player(DEMO, Random(seed)), Engine()
    player.preliminary_round()
    player.state = state = replace(player.state, tile_set=tile_set)
    for generation in range(3):
        for pack in player.packs(generation):
            yield state, pack
            outcomes = sorted(key.outcomes(DEMO, state, pack), key=repr)
            state = max(outcomes, key=lambda each: total(key.score(DEMO, each.after)) or 0).after
    yield state, ()


@pytest.mark.parametrize("tile_set", TILE_SETS, ids="".join)
def test_greedy_players_reach_50_to_100_points(tile_set: TileSet) -> None:
    key = Engine()
    for seed in range(GAMES):
        *_, (end, _) = greedy(tile_set, seed)
        points = total(key.score(DEMO, end))
        assert points is not None
        assert 50 <= points <= 100


def test_money_stops_more_tiles_than_goods_and_roads_together() -> None:
    key, stopped = Engine(), Counter[str]()
    for seed in range(GAMES):
        for state, pack in greedy(("1+",), seed):
            if not pack:
                continue
            now = {each.action.placed for each in key.outcomes(DEMO, state, pack)}
            rich = replace(state, money=999)
            if_rich = {each.action.placed for each in key.outcomes(DEMO, rich, pack)}
            for tile in pack:
                if DEMO.tile(tile).type != "disaster":
                    stopped[
                        "nothing" if tile in now else "money" if tile in if_rich else "other"
                    ] += 1
    assert 0.25 <= stopped["money"] / stopped.total() <= 0.5
    assert stopped["money"] > stopped["other"]
