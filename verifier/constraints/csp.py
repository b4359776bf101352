"""A builder's definitions compiled to functions of the choices on which they depend.

A *choice* gathers decisions of which at most one holds, such as the cells a tile may go to; its
value is the place of the decision that holds, counted from 1, or 0 if none does. A given
number is a choice by itself, whose value is the number.

Where only literals count and the choices have few values, a function is a table of all of them.
Otherwise it is straight-line code with a line for each definition. Its variables are numbered
within the function, so that equal questions about different positions are compiled only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import accumulate
from math import prod
from operator import mul, or_
from typing import Any, TypeAlias

import constraint

from verifier.constraints.builder import (
    TRUE,
    AllOf,
    AnyPair,
    AtLeast,
    Builder,
    IfThenElse,
    Lit,
    Sum,
)

Choice: TypeAlias = tuple[Lit, ...]

NONE = 0
"""The value of a choice of which no decision holds."""

_MOST_VALUES = 1 << 16
"""Tables of more values take longer than code."""


class CompiledCsp:
    """A builder's definitions as functions of choices, which are numbered from 0."""

    def __init__(self, builder: Builder, choices: Sequence[Choice]) -> None:
        """Take a complete builder and its decisions grouped as choices, each in exactly one."""
        self.builder = builder
        self.choices = choices
        self._place = {
            decision: (number, place)
            for number, choice in enumerate(choices)
            for place, decision in enumerate(choice, 1)
        }
        self._reach: dict[int, frozenset[int]] = {TRUE: frozenset()}
        for variable in builder.bounds:  # each after its parts
            parts = [self._reach[part] for part in builder.parts(variable)]
            own = [self._place[variable][0]] if variable in self._place else []
            self._reach[variable] = frozenset(own).union(*parts)

    def reach(self, literal: Lit) -> tuple[int, ...]:
        """Return the choices on which a literal depends.

        >>> b = Builder(); here, there, claimed = map(b.decision, ("here", "there", "claimed"))
        >>> somewhere = b.either(here, there)
        >>> CompiledCsp(b, [(here, there), (claimed,)]).reach(somewhere)
        (0,)
        """
        return tuple(sorted(self._reach[abs(literal)]))

    def test(self, literals: Iterable[Lit], choices: Sequence[int]) -> Callable[..., bool]:
        """Return the function from values of these choices to whether all the literals hold.

        >>> b = Builder(); here, there, claimed = map(b.decision, ("here", "there", "claimed"))
        >>> compiled = CompiledCsp(b, [(here, there), (claimed,)])
        >>> holds = compiled.test([-b.both(there, claimed)], [0, 1])
        >>> holds(1, 1), holds(2, NONE), holds(2, 1)
        (True, True, False)
        """
        wanted = set(literals)
        cone = self.builder.cone(map(abs, wanted))
        sizes = [len(self.choices[choice]) + 1 for choice in choices]
        if prod(sizes) <= _MOST_VALUES and all(map(self._is_tabled, cone)):
            table = TruthTable(sizes)
            met = self._table(table, cone, choices, wanted)
            return lambda *values: table.contains(met, values)
        code = _Code(self, cone, choices)
        body = []
        for variable in code.cone:
            body.append(code.definition(variable))
            required = sorted(wanted & {variable, -variable})
            body += [f"if {code.literal(-literal)}: return False" for literal in required]
        return code.function([*body, "return True"])

    def values(self, numbers: Sequence[Sum]) -> Callable[..., tuple[int, ...]]:
        """Return the function from values of all choices to the numbers.

        >>> b = Builder(); here, there = map(b.decision, ("here", "there"))
        >>> CompiledCsp(b, [(here, there)]).values([b.number({here: 2, there: 3}, constant=1)])(2)
        (4,)
        """
        variables = [variable for number in numbers for variable, _ in number.terms]
        code = _Code(self, self.builder.cone(variables), range(len(self.choices)))
        body = [code.definition(variable) for variable in code.cone]
        results = "".join(f"{code.sum(number.terms, number.constant)}, " for number in numbers)
        return code.function([*body, f"return ({results})"])

    def _is_tabled(self, variable: int) -> bool:
        if variable in self.builder.decisions:
            return True
        return isinstance(self.builder.definitions.get(variable), AllOf | AnyPair | AtLeast)

    def _table(
        self, table: TruthTable, cone: Sequence[int], choices: Sequence[int], wanted: set[Lit]
    ) -> int:
        """Return the set of values for which all the wanted literals hold."""
        numbers = {choice: number for number, choice in enumerate(choices)}
        holds: dict[Lit, int] = {}
        for variable in cone:
            definition = self.builder.definitions.get(variable)
            if isinstance(definition, AllOf):
                found = table.everywhere
                for part in definition.parts:
                    found &= holds[part]
            elif isinstance(definition, AnyPair):
                found = 0
                for one, other in definition.pairs:
                    found |= holds[one] & holds[other]
            elif isinstance(definition, AtLeast):
                weighted = [(holds[term], weight) for term, weight in definition.terms]
                found = table.at_least(weighted, definition.bound)
            else:
                choice, place = self._place[variable]
                found = table.where(numbers[choice], place)
            holds[variable] = found
            holds[-variable] = table.everywhere ^ found
        met = table.everywhere
        for literal in wanted:
            met &= holds[literal]
        return met

    def place(self, decision: Lit) -> tuple[int, int]:
        """Return the choice to which a decision belongs, and its place there, counted from 1."""
        return self._place[decision]


