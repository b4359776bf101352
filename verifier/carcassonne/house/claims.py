"""Scenarios of the house game and their claims, read from a ``house-scenario``.

A claim is one of five things: a *quantified* claim (every, some, no, exactly n, or the set of all
values) over outcomes of one part-turn or over final scorings; what one part-turn brings; what the
table brings if the game ends there; whether a record is legal; whether a position is valid.

The table that a claim is about comes about by play: the part-turns of the scenario's record, those
that the claim adds to them, by the rules with the switches that the claim answers otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, TypeAlias

from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.codec import (
    GAME,
    feature_text,
    part_turn_from_json,
    position_from_any,
    record_from_json,
    recorded_part_turns,
)
from verifier.carcassonne.house.part_turn import (
    FinalScoring,
    Outcome,
    PartTurn,
    Record,
    RecordedPartTurn,
    Scoring,
)
from verifier.carcassonne.house.position import PIECES, Position
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.table.cells import AROUND
from verifier.carcassonne.tiles.drawing import NAMES
from verifier.claims.language import (
    Argument,
    Operation,
    QuantifiedClaim,
    Type,
    Value,
    Vocabulary,
    read_quantified,
)
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    read_breaks,
    read_validity,
)
from verifier.claims.scenario import (
    Scenario,
    placed,
    read_scenario,
    scenario_documents,
    scenario_suite,
)
from verifier.documents.validation import validate
from verifier.errors import Malformed, MeepleproofError

# --- The words of the claim language: of outcomes, tables and final scorings
#
# Colours and players are numbered from 1 as in all text. What is asked of a feature that was not
# scored is 0 or an empty list, a final score where there is none is -1.


NO_FINAL = -1


@dataclass(frozen=True, slots=True)
class Situation:
    """A position and everything that one part-turn can bring there, as the keys say."""

    before: Position
    outcomes: tuple[Outcome, ...]

    def each(self) -> Iterator[Transition]:
        """Yield each outcome together with the position before."""
        return (Transition(self.before, outcome) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Transition:
    """An outcome together with the position before."""

    before: Position
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Finish:
    """A feature of a table with what it brings if the game ends there."""

    before: Position
    scoring: FinalScoring


_COLOUR = Argument("number", (1, 2, 3, 4, 5, 6), "a colour")
_PLAYER = Argument("number", (1, 2, 3, 4, 5, 6), "a player")
_FEATURE = Argument("text", (*NAMES, *AROUND), "the name of a feature")
_KIND = Argument("text", ("city", "road", "river", "monastery", "field"), "a kind of feature")
_SORT = Argument("text", PIECES, "a sort of piece")
_NUMBER = Argument("number")

_Words: TypeAlias = dict[str, Operation]


def _plain(kind: Type, meaning: Callable[..., Value], *arguments: Argument) -> Operation:
    return Operation(kind, arguments, meaning)


def _by_colour(numbers: Callable[[Transition], tuple[int, ...]]) -> Operation:
    return _plain(
        "number",
        lambda scene, colour: numbers(scene)[_index(scene.before, colour)],
        _COLOUR,
    )


def _index(position: Position, colour: int) -> int:
    if not 1 <= colour <= position.rules.colours:
        raise Malformed(f"there is no colour {colour}; {position.rules.colours} colours play")
    return colour - 1


def _left(scene: Transition, sort: str, colour: int) -> int:
    supply = scene.outcome.after.supplies[_index(scene.before, colour)]
    return int(supply[Pieces._fields.index(sort)])


def gains(before: Position, after: Position) -> tuple[int, ...]:
    """Return the points that each colour received."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple(later - earlier for earlier, later in pairs)


def final_scores(before: Position, scorings: tuple[FinalScoring, ...]) -> tuple[int, ...]:
    """Return the scores by colour with what the features of a table bring at the end."""
    scores = list(before.scores)
    for scoring in scorings:
        for colour in scoring.owners:
            scores[colour] += scoring.value
    return tuple(scores)


def piece_at(position: Position, x: int, y: int) -> str:
    """Return the piece on a cell as text like ``little.E.2``, or nothing."""
    for placement in position.placements:
        piece = placement.piece
        if placement.cell == (x, y) and piece is not None:
            return f"{piece.piece}.{piece.feature}.{piece.colour + 1}"
    return ""


