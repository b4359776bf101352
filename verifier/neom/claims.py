"""Scenarios of NEOM: their claims, read from documents and put to both keys.

A scenario has a catalogue (the demo, changed as stated), a state, and claims. The keys must agree
before a claim is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial, reduce
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar

from verifier.claims.agreement import Tally, common_answer
from verifier.claims.scenario import (
    Scenario,
    ScenarioVerdict,
    check_claims,
    placed,
    read_scenario,
    require_rule,
    scenario_documents,
    scenario_suite,
)
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.neom.catalogue import CATALOGUE
from verifier.neom.documents import log_from_json, read_square, require_tile, state_from_json
from verifier.neom.key import Key, Verdict
from verifier.neom.log import Log, LogReport
from verifier.neom.log_check import agreed_report, agreed_score
from verifier.neom.odds import by_enumeration, by_formula
from verifier.neom.odds.seen import Seen
from verifier.neom.parameters import Unknown
from verifier.neom.parameters_document import set_parameter
from verifier.neom.state import FirstAction, Outcome, State, square_name, total
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json, demo_catalogue
from verifier.verdict import Answer


@dataclass(frozen=True, slots=True)
class LogClaim:
    """A log is legal, or its event breaks exactly these rules, or something is not determined.

    ``event`` is counted from 0; ``money`` and ``total`` are those after the last event.
    """

    catalogue: TileCatalogue
    log: Log
    breaks: frozenset[str] = frozenset()
    event: int | None = None
    undetermined: frozenset[Unknown] = frozenset()
    money: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class TurnClaim:
    """Of the outcomes of a turn that are ``given``, so many are as ``wanted``.

    Both are fields of an outcome with their values, as :func:`verifier.neom.claims.field`
    names them.
    """

    catalogue: TileCatalogue
    state: State
    pack: tuple[str, ...]
    quantifier: Literal["every", "some", "no", "exactly"]
    given: tuple[tuple[str, Any], ...]
    wanted: tuple[tuple[str, Any], ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class SquaresClaim:
    """A tile may be placed on exactly these squares, money and goods aside."""

    catalogue: TileCatalogue
    state: State
    tile: str
    squares: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ScoreClaim:
    """The score has these points under these headings, or lacks something."""

    catalogue: TileCatalogue
    state: State
    headings: tuple[tuple[str, int], ...]
    undetermined: frozenset[Unknown]


@dataclass(frozen=True, slots=True)
class BestClaim:
    """The best first actions, each as the fields that are stated, and what they lead to."""

    catalogue: TileCatalogue
    state: State
    packs: tuple[tuple[str, ...], ...]
    income_at_end: bool
    actions: tuple[tuple[tuple[str, Any], ...], ...]
    points: int


@dataclass(frozen=True, slots=True)
class OddsClaim:
    """A chance, by the names of its parts (``disaster.never_shown``), is so much."""

    seen: Seen
    chance: str
    value: Fraction


Content: TypeAlias = LogClaim | TurnClaim | SquaresClaim | ScoreClaim | BestClaim | OddsClaim
NeomScenario: TypeAlias = Scenario[Content]


def scenario_from_json(
    document: Any, where: str = "", changes: Mapping[str, Any] = MappingProxyType({})
) -> NeomScenario:
    """Return the scenario that a document states.

    ``changes`` are parameters that it shall be read with, by their paths: in place of those that
    the scenario states, but not of those that a claim states as its own.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    """
    validate("neom-scenario", document, where)
    try:
        return read_scenario(document, CATALOGUE, partial(_content, document, changes))
    except Malformed as error:
        raise placed(error, where) from None


def _content(
    scenario: Document, changes: Mapping[str, Any], claim: Document, where: str
) -> Content:
    if claim["claim"] == "odds":
        return OddsClaim(Seen(**claim["seen"]), claim["chance"], Fraction(claim["is"]))
    catalogue = _catalogue(scenario, changes, claim, where)
    if claim["claim"] == "log":
        return _read_log(scenario, claim, catalogue, where)
    document = {**scenario.get("state", {}), **claim.get("state", {})}
    state = state_from_json(document, catalogue, where)
    if claim["claim"] == "score":
        headings = tuple(claim.get("headings", {}).items())
        return ScoreClaim(catalogue, state, headings, _undetermined(claim, where))
    if claim["claim"] == "squares":
        squares = frozenset(map(read_square, claim["squares"]))
        tile = require_tile(catalogue, claim["tile"], f"{where}/tile")
        return SquaresClaim(catalogue, state, tile, squares)
    packs = tuple(
        tuple(require_tile(catalogue, tile, f"{where}/packs/{number}") for tile in pack)
        for number, pack in enumerate(claim["packs"])
    )
    if claim["claim"] == "best":
        actions = tuple(map(_fields, claim["best"]))
        income = claim.get("income_at_end", False)
        return BestClaim(catalogue, state, packs, income, actions, claim["points"])
    given, wanted = _fields(claim.get("given", {})), _fields(claim.get("is", {}))
    return TurnClaim(
        catalogue, state, packs[0], claim["claim"], given, wanted, claim.get("number", 0)
    )


def _catalogue(
    scenario: Document, changes: Mapping[str, Any], claim: Document, where: str
) -> TileCatalogue:
    """Return the demo with the parameters and tiles that scenario and claim state otherwise."""
    changes = {**scenario.get("params", {}), **changes, **claim.get("with", {})}
    if not changes and "tiles" not in scenario:
        return demo_catalogue()
    document = catalogue_to_json(demo_catalogue())
    tiles = {tile["id"]: tile for tile in scenario.get("tiles", ())}
    if tiles:
        document["tiles"] = [tiles.pop(tile["id"], tile) for tile in document["tiles"]]
        document["tiles"] += tiles.values()
        document["complete"] = False
    for path, value in changes.items():
        set_parameter(document["params"], path, value, where)
    return catalogue_from_json(document, where)


def _read_log(
    scenario: Document, claim: Document, catalogue: TileCatalogue, where: str
) -> LogClaim:
    start = {**scenario.get("state", {}), **claim.get("state", {})}
    document = {
        "game": "neom",
        **({"start": start} if start else {"board": claim.get("board", "")}),
        "events": [*scenario.get("events", ()), *claim.get("events", ())],
    }
    breaks = claim.get("breaks", [])
    for rule in breaks:
        require_rule(CATALOGUE, rule, f"{where}/breaks")
    return LogClaim(
        catalogue,
        log_from_json(document, catalogue, where),
        frozenset(breaks),
        claim.get("event"),
        _undetermined(claim, where),
        claim.get("money"),
        claim.get("total"),
    )


def _undetermined(claim: Document, where: str) -> frozenset[Unknown]:
    found = [Unknown(each["rule"], each["parameter"]) for each in claim.get("undetermined", ())]
    for unknown in found:
        require_rule(CATALOGUE, unknown.rule, f"{where}/undetermined")
    return frozenset(found)


def _fields(fields: Document) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value) for name, value in fields.items()
    )


# --- what the keys say about them

_Reply = TypeVar("_Reply")


class Keyring(Tally):
    """The keys of NEOM, which answer one claim after the other."""

    verdict = Verdict

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self.keys = tuple(keys)

    def common(self, question: str, ask: Callable[[Key], _Reply]) -> _Reply:
        """Return the answer that all keys give.

        :raises Disagreement: if they give different ones.
        """
        return common_answer(self.each(ask), lambda: question)

    def each(self, ask: Callable[[Key], _Reply]) -> dict[str, _Reply]:
        """Return each key's answer by the name of the key."""
        answers = {}
        for key in self.keys:
            self.ask(key.name)
            answers[key.name] = ask(key)
            self.count(key.name, 1)
        return answers

    def check(self, scenario: NeomScenario) -> ScenarioVerdict:
        """Return the verdict on a scenario.

        :raises Malformed: with the place of a claim that cannot be decided as it is written.
        """
        return check_claims(scenario, self, lambda content: _verdict(content, self))


