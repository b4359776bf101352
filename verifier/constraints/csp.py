"""What a builder defined, compiled to functions of just the choices it depends on.

A *choice* gathers decisions of which at most one holds, such as the cells a tile may go to; its
value is the decision that holds, or 0 if none does. A number that is given is a choice by itself,
whose value is the number. A function is straight-line code, with a line for each definition in the
order they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from verifier.constraints.builder import TRUE, Both, Builder, Either, Lit, Meets, Reaches, Sum

Choice: TypeAlias = tuple[Lit, ...]

NONE = 0
"""The value of a choice whose decisions all fail."""


class Cones:
    """A builder's definitions as functions of choices; these are known by their numbers, from 0."""

    def __init__(self, builder: Builder, choices: Sequence[Choice]) -> None:
        """Take a builder that was told everything; each of its decisions is in one choice."""
        self.builder = builder
        self.choices = choices
        self._choice_of = {
            decision: number for number, choice in enumerate(choices) for decision in choice
        }
        self._reach: dict[int, frozenset[int]] = {TRUE: frozenset()}
        for variable in builder.bounds:  # each after its parts
            parts = [self._reach[part] for part in builder.parts(variable)]
            own = [self._choice_of[variable]] if variable in self._choice_of else []
            self._reach[variable] = frozenset(own).union(*parts)

    def reach(self, literal: Lit) -> tuple[int, ...]:
        """Return the choices on which a literal depends.

        >>> b = Builder(); here, there, claimed = map(b.decision, ("here", "there", "claimed"))
        >>> somewhere = b.either(here, there)
        >>> Cones(b, [(here, there), (claimed,)]).reach(somewhere)
        (0,)
        """
        return tuple(sorted(self._reach[abs(literal)]))

    def test(self, literals: Iterable[Lit], choices: Sequence[int]) -> Callable[..., bool]:
        """Return the function of these choices that tells whether all the literals hold.

        >>> b = Builder(); here, there, claimed = map(b.decision, ("here", "there", "claimed"))
        >>> holds = Cones(b, [(here, there), (claimed,)]).test([-b.both(there, claimed)], [0, 1])
        >>> holds(here, claimed), holds(there, NONE), holds(there, claimed)
        (True, True, False)
        """
        wanted = set(literals)
        body = []
        for variable in self.builder.cone(map(abs, wanted)):
            body.append(self._definition(variable))
            met = sorted(wanted & {variable, -variable})
            body += [f"if {_literal(-literal)}: return False" for literal in met]
        return _function(choices, [*body, "return True"])

    def values(self, numbers: Sequence[Sum]) -> Callable[..., tuple[int, ...]]:
        """Return the function of all choices that tells the numbers.

        >>> b = Builder(); here, there = map(b.decision, ("here", "there"))
        >>> Cones(b, [(here, there)]).values([b.number({here: 2, there: 3}, constant=1)])(there)
        (4,)
        """
        variables = [variable for number in numbers for variable, _ in number.terms]
        body = [self._definition(variable) for variable in self.builder.cone(variables)]
        told = "".join(f"{_sum(number.terms, number.constant)}, " for number in numbers)
        return _function(range(len(self.choices)), [*body, f"return ({told})"])

    def _definition(self, variable: int) -> str:
        match self.builder.definitions.get(variable):
            case Both(parts):
                said = " and ".join(map(_literal, parts))
            case Reaches(terms, bound):
                said = f"{_sum(terms)} >= {bound}"
            case Meets(pairs):
                said = " or ".join(f"{_literal(one)} and {_literal(other)}" for one, other in pairs)
            case Either(condition, holds, fails):
                one, other = (_sum(number.terms, number.constant) for number in (holds, fails))
                said = f"{one} if {_literal(condition)} else {other}"
            case _:
                said = f"c{self._choice_of[variable]}"
                if variable in self.builder.decisions:
                    said += f" == {variable}"
        return f"v{variable} = {said}"


def _literal(literal: Lit) -> str:
    return f"v{literal}" if literal > 0 else f"not v{-literal}"


def _sum(terms: Iterable[tuple[int, int]], constant: int = 0) -> str:
    return " + ".join([str(constant), *(f"{weight} * v{variable}" for variable, weight in terms)])


def _function(choices: Iterable[int], body: Iterable[str]) -> Callable[..., Any]:
    arguments = ", ".join(f"c{number}" for number in choices)
    return _compiled("\n ".join((f"def told({arguments}):", *body)))


@lru_cache(maxsize=1024)  # tables that differ in a corner only are asked about in the same words
def _compiled(source: str) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    exec(source, space)  # noqa: S102 - made above of nothing but numbers
    function: Callable[..., Any] = space["told"]
    return function
