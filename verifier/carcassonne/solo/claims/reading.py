"""Reads scenarios and their claims from documents of the schema ``scenario``.

There are four kinds of claims: a *quantified* claim (every, some, no, exactly n, or the set of all
values) about the members of a domain; the outcome of a turn; whether a record is legal; whether a
position is valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any, Literal, TypeAlias

from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.claims.shapes import ShapeKind
from verifier.carcassonne.solo.claims.vocabulary import DRAWING, END, NO_TURN, OUTCOME, SHAPE, TABLE
from verifier.carcassonne.solo.codec import position_from_any, record_from_json, turn_from_json
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.record import Record
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Turn
from verifier.carcassonne.tiles import TileSheet
from verifier.claims.language import QuantifiedClaim, Vocabulary, read_quantified
from verifier.claims.records_and_positions import (
    LegalityClaim,
    ValidityClaim,
    read_breaks,
    read_validity,
)
from verifier.claims.scenario import (
    Claim,
    Scenario,
    placed,
    read_scenario,
    scenario_documents,
    scenario_suite,
)
from verifier.documents.validation import validate
from verifier.errors import Malformed, MeepleproofError

Domain = Literal["outcomes", "tables", "ends", "drawings", "shapes"]
Vector: TypeAlias = tuple[int, ...]

EVERY_KIND = "*"
"""Stands for the next tile: each kind in turn of which a copy is left."""

_VOCABULARY: dict[Domain, Vocabulary] = {
    "outcomes": OUTCOME,
    "tables": TABLE,
    "ends": END,
    "drawings": DRAWING,
    "shapes": SHAPE,
}
_ABOUT_ORDERS = frozenset({"best", "worst", "ends"})


@dataclass(frozen=True, slots=True)
class SituationDomain:
    """The situations of a claim: a position, or the one before a turn of a record, and variants.

    ``switches`` replace answers of the rule set; ``following`` are tiles that replace the next
    one; ``scores`` replace the scores. Empty ones change nothing.
    """

    position: Position | None
    record: Record | None
    turn: int
    switches: tuple[tuple[str, str], ...] = ()
    following: tuple[tuple[str, ...], ...] = ()
    scores: tuple[Vector, ...] = ()


@dataclass(frozen=True, slots=True)
class EndDomain:
    """Ends of games: all combinations of these scores and meeples on tiles."""

    rules: RuleSet
    scores: tuple[Vector, ...]
    meeples: tuple[Vector, ...]
    by_orders: bool


@dataclass(frozen=True, slots=True)
class DrawingDomain:
    """All drawings of the tiles of these sheets."""

    sheets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShapeDomain:
    """All completed features of a kind on at most so many tiles of these sheets."""

    sheets: tuple[str, ...]
    kind: ShapeKind
    most_tiles: int


@dataclass(frozen=True, slots=True)
class OutcomeClaim:
    """A claim about the outcome of a turn; if ``turn`` is None, of the record's own."""

    tables: SituationDomain
    turn: Turn | None
    without_turn: bool
    expected: dict[str, Any]


Members: TypeAlias = SituationDomain | EndDomain | DrawingDomain | ShapeDomain
"""The domain of a quantified claim."""

Content: TypeAlias = QuantifiedClaim[Members] | OutcomeClaim | LegalityClaim[Record] | ValidityClaim
SoloClaim: TypeAlias = Claim[Content]
SoloScenario: TypeAlias = Scenario[Content]


