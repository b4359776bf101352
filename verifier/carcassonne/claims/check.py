"""Checks scenarios: every claim by exhausting all that can happen, put to every key.

Where several keys list outcomes, their lists must be the same before anything is concluded from
them. Questions that no key is made for are decided by the one program that can, under its own
name: ``faults`` for positions, ``tiles`` for drawings, ``shapes`` for shapes, and ``orders``,
beside the keys, for all ways of going through final scoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.carcassonne.claims.claims import (
    Brings,
    Claim,
    Ends,
    Legality,
    Quantified,
    Scenario,
    Shapes,
    Tables,
    Validity,
    placed,
)
from verifier.carcassonne.claims.expected import differences
from verifier.carcassonne.claims.keyring import Disagreement, Keyring
from verifier.carcassonne.claims.members import (
    Group,
    drawing_group,
    end_group,
    judge,
    outcome_groups,
    shape_group,
)
from verifier.carcassonne.claims.vocabulary import Happening
from verifier.carcassonne.codec import position_from_any
from verifier.carcassonne.faults import faults
from verifier.carcassonne.key import Key
from verifier.errors import Illegal, Malformed, MeepleproofError, Undecided
from verifier.verdict import Answer, KeyReport, Verdict, gravest


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """A claim and the verdict on it."""

    claim: Claim
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


def check(scenario: Scenario, keys: Sequence[Key]) -> ScenarioVerdict:
    """Return the verdict on a scenario by the keys given.

    :raises Illegal: if a claim speaks of outcomes at a table that is not valid.
    """
    return check_by(Keyring(keys), scenario)


def check_by(ring: Keyring, scenario: Scenario) -> ScenarioVerdict:
    """Return the verdict on one of several scenarios, which may ask the same questions.

    :raises Illegal: if a claim speaks of outcomes at a table that is not valid.
    """
    claims = tuple(ClaimVerdict(claim, _verdict(claim, ring)) for claim in scenario.claims)
    verdicts = [claim.verdict for claim in claims]
    return ScenarioVerdict(
        id=scenario.id,
        rules=scenario.rules,
        answer=gravest(verdict.answer for verdict in verdicts),
        keys=tuple(dict.fromkeys(name for verdict in verdicts for name in verdict.names)),
        examined=sum(verdict.examined for verdict in verdicts),
        claims=claims,
    )


def scenario_verdict_to_json(verdict: ScenarioVerdict) -> dict[str, Any]:
    """Return the verdict as a document; what a claim does not say is left out."""
    shared = next((told.verdict.shared for told in verdict.claims if told.verdict.shared), ())
    return {
        "id": verdict.id,
        "rules": list(verdict.rules),
        "verdict": verdict.answer,
        "keys": list(verdict.keys),
        **({"shared": list(shared)} if shared else {}),
        "examined": verdict.examined,
        "claims": [_claim_verdict_to_json(judged) for judged in verdict.claims],
    }


def _claim_verdict_to_json(judged: ClaimVerdict) -> dict[str, Any]:
    claim, verdict = judged.claim, judged.verdict
    told = {"id": claim.id, "says": claim.says, "why": verdict.why}
    return {
        "where": claim.where,
        "claim": claim.kind,
        "verdict": verdict.answer,
        "keys": list(verdict.names),
        "examined": verdict.examined,
        **{name: text for name, text in told.items() if text},
    }


def _verdict(claim: Claim, ring: Keyring) -> Verdict:
    content = claim.content
    try:
        if isinstance(content, Legality):
            return _legality(content, ring)
        if isinstance(content, Validity):
            return _validity(content)
        if isinstance(content, Brings):
            return _brings(content, ring)
        return _quantified(content, ring)
    except Disagreement as found:
        return Verdict("keys disagree", ring.reports(), str(found))
    except Undecided as error:
        return Verdict("undecided", ring.reports(error), str(error))
    except (Illegal, Malformed) as error:
        raise placed(error, claim.where) from None


def _quantified(claim: Quantified, ring: Keyring) -> Verdict:
    ring.begin()
    members = claim.members
    groups: Iterable[Group]
    if isinstance(members, Tables):
        laid = ring.tables(members)
        groups = [("", laid)] if claim.domain == "tables" else outcome_groups(laid)
    elif isinstance(members, Ends):
        groups = [end_group(members, ring)]
    elif isinstance(members, Shapes):
        groups = [shape_group(members)]
    else:
        groups = [drawing_group()]
    judged = judge(claim, groups)
    reports = ring.reports()
    by_itself = _BY_ITSELF.get(claim.domain, "")
    if isinstance(members, Ends) and members.by_orders:
        by_itself = "orders"
    if by_itself:
        reports += (KeyReport(by_itself, judged.examined),)
    return Verdict("violated" if judged.against else "holds", reports, judged.against)


_BY_ITSELF = {"drawings": "tiles", "shapes": "shapes"}
"""Domains that no key lists, and the name of what does."""


def _brings(claim: Brings, ring: Keyring) -> Verdict:
    ring.begin()
    against = ""
    for before, outcome in ring.brought(claim):
        brought = None if outcome is None else Happening(before, outcome, ring.reached)
        against = differences(claim.expected, brought)
        if against:
            break
    return Verdict("violated" if against else "holds", ring.reports(), against)


def _legality(claim: Legality, ring: Keyring) -> Verdict:
    ring.begin()
    opinions = []
    for name, broken in ring.violations(claim.record):
        met = [v for v in broken if not claim.breaks or v.rule == claim.breaks]
        if claim.turn is not None:
            met = [v for v in met if v.turn == claim.turn]
        holds = bool(met) if claim.breaks else not broken
        told = "; ".join(f"{v.rule} at turn {v.turn}: {v.why}" for v in broken) or "legal"
        opinions.append((holds, f"{name}: {told}"))
    why = "; ".join(told for _, told in opinions)
    if all(holds for holds, _ in opinions):
        if not claim.breaks:
            ring.follow(claim.record)
        return Verdict("holds", ring.reports())
    if any(holds for holds, _ in opinions):
        return Verdict("keys disagree", ring.reports(), why)
    return Verdict("violated", ring.reports(), why)


def _validity(claim: Validity) -> Verdict:
    reports = (KeyReport("faults", 1),)
    try:
        position = position_from_any(claim.given, claim.where)
        found = [(fault.name, fault.rule) for fault in faults(position)]
    except MeepleproofError as error:
        found = [("unreadable", error.rule)]
    if claim.fault or claim.breaks:
        holds = any(
            claim.fault in ("", name) and claim.breaks in ("", rule) for name, rule in found
        )
    else:
        holds = not found
    told = "; ".join(f"{name} ({rule})" for name, rule in found) or "no faults"
    return Verdict("holds" if holds else "violated", reports, "" if holds else f"found {told}")
