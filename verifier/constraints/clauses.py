"""Translates all requirements of a builder to clauses, one formula for a SAT solver.

Comparisons of counts become decision diagrams whose equal nodes are shared; like everything a
builder makes, a node is defined by its parts. A number that a condition selects, such as the value
of a feature that may be a road or a city, is compared case by case. Scores add up many such
numbers, so nothing that depends on scores can be translated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from verifier.constraints.builder import FALSE, TRUE, Builder, IfThenElse, Lit, Sum, program
from verifier.errors import Undecided

Clause: TypeAlias = tuple[int, ...]
Terms: TypeAlias = tuple[tuple[int, int], ...]

_NOTHING = Sum()


@dataclass(frozen=True, slots=True)
class Formula:
    """Clauses over variables numbered from 1.

    ``asked`` are the literals whose values are wanted; ``names`` describe the decisions.
    """

    variables: int
    clauses: tuple[Clause, ...]
    asked: tuple[int, ...]
    names: dict[int, str]

    def dimacs(self) -> str:
        """Return the formula as DIMACS text, in which comments name the decisions.

        >>> b = Builder()
        >>> b.require(b.either(b.decision("one"), -b.decision("other")), "any rule")
        >>> print(formula(b).dimacs(), end="")
        c 1 one
        c 2 other
        p cnf 2 1
        1 -2 0
        """
        lines = [f"c {variable} {name}" for variable, name in self.names.items()]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "".join(f"{line}\n" for line in lines)


def formula(builder: Builder, asked: Iterable[Lit] = ()) -> Formula:
    """Return all that the builder requires as a formula; no literal of ``asked`` may be constant.

    If the builder has already found that it is impossible, the formula is one variable that must
    both hold and fail, since some proof checkers do not accept the empty clause.

    :raises Undecided: if it depends on scores, so that another solver has to be used.
    """
    for need in builder.requirements:
        if need.literal == FALSE:
            name = f"required, and impossible at sight: {need.rule} in turn {need.turn}"
            return Formula(variables=1, clauses=((1,), (-1,)), asked=(), names={1: name})
    wire = program(builder, asked)
    encoder = _Encoder(builder, wire["clauses"])
    for terms, bound, condition in wire["linear"]:
        encoder.say(-condition, encoder.reaches(tuple(terms), bound))
    literals = [variable for variable, *bounds in wire["variables"] if bounds == [0, 1]]
    for variable in literals:
        definition = builder.definitions.get(variable)
        if isinstance(definition, IfThenElse):
            literal = encoder.by_cases(definition, 1)
            encoder.say(-variable, literal)
            encoder.say(variable, -literal)
    numbers = {variable: number for number, variable in enumerate([*literals, *encoder.made], 1)}
    numbers |= {-variable: -number for variable, number in numbers.items()}
    return Formula(
        variables=len(numbers) // 2,
        clauses=tuple(tuple(numbers[literal] for literal in each) for each in encoder.clauses),
        asked=tuple(numbers[literal] for literal in wire["asked"]),
        names={
            numbers[variable]: name
            for variable, name in builder.decisions.items()
            if variable in numbers
        },
    )


class _Encoder:
    """Collects clauses over the builder's variables and new ones for the nodes of diagrams."""

    def __init__(self, builder: Builder, clauses: list[list[Lit]]) -> None:
        self.builder = builder
        self.clauses = clauses
        self.made: list[int] = []
        self._nodes: dict[object, Lit] = {}
        self._last = max(builder.bounds, default=TRUE)

    def say(self, *literals: Lit) -> None:
        """Add a clause, unless it always holds."""
        clause = dict.fromkeys(literal for literal in literals if literal != FALSE)
        if TRUE not in clause and not any(-literal in clause for literal in clause):
            self.clauses.append(list(clause))

    def reaches(self, terms: Terms, bound: int) -> Lit:
        """Return the literal that holds iff the variables times weights add up to the bound."""
        if terms and terms[0][1] < 0:  # one of two complementary comparisons stands for both
            opposite = tuple((variable, -weight) for variable, weight in terms)
            return -self.reaches(opposite, 1 - bound)
        numbers = [term for term in terms if self.builder.bounds[term[0]] != (0, 1)]
        if len(numbers) > 1:
            raise Undecided("this depends on scores, which clauses do not add up; ask CP-SAT")
        for variable, weight in numbers:
            definition = self.builder.definitions[variable]
            assert isinstance(definition, IfThenElse)  # noqa: S101 - all others define literals
            others = Sum(0, tuple(term for term in terms if term[0] != variable))
            return self.by_cases(definition, bound, weight, others)
        positive = tuple((var if weight > 0 else -var, abs(weight)) for var, weight in terms)
        return self._diagram(positive, bound - sum(weight for _, weight in terms if weight < 0))

    def by_cases(
        self, chosen: IfThenElse, bound: int, weight: int = 1, others: Sum = _NOTHING
    ) -> Lit:
        """Return whether the chosen number times its weight and the others reach the bound."""

        def case(number: Sum) -> Lit:
            total = self.builder.plus(others, self.builder.times(weight, number))
            return self.reaches(total.terms, bound - total.constant)

        return self._if(chosen.condition, case(chosen.holds), case(chosen.fails))

    def _diagram(self, terms: Terms, bound: int) -> Lit:
        """Return whether literals with positive weights add up to the bound."""
        if bound <= 0:
            return TRUE
        if sum(weight for _, weight in terms) < bound:
            return FALSE
        if (terms, bound) not in self._nodes:
            (first, weight), *others = terms
            rest = tuple(others)
            with_it, without = self._diagram(rest, bound - weight), self._diagram(rest, bound)
            self._nodes[terms, bound] = self._if(first, with_it, without)
        return self._nodes[terms, bound]

    def _if(self, condition: Lit, holds: Lit, fails: Lit) -> Lit:
        """Return the literal that is one if the condition holds and the other if it fails."""
        if holds == fails:
            return holds
        if (holds, fails) == (TRUE, FALSE):
            return condition
        if (condition, holds, fails) in self._nodes:
            return self._nodes[condition, holds, fails]
        node = self._nodes[condition, holds, fails] = self._new()
        for literal, sign in ((holds, 1), (fails, -1)):
            self.say(-node, -sign * condition, literal)
            self.say(node, -sign * condition, -literal)
        # These are implied, but otherwise a solver would notice only once the condition is fixed.
        self.say(-node, holds, fails)
        self.say(node, -holds, -fails)
        return node

    def _new(self) -> Lit:
        self.made.append(self._last + len(self.made) + 1)
        return self.made[-1]
