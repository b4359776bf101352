"""Puts the claims of a NEOM scenario to both keys; they must agree before a claim is judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, TypeVar

from verifier.claims.agreement import Tally, common_answer
from verifier.claims.scenario import ScenarioVerdict, check_claims
from verifier.neom.claims.reading import (
    BestClaim,
    Content,
    LogClaim,
    NeomScenario,
    OddsClaim,
    ScoreClaim,
    SquaresClaim,
    TurnClaim,
)
from verifier.neom.key import SHARED, Key
from verifier.neom.log import LogReport
from verifier.neom.log_check import agreed_report, agreed_score
from verifier.neom.odds import by_enumeration, by_formula
from verifier.neom.score import total
from verifier.neom.state import FirstAction, Outcome, square_name
from verifier.verdict import Answer, Verdict

_Reply = TypeVar("_Reply")


class Keyring(Tally):
    """The keys of NEOM, which answer one claim after the other."""

    shared = SHARED

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
    return Verdict(answer, ring.reports(), against, common=SHARED)


def _against(claim: Content, ring: Keyring) -> str:
    """Return what speaks against a claim; empty if it holds."""
    match claim:
        case LogClaim():
            return _log(claim, ring)
        case TurnClaim():
            return _turn(claim, ring)
        case SquaresClaim():
            return _squares(claim, ring)
        case ScoreClaim():
            return _score(claim, ring)
        case BestClaim():
            return _best(claim, ring)
        case OddsClaim():
            return _odds(claim, ring)


def _log(claim: LogClaim, ring: Keyring) -> str:
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


def _turn(claim: TurnClaim, ring: Keyring) -> str:
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


def _squares(claim: SquaresClaim, ring: Keyring) -> str:
    found = ring.common(
        "the squares", lambda key: key.squares(claim.catalogue, claim.state.city, claim.tile)
    )
    named = " ".join(sorted(map(square_name, found))) or "none"
    return "" if found == claim.squares else f"the squares are {named}"


def _score(claim: ScoreClaim, ring: Keyring) -> str:
    score = agreed_score(ring.each(lambda key: key.score(claim.catalogue, claim.state)))
    points = {heading.name: heading.points for heading in score}
    unknown = frozenset(each for heading in score for each in heading.unknown)
    if unknown != claim.undetermined:
        return "; ".join(map(str, sorted(unknown))) or "all is determined"
    wrong = [name for name, value in claim.headings if points.get(name) != value]  # type: ignore[call-overload]  # any word may be claimed
    return f"the score is {points}" if wrong else ""


def _best(claim: BestClaim, ring: Keyring) -> str:
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


def _odds(claim: OddsClaim, ring: Keyring) -> str:
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
