"""The scenarios of NEOM hold by both keys, cover every edge case, and their checker can say no."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from verifier.neom.claims import Keyring, NeomScenario, documents, scenario_from_json, suite
from verifier.neom.engine import Engine
from verifier.neom.key import SHARED
from verifier.neom.model.key import NeomModel
from verifier.neom.parameters import Unknown
from verifier.neom.state import Heading, Score, State
from verifier.neom.tiles import TileCatalogue

DOCUMENTS = {document["id"]: document for document in documents().values()}
README = Path(__file__).parents[1] / "README.md"
CASES = 34
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
    verdict = ring.check(scenarios()[name])
    assert [] == [(c.claim.where, c.verdict.why) for c in verdict.claims if c.verdict.why]
    for claim in verdict.claims:
        assert set(claim.verdict.names) in ({"engine", "model"}, {"formula", "enumeration"})


def test_every_edge_case_has_a_scenario_and_gaps_are_shown_as_gaps() -> None:
    assert {f"EC-N-{number:02}" for number in range(1, CASES + 1)} == set(DOCUMENTS)
    gaps = {f"EC-N-{number}" for number in (31, 32, 33)}
    assert {"U"} == {DOCUMENTS[name]["authority"] for name in gaps}
    assert all("gap" in DOCUMENTS[name]["note"].lower() for name in gaps)


def test_the_readme_says_how_many_there_are() -> None:
    assert f"for the house rules and {len(suite())} for NEOM;" in README.read_text("utf-8")


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
    verdict = ring.check(scenario_from_json({**document, "claims": claims}))
    assert "violated" == verdict.answer


# --- what one key determines, and what both share -----------------------------------------------


class Forgetful(Engine):
    """The engine, which does not know what the money is worth."""

    def score(self, catalogue: TileCatalogue, state: State) -> Score:
        lacking = (Unknown("NEOM-SCORE-5", "money_per_vp"),)
        return tuple(
            Heading(each.name, None, lacking) if each.name == "money" else each
            for each in super().score(catalogue, state)
        )


class Wrong(Engine):
    """The engine, which counts a point too many for money."""

    def score(self, catalogue: TileCatalogue, state: State) -> Score:
        return tuple(
            replace(each, points=(each.points or 0) + (each.name == "money"))
            for each in super().score(catalogue, state)
        )


@pytest.mark.parametrize(
    ("first", "claim", "answer"),
    [
        (Engine(), {"headings": {"printed": 0, "money": 10}}, "holds"),
        (Forgetful(), {"headings": {"printed": 0, "money": 10}}, "violated"),
        (
            Forgetful(),
            {"undetermined": [{"rule": "NEOM-SCORE-5", "parameter": "money_per_vp"}]},
            "holds",
        ),
        (Wrong(), {"headings": {"printed": 0}}, "keys disagree"),
    ],
)
def test_what_one_key_alone_determines_of_a_score_is_not_claimed_and_no_contradiction(
    first: Engine, claim: dict[str, Any], answer: str
) -> None:
    document = {**DOCUMENTS["EC-N-24"], "claims": [{"claim": "score", **claim}]}
    verdict = Keyring((first, NeomModel())).check(scenario_from_json(document))
    assert verdict.answer == answer
    (judged,) = verdict.claims
    assert judged.verdict.shared == SHARED


MODULES = {
    "catalogue": "tiles",
    "parameters": "parameters",
    "states": "state",
    "logs": "log",
    "headings": "state",
    "unknown values": "parameters",
}
"""The modules of NEOM that each word of ``shared`` names; documents are read before
a key is asked."""


def test_shared_names_exactly_what_both_keys_import() -> None:
    assert set(SHARED) == {*MODULES, "documents"}
    both = imported("verifier.neom.engine") & imported("verifier.neom.model")
    assert both == {"verifier.errors", *(f"verifier.neom.{name}" for name in MODULES.values())}


def imported(package: str) -> set[str]:
    """Return the modules of the verifier that a package imports, also through others."""
    folder = Path(__file__).parents[1]
    found: set[str] = set()
    left = set((folder / package.replace(".", "/")).rglob("*.py"))
    while left:
        tree = ast.parse(left.pop().read_text("utf-8"))
        names = {
            node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
        }
        names = {name for name in names if name.startswith("verifier.")} - found
        found |= names
        for name in names:
            module = folder / name.replace(".", "/")
            path = module.with_suffix(".py")
            left.add(path if path.exists() else module / "__init__.py")
    return found
