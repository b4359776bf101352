"""Puts the claims of scenarios to every key, which must list the same outcomes.

The keys' lists must be the same before anything is concluded from them. Questions outside the keys
are decided by one module, which the verdict names: ``faults`` for positions, ``tiles`` for
drawings, ``shapes`` for shapes, and ``orders``, in addition to the keys, for all orders of final
scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any

from verifier.carcassonne.solo.claims import (
    NO_TURN,
    Content,
    DrawingDomain,
    EndDomain,
    GameEnd,
    Members,
    OutcomeClaim,
    ShapeDomain,
    Situation,
    SituationDomain,
    SoloScenario,
    Transition,
    claim_name,
    gains,
    goals_met,
    meeple_at,
    tiles_left,
    turn_name,
)
from verifier.carcassonne.solo.codec import position_from_any, scoring_to_json
from verifier.carcassonne.solo.faults import faults, require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import (
    Closing,
    FinalScoring,
    Key,
    RecordFollower,
    Scores,
    StateAfterTurn,
)
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.notation import position_text, turn_text
from verifier.carcassonne.solo.position import Pile, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.shapes import Shape, shapes
from verifier.carcassonne.solo.turn import (
    LARGE,
    NO_CLAIM,
    Outcome,
    Record,
    RecordedTurn,
    Turn,
    order_key,
)
from verifier.carcassonne.table.cells import cell_of, numbers_text
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.tiles import Orientation, drawing_of, tile_kind, tiles_in_play
from verifier.carcassonne.verdict import Verdict
from verifier.claims.agreement import Disagreement, Tally, common_answer, common_members
from verifier.claims.language import Group, QuantifiedClaim, judge
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    legality_verdict,
    validity_verdict,
)
from verifier.claims.scenario import ScenarioVerdict, check_claims, differences
from verifier.errors import Ambiguous, Illegal, Undecided
from verifier.verdict import KeyReport
from verifier.verdict import Verdict as AnyVerdict

Outcomes = frozenset[Outcome]


class Keyring(Tally):
    """Keys that are asked together; answers are kept, so that each question is asked once.

    It counts what they examined for one claim at a time.
    """

    verdict = Verdict

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self.keys = keys
        self._known: dict[tuple[str, Position], Outcomes] = {}
        self._final_scorings: dict[RuleSet, FinalScoring] = {}

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

    def tables(self, tables: SituationDomain) -> Iterator[Situation]:
        """Yield each table of a claim with its outcomes.

        :raises Disagreement: if the keys differ.
        :raises Illegal: if one of the tables is not valid.
        """
        for position in self._positions(tables):
            scores = tables.scores or (position.scores,)
            for extreme in {min(scores), max(scores)}:
                require_valid(replace(position, scores=extreme))
            if len(scores) == 1:
                laid = replace(position, scores=scores[0])
                yield self._agreed(laid, {key.name: self._outcomes(key, laid) for key in self.keys})
            else:
                yield from self._for_scores(position, scores)

    def brought(self, claim: OutcomeClaim) -> Iterator[tuple[Position, Outcome | None]]:
        """Yield, for each table of the claim, the outcome of its turn; None if it is not legal."""
        for table in self.tables(claim.tables):
            if claim.without_turn:
                found = [outcome for outcome in table.outcomes if outcome.turn is None]
                yield table.before, found[0] if found else None
                continue
            record = claim.tables.record
            turn = claim.turn
            if turn is None and record is not None:
                turn = _played(record.turns[claim.tables.turn - 1])
            assert turn is not None  # noqa: S101 - reading the claim saw to it
            yield table.before, self._of_turn(table.before, frozenset(table.outcomes), turn)

    def ways(self, position: Position, turn: Turn) -> list[Outcome]:
        """Return every outcome of exactly this turn; several only where points may be declined.

        :raises Disagreement: if the keys differ.
        :raises Illegal: if the position is not valid.
        :raises Undecided: if no key can list the turns of one scoring order.
        """
        require_valid(position)
        if len(turn.order) >= 2:  # noqa: PLR2004 - one feature has one order
            return self._exactly_in_order(position, turn)
        listed = {key.name: self._outcomes(key, position) for key in self.keys}
        return [
            outcome
            for outcome in self._agreed(position, listed).outcomes
            if outcome.turn
            and outcome.turn.order == turn.order
            and _same_placement(outcome.turn, turn)
        ]

    def follow(self, record: Record) -> None:
        """Compare by all keys that can follow a record the states after each of its turns.

        :raises Disagreement: if scores, supplies, ends or goals differ.
        """
        courses = {
            key.name: key.course(record) for key in self.keys if isinstance(key, RecordFollower)
        }
        for number in range(len(record.turns)):
            standings = {name: course[number] for name, course in courses.items()}
            if standings:
                common_answer(standings, "after turn {}".format, number + 1, shown=_state_text)

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        """Return the keys' final scoring under these rules.

        The function raises Disagreement if the keys differ.
        """
        if rules not in self._final_scorings:
            self._final_scorings[rules] = self._common_final_scoring(rules)
        return self._final_scorings[rules]

    def _common_final_scoring(self, rules: RuleSet) -> FinalScoring:
        by_key = {key.name: key.final_scoring(rules) for key in self.keys}
        known: dict[tuple[Scores, Scores], tuple[Scores, int]] = {}

        def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
            for name in by_key:
                self.count(name, 1)
            if (scores, meeples) not in known:
                known[scores, meeples] = common_answer(
                    {name: score(scores, meeples) for name, score in by_key.items()},
                    _end_text,
                    scores,
                    meeples,
                    shown=_final_text,
                )
            return known[scores, meeples]

        return end

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether an outcome meets a goal.

        :raises Disagreement: if the keys differ.
        """
        answers = {key.name: key.reached(goal, outcome) for key in self.keys}
        return common_answer(answers, _goal_text, goal, outcome)

    def _positions(self, tables: SituationDomain) -> Iterator[Position]:
        start = tables.position
        if start is None:
            assert tables.record is not None  # noqa: S101 - reading the claim saw to it
            start = self._before(tables.record, tables.turn)
        start = replace(start, rules=start.rules.with_switches(dict(tables.switches)))
        if not tables.following:
            yield start
        for tiles in tables.following:
            position = _with_next(start, tiles)
            if _copies_left(position, tiles) or len(tables.following) == 1:
                yield position

    def _before(self, record: Record, number: int) -> Position:
        position = record.start
        for n, turn in enumerate(record.turns[: number - 1], 1):
            outcomes = self._outcomes(self.keys[0], position)
            played = self._of_turn(position, outcomes, _played(turn))
            if played is None:
                raise Illegal(f"turn {n} of the record cannot be played", where=f"turn {n}")
            position = played.after
        return position

    def _outcomes(self, key: Key, position: Position) -> Outcomes:
        question = (key.name, position)
        if question not in self._known:
            self.ask(key.name)
            self._known[question] = key.outcomes(position)
        self.count(key.name, len(self._known[question]))
        return self._known[question]

    def _for_scores(
        self, position: Position, scores: Iterable[tuple[int, ...]]
    ) -> Iterator[Situation]:
        vectors = list(scores)
        answers = {key.name: key.outcomes_for_scores(position, vectors) for key in self.keys}
        for vector in vectors:
            listed: dict[str, Outcomes] = {}
            for name, answer in answers.items():
                self.ask(name)
                answered, listed[name] = next(answer)
                self.count(name, len(listed[name]))
                if answered != vector:
                    raise Disagreement(
                        f"asked about the scores {numbers_text(vector)}, {name} answers for "
                        f"{numbers_text(answered)}"
                    )
            yield self._agreed(replace(position, scores=vector), listed)

    def _agreed(self, position: Position, listed: dict[str, Outcomes]) -> Situation:
        outcomes = common_members(
            listed, lambda: f"at {position_text(position)}", _sort_key, _shown
        )
        return Situation(position, outcomes, self.reached)

    def _of_turn(self, position: Position, outcomes: Outcomes, turn: Turn) -> Outcome | None:
        """Return the outcome of exactly this turn, including its scoring order."""
        placed = [
            outcome
            for outcome in outcomes
            if outcome.turn is not None and _same_placement(outcome.turn, turn)
        ]
        if len(turn.order) < 2:  # noqa: PLR2004 - one feature has one order
            matching = [
                o for o in placed if o.turn and (not turn.order or o.turn.order == turn.order)
            ]
            if len({o.turn for o in matching}) > 1:
                raise Ambiguous(f"{turn_text(turn)!r} leaves the scoring order open", where="turn")
        else:
            matching = [o for o in placed if o.turn and o.turn.order == turn.order]
            if not matching:
                matching = self._in_order(position, placed, turn)
        if len(matching) > 1:
            raise Ambiguous(
                f"{turn_text(turn)!r} has several outcomes, since points may be declined"
            )
        return matching[0] if matching else None

    def _in_order(self, position: Position, placed: list[Outcome], turn: Turn) -> list[Outcome]:
        """Return the outcome of an order that is not the first one of its outcome."""
        candidates = [
            outcome
            for outcome in placed
            if outcome.turn
            and set(outcome.turn.order) == set(turn.order)
            and order_key(outcome.turn.order) < order_key(turn.order)
        ]
        if len(candidates) <= 1:
            return candidates
        return self._exactly_in_order(position, turn)

    def _exactly_in_order(self, position: Position, turn: Turn) -> list[Outcome]:
        """Ask for this order alone; keys that cannot answer are left out of the report."""
        listed: dict[str, Outcomes] = {}
        for key in self.keys:
            self.ask(key.name)
            if "order" in signature(key.outcomes).parameters:
                listed[key.name] = key.outcomes(position, turn.order)  # type: ignore[call-arg]  # only listings by order get here
                self.count(key.name, len(listed[key.name]))
            else:
                self.leave_out(key.name)
        if not listed:
            raise Undecided(f"no key can decide which outcome the order of {turn_text(turn)!r} has")
        exactly = self._agreed(position, listed).outcomes
        return [o for o in exactly if o.turn and _same_placement(o.turn, turn)]


