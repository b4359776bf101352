"""Lines counted as solutions: contract 2 by a plain definition, by both keys, and in documents."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from generator.solo.only_solution import only_solution
from generator.solo.proving import agreement, prove
from meepleproof.service.play.solo.hints import first_deviation, followed
from verifier.carcassonne.engine.solo import Engine, Line, solve
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.engine.solo.parallel import solve_with
from verifier.carcassonne.engine.solo.search import lines_placing, numbered, placement, ways_of
from verifier.carcassonne.model.solo.questions import (
    Terms,
    ask,
    game_in_question,
    is_solution,
    one_solution,
)
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code, parse_goal
from verifier.carcassonne.solo.turn import Turn, turns_of
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import KeysDisagree

TWO_WAYS = parse_code(
    "s3.4~E1.-1.1~S2.0.1.E1~F0.1.1~S0.2.1.S1~Q1.2.2~D0.0.0~D3.3.2.N1~M3.2.3~p1.2.3~h1.4.4~t2"
    "~n.L.K~u21.21.20~g.city.6.x.1"
)
"""Whether the first tile's road is claimed to the east or to the south changes nothing."""

TWO_PLANS = parse_code(
    "s3.4~I1.-1.-3~I3.-1.-2.W2~J0.-2.-1.N3~V1.-1.-1~P0.-1.0.E1~D0.0.0~L2.1.0.S2~T1.0.1.W1"
    "~P0.1.1.E3~V0.2.1~p1.2.3~h2.2.2~t1~nW.V.K~u20.20.19~g.road.4.x.0"
)
"""The first colour may claim the road, and then the second must not, or the other way round."""

CROSSINGS = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nW.W.U~u23.23.22~g.stay.4.x.0")
FOUR_WAYS = [
    parse_line(f"W0.1.0.{one}~W0.0.-1.{other}~U0.-1.0.E") for one, other in product("ES", "ES")
]
"""Any claim of the first tile goes with any of the second."""


def solver() -> CpSatSolver:
    return CpSatSolver()


# Counting


def plainly(lines: list[tuple[Turn, ...]]) -> int:
    """Count solutions by the definition: from line to line, one claim changed at a time."""
    claims_of = defaultdict[object, set[tuple[str, ...]]](set)
    for line in lines:
        placed = tuple((turn.tile, turn.rotation, turn.cell) for turn in line)
        claims_of[placed].add(tuple(turn.claim for turn in line[:-1]))
    count = 0
    for all_claims in claims_of.values():
        left = set(all_claims)
        while left:
            count += 1
            todo = [left.pop()]
            while todo:
                claims = todo.pop()
                beside = {
                    other
                    for other in left
                    if sum(a != b for a, b in zip(claims, other, strict=True)) == 1
                }
                left -= beside
                todo += beside
    return count


@pytest.mark.parametrize(
    ("puzzle", "goal"),
    [
        (TWO_WAYS, "city.6.x.0"),
        (TWO_WAYS, "stay.10.x.0"),
        (TWO_PLANS, "road.4.x.0"),
        (TWO_PLANS, "road.3.x.2"),
        (TWO_PLANS, "city.4.x.0"),
    ],
)
def test_the_engine_counts_as_the_definition_says(puzzle: Puzzle, goal: str) -> None:
    asked = (puzzle.position, parse_goal(goal), puzzle.tiles)
    found = solve(*asked, lines=5000)
    assert found.exhaustive
    merged = solve(*asked, lines=5000, shown=2, merged=True)
    assert plainly([turns_of(line) for line in found.lines]) == merged.count
    assert found.count == merged.lines_found
    assert list(merged.lines[:1]) == list(found.lines[:1])
    with ThreadPoolExecutor(1) as one:
        assert merged == replace(
            solve_with(one, *asked, lines=5000, shown=2, merged=True), nodes=merged.nodes
        )


def some_lines(seed: int) -> list[tuple[Turn, ...]]:
    """Return a few lines of three turns, no two alike, with one of two placements."""
    texts = [
        f"U0.{x}.0.{'-NS'[one]}~V0.2.0.{'-ES'[other]}~V0.3.0.-"
        for x, one, other in product((1, 2), range(3), range(3))
    ]
    return list(map(parse_line, Random(seed).sample(texts, 5)))