def totals(outcome: Outcome) -> tuple[int, ...]:
    """Return the final scores by player, the sums of their colours (HOUSE-2P-3)."""
    if outcome.final is None:
        return ()
    rules = outcome.after.rules
    return tuple(
        sum(
            score for colour, score in enumerate(outcome.final) if rules.player_of(colour) == player
        )
        for player in range(rules.players)
    )


def _total(scene: Transition, player: int) -> int:
    sums = totals(scene.outcome)
    if player > scene.before.rules.players:
        raise Malformed(f"there is no player {player}; {scene.before.rules.players} players play")
    return sums[player - 1] if sums else NO_FINAL


def _scored(scene: Transition, name: str) -> Scoring | None:
    return next((each for each in scene.outcome.scorings if each.feature == name), None)


def _value(scene: Transition, name: str) -> int:
    scoring = _scored(scene, name)
    return scoring.value if scoring else 0


def _owners(scene: Transition, name: str) -> Value:
    scoring = _scored(scene, name)
    return _numbers(scoring.owners) if scoring else ()


def _numbers(colours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(colour + 1 for colour in colours)


def _finals(scene: Transition) -> tuple[int, ...]:
    return scene.outcome.final or (NO_FINAL,) * scene.before.rules.colours


_TABLE: _Words = {
    "before": _by_colour(lambda scene: scene.before.scores),
    "hand-before": _plain("list", lambda scene: scene.before.hand),
    "to-move": _plain("number", lambda scene: scene.before.to_move + 1),
    "second-part": _plain("truth", lambda scene: scene.before.second),
}

_OUTCOME: _Words = {
    **_TABLE,
    "turn": _plain("text", lambda scene: str(scene.outcome.part_turn)),
    "tile": _plain("text", lambda scene: scene.outcome.part_turn.tile),
    "rotation": _plain("number", lambda scene: scene.outcome.part_turn.rotation),
    "cell": _plain(
        "text", lambda scene: f"{scene.outcome.part_turn.x}.{scene.outcome.part_turn.y}"
    ),
    "placement": _plain("text", lambda scene: _placement(scene.outcome)),
    "piece": _plain("text", lambda scene: scene.outcome.part_turn.piece or ""),
    "feature": _plain("text", lambda scene: scene.outcome.part_turn.feature),
    "goes-on": _plain("truth", lambda scene: scene.outcome.part_turn.second),
    "score": _by_colour(lambda scene: scene.outcome.after.scores),
    "scores": _plain("list", lambda scene: scene.outcome.after.scores),
    "gain": _by_colour(lambda scene: gains(scene.before, scene.outcome.after)),
    "gains": _plain("list", lambda scene: gains(scene.before, scene.outcome.after)),
    "left": _plain("number", _left, _SORT, _COLOUR),
    "piece-at": _plain(
        "text", lambda scene, x, y: piece_at(scene.outcome.after, x, y), _NUMBER, _NUMBER
    ),
    "features": _plain(
        "list", lambda scene: tuple(each.feature for each in scene.outcome.scorings)
    ),
    "scored": _plain(
        "number",
        lambda scene, kind: sum(each.kind == kind for each in scene.outcome.scorings),
        _KIND,
    ),
    "value": _plain("number", _value, _FEATURE),
    "owners": _plain("list", _owners, _FEATURE),
    "hand": _plain("list", lambda scene: scene.outcome.after.hand),
    "bag": _plain("list", lambda scene: scene.outcome.after.bag),
    "river": _plain("list", lambda scene: scene.outcome.after.river),
    "discards": _plain("list", lambda scene: scene.outcome.after.discards),
    "after-to-move": _plain("number", lambda scene: scene.outcome.after.to_move + 1),
    "end": _plain("text", lambda scene: scene.outcome.after.end),
    "final": _by_colour(_finals),
    "finals": _plain("list", lambda scene: scene.outcome.final or ()),
    "total": _plain("number", _total, _PLAYER),
    "totals": _plain("list", lambda scene: totals(scene.outcome)),
}


def _placement(outcome: Outcome) -> str:
    turn = outcome.part_turn
    return f"{turn.tile}{turn.rotation}.{turn.x}.{turn.y}"


def _weight(scene: Finish, colour: int) -> int:
    return dict(scene.scoring.weights).get(_index(scene.before, colour), 0)


_FINISH: _Words = {
    "feature": _plain("text", lambda scene: feature_text(scene.scoring.feature)),
    "kind": _plain("text", lambda scene: scene.scoring.kind),
    "value": _plain("number", lambda scene: scene.scoring.value),
    "weight": _plain("number", _weight, _COLOUR),
    "owners": _plain("list", lambda scene: _numbers(scene.scoring.owners)),
    "cities": _plain(
        "list", lambda scene: tuple(feature_text(city) for city in scene.scoring.cities)
    ),
}

OUTCOME = Vocabulary("an outcome", _OUTCOME)
TABLE = Vocabulary("a table", _TABLE, inner=OUTCOME)
FINISH = Vocabulary("the final scoring of a feature", _FINISH)


# --- Reading


Domain = Literal["outcomes", "tables", "finals"]

_VOCABULARY: dict[Domain, Vocabulary] = {"outcomes": OUTCOME, "tables": TABLE, "finals": FINISH}


@dataclass(frozen=True, slots=True)
class Play:
    """A table: where the play begins, and the part-turns that lead from there to it.

    ``goes_on`` says that after the last of them the second part of the turn is on.
    """

    start: Position
    turns: tuple[RecordedPartTurn, ...] = ()
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class OutcomeClaim:
    """A claim about what one part-turn brings."""

    play: Play
    part_turn: PartTurn
    expected: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FinalClaim:
    """A claim about what the table brings if the game ends there."""

    play: Play
    expected: dict[str, Any]


Content: TypeAlias = (
    QuantifiedClaim[Play] | OutcomeClaim | FinalClaim | LegalityClaim[Record] | ValidityClaim
)
HouseScenario: TypeAlias = Scenario[Content]


def scenario_from_json(document: Any, where: str = "") -> HouseScenario:
    """Return the scenario that a document states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where``, such as the name of
        a file, goes before it.
    :raises Illegal: if it asks for rules that no text allows.
    """
    try:
        validate("house-scenario", document)
        return read_scenario(document, CATALOGUE, _Reader(document).content)
    except MeepleproofError as error:
        raise placed(error, where) from None


def any_as_scenario(document: Any, where: str = "") -> HouseScenario:
    """Return the scenario that a document states, or that a record or a position is all right.

    A bare record is claimed to be legal, a bare position to be valid; neither shows a rule.

    :raises Malformed: as :func:`scenario_from_json` does.
    :raises Illegal: as :func:`scenario_from_json` does.

    >>> any_as_scenario({"game": "house", "rules": {"players": 4}, "draw": [], "turns": []}).id
    'record'
    """
    subject = _subject(document)
    if subject is None:
        return scenario_from_json(document, where)
    if subject == "position":
        position_from_any(document, where)  # a claim would take what is unreadable for a fault
    bare = {
        "game": GAME,
        "id": subject,
        "title": "What was given",
        "rules": ["HOUSE-TURN-1"],
        "source": "given",
        "authority": "ours",
        subject: document,
        "claims": [{"claim": subject}],
    }
    try:
        return replace(scenario_from_json(bare), rules=())
    except MeepleproofError as error:
        inside = error.where.removeprefix(f"/{subject}")
        raise error.at(f"{where} {inside}".strip()) from None


def _subject(document: Any) -> str | None:
    """Return whether a document is a record or a position alone."""
    keys = document if isinstance(document, dict) and "claims" not in document else ()
    subjects = {"turns": "record", "placements": "position"}
    return next((subject for key, subject in subjects.items() if key in keys), None)


class _Reader:
    """Reads claims, given what the scenario's document says before them."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.position = document.get("position")
        self.record = document.get("record")

    def content(self, claim: dict[str, Any], where: str) -> Content:
        kind = claim["claim"]
        if kind == "record":
            return self._legality(claim, where)
        if kind == "position":
            return read_validity(claim, self.position, CATALOGUE, where)
        if kind == "outcome":
            return self._brings(claim, where)
        if kind == "final":
            return FinalClaim(self._play(claim, where), claim["is"])
        domain: Domain = claim.get("over", "outcomes")
        play = self._play(claim, where)
        return read_quantified(claim, domain, _VOCABULARY[domain], play, where)

    def _legality(self, claim: dict[str, Any], where: str) -> LegalityClaim[Record]:
        record, place = self._record(claim, where)
        read = record_from_json(_answered(record, claim), place)
        if "then" in claim:
            written = [*record["turns"], *claim["then"]]
            turns, _ = recorded_part_turns(written, read.start, f"{where}/then")
            read = replace(read, turns=turns)
        breaks = read_breaks(claim, CATALOGUE, where)
        return LegalityClaim(read, breaks, claim.get("turn"))

    def _brings(self, claim: dict[str, Any], where: str) -> OutcomeClaim:
        if "turn" in claim:
            play = self._play(claim, where)
            return OutcomeClaim(
                play, part_turn_from_json(claim["turn"], f"{where}/turn"), claim["is"]
            )
        whole = self._play(claim, where)
        if not whole.turns:
            raise Malformed("a claim about an outcome names its part-turn", where=where)
        *before, last = whole.turns
        play = Play(whole.start, tuple(before), last.second)
        return OutcomeClaim(play, part_turn_of(last, second=whole.goes_on), claim["is"])

    def _play(self, claim: dict[str, Any], where: str) -> Play:
        if "position" in claim or (self.record is None and self.position is not None):
            given, place = self.position, "/position"
            if "position" in claim:
                given, place = claim["position"], f"{where}/position"
            position = position_from_any(given, place)
            rules = position.rules.with_switches(claim.get("with", {}))
            start, written = replace(position, rules=rules), []
        else:
            record, place = self._record(claim, where)
            start = record_from_json(_answered(record, claim) | {"turns": []}, place).start
            written = record["turns"][: self._played(record, claim, where)]
        written = [*written, *claim.get("then", ())]
        return Play(start, *recorded_part_turns(written, start, f"{where}/then"))

    def _record(self, claim: dict[str, Any], where: str) -> tuple[dict[str, Any], str]:
        if "record" in claim:
            return claim["record"], f"{where}/record"
        if self.record is None:
            raise Malformed(f"a claim of the kind {claim['claim']!r} needs a record", where=where)
        return self.record, "/record"

    @staticmethod
    def _played(record: dict[str, Any], claim: dict[str, Any], where: str) -> int:
        turns = len(record["turns"])
        if "at" not in claim:
            return turns
        if not 1 <= claim["at"] <= turns:
            raise Malformed(f"part-turn {claim['at']} of a record of {turns}", where=f"{where}/at")
        return int(claim["at"]) - 1


def part_turn_of(turn: RecordedPartTurn, *, second: bool) -> PartTurn:
    """Return a recorded part-turn as an action, a second part following it or not.

    :raises Malformed: if it states what no action can be, such as two pieces.
    """
    part_turn = PartTurn(turn.tile, turn.rotation, turn.x, turn.y, second=second)
    if not turn.pieces:
        return part_turn
    piece, *others = turn.pieces
    if others or piece.colour not in (None, turn.colour) or piece.cell not in (None, turn.cell):
        raise Malformed(f"what is put down with {part_turn} is more than a part-turn can be")
    text = str(replace(part_turn, second=False))
    return replace(part_turn_from_json(f"{text}.{piece.piece}.{piece.feature}"), second=second)


def _answered(record: dict[str, Any], claim: dict[str, Any]) -> dict[str, Any]:
    """Return a record by rules in which the claim's switches are answered as it says."""
    choices = claim.get("with")
    if not choices:
        return record
    if "start" in record:
        return record | {"start": _with_switches(record["start"], choices)}
    return _with_switches(record, choices)


def _with_switches(document: dict[str, Any], choices: dict[str, str]) -> dict[str, Any]:
    rules = document["rules"]
    return document | {"rules": rules | {"switches": rules.get("switches", {}) | choices}}


# --- The scenarios that ship: every example and edge case, one file each


_PACKAGE = "verifier.carcassonne.house.scenarios"


def documents() -> dict[str, Any]:
    """Return the shipped scenario documents by their file name (``folder/ID.json``), in order."""
    return scenario_documents(_PACKAGE)


@cache
def suite() -> tuple[HouseScenario, ...]:
    """Return the shipped scenarios, in the order of their files.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    return scenario_suite(_PACKAGE, scenario_from_json)
