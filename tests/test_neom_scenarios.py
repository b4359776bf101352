"""The scenarios of NEOM hold by both keys, cover every edge case, and their checker can say no."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from verifier.neom.claims.check import Keyring, check_by
from verifier.neom.claims.reading import NeomScenario, scenario_from_json
from verifier.neom.engine import Engine
from verifier.neom.model.key import NeomModel
from verifier.neom.scenarios.library import documents, suite

DOCUMENTS = {document["id"]: document for document in documents().values()}
README = Path(__file__).parents[1] / "README.md"
CASES = 33
"""The edge cases of the solo rules, numbered; each has a scenario."""


@pytest.fixture(scope="module")
def ring() -> Keyring:
    return Keyring((Engine(), NeomModel()))


@cache
def scenarios() -> dict[str, NeomScenario]:
    """Return the scenarios by id."""
    return {scenario.id: scenario for scenario in suite()}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_claim_of_a_scenario_holds_by_both_keys(name: str, ring: Keyring) -> None:
    verdict = check_by(ring, scenarios()[name])
    assert [] == [(c.claim.where, c.verdict.why) for c in verdict.claims if c.verdict.why]
    for claim in verdict.claims:
        assert set(claim.verdict.names) in ({"engine", "model"}, {"formula", "enumeration"})


def test_every_edge_case_has_a_scenario_and_gaps_are_shown_as_gaps() -> None:
    assert {f"EC-N-{number:02}" for number in range(1, CASES + 1)} == set(DOCUMENTS)
    gaps = {f"EC-N-{number}" for number in (31, 32, 33)}
    assert {"U"} == {DOCUMENTS[name]["authority"] for name in gaps}
    assert all("gap" in DOCUMENTS[name]["note"].lower() for name in gaps)


def test_the_readme_says_how_many_there_are() -> None:
    assert f"; {len(suite())} of NEOM;" in README.read_text("utf-8")


def denied(claim: dict[str, Any]) -> dict[str, Any]:  # noqa: PLR0911 - one for each kind of claim
    """Return a claim that is wrong if the given one holds."""
    opposite = {"every": "no", "no": "some", "some": "no"}
    kind = claim["claim"]
    if kind in opposite:
        return {**claim, "claim": opposite[kind]}
    if kind == "squares":
        return {**claim, "squares": [*claim["squares"], "A1"]}
    if kind == "best":
        return {**claim, "points": claim["points"] + 1}
    if kind == "odds":
        return {**claim, "is": str(Fraction(claim["is"]) + 1)}
    if "undetermined" in claim:
        return {name: value for name, value in claim.items() if name != "undetermined"}
    if kind == "score":
        wrong = {name: points + 1 for name, points in claim["headings"].items()}
        return {**claim, "headings": wrong}
    if "breaks" in claim:
        return {name: value for name, value in claim.items() if name not in ("breaks", "event")}
    return {**claim, "breaks": ["NEOM-PLACE-3"]}


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, n) for name, document in DOCUMENTS.items() for n in range(len(document["claims"]))],
)
def test_the_opposite_of_a_claim_is_violated(name: str, number: int, ring: Keyring) -> None:
    document = DOCUMENTS[name]
    claims = [denied(document["claims"][number])]
    verdict = check_by(ring, scenario_from_json({**document, "claims": claims}))
    assert "violated" == verdict.answer
