"""Puts the claims of scenarios to every key, which must list the same outcomes.

Where several keys list outcomes, their lists must be the same before anything is concluded from
them. Whether a position is valid is decided by ``faults`` alone, under its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verifier.carcassonne.house.claims import (
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
    part_turn_of,
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
from verifier.carcassonne.house.faults import faults, require_valid
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.part_turn import (
    FinalScoring,
    Outcome,
    PartTurn,
    final_scorings_text,
)
from verifier.carcassonne.house.position import (
    Placement,
    Position,
    StandingPiece,
    normal_placement,
)
from verifier.carcassonne.table.cells import cell_of, numbers_text
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.verdict import Verdict
from verifier.claims.agreement import Tally, common_answer, common_members
from verifier.claims.language import Group, QuantifiedClaim, judge
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    legality_verdict,
    validity_verdict,
)
from verifier.claims.scenario import ScenarioVerdict, check_claims, differences
from verifier.errors import Illegal
from verifier.verdict import Verdict as AnyVerdict

_Outcomes = frozenset[Outcome]
_Finals = tuple[FinalScoring, ...]


class Keyring(Tally):
    """Keys that are asked together, and each question once, however many claims ask it."""

    verdict = Verdict

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self.keys = keys
        self._known: dict[tuple[str, Position], _Outcomes] = {}
        self._finals: dict[tuple[str, Position], _Finals] = {}

    def check(self, scenario: HouseScenario) -> ScenarioVerdict:
        """Return the verdict on a scenario.

        :raises Illegal: if a claim speaks of a table that is not valid, or that no play leads to.
        """
        return check_claims(scenario, self, lambda content: _verdict(content, self))

    def table(self, play: Play) -> Situation:
        """Return the table with its outcomes, on which all keys agree.

        :raises Disagreement: if they do not.
        :raises Illegal: if the position is not valid, or a part-turn that leads there is illegal.
        """
        position = self.position(play)
        listed = {key.name: self._outcomes(key, position) for key in self.keys}
        outcomes = common_members(
            listed, lambda: f"at {position_text(position)}", _sort_key, _shown
        )
        return Situation(position, outcomes)

    def final_scorings(self, play: Play) -> tuple[Position, _Finals]:
        """Return a position, and what the features bring if it ends there, if all keys agree.

        :raises Disagreement: if they do not.
        :raises Illegal: as :meth:`table` does.
        """
        position = self.position(play)
        answers: dict[str, _Finals] = {}
        for key in self.keys:
            self.ask(key.name)
            if (key.name, position) not in self._finals:
                self._finals[key.name, position] = key.final_scorings(position)
            answers[key.name] = self._finals[key.name, position]
            self.count(key.name, len(answers[key.name]))
        return position, common_answer(answers, _finals_text, position, shown=final_scorings_text)

    def brought(self, table: Situation, part_turn: PartTurn) -> tuple[Outcome | None, str]:
        """Return the outcome of exactly this part-turn, or None and what is possible instead."""
        return _of_part_turn(table.outcomes, part_turn)

    def position(self, play: Play) -> Position:
        """Return the table that the situation's part-turns lead to, by the first key.

        :raises Illegal: if the start is not valid, or a part-turn cannot be played.
        """
        position = play.start
        require_valid(position)
        for number, turn in enumerate(play.turns):
            following = play.turns[number + 1 : number + 2]
            second = following[0].second if following else play.goes_on
            part_turn = part_turn_of(turn, second=second)
            outcomes = self._outcomes(self.keys[0], position)
            outcome, instead = _of_part_turn(outcomes, part_turn)
            if outcome is None:
                raise Illegal(
                    f"part-turn {number + 1}, {part_turn}, cannot be played{instead}",
                    where=f"part-turn {number + 1}",
                )
            position = outcome.after
        return position

    def _outcomes(self, key: Key, position: Position) -> _Outcomes:
        self.ask(key.name)
        question = (key.name, position)
        if question not in self._known:
            self._known[question] = key.outcomes(position)
        self.count(key.name, len(self._known[question]))
        return self._known[question]


def _shown(outcome: Outcome) -> str:
    return f"{outcome.part_turn} to {outcome.after.scores}"


def _sort_key(outcome: Outcome) -> tuple[str, tuple[int, ...]]:
    return (str(outcome.part_turn), outcome.after.scores)


def _of_part_turn(
    outcomes: _Outcomes | tuple[Outcome, ...], part_turn: PartTurn
) -> tuple[Outcome | None, str]:
    wanted = _normal(part_turn)
    near = [each for each in outcomes if _placed(each.part_turn) == _placed(wanted)]
    for outcome in near:
        if _normal(outcome.part_turn) == wanted:
            return outcome, ""
    if not near:
        return None, ": the tile cannot be placed so"
    possible = ", ".join(sorted(str(each.part_turn) for each in near))
    return None, f"; with this placement there are {possible}"


def _placed(part_turn: PartTurn) -> tuple[str, int, int, int]:
    return (part_turn.tile, part_turn.rotation, part_turn.x, part_turn.y)


def _normal(part_turn: PartTurn) -> PartTurn:
    """Return the part-turn with the smallest equal rotation and the first name of its segment."""
    turn = part_turn
    piece = None if turn.piece is None else StandingPiece(turn.piece, turn.feature, 0)
    normal = normal_placement(Placement(turn.tile, turn.rotation, turn.x, turn.y, piece))
    feature = "" if normal.piece is None else normal.piece.feature
    return PartTurn(turn.tile, normal.rotation, turn.x, turn.y, turn.piece, feature, turn.second)


def _finals_text(position: Position) -> str:
    return f"final scorings at {position_text(position)}"


def _verdict(content: Content, ring: Keyring) -> AnyVerdict:
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