def test_any_lines_are_counted_as_the_definition_says() -> None:
    for seed in range(200):
        lines = some_lines(seed)
        solutions = plainly(lines)
        assert solutions == max(numbered([_played(line) for line in lines])) + 1
        assert one_solution(lines) == (solutions == 1)


def _played(line: tuple[Turn, ...]) -> list[tuple[object, str]]:
    return [(placement(turn), turn.claim) for turn in line]


def test_ways_are_told_up_to_a_number() -> None:
    line = outcomes_along(TWO_WAYS.position, parse_line("L3.3.1.E~K1.1.3.N.E"))
    assert [2, 0] == [len(ways_of(TWO_WAYS.position, TWO_WAYS.goal, line, most)) for most in (2, 1)]


def test_no_way_reaches_the_goal_before_its_last_turn() -> None:
    (line, *_) = FOUR_WAYS
    placed = [placement(turn) for turn in line]
    for tiles, ways in ((2, 0), (3, 0), (4, 9)):
        goal = parse_goal(f"stay.{tiles}.x.0")
        assert ways == len(list(lines_placing(CROSSINGS.position, goal, placed)))


# Both keys


@pytest.mark.parametrize(("told", "verdict"), [(3, "impossible"), (4, "found")])
def test_a_way_that_is_not_told_is_no_part_of_the_solution(told: int, verdict: str) -> None:
    """Although each of its claims is made in some way that is told."""
    game = game_in_question(CROSSINGS.position, 3, Terms(), CROSSINGS.goal)
    game.builder.require(is_solution(game, FOUR_WAYS[:told]), "a way")
    game.builder.require(is_solution(game, FOUR_WAYS[3:]), "the fourth way")
    with solver() as model:
        assert verdict == ask(model, game, Terms()).verdict


def test_a_claim_that_changes_nothing_makes_no_other_solution() -> None:
    assert only_solution(TWO_WAYS, 1) is None
    solution = only_solution(TWO_WAYS)
    assert solution is not None
    assert {"L3.3.1.E~K1.1.3.N.E", "L3.3.1.S~K1.1.3.N.E"} == {
        line_text(turns_of(way)) for way in solution.ways
    }
    with solver() as model:
        proof = prove(TWO_WAYS, solution, model)
        assert ("", 2) == (proof.undecided, proof.contract)
        searched = solve(TWO_WAYS.position, TWO_WAYS.goal, TWO_WAYS.tiles, merged=True)
        assert "unique" == agreement(TWO_WAYS, searched, model).answer
        # The model finds a way that it was not given.
        with pytest.raises(KeysDisagree, match="the model finds another line"):
            prove(TWO_WAYS, replace(solution, ways=solution.ways[:1]), model)


def test_claims_that_need_one_another_make_two_solutions() -> None:
    assert only_solution(TWO_PLANS) is None
    searched = solve(TWO_PLANS.position, TWO_PLANS.goal, TWO_PLANS.tiles, merged=True)
    assert (2, 3) == (searched.count, searched.lines_found)
    with solver() as model:
        assert "ambiguous" == agreement(TWO_PLANS, searched, model).answer
        alone = only_solution(TWO_WAYS)
        assert alone is not None
        plans = solve(TWO_PLANS.position, TWO_PLANS.goal, TWO_PLANS.tiles).lines
        with pytest.raises(KeysDisagree, match="its ways are several solutions"):
            prove(TWO_PLANS, replace(alone, line=plans[0], ways=plans), model)


# Followed


def test_a_player_follows_the_solution_with_other_claims() -> None:
    solution = outcomes_along(TWO_WAYS.position, parse_line("L3.3.1.E~K1.1.3.N.E"))
    other = outcomes_along(TWO_WAYS.position, parse_line("L3.3.1.S"))
    assert 1 == first_deviation(solution, other)
    own = followed(TWO_WAYS, solution, other)
    assert "L3.3.1.S~K1.1.3.N.E" == line_text(turns_of(own))
    assert first_deviation(own, other) is None
    elsewhere = _elsewhere(other)
    assert solution == followed(TWO_WAYS, solution, elsewhere)


def _elsewhere(outcomes: Line) -> Line:
    (right,) = outcomes
    return next(
        (one,)
        for one, other in pairwise(Engine().outcomes_in_order(TWO_WAYS.position))
        if one.turn and right.turn and one.turn.cell != right.turn.cell
    )
