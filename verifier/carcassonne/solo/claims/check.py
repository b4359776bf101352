"""Checks the claims of scenarios against complete lists of outcomes by every key.

The keys' lists must be the same before anything is concluded from them. Questions outside the keys
are decided by one module, which the verdict names: ``faults`` for positions, ``tiles`` for
drawings, ``shapes`` for shapes, and ``orders``, in addition to the keys, for all orders of final
scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from verifier.carcassonne.solo.claims.keyring import Keyring
from verifier.carcassonne.solo.claims.reading import (
    Content,
    DrawingDomain,
    EndDomain,
    Members,
    OutcomeClaim,
    ShapeDomain,
    SituationDomain,
    SoloScenario,
)
from verifier.carcassonne.solo.claims.shapes import Shape, shapes
from verifier.carcassonne.solo.claims.vocabulary import (
    NO_TURN,
    GameEnd,
    Situation,
    Transition,
    gains,
    goals_met,
    meeple_at,
    tiles_left,
    turn_name,
)
from verifier.carcassonne.solo.codec import position_from_any, scoring_to_json
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.key import Closing, Key
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.solo.record import Record
from verifier.carcassonne.table.cells import cell_of, numbers_text
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.tiles import Orientation, tiles_in_play
from verifier.claims.language import Group, QuantifiedClaim, judge
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    legality_verdict,
    validity_verdict,
)
from verifier.claims.scenario import ScenarioVerdict, check_claims, differences
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
        against = _against(claim.expected, brought)
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


# --- An outcome compared with what a claim expects of it, part by part


_NOT_OVER: tuple[int, ...] = ()


def _against(expected: dict[str, Any], brought: Transition | None) -> str:
    """Return each difference between an outcome and what is expected, in words.

    ``brought`` is None for a turn that is not legal.
    """
    if brought is None:
        return "" if expected == {"legal": False} else "no such turn is legal"
    found = {part: _PARTS[part](brought) for part in expected}
    if "meeples" in expected:
        after = brought.outcome.after
        found["meeples"] = {cell: meeple_at(after, *cell_of(cell)) for cell in expected["meeples"]}
    return differences(expected, found, ("scored",))


_PARTS: dict[str, Callable[[Transition], Any]] = {
    "legal": lambda _: True,
    "colour": lambda scene: scene.outcome.colour + 1,
    "discards": lambda scene: letters_of(scene.outcome.discards),
    "claim": lambda scene: NO_TURN if scene.outcome.turn is None else scene.outcome.turn.claim,
    "scored": lambda scene: [scoring_to_json(scoring) for scoring in scene.outcome.scorings],
    "scores": lambda scene: list(scene.outcome.after.scores),
    "gains": lambda scene: list(gains(scene.before, scene.outcome.after)),
    "supplies": lambda scene: list(scene.outcome.after.supplies),
    "meeples": lambda _: {},
    "left": lambda scene: list(tiles_left(scene.outcome.after)),
    "discarded": lambda scene: letters_of(scene.outcome.after.discards),
    "monasteries": lambda scene: scene.outcome.after.monasteries,
    "to_move": lambda scene: scene.outcome.after.to_move + 1,
    "over": lambda scene: scene.outcome.after.over,
    "final": lambda scene: list(scene.outcome.final or _NOT_OVER),
    "result": lambda scene: -1 if scene.outcome.result is None else scene.outcome.result,
    "goals": lambda scene: list(goals_met(scene.outcome, scene.reached)),
}


# --- The members over which quantified claims range


def outcome_groups(tables: Iterable[Situation]) -> Iterator[Group]:
    """Yield the outcomes of each situation as a group."""
    for table in tables:
        yield f"at {position_text(table.before)}", table.each()


def end_group(domain: EndDomain, ring: Keyring) -> Group:
    """Return all ends of games in a claim's domain, with the keys' final scores."""
    final_scoring = ring.final_scoring(domain.rules)
    return "", (
        GameEnd(scores, meeples, *final_scoring(scores, meeples))
        for scores in domain.scores
        for meeples in domain.meeples
    )


def drawing_group(domain: DrawingDomain) -> Group:
    """Return every drawing: all kinds of tile in all four rotations."""
    kinds = tiles_in_play(domain.sheets).kinds
    return "", (drawing for kind in kinds for drawing in kind.orientations)


def shape_group(domain: ShapeDomain) -> Group:
    """Return every completed feature in a claim's domain."""
    return "", shapes(domain.sheets, domain.kind, domain.most_tiles)


def describe(member: Any) -> str:
    """Return a member in words, as an example for a claim's verdict."""
    if isinstance(member, Transition):
        scores = numbers_text(member.outcome.after.scores)
        return f"{turn_name(member.outcome)}, which leads to {scores}"
    if isinstance(member, Situation):
        return position_text(member.before)
    if isinstance(member, GameEnd):
        return f"scores {member.scores} with meeples {member.meeples} end as {member.final}"
    if isinstance(member, Orientation):
        return f"tile {letter_of(member.id)} after {member.rotation} quarter turns"
    assert isinstance(member, Shape)  # noqa: S101 - there is nothing else
    return f"a {member.kind} of the tiles {letters_of(member.kinds)}"
