"""Puzzles made of a drafted game and rows of tiles; sources differ in how they choose rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from generator.chance import Chance
from generator.draft import Draft, draft
from generator.goal_kinds import kind_of
from generator.proving import only_solution
from generator.solved_puzzle import Reason, SolvedPuzzle
from verifier.carcassonne.position import with_row
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet

NO_ROW = "no row of tiles has exactly one solution"


def draft_towards(
    goal: Goal, rules: RuleSet, turns: int, chance: Chance, needs: Collection[str] = ()
) -> Draft | Reason:
    """Return a game of so many turns drafted towards the goal, or why it is of no use."""
    drafted = draft(goal, rules, turns, chance, needs)
    if drafted is None:
        return "the drafted game ended early"
    if kind_of(goal).drafted_too_far(goal, drafted.position):
        return "the drafted game reached the goal already"
    return drafted


def with_one_solution(
    goal: Goal, before: Draft, rows: Iterable[tuple[str, ...]]
) -> Iterator[SolvedPuzzle]:
    """Yield a puzzle for each of the rows of tiles that has exactly one solution."""
    for row in rows:
        puzzle = Puzzle(goal, with_row(before.position, row))
        solution = only_solution(puzzle)
        if solution is not None:
            yield SolvedPuzzle(puzzle, solution, before.game)