class _Code:
    """The source of one function: its arguments are c0, c1, ..., its variables v0, v1, ..."""

    def __init__(self, cones: CompiledCsp, cone: Sequence[int], choices: Iterable[int]) -> None:
        self.cone = cone
        self._cones = cones
        self._arguments = {choice: f"c{number}" for number, choice in enumerate(choices)}
        self._names = {variable: f"v{number}" for number, variable in enumerate(cone)}

    def definition(self, variable: int) -> str:
        builder = self._cones.builder
        match builder.definitions.get(variable):
            case AllOf(parts):
                text = " and ".join(map(self.literal, parts))
            case AtLeast(terms, bound):
                text = f"{self.sum(terms)} >= {bound}"
            case AnyPair(pairs):
                text = " or ".join(f"{self.literal(a)} and {self.literal(b)}" for a, b in pairs)
            case IfThenElse(condition, holds, fails):
                one, other = (self.sum(number.terms, number.constant) for number in (holds, fails))
                text = f"{one} if {self.literal(condition)} else {other}"
            case _:
                choice, place = self._cones.place(variable)
                text = self._arguments[choice]
                if variable in builder.decisions:
                    text += f" == {place}"
        return f"{self._names[variable]} = {text}"

    def literal(self, literal: Lit) -> str:
        return self._names[literal] if literal > 0 else f"not {self._names[-literal]}"

    def sum(self, terms: Iterable[tuple[int, int]], constant: int = 0) -> str:
        weighted = (f"{weight} * {self._names[variable]}" for variable, weight in terms)
        return " + ".join([str(constant), *weighted])

    def function(self, body: Iterable[str]) -> Callable[..., Any]:
        arguments = ", ".join(self._arguments.values())
        return _compiled("\n ".join((f"def results({arguments}):", *body)))


@lru_cache(maxsize=2048)  # tables that differ in a corner only are asked about in the same words
def _compiled(source: str) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    exec(source, space)  # noqa: S102 - made above of nothing but numbers
    function: Callable[..., Any] = space["results"]
    return function


def solutions(cones: CompiledCsp) -> Iterator[list[int]]:
    """Yield every assignment of the choices that meets all requirements."""
    required = _by_choices(cones)
    if () in required:  # the library takes an empty list of variables to mean all of them
        return
    problem = constraint.Problem()
    for number, choice in enumerate(cones.choices):
        problem.addVariable(number, [NONE, *range(1, len(choice) + 1)])
    for numbers, literals in required.items():
        # The library calls the function again whenever any other choice changes.
        test = cache(cones.test(literals, numbers))
        problem.addConstraint(constraint.FunctionConstraint(test), numbers)
    for solution in problem.getSolutions():
        yield [solution[number] for number in range(len(cones.choices))]


def _by_choices(cones: CompiledCsp) -> dict[tuple[int, ...], list[Lit]]:
    """Return the requirements by the choices on which they depend; each "all of" is split.

    Only a requirement that cannot be met depends on no choice.
    """
    found: dict[tuple[int, ...], list[Lit]] = {}
    todo = [requirement.literal for requirement in cones.builder.requirements]
    while todo:
        literal = todo.pop()
        definition = cones.builder.definitions.get(literal)
        if isinstance(definition, AllOf):
            todo += definition.parts
        else:
            found.setdefault(cones.reach(literal), []).append(literal)
    return found


# --- tables


class TruthTable:
    """Sets of values of choices that have so many values each, counted from 0.

    >>> table = TruthTable([2, 3])
    >>> first, last = table.where(0, 1), table.where(1, 2)
    >>> [table.contains(first & last, (1, value)) for value in range(3)]
    [False, False, True]
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        *self._strides, size = accumulate(sizes, mul, initial=1)
        self._sizes = sizes
        self.everywhere = (1 << size) - 1
        """The set of all values."""

    def where(self, choice: int, value: int) -> int:
        """Return the set in which a choice has that value."""
        stride = self._strides[choice]
        period = stride * self._sizes[choice]
        block = ((1 << stride) - 1) << (value * stride)
        return block * (self.everywhere // ((1 << period) - 1))

    def at_least(self, weighted: Iterable[tuple[int, int]], bound: int) -> int:
        """Return the set where the weights of the given sets add up to at least the bound.

        >>> table = TruthTable([2, 2])
        >>> one, other = table.where(0, 1), table.where(1, 1)
        >>> table.at_least([(one, 1), (other, 1)], 2) == one & other
        True
        """
        sums = {0: self.everywhere}
        for where, weight in weighted:
            longer = dict[int, int]()
            for total, there in sums.items():
                longer[total] = longer.get(total, 0) | there & ~where
                longer[total + weight] = longer.get(total + weight, 0) | there & where
            sums = {total: there for total, there in longer.items() if there}
        return reduce(or_, (there for total, there in sums.items() if total >= bound), 0)

    def contains(self, holds: int, values: Sequence[int]) -> bool:
        """Return whether these values of all choices are in the set."""
        return bool(holds >> sum(map(mul, values, self._strides)) & 1)
