"""The library python-constraint against every assignment there is: it must lose none, nor add any.

The release of 2018 loses solutions of sums with negative values, and later ones pruned too much.
The reading in :mod:`verifier.carcassonne.model.solo.listing` rests on this library.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import product
from typing import Any, NamedTuple

import constraint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES: tuple[Hashable, ...] = (0, 1, 2, 3)
"""Numbers, as in our use; 0 among them, which is false."""

SOLVERS: dict[str, Callable[[], Any]] = {
    "as we use it": constraint.OptimizedBacktrackingSolver,
    "not looking ahead": lambda: constraint.OptimizedBacktrackingSolver(forwardcheck=False),
    "backtracking": constraint.BacktrackingSolver,
    "recursive": constraint.RecursiveBacktrackingSolver,
}

Values = tuple[int, ...]


class Demand(NamedTuple):
    """A constraint of the library over some variables, and what it should mean."""

    made: Any
    variables: list[Hashable]
    holds: Callable[[Values], bool]


class Problem(NamedTuple):
    domains: dict[Hashable, list[int]]
    demands: list[Demand]


values = st.integers(-4, 4)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small problems: up to four variables, values of either sign, demands on some of them."""
    names = NAMES[: draw(st.integers(1, len(NAMES)))]
    several = st.lists(values, min_size=1, max_size=4, unique=True)
    domains = {name: draw(several) for name in names}
    demands = draw(st.lists(demand(domains), max_size=4))
    return Problem(domains, demands)


@st.composite
def demand(draw: st.DrawFn, domains: dict[Hashable, list[int]]) -> Demand:
    on = st.lists(st.sampled_from(sorted(domains, key=str)), min_size=1, unique=True)
    variables = draw(on)
    made, holds = draw(st.one_of(tables(domains, variables), sums(len(variables)), relations))
    return Demand(made, variables, holds)


@st.composite
def tables(
    draw: st.DrawFn, domains: dict[Hashable, list[int]], variables: list[Hashable]
) -> tuple[Any, Callable[[Values], bool]]:
    """Functions, the one kind of constraint that we use: any set of values at all."""
    every = sorted(product(*(domains[name] for name in variables)))
    seed = draw(st.randoms(use_true_random=False))
    kept = draw(st.sampled_from([0.3, 0.6, 0.9]))
    allowed = {each for each in every if seed.random() < kept}
    return constraint.FunctionConstraint(lambda *row: row in allowed), allowed.__contains__


@st.composite
def sums(draw: st.DrawFn, number: int) -> tuple[Any, Callable[[Values], bool]]:
    bound = draw(st.integers(-9, 9))
    factors = draw(st.none() | st.lists(values, min_size=number, max_size=number))
    kind, compare = draw(
        st.sampled_from(
            [
                (constraint.ExactSumConstraint, int.__eq__),
                (constraint.MaxSumConstraint, int.__le__),
                (constraint.MinSumConstraint, int.__ge__),
            ]
        )
    )

    def holds(row: Values) -> bool:
        weights = factors or [1] * len(row)
        return bool(compare(sum(a * b for a, b in zip(row, weights, strict=True)), bound))

    return kind(bound, factors), holds


relations = st.sampled_from(
    [
        (constraint.AllDifferentConstraint(), lambda told: len(set(told)) == len(told)),
        (constraint.AllEqualConstraint(), lambda told: len(set(told)) == 1),
        (constraint.InSetConstraint({-1, 0, 2}), lambda told: {*told} <= {-1, 0, 2}),
        (constraint.NotInSetConstraint({-1, 0, 2}), lambda told: not {*told} & {-1, 0, 2}),
    ]
)


def by_brute_force(problem: Problem) -> list[Values]:
    found = []
    for each in product(*problem.domains.values()):
        world = dict(zip(problem.domains, each, strict=True))
        if all(
            demand.holds(tuple(world[name] for name in demand.variables))
            for demand in problem.demands
        ):
            found.append(each)
    return sorted(found)


def by_the_library(problem: Problem, solver: Any) -> list[Values]:
    question = constraint.Problem(solver)
    for name, domain in problem.domains.items():
        question.addVariable(name, domain)
    for made, variables, _ in problem.demands:
        question.addConstraint(made, variables)
    try:
        found = question.getSolutions()
    except ValueError:  # so 2.9 says that no value is left to be summed; then none may be
        return []
    return sorted(tuple(solution[name] for name in problem.domains) for solution in found)


@pytest.mark.parametrize("name", SOLVERS)
@settings(max_examples=200)
@given(problem=problems())
def test_every_solution_is_found_and_once(name: str, problem: Problem) -> None:
    assert by_brute_force(problem) == by_the_library(problem, SOLVERS[name]())


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVERS)
@settings(max_examples=5_000)
@given(problem=problems())
def test_every_solution_is_found_and_once_by_night(name: str, problem: Problem) -> None:
    assert by_brute_force(problem) == by_the_library(problem, SOLVERS[name]())


def test_the_sum_that_the_old_release_gets_wrong() -> None:
    question = constraint.Problem()
    question.addVariables("ab", [-1, 0, 1])
    question.addConstraint(constraint.ExactSumConstraint(0), "ab")
    found = {(solution["a"], solution["b"]) for solution in question.getSolutions()}
    assert {(-1, 1), (0, 0), (1, -1)} == found