def _verdict(content: Content, ring: Keyring) -> Verdict:
    against = _against(content, ring)
    answer: Answer = "violated" if against else "holds"
    return Verdict(answer, ring.reports(), against)


def _against(claim: Content, ring: Keyring) -> str:
    """Return what speaks against a claim; empty if it holds."""
    match claim:
        case LogClaim():
            return _against_log(claim, ring)
        case TurnClaim():
            return _against_turn(claim, ring)
        case SquaresClaim():
            return _against_squares(claim, ring)
        case ScoreClaim():
            return _against_score(claim, ring)
        case BestClaim():
            return _against_best(claim, ring)
        case OddsClaim():
            return _against_odds(claim, ring)


def _against_log(claim: LogClaim, ring: Keyring) -> str:
    report = agreed_report(ring.each(lambda key: key.check(claim.catalogue, claim.log)))
    broken = frozenset(each.rule for each in report.violations)
    if broken != claim.breaks:
        return f"broken: {_rules(broken)}"
    events = {each.event for each in report.violations}
    if claim.event is not None and events != {claim.event}:
        return f"broken at events {sorted(events)}"
    unknown = frozenset(each for _, each in report.unknown)
    if unknown != claim.undetermined:
        return "; ".join(map(str, sorted(unknown))) or "all is determined"
    return _amounts(claim, report)


