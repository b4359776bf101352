"""Which rule: of the turns proposed with one tile one is legal, each other breaks just one rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from generator.chance import Chance
from generator.kind import Candidate, Proved, Reason, Wish, by_both
from generator.solo.records.kind import BothKeys, Judged, RecordKind, require_rule
from generator.solo.records.noted import mistake_of, noted_otherwise
from generator.solo.sources.played_games import stages
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.engine.solo.players import GREEDY
from verifier.carcassonne.solo.codec import position_to_json, record_from_json, record_to_json
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.position import Placement, Position, with_row
from verifier.carcassonne.solo.puzzle import RecordError, TurnsPuzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Record, RecordedTurn, as_recorded
from verifier.carcassonne.table.cells import STEPS
from verifier.carcassonne.tiles import drawing_of
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.wording import listed

LEGAL = "legal"

_BOUNDS = (570, 600)
_PROPOSALS = 5
_FEWEST_MISTAKES = 3
"""Of so many kinds, the mistakes are more than variations of one."""
_EARLIEST, _LATEST = 16, 40
_MEEPLES = (3, 4)
_TURNS = 6
"""So many turns of a game are tried."""
_BESIDE, _FAR, _OCCUPIED = 2, 4, 1
"""A mistake is worth finding if a tile that does not fit lies beside two others and fits all but
one, an occupied feature has four tiles, and where a meeple is missing another feature of the tile
has one."""


class _WhichRule(RecordKind[TurnsPuzzle]):
    """For every turn but one exactly one rule stands in the way."""

    name = "which-rule"
    title = "Which rule forbids it?"
    claim = "one legal turn"
    answered_by = ("verdicts",)

    def candidates(
        self, wish: Wish, chance: Chance, number: int
    ) -> Iterator[Candidate[TurnsPuzzle] | Reason]:
        rules = RuleSet(meeples=chance.choice(_MEEPLES))
        game = list(stages(GREEDY, chance.below(1 << 30), rules))[_EARLIEST:_LATEST]
        for stage, tile in chance.shuffled(game)[:_TURNS]:
            if tile:
                proposals = _proposals(with_row(stage.position, (tile,)), chance)
                if proposals:
                    yield Candidate(TurnsPuzzle(with_row(stage.position, (tile,)), proposals))
        yield "no tile of the game makes enough different mistakes"

    def prove(self, puzzle: TurnsPuzzle, keys: BothKeys) -> Proved[Any]:
        errors = [keys.first_error(record) for record in puzzle.records]
        flaw = _flaw(errors)
        if flaw:
            return Proved(puzzle, {}, flaw)
        verdicts = [LEGAL if error is None else error.rules[0] for error in errors]
        mistakes = {mistake_of(error) for error in errors if error is not None}
        return Proved(
            puzzle,
            {"verdicts": verdicts},
            themes=tuple(sorted(mistakes)),
            work=by_both(turns=len(errors)),
            # The tiles that a reader looks at: those beside, and those of the features joined.
            tries=Fraction(sum(_looked_at(puzzle.position, turn) for turn in puzzle.proposals)),
            bounds=_BOUNDS,
        )

    def to_json(self, puzzle: TurnsPuzzle) -> Document:
        turns = [record_to_json(record)["turns"][0] for record in puzzle.records]
        return {"position": position_to_json(puzzle.position), "proposals": turns}

    def from_json(self, document: Document, where: str) -> TurnsPuzzle:
        stated = {"start": document["position"], "turns": document["proposals"]}
        record = record_from_json(stated, where)
        require_valid(record.start)
        return TurnsPuzzle(record.start, record.turns)

    def read_answer(self, text: str) -> Document:
        return {"verdicts": text.split()}

    def judge(self, puzzle: TurnsPuzzle, answer: Document, solution: Document) -> Judged:
        said, turns = answer["verdicts"], len(puzzle.proposals)
        if len(said) != turns:
            message = f"{len(said)} verdicts for {turns} turns: give a rule or 'legal' for each"
            raise Malformed(message, where="/verdicts")
        for number, verdict in enumerate(said):
            if verdict != LEGAL:
                require_rule(verdict, f"/verdicts/{number}")
        pairs = zip(said, solution["verdicts"], strict=True)
        wrong = [str(number) for number, (one, other) in enumerate(pairs, start=1) if one != other]
        if wrong:
            which = f"turn{'s' * (len(wrong) > 1)} {listed(wrong)}"
            return Judged(solved=False, sentence=f"That is wrong of {which}.")
        return Judged(solved=True, sentence="Right, and so for every proposal.")


WHICH_RULE = _WhichRule()


def _flaw(errors: Sequence[RecordError | None]) -> Reason:
    if errors.count(None) != 1:
        return f"{errors.count(None)} of the turns are legal"
    for number, error in enumerate(errors, start=1):
        if error is not None and error.turn == 0:
            return f"the position breaks {error.rules[0]}"
        if error is not None and len(broken := (*error.rules, *error.others)) > 1:
            return f"proposal {number} breaks {' and '.join(broken)} at once"
    return ""


def _proposals(position: Position, chance: Chance) -> tuple[RecordedTurn, ...]:
    """Return a legal turn and others that are not, in any order; () if too few differ enough."""
    engine = Engine()
    outcomes = engine.outcomes_in_order(position)
    played = [as_recorded(one.turn, one.colour) for one in outcomes if one.turn is not None]
    noted: dict[RecordedTurn, None] = {}
    for turn in played:
        noted.update(dict.fromkeys(noted_otherwise(turn)))
    wrong: dict[str, list[RecordedTurn]] = defaultdict(list)
    for turn in filter(_claims_a_feature, chance.shuffled(list(noted))):
        for broken in engine.violations(Record(position, (turn,), official=False))[:1]:
            mistake = mistake_of(RecordError(1, (broken.rule,)))
            if mistake and _worth_finding(position, turn, mistake):
                wrong[mistake].append(turn)
    chosen: list[RecordedTurn] = []
    for place in range(_PROPOSALS - 1):
        for mistake in sorted(wrong, key=lambda name: len(wrong[name])):
            apart = [turn for turn in wrong[mistake] if _is_apart(turn, chosen)]
            if len(apart) > place and len(chosen) < _PROPOSALS - 1:
                chosen.append(apart[place])
    legal = [turn for turn in played if _is_apart(turn, chosen)]
    if len(wrong) < _FEWEST_MISTAKES or len(chosen) < _PROPOSALS - 1 or not legal:
        return ()
    right = max(chance.shuffled(legal), key=lambda turn: _looked_at(position, turn))
    return tuple(chance.shuffled([*chosen, right]))


def _claims_a_feature(turn: RecordedTurn) -> bool:
    drawing = drawing_of(turn.tile, turn.rotation)
    return all(drawing.segment_named(meeple.segment) is not None for meeple in turn.meeples)


def _is_apart(turn: RecordedTurn, others: Sequence[RecordedTurn]) -> bool:
    """Return whether the turns can be seen in one picture: on cells that do not touch."""
    return all(abs(turn.x - one.x) + abs(turn.y - one.y) > 1 for one in others)


def _worth_finding(position: Position, turn: RecordedTurn, mistake: str) -> bool:
    if mistake == "fit":
        fits = _beside(position, turn)
        return len(fits) >= _BESIDE and fits.count(False) == 1
    manned = _features(position, turn)
    if mistake == "occupied":
        return any(tiles >= _FAR for name, tiles, _ in manned if name == turn.meeples[0].segment)
    if mistake == "must-place":
        return sum(has_meeple for _, _, has_meeple in manned) >= _OCCUPIED
    return True


def _beside(position: Position, turn: RecordedTurn) -> list[bool]:
    """Return for each tile beside the one laid so whether their edges match."""
    drawing = drawing_of(turn.tile, turn.rotation)
    lying = {placed.cell: placed for placed in position.placements}
    cells = [(turn.x + x, turn.y + y) for x, y in STEPS]
    return [
        lying[cell].drawing.terrain[(edge + 2) % 4] == drawing.terrain[edge]
        for edge, cell in enumerate(cells)
        if cell in lying
    ]


def _looked_at(position: Position, turn: RecordedTurn) -> int:
    joined = _features(position, turn)
    return len(_beside(position, turn)) + sum(tiles for _, tiles, _ in joined)


def _features(position: Position, turn: RecordedTurn) -> list[tuple[str, int, bool]]:
    """Return the roads and cities of the tile laid so: name, tiles, whether they have a meeple."""
    laid = Placement(turn.tile, turn.rotation, turn.x, turn.y)
    lying = {placed.cell: placed for placed in position.placements} | {laid.cell: laid}
    found = []
    for segment in laid.drawing.segments:
        if segment.edges:
            parts, _ = feature_of(lying, laid.cell, segment)
            manned = any(
                (meeple := lying[cell].meeple) is not None and meeple.segment == part.name
                for cell, part in parts
            )
            found.append((segment.name, len({cell for cell, _ in parts}), manned))
    return found
