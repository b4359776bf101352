"""Rules of NEOM that few random games show, by each key alone; mutants found them untested."""

from __future__ import annotations

import pytest

from tests.neom_agreement import keys_compared
from tests.neom_small import ACROSS, BOARD, NO_ROADS, catalogue, city, cornerstone, state, tile
from verifier.neom.key import Key
from verifier.neom.log import (
    Act,
    ChooseTiles,
    Event,
    KeepCornerstone,
    Log,
    Reveal,
    RevealCornerstones,
    Strike,
)
from verifier.neom.state import square_name
from verifier.neom.tiles import Effect

KEYS = {key.name: key for key in keys_compared()}


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> Key:
    return KEYS[request.param]


def test_no_road_goes_around_the_board(key: Key) -> None:
    row = [tile(name, roads=ACROSS) for name in ("one", "two", "three")]
    laid = city(D3="one", E3="two", A4="three")
    linked = key.linked(catalogue(*row), laid)
    assert {"D3", "E3"} == {square_name(square) for square in linked}


def test_a_tile_that_ignores_pollution_is_not_polluted(key: Key) -> None:
    works = tile("works", "industrial")
    home, shielded = (
        tile(name, "residential", effects=effects)
        for name, effects in (("home", ()), ("shielded", (Effect("ignore_pollution"),)))
    )
    given = catalogue(works, home, shielded)
    points = {
        name: next(
            each.points
            for each in key.score(given, state(city(C2="works", D2=name)))
            if each.name == "pollution"
        )
        for name in ("home", "shielded")
    }
    assert {"home": -1, "shielded": 0} == points


@pytest.mark.parametrize(("strike_first", "money"), [(True, 0), (False, 3)])
def test_a_lost_tile_brings_income_only_if_that_comes_first(
    key: Key, *, strike_first: bool, money: int
) -> None:
    flood = tile("flood", "disaster", roads=NO_ROADS)
    given = catalogue(
        flood, tile("shop", income=3), tile("mall"), disaster_before_income=strike_first
    )
    start = state(city(C2="shop"), money=0, turn=7, tile_set=("1+",))
    events = (Reveal(("flood", "mall")), Act("sell", "mall"), Strike("lose", ((1, 2),)))
    report = key.check(given, Log(BOARD, events, start))
    assert ((), 5 + money) == (report.violations, report.money)


def test_the_tiles_are_chosen_after_the_third_cornerstone(key: Key) -> None:
    stones = [f"stone {number}" for number in range(7)]
    events: tuple[Event, ...] = (
        RevealCornerstones(tuple(stones[:4])),
        KeepCornerstone(stones[0]),
        RevealCornerstones(tuple(stones[4:])),
        KeepCornerstone(stones[4]),
        ChooseTiles(("1+",)),
    )
    given = catalogue(*(cornerstone(stone) for stone in stones))
    report = key.check(given, Log(BOARD, events))
    assert [(4, "NEOM-SOLO-CONFIG-1")] == [(each.event, each.rule) for each in report.violations]


@pytest.mark.parametrize(("square", "points"), [("A1", 4), ("B1", 0), ("E5", 4)])
def test_a_corner_is_more_than_a_square_at_the_border(key: Key, square: str, points: int) -> None:
    effect = Effect("vp_if_position", 4, position="corner")
    given = catalogue(tile("tower", "public", effects=(effect,)))
    score = key.score(given, state(city(**{square: "tower"})))
    assert [points] == [each.points for each in score if each.name == "conditional"]


@pytest.mark.parametrize(("used", "rules"), [((0, 0), []), ((1, 0), ["NEOM-TRADE-3"])])
def test_a_route_that_was_used_is_closed_until_the_next_generation(
    key: Key, used: tuple[int, int], rules: list[str]
) -> None:
    piers = [tile(name, roads=ACROSS) for name in ("pier", "jetty")]
    mills = [tile(name, needs_goods=("coal",)) for name in ("mill", "kiln")]
    start = state(city(A3="pier", B3="jetty"), turn=7, routes_used=used, disaster_over=True)
    act = Act("place", "mill", square=(2, 3), bought=("coal",), routes=("west",))
    log = Log(BOARD, (Reveal(("mill", "kiln")), act), start)
    report = key.check(catalogue(*piers, *mills), log)
    assert rules == [each.rule for each in report.violations]


@pytest.mark.parametrize(
    ("unknown", "money", "points"),
    [
        ("money_rounding", 6, 3),
        ("money_rounding", 7, None),
        ("money_per_vp", 0, 0),
        ("money_per_vp", 4, None),
    ],
)
def test_what_does_not_matter_for_so_much_money_may_be_unknown(
    key: Key, unknown: str, money: int, points: int | None
) -> None:
    given = catalogue(**{unknown: None})
    (heading,) = (each for each in key.score(given, state(money=money)) if each.name == "money")
    assert points == heading.points
    assert [] == [each for each in heading.unknown if each.parameter != unknown]


def test_an_empty_pack_is_one_from_which_nothing_can_be_selected(key: Key) -> None:
    log = Log(BOARD, (Reveal(()), Act("sell", "inn")), state())
    broken = {(each.event, each.rule) for each in key.check(catalogue(tile("inn")), log).violations}
    assert {(0, "NEOM-SOLO-PACK-6"), (1, "NEOM-SOLO-TURN-2")} == broken
