"""The scenarios of the house game hold, miss no case, and their checker finds what is wrong."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.denials import denial
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.claims import (
    FINISH,
    OUTCOME,
    TABLE,
    HouseScenario,
    documents,
    scenario_from_json,
    suite,
)
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.keyring import Keyring
from verifier.carcassonne.model.house.key import HouseModel

ROWS = json.loads(
    Path(__file__).with_name("vectors").joinpath("house_rows.json").read_text("utf-8")
)
DOCUMENTS = documents()
KEYS: tuple[Key, ...] = (HouseEngine(), HouseModel())
NAMES = {key.name for key in KEYS}


@pytest.fixture(scope="module")
def ring() -> Keyring:
    return Keyring(KEYS)


@cache
def scenarios() -> dict[str, HouseScenario]:
    """Return the scenarios by id; only the worker that tests them takes the time to read them."""
    return {scenario.id: scenario for scenario in suite()}


@pytest.mark.parametrize("name", [document["id"] for document in DOCUMENTS.values()])
def test_every_claim_of_a_scenario_holds_by_every_key(name: str, ring: Keyring) -> None:
    verdict = ring.check(scenarios()[name])
    against = [(c.claim.where, c.verdict.why) for c in verdict.claims if c.verdict.why]
    assert [] == against
    assert "holds" == verdict.answer
    for claim in verdict.claims:
        assert set(claim.verdict.names) in (NAMES, {"faults"})


def test_there_are_at_least_seventy_scenarios() -> None:
    assert len(suite()) >= 70


def test_the_readme_says_how_many_there_are() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    assert f"There are {len(suite())} scenarios more for the house rules" in readme


def test_the_page_lists_every_word_of_the_claim_language() -> None:
    page = (Path(__file__).parents[1] / "docs" / "house-notation.md").read_text("utf-8")
    words = {*OUTCOME.words, *TABLE.words, *FINISH.words}
    assert set() == {word for word in words if f"`{word}`" not in page}


def test_every_case_has_a_scenario_or_a_written_reason() -> None:
    ids = {document["id"] for document in DOCUMENTS.values()}
    without = ROWS["without_scenario"]
    assert [] == [row for row in ROWS["cases"] if (row in ids) == (row in without)]
    assert set(without) <= set(ROWS["cases"])
    assert all(reason.endswith(".") for reason in without.values())


def test_every_rule_has_either_a_scenario_or_a_written_reason() -> None:
    shown = {rule for scenario in suite() for rule in scenario.rules}
    without = [rule.id for rule in CATALOGUE.rules if rule.id not in shown and not rule.exempt]
    stale = [rule.id for rule in CATALOGUE.rules if rule.id in shown and rule.exempt]
    assert ([], []) == (without, stale)


def test_two_readings_of_every_switch_are_shown_in_one_file() -> None:
    parted = {
        key
        for document in DOCUMENTS.values()
        for claim in document["claims"]
        for key in claim.get("with", {})
    }
    without = ROWS["without_two_readings"]
    assert [] == [
        switch.key
        for switch in CATALOGUE.switches
        if (switch.key in parted - {"house.tinyShield"}) == (switch.key in without)
    ]


def denied_outcome(expected: dict[str, Any]) -> dict[str, Any]:
    name, value = next(iter(expected.items()))
    if isinstance(value, bool):
        wrong: Any = not value
    elif isinstance(value, int):
        wrong = value % 3 + 1
    elif isinstance(value, str):
        wrong = "tie" if value != "tie" else ""
    elif name == "scored":
        wrong = [{**value[0], "feature": "nw"}] if value else [{"feature": "nw"}]
    elif name == "features":
        wrong = [{**value[0], "feature": "9.9.N"}, *value[1:]]
    elif name == "pieces":
        wrong = {**value, "9.9": "big.N.1"}
    elif name == "supplies":
        wrong = [value[0] | {"little": 0}, *value[1:]]
    elif value and isinstance(value[0], int):
        wrong = [value[0] + 1, *value[1:]]
    else:
        wrong = [*value, "base/X"] if name != "final" else [1, 2, 3]
    return {**expected, name: wrong}


CLAIMS = [
    pytest.param(document, n, id=f"{document['id']}-{n}")
    for document in DOCUMENTS.values()
    for n in range(len(document["claims"]))
]


@pytest.mark.parametrize(("document", "number"), CLAIMS)
def test_the_denial_of_a_claim_is_violated(
    document: dict[str, Any], number: int, ring: Keyring
) -> None:
    denied = document | {
        "claims": [denial(document["claims"][number], denied_outcome, kept_rule="HOUSE-FINAL-5")]
    }
    verdict = ring.check(scenario_from_json(denied))
    assert "violated" == verdict.answer
    assert verdict.claims[0].verdict.why


def test_a_scenario_is_checked_by_the_keys_given() -> None:
    assert "holds" == Keyring(KEYS).check(suite()[0]).answer
