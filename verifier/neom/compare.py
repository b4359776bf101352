"""What two readings of NEOM's parameters make of one log, state or scenario, by both keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from verifier.errors import KeysDisagree, Undecided
from verifier.neom.claims import Keyring, scenario_from_json
from verifier.neom.key import Key
from verifier.neom.log import Log
from verifier.neom.log_check import agreed_score, check_log
from verifier.neom.parameter_changes import with_parameters
from verifier.neom.state import Score, State, square_name, total
from verifier.neom.tiles import TileCatalogue

__all__ = ["Changes", "Findings", "Subject", "differences", "of_log", "of_scenario", "of_state"]

Changes: TypeAlias = Mapping[str, Any]
"""Parameters by their paths, with the values of one reading."""

Findings: TypeAlias = dict[str, str]
"""What both keys say by one reading: each part of it by its name, in words."""

Subject: TypeAlias = Callable[[Changes], Findings]
"""Something that is judged by the catalogue as it is, but for these changes."""


def differences(one: Findings, other: Findings) -> dict[str, tuple[str, str]]:
    """Return the parts that both readings have, but not the same.

    >>> differences({"total": "70", "goods": "coal"}, {"total": "71", "goods": "coal"})
    {'total': ('70', '71')}
    """
    both = {name: (one[name], other[name]) for name in one if name in other}
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


def of_log(catalogue: TileCatalogue, log: Log, keys: Sequence[Key]) -> Subject:
    """Return a log to be judged: broken rules, wrong notes; if it is legal, what it leads to."""

    def findings(changes: Changes) -> Findings:
        checked = check_log(with_parameters(catalogue, changes), log, keys)
        report, verdict = checked.report, checked.verdict
        if report is None:
            raise KeysDisagree(verdict.why)
        found = {"verdict": f"{verdict.answer}{verdict.why and f': {verdict.why}'}"}
        if report.violations:
            return found
        money = "cannot be followed" if report.money is None else f"£{report.money}"
        found |= {"money at the end": money, "goods": ", ".join(sorted(report.tokens)) or "none"}
        return found | _score(report.score)

    return findings


def of_state(catalogue: TileCatalogue, state: State, keys: Sequence[Key]) -> Subject:
    """Return a state to be judged: which tiles are linked, and the score if it ended now.

    :raises KeysDisagree: if the keys do, when it is judged.
    """

    def findings(changes: Changes) -> Findings:
        changed = with_parameters(catalogue, changes)
        ring = Keyring(keys)
        try:
            linked = ring.common("the tiles linked", lambda key: key.linked(changed, state.city))
        except Undecided as error:
            return {"linked": str(error)}
        score = agreed_score(ring.each(lambda key: key.score(changed, state)))
        squares = ", ".join(sorted(map(square_name, linked))) or "none but the Center"
        return {"linked": squares, **_score(score)}

    return findings


def of_scenario(document: Any, where: str, keys: Sequence[Key]) -> Subject:
    """Return the claims of a scenario to be judged.

    What a claim says about its own reading (``with``) stays as it is.

    :raises Malformed: if it cannot be read.
    """
    scenario_from_json(document, where)

    def findings(changes: Changes) -> Findings:
        verdict = Keyring(keys).check(scenario_from_json(document, where, changes))
        found = {}
        for number, judged in enumerate(verdict.claims, start=1):
            if judged.verdict.answer == "keys disagree":
                raise KeysDisagree(judged.verdict.why)
            why = judged.verdict.why
            found[f"claim {number} ({judged.claim.kind})"] = (
                f"{judged.verdict.answer}{why and f': {why}'}"
            )
        return found

    return findings


def _score(score: Score) -> Findings:
    if not score:
        return {}
    found = {f"score, {heading.name}": _points(heading.points) for heading in score}
    return {**found, "score": _points(total(score))}


def _points(points: int | None) -> str:
    return "cannot be determined" if points is None else str(points)
