"""Quantified claims: every, some, no, exactly n, or the set of all values, over any members."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from verifier.claims.language import (
    ANY,
    Expression,
    Value,
    Vocabulary,
    read_condition,
    read_expression,
)

Quantifier = Literal["every", "some", "no", "exactly", "set"]
Members = TypeVar("Members")

Group: TypeAlias = tuple[str, Iterable[Any]]
"""Members judged together, and a name for them: e.g. the outcomes at one table."""

Describe: TypeAlias = Callable[[Any], str]
"""Describes a member in words, as a counterexample to a claim."""

_SHOWN = 8
"""How many values a message shows at most."""


@dataclass(frozen=True, slots=True)
class QuantifiedClaim(Generic[Members]):
    """A claim about all members of a domain that meet ``where``.

    ``test`` is the condition that every, some, no or exactly ``number`` of them meet; for ``set``
    it is the expression whose values, as a set, are ``equals``. ``members`` states in the game's
    own type which members there are.
    """

    quantifier: Quantifier
    domain: str
    members: Members
    where: Expression | None
    test: Expression
    number: int = 0
    equals: frozenset[Value] = frozenset()


@dataclass(frozen=True, slots=True)
class Judgement:
    """How many members were examined, and in ``against`` why the claim fails, empty if it holds."""

    examined: int
    against: str


def read_quantified(
    claim: dict[str, Any], domain: str, words: Vocabulary, members: Members, where: str
) -> QuantifiedClaim[Members]:
    """Return the claim that a document states at the JSON Pointer ``where``.

    :raises Malformed: if an expression cannot be read.
    """
    kind: Quantifier = claim["claim"]
    selected = read_condition(claim["where"], words, f"{where}/where") if "where" in claim else None
    if kind == "set":
        test = read_expression(claim["of"], words, ANY, f"{where}/of")
        equals = frozenset(_value(member) for member in claim["equals"])
        return QuantifiedClaim(kind, domain, members, selected, test, equals=equals)
    test = read_condition(claim["holds"], words, f"{where}/holds")
    return QuantifiedClaim(kind, domain, members, selected, test, claim.get("number", 0))


def judge(claim: QuantifiedClaim[Any], groups: Iterable[Group], describe: Describe) -> Judgement:
    """Return whether a claim holds in each of the groups."""
    examined = 0
    for name, members in groups:
        chosen = list(members)
        examined += len(chosen)
        if claim.where is not None:
            chosen = [member for member in chosen if claim.where.evaluate(member)]
        against = _RULINGS[claim.quantifier](claim, chosen, describe)
        if against:
            return Judgement(examined, f"{against} ({name})" if name else against)
    return Judgement(examined, "")


def _value(given: Any) -> Value:
    return tuple(_value(member) for member in given) if isinstance(given, list) else given


def _every(claim: QuantifiedClaim[Any], chosen: list[Any], describe: Describe) -> str:
    failing = [member for member in chosen if not claim.test.evaluate(member)]
    if failing:
        return f"fails for {len(failing)} of {len(chosen)}, e.g. {describe(failing[0])}"
    return "" if chosen else "nothing is there to hold for"


def _some(claim: QuantifiedClaim[Any], chosen: list[Any], _: Describe) -> str:
    holds = any(claim.test.evaluate(member) for member in chosen)
    return "" if holds else f"holds for none of {len(chosen)}"


def _no(claim: QuantifiedClaim[Any], chosen: list[Any], describe: Describe) -> str:
    meeting = [member for member in chosen if claim.test.evaluate(member)]
    if meeting:
        return f"holds for {len(meeting)} of {len(chosen)}, e.g. {describe(meeting[0])}"
    return "" if chosen else "nothing is there to fail for"


def _exactly(claim: QuantifiedClaim[Any], chosen: list[Any], _: Describe) -> str:
    number = sum(bool(claim.test.evaluate(member)) for member in chosen)
    return "" if number == claim.number else f"holds for {number}, not {claim.number}"


def _set(claim: QuantifiedClaim[Any], chosen: list[Any], _: Describe) -> str:
    values = {claim.test.evaluate(member) for member in chosen}
    surplus = sorted(map(str, values - claim.equals))
    lacking = sorted(map(str, claim.equals - values))
    if surplus or lacking:
        return f"not expected but there: {_listed(surplus)}; expected: {_listed(lacking)}"
    return ""


_RULINGS: dict[Quantifier, Callable[[QuantifiedClaim[Any], list[Any], Describe], str]] = {
    "every": _every,
    "some": _some,
    "no": _no,
    "exactly": _exactly,
    "set": _set,
}


def _listed(values: list[str]) -> str:
    shown = ", ".join(values[:_SHOWN])
    return f"{shown}, ... ({len(values)} in all)" if len(values) > _SHOWN else shown or "nothing"
