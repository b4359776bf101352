"""Goals about the scores alone: to leave them level, and to end the game with few points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.solo.analysis import analyse
from generator.solo.goal_kinds import kind_of
from generator.solo.only_solution import only_solution
from generator.solo.pipeline import GoalWish
from generator.solo.proving import prove
from generator.solo.reduction import reduced
from generator.solo.solved_puzzle import SolvedPuzzle
from generator.solo.tries import tries_by_engine
from tests.naive_goals import reached
from verifier.carcassonne.engine.solo.goals import kind_of as kind_for_engine
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal

LEVEL = parse_code(
    "s3.4~J3.-2.-1.W3~P2.-1.-1.N1~V2.-3.0.N1~L1.-2.0.E3~D0.0.0~U0.1.0.E1~S1.2.0.N3~W1.-2.1.W2"
    "~A0.-1.1.S3~F1.0.1.N2~E1.1.1~R3.2.1~E0.3.1.N1~K0.-2.2.N2~S2.2.2.N2~p1.2.3~h0.0.0~t3~nL.W.V"
    "~u18.18.18~g.level.0.0.0"
)
RESTRAINT = parse_code(
    "s3.4~E1.0.-4.E3~P0.1.-4.E1~N3.-2.-3.S2~F0.0.-3.E1~B0.-2.-2.M3~V2.-1.-2~V1.0.-2.N3"
    "~U0.-2.-1.E1~K3.0.-1.W1~J1.1.-1.E2~V3.-1.0.E2~D0.0.0~U0.1.0~T2.0.1~S0.0.2.N2~p1.2.3~h0.0.1~t3"
    "~nC..K~u18.19.18~g.restraint.0.6.0"
)
LINES = {
    LEVEL: "V3.-3.1.-.E~L3.-1.0.-.N-E-S-W~W2.-3.2.E.E",
    RESTRAINT: "K3.0.-5.E~C0.-1.-5.-",
}


@pytest.mark.parametrize("puzzle", LINES, ids=["level", "restraint"])
def test_both_keys_find_one_line(puzzle: Puzzle) -> None:
    solution = only_solution(puzzle)
    assert solution is not None
    assert line_text(solution.turns) == LINES[puzzle]
    assert [reached(puzzle.goal, one) for one in solution.line][-1]
    with CpSatSolver() as solver:
        proof = prove(puzzle, solution, solver)
    assert (proof.undecided, proof.best) == ("", None)


def test_the_scores_are_level_after_the_last_turn_alone() -> None:
    solution = only_solution(LEVEL)
    assert solution is not None
    assert [one.after.scores for one in solution.line] == [(5, 6, 3), (9, 6, 9), (9, 9, 9)]
    counted = analyse(LEVEL, solution.line).counted
    assert {one.turn for one in counted} == {0, 1, 2}


def test_a_line_comes_near_that_leaves_them_a_little_apart() -> None:
    solution = only_solution(LEVEL)
    assert solution is not None
    whys = {one.why for one in tries_by_engine(LEVEL, solution)}
    says = "It ends with scores 2 points apart; exactly 0 is asked for."
    assert {f"With the tile there no line reaches the goal. {says}"} == whys


def test_progress_is_how_far_the_scores_are_apart_or_what_they_come_to() -> None:
    for puzzle, have in ((LEVEL, 2), (RESTRAINT, 6)):
        progress = kind_for_engine(puzzle.goal).progress(puzzle.goal, puzzle.position, ())
        assert progress.have == have


def test_restraint_asks_for_the_points_there_are() -> None:
    richer = replace(RESTRAINT, position=replace(RESTRAINT.position, scores=(4, 2, 3)))
    goal = kind_of(RESTRAINT.goal).suited(richer)
    assert (goal.id, goal.at_most) == ("restraint.0.9.0", 9)
    solution = only_solution(RESTRAINT)
    assert solution is not None
    smaller = reduced(SolvedPuzzle(RESTRAINT, solution, ()))
    assert smaller.puzzle.goal.at_most == sum(smaller.puzzle.position.scores)


def test_no_game_is_drafted_towards_them() -> None:
    with pytest.raises(Illegal, match="no games are drafted"):
        GoalWish(parse_goal("level.0.0.0"), 3, SOLO, mid_game=True)
    with pytest.raises(Illegal, match="each puzzle sets by itself"):
        GoalWish(parse_goal("restraint.2.9.0"), 3, SOLO)
