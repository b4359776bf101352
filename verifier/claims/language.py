"""The claim language: typed expressions in JSON about positions and what turns lead to.

An expression is a whole number, a text, ``true`` or ``false``, or a list that begins with a word:
``["iff", ["=", ["gain", 1], 3], ["lowest", 1]]``. Which words there are depends on the scope,
see :mod:`verifier.carcassonne.solo.claims`. A quantified claim says of how many members of a
scope a condition holds.
"""

from __future__ import annotations

import difflib
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from verifier.errors import Malformed

Value: TypeAlias = "int | str | tuple[Value, ...]"
Type = Literal["number", "text", "truth", "list"]
Evaluate: TypeAlias = Callable[[Any], Value]
ANY: tuple[Type, ...] = ("number", "text", "truth", "list")


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression: its type, and the function that computes its value in a scene."""

    type: Type
    evaluate: Evaluate


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of an operation: its type, and the allowed values if they are few."""

    type: Type
    allowed: tuple[Value, ...] = ()
    what: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """A word of the vocabulary: its type, its arguments, and the function that computes it."""

    type: Type
    arguments: tuple[Argument, ...]
    meaning: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one scope; ``inner`` are the words about its members, if it has any."""

    about: str
    words: Mapping[str, Operation]
    inner: Vocabulary | None = None


def read_expression(
    source: Any, words: Vocabulary, want: tuple[Type, ...], where: str
) -> Expression:
    """Return the expression written as ``source`` at the JSON Pointer ``where``.

    :raises Malformed: with the place, if a word is unknown in this scope, has wrong arguments, or
        is of none of the types in ``want``.
    """
    expression = _read(source, words, where)
    if expression.type not in want:
        raise Malformed(
            f"{_shown(source)} is a {expression.type}, expected a {' or '.join(want)}", where=where
        )
    return expression


def read_condition(source: Any, words: Vocabulary, where: str) -> Expression:
    """Return the condition written as ``source``, as :func:`read_expression` does."""
    return read_expression(source, words, ("truth",), where)


def _read(source: Any, words: Vocabulary, where: str) -> Expression:
    if isinstance(source, bool):
        return _constant("truth", source)
    if isinstance(source, int):
        return _constant("number", source)
    if isinstance(source, str):
        return _constant("text", source)
    if not isinstance(source, list) or not source or not isinstance(source[0], str):
        raise Malformed(
            f"{_shown(source)} is not an expression: write a number, a text, true, false, "
            'or a list like ["gain", 1]',
            where=where,
        )
    word, arguments = source[0], source[1:]
    if word in _GENERAL:
        parts = [_read(part, words, f"{where}/{n}") for n, part in enumerate(arguments, 1)]
        return _GENERAL[word](word, parts, where)
    if word in _QUANTIFIERS and words.inner is not None:
        return _quantified(word, arguments, words.inner, where)
    return _operation(word, arguments, words, where)


def _operation(word: str, arguments: list[Any], words: Vocabulary, where: str) -> Expression:
    if word not in words.words:
        known = (*words.words, *_GENERAL, *(_QUANTIFIERS if words.inner else ()))
        near = difflib.get_close_matches(word, known, n=3) or sorted(words.words)
        raise Malformed(
            f"no word {word!r} about {words.about}; did you mean {' or '.join(near)}?",
            where=f"{where}/0",
        )
    operation = words.words[word]
    if len(arguments) != len(operation.arguments):
        raise Malformed(
            f"{word!r} takes {len(operation.arguments)} arguments, not {len(arguments)}",
            where=where,
        )
    parts = []
    constant = True
    for n, (given, taken) in enumerate(zip(arguments, operation.arguments, strict=True), 1):
        constant = constant and not isinstance(given, list)
        place = f"{where}/{n}"
        parts.append(read_expression(given, words, (taken.type,), place).evaluate)
        if taken.allowed and not isinstance(given, list) and given not in taken.allowed:
            listed = " ".join(str(value) for value in taken.allowed)
            raise Malformed(f"{_shown(given)} is not {taken.what}: {listed}", where=place)
    meaning = operation.meaning
    if not parts:
        return Expression(operation.type, meaning)
    if constant:
        values = [part(None) for part in parts]
        return Expression(operation.type, lambda scene: meaning(scene, *values))
    return Expression(
        operation.type, lambda scene: meaning(scene, *[part(scene) for part in parts])
    )


def _constant(kind: Type, value: Value) -> Expression:
    return Expression(kind, lambda _: value)


def _quantified(word: str, arguments: list[Any], inner: Vocabulary, where: str) -> Expression:
    if len(arguments) != 1:
        raise Malformed(f"{word!r} takes one condition on {inner.about}", where=where)
    test = read_condition(arguments[0], inner, f"{where}/1").evaluate
    kind, gather = _QUANTIFIERS[word]
    return Expression(kind, lambda scene: gather(bool(test(member)) for member in scene.each()))


_QUANTIFIERS: dict[str, tuple[Type, Callable[[Iterable[bool]], Value]]] = {
    "some": ("truth", any),
    "every": ("truth", all),
    "count": ("number", sum),
}
"""How many members of a scene meet a condition, e.g. of the outcomes at a table."""


def _require(parts: list[Expression], kind: Type, word: str, where: str) -> None:
    for n, part in enumerate(parts, 1):
        if part.type != kind:
            raise Malformed(f"{word!r} takes {kind}s, this is a {part.type}", where=f"{where}/{n}")


def _logic(word: str, parts: list[Expression], where: str) -> Expression:
    _require(parts, "truth", word, where)
    tests = [part.evaluate for part in parts]
    if word == "not" and len(tests) == 1:
        return Expression("truth", lambda scene: not tests[0](scene))
    if word == "and":
        return Expression("truth", lambda scene: all(test(scene) for test in tests))
    if word == "or":
        return Expression("truth", lambda scene: any(test(scene) for test in tests))
    if word in ("iff", "implies") and len(tests) == 2:  # noqa: PLR2004 - two sides
        one, other = tests
        if word == "iff":
            return Expression("truth", lambda scene: bool(one(scene)) == bool(other(scene)))
        return Expression("truth", lambda scene: not one(scene) or bool(other(scene)))
    raise Malformed(f"{word!r} does not take {len(tests)} arguments", where=where)


def _comparison(word: str, parts: list[Expression], where: str) -> Expression:
    if len(parts) != 2:  # noqa: PLR2004 - two sides
        raise Malformed(f"{word!r} compares two values, not {len(parts)}", where=where)
    if word not in ("=", "!="):
        _require(parts, "number", word, where)
    elif parts[0].type != parts[1].type:
        raise Malformed(f"{word!r} compares a {parts[0].type} with a {parts[1].type}", where=where)
    one, other = parts[0].evaluate, parts[1].evaluate
    compare = _COMPARE[word]
    return Expression("truth", lambda scene: compare(one(scene), other(scene)))


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _arithmetic(word: str, parts: list[Expression], where: str) -> Expression:
    _require(parts, "number", word, where)
    if not parts or (word == "-" and len(parts) != 2):  # noqa: PLR2004 - two sides
        raise Malformed(f"{word!r} does not take {len(parts)} arguments", where=where)
    values = [part.evaluate for part in parts]
    combine = _COMBINE[word]
    return Expression("number", lambda scene: combine([value(scene) for value in values]))


def _product(numbers: list[Any]) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product


_COMBINE: dict[str, Callable[[list[Any]], int]] = {
    "+": sum,
    "-": lambda pair: int(pair[0] - pair[1]),
    "*": _product,
    "min": min,
    "max": max,
}


def _list(_: str, parts: list[Expression], __: str) -> Expression:
    values = [part.evaluate for part in parts]
    return Expression("list", lambda scene: tuple([value(scene) for value in values]))


def _membership(word: str, parts: list[Expression], where: str) -> Expression:
    if len(parts) != 2 or parts[1].type != "list":  # noqa: PLR2004 - a member and a list
        raise Malformed(f"{word!r} takes a value and a list", where=where)
    member, members = parts[0].evaluate, parts[1].evaluate
    return Expression("truth", lambda scene: member(scene) in _listed(members(scene)))


def _length(word: str, parts: list[Expression], where: str) -> Expression:
    if len(parts) != 1 or parts[0].type != "list":
        raise Malformed(f"{word!r} takes one list", where=where)
    members = parts[0].evaluate
    return Expression("number", lambda scene: len(_listed(members(scene))))


def _listed(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple)  # noqa: S101 - the type was checked when reading
    return value


_GENERAL: dict[str, Callable[[str, list[Expression], str], Expression]] = {
    **dict.fromkeys(("and", "or", "not", "iff", "implies"), _logic),
    **dict.fromkeys(_COMPARE, _comparison),
    **dict.fromkeys(_COMBINE, _arithmetic),
    "list": _list,
    "in": _membership,
    "length": _length,
}
"""Words with the same meaning in every scope."""


def _shown(source: Any) -> str:
    text = repr(source)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004 - one line


Quantifier = Literal["every", "some", "no", "exactly", "set"]
Members = TypeVar("Members")

Group: TypeAlias = tuple[str, Iterable[Any]]
"""Members judged together, and a name for them: e.g. the outcomes at one table."""

Describe: TypeAlias = Callable[[Any], str]
"""Describes a member in words, as a counterexample to a claim."""

_SHOWN = 8
"""How many values a message shows at most."""


# --- quantified claims


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
        return (
            f"not expected but there: {_shown_values(surplus)}; expected: {_shown_values(lacking)}"
        )
    return ""


_RULINGS: dict[Quantifier, Callable[[QuantifiedClaim[Any], list[Any], Describe], str]] = {
    "every": _every,
    "some": _some,
    "no": _no,
    "exactly": _exactly,
    "set": _set,
}


def _shown_values(values: list[str]) -> str:
    shown = ", ".join(values[:_SHOWN])
    return f"{shown}, ... ({len(values)} in all)" if len(values) > _SHOWN else shown or "nothing"
