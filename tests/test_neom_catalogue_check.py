"""Every contradiction in a catalogue of NEOM is named, with its place and rule, all of them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from verifier.documents import schemas
from verifier.documents.validators import validator
from verifier.errors import Malformed
from verifier.neom.catalogue import CATALOGUE
from verifier.neom.tiles_document import (
    catalogue_from_json,
    catalogue_to_json,
    checked_document,
    demo_catalogue,
)

DEMO = catalogue_to_json(demo_catalogue())
NUMBERS = {tile["id"]: number for number, tile in enumerate(DEMO["tiles"])}
FIRST, STEEL, FLOOD = "demo-I-03", "demo-I-18", "demo-I-01"


def changed(change: Callable[[Any], object]) -> Any:
    document = copy.deepcopy(DEMO)
    change(document)
    return document


def tile(document: Any, name: str) -> Any:
    return document["tiles"][NUMBERS[name]]


def at(name: str, rest: str = "") -> str:
    return f"/tiles/{NUMBERS[name]}{rest}"


def told(document: Any) -> set[tuple[str, str]]:
    return {(fault.where, fault.rule) for fault in checked_document(document).faults}


def test_the_demo_has_no_faults() -> None:
    assert () == checked_document(DEMO).faults


Change = Callable[[Any], object]


def put(name: str, **fields: Any) -> Change:
    return lambda document: tile(document, name).update(fields)


def params(**fields: Any) -> Change:
    return lambda document: document["params"].update(fields)


def effect(**fields: Any) -> Change:
    return put(FIRST, effects=[fields])


FAULTS: dict[str, tuple[Change, set[tuple[str, str]]]] = {
    "a tile too few": (lambda d: d["tiles"].pop(NUMBERS[FIRST]), {("/tiles", "NEOM-COMP-2")}),
    "a Cornerstone too few": (lambda d: d["tiles"].pop(), {("/tiles", "NEOM-COMP-1")}),
    "a mark too often": (put(FIRST, mark="1+"), {("/tiles", "NEOM-COMP-2")}),
    "an id twice": (put(FIRST, id="demo-I-02"), {(at(FIRST, "/id"), "NEOM-COMP-12")}),
    "no Disaster": (
        put(FLOOD, type="public", roads=dict.fromkeys("NESW", True)),
        {("/tiles", "NEOM-DISASTER-1")},
    ),
    "a second Disaster": (
        lambda d: d["tiles"].__setitem__(
            NUMBERS["demo-II-02"],
            {"id": "demo-II-02", "deck": "II", "mark": "1+", "type": "disaster"},
        ),
        {("/tiles", "NEOM-DISASTER-1")},
    ),
    "a Disaster among the Cornerstones": (
        lambda d: d["tiles"].__setitem__(
            -1, {"id": "demo-C-30", "deck": "C", "mark": "C", "type": "disaster"}
        ),
        {("/tiles/149/deck", "NEOM-DISASTER-1")},
    ),
    "a Disaster marked 4+": (
        lambda d: (put(FLOOD, mark="4+")(d), put(FIRST, mark="1+")(d)),
        {(at(FLOOD, "/mark"), "NEOM-DISASTER-2")},
    ),
    "a Disaster with roads and a cost": (
        put(FLOOD, roads=dict.fromkeys("NESW", True), cost=3),
        {(at(FLOOD, "/roads"), "NEOM-SOLO-DIS-2"), (at(FLOOD, "/cost"), "NEOM-SOLO-DIS-2")},
    ),
    "a mark of a Cornerstone in a deck": (
        put(FIRST, mark="C"),
        {(at(FIRST, "/mark"), "NEOM-COMP-2"), ("/tiles", "NEOM-COMP-2")},
    ),
    "an unknown good": (
        put(FIRST, needs_goods=["wood", "stele"]),
        {(at(FIRST, "/needs_goods/1"), "NEOM-REQ-1")},
    ),
    "an unknown good produced": (
        put(FIRST, produces=["stele"]),
        {(at(FIRST, "/produces/0"), "NEOM-GOOD-2")},
    ),
    "a tile that is turned": (put(FIRST, rotation=90), {(at(FIRST, "/rotation"), "NEOM-PLACE-1")}),
    "a raw-material tile with steel": (
        put("demo-I-26", produces=["iron_ore", "steel"]),
        {(at("demo-I-26", "/produces/1"), "NEOM-COMP-9")},
    ),
    "a good too many": (
        lambda d: d["goods"].append({"id": "silk", "tier": "luxury"}),
        {("/goods", "NEOM-COMP-3")},
    ),
    "a good twice": (
        lambda d: d["goods"].__setitem__(-1, {"id": "clockwork", "tier": "luxury"}),
        {("/goods/16/id", "NEOM-COMP-3")}
        | {
            (f"/tiles/{number}/{key}/{place}", rule)
            for number, each in enumerate(DEMO["tiles"])
            for key, rule in (("needs_goods", "NEOM-REQ-1"), ("produces", "NEOM-GOOD-2"))
            for place, good in enumerate(each.get(key, ()))
            if good == "perfume"
        },
    ),
    "a board with steel": (
        lambda d: d["boards"][0].update(good="steel"),
        {("/boards/0/good", "NEOM-COMP-7")},
    ),
    "five boards": (lambda d: d["boards"].pop(), {("/boards", "NEOM-COMP-5")}),
    "a board twice": (
        lambda d: d["boards"][1].update(id="harbour"),
        {("/boards/1/id", "NEOM-COMP-5")},
    ),
    "a good that only a later Generation has": (
        put(FIRST, needs_goods=["clockwork"]),
        {(at(FIRST, "/needs_goods/0"), "NEOM-BUY-2")},
    ),
    "a good that only its consumer makes": (
        lambda d: (
            [
                each.update(produces=["paper"] if each["id"] == "demo-II-27" else [])
                for each in d["tiles"]
                if {"perfume"} & set(each.get("produces", ()))
            ]
            and put("demo-II-28", needs_goods=["perfume"], produces=["coal"])(d)
        ),
        {
            (at("demo-II-28", "/needs_goods/0"), "NEOM-BUY-3"),
            (at("demo-II-40", "/needs_goods/0"), "NEOM-BUY-3"),
        },
    ),
    "needed tiles that are not there": (
        put(FIRST, needs_tiles=["dweling"]),
        {(at(FIRST, "/needs_tiles/0"), "NEOM-REQ-2")},
    ),
    "a tag that is an id": (
        put(FIRST, id="dwelling"),
        {
            (f"/tiles/{number}/needs_tiles/{place}", "NEOM-REQ-2")
            for number, each in enumerate(DEMO["tiles"])
            for place, needed in enumerate(each.get("needs_tiles", ()))
            if needed == "dwelling"
        },
    ),
    "pollution that brings points": (
        params(pollution=DEMO["params"]["pollution"] | {"vp": 1}),
        {("/params/pollution/vp", "NEOM-SCORE-6")},
    ),
    "a penalty below 0": (
        params(required_structures=[{"tag": "power", "penalty": -5}]),
        {("/params/required_structures/0/penalty", "NEOM-SCORE-7")},
    ),
    "a required tag that no tile has": (
        params(required_structures=[{"tag": "powr", "penalty": 5}]),
        {("/params/required_structures/0/tag", "NEOM-SCORE-7")},
    ),
    "protection by a tag that no tile has": (
        params(fire=DEMO["params"]["fire"] | {"protected_by": ["fire_staton"]}),
        {("/params/fire/protected_by/0", "NEOM-DISASTER-5")},
    ),
    "protection against the Flood": (
        params(flood=DEMO["params"]["flood"] | {"protected_by": ["police"]}),
        {("/params/flood/protected_by", "NEOM-DISASTER-5")},
    ),
    "an effect that protects against the Flood": (
        effect(kind="protect", disaster="flood"),
        {(at(FIRST, "/effects/0/disaster"), "NEOM-DISASTER-5")},
    ),
    "luxury goods cheaper than raw ones": (
        params(good_price={"raw": 5, "processed": 4, "luxury": 3}),
        {("/params/good_price", "NEOM-BUY-5")},
    ),
    "luxury goods as cheap as raw ones": (
        params(good_price={"raw": 5, "processed": 5, "luxury": 5}),
        {("/params/good_price", "NEOM-BUY-5")},
    ),
    "luxury goods that bring no more points than raw ones": (
        params(good_vp={"raw": 4, "processed": 3, "luxury": 4}),
        {("/params/good_vp", "NEOM-SCORE-4")},
    ),
    "two titles for the same points": (
        params(solo_table=[{"points": 9, "title": "a"}, {"points": 9, "title": "b"}]),
        {("/params/solo_table/1/points", "NEOM-END-2")},
    ),
    "an effect on a tag that no tile has": (
        effect(kind="vp_per_count", amount=1, target={"tag": "parc"}),
        {(at(FIRST, "/effects/0/target/tag"), "NEOM-SCORE-2")},
    ),
    "an effect without its target": (
        effect(kind="vp_per_count", amount=1),
        {(at(FIRST, "/effects/0"), "")},
    ),
    "an effect with another one's field": (
        effect(kind="money_now", amount=1, tier="raw"),
        {(at(FIRST, "/effects/0"), "")},
    ),
    "an effect of two targets": (
        effect(kind="vp_per_count", amount=1, target={"tag": "police", "type": "raw"}),
        {(at(FIRST, "/effects/0/target"), "")},
    ),
    "paying that is 'true'": (
        params(crime=DEMO["params"]["crime"] | {"pay": True}),
        {("/params/crime/pay", "NEOM-DISASTER-4")},
    ),
    "no roads": (lambda d: tile(d, FIRST).pop("roads"), {(at(FIRST), "")}),
    "another game": (lambda d: d.update(game="house"), {("/game", "")}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_by_place_and_rule(name: str) -> None:
    change, expected = FAULTS[name]
    faults = checked_document(changed(change)).faults
    assert expected == {(fault.where, fault.rule) for fault in faults}
    assert all(len(str(fault)) < 600 for fault in faults)


def test_the_rules_named_are_in_the_catalogue() -> None:
    rules = {rule for _, faults in FAULTS.values() for _, rule in faults}
    assert rules - {""} <= {rule.id for rule in CATALOGUE.rules}


def test_all_faults_are_named_together() -> None:
    def change(document: Any) -> None:
        put(FIRST, needs_goods=["stele"])(document)
        put("demo-I-05", id="demo-I-02")(document)
        document["boards"].pop()

    expected = {
        (at(FIRST, "/needs_goods/0"), "NEOM-REQ-1"),
        (at("demo-I-05", "/id"), "NEOM-COMP-12"),
        ("/boards", "NEOM-COMP-5"),
    }
    assert expected == told(changed(change))


def test_a_small_catalogue_is_not_counted() -> None:
    def change(document: Any) -> None:
        document["complete"] = False
        document["tiles"] = [tile(document, FIRST) | {"needs_goods": ["clockwork"]}]
        document["boards"] = document["boards"][:1]

    small = changed(change)
    assert set() == told(small)
    assert not catalogue_from_json(small).complete
    del small["complete"]
    rules = {rule for _, rule in told(small)}
    assert {"NEOM-COMP-1", "NEOM-COMP-2", "NEOM-COMP-5", "NEOM-DISASTER-1", "NEOM-BUY-2"} <= rules


def test_unknown_values_contradict_nothing() -> None:
    unknown = ("roads", "cost", "needs_goods", "needs_tiles", "produces", "effects", "tags", "vp")

    def change(document: Any) -> None:
        document["params"] = {}
        for each in document["tiles"]:
            if each["type"] != "disaster":
                each.update(dict.fromkeys(unknown))

    assert set() == told(changed(change))


def test_a_catalogue_with_faults_is_not_read() -> None:
    def change(document: Any) -> None:
        put(FIRST, needs_goods=["stele", "gold"])(document)

    with pytest.raises(Malformed) as caught:
        catalogue_from_json(changed(change), "'mine.json'")
    assert f"'mine.json' {at(FIRST, '/needs_goods/0')}" == caught.value.where
    assert "NEOM-REQ-1" == caught.value.rule
    assert "there is no good 'stele'" in str(caught.value)
    assert "1 more: 'meepleproof neom catalogue check' lists them" in str(caught.value)


def test_the_example_of_the_schema_has_no_faults() -> None:
    for example in schemas.schema("neom-catalogue")["examples"]:
        assert () == checked_document(example).faults


def test_what_can_be_read_is_checked_beside_what_cannot() -> None:
    def change(document: Any) -> None:
        put(FIRST, rotation=90)(document)
        tile(document, "demo-I-04")["cost"] = "3"
        put(FLOOD, cost=3)(document)
        put("demo-C-30", id="demo-C-29")(document)
        document["params"]["money_rounding"] = "sideways"

    checked = checked_document(changed(change))
    assert {
        (at(FIRST, "/rotation"), "NEOM-PLACE-1"),
        (at("demo-I-04", "/cost"), "NEOM-REQ-1"),
        ("/params/money_rounding", "NEOM-SCORE-5"),
    } == {(fault.where, fault.rule) for fault in checked.form}
    assert {
        (at(FLOOD, "/cost"), "NEOM-SOLO-DIS-2"),
        (at("demo-C-30", "/id"), "NEOM-COMP-12"),
    } == {(fault.where, fault.rule) for fault in checked.contradictions}
    assert not checked.counted


def test_many_faults_of_form_are_all_named() -> None:
    document = copy.deepcopy(DEMO)
    for number in range(120):
        document["tiles"][number] = {"name": "?"} if number % 2 else {"id": "x", "cost": "3"}
    document["boards"] = [{}]
    checked = checked_document(document)
    tiles = {fault.where.split("/")[2] for fault in checked.form if "/tiles/" in fault.where}
    assert set(map(str, range(120))) == tiles
    assert "/boards/0" in {fault.where for fault in checked.form}
    assert "/boards" not in {fault.where for fault in checked.form}


@pytest.mark.parametrize("part", ["params", "goods", "boards", "tiles", "hints", "provenance"])
@pytest.mark.parametrize("value", [[], {}, [7], {"a": 7}, 7, None, ""])
def test_any_part_may_be_anything(part: str, value: Any) -> None:
    checked = checked_document(changed(lambda document: document.update({part: value})))
    schemas_agree = validator("neom-catalogue").is_valid(DEMO | {part: value})
    assert schemas_agree == (not checked.form)


@pytest.mark.parametrize("document", [7, [], {}, {"game": "neom", "tiles": 7}])
def test_no_document_at_all_is_said_to_be_none(document: Any) -> None:
    checked = checked_document(document)
    assert checked.form
    assert checked.catalogue is None


def test_unknown_values_are_listed_as_verdicts_name_them() -> None:
    def change(document: Any) -> None:
        document["params"]["good_price"]["luxury"] = None
        document["params"]["crime"] = None
        document["boards"][0]["roads"] = None
        put(FIRST, cost=None, effects=[{"kind": "custom", "text": "?"}])(document)

    assert (
        "good_price.luxury",
        "crime.pay",
        "crime.lose",
        "crime.protected_by",
        "crime.partial",
        "boards/harbour/roads",
        f"tiles/{FIRST}/cost",
        f"tiles/{FIRST}/effects/0/hand_score",
    ) == checked_document(changed(change)).unknown
