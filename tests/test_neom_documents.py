"""Documents of NEOM: nothing is lost, and errors name the place, the rule and what to do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from tests.neom_strategies import DEMO, logs, states
from verifier.documents import schemas, validation
from verifier.errors import Malformed
from verifier.neom.documents import (
    log_from_json,
    log_to_json,
    read_square,
    state_from_json,
    state_to_json,
)
from verifier.neom.log import Act, Log, Strike
from verifier.neom.make_demo import demo_text
from verifier.neom.parameters import TIERS, Disaster, Loss
from verifier.neom.state import HEADINGS, SQUARES, State, square_name
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json


def written(document: Any) -> Any:
    return json.loads(json.dumps(document))


STATE: dict[str, Any] = schemas.schema("neom-state")["examples"][0]
LOG: dict[str, Any] = schemas.schema("neom-log")["examples"][0]


# --- nothing is lost


@settings(max_examples=40, deadline=None)
@given(states())
def test_a_state_survives_as_a_document(state: State) -> None:
    assert state == state_from_json(written(state_to_json(state)), DEMO)


@settings(max_examples=60, deadline=None)
@given(logs())
def test_a_log_survives_as_a_document(log: Log) -> None:
    assert log == log_from_json(written(log_to_json(log)), DEMO)


def test_the_demo_survives_as_a_document() -> None:
    assert DEMO == catalogue_from_json(written(catalogue_to_json(DEMO)))


def test_what_is_unknown_stays_unknown() -> None:
    (example,) = schemas.schema("neom-catalogue")["examples"]
    catalogue = catalogue_from_json(example)
    cornerstone = catalogue.tile("demo-C-01")
    assert (None, None, ()) == (cornerstone.roads, cornerstone.cost, cornerstone.needs_goods)
    assert catalogue.parameters.good_price.luxury is None
    assert catalogue.parameters.good_vp.raw is None
    assert Disaster(False, Loss(2, "any"), ("police",), None) == catalogue.parameters.crime
    assert Disaster(None, None, None, None) == catalogue.parameters.flood
    assert catalogue == catalogue_from_json(written(catalogue_to_json(catalogue)))


def test_squares_are_called_by_column_and_row() -> None:
    assert ["A1", "B1", "C1", "D1", "E1", "A2"] == [square_name(each) for each in SQUARES[:6]]
    assert (2, 2) == read_square("C3")
    for row in range(-9, 10):
        for column in range(-9, 10):
            name = square_name((row, column))
            validation.validate("neom_square", name)
            assert (row, column) == read_square(name)


def test_an_event_says_what_it_is_by_its_key() -> None:
    document = {
        "game": "neom",
        "board": "harbour",
        "events": [
            {"action": "place", "tile": "demo-I-08", "square": "D3", "routes": ["west", "west"]},
            {"strike": "lose", "squares": ["D3", "C3"]},
        ],
    }
    place, strike = log_from_json(document, DEMO).events
    assert Act("place", "demo-I-08", square=(2, 3), routes=("west", "west")) == place
    assert Strike("lose", ((2, 3), (2, 2))) == strike


def test_lists_of_names_in_the_schemas_are_the_program_s_own() -> None:
    end = schemas.schema("neom-log")["$defs"]["event"]["properties"]["end"]
    assert list(HEADINGS) == list(end["properties"]["headings"]["properties"])
    assert list(TIERS) == schemas.schema("neom-common")["$defs"]["neom_tier"]["enum"]


# --- the demo


def test_the_demo_is_made_by_its_script(pytestconfig: pytest.Config) -> None:
    shipped = (pytestconfig.rootpath / "verifier/neom/demo.json").read_text(encoding="utf-8")
    assert shipped == demo_text()


def test_the_demo_says_that_it_is_invented() -> None:
    assert DEMO.invented
    assert "invented" in DEMO.provenance


# --- what cannot be read


def refused_state(**changes: Any) -> Malformed:
    with pytest.raises(Malformed) as caught:
        state_from_json({**STATE, **changes}, DEMO)
    return caught.value


@pytest.mark.parametrize(
    ("changes", "where", "rule", "message"),
    [
        (
            {"money": -3},
            "/money",
            "NEOM-REQ-1",
            '"money" is -3, but 0 is the least (an amount of money in £',
        ),
        ({"board": "harbor"}, "/board", "", "no City board 'harbor'; did you mean 'harbour'?"),
        ({"tokens": ["gold"]}, "/tokens/0", "", "no good 'gold'"),
        ({"tile_set": ["1+", "5+"]}, "/tile_set", "NEOM-SOLO-CONFIG-1", "there are three choices"),
        ({"reserve": ["demo-I-02"]}, "/reserve/0", "NEOM-SOLO-CORNER-3", "is no Cornerstone"),
        (
            {"city": [{"square": "D3", "tile": "demo-C-01"}]},
            "/reserve/0",
            "NEOM-SOLO-CORNER-3",
            "lies in the city",
        ),
        ({"city": [{"square": "F3", "tile": "demo-I-02"}]}, "/city/0/square", "NEOM-PLACE-2", "F3"),
        (
            {"city": [{"square": "D3", "tile": "demo-I-01"}]},
            "/city/0/tile",
            "NEOM-SOLO-DIS-2",
            "is a Disaster, which is never placed",
        ),
        (
            {"city": [{"square": s, "tile": t} for s, t in (("D3", "demo-I-02"),) * 2]},
            "/city/1/square",
            "NEOM-PLACE-2",
            "two tiles lie on D3",
        ),
        (
            {"city": [{"square": s, "tile": "demo-I-02"} for s in ("D3", "E3")]},
            "/city/1/tile",
            "NEOM-COMP-12",
            "lies there twice",
        ),
        (
            {
                "city": [
                    {"square": f"{c}{r}", "tile": "demo-I-02"} for c in "ABCDE" for r in "12345"
                ][:22]
            },
            "/city",
            "NEOM-PLACE-10",
            "22 tiles lie in the city",
        ),
        ({"generation": 2, "turn": 8}, "/generation", "", "only the last Generation has an end"),
    ],
)
def test_a_state_that_cannot_be_is_refused_by_place_and_rule(
    changes: dict[str, Any], where: str, rule: str, message: str
) -> None:
    error = refused_state(**changes)
    assert (where, rule) == (error.where, error.rule)
    assert message in str(error)


@pytest.mark.parametrize(
    ("event", "where", "message"),
    [
        (
            {"action": "sell", "tile": "demo-I-02", "square": "D3"},
            "/events/0/square",
            "leave it out",
        ),
        (
            {"action": "place", "tile": "demo-I-99"},
            "/events/0/tile",
            "no tile 'demo-I-99'; did you",
        ),
        ({"action": "cornerstone", "tile": "demo-I-02"}, "/events/0", 'lacks "cornerstone"'),
        ({"action": "place"}, "/events/0", 'lacks "tile"'),
        ({"strike": "pay", "squares": ["D3"]}, "/events/0/squares", "only 'lose' has squares"),
        ({"reveal": ["demo-I-02"], "square": "D3"}, "/events/0/square", 'beside "reveal"'),
        ({"money": 3}, "/events/0", "exactly one of the keys"),
        ({"strike": "pay", "money": -1}, "/events/0/money", "0 is the least"),
        ({"action": "place", "tile": "demo-I-02", "square": "33"}, "/events/0/square", "A to E"),
    ],
)
def test_an_event_that_cannot_be_read_is_refused_by_its_place(
    event: dict[str, Any], where: str, message: str
) -> None:
    with pytest.raises(Malformed) as caught:
        log_from_json({**LOG, "events": [event]}, DEMO)
    assert where == caught.value.where
    assert message in str(caught.value)


def test_the_name_of_a_document_is_set_apart_from_the_place_in_it() -> None:
    event = {"action": "place", "tile": "demo-I-99", "square": "D3"}
    with pytest.raises(Malformed) as caught:
        log_from_json({**LOG, "events": [event]}, DEMO, "'game.json'")
    assert "'game.json' /events/0/tile" == caught.value.where
