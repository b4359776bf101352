"""The builder folds: what it says equals what a truth table says, constants or not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.constraints.builder import (
    FALSE,
    TRUE,
    AllOf,
    AnyPair,
    AtLeast,
    Builder,
    IfThenElse,
    Lit,
    Sum,
)

NAMES = 4
Formula = Callable[[Builder, list[Lit]], Lit]


def value(b: Builder, literal: Lit, world: dict[int, bool]) -> bool:
    """Return whether the literal holds, by its definition."""
    if literal < 0:
        return not value(b, -literal, world)
    if literal == TRUE:
        return True
    match b.definitions.get(literal):
        case AllOf(parts):
            return all(value(b, part, world) for part in parts)
        case AtLeast(terms, bound):
            return number(b, Sum(0, terms), world) >= bound
        case AnyPair(pairs):
            return any(value(b, one, world) and value(b, other, world) for one, other in pairs)
        case _:
            return world[literal]


def number(b: Builder, total: Sum, world: dict[int, bool]) -> int:
    """Return the value of a number, by its definition."""
    result = total.constant
    for variable, weight in total.terms:
        definition = b.definitions.get(variable)
        if isinstance(definition, IfThenElse):
            branch = definition.holds if value(b, definition.condition, world) else definition.fails
            result += weight * number(b, branch, world)
        else:
            result += weight * value(b, variable, world)
    return result


def literals(b: Builder) -> list[Lit]:
    return [b.decision(f"d{place}") for place in range(NAMES)]


@st.composite
def formulas(draw: st.DrawFn, depth: int = 3) -> Formula:
    """Nested formulas over the decisions and the constants."""
    if depth == 0 or draw(st.booleans()):
        place, sign = draw(st.integers(0, NAMES)), draw(st.sampled_from([1, -1]))
        return lambda _, decisions: sign * [*decisions, TRUE][place]
    parts = draw(st.lists(formulas(depth - 1), min_size=1, max_size=4))
    kind = draw(st.sampled_from(["all", "any", "not", "least", "one", "choose", "equals"]))
    weights = draw(st.lists(st.integers(-3, 3), min_size=4, max_size=4))
    bound = draw(st.integers(-4, 6))

    def build(b: Builder, d: list[Lit]) -> Lit:
        made = [part(b, d) for part in parts]
        total = b.plus(*(b.number({lit: w}) for lit, w in zip(made, weights, strict=False)))
        chosen = b.choose(made[0], total, b.times(2, b.plus(total, Sum(bound))))
        return {
            "not": lambda: -made[0],
            "all": lambda: b.all_of(made),
            "any": lambda: b.any_of(made),
            "one": lambda: b.exactly_one(made),
            "least": lambda: b.at_least(total, bound),
            "equals": lambda: b.equals(total, bound),
            "choose": lambda: b.at_most(chosen, bound),
        }[kind]()

    return build


@given(formulas())
def test_a_formula_about_constants_folds_to_what_it_means(formula: Formula) -> None:
    unknown = Builder()
    decisions = literals(unknown)
    literal = formula(unknown, decisions)
    for world in product([True, False], repeat=NAMES):
        holds = dict(zip(decisions, world, strict=True))
        folded = formula(Builder(), [TRUE if each else FALSE for each in world])
        assert folded in (TRUE, FALSE)
        assert value(unknown, literal, holds) == (folded == TRUE)


def test_what_is_said_twice_is_one_thing() -> None:
    b = Builder()
    one, two, three, _ = literals(b)
    assert b.both(one, two, three) == b.both(three, one, two, TRUE)
    assert b.either(one, two) == -b.both(-one, -two)
    assert b.at_least(b.count([one, two, three]), 2) == -b.at_most(b.count([three, two, one]), 1)
    assert b.at_least(b.number({one: 2, two: 2, three: 2}), 3) == b.at_least(
        b.count([one, two, three]), 2
    )


def test_comparisons_that_are_clauses_become_clauses() -> None:
    b = Builder()
    one, two, three, _ = literals(b)
    assert b.any_of([one, two, three]) == b.at_least(b.count([one, two, three]), 1)
    assert b.all_of([one, two, three]) == b.at_least(b.count([one, two, three]), 3)
    assert b.both(one, -two) == b.at_least(b.number({one: 1, two: -1}), 1)


@pytest.mark.parametrize("chosen", range(4))
def test_a_pairing_holds_iff_the_chosen_pair_does(chosen: int) -> None:
    b = Builder()
    cells, others = literals(b), literals(b)
    pairs = [*zip(cells, others, strict=True), (cells[0], others[1]), (cells[3], TRUE)]
    literal = b.meets(pairs)
    for world in product([True, False], repeat=NAMES):
        holds = dict(zip(others, world, strict=True))
        holds |= {cell: place == chosen for place, cell in enumerate(cells)}
        expected = [world[0] or world[1], world[1], world[2], True][chosen]
        assert expected == value(b, literal, holds)


def test_the_least_number_is_the_least() -> None:
    b = Builder()
    decisions = literals(b)
    numbers = [b.number({lit: 3 * place}, 5 - place) for place, lit in enumerate(decisions)]
    least = b.least(numbers)
    for world in product([True, False], repeat=NAMES):
        holds = dict(zip(decisions, world, strict=True))
        assert min(number(b, each, holds) for each in numbers) == number(b, least, holds)


def test_a_requirement_that_holds_is_not_kept_and_one_that_fails_keeps_its_rule() -> None:
    b = Builder()
    b.require(TRUE, "SOLO-PLACE-1")
    b.require(FALSE, "SOLO-PLACE-2", turn=3, where="cell (0,0)", why="because")
    (kept,) = b.requirements
    expected = (FALSE, "SOLO-PLACE-2", 3, "cell (0,0)", "because")
    assert expected == (kept.literal, kept.rule, kept.turn, kept.where, kept.why)