def _amounts(claim: LogClaim, report: LogReport) -> str:
    if claim.money is not None and claim.money != report.money:
        return f"the money is {report.money}"
    if claim.total is not None and claim.total != total(report.score):
        return f"the score is {total(report.score)}"
    if report.differences:
        noted = report.differences[0]
        return f"{noted.what} at event {noted.event} is noted wrongly"
    return ""


def _rules(rules: frozenset[str]) -> str:
    return " ".join(sorted(rules)) or "nothing"


def _against_turn(claim: TurnClaim, ring: Keyring) -> str:
    outcomes = ring.common(
        "what the turn can be",
        lambda key: key.outcomes(claim.catalogue, claim.state, claim.pack),
    )
    given = [each for each in outcomes if _fits(each, claim.given)]
    fitting = [each for each in given if _fits(each, claim.wanted)]
    others = [each for each in given if each not in fitting]
    if claim.quantifier == "every":
        return f"not so: {min(map(repr, others))}" if others else ("" if given else "there is none")
    if claim.quantifier == "no":
        return f"there is {min(map(repr, fitting))}" if fitting else ""
    if claim.quantifier == "some":
        return "" if fitting else "there is none"
    return "" if len(fitting) == claim.number else f"there are {len(fitting)}"


def _fits(outcome: Outcome, fields: tuple[tuple[str, Any], ...]) -> bool:
    return all(field(outcome, name) == value for name, value in fields)


def field(outcome: Outcome, name: str) -> object:
    """Return what claims call a part of an outcome."""
    action, after = outcome.action, outcome.after
    parts: dict[str, object] = {
        "action": action.kind,
        "tile": action.selected,
        "placed": action.placed,
        "square": action.square and square_name(action.square),
        "bought": action.bought,
        "routes": action.routes,
        "paid": outcome.paid,
        "disaster": action.disaster.kind if action.disaster else "none",
        "money": after.money,
        "tokens": tuple(sorted(after.tokens)),
        "routes_used": after.routes_used,
        "generation": after.generation,
        "turn": after.turn,
        "disaster_over": after.disaster_over,
    }
    return parts[name]


def _against_squares(claim: SquaresClaim, ring: Keyring) -> str:
    found = ring.common(
        "the squares", lambda key: key.squares(claim.catalogue, claim.state.city, claim.tile)
    )
    named = " ".join(sorted(map(square_name, found))) or "none"
    return "" if found == claim.squares else f"the squares are {named}"


def _against_score(claim: ScoreClaim, ring: Keyring) -> str:
    score = agreed_score(ring.each(lambda key: key.score(claim.catalogue, claim.state)))
    points = {heading.name: heading.points for heading in score}
    unknown = frozenset(each for heading in score for each in heading.unknown)
    if unknown != claim.undetermined:
        return "; ".join(map(str, sorted(unknown))) or "all is determined"
    wrong = [name for name, value in claim.headings if points.get(name) != value]  # type: ignore[call-overload]  # any word may be claimed
    return f"the score is {points}" if wrong else ""


def _against_best(claim: BestClaim, ring: Keyring) -> str:
    values = ring.common(
        "the values of first actions",
        lambda key: key.best_by_first_action(
            claim.catalogue, claim.state, claim.packs, income_at_end=claim.income_at_end
        ),
    )
    most = max(values.values())
    best = [action for action, value in values.items() if value == most]
    named = all(any(_is(action, wanted) for wanted in claim.actions) for action in best)
    if most == claim.points and named and len(best) == len(claim.actions):
        return ""
    return f"best with {most} points: {', '.join(map(repr, best))}"


def _is(action: FirstAction, wanted: tuple[tuple[str, Any], ...]) -> bool:
    parts = {
        "action": action.kind,
        "placed": action.placed,
        "square": action.square and square_name(action.square),
        "disaster": action.disaster.kind if action.disaster else "none",
    }
    return all(parts[name] == value for name, value in wanted)


def _against_odds(claim: OddsClaim, ring: Keyring) -> str:
    def part(chances: object) -> object:
        return reduce(_inner, claim.chance.split("."), chances)

    answers = {}
    for name, key in (("formula", by_formula), ("enumeration", by_enumeration)):
        ring.ask(name)
        answers[name] = part(key.chances(claim.seen))
        ring.count(name, 1)
    chance = common_answer(answers, lambda: claim.chance)
    return "" if chance == claim.value else f"{claim.chance} is {chance}"


def _inner(part: Any, name: str) -> object:
    return part[int(name)] if name.isdigit() else getattr(part, name)


# --- scenarios that ship

_PACKAGE = "verifier.neom.scenarios"


def documents() -> dict[str, Any]:
    """Return the shipped scenario documents by their file name (``folder/ID.json``), in order."""
    return scenario_documents(_PACKAGE)


@cache
def suite() -> tuple[NeomScenario, ...]:
    """Return the shipped scenarios, in the order of their files.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    return scenario_suite(_PACKAGE, scenario_from_json)
