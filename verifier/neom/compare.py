"""What two readings of NEOM's parameters make of one log, state or scenario, by both keys.

A reading is a catalogue with some parameters stated otherwise. Which values a parameter may have,
and of which rule it is, is in the schema ``neom-catalogue``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.errors import KeysDisagree, Malformed, Undecided
from verifier.neom.claims import Keyring, scenario_from_json
from verifier.neom.key import Key
from verifier.neom.log import Log
from verifier.neom.log_check import agreed_score, check_log
from verifier.neom.parameters_document import parameters_to_json, set_parameter
from verifier.neom.state import Score, State, square_name, total
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json

__all__ = [
    "Changes",
    "Findings",
    "Subject",
    "differences",
    "of_log",
    "of_scenario",
    "of_state",
    "other_values",
    "rule_of",
    "value_of",
    "with_parameters",
]

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


# --- parameters stated otherwise, and the other values that they may have

_LISTS: Mapping[str, tuple[list[Any], ...]] = {
    "cornerstone_cap": ([1, 1, 1], [3, 3, 3]),
    "required_structures": ([],),
    "trade_route.rows": ([1, 2, 3, 4, 5], [3]),
    "protected_by": ([],),
}
"""What lists are tried with; a neighbourhood's points and the titles of scores are not."""


def with_parameters(
    catalogue: TileCatalogue, changes: Mapping[str, Any], where: str = ""
) -> TileCatalogue:
    """Return the catalogue with parameters by their paths as documents write them.

    :raises Malformed: if there is no such parameter, it cannot have that value, or the value
        contradicts the public rules.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> with_parameters(demo_catalogue(), {"good_price.raw": 3}).parameters.good_price.raw
    3
    """
    # The tiles stay as they are, so only the rest is read again: that is ten times as quick.
    document = catalogue_to_json(replace(catalogue, tiles=(), complete=False))
    for path, value in changes.items():
        set_parameter(document["params"], path, value, where)
    return replace(catalogue, parameters=catalogue_from_json(document, where).parameters)


def value_of(catalogue: TileCatalogue, path: str) -> Any:
    """Return the value of a parameter as documents write it.

    :raises Malformed: if there is none of that path.
    """
    found: Any = parameters_to_json(catalogue.parameters)
    for part in path.split("."):
        if not isinstance(found, dict) or part not in found:
            raise Malformed(f"the catalogue has no parameter {path!r}", where=path)
        found = found[part]
    return found


def rule_of(path: str) -> str:
    """Return the id of the rule that a parameter belongs to; empty for a group of several.

    >>> rule_of("money_per_vp"), rule_of("fire.lose.count")
    ('NEOM-SCORE-5', 'NEOM-DISASTER-4')
    """
    form = _form(_PARAMETERS)
    for part in path.split("."):
        form = _form(form["properties"][part])
    return str(form.get("x-rule", ""))


def other_values(catalogue: TileCatalogue) -> Iterator[tuple[str, Any]]:
    """Yield parameters by path, each with another value that it might have instead.

    These are all other readings of a parameter that has a few, one more and one less of a number,
    ``False`` where there may be no such way, and some lists. A number that is unknown has none.
    """
    yield from _others("", _PARAMETERS, parameters_to_json(catalogue.parameters))


_PARAMETERS: Document = {"$ref": "#/$defs/params"}


def _form(form: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a value, where it is defined."""
    while "$ref" in form:
        reference = str(form["$ref"])
        if not reference.startswith("#/$defs/"):
            break
        form = schema("neom-catalogue")["$defs"][reference.removeprefix("#/$defs/")]
    return form


def _others(path: str, form: Mapping[str, Any], value: Any) -> Iterator[tuple[str, Any]]:
    form = _form(form)
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _others(f"{path}.{name}".lstrip("."), form["properties"][name], part)
    for other in _instead(path, form, value):
        if other != value or type(other) is not type(value):
            yield path, other


def _instead(path: str, form: Mapping[str, Any], value: Any) -> Iterator[Any]:
    """Yield values of a parameter, perhaps the one that it has."""
    types, no_such_way = form.get("type", ()), form.get("not") == {"const": True}
    if "enum" in form:
        yield from (other for other in form["enum"] if other is not None)
    elif "boolean" in types and not no_such_way:
        yield from (False, True)
    elif isinstance(value, list):
        yield from _LISTS.get(path, _LISTS.get(path.rpartition(".")[2], ()))
    elif isinstance(value, int) and not isinstance(value, bool):
        least, most = form["minimum"], form["maximum"]
        yield from (other for other in (value - 1, value + 1) if least <= other <= most)
    if no_such_way:
        yield False
