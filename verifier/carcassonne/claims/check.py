"""Checks the claims of scenarios against complete lists of outcomes by every key.

The keys' lists must be the same before anything is concluded from them. Questions outside the keys
are decided by one module, which the verdict names: ``faults`` for positions, ``tiles`` for
drawings, ``shapes`` for shapes, and ``orders``, in addition to the keys, for all orders of final
scoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.carcassonne.claims.expected import differences
from verifier.carcassonne.claims.keyring import Keyring
from verifier.carcassonne.claims.members import (
    describe,
    drawing_group,
    end_group,
    outcome_groups,
    shape_group,
)
from verifier.carcassonne.claims.reading import (
    EndDomain,
    LegalityClaim,
    Members,
    OutcomeClaim,
    ShapeDomain,
    SituationDomain,
    SoloClaim,
    SoloScenario,
    ValidityClaim,
)
from verifier.carcassonne.claims.vocabulary import Transition
from verifier.carcassonne.codec import position_from_any
from verifier.carcassonne.faults import faults
from verifier.carcassonne.key import Key
from verifier.claims.agreement import Disagreement
from verifier.claims.quantified import Group, QuantifiedClaim, judge
from verifier.claims.scenario import ScenarioVerdict, check_claims, placed
from verifier.errors import Illegal, Malformed, MeepleproofError, Undecided
from verifier.verdict import KeyReport, Verdict


def check(scenario: SoloScenario, keys: Sequence[Key]) -> ScenarioVerdict:
    """Return the verdict on a scenario by the keys given.

    :raises Illegal: if a claim speaks of outcomes at a table that is not valid.
    """
    return check_by(Keyring(keys), scenario)


def check_by(ring: Keyring, scenario: SoloScenario) -> ScenarioVerdict:
    """Return the verdict on one of several scenarios, which may ask the same questions.

    :raises Illegal: if a claim speaks of outcomes at a table that is not valid.
    """
    return check_claims(scenario, lambda claim: _verdict(claim, ring))


def _verdict(claim: SoloClaim, ring: Keyring) -> Verdict:
    content = claim.content
    try:
        if isinstance(content, LegalityClaim):
            return _legality(content, ring)
        if isinstance(content, ValidityClaim):
            return _validity(content)
        if isinstance(content, OutcomeClaim):
            return _brings(content, ring)
        return _quantified(content, ring)
    except Disagreement as found:
        return Verdict("keys disagree", ring.reports(), str(found))
    except Undecided as error:
        return Verdict("undecided", ring.reports(error), str(error))
    except (Illegal, Malformed) as error:
        raise placed(error, claim.where) from None


def _quantified(claim: QuantifiedClaim[Members], ring: Keyring) -> Verdict:
    ring.begin()
    members = claim.members
    groups: Iterable[Group]
    if isinstance(members, SituationDomain):
        laid = ring.tables(members)
        groups = [("", laid)] if claim.domain == "tables" else outcome_groups(laid)
    elif isinstance(members, EndDomain):
        groups = [end_group(members, ring)]
    elif isinstance(members, ShapeDomain):
        groups = [shape_group(members)]
    else:
        groups = [drawing_group(members)]
    judged = judge(claim, groups, describe)
    reports = ring.reports()
    by_itself = _BY_ITSELF.get(claim.domain, "")
    if isinstance(members, EndDomain) and members.by_orders:
        by_itself = "orders"
    if by_itself:
        reports += (KeyReport(by_itself, judged.examined),)
    return Verdict("violated" if judged.against else "holds", reports, judged.against)


_BY_ITSELF = {"drawings": "tiles", "shapes": "shapes"}
"""Domains that no key lists, and the name of what does."""


def _brings(claim: OutcomeClaim, ring: Keyring) -> Verdict:
    ring.begin()
    against = ""
    for before, outcome in ring.brought(claim):
        brought = None if outcome is None else Transition(before, outcome, ring.reached)
        against = differences(claim.expected, brought)
        if against:
            break
    return Verdict("violated" if against else "holds", ring.reports(), against)


def _legality(claim: LegalityClaim, ring: Keyring) -> Verdict:
    ring.begin()
    opinions = []
    for name, broken in ring.violations(claim.record):
        met = [v for v in broken if not claim.breaks or v.rule == claim.breaks]
        if claim.turn is not None:
            met = [v for v in met if v.turn == claim.turn]
        holds = bool(met) if claim.breaks else not broken
        breaks = "; ".join(f"{v.rule} at turn {v.turn}: {v.why}" for v in broken) or "legal"
        opinions.append((holds, f"{name}: {breaks}"))
    why = "; ".join(breaks for _, breaks in opinions)
    if all(holds for holds, _ in opinions):
        if not claim.breaks:
            ring.follow(claim.record)
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
    listed = "; ".join(f"{name} ({rule})" for name, rule in found) or "no faults"
    return Verdict("holds" if holds else "violated", reports, "" if holds else f"found {listed}")