class _ScenarioReader:
    """Reads the situation of a scenario's document, once for all its claims."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.given_position = document.get("position")
        self.given_record = document.get("record")

    @cached_property
    def position(self) -> Position:
        return position_from_any(self.given_position, "/position")

    @cached_property
    def record(self) -> Record:
        return record_from_json(self.given_record, "/record")

    def content(self, claim: dict[str, Any], where: str) -> Content:
        kind = claim["claim"]
        if kind == "record":
            return _legality(self, claim, where)
        if kind == "position":
            return read_validity(claim, self.given_position, CATALOGUE, where)
        if kind == "outcome":
            return _brings(self, claim, where)
        domain: Domain = claim.get("over", "outcomes")
        members = _members(domain, self, claim, where)
        return read_quantified(claim, domain, _VOCABULARY[domain], members, where)


def scenario_from_json(document: Any, where: str = "") -> SoloScenario:
    """Return the scenario that a document states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where``, such as a file
        name, goes in front of it.
    :raises Illegal: if it states options that the rules do not allow.
    """
    try:
        validate("scenario", document)
        return read_scenario(document, CATALOGUE, _ScenarioReader(document).content)
    except MeepleproofError as error:
        raise placed(error, where) from None


def _legality(
    situation: _ScenarioReader, claim: dict[str, Any], where: str
) -> LegalityClaim[Record]:
    if "record" not in claim and situation.given_record is None:
        raise Malformed("a claim about a record, but there is none", where=where)
    breaks = read_breaks(claim, CATALOGUE, where)
    if "record" in claim:
        record = record_from_json(claim["record"], f"{where}/record")
    else:
        record = situation.record
    return LegalityClaim(record, breaks, claim.get("turn"))


def _brings(situation: _ScenarioReader, claim: dict[str, Any], where: str) -> OutcomeClaim:
    tables = _tables(situation, claim, where)
    given = claim.get("turn")
    without = given == NO_TURN
    if given is None and tables.record is None:
        raise Malformed("a claim about an outcome names its turn", where=where)
    turn = None if given is None or without else turn_from_json(given, f"{where}/turn")
    return OutcomeClaim(tables, turn, without, claim["is"])


def _members(
    domain: Domain, situation: _ScenarioReader, claim: dict[str, Any], where: str
) -> Members:
    if domain == "drawings":
        return DrawingDomain(SOLO.sheets)
    if domain == "shapes":
        return ShapeDomain(SOLO.sheets, claim["kind"], claim["tiles"])
    if domain == "ends":
        scores, meeples = _vectors(claim["scores"]), _vectors(claim["meeples"])
        colours = {len(vector) for vector in scores + meeples}
        if len(colours) != 1:
            raise Malformed("scores and meeples are given for different colours", where=where)
        rules = RuleSet(colours=colours.pop()).with_switches(claim.get("with", {}))
        sources = [claim.get(part) for part in ("where", "holds", "of")]
        return EndDomain(rules, scores, meeples, by_orders=any(map(_speaks_of_orders, sources)))
    return _tables(situation, claim, where)


def _speaks_of_orders(source: Any) -> bool:
    if not isinstance(source, list) or not source:
        return False
    return source[0] in _ABOUT_ORDERS or any(map(_speaks_of_orders, source[1:]))


def _tables(situation: _ScenarioReader, claim: dict[str, Any], where: str) -> SituationDomain:
    record, position, turn = None, None, 0
    if "position" in claim:
        position = position_from_any(claim["position"], f"{where}/position")
    elif situation.given_position is not None and "at" not in claim:
        position = situation.position
    elif situation.given_record is not None:
        record = situation.record
        turn = claim.get("at", len(record.turns))
        if not 1 <= turn <= len(record.turns):
            raise Malformed(
                f"turn {turn} of a record of {len(record.turns)} turns", where=f"{where}/at"
            )
    else:
        raise Malformed("a claim about outcomes needs a position or a record", where=where)
    start = position if position is not None else situation.record.start
    return SituationDomain(
        position=position,
        record=record,
        turn=turn,
        switches=tuple(sorted(claim.get("with", {}).items())),
        following=_following(claim.get("next"), start.sheet),
        scores=_vectors(claim["scores"]) if "scores" in claim else (),
    )


def _following(given: Any, sheet: TileSheet) -> tuple[tuple[str, ...], ...]:
    if given is None:
        return ()
    if given == EVERY_KIND:
        return tuple((kind.id,) for kind in sheet.kinds)
    return tuple(tiles_of(letters) for letters in ((given,) if isinstance(given, str) else given))


def _vectors(given: Any) -> tuple[Vector, ...]:
    """Return the score vectors given as one, as a list of several, or as a box of ranges."""
    if isinstance(given, list):
        return (tuple(given),)
    if "each" in given:
        return tuple(tuple(vector) for vector in given["each"])
    return tuple(product(*[range(low, high + 1) for low, high in given["box"]]))


# --- The scenarios that ship: every worked example and edge case, one file each


_PACKAGE = "verifier.carcassonne.solo.scenarios"


def documents() -> dict[str, Any]:
    """Return the shipped scenario documents by their file name (``folder/ID.json``), in order."""
    return scenario_documents(_PACKAGE)


@cache
def suite() -> tuple[SoloScenario, ...]:
    """Return the shipped scenarios, in the order of their files.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    return scenario_suite(_PACKAGE, scenario_from_json)
