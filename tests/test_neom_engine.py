"""The first key of NEOM: rules one by one, and its agreement with the naive implementation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.neom_agreement import compare_last_turns, compare_logs, compare_states
from tests.neom_small import (
    ACROSS,
    CROSS,
    NO_ROADS,
    PARAMETERS,
    UPRIGHT,
    catalogue,
    city,
    cornerstone,
    state,
    tile,
)
from verifier.neom.engine import Engine
from verifier.neom.engine.missing import Missing
from verifier.neom.parameters import ByTier, Disaster, Loss, TradeRoute
from verifier.neom.score import total
from verifier.neom.state import State, square_name
from verifier.neom.tile_catalogue import Effect, TileCatalogue
from verifier.neom.unknowns import Unknown

ENGINE = Engine()
FLOOD = tile("flood", "disaster", roads=NO_ROADS)


def squares(given: TileCatalogue, where: State, placed: str) -> list[str]:
    found = ENGINE.squares(given, where.city, placed)
    return sorted(square_name(square) for square in found)


def paid(given: TileCatalogue, where: State, *pack: str) -> set[int]:
    outcomes = ENGINE.outcomes(given, where, pack)
    return {each.paid for each in outcomes if each.action.kind == "place"}


def test_a_tile_must_meet_a_road_on_its_own_side() -> None:
    given = catalogue(tile("mill", roads=UPRIGHT))
    assert ["C2", "C3", "C4"] == squares(given, state(), "mill")


def test_what_lies_below_must_be_of_the_type_or_raw() -> None:
    given = catalogue(tile("shop"), tile("pit", "raw"), tile("house", "residential"))
    where = state(city(C2="shop", C4="pit"))
    assert "C4" in squares(given, where, "house")
    assert "C2" not in squares(given, where, "house")
    assert "C2" in squares(given, where, "shop")


def test_a_link_through_the_covered_tile_itself_does_not_count() -> None:
    given = catalogue(tile("path", roads=ACROSS), tile("end"), tile("wall", roads=UPRIGHT))
    where = state(city(D3="path", E3="end"))
    assert "D3" not in squares(given, where, "wall")
    assert "D3" in squares(given, where, "end")


def test_a_covered_center_cuts_what_it_linked() -> None:
    given = catalogue(tile("hall", roads=UPRIGHT), tile("shop"))
    where = state(city(C3="hall", D3="shop", C2="shop"))
    assert {(1, 2)} == ENGINE.linked(given, where.city)


def test_a_cornerstone_over_a_cornerstone_keeps_within_the_cap() -> None:
    given = catalogue(cornerstone("tower"), cornerstone("spire"), tile("shop"))
    where = state(city(C2="tower"), reserve=frozenset({"spire"}))
    outcomes = ENGINE.outcomes(given, where, ("shop",))
    assert {(1, 2)} == {o.action.square for o in outcomes if o.action.kind == "cornerstone"}


def test_two_routes_lower_one_good_to_the_floor_or_two_goods() -> None:
    route = TradeRoute(rows=(2,), linked=True, scope="per_good")
    given = catalogue(
        tile("works", needs_goods=("coal", "wood")),
        tile("road", roads=ACROSS),
        good_price=ByTier(2, 4, 6),
        trade_route=route,
    )
    row = city(A3="road", B3="road", D3="road", E3="road")
    both = state(row, tokens=frozenset())
    assert {4, 3, 2} == paid(given, both, "works")
    assert {2, 1} == paid(given, replace(both, tokens=frozenset({"coal"})), "works")


def test_a_processed_good_is_not_bought_in_generation_one_but_may_be_produced() -> None:
    given = catalogue(tile("works", needs_goods=("steel",)))
    assert set() == paid(given, state(), "works")
    assert {0} == paid(given, state(tokens=frozenset({"steel"})), "works")
    assert {4} == paid(given, state(generation=2), "works")


def test_a_tile_does_not_pay_for_itself() -> None:
    given = catalogue(tile("bank", cost=7, on_place=9), tile("fair", cost=6, on_place=9))
    assert set() == paid(given, state(), "bank")
    outcomes = ENGINE.outcomes(given, state(), ("fair",))
    assert {9} == {each.after.money for each in outcomes if each.action.kind == "place"}


def test_the_token_of_a_covered_producer_goes_unless_kept() -> None:
    tiles = (tile("pit", "raw", produces=("coal",)), tile("shop"))
    where = state(city(C2="pit"), tokens=frozenset({"wood", "coal"}))
    kept = replace(PARAMETERS.overbuild, keep_token=True)
    for given, tokens in (
        (catalogue(*tiles), {"wood"}),
        (catalogue(*tiles, overbuild=kept), {"wood", "coal"}),
    ):
        outcomes = ENGINE.outcomes(given, where, ("shop",))
        found = [each.after.tokens for each in outcomes if each.action.square == (1, 2)]
        assert [frozenset(tokens)] == found


def test_a_disaster_in_packs_four_to_seven_strikes_and_is_not_selected() -> None:
    given = catalogue(FLOOD, tile("shop"))
    outcomes = ENGINE.outcomes(given, state(turn=4), ("flood", "shop"))
    assert {"shop"} == {each.action.selected for each in outcomes}
    answers = {each.action.disaster.kind for each in outcomes if each.action.disaster}
    assert {"pay", "lose"} == answers
    assert all(each.after.disaster_over for each in outcomes)


def test_a_tile_placed_this_turn_protects() -> None:
    given = catalogue(replace(FLOOD, deck="II"), tile("station", "public", tags=("fire_station",)))
    where = state(generation=2, turn=5)
    outcomes = ENGINE.outcomes(given, where, ("flood", "station"))
    kinds = {
        (each.action.kind, each.action.disaster.kind) for each in outcomes if each.action.disaster
    }
    assert {("place", "protected"), ("sell", "pay")} == kinds


@pytest.mark.parametrize(("before", "money"), [(True, 0 + 5 + 3), (False, 0 + 5 + 3 - 8)])
def test_only_income_that_comes_first_pays_for_a_disaster_on_turn_seven(
    *, before: bool, money: int
) -> None:
    pay_or_nothing = Disaster(pay=8, lose=False, protected_by=(), partial="nothing")
    given = catalogue(tile("shop", income=3), flood=pay_or_nothing, disaster_before_income=before)
    outcomes = ENGINE.outcomes(given, state(city(C2="shop"), money=0, turn=7), ("shop",))
    sold = {each.after.money for each in outcomes if each.action.kind == "sell"}
    assert {money} == sold


def test_the_headings_of_a_small_city() -> None:
    beside = Effect("vp_per_neighbour", 2, target=PARAMETERS.pollution.source, adjacency="orth")
    given = catalogue(
        tile("house", "residential", vp=1),
        tile("home", "residential", vp=1),
        tile("mill", "industrial"),
        tile("park", "public", effects=(beside,), tags=("power",)),
    )
    where = state(city(C2="house", B2="home", D2="mill", D3="park"), money=5)
    score = ENGINE.score(given, where)
    expected = {
        "printed": 2,
        "conditional": 2,
        "neighbourhoods": 3,
        "goods": 1,
        "money": 2,
        "pollution": -1,
        "structures": 0,
    }
    assert expected == {heading.name: heading.points for heading in score}
    assert 9 == total(score)


def test_a_tile_is_only_needed_known_where_it_decides() -> None:
    given = catalogue(tile("shop", cost=None), tile("works", needs_goods=("steel",), cost=None))
    with pytest.raises(Missing) as raised:
        ENGINE.outcomes(given, state(), ("shop",))
    assert (Unknown("NEOM-REQ-1", "tiles/shop/cost"),) == raised.value.unknown
    assert {"sell"} == {each.action.kind for each in ENGINE.outcomes(given, state(), ("works",))}


def test_a_loss_of_more_tiles_than_there_are_is_partial() -> None:
    flood = Disaster(pay=9, lose=Loss(2, "any"), protected_by=(), partial="tiles")
    given = catalogue(FLOOD, tile("shop", cost=9), flood=flood)
    outcomes = ENGINE.outcomes(given, state(city(C2="shop"), money=0), ("flood", "shop"))
    losses = [each.action.disaster for each in outcomes if each.action.disaster]
    assert [("lose", ((1, 2),))] == [(each.kind, each.squares) for each in losses]


def test_states_of_random_games_agree_with_the_naive_implementation() -> None:
    assert 5 <= compare_states(Engine(), games=1, seed=900, every=4)["states"]


def test_logs_agree_with_the_naive_implementation() -> None:
    assert 8 == compare_logs(Engine(), games=1, seed=900, spoils=8)["spoiled logs"]


def test_last_turns_agree_with_the_naive_implementation() -> None:
    assert 1 == compare_last_turns(Engine(), questions=1, seed=901)["questions"]


def test_a_prepared_catalogue_does_not_outlive_another() -> None:
    engine = Engine()
    first = catalogue(tile("mill", roads=UPRIGHT))
    second = catalogue(tile("mill", roads=CROSS))
    assert 3 == len(engine.squares(first, city(), "mill"))
    assert 5 == len(engine.squares(second, city(), "mill"))
