"""The first key of NEOM: rules one by one, and its agreement with the naive implementation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.neom_agreement import compare_last_turns, compare_logs, compare_states
from tests.neom_small import (
    ACROSS,
    BOARD,
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
from verifier.neom.engine.prepared import Missing
from verifier.neom.log import (
    Act,
    ChooseTiles,
    Claims,
    Event,
    KeepCornerstone,
    Log,
    Reveal,
    RevealCornerstones,
    Strike,
)
from verifier.neom.parameters import ByTier, Disaster, Loss, TradeRoute, Unknown
from verifier.neom.state import State, square_name, total
from verifier.neom.tiles import Effect, TileCatalogue

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
    assert 5 <= compare_states([Engine()], games=1, seed=900, every=4)["states"]


def test_logs_agree_with_the_naive_implementation() -> None:
    assert 8 == compare_logs([Engine()], games=1, seed=900, spoils=8)["spoiled logs"]


def test_last_turns_agree_with_the_naive_implementation() -> None:
    assert 1 == compare_last_turns([Engine()], questions=1, seed=901)["questions"]


def test_a_prepared_catalogue_does_not_outlive_another() -> None:
    engine = Engine()
    first = catalogue(tile("mill", roads=UPRIGHT))
    second = catalogue(tile("mill", roads=CROSS))
    assert 3 == len(engine.squares(first, city(), "mill"))
    assert 5 == len(engine.squares(second, city(), "mill"))


def test_following_a_log_says_what_is_due_after_each_event() -> None:
    stacks = [
        [cornerstone(f"c{stack}{number}") for number in range(4 - stack)] for stack in range(3)
    ]
    pack = [FLOOD, *(tile(f"shop{number}", income=2) for number in range(4))]
    given = catalogue(*stacks[0], *stacks[1], *stacks[2], *pack)
    events: list[Event] = []
    for stack in stacks:
        events += [
            RevealCornerstones(tuple(each.id for each in stack)),
            KeepCornerstone(stack[0].id),
        ]
    events += [ChooseTiles(("1+",)), Reveal(tuple(each.id for each in pack))]
    events += [Act("place", "shop0", square=(1, 2)), Strike("pay"), Act("sell", "shop1")]
    standings = ENGINE.follow(given, Log(BOARD, tuple(events)))
    expected = [
        *["cornerstones", "keep"] * 3,
        *["tiles", "reveal", "act", "strike", "reveal"],
    ]
    assert expected == [each.due.next for each in standings]
    assert [4, 0, 3, 0, 2, 0, 0, 5, 0, 0, 4] == [each.due.shown for each in standings]
    assert ["to come"] * 8 + ["preventable", "strikes", "over"] == [
        each.due.disaster for each in standings
    ]
    assert [6] * 10 + [2] == [each.money for each in standings]
    last = standings[-1]
    assert (2, ("raw",), (0, 0)) == (last.due.income, last.due.buyable, last.due.routes_left)
    assert (1, 2, True) == (last.state.generation, last.state.turn, last.due.another_cornerstone)
    assert 3 == len(last.state.reserve)


def test_money_that_cannot_be_followed_is_taken_from_what_is_noted() -> None:
    given = catalogue(tile("shop"), tile("fair"), tile("mall", cost=9), sell_value=None)
    start = state(turn=6, disaster_over=True, tile_set=("1+",))
    events = (Reveal(("shop", "fair")), Act("sell", "shop"), Reveal(("mall",)), Act("sell", "mall"))
    unknown = Unknown("NEOM-ACT-SELL-1", "sell_value")
    report = ENGINE.check(given, Log(BOARD, events[:2], start))
    assert (None, ((1, unknown),)) == (report.money, report.unknown)
    noted = replace(events[1], claims=Claims(money=12))
    assert 12 == ENGINE.check(given, Log(BOARD, (events[0], noted), start)).money


def test_a_definite_fault_beats_unknown_money() -> None:
    given = catalogue(tile("shop"), tile("works", needs_goods=("steel",), roads=NO_ROADS))
    start = state(turn=6, disaster_over=True)
    void = catalogue(*given.tiles, start_money=None, good_price=ByTier(None, None, None))
    events = (Reveal(("shop", "works")), Act("place", "works", square=(1, 2), bought=("steel",)))
    report = ENGINE.check(void, Log(BOARD, events, start))
    assert {"NEOM-BUY-2", "NEOM-PLACE-3"} == {each.rule for each in report.violations}
    assert ((1, Unknown("NEOM-BUY-5", "good_price.processed")),) == report.unknown


def test_a_known_part_of_the_cost_that_is_too_much_is_a_fault() -> None:
    works = tile("works", needs_goods=("coal", "jewels"), cost=5)
    given = catalogue(works, tile("shop"), good_price=ByTier(2, 4, None))
    start = state(generation=3, turn=6, disaster_over=True)
    deck = catalogue(
        *(replace(each, deck="III") for each in given.tiles), good_price=ByTier(2, 4, None)
    )
    act = Act("place", "works", square=(1, 2), bought=("coal", "jewels"))
    report = ENGINE.check(deck, Log(BOARD, (Reveal(("works", "shop")), act), start))
    assert {"NEOM-REQ-1"} == {each.rule for each in report.violations}


def test_an_answer_to_an_unknown_disaster_is_judged_where_it_can_be() -> None:
    unknown = Disaster(pay=None, lose=Loss(1, "any"), protected_by=(), partial=None)
    given = catalogue(FLOOD, tile("shop"), tile("mall"), flood=unknown)
    start = state(city(C2="mall"), turn=6)
    events = (Reveal(("flood", "shop")), Act("sell", "shop"))
    lose = ENGINE.check(given, Log(BOARD, (*events, Strike("lose", ((1, 2),))), start))
    assert ((), ()) == (lose.violations, lose.unknown)
    both = ENGINE.check(given, Log(BOARD, (*events, Strike("lose", ((1, 2), (0, 2)))), start))
    assert {"NEOM-DISASTER-4"} == {each.rule for each in both.violations}
    pay = ENGINE.check(given, Log(BOARD, (*events, Strike("pay")), start))
    assert ((), None) == (pay.violations, pay.money)
    assert (2, Unknown("NEOM-DISASTER-4", "flood.pay")) in pay.unknown
