"""The conformance suite holds by both keys, misses no row, and its checker finds what is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.denials import denial
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.claims import (
    SoloClaim,
    SoloScenario,
    documents,
    scenario_from_json,
    suite,
)
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.keyring import Keyring
from verifier.claims.language import QuantifiedClaim
from verifier.claims.records_and_positions import ValidityClaim

ROWS = json.loads(Path(__file__).with_name("vectors").joinpath("rows.json").read_text("utf-8"))
DOCUMENTS = documents()
BY_ITSELF = {"orders", "faults", "tiles", "shapes"}


@pytest.fixture(scope="module")
def keys() -> Iterator[tuple[Key, Key]]:
    model = Model()
    yield (Engine(), model)
    model.close()


@cache
def scenarios() -> dict[str, SoloScenario]:
    """Return the scenarios by id; only the worker that tests them takes the time to read them."""
    return {scenario.id: scenario for scenario in suite()}


@pytest.mark.parametrize("name", [document["id"] for document in DOCUMENTS.values()])
def test_every_claim_of_a_scenario_holds_by_both_keys(name: str, keys: tuple[Key, Key]) -> None:
    verdict = Keyring(keys).check(scenarios()[name])
    against = [(c.claim.where, c.verdict.why) for c in verdict.claims if c.verdict.why]
    assert [] == against
    assert "holds" == verdict.answer
    for claim in verdict.claims:
        names = set(claim.verdict.names)
        assert {"engine", "model"} <= names or names <= BY_ITSELF
        assert claim.verdict.examined > 0 or claim.claim.kind == "record"


def test_every_row_has_a_scenario() -> None:
    ids = {document["id"] for document in DOCUMENTS.values()}
    claims = {claim.get("id", "") for d in DOCUMENTS.values() for claim in d["claims"]}
    rows = ROWS["examples"] + ROWS["edge_cases"]
    assert [] == [row for row in rows if row not in ids | claims]


def program(claim: SoloClaim) -> str:
    """Return the program that alone decides the claim, nothing where the keys do."""
    content = claim.content
    if isinstance(content, ValidityClaim):
        return "faults"
    alone = {"drawings": "tiles", "shapes": "shapes"}
    return alone.get(content.domain, "") if isinstance(content, QuantifiedClaim) else ""


def test_readme_and_documents_say_how_many_claims_rest_on_one_program() -> None:
    root = Path(__file__).parent.parent
    read = [(root / name).read_text("utf-8") for name in ("README.md", "docs/scenarios.md")]
    readme, page = (" ".join(text.split()) for text in read)
    counted = Counter(program(claim) for scenario in suite() for claim in scenario.claims)
    claims, both = counted.total(), counted[""]
    assert (
        f"{len(suite())} scenarios with {claims} claims. Both keys decide {both} of them" in readme
    )
    assert f"the other {claims - both} rest on the one program" in readme
    assert f"`faults` (positions, {counted['faults']} claims)" in page
    assert f"`tiles` (drawings, {counted['tiles']}) and `shapes`" in page
    assert f"{counted['shapes']}), together {claims - both} of the {claims} claims" in page


def test_every_claim_of_the_examples_is_claimed() -> None:
    claims = [claim.get("id", "") for d in DOCUMENTS.values() for claim in d["claims"]]
    missing = [
        row
        for row in ROWS["claims"]
        if not any(claim == row or claim.startswith(f"{row}-") for claim in claims)
    ]
    assert [] == missing


def test_every_rule_has_either_a_scenario_or_a_written_reason() -> None:
    shown = {rule for scenario in suite() for rule in scenario.rules}
    without = [rule.id for rule in CATALOGUE.rules if rule.id not in shown and not rule.exempt]
    stale = [rule.id for rule in CATALOGUE.rules if rule.id in shown and rule.exempt]
    assert ([], []) == (without, stale)


def denied_outcome(expected: dict[str, Any]) -> dict[str, Any]:
    name, value = next(iter(expected.items()))
    if isinstance(value, bool):
        wrong: Any = not value
    elif isinstance(value, int):
        wrong = value % 3 + 1
    elif isinstance(value, str):
        wrong = "S" if name == "claim" and value != "S" else "X"
    elif name == "scored":
        first = value[0] if value else {"feature": ""}
        wrong = [{**first, "feature": "n" if first["feature"] == "nw" else "nw"}]
    elif name == "goals":
        wrong = [*value, "road-10-3c"] if "road-10-3c" not in value else []
    elif name == "meeples":
        wrong = {**value, "9.9": "N1"}
    else:
        wrong = [value[0] + 1, *value[1:]]
    return {**expected, name: wrong}


CLAIMS = [
    pytest.param(document, n, id=f"{document['id']}-{n}")
    for document in DOCUMENTS.values()
    for n in range(len(document["claims"]))
]


@pytest.mark.parametrize(("document", "number"), CLAIMS)
def test_the_denial_of_a_claim_is_violated(document: dict[str, Any], number: int) -> None:
    denied = document | {
        "claims": [denial(document["claims"][number], denied_outcome, kept_rule="SOLO-FINAL-5")]
    }
    verdict = Keyring([Engine()]).check(scenario_from_json(denied))
    assert "violated" == verdict.answer
    assert verdict.claims[0].verdict.why
