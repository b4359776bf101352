"""Deals of NEOM: their sizes, each tile once, and every place as likely as another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.chance import Chance
from verifier.errors import Illegal, Malformed
from verifier.neom.deal import GenerationDeal, deal_cornerstones, deal_generation
from verifier.neom.odds.by_formula import chances
from verifier.neom.odds.seen import PACK_TILES, Seen
from verifier.neom.state import TILE_SETS
from verifier.neom.tiles import DECKS
from verifier.neom.tiles_document import demo_catalogue

ORDERS = {n: st.permutations([f"tile {number}" for number in range(n)]) for n in (24, 30, 32, 40)}
sizes = pytest.mark.parametrize("tile_set", PACK_TILES)


class AsGiven:
    """Leaves the tiles in their order, so that a test does the shuffling."""

    def shuffled(self, items: Sequence[str], /) -> list[str]:
        return list(items)


def places(deal: GenerationDeal) -> dict[str, int]:
    packs = (*deal.packs, deal.hidden)
    return {tile: number for number, pack in enumerate(packs, 1) for tile in pack}


@sizes
@given(data=st.data())
def test_packs_have_their_sizes_and_each_tile_once(tile_set: str, data: st.DataObject) -> None:
    tiles = data.draw(ORDERS[8 * PACK_TILES[tile_set]])
    deal = deal_generation(tiles, AsGiven())
    packs = (*deal.packs, deal.hidden)
    assert chances(Seen(tile_set)).sizes == tuple(map(len, packs))
    assert sorted(tiles) == sorted(tile for pack in packs for tile in pack)


@sizes
@given(data=st.data())
def test_a_place_of_the_row_has_one_place_of_the_deal(tile_set: str, data: st.DataObject) -> None:
    """So if each order of the row is equally likely, each deal is, too: uniform by construction."""
    number = 8 * PACK_TILES[tile_set]
    in_order = [f"tile {n}" for n in range(number)]
    row = data.draw(ORDERS[number])
    one, other = (places(deal_generation(each, AsGiven())) for each in (in_order, row))
    assert [one[tile] for tile in in_order] == [other[tile] for tile in row]


@given(ORDERS[30])
def test_stacks_have_their_sizes_and_their_places(row: list[str]) -> None:
    stacks = deal_cornerstones(row, AsGiven())
    assert (4, 3, 2) == tuple(map(len, stacks))
    dealt = [tile for stack in stacks for tile in stack]
    assert 9 == len(set(dealt)) == len(set(dealt) & set(row))
    in_order = deal_cornerstones(sorted(row), AsGiven())
    assert [sorted(row).index(tile) for stack in in_order for tile in stack] == [
        row.index(tile) for tile in dealt
    ]


@sizes
def test_shuffled_deals_are_as_frequent_as_the_odds_say(tile_set: str) -> None:
    """A fixed seed, so no test of luck: 2,000 deals, all packs within four standard deviations."""
    tiles = [f"tile {number}" for number in range(8 * PACK_TILES[tile_set])]
    shuffler = Chance(17, tile_set)
    met = Counter(places(deal_generation(tiles, shuffler))["tile 0"] for _ in range(2000))
    disaster = chances(Seen(tile_set)).disaster
    assert disaster is not None
    for pack, chance in enumerate(disaster.places, 1):
        spread = (2000 * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(met[pack] - 2000 * float(chance)) < 4 * spread, pack


def test_a_seed_always_deals_the_same() -> None:
    tiles = [f"tile {number}" for number in range(24)]
    deal = deal_generation(tiles, Chance(7, "I"))
    assert deal == deal_generation(tiles, Chance(7, "I"))
    assert deal != deal_generation(tiles, Chance(8, "I"))
    assert ("tile 13", "tile 2", "tile 1", "tile 14", "tile 20") == deal.packs[0]


def test_the_demo_can_be_dealt_with_each_tile_set() -> None:
    catalogue = demo_catalogue()
    for deck in DECKS:
        for marks in TILE_SETS:
            tiles = [t.id for t in catalogue.tiles if t.deck == deck and t.mark in marks]
            deal = deal_generation(tiles, Chance(7, deck))
            assert chances(Seen(",".join(marks))).sizes[:7] == tuple(map(len, deal.packs))
    stacks = [tile.id for tile in catalogue.tiles if tile.deck == "C"]
    assert 3 == len(deal_cornerstones(stacks, Chance(7, "C")))


def test_what_cannot_be_dealt_is_refused() -> None:
    tiles = [f"tile {number}" for number in range(24)]
    with pytest.raises(Illegal, match=r"25 tiles; a Generation has 24 with \{1\+\}, 32 with"):
        deal_generation([*tiles, "another"], AsGiven())
    with pytest.raises(Malformed, match="the tile 'tile 0' is given twice"):
        deal_generation([*tiles[:23], "tile 0"], AsGiven())
    with pytest.raises(Illegal, match="24 Cornerstones; there are 30"):
        deal_cornerstones(tiles, AsGiven())
    with pytest.raises(Malformed, match="given twice"):
        deal_cornerstones(["tile 0"] * 30, AsGiven())
