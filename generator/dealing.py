"""Puzzles out of rows of tiles dealt at random behind a drafted game.

Where a goal asks for fewer than three colours, one row in some hundreds has just one solution, and
the engine tries hundreds in less time than the model takes to find one line.
"""

from __future__ import annotations

from generator.chance import Chance
from generator.draft import box, draft, turns_towards
from generator.found import Found, Rejection, with_row
from generator.proving import only_solution
from generator.puzzle import Puzzle
from verifier.goals import Goal
from verifier.rules.ruleset import RuleSet

_LATER = 2
"""More drafted turns than before a line of the model's, which plays the first of them itself."""
_ROWS = 300


def dealt(goal: Goal, tiles: int, rules: RuleSet, chance: Chance) -> Found | Rejection:
    """Return a puzzle with exactly one solution, by the engine, or why there is none."""
    drafted = draft(goal, rules, turns_towards(goal, chance) + _LATER, chance)
    if drafted is None:
        return "the drafted game ended early"
    if goal.kind == "monasteries" and drafted.position.monasteries >= goal.at_least:
        return "the drafted game reached the goal already"
    letters = sorted(box(drafted.position).elements())
    for _ in range(_ROWS):
        row = "".join(chance.shuffled(letters)[:tiles])
        puzzle = Puzzle(goal, with_row(drafted.position, row))
        solved = only_solution(puzzle)
        if solved is not None:
            return Found(puzzle, solved, drafted.game)
    return "no row of tiles has exactly one solution"
