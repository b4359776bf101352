"""Counting the points of games that end as early as they can: both keys, and games against them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine, record_of
from verifier.carcassonne.engine.solo.goals import result_in_reach
from verifier.carcassonne.model.solo.smallest import enough_points, is_covered
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.position import Pile, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.smallest import known_games
from verifier.carcassonne.solo.turn import Outcome
from verifier.constraints.cpsat import CpSatSolver, Parameters

FIRST_END = 13
"""FACT-11: 3 colours with 4 meeples each."""


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with Solvers() as made:
        yield made.cpsat


def found(solver: CpSatSolver, rules: RuleSet, turns: int, result: int) -> bool:
    verdict = enough_points(solver, rules, turns, result, Parameters(limit=10)).verdict
    assert verdict in {"found", "impossible"}
    return verdict == "found"


@pytest.mark.parametrize(
    ("rules", "turns", "by_engine", "by_model"),
    [
        (SOLO, 13, 59, 58),
        (SOLO, 14, 64, 62),
        (RuleSet(meeples=3), 12, 56, 55),
        (RuleSet(colours=4, meeples=3), 13, 58, 58),
        pytest.param(SOLO, 15, 68, 66, marks=pytest.mark.slow),
        pytest.param(RuleSet(meeples=3), 10, 48, 47, marks=pytest.mark.slow),
        pytest.param(RuleSet(colours=4), 17, 74, 72, marks=pytest.mark.slow),
    ],
)
def test_the_highest_results_that_counting_allows(
    rules: RuleSet, turns: int, by_engine: int, by_model: int, solver: CpSatSolver
) -> None:
    """The model counts the tiles of all colours together, so it allows no more than the engine."""
    assert [True, False] == [
        result_in_reach(rules, turns, result) for result in (by_engine, by_engine + 1)
    ]
    assert [True, False] == [
        found(solver, rules, turns, result) for result in (by_model, by_model + 1)
    ]


@pytest.mark.parametrize(
    ("rules", "turns", "covered"),
    [
        (SOLO, 12, False),
        (SOLO, 13, True),
        (SOLO, 15, True),
        (SOLO, 16, False),
        (SOLO.with_switches({"goal.total": "sum"}), 13, False),
        (RuleSet(without=("lowest",)), 13, False),
    ],
)
def test_the_games_that_the_model_covers(rules: RuleSet, turns: int, covered: bool) -> None:
    assert covered == is_covered(rules, turns)


@pytest.mark.parametrize(
    "rules",
    [SOLO.with_switches({"goal.total": "sum"}), RuleSet(without=("lowest",))],
    ids=["another reading", "a rule left out"],
)
def test_the_engine_counts_nothing_by_other_rules(rules: RuleSet) -> None:
    assert result_in_reach(rules, FIRST_END, 1_000)


def test_known_games_are_within_reach(solver: CpSatSolver) -> None:
    results = {}
    for game in known_games():
        if is_covered(SOLO, len(game.line)):
            last = outcomes_by_engine(record_of(game.line, setup()))[-1]
            results[len(game.line)] = last.result or 0
    assert min(results) == FIRST_END
    for turns, result in results.items():
        assert result_in_reach(SOLO, turns, result)
        assert found(solver, SOLO, turns, result)


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6))
def test_games_that_end_early_are_within_reach(seed: int) -> None:
    rules = RuleSet(meeples=3)
    played = game_without_returns(rules, seed)
    last = played[-1]
    assume(last.after.over and is_covered(rules, len(played)))
    assert result_in_reach(rules, len(played), last.result or 0)
    with Solvers() as solvers:
        assert found(solvers.cpsat, rules, len(played), last.result or 0)


def game_without_returns(rules: RuleSet, seed: int) -> tuple[Outcome, ...]:
    """Return a game in which meeples stay on the table while that is possible."""
    rng = random.Random(seed)
    bag = [letter for letter, number in rules.sheet.counts().items() for _ in range(number)]
    bag.remove(rules.sheet.start_tile)
    rng.shuffle(bag)
    position = setup(rules, tuple(Pile(tuple(bag[pile::3])) for pile in range(3)))
    played: list[Outcome] = []
    while not position.over:
        choices = sorted(Engine().outcomes(position), key=repr)
        claims = [
            each
            for each in choices
            if not each.scorings and sum(each.after.supplies) < sum(position.supplies)
        ]
        ends = [each for each in choices if each.after.over]
        played.append(max(ends, key=result) if ends else rng.choice(claims or choices))
        position = played[-1].after
    return tuple(played)


def result(outcome: Outcome) -> int:
    return outcome.result or 0
