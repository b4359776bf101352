"""The goal to finish the game with the best result there is, of the last tiles of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from generator.chance import Chance
from generator.solo.goal_puzzles import goal_wish
from generator.solo.only_solution import only_solution, stands_apart
from generator.solo.proving import agreement, prove
from generator.solo.solved_puzzle import SolvedPuzzle
from generator.solo.sources.endings import best_ending_puzzles
from generator.solo.tries import tries_by_engine
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.play.solo.attempt import closeness
from verifier.carcassonne.engine.solo import Engine, solve, solve_best
from verifier.carcassonne.engine.solo.search import placement
from verifier.carcassonne.solo.codec import goal_from_json, goal_to_json
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.puzzle import CONTRACT, Puzzle, parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import turns_of
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, KeysDisagree

MANY = 10_000


@pytest.fixture(scope="module")
def found() -> SolvedPuzzle:
    """Return the puzzle of three tiles that ``generate --goal best --seed 5`` finds first."""
    chance = Chance(5, "best", 3, 68)
    one = next(best_ending_puzzles(parse_goal("best"), 3, SOLO, CONTRACT, chance))
    assert isinstance(one, SolvedPuzzle)
    return one


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with CpSatSolver() as one:
        yield one


def asking(puzzle: Puzzle, least: int) -> Puzzle:
    return replace(puzzle, goal=replace(puzzle.goal, at_least=least))


def by_brute_force(puzzle: Puzzle, least: int) -> set[tuple[object, ...]]:
    """Return the different ways to place the tiles of the lines that end with so much."""
    asked = (puzzle.position, Goal("any", "total", least), puzzle.tiles)
    lines = solve(*asked, lines=MANY, filtered=False)
    assert lines.exhaustive
    return {tuple(map(placement, turns_of(line))) for line in lines.lines}


def test_by_brute_force_no_line_ends_with_more_and_no_other_with_nearly_as_much(
    found: SolvedPuzzle,
) -> None:
    puzzle, best = found.puzzle, found.puzzle.goal.at_least
    placed = tuple(map(placement, found.solution.turns))
    assert {placed} == by_brute_force(puzzle, best)
    assert {placed} == by_brute_force(puzzle, best - 2)
    assert set() == by_brute_force(puzzle, best + 1)
    assert best == found.solution.line[-1].result
    assert 0 == sum(pile.hidden for pile in puzzle.position.piles)


def test_both_keys_prove_it_with_five_questions(found: SolvedPuzzle, solver: CpSatSolver) -> None:
    proof = prove(found.puzzle, found.solution, solver)
    assert ("", None) == (proof.undecided, proof.best)
    assert [("outcomes", found.solution.examined), ("questions", 5)] == [
        report.work[0] for report in proof.reports
    ]


def test_a_result_that_is_not_the_best_is_denied_by_both_keys(
    found: SolvedPuzzle, solver: CpSatSolver
) -> None:
    lower = asking(found.puzzle, found.puzzle.goal.at_least - 1)
    solution = only_solution(lower)
    assert solution is not None
    assert stands_apart(found.puzzle)
    assert not stands_apart(lower)
    with pytest.raises(KeysDisagree, match="ends with more"):
        prove(lower, solution, solver)
    # That it has one solution is no claim that there is nothing better.
    solutions = solve(lower.position, lower.goal, lower.tiles, merged=True)
    assert "unique" == agreement(lower, solutions, solver).answer


def test_it_stands_apart_only_where_brute_force_finds_no_other_near_it(
    found: SolvedPuzzle,
) -> None:
    apart = list[bool]()
    some = Engine().outcomes_in_order(found.puzzle.position)[::9]
    for outcome in (found.solution.line[0], *some):
        two = replace(found.puzzle, position=outcome.after)
        best = solve_best(two.position, Goal("any", "total"), two.tiles).worth
        assert best is not None
        question = asking(two, best)
        alone = len(by_brute_force(question, best - 2)) == 1
        assert alone or not stands_apart(question)
        apart.append(stands_apart(question))
    assert set(apart) == {True, False}


def test_neither_goal_nor_tries_nor_closeness_tell_the_result(found: SolvedPuzzle) -> None:
    puzzle, best = found.puzzle, str(found.puzzle.goal.at_least)
    wish = "finish the game with the best result there is"
    assert f"In three turns: {wish}" == goal_in_words(puzzle.goal, puzzle.tiles)
    told = [one.why for one in tries_by_engine(puzzle, found.solution)]
    assert any("a better result can be had" in why for why in told)
    assert not any(best in why for why in told)
    worse = solve_best(puzzle.position, Goal("any", "total", 0, int(best) - 1), puzzle.tiles)
    sentence = closeness(puzzle, worse.line).sentence
    assert f"The game ended with a result of {worse.worth}; a better one can be had." == sentence


def test_its_name_is_the_same_whatever_the_result() -> None:
    goal = parse_goal("best.41.x.0")
    assert Goal("best", "best", 41) == goal
    assert {"id": "best", "kind": "best", "at_least": 41} == goal_to_json(goal)
    assert goal == goal_from_json(goal_to_json(goal))


ENDING = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.U"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (f"{ENDING}~u1.0.0~g.best.5.x.0", "1 of the tiles still to come are unknown"),
        (f"{ENDING}~g.best", "does not say which result is the best"),
        (f"{ENDING}~g.best.0.x.0", "does not say which result is the best"),
        (f"{ENDING}~g.best.5.9.0", "nothing is above the best result"),
        (f"{ENDING}~g.best.5.x.2", "only goals about roads and cities have colours"),
    ],
)
def test_what_has_no_best_result_is_refused(code: str, message: str) -> None:
    with pytest.raises(Illegal, match=message):
        parse_code(code)


def test_a_wish_for_a_certain_best_result_is_refused() -> None:
    with pytest.raises(Illegal, match=r"each puzzle sets by itself: ask for 'best\.0\.x\.0'"):
        goal_wish(parse_goal("best.41.x.0"), {"tiles": 3})
