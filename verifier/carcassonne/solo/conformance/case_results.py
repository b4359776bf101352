"""Compares an engine's answers with those expected, and counts results by area and rule."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from verifier.carcassonne.solo.conformance.cases import Case
from verifier.carcassonne.solo.notation import parse_turn, turn_text
from verifier.carcassonne.solo.turn import Turn
from verifier.carcassonne.tiles import tile_kind
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.verdict import Answer

Ruling = Literal["passed", "failed", "skipped", "undecided"]

RULINGS: tuple[Ruling, ...] = ("passed", "failed", "skipped", "undecided")
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of a case: the ruling, the reason if it was not passed, and the answer if any.

    ``lacking`` are the abilities for want of which it was not asked.
    """

    case: Case
    ruling: Ruling
    why: str = ""
    answered: Document | None = None
    lacking: tuple[str, ...] = ()


def not_offered(case: Case, lacking: Sequence[str]) -> CaseResult:
    """Return the result of a case that takes abilities which an engine does not offer."""
    why = f"not offered: {', '.join(lacking)}"
    return CaseResult(case, "skipped", why, lacking=tuple(lacking))


def judge(case: Case, answered: Document) -> CaseResult:
    """Return the result of a case for an answer that follows its schema.

    An engine may reply ``cannot``, which skips the case, or ``error``, which fails it unless the
    request has no other answer. Equal drawings of a tile count as one, and the order of unordered
    lists does not matter.
    """
    if "cannot" in answered:
        return CaseResult(case, "skipped", f"the engine cannot: {answered['cannot']}", answered)
    if "error" in case.answer and "error" in answered:
        return CaseResult(case, "passed", answered=answered)
    if "error" in answered:
        return CaseResult(case, "failed", f"the engine met an error: {answered['error']}", answered)
    parts = case.answer
    if "legal" in answered and answered["legal"] != parts.get("legal", answered["legal"]):
        parts = {"legal": parts["legal"]}  # which the other parts follow
    differences = [
        _lacking(part, expected) if part not in answered else _part(part, expected, answered[part])
        for part, expected in parts.items()
    ]
    why = "; ".join(difference for difference in differences if difference)
    return CaseResult(case, "failed" if why else "passed", why, answered)


def verdict(judged: Iterable[CaseResult]) -> Answer:
    """Return the overall answer: ``holds`` only if some case was passed and none failed.

    >>> verdict([])
    'undecided'
    """
    counted = Counter(each.ruling for each in judged)
    if counted["failed"]:
        return "violated"
    return "holds" if counted["passed"] and not counted["undecided"] else "undecided"


def count_by_area(judged: Iterable[CaseResult]) -> dict[str, Counter[str]]:
    """Return the number of cases by area and ruling, areas in the order of the cases."""
    return _counted(judged, lambda case: (case.area,))


def count_by_rule(judged: Iterable[CaseResult]) -> dict[str, Counter[str]]:
    """Return the number of cases by rule and ruling; a case may show several rules."""
    return _counted(judged, lambda case: case.rules)


def suspects(judged: Iterable[CaseResult]) -> list[str]:
    """Return the rules shown by failed cases, the one most likely to be broken first.

    Most of the failed cases show it, and few of those passed: what counts is the number of its
    failures over the square root of that of its cases (Ochiai's measure for faults in programs).
    Definitions and facts, which follow from rules, come after all of these.
    """
    counted = {rule: each for rule, each in count_by_rule(judged).items() if each["failed"]}

    def suspicion(rule: str) -> tuple[bool, float]:
        failed = counted[rule]["failed"]
        share = failed / math.sqrt(failed + counted[rule]["passed"])
        return not rule.startswith(("FACT-", "DEF-")), share

    return sorted(counted, key=suspicion, reverse=True)


def _counted(
    judged: Iterable[CaseResult], names: Callable[[Case], tuple[str, ...]]
) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for each in judged:
        for name in names(each.case):
            found.setdefault(name, Counter())[each.ruling] += 1
    return found


def _lacking(part: str, expected: Any) -> str:
    return f"{part}: expected {expected}, not answered"


def _part(part: str, expected: Any, answered: Any) -> str:
    """Return how a part of the answer differs from the one expected; empty if it does not."""
    if part == "rule":  # any of those listed is right
        right = answered in expected
        return "" if right else f"rule: expected {' or '.join(expected)}, answered {answered}"
    if part not in ("turns", "meeples", "goals"):
        return "" if answered == expected else f"{part}: expected {expected}, answered {answered}"
    if part == "turns":
        expected, answered = map(_plain, expected), map(_plain, answered)
    wanted, given = set(expected), set(answered)
    missing, surplus = sorted(wanted - given), sorted(given - wanted)
    differences = [f"{part} lacking: {_listed(missing)}"] if missing else []
    differences += [f"{part} too many: {_listed(surplus)}"] if surplus else []
    return "; ".join(differences)


def _plain(text: str) -> str:
    """Return a turn's tile, place and claim with the first of its equal rotations and edges."""
    try:
        turn = parse_turn(text)
    except Malformed:  # not a turn, as when the game ends without one
        return text
    kind = tile_kind(turn.tile)
    segment = kind.orientations[turn.rotation].segment_named(turn.claim)
    claim = turn.claim if segment is None else segment.name
    return turn_text(Turn(turn.tile, turn.rotation % len(kind.rotations), turn.x, turn.y, claim))


def _listed(texts: list[str]) -> str:
    shown = " ".join(texts[:_SHOWN])
    return shown if len(texts) <= _SHOWN else f"{shown} and {len(texts) - _SHOWN} more"
