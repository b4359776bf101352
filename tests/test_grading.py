"""Grades and flaws: exact, the same however the puzzle is turned, and consistent."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.grade import Grade, rank_correlation, rating_of
from generator.solo.evaluation import promise
from generator.solo.goal_kinds import kind_of
from generator.solo.grading import grade, level_for_length
from generator.solo.quality import FLAWS, FORCED, GREEDY, NO_NEAR_MISS, NOT_TEMPTING, decoys, flaws
from generator.solo.solved_puzzle import Solution
from generator.solo.solver_panel import Shares, at_random, by_likeness, by_rank, chance, search
from tests.naive_goals import reached
from verifier.carcassonne.engine.solo import Engine, solve
from verifier.carcassonne.engine.solo.search import placement
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, mirrored, parse_code, turned
from verifier.carcassonne.solo.turn import Outcome
from verifier.errors import Malformed

GRADED: list[dict[str, Any]] = json.loads(
    Path("tests/vectors/grades.json").read_text(encoding="utf-8")
)


def solved(puzzle: Puzzle) -> Solution:
    solutions = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=10**6, shown=1)
    return Solution(solutions.lines[0], solutions.nodes)


def graded(puzzle: Puzzle) -> Grade:
    return grade(puzzle, solved(puzzle).line)


def document(found: Grade) -> dict[str, Any]:
    return {
        "level": found.level_for_length,
        "technique": found.technique,
        "rating": found.rating,
        "themes": list(found.themes),
        "density": str(found.density),
        "tries": [str(number) for number in found.tries.each()],
    }


# Grades


@pytest.mark.parametrize("vector", GRADED, ids=[vector["about"] for vector in GRADED])
def test_a_grade_is_the_same_everywhere(vector: dict[str, Any]) -> None:
    puzzle = parse_code(vector["code"])
    assert vector["grade"] == document(graded(puzzle))
    assert vector["flaws"] == list(flaws(puzzle, solved(puzzle)))


def test_rating_and_density_agree() -> None:
    ratings = [vector["grade"]["rating"] for vector in GRADED]
    densities = [Fraction(vector["grade"]["density"]) for vector in GRADED]
    assert rank_correlation(ratings, densities) < Fraction(-3, 4)


@pytest.mark.parametrize("vector", GRADED[:6], ids=[vector["about"] for vector in GRADED[:6]])
def test_a_turned_or_mirrored_puzzle_has_the_same_grade(vector: dict[str, Any]) -> None:
    puzzle = parse_code(vector["code"])
    for image in (turned(puzzle.position, 1), mirrored(puzzle.position)):
        other = Puzzle(puzzle.goal, image)
        assert vector["grade"] == document(graded(other))
        assert vector["flaws"] == list(flaws(other, solved(other)))


@pytest.mark.usefixtures("build")
def test_both_builds_give_the_same_grade() -> None:
    for vector in GRADED[:3]:
        assert vector["grade"] == document(graded(parse_code(vector["code"])))


# The panel


def naive_chance(puzzle: Puzzle, position: Position, left: int, chosen: Shares) -> Fraction:
    """Return the chance of a player of the panel, by playing every line to its end."""
    sees_goal = chosen is not at_random
    if sees_goal and solve(position, puzzle.goal, 1, lines=0).count:
        return Fraction(1)
    outcomes = Engine().outcomes_in_order(position)
    shares = chosen([promise(outcome.after, puzzle.goal) for outcome in outcomes])
    total = Fraction(0)
    for outcome, share in zip(outcomes, shares, strict=True):
        if reached(puzzle.goal, outcome):
            total += share
        elif left > 1 and not outcome.after.over:
            total += share * naive_chance(puzzle, outcome.after, left - 1, chosen)
    return total


@pytest.mark.parametrize("chosen", [at_random, by_likeness, by_rank])
@pytest.mark.parametrize("vector", GRADED[:2], ids=[vector["about"] for vector in GRADED[:2]])
def test_chances_are_those_of_playing_every_line(vector: dict[str, Any], chosen: Shares) -> None:
    puzzle = parse_code(vector["code"])
    found = search(puzzle, solved(puzzle).line)
    expected = naive_chance(puzzle, puzzle.position, puzzle.tiles, chosen)
    assert expected == chance(puzzle, found, chosen, sees_goal=chosen is not at_random)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=20))
def test_shares_are_a_whole_and_equal_for_equal_promises(promises: list[int]) -> None:
    for chosen in (at_random, by_likeness, by_rank):
        shares = chosen(promises)
        assert sum(shares) == 1
        assert len(set(zip(promises, shares, strict=True))) == len(set(promises))


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=20))
def test_by_rank_shares_fall_with_the_promise(promises: list[int]) -> None:
    ranked = sorted(zip(promises, by_rank(promises), strict=True), reverse=True)
    assert [share for _, share in ranked] == sorted(by_rank(promises), reverse=True)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=20))
def test_at_a_glance_each_promise_has_the_same_share(promises: list[int]) -> None:
    shares = zip(promises, by_likeness(promises), strict=True)
    by_promise = defaultdict[int, Fraction](Fraction)
    for promised, share in shares:
        by_promise[promised] += share
    assert set(by_promise.values()) == {Fraction(1, len(by_promise))}


def test_the_whole_tree_is_counted_and_each_solution_given_once() -> None:
    vector = next(v for v in GRADED if v["about"] == "two tiles left, a total for some lines")
    puzzle = parse_code(vector["code"])
    everything = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=10**6, filtered=False)
    found = search(puzzle, everything.lines[-1])
    first = Engine().outcomes_in_order(puzzle.position)
    assert found.count == everything.count
    assert (found.outcomes, found.before_last) == (everything.nodes, len(first))
    assert found.lines[0] == everything.lines[-1]
    assert set(found.lines) <= set(everything.lines)
    assert len(found.lines) == len(set(found.lines))


# Numbers


@given(st.lists(st.fractions(min_value=1, max_value=10**6), min_size=1, max_size=6))
def test_the_rating_is_a_mean_of_logarithms(tries: list[Fraction]) -> None:
    exact = 400 * sum(math.log10(number) for number in tries) / len(tries)
    assert exact - 1 - 1e-6 < rating_of(tries) < exact + 1e-6


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=6))
def test_ten_times_the_tries_are_400_more(tries: list[int]) -> None:
    numbers = [Fraction(number) for number in tries]
    assert rating_of([10 * number for number in numbers]) == rating_of(numbers) + 400


@given(
    st.integers(0, 30),
    st.integers(0, 2500),
    st.integers(0, 5),
    st.integers(0, 300),
    st.integers(0, 12),
    st.integers(1, 10),
    st.integers(0, 2),
)
def test_levels_rise_with_the_grade_and_fall_with_meeples_and_length(
    technique: int, rating: int, technique_2: int, rating_2: int, hand: int, tiles: int, more: int
) -> None:
    levels = ["easy", "medium", "hard"]
    among = levels.index(level_for_length(technique, rating, hand, tiles))
    assert among <= levels.index(
        level_for_length(technique + technique_2, rating + rating_2, hand, tiles)
    )
    assert among >= levels.index(level_for_length(technique, rating, hand + more, tiles))
    assert among >= levels.index(level_for_length(technique, rating, hand, tiles + more))


@pytest.mark.parametrize("tiles", range(1, 11))
def test_each_length_has_all_levels(tiles: int) -> None:
    assert {"easy", "medium", "hard"} == {
        level_for_length(0, rating, 12, tiles) for rating in range(4000)
    }


@given(st.permutations(range(8)))
def test_rank_correlation_lies_between_opposites(order: list[int]) -> None:
    numbers = list(range(8))
    assert rank_correlation(numbers, numbers) == 1
    assert rank_correlation(numbers, numbers[::-1]) == -1
    found = rank_correlation(numbers, order)
    assert -1 <= found <= 1
    assert found == -rank_correlation(numbers[::-1], order)
    assert found == rank_correlation([number**3 for number in numbers], order)


def test_equal_numbers_share_their_rank() -> None:
    # Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: the squares add up to 1/2.
    assert rank_correlation([1, 5, 5, 9], [1, 2, 3, 4]) == 1 - Fraction(1, 20)


@pytest.mark.parametrize("pairs", [([], []), ([1], [1]), ([1, 2], [1])])
def test_a_rank_correlation_needs_pairs(pairs: tuple[list[int], list[int]]) -> None:
    with pytest.raises(Malformed):
        rank_correlation(*pairs)


# Flaws


def test_each_flaw_is_found_in_some_puzzles_and_not_in_others() -> None:
    for flaw in FLAWS:
        assert {flaw in vector["flaws"] for vector in GRADED} == {True, False}


def test_nothing_tempts_who_has_one_choice() -> None:
    vector = next(v for v in GRADED if v["about"] == "one tile, one place")
    assert {FORCED, NOT_TEMPTING, NO_NEAR_MISS, GREEDY} <= set(vector["flaws"])


def test_a_second_place_for_the_tile_forces_nothing() -> None:
    vector = next(v for v in GRADED if v["about"] == "one tile, one place")
    puzzle = parse_code(vector["code"])
    tile, *others = puzzle.position.piles
    free = replace(
        puzzle,
        position=replace(puzzle.position, piles=(replace(tile, known=tiles_of("U")), *others)),
    )
    assert FORCED not in flaws(free, solved(free))


# Decoys


def lines_meet(goal: Goal, outcome: Outcome, left: int) -> bool:
    """Return whether a line of at most so many more turns meets a goal, by playing them all."""
    if reached(goal, outcome):
        return True
    if outcome.after.over or not left:
        return False
    on = Engine().outcomes_in_order(outcome.after)
    return any(lines_meet(goal, one, left - 1) for one in on)


TWO_TILES = [vector for vector in GRADED if vector["about"].startswith("two tiles")]


@pytest.mark.parametrize("vector", TWO_TILES, ids=[vector["about"] for vector in TWO_TILES])
def test_decoys_are_those_found_by_playing_every_line(vector: dict[str, Any]) -> None:
    puzzle = parse_code(vector["code"])
    left = puzzle.tiles - 1
    near, right = set[object](), set[object]()
    for one in Engine().outcomes_in_order(puzzle.position):
        assert one.turn is not None
        if lines_meet(puzzle.goal, one, left):
            right.add(placement(one.turn))
        for goal in kind_of(puzzle.goal).near_goals(puzzle):
            rules = one.after.rules.with_switches(dict(goal.switches))
            if lines_meet(goal.goal, replace(one, after=replace(one.after, rules=rules)), left):
                near.add(placement(one.turn))
    assert len(near - right) == decoys(puzzle)


def test_a_turned_or_mirrored_puzzle_has_as_many_decoys() -> None:
    for vector in GRADED[:6]:
        puzzle = parse_code(vector["code"])
        for image in (turned(puzzle.position, 1), mirrored(puzzle.position)):
            assert decoys(puzzle) == decoys(Puzzle(puzzle.goal, image))
