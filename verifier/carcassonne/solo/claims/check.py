"""Checks the claims of scenarios against complete lists of outcomes by every key.

The keys' lists must be the same before anything is concluded from them. Questions outside the keys
are decided by one module, which the verdict names: ``faults`` for positions, ``tiles`` for
drawings, ``shapes`` for shapes, and ``orders``, in addition to the keys, for all orders of final
scoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from verifier.carcassonne.solo.claims.expected import differences
from verifier.carcassonne.solo.claims.keyring import Keyring
from verifier.carcassonne.solo.claims.members import (
    describe,
    drawing_group,
    end_group,
    outcome_groups,
    shape_group,
)
from verifier.carcassonne.solo.claims.reading import (
    Content,
    EndDomain,
    Members,
    OutcomeClaim,
    ShapeDomain,
    SituationDomain,
    SoloScenario,
)
from verifier.carcassonne.solo.claims.vocabulary import Transition
from verifier.carcassonne.solo.codec import position_from_any
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.key import Closing, Key
from verifier.carcassonne.solo.record import Record
from verifier.carcassonne.table.faults import Fault
from verifier.claims.quantified import Group, QuantifiedClaim, judge
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    legality_verdict,
    validity_verdict,
)
from verifier.claims.scenario import ScenarioVerdict, check_claims
from verifier.verdict import KeyReport, Verdict


class Checker(Keyring):
    """Keys that check scenarios, which may ask the same questions."""

    def check(self, scenario: SoloScenario) -> ScenarioVerdict:
        """Return the verdict on a scenario.

        :raises Illegal: if a claim speaks of outcomes at a table that is not valid.
        """
        return check_claims(scenario, self, lambda content: _verdict(content, self))

    def close(self) -> None:
        """End the processes of the keys that have any."""
        for key in self.keys:
            if isinstance(key, Closing):
                key.close()


def check(scenario: SoloScenario, keys: Sequence[Key]) -> ScenarioVerdict:
    """Return the verdict on one scenario by the keys given, as :meth:`Checker.check` does."""
    return Checker(keys).check(scenario)


def _verdict(content: Content, ring: Keyring) -> Verdict:
    if isinstance(content, LegalityClaim):
        return _legality(content, ring)
    if isinstance(content, ValidityClaim):
        return validity_verdict(content, _faults_of)
    if isinstance(content, OutcomeClaim):
        return _brings(content, ring)
    return _quantified(content, ring)


def _quantified(claim: QuantifiedClaim[Members], ring: Keyring) -> Verdict:
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
    against = ""
    for before, outcome in ring.brought(claim):
        brought = None if outcome is None else Transition(before, outcome, ring.reached)
        against = differences(claim.expected, brought)
        if against:
            break
    return Verdict("violated" if against else "holds", ring.reports(), against)


def _legality(claim: LegalityClaim[Record], ring: Keyring) -> Verdict:
    verdict = legality_verdict(claim, ring.keys, ring)
    if verdict.answer == "holds" and not claim.breaks:
        ring.follow(claim.record)
    return verdict


def _faults_of(given: Any, where: str) -> tuple[Fault, ...]:
    return faults(position_from_any(given, where))