def _with_next(position: Position, tiles: tuple[str, ...]) -> Position:
    """Return the position with ``tiles`` in place of the next tile of the colour to move."""
    if not position.river.empty:
        river = Pile((*tiles, *position.river.known[1:]), position.river.hidden)
        return replace(position, river=river)
    number = position.pile_of(position.to_move)
    pile = position.piles[number]
    changed = Pile((*tiles, *pile.known[1:]), pile.hidden)
    piles = (*position.piles[:number], changed, *position.piles[number + 1 :])
    return replace(position, piles=piles)


def _copies_left(position: Position, tiles: tuple[str, ...]) -> bool:
    used, counts = position.known_tiles(), position.rules.tile_counts()
    return all(used.count(tile) <= counts[tile] for tile in tiles)


def _played(turn: RecordedTurn) -> Turn:
    claim = NO_CLAIM
    if turn.meeples:
        drawing = drawing_of(turn.tile, turn.rotation)
        segment = drawing.segment_named(turn.meeples[0].segment)
        claim = segment.name if segment else turn.meeples[0].segment
    large = any(meeple.piece == LARGE for meeple in turn.meeples[:1])
    return Turn(turn.tile, turn.rotation, turn.x, turn.y, claim, turn.order, large)


def _same_placement(one: Turn, other: Turn) -> bool:
    # Equal drawings of a symmetric tile are one rotation (EC-G-24).
    period = len(tile_kind(one.tile).rotations)
    return (one.tile, one.cell, one.claim, one.large) == (
        other.tile,
        other.cell,
        other.claim,
        other.large,
    ) and one.rotation % period == other.rotation % period


