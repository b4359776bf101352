"""Scenarios: a situation with claims about it, the verdict on each, and the files that ship.

What claims say and how keys decide them differs between games; how claims are written down, and
how verdicts are combined and printed, does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeAlias, TypeVar

from verifier.catalogue.catalogue import Catalogue
from verifier.claims.agreement import Disagreement, Tally
from verifier.errors import Illegal, Malformed, MeepleproofError, Undecided
from verifier.verdict import Answer, Verdict, gravest

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Claim(Generic[Content]):
    """One claim: its place, its id and sentence if it has any, and what it says."""

    where: str
    kind: str
    id: str
    says: str
    content: Content


@dataclass(frozen=True, slots=True)
class Scenario(Generic[Content]):
    """A situation with its claims."""

    id: str
    title: str
    rules: tuple[str, ...]
    source: str
    authority: str
    claims: tuple[Claim[Content], ...]
    note: str = ""


ReadContent: TypeAlias = Callable[[dict[str, Any], str], Content]
"""Reads the content of a claim from its document and its place."""


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """A claim and the verdict on it."""

    claim: Claim[Any]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ScenarioVerdict:
    """The verdict on a scenario: the gravest of its claims' answers, and these one by one.

    ``rules`` are the ids of those that the scenario shows.
    """

    id: str
    rules: tuple[str, ...]
    answer: Answer
    keys: tuple[str, ...]
    examined: int
    claims: tuple[ClaimVerdict, ...]


def read_scenario(
    document: dict[str, Any], catalogue: Catalogue, read_content: ReadContent[Content]
) -> Scenario[Content]:
    """Return the scenario that a document of the game's schema states.

    :raises Malformed: with the JSON Pointer of what cannot be read.
    """
    for number, rule_id in enumerate(document["rules"]):
        require_rule(catalogue, rule_id, f"/rules/{number}")
    claims = (
        _claim(claim, f"/claims/{number}", read_content)
        for number, claim in enumerate(document["claims"])
    )
    return Scenario(
        id=document["id"],
        title=document["title"],
        rules=tuple(document["rules"]),
        source=document["source"],
        authority=document["authority"],
        claims=tuple(claims),
        note=document.get("note", ""),
    )


def require_rule(catalogue: Catalogue, rule_id: str, where: str) -> None:
    """Raise Malformed with the place if the catalogue has no such rule."""
    try:
        catalogue.rule(rule_id)
    except Malformed as error:
        raise Malformed(error.message, where=where) from None


def placed(error: MeepleproofError, where: str) -> MeepleproofError:
    """Return the error with ``where``, such as a file name, in front of its place."""
    return error.at(f"{where} {error.where}".strip())


def check_claims(
    scenario: Scenario[Content], tally: Tally, judge: Callable[[Content], Verdict]
) -> ScenarioVerdict:
    """Return the verdict on a scenario; ``judge`` decides a claim and counts in the tally.

    Keys that differ, or cannot decide, make the verdict on the claim.

    :raises Illegal: with the place of a claim that asks for what the rules do not allow.
    :raises Malformed: with the place of a claim that cannot be decided as it is written.
    """
    claims = tuple(ClaimVerdict(claim, _verdict(claim, tally, judge)) for claim in scenario.claims)
    verdicts = [claim.verdict for claim in claims]
    return ScenarioVerdict(
        id=scenario.id,
        rules=scenario.rules,
        answer=gravest(verdict.answer for verdict in verdicts),
        keys=tuple(dict.fromkeys(name for verdict in verdicts for name in verdict.names)),
        examined=sum(verdict.examined for verdict in verdicts),
        claims=claims,
    )


def _verdict(claim: Claim[Content], tally: Tally, judge: Callable[[Content], Verdict]) -> Verdict:
    tally.begin()
    try:
        return judge(claim.content)
    except Disagreement as error:
        return tally.verdict("keys disagree", tally.reports(), str(error))
    except Undecided as error:
        return tally.verdict("undecided", tally.reports(error), str(error))
    except (Illegal, Malformed) as error:
        raise placed(error, claim.where) from None


def scenario_verdict_to_json(verdict: ScenarioVerdict) -> dict[str, Any]:
    """Return the verdict as a document, without empty parts of claims."""
    shared = next((each.verdict.shared for each in verdict.claims if each.verdict.shared), ())
    return {
        "id": verdict.id,
        "rules": list(verdict.rules),
        "verdict": verdict.answer,
        "keys": list(verdict.keys),
        **({"shared": list(shared)} if shared else {}),
        "examined": verdict.examined,
        "claims": [_claim_verdict_to_json(each) for each in verdict.claims],
    }


def _claim(claim: dict[str, Any], where: str, read_content: ReadContent[Content]) -> Claim[Content]:
    content = read_content(claim, where)
    return Claim(where, claim["claim"], claim.get("id", ""), claim.get("says", ""), content)


def _claim_verdict_to_json(judged: ClaimVerdict) -> dict[str, Any]:
    claim, verdict = judged.claim, judged.verdict
    texts = {"id": claim.id, "says": claim.says, "why": verdict.why}
    return {
        "where": claim.where,
        "claim": claim.kind,
        "verdict": verdict.answer,
        "keys": list(verdict.names),
        "examined": verdict.examined,
        **{name: text for name, text in texts.items() if text},
    }


def differences(
    expected: Mapping[str, Any], found: Mapping[str, Any], listed: Collection[str]
) -> str:
    """Return in words each part that is not as expected; empty if all are.

    Parts that are ``listed`` are lists of documents, of which only the expected keys count.

    >>> expected, found = {"scored": [{"value": 4}]}, {"scored": [{"value": 3, "kind": "road"}]}
    >>> differences(expected, found, ["scored"])
    "scored is [{'value': 3}], not [{'value': 4}]"
    """
    against = []
    for part, wanted in expected.items():
        there = found[part]
        if part in listed:
            asked = [
                {name: value for name, value in each.items() if name in keys}
                for each, keys in zip(there, wanted, strict=False)
            ]
            there = asked + there[len(wanted) :]
        if there != wanted:
            against.append(f"{part} is {there}, not {wanted}")
    return "; ".join(against)


# --- scenarios that ship


def scenario_documents(package: str) -> dict[str, Any]:
    """Return the scenario documents of a package by file name (``folder/ID.json``), in order.

    >>> list(scenario_documents("verifier.carcassonne.house.scenarios"))[0]
    'builders/EC-H-17.json'
    """
    return {
        f"{folder.name}/{file.name}": json.loads(file.read_text(encoding="utf-8"))
        for folder in _sorted(resources.files(package))
        if folder.is_dir()
        for file in _sorted(folder)
        if file.name.endswith(".json")
    }


def scenario_suite(
    package: str, read: Callable[[Any, str], Scenario[Content]]
) -> tuple[Scenario[Content], ...]:
    """Return the scenarios of a package, in the order of their files.

    ``read`` makes a scenario of a document; its second argument names the file in errors.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    scenarios: dict[str, Scenario[Content]] = {}
    for name, document in scenario_documents(package).items():
        scenario = read(document, repr(name))
        if scenario.id in scenarios or not name.endswith(f"/{scenario.id}.json"):
            raise Malformed(f"the scenario {scenario.id!r} belongs in one file, {scenario.id}.json")
        scenarios[scenario.id] = scenario
    return tuple(scenarios.values())


def _sorted(folder: Traversable) -> Iterator[Traversable]:
    return iter(sorted(folder.iterdir(), key=lambda entry: entry.name))
