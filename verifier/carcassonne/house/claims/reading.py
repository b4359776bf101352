"""What the claims of a scenario of the house game say, read from a ``house-scenario``.

A claim is one of five things: a *quantified* claim (every, some, no, exactly n, or the set of all
values) over outcomes of one part-turn or over final scorings; what one part-turn brings; what the
table brings if the game ends there; whether a record is legal; whether a position is valid.

The table that a claim is about comes about by play: the part-turns of the scenario's record, those
that the claim adds to them, by the rules with the switches that the claim answers otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.claims.vocabulary import FINISH, OUTCOME, TABLE
from verifier.carcassonne.house.codec import (
    GAME,
    part_turn_from_json,
    position_from_any,
)
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.record import Record, RecordedPartTurn
from verifier.carcassonne.house.record_codec import record_from_json, recorded_part_turns
from verifier.claims.language import Vocabulary
from verifier.claims.quantified import QuantifiedClaim, read_quantified
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    read_breaks,
    read_validity,
)
from verifier.claims.scenario import Scenario, placed, read_scenario
from verifier.documents.validation import validate
from verifier.errors import Malformed, MeepleproofError

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
        place = f"{where} {inside}".strip()
        raise type(error)(error.message, where=place, rule=error.rule) from None


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