def _sort_key(outcome: Outcome) -> tuple[str, tuple[int, ...]]:
    return (turn_name(outcome), outcome.after.scores)


def _end_text(scores: Scores, meeples: Scores) -> str:
    return f"final scores and result of {numbers_text(scores)} with meeples {numbers_text(meeples)}"


def _goal_text(goal: Goal, outcome: Outcome) -> str:
    return f"whether {turn_name(outcome)} reaches {goal.id}"


def _final_text(final: tuple[Scores, int]) -> str:
    scores, result = final
    return f"{numbers_text(scores)} and {result}"


def _state_text(state: StateAfterTurn) -> str:
    over = ", game over" if state.over else ""
    return (
        f"(scores {numbers_text(state.scores)}, supplies {numbers_text(state.supplies)}, "
        f"monasteries {state.monasteries}{over}, goals {' '.join(state.goals) or 'none'})"
    )


def _shown(outcome: Outcome) -> str:
    return f"{turn_name(outcome)}, which leads to {numbers_text(outcome.after.scores)}"


def _verdict(content: Content, ring: Keyring) -> AnyVerdict:
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
        groups = [("", laid)] if claim.domain == "tables" else _outcome_groups(laid)
    elif isinstance(members, EndDomain):
        groups = [end_group(members, ring)]
    elif isinstance(members, ShapeDomain):
        groups = [_shape_group(members)]
    else:
        groups = [_drawing_group(members)]
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


def _legality(claim: LegalityClaim[Record], ring: Keyring) -> AnyVerdict:
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
    "claim": lambda scene: (
        NO_TURN if scene.outcome.turn is None else claim_name(scene.outcome.turn)
    ),
    "scored": lambda scene: [scoring_to_json(scoring) for scoring in scene.outcome.scorings],
    "scores": lambda scene: list(scene.outcome.after.scores),
    "gains": lambda scene: list(gains(scene.before, scene.outcome.after)),
    "supplies": lambda scene: list(scene.outcome.after.supplies),
    "large": lambda scene: list(scene.outcome.after.large),
    "meeples": lambda _: {},
    "left": lambda scene: list(tiles_left(scene.outcome.after)),
    "river": lambda scene: letters_of(scene.outcome.after.river.known),
    "discarded": lambda scene: letters_of(scene.outcome.after.discards),
    "monasteries": lambda scene: scene.outcome.after.monasteries,
    "to_move": lambda scene: scene.outcome.after.to_move + 1,
    "over": lambda scene: scene.outcome.after.over,
    "final": lambda scene: list(scene.outcome.final or _NOT_OVER),
    "result": lambda scene: -1 if scene.outcome.result is None else scene.outcome.result,
    "goals": lambda scene: list(goals_met(scene.outcome, scene.reached)),
}


# --- The members over which quantified claims range


def _outcome_groups(tables: Iterable[Situation]) -> Iterator[Group]:
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


def _drawing_group(domain: DrawingDomain) -> Group:
    """Return every drawing: all kinds of tile in all four rotations."""
    kinds = tiles_in_play(domain.sheets).kinds
    return "", (drawing for kind in kinds for drawing in kind.orientations)


def _shape_group(domain: ShapeDomain) -> Group:
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
