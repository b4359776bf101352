"""Checks scenarios of the house game: every claim by exhausting all that can happen, by every key.

Where several keys list outcomes, their lists must be the same before anything is concluded from
them. Whether a position is valid is decided by ``faults`` alone, under its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verifier.carcassonne.house.claims.keyring import Keyring
from verifier.carcassonne.house.claims.reading import (
    Content,
    FinalClaim,
    Finish,
    HouseScenario,
    OutcomeClaim,
    Play,
    Situation,
    Transition,
    final_scores,
    gains,
    piece_at,
    totals,
)
from verifier.carcassonne.house.codec import (
    feature_text,
    final_scoring_to_json,
    pieces_to_json,
    position_from_any,
    scoring_to_json,
)
from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.part_turn import FinalScoring
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.table.cells import cell_of, numbers_text
from verifier.carcassonne.table.faults import Fault
from verifier.claims.language import Group, QuantifiedClaim, judge
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    legality_verdict,
    validity_verdict,
)
from verifier.claims.scenario import ScenarioVerdict, check_claims, differences
from verifier.verdict import Verdict


class Checker(Keyring):
    """Keys that check scenarios, which may ask the same questions."""

    def check(self, scenario: HouseScenario) -> ScenarioVerdict:
        """Return the verdict on a scenario.

        :raises Illegal: if a claim speaks of a table that is not valid, or that no play leads to.
        """
        return check_claims(scenario, self, lambda content: _verdict(content, self))


def check(scenario: HouseScenario, keys: Sequence[Key]) -> ScenarioVerdict:
    """Return the verdict on one scenario by the keys given, as :meth:`Checker.check` does."""
    return Checker(keys).check(scenario)


def _verdict(content: Content, ring: Keyring) -> Verdict:
    if isinstance(content, LegalityClaim):
        return legality_verdict(content, ring.keys, ring, turn="part-turn")
    if isinstance(content, ValidityClaim):
        return validity_verdict(content, _faults_of)
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
    return _outcome_differences(claim.expected, Transition(table.before, outcome))


def _ends(claim: FinalClaim, ring: Keyring) -> str:
    return _end_differences(claim.expected, *ring.final_scorings(claim.play))


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


def _faults_of(given: Any, where: str) -> tuple[Fault, ...]:
    return faults(position_from_any(given, where))


# --- What a part-turn or an end brings, compared with what a claim expects, part by part


def _outcome_differences(expected: dict[str, Any], brought: Transition) -> str:
    """Return in words where an outcome differs from what is expected; empty if nowhere."""
    found = {part: _PARTS[part](brought) for part in expected if part != "pieces"}
    if "pieces" in expected:
        after = brought.outcome.after
        found["pieces"] = {cell: piece_at(after, *cell_of(cell)) for cell in expected["pieces"]}
    return differences(expected, found, ("scored",))


def _end_differences(
    expected: dict[str, Any], position: Position, scorings: tuple[FinalScoring, ...]
) -> str:
    """Return in words where the end at a position differs from what is expected."""
    found = {
        "features": [final_scoring_to_json(scoring) for scoring in scorings],
        "scores": list(final_scores(position, scorings)),
    }
    return differences(expected, found, ("features",))


_PARTS: dict[str, Callable[[Transition], Any]] = {
    "colour": lambda scene: scene.outcome.colour + 1,
    "scored": lambda scene: [scoring_to_json(scoring) for scoring in scene.outcome.scorings],
    "scores": lambda scene: list(scene.outcome.after.scores),
    "gains": lambda scene: list(gains(scene.before, scene.outcome.after)),
    "supplies": lambda scene: [pieces_to_json(each) for each in scene.outcome.after.supplies],
    "hand": lambda scene: list(scene.outcome.after.hand),
    "bag": lambda scene: list(scene.outcome.after.bag),
    "river": lambda scene: list(scene.outcome.after.river),
    "discards": lambda scene: list(scene.outcome.after.discards),
    "to_move": lambda scene: scene.outcome.after.to_move + 1,
    "second": lambda scene: scene.outcome.after.second,
    "end": lambda scene: scene.outcome.after.end,
    "final": lambda scene: list(scene.outcome.final or ()),
    "totals": lambda scene: list(totals(scene.outcome)),
}
