"""NEOM's second key on cases worked by hand: the edge cases of the rules, on tiny catalogues."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from verifier.errors import Illegal, Undecided
from verifier.neom.log import Act, Claims, End, Log, Reveal, Strike
from verifier.neom.model.key import NeomModel
from verifier.neom.parameters import ByTier, Disaster, Loss, Pollution, Target, Unknown
from verifier.neom.state import (
    CENTRE,
    City,
    DisasterAnswer,
    FirstAction,
    Outcome,
    Square,
    State,
    first_action,
    total,
)
from verifier.neom.tiles import Board, Effect, Good, Roads, Tile, TileCatalogue
from verifier.neom.tiles_document import demo_catalogue

MODEL = NeomModel()
DEMO = demo_catalogue()
ALL = Roads(north=True, east=True, south=True, west=True)
NONE = Roads(north=False, east=False, south=False, west=False)
NORTH_SOUTH = Roads(north=True, east=False, south=True, west=False)

PARAMETERS = replace(
    demo_catalogue().parameters,
    start_money=6,
    sell_value=5,
    good_price=ByTier(2, 3, 5),
    good_vp=ByTier(1, 2, 3),
    money_per_vp=2,
    money_rounding="down",
    requirements_read="before",
    cornerstones_counted="in_city",
    covered_centre="covering_tile",
    unlinked_tiles="count",
    disaster_before_income=True,
    required_structures=(),
)
OPEN_ROUTES = replace(
    PARAMETERS.trade_route, rows=(0, 1, 2, 3, 4), linked=False, scope="per_good", floor=1
)


def tile(name: str, kind: str = "public", deck: str = "I", **facts: Any) -> Tile:
    mark = "C" if deck == "C" else "1+"
    return Tile(name, deck, mark, kind, facts.pop("roads", ALL), **facts)  # type: ignore[arg-type]  # words


def catalogue(*tiles: Tile, **parameters: Any) -> TileCatalogue:
    return TileCatalogue(
        provenance="typed for a test",
        invented=True,
        parameters=replace(PARAMETERS, **parameters),
        goods=(
            Good("wood", "raw"),
            Good("coal", "raw"),
            Good("steel", "processed"),
            Good("gems", "luxury"),
        ),
        boards=(Board("b", "wood", ALL),),
        tiles=(tile("flood", "disaster", roads=NONE), tile("filler"), *tiles),
        complete=False,
    )


def state(tiles: dict[Square, str] | None = None, **facts: Any) -> State:
    given = {"tokens": frozenset({"wood"}), "money": 6, "reserve": frozenset(), **facts}
    city = City("b", tuple(sorted((tiles or {}).items())))
    return State(("1+",), city, **given)


def placed(cat: TileCatalogue, before: State, name: str) -> list[Outcome]:
    return [
        outcome
        for outcome in MODEL.outcomes(cat, before, (name, "filler"))
        if outcome.action.placed == name
    ]


# Roads and squares


def test_a_tile_beside_the_center_without_a_facing_road_is_not_linked() -> None:
    cat = catalogue(tile("ns", roads=NORTH_SOUTH))
    assert {(1, 2), (3, 2), CENTRE} == MODEL.squares(cat, City("b"), "ns")


def test_a_road_may_run_into_a_blank_edge_if_another_path_leads_to_the_center() -> None:
    cat = catalogue(tile("ns", roads=NORTH_SOUTH), tile("all"))
    city = City("b", (((1, 2), "ns"),))
    assert (1, 1) not in MODEL.squares(cat, city, "all")  # only a blank edge and no other path
    city = City("b", (((1, 2), "ns"), ((2, 1), "all")))
    assert (1, 1) in MODEL.squares(cat, city, "all")


def test_what_may_be_covered() -> None:
    kinds = ("industrial", "residential", "raw")
    cat = catalogue(*(tile(kind, kind) for kind in kinds), *(tile(f"new {k}", k) for k in kinds))
    city = City("b", (((1, 2), "residential"), ((2, 3), "raw"), ((3, 2), "industrial")))
    lying = {square for square, _ in city.tiles} | {CENTRE}
    assert {(2, 3), (3, 2), CENTRE} == MODEL.squares(cat, city, "new industrial") & lying
    assert {(2, 3), (1, 2), CENTRE} == MODEL.squares(cat, city, "new residential") & lying


def test_covering_the_center_may_cut_roads() -> None:
    cat = catalogue(tile("all"), tile("ns", roads=NORTH_SOUTH), tile("blank", roads=NONE))
    city = City("b", (((2, 1), "all"),))
    assert {(2, 1)} == MODEL.linked(cat, city)
    covered = city.with_tile(CENTRE, "ns")
    assert frozenset() == MODEL.linked(cat, covered)
    assert {CENTRE} == MODEL.squares(cat, city, "blank")
    strict = replace(PARAMETERS.overbuild, must_keep_links=True)
    cat = catalogue(tile("all"), tile("ns", roads=NORTH_SOUTH), overbuild=strict)
    assert CENTRE in MODEL.squares(cat, city, "ns")
    assert CENTRE in MODEL.squares(cat, City("b"), "ns")


def test_unknown_roads_matter_only_where_nothing_else_links() -> None:
    cat = catalogue(tile("?", roads=None), tile("all"))
    city = City("b", (((2, 1), "all"), ((2, 3), "all"), ((2, 4), "?")))
    assert {(2, 1), (2, 3)} <= MODEL.squares(cat, City("b", city.tiles[:2]), "all")
    with pytest.raises(Undecided, match=r"tiles/[?]/roads"):
        MODEL.linked(cat, city)


# Goods, prices, routes


@pytest.mark.parametrize(
    ("good", "generation", "allowed"),
    [
        ("coal", 1, True),
        ("steel", 1, False),
        ("steel", 2, True),
        ("gems", 2, False),
        ("gems", 3, True),
    ],
)
def test_what_may_be_bought(good: str, generation: int, allowed: bool) -> None:
    cat = catalogue(tile("new", needs_goods=(good,)))
    before = state(generation=generation, money=20)
    assert allowed == bool(placed(cat, before, "new"))
    produced = replace(before, tokens=frozenset({good}))
    assert placed(cat, produced, "new")


def spent(
    scope: str, price: int, goods: tuple[str, ...], **route: int
) -> dict[tuple[str, ...], int]:
    rule = replace(OPEN_ROUTES, **route, scope=scope)  # type: ignore[arg-type]  # words
    cat = catalogue(
        tile("new", needs_goods=goods), tile("all"),
        good_price=ByTier(price, price, price), trade_route=rule,
    )  # fmt: skip
    before = state({(2, 0): "all", (2, 4): "all", (2, 1): "all", (2, 3): "all"}, generation=3,
                   money=40, tokens=frozenset())  # fmt: skip
    return {o.action.routes: o.paid for o in placed(cat, before, "new")}


def test_both_routes_on_one_good_never_go_below_the_floor() -> None:
    one, other, both = ("west",), ("east",), ("west", "east")
    assert {(): 5, one: 4, other: 4, both: 3} == spent("per_good", 5, ("coal",))
    assert {(): 2, one: 1, other: 1} == spent("per_good", 2, ("coal",))
    assert {(): 1} == spent("per_good", 1, ("coal",))


def test_two_goods_take_a_use_each() -> None:
    assert 2 == spent("per_good", 2, ("coal", "wood"))["west", "east"]
    assert 2 == spent("per_purchase", 2, ("coal", "wood"))["west", "east"]
    assert 1 == spent("per_purchase", 1, ("coal", "wood"))[("west",)]
    assert ("west", "east") not in spent("per_purchase", 1, ("coal", "wood"))


def test_the_least_is_paid_where_uses_can_be_spread_in_several_ways() -> None:
    # Prices 4 and 4, discount 2, floor 1: steps of 2 and 1 on each good.
    paid = spent("per_good", 4, ("coal", "wood"), discount=2, per_generation=2)
    assert {0: 8, 1: 6, 2: 4, 3: 3, 4: 2} == {len(routes): paid[routes] for routes in paid}


def test_covering_the_only_producer_loses_the_token() -> None:
    cat = catalogue(tile("mine", "raw", produces=("coal",)), tile("new"))
    before = state({(1, 2): "mine"}, tokens=frozenset({"wood", "coal"}))
    after = {o.action.square: o.after.tokens for o in placed(cat, before, "new")}
    assert {"wood"} == after[1, 2]
    assert {"coal"} == after[CENTRE]
    assert {"wood", "coal"} == after[2, 1]


def test_requirements_read_before_or_after_the_tile_lies() -> None:
    own = tile("new", needs_goods=("coal",), produces=("coal",))
    assert not placed(catalogue(own), state(money=1), "new")
    assert placed(catalogue(own, requirements_read="after"), state(money=1), "new")


# Cornerstones


def test_the_cap_of_cornerstones() -> None:
    corners = [tile(f"c{number}", deck="C") for number in range(3)]
    cat = catalogue(*corners)
    before = state({(1, 2): "c0"}, reserve=frozenset({"c1"}), cornerstones_placed=1)
    over = {o.action.square for o in placed(cat, before, "c1")}
    assert {(1, 2)} == over  # only over the other one
    assert {(1, 2), (2, 1)} <= {
        o.action.square for o in placed(cat, replace(before, generation=2), "c1")
    }
    ever = catalogue(*corners, cornerstones_counted="ever_placed")
    assert not placed(ever, before, "c1")


# Disasters


def disasters(**facts: Any) -> Disaster:
    given: dict[str, Any] = {"pay": False, "lose": False, "protected_by": (), "partial": "nothing"}
    return Disaster(**{**given, **facts})


def answers(
    cat: TileCatalogue, before: State, *pack: str
) -> set[tuple[str, str, tuple[Square, ...]]]:
    return {
        (o.action.kind, a.kind if (a := o.action.disaster) else "", a.squares if a else ())
        for o in MODEL.outcomes(cat, before, pack)
        if o.action.kind != "place"
    }


def test_the_disaster_is_prevented_in_packs_1_to_3_and_strikes_later() -> None:
    cat = catalogue(flood=disasters(pay=4))
    assert {("prevent", "", ()), ("sell", "pay", ())} == answers(cat, state(), "flood", "filler")
    late = state(turn=4)
    assert {("sell", "pay", ())} == answers(cat, late, "flood", "filler")
    assert {("sell", "pay", ())} == answers(cat, state(turn=7), "filler")
    assert {("sell", "", ())} == answers(cat, state(turn=7, disaster_over=True), "filler")


def test_a_protecting_tile_helps_on_the_turn_it_is_placed() -> None:
    station = tile("station", tags=("fire_station",))
    protected_by = disasters(pay=1, protected_by=("fire_station",))
    cat = catalogue(station, flood=protected_by, fire=protected_by)
    for generation, kept in ((1, "pay"), (2, "protected")):  # nothing protects against the Flood
        before = state(turn=5, generation=generation)
        kinds = {
            (o.action.placed, o.action.disaster.kind)
            for o in MODEL.outcomes(cat, before, ("flood", "station"))
            if o.action.disaster
        }
        assert {("station", kept), ("", "pay")} == kinds


def test_losses_are_all_choices_of_so_many_squares() -> None:
    cat = catalogue(flood=disasters(lose=Loss(2, "any"), partial="tiles"))
    lying: dict[Square, str] = {(1, 2): "filler", (2, 1): "filler", CENTRE: "filler"}
    found = answers(cat, state(lying, turn=4), "flood", "filler")
    pairs = {((1, 2), (2, 1)), ((1, 2), CENTRE), ((2, 1), CENTRE)}
    assert {("sell", "lose", pair) for pair in pairs} == found
    few = answers(cat, state({(1, 2): "filler"}, turn=4), "flood", "filler")
    assert {("sell", "lose", ((1, 2),))} == few


def test_a_lost_tile_on_the_center_uncovers_it() -> None:
    cat = catalogue(tile("mine", "raw", produces=("coal",)), flood=disasters(lose=Loss(1, "raw")))
    before = state({CENTRE: "mine"}, turn=4, tokens=frozenset({"coal"}))
    (after,) = {
        o.after.tokens
        for o in MODEL.outcomes(cat, before, ("flood", "filler"))
        if o.action.kind == "sell"
    }
    assert {"wood"} == after


@pytest.mark.parametrize(("strike_first", "possible"), [(True, "nothing"), (False, "pay")])
def test_income_of_turn_7_may_pay_for_the_disaster(strike_first: bool, possible: str) -> None:
    shop = tile("shop", "commercial", income=8)
    cat = catalogue(shop, flood=disasters(pay=12), disaster_before_income=strike_first)
    before = state({(1, 2): "shop"}, turn=7, money=0)
    assert {("sell", possible, ())} == answers(cat, before, "filler")


# Scores


def points(cat: TileCatalogue, before: State) -> dict[str, int | None]:
    return {heading.name: heading.points for heading in MODEL.score(cat, before)}


def test_pollution_by_pairs_and_tiles() -> None:
    mill, home = tile("mill", "industrial"), tile("home", "residential")
    lying: dict[Square, str] = {(0, 0): "mill", (0, 1): "home", (1, 1): "home", (4, 4): "home"}
    counted = {}
    for unit in ("pair", "residential", "industrial"):
        rule = Pollution(Target(type="industrial"), "orth+diag", unit, -3)
        counted[unit] = points(catalogue(mill, home, pollution=rule), state(lying))["pollution"]
    assert {"pair": -6, "residential": -6, "industrial": -3} == counted


def test_neighbourhoods_by_size() -> None:
    rule = replace(PARAMETERS.neighbourhood, adjacency="orth", vp_by_size=(0, 2, 5))
    cat = catalogue(tile("home", "residential"), neighbourhood=rule)
    groups: tuple[Square, ...] = ((0, 0), (0, 1), (2, 0), (3, 0), (4, 0), (4, 1), (1, 4))
    assert 7 == points(cat, state(dict.fromkeys(groups, "home")))["neighbourhoods"]


def test_odd_money_needs_the_rounding_and_even_money_does_not() -> None:
    cat = catalogue(money_rounding=None)
    assert 3 == points(cat, state(money=6))["money"]
    (heading,) = (h for h in MODEL.score(cat, state(money=7)) if h.name == "money")
    assert (Unknown("NEOM-SCORE-5", "money_rounding"),) == heading.unknown
    assert total(MODEL.score(cat, state(money=7))) is None


def test_income_of_the_last_turn_comes_before_the_score() -> None:
    shop = tile("shop", "commercial", "III", income=3, cost=1)
    cat = catalogue(shop, tile("last", deck="III"))
    before = state(generation=3, turn=7, disaster_over=True, money=1)
    ends = {o.after.money for o in placed(cat, before, "shop")}
    assert {3} == ends
    assert all(o.after.ended for o in placed(cat, before, "shop"))


def test_effects_count_neighbours_tiles_and_the_bare_center() -> None:
    by_raw = Effect("vp_per_neighbour", 2, Target(type="raw"), "orth")
    by_tag = Effect("vp_per_count", 3, Target(tag="power"))
    plant = tile("plant", effects=(Effect("power"), by_raw, by_tag))
    yes, no = (catalogue(plant, centre_counts_as_raw=counts) for counts in (True, False))
    before = state({(1, 2): "plant"})
    assert 5 == points(yes, before)["conditional"]
    assert 3 == points(no, before)["conditional"]


# Logs


def rules(cat: TileCatalogue, start: State, *events: Any) -> set[str]:
    return {violation.rule for violation in MODEL.check(cat, Log("b", events, start)).violations}


DECK = tuple(tile(f"t{number}", cost=0) for number in range(6))


def test_the_disaster_leaves_no_other_action() -> None:
    cat = catalogue(*DECK)
    start = state(turn=3)
    pack = Reveal(("flood", "t0", "t1", "t2"))
    assert {"NEOM-SOLO-DIS-2"} == rules(cat, start, pack, Act("sell", "flood"))
    assert set() == rules(cat, start, pack, Act("prevent", "flood"))
    late = replace(start, turn=4)
    pack = Reveal(("flood", "t0", "t1"))
    assert {"NEOM-SOLO-DIS-4"} == rules(cat, late, pack, Act("prevent", "flood"))
    both = {"NEOM-SOLO-DIS-2", "NEOM-SOLO-DIS-4"}
    assert both == rules(cat, late, pack, Act("sell", "flood"))


def test_a_strike_that_is_due_may_not_be_left_out() -> None:
    cat = catalogue(*DECK, flood=disasters(pay=1))
    pack, sell = Reveal(("t0", "t1")), Act("sell", "t0")
    start = state(turn=7)
    found = rules(cat, start, pack, sell, Reveal(("t2",) * 5))
    assert {"NEOM-SOLO-DIS-5", "NEOM-SOLO-TURN-1"} == found
    assert set() == rules(cat, start, pack, sell, Strike("pay"))
    assert {"NEOM-DISASTER-4"} == rules(cat, start, pack, sell, Strike("nothing"))
    assert {"NEOM-DISASTER-5"} == rules(cat, start, pack, sell, Strike("protected"))
    assert {"NEOM-SOLO-DIS-6"} == rules(cat, start, pack, Strike("pay"))


def test_all_rules_that_an_act_breaks_are_reported() -> None:
    dear = tile("dear", cost=50, needs_goods=("steel",), needs_tiles=("power",), roads=NONE)
    cat = catalogue(*DECK, dear)
    act = Act("place", "dear", square=(0, 0), bought=("steel", "wood"), routes=("west",))
    found = rules(cat, state(turn=6), Reveal(("dear", "t0")), act)
    expected = {"REQ-1", "REQ-2", "BUY-1", "BUY-2", "TRADE-3", "PLACE-3"}
    assert {f"NEOM-{rule}" for rule in expected} == found


def test_an_illegality_that_is_certain_beats_what_is_unknown() -> None:
    dear = tile("dear", cost=None, needs_goods=("coal",))
    cat = catalogue(*DECK, dear)
    act = Act("place", "dear", square=(1, 2), bought=("coal",))
    log = Log("b", (Reveal(("dear", "t0")), act), state(turn=6))
    report = MODEL.check(cat, log)
    assert ((), ((1, Unknown("NEOM-REQ-1", "tiles/dear/cost")),), None) == (
        report.violations, report.unknown, report.money,
    )  # fmt: skip
    poor = Log("b", log.events, state(turn=6, money=1))
    assert ["NEOM-REQ-1"] == [violation.rule for violation in MODEL.check(cat, poor).violations]


def test_unknown_money_is_followed_again_once_it_was_noted() -> None:
    cat = catalogue(*DECK, sell_value=None)
    start = state(turn=6, disaster_over=True)
    events = (Reveal(("t0", "t1")), Act("sell", "t0", claims=Claims(money=9)), Reveal(("t2", "t3")))
    report = MODEL.check(cat, Log("b", events, start))
    assert ((1, Unknown("NEOM-ACT-SELL-2", "sell_value")),) == report.unknown
    assert 9 == report.money
    unnoted = MODEL.check(cat, Log("b", (Reveal(("t0", "t1")), Act("sell", "t0")), start))
    assert unnoted.money is None


def test_what_was_noted_wrongly_is_a_difference() -> None:
    cat = catalogue(tile("last", deck="III"), tile("other", deck="III"))
    start = state(generation=3, turn=7, disaster_over=True)
    act = Act("sell", "last", claims=Claims(money=10, tokens=frozenset()))
    end = End((("goods", 2),), 6)
    report = MODEL.check(cat, Log("b", (Reveal(("last", "other")), act, end), start))
    assert () == report.violations
    assert [(1, "money"), (1, "tokens"), (2, "goods")] == [
        (difference.event, difference.what) for difference in report.differences
    ]


# Last turns


def best(
    cat: TileCatalogue, before: State, *packs: tuple[str, ...], income: bool = False
) -> dict[tuple[str, Square | None], int]:
    found = MODEL.best_by_first_action(cat, before, packs, income_at_end=income)
    return {(action.placed or action.kind, action.square): most for action, most in found.items()}


def test_selling_or_a_tile_of_so_many_points_on_the_last_turn() -> None:
    # With 7 pounds: selling brings 12, 6 points; the tile leaves 4, 2 points, and its own.
    for vp, expected in ((3, 5), (5, 7)):
        cat = catalogue(tile("tower", deck="III", cost=3, vp=vp), tile("other", deck="III", vp=-9))
        last = state(generation=3, turn=7, disaster_over=True, money=7, tokens=frozenset())
        found = best(cat, last, ("tower", "other"))
        assert {6} == {most for (what, _), most in found.items() if what == "sell"}
        assert {expected} == {most for (what, _), most in found.items() if what == "tower"}


def test_the_first_of_two_turns_prepares_the_second() -> None:
    # The mill needs steel, which only the works can bring: the money does not last to buy it.
    works = tile("works", "industrial", produces=("steel",), cost=1, vp=0)
    mill = tile("mill", cost=4, vp=9, needs_goods=("steel",))
    cat = catalogue(works, mill, tile("rest", cost=99), good_price=ByTier(2, 30, 5))
    before = state(turn=5, generation=2, disaster_over=True, money=5, tokens=frozenset())
    cat = replace(cat, tiles=tuple(replace(each, deck="II") for each in cat.tiles))
    found = best(cat, before, ("works", "rest"), ("mill", "rest"))
    # The steel's token is worth 2; sold twice, 5 + 5 + 5 pounds are worth 7.
    assert {11} == {most for (what, _), most in found.items() if what == "works"}
    assert 7 == found["sell", None]


def test_the_order_that_covers_the_producer_last_is_found() -> None:
    mine = tile("mine", "raw", produces=("coal",))
    needs = tile("needs", cost=0, needs_goods=("coal",), vp=5)
    covers = tile("covers", cost=0, vp=6, roads=NONE)
    cat = catalogue(mine, needs, covers, good_price=ByTier(90, 90, 90), sell_value=0)
    # Without roads it can lie nowhere but on the Center.
    before = state(turn=5, money=0, disaster_over=True, tokens=frozenset({"coal"}))
    before = replace(before, city=City("b", ((CENTRE, "mine"),)))
    found = best(cat, before, ("needs", "covers"), ("needs", "covers"))
    assert 11 == max(most for (what, _), most in found.items() if what == "needs")
    assert 6 == found["covers", CENTRE]


def test_a_disaster_on_the_way_is_answered_as_well_as_can_be() -> None:
    cat = catalogue(
        tile("poor", vp=1), tile("rich", vp=7), tile("new", cost=99),
        flood=disasters(pay=6, lose=Loss(1, "any")), sell_value=0,
    )  # fmt: skip
    before = state({(1, 2): "poor", (2, 1): "rich"}, turn=4, money=6, tokens=frozenset())
    assert 10 == best(cat, before, ("new", "filler"), ("flood", "new"))["sell", None]
    needy = replace(before, money=4)
    assert 9 == best(cat, needy, ("new", "filler"), ("flood", "new"))["sell", None]


def test_income_at_the_end_of_a_question_comes_once() -> None:
    cat = catalogue(tile("shop", income=4), tile("new", cost=99), sell_value=0)
    for turn, income, expected in ((6, False, 0), (6, True, 2), (7, True, 2), (7, False, 2)):
        before = state({(1, 2): "shop"}, turn=turn, money=0, tokens=frozenset(), disaster_over=True)
        assert expected == best(cat, before, ("new",), income=income)["sell", None]


def test_last_turns_name_what_nobody_has_stated() -> None:
    cat = catalogue(tile("new", vp=None))
    with pytest.raises(Undecided, match="tiles/new/vp"):
        best(cat, state(disaster_over=True), ("filler",), ("new",))


@pytest.mark.parametrize("seed", [1, 3])
def test_the_optimum_of_two_turns_is_that_of_playing_all_of_them_out(seed: int) -> None:
    rng = Random(seed)
    deck = [each.id for each in DEMO.tiles if each.deck == "II"]
    packs = [tuple(rng.sample(deck, 3)) for _ in range(7)]
    now = State(("1+",), City("harbour"), frozenset({"wood"}), 30, frozenset(), generation=2)
    for pack in packs[:5]:
        outcomes = sorted(MODEL.outcomes(DEMO, now, pack), key=repr)
        built = [outcome for outcome in outcomes if outcome.action.placed]
        now = rng.choice(built or outcomes).after
    expected: dict[FirstAction, int] = {}
    for first in MODEL.outcomes(DEMO, now, packs[5]):
        action = first_action(first.action)
        for second in MODEL.outcomes(DEMO, first.after, packs[6]):
            most = total(MODEL.score(DEMO, second.after))
            assert most is not None
            expected[action] = max(most, expected.get(action, most))
    assert expected == MODEL.best_by_first_action(DEMO, now, tuple(packs[5:]))


# Packs

FIRST = [each.id for each in DEMO.tiles if each.deck == "I" and each.mark == "1+"]


def test_an_unseen_tile_can_be_wherever_a_place_is_free() -> None:
    seen = {1: FIRST[:5], 2: FIRST[5:9], 5: FIRST[9:11]}
    found = MODEL.where_tiles_can_be(DEMO, ("1+",), 1, seen)
    assert {frozenset({3, 4, 5, 6, 7, 8})} == {found[tile] for tile in FIRST[11:]}
    assert [{1}, {2}, {5}] == [found[FIRST[place]] for place in (4, 8, 10)]


def test_the_last_tile_is_known_by_elimination() -> None:
    sizes = (5, 4, 4, 3, 3, 2, 2)
    starts = [sum(sizes[:number]) for number in range(7)]
    seen = {n: FIRST[at : at + sizes[n - 1]] for n, at in enumerate(starts, 1)}
    assert {8} == MODEL.where_tiles_can_be(DEMO, ("1+",), 1, seen)[FIRST[-1]]
    del seen[7]
    assert {7, 8} == MODEL.where_tiles_can_be(DEMO, ("1+",), 1, seen)[FIRST[-1]]


@pytest.mark.parametrize(
    "seen", [{1: FIRST[:6]}, {1: FIRST[:1], 2: FIRST[:1]}, {1: ["demo-I-99"]}, {1: ["demo-II-02"]}]
)
def test_packs_that_no_deal_gives_are_refused(seen: dict[int, list[str]]) -> None:
    with pytest.raises(Illegal):
        MODEL.where_tiles_can_be(DEMO, ("1+",), 1, seen)


# Answers that need what nobody has stated


def test_outcomes_name_the_missing_parameter() -> None:
    with pytest.raises(Undecided, match="sell_value") as caught:
        MODEL.outcomes(catalogue(sell_value=None), state(), ("filler",))
    assert "NEOM-ACT-SELL-2" == caught.value.rule


def test_an_answer_to_the_disaster_is_named_as_it_is() -> None:
    cat = catalogue(flood=disasters(pay=0))
    found = {o.action.disaster for o in MODEL.outcomes(cat, state(turn=7), ("filler",))}
    assert {DisasterAnswer("pay")} == found
