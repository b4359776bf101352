"""Literals and bounded numbers, in which rules are stated; constants are folded at once.

A literal is a signed whole number: ``TRUE`` is 1, ``FALSE`` is -1, and the negation of ``a`` is
``-a``. A number is a :class:`Sum` of literals and other bounded numbers. Everything a builder
returns is *defined* by what it was made from, never merely implied by it: once the decisions are
fixed, so is all the rest. Constants are folded away and equal definitions are made only once, so
that a rule applied to constants comes out as ``TRUE`` or ``FALSE``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import gcd
from operator import neg
from typing import Any, NamedTuple, TypeAlias

Lit: TypeAlias = int
TRUE: Lit = 1
FALSE: Lit = -1


class Sum(NamedTuple):
    """A number: a constant plus variables times weights, in the order of the variables."""

    constant: int = 0
    terms: tuple[tuple[int, int], ...] = ()


# Definitions are named tuples since they are made, hashed and compared by the hundred thousand. As
# tuples no two kinds of them can be equal: they differ in length or in what they are made of.


class AllOf(NamedTuple):
    """Definition of a literal: all of these hold."""

    parts: tuple[Lit, ...]


class AtLeast(NamedTuple):
    """Definition of a literal: the weighted variables add up to at least the bound."""

    terms: tuple[tuple[int, int], ...]
    bound: int


class AnyPair(NamedTuple):
    """Definition of a literal: both halves of one pair hold, where first halves are exclusive."""

    pairs: tuple[tuple[Lit, Lit], ...]


class IfThenElse(NamedTuple):
    """Definition of a number: one sum if the condition holds, else the other."""

    condition: Lit
    holds: Sum
    fails: Sum


Definition: TypeAlias = AllOf | AtLeast | AnyPair | IfThenElse


@dataclass(frozen=True, slots=True)
class Requirement:
    """A literal that must hold, with the rule, turn and place to report if it does not."""

    literal: Lit
    rule: str
    turn: int
    where: str
    why: str


class Builder:
    """Makes literals and numbers, and collects what is required of them."""

    def __init__(self) -> None:
        """Create a builder that has only the constants."""
        self.requirements: list[Requirement] = []
        self.decisions: dict[int, str] = {}
        self.definitions: dict[int, Definition] = {}
        self.bounds: dict[int, tuple[int, int]] = {}
        self._known: dict[Definition, int] = {}
        self._last = 1

    def decision(self, name: str) -> Lit:
        """Return a new literal that stands for a player's decision; nothing defines it."""
        variable = self._new((0, 1))
        self.decisions[variable] = name
        return variable

    def given(self, low: int, high: int) -> Sum:
        """Return a new number between the bounds that is an input: neither defined nor decided."""
        return Sum(0, ((self._new((low, high)), 1),))

    def require(
        self, literal: Lit, rule: str, *, turn: int = 0, where: str = "", why: str = ""
    ) -> None:
        """Require that ``literal`` holds, under the id of the rule that demands it."""
        if literal != TRUE:
            self.requirements.append(Requirement(literal, rule, turn, where, why))

    def question(self) -> Hashable:
        """Return all decisions, definitions and requirements; equal questions compare equal.

        >>> one, other = Builder(), Builder()
        >>> for b in (one, other):
        ...     b.require(b.either(b.decision("a"), b.decision("b")), "a rule")
        >>> one.question() == other.question() != Builder().question()
        True
        """
        required = tuple(requirement.literal for requirement in self.requirements)
        return tuple(self.decisions.items()), tuple(self.definitions.items()), required

    # Literals

    @staticmethod
    def const(holds: bool) -> Lit:  # noqa: FBT001 - its only argument
        """Return the constant literal."""
        return TRUE if holds else FALSE

    def all_of(self, literals: Iterable[Lit]) -> Lit:
        """Return the literal that holds iff all of these do.

        >>> b = Builder(); a = b.decision("a")
        >>> b.all_of([a, TRUE]) == a, b.all_of([a, -a]) == FALSE, b.all_of([]) == TRUE
        (True, True, True)
        """
        return self._all_of(set(literals))

    def any_of(self, literals: Iterable[Lit]) -> Lit:
        """Return the literal that holds iff one of these does."""
        return -self._all_of(set(map(neg, literals)))

    def both(self, *literals: Lit) -> Lit:
        """Return the literal that holds iff all arguments do."""
        return FALSE if FALSE in literals else self._all_of(set(literals))

    def either(self, *literals: Lit) -> Lit:
        """Return the literal that holds iff one of the arguments does."""
        return self.any_of(literals)

    def implies(self, condition: Lit, consequence: Lit) -> Lit:
        """Return the literal that fails iff the condition holds and the consequence does not."""
        return -self.both(condition, -consequence)

    def iff(self, one: Lit, other: Lit) -> Lit:
        """Return the literal that holds iff both do or neither does."""
        return self.both(self.implies(one, other), self.implies(other, one))

    def at_most_one(self, literals: Iterable[Lit]) -> Lit:
        """Return the literal that holds iff no two of these do."""
        return self.at_most(self.count(literals), 1)

    def exactly_one(self, literals: Iterable[Lit]) -> Lit:
        """Return the literal that holds iff one of these does, and no more."""
        listed = list(literals)
        return self.both(self.any_of(listed), self.at_most_one(listed))

    def meets(self, pairs: Iterable[tuple[Lit, Lit]]) -> Lit:
        """Return the literal that holds iff both halves of some pair do.

        At most one of the first halves may hold at a time, as when a tile lies on one cell only;
        this takes fewer definitions than :meth:`any_of`.
        """
        seconds: dict[Lit, list[Lit]] = {}
        for first, second in pairs:
            seconds.setdefault(first, []).append(second)
        live = {first: self.any_of(second) for first, second in seconds.items()}
        certain = [first for first, second in live.items() if second == TRUE]
        unsure = tuple(sorted(pair for pair in live.items() if abs(pair[1]) != TRUE))
        if len(unsure) < 2 or any(abs(first) == TRUE for first, _ in unsure):  # noqa: PLR2004 - two make a pair
            return self.any_of([*certain, *(self.both(*pair) for pair in unsure)])
        return self.either(*certain, self._define(AnyPair(unsure)))

    # Numbers

    def number(self, terms: Mapping[Lit, int] | None = None, constant: int = 0) -> Sum:
        """Return the constant plus the weight of every literal that holds.

        >>> b = Builder(); a = b.decision("a")
        >>> b.number({-a: 2, TRUE: 1})
        Sum(constant=3, terms=((2, -2),))
        """
        weights: dict[int, int] = {}
        for literal, weight in (terms or {}).items():
            if literal == TRUE:
                constant += weight
            elif literal == FALSE:
                continue
            elif literal > 0:
                weights[literal] = weights.get(literal, 0) + weight
            else:  # not a is 1 - a
                constant += weight
                weights[-literal] = weights.get(-literal, 0) - weight
        return _sum(constant, weights)

    def count(self, literals: Iterable[Lit]) -> Sum:
        """Return how many of these hold; a literal given twice counts twice."""
        weights: dict[Lit, int] = {}
        for literal in literals:
            weights[literal] = weights.get(literal, 0) + 1
        return self.number(weights)

    def plus(self, *numbers: Sum) -> Sum:
        """Return the sum of the numbers."""
        total = 0
        weights: dict[int, int] = {}
        for constant, terms in numbers:
            total += constant
            for variable, weight in terms:
                weights[variable] = weights.get(variable, 0) + weight
        return _sum(total, weights) if weights else Sum(total)

    def times(self, factor: int, number: Sum) -> Sum:
        """Return a multiple of the number."""
        if factor == 0 or not number.terms:
            return Sum(factor * number.constant)
        terms = tuple((variable, factor * weight) for variable, weight in number.terms)
        return Sum(factor * number.constant, terms)

    def choose(self, condition: Lit, holds: Sum, fails: Sum) -> Sum:
        """Return one number if the condition holds and the other if it fails."""
        if condition == TRUE or holds == fails:
            return holds
        if condition == FALSE:
            return fails
        if holds.terms == fails.terms:  # they differ by a constant only
            return self.plus(fails, self.number({condition: holds.constant - fails.constant}))
        if condition < 0:
            condition, holds, fails = -condition, fails, holds
        low = min(self.range(holds)[0], self.range(fails)[0])
        high = max(self.range(holds)[1], self.range(fails)[1])
        return Sum(0, ((self._define(IfThenElse(condition, holds, fails), (low, high)), 1),))

    def least(self, numbers: Iterable[Sum]) -> Sum:
        """Return the smallest of the numbers."""
        first, *others = numbers
        for other in others:
            first = self.choose(self.no_more(first, other), first, other)
        return first

    def range(self, number: Sum) -> tuple[int, int]:
        """Return a lower and an upper bound of the number."""
        low = high = number.constant
        for variable, weight in number.terms:
            one, other = (weight * bound for bound in self.bounds[variable])
            low += min(one, other)
            high += max(one, other)
        return low, high

    # Comparisons

    def at_least(self, number: Sum, bound: int) -> Lit:
        """Return the literal that holds iff the number is no less than the bound."""
        if not number.terms:
            return TRUE if number.constant >= bound else FALSE
        low, high = self.range(number)
        if low >= bound:
            return TRUE
        if high < bound:
            return FALSE
        terms, bound = _reduced(number.terms, bound - number.constant)
        simple = self._as_clause(terms, bound)
        if simple is not None:
            return simple
        if terms[0][1] < 0:  # one of two complementary comparisons stands for both
            opposite = tuple((variable, -weight) for variable, weight in terms)
            return -self._define(AtLeast(opposite, 1 - bound))
        return self._define(AtLeast(terms, bound))

    def at_most(self, number: Sum, bound: int) -> Lit:
        """Return the literal that holds iff the number is no more than the bound."""
        return -self.at_least(number, bound + 1)

    def no_more(self, one: Sum, other: Sum) -> Lit:
        """Return the literal that holds iff the first number is no more than the second."""
        if one.terms or other.terms:
            return self.at_least(self.plus(other, self.times(-1, one)), 0)
        return TRUE if one.constant <= other.constant else FALSE

    def equals(self, number: Sum, value: int) -> Lit:
        """Return the literal that holds iff the number has that value."""
        return self.both(self.at_least(number, value), self.at_most(number, value))

    def within(self, number: Sum, low: int, high: int | None) -> Lit:
        """Return the literal that holds iff the number lies in the range; None is no bound."""
        enough = self.at_least(number, low)
        return enough if high is None else self.both(enough, self.at_most(number, high))

    # Dependencies

    def parts(self, variable: int) -> list[int]:
        """Return the variables by which one is defined; none for a decision."""
        match self.definitions.get(variable):
            case AllOf(parts):
                return [abs(part) for part in parts]
            case AtLeast(terms, _):
                return [term for term, _ in terms]
            case AnyPair(pairs):
                return [abs(half) for pair in pairs for half in pair]
            case IfThenElse(condition, holds, fails):
                return [condition, *(v for v, _ in holds.terms), *(v for v, _ in fails.terms)]
        return []

    def cone(self, variables: Iterable[int]) -> list[int]:
        """Return these variables and all that they depend on, each after those that define it."""
        todo, cone = list(variables), set[int]()
        while todo:
            variable = todo.pop()
            if variable not in cone:
                cone.add(variable)
                todo += self.parts(variable)
        return sorted(cone)

    # Inside

    def _all_of(self, parts: set[Lit]) -> Lit:
        """Return the literal that holds iff all of these do; the set may be changed."""
        if FALSE in parts:
            return FALSE
        parts.discard(TRUE)
        if len(parts) < 2:  # noqa: PLR2004 - nothing to combine
            return parts.pop() if parts else TRUE
        if not parts.isdisjoint(map(neg, parts)):
            return FALSE
        return self._define(AllOf(tuple(sorted(parts))))

    def _as_clause(self, terms: tuple[tuple[int, int], ...], bound: int) -> Lit | None:
        """Return a comparison of plain literals as "all" or "any" of them, if it means that."""
        if any(self.bounds[variable] != (0, 1) for variable, _ in terms):
            return None
        literals = [variable if weight > 0 else -variable for variable, weight in terms]
        weights = [abs(weight) for _, weight in terms]
        needed = bound + sum(-weight for _, weight in terms if weight < 0)
        if min(weights) >= needed:
            return self.any_of(literals)
        if sum(weights) - min(weights) < needed:
            return self.all_of(literals)
        return None

    def _define(self, definition: Definition, bounds: tuple[int, int] = (0, 1)) -> int:
        known = self._known.get(definition)
        if known is None:
            known = self._new(bounds)
            self._known[definition] = known
            self.definitions[known] = definition
        return known

    def _new(self, bounds: tuple[int, int]) -> int:
        self._last += 1
        self.bounds[self._last] = bounds
        return self._last


