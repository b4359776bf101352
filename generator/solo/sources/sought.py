"""Puzzles made of a drafted game and a row of tiles that the engine seeks for the goal.

Rows of tiles that reach a goal for three colours are too rare to be dealt by chance. So the engine
first seeks a line from the drafted game to the goal. The puzzle begins so many turns before the end
of that line as it has tiles; there other rows are sought, until one has exactly one solution.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce

from generator.chance import Chance
from generator.solo.draft import Draft, then, turns_towards
from generator.solo.solved_puzzle import Reason, SolvedPuzzles
from generator.solo.sources.rows import NO_ROW, draft_towards, with_one_solution
from verifier.carcassonne.engine.solo import seek, solve
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import with_row
from verifier.carcassonne.solo.puzzle import Contract
from verifier.carcassonne.solo.rule_set import RuleSet

_SHORTEST = 5
"""The fewest turns of a line; with fewer a drafted game rarely reaches the goal."""
_LINES = 4
_ROWS = 16
_SOLUTIONS = 10
"""Solutions of a row that are tried, to find one in which no tile is laid aside."""
_NODES = 100_000
"""Outcomes examined in a search for rows or for a line; twice that for later lines."""


def sought_puzzles(
    goal: Goal,
    tiles: int,
    rules: RuleSet,
    contract: Contract,
    chance: Chance,
    needs: Collection[str] = (),
) -> SolvedPuzzles:
    """Yield puzzles with exactly one solution, by the engine; likely ones to need these rules."""
    drafted = draft_towards(goal, rules, turns_towards(goal, chance, needs), chance, needs)
    if isinstance(drafted, Reason):
        yield drafted
        return
    reason: Reason = "no line to the goal was found"
    for number in range(_LINES):
        before = _before(goal, tiles, drafted, number, chance)
        if before is not None:
            rows = seek(before.position, goal, tiles, seed=_seed(chance), most=_ROWS, nodes=_NODES)
            yield from with_one_solution(goal, before, dict.fromkeys(rows), contract)
            reason = NO_ROW
    yield reason


def _before(goal: Goal, tiles: int, drafted: Draft, number: int, chance: Chance) -> Draft | None:
    """Return the game so many turns before the end of a line to the goal; None without a line.

    If the line has no more turns than that, it is the drafted game.
    """
    turns = max(_SHORTEST, tiles + 1) + number % 2
    nodes = _NODES << number // 2
    rows = seek(drafted.position, goal, turns, seed=_seed(chance), nodes=nodes)
    if not rows:
        return None
    row = with_row(drafted.position, rows[0])
    solutions = solve(row, goal, turns, lines=_SOLUTIONS, nodes=_NODES)
    for line in solutions.lines:
        if not any(outcome.discards for outcome in line):
            return reduce(then, line[: max(0, len(line) - tiles)], drafted)
    return None


def _seed(chance: Chance) -> int:
    return chance.below(1 << 30)
