"""Puzzles made of a drafted game and a row of tiles dealt at random.

For a goal of fewer than three colours, one row in some hundreds has exactly one solution.
"""

from __future__ import annotations

from collections.abc import Collection

from generator.chance import Chance
from generator.solo.draft import turns_towards
from generator.solo.solved_puzzle import Reason, SolvedPuzzles
from generator.solo.sources.rows import NO_ROW, dealt_rows, draft_towards, with_one_solution
from generator.solo.wanted import ANY_START, WantedStart
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.puzzle import Contract
from verifier.carcassonne.solo.rule_set import RuleSet

_LATER = 2
"""More drafted turns than for sought tiles, where the line to the goal adds a turn or two."""
_ROWS = 300


def dealt_puzzles(
    goal: Goal,
    tiles: int,
    rules: RuleSet,
    contract: Contract,
    chance: Chance,
    needs: Collection[str] = (),
    start: WantedStart = ANY_START,
) -> SolvedPuzzles:
    """Yield puzzles with exactly one solution, by the engine; likely ones to need these rules."""
    turns = turns_towards(goal, chance, needs) + _LATER
    drafted = draft_towards(goal, rules, turns, chance, needs)
    if isinstance(drafted, Reason):
        yield drafted
        return
    rows = dealt_rows(drafted.position, tiles, _ROWS, start, chance)
    yield from with_one_solution(goal, drafted, rows, contract)
    yield NO_ROW