def _sum(constant: int, weights: dict[int, int]) -> Sum:
    if not weights:
        return Sum(constant)
    return Sum(constant, tuple(sorted(item for item in weights.items() if item[1])))


def _reduced(
    terms: tuple[tuple[int, int], ...], bound: int
) -> tuple[tuple[tuple[int, int], ...], int]:
    divisor = gcd(*(weight for _, weight in terms))
    if divisor == 1:
        return terms, bound
    # Rounding up is exact: the left side is a multiple of the divisor.
    return tuple((variable, weight // divisor) for variable, weight in terms), -(-bound // divisor)


# --- as plain data

Program: TypeAlias = dict[str, Any]


def program(builder: Builder, asked: Iterable[Lit], aim: Sum | None = None) -> Program:
    """Return the requirements, the literals asked about each solution, and the sum to maximise."""
    asked = list(asked)
    wire: Program = {"clauses": [], "linear": [], "either": [], "asked": asked}
    _flatten(builder, [requirement.literal for requirement in builder.requirements], wire)
    roots = [abs(literal) for clause in wire["clauses"] for literal in clause]
    roots += [variable for terms, _, _ in wire["linear"] for variable, _ in terms]
    roots += [abs(literal) for literal in asked]
    if aim is not None:
        roots += [variable for variable, _ in aim.terms]
        wire["aim"] = aim.terms
    wire["variables"] = [[variable, *builder.bounds[variable]] for variable in builder.cone(roots)]
    for variable, _, _ in wire["variables"]:
        _define(builder, variable, wire)
    return wire


def _flatten(builder: Builder, required: list[Lit], wire: Program) -> None:
    """State requirements without a variable for each: parts of "all", clauses, comparisons."""
    todo = required[::-1]
    seen: set[Lit] = set()
    while todo:
        literal = todo.pop()
        if literal in seen or literal == TRUE:
            continue
        seen.add(literal)
        definition = builder.definitions.get(abs(literal))
        if literal == FALSE:
            wire["clauses"].append([])
        elif isinstance(definition, AllOf) and literal > 0:
            todo += reversed(definition.parts)
        elif isinstance(definition, AllOf):
            wire["clauses"].append([-part for part in definition.parts])
        elif isinstance(definition, AtLeast):
            terms, bound = definition.terms, definition.bound
            if literal < 0:
                terms, bound = tuple((v, -w) for v, w in terms), 1 - bound
            wire["linear"].append([terms, bound, TRUE])
        else:
            wire["clauses"].append([literal])


def _define(builder: Builder, variable: int, wire: Program) -> None:
    match builder.definitions.get(variable):
        case AllOf(parts):
            wire["clauses"] += [[-variable, part] for part in parts]
            wire["clauses"].append([variable, *(-part for part in parts)])
        case AtLeast(terms, bound):
            wire["linear"].append([terms, bound, variable])
            opposite = tuple((term, -weight) for term, weight in terms)
            wire["linear"].append([opposite, 1 - bound, -variable])
        case AnyPair(pairs):
            for one, other in pairs:
                wire["clauses"].append([variable, -one, -other])
                wire["clauses"].append([-variable, -one, other])
            wire["clauses"].append([-variable, *(one for one, _ in pairs)])
        case IfThenElse(condition, holds, fails):
            wire["either"].append([variable, condition, holds.constant, holds.terms])
            wire["either"].append([variable, -condition, fails.constant, fails.terms])
