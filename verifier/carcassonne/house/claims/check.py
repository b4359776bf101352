"""Checks scenarios of the house game: every claim by exhausting all that can happen, by every key.

Where several keys list outcomes, their lists must be the same before anything is concluded from
them. Whether a position is valid is decided by ``faults`` alone, under its own name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.carcassonne.house.claims.expected import end_differences, outcome_differences
from verifier.carcassonne.house.claims.keyring import Keyring
from verifier.carcassonne.house.claims.reading import (
    Content,
    FinalClaim,
    HouseClaim,
    HouseScenario,
    LegalityClaim,
    OutcomeClaim,
    Play,
    ValidityClaim,
)
from verifier.carcassonne.house.claims.vocabulary import Finish, Situation, Transition
from verifier.carcassonne.house.codec import feature_text, position_from_any
from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.notation import numbers_text
from verifier.claims.agreement import Disagreement
from verifier.claims.quantified import Group, QuantifiedClaim, judge
from verifier.claims.scenario import ScenarioVerdict, check_claims, placed
from verifier.errors import Illegal, Malformed, MeepleproofError, Undecided
from verifier.verdict import KeyReport, Verdict


def check(scenario: HouseScenario, keys: Sequence[Key]) -> ScenarioVerdict:
    """Return the verdict on a scenario by the keys given.

    :raises Illegal: if a claim speaks of a table that is not valid, or that no play leads to.
    """
    return check_by(Keyring(keys), scenario)


def check_by(ring: Keyring, scenario: HouseScenario) -> ScenarioVerdict:
    """Return the verdict on one of several scenarios, which may ask the same questions.

    :raises Illegal: if a claim speaks of a table that is not valid, or that no play leads to.
    """
    return check_claims(scenario, lambda claim: _verdict(claim, ring))


def _verdict(claim: HouseClaim, ring: Keyring) -> Verdict:
    ring.begin()
    try:
        return _judged(claim.content, ring)
    except Disagreement as found:
        return Verdict("keys disagree", ring.reports(), str(found))
    except Undecided as error:
        return Verdict("undecided", ring.reports(error), str(error))
    except (Illegal, Malformed) as error:
        raise placed(error, claim.where) from None


def _judged(content: Content, ring: Keyring) -> Verdict:
    if isinstance(content, LegalityClaim):
        return _legality(content, ring)
    if isinstance(content, ValidityClaim):
        return _validity(content)
    if isinstance(content, OutcomeClaim):
        return _by_both(_brings(content, ring), ring)
    if isinstance(content, FinalClaim):
        return _by_both(_ends(content, ring), ring)
    judged = judge(content, [_group(content, ring)], _describe)
    return _by_both(judged.against, ring)


def _by_both(against: str, ring: Keyring) -> Verdict:
    return Verdict("violated" if against else "holds", ring.reports(), against)


def _brings(claim: OutcomeClaim, ring: Keyring) -> str:
    table = ring.table(claim.play)
    outcome, instead = ring.brought(table, claim.part_turn)
    if outcome is None:
        return f"{claim.part_turn} is not legal{instead}"
    return outcome_differences(claim.expected, Transition(table.before, outcome))


def _ends(claim: FinalClaim, ring: Keyring) -> str:
    return end_differences(claim.expected, *ring.final_scorings(claim.play))


def _group(claim: QuantifiedClaim[Play], ring: Keyring) -> Group:
    if claim.domain == "finals":
        position, scorings = ring.final_scorings(claim.members)
        return "", [Finish(position, scoring) for scoring in scorings]
    table = ring.table(claim.members)
    if claim.domain == "tables":
        return "", [table]
    return f"at {position_text(table.before)}", table.each()


def _describe(member: Any) -> str:
    if isinstance(member, Transition):
        scores = numbers_text(member.outcome.after.scores)
        return f"{member.outcome.part_turn}, which leads to {scores}"
    if isinstance(member, Situation):
        return position_text(member.before)
    assert isinstance(member, Finish)  # noqa: S101 - there is nothing else
    return f"the {member.scoring.kind} {feature_text(member.scoring.feature)}"


def _legality(claim: LegalityClaim, ring: Keyring) -> Verdict:
    opinions = []
    for name, broken in ring.violations(claim.record):
        met = [v for v in broken if not claim.breaks or v.rule == claim.breaks]
        if claim.turn is not None:
            met = [v for v in met if v.turn == claim.turn]
        holds = bool(met) if claim.breaks else not broken
        said = "; ".join(f"{v.rule} at part-turn {v.turn}: {v.why}" for v in broken) or "legal"
        opinions.append((holds, f"{name}: {said}"))
    why = "; ".join(said for _, said in opinions)
    if all(holds for holds, _ in opinions):
        return Verdict("holds", ring.reports())
    if any(holds for holds, _ in opinions):
        return Verdict("keys disagree", ring.reports(), why)
    return Verdict("violated", ring.reports(), why)


def _validity(claim: ValidityClaim) -> Verdict:
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
    said = "; ".join(f"{name} ({rule})" for name, rule in found) or "no faults"
    return Verdict("holds" if holds else "violated", reports, "" if holds else f"found {said}")
