"""Flaws that make a puzzle dull, and so a reason to reject it. Each is a fixed sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction

from generator.solo.analysis import Analysis, analyse
from generator.solo.evaluation import promise
from generator.solo.goal_kinds import kind_of
from generator.solo.near_goals import NearGoal
from generator.solo.solved_puzzle import Solution
from generator.solo.techniques import common_themes
from verifier.carcassonne.engine.solo.search import placement
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome

FORCED = "every turn of the solution is forced"
NOT_TEMPTING = "fewer than two first turns tempt beside the right one"
NO_NEAR_MISS = "no line comes near the goal without reaching it"
GREEDY = "the solution is what the greedy player does"
TRIVIAL = "it needs no technique, and few outcomes are left to examine"
FLAWS = (FORCED, NOT_TEMPTING, NO_NEAR_MISS, GREEDY, TRIVIAL)

_FEWEST_TEMPTING = 2
_CONSIDERED = 8
"""A player considers so many of the most promising first turns, and those tied with the last."""
_FEW_OUTCOMES = 100
"""A search that rules out by bounds what cannot work is left with so few if there is no idea."""
_MOST_IN_ALL = 200_000
"""Outcomes examined at most in a search for a near miss from the start."""


def flaws(puzzle: Puzzle, solution: Solution) -> tuple[str, ...]:
    """Return why a puzzle with this solution is dull; () if it is not."""
    line = solution.line
    analysis = analyse(puzzle, line)
    near = _near_goals(puzzle)
    found: list[str] = []
    if all(len(choices) == 1 for choices in analysis.choices):
        found.append(FORCED)
    if len(_tempting(analysis, near)) < _FEWEST_TEMPTING:
        found.append(NOT_TEMPTING)
    if not _has_near_miss(analysis, near):
        found.append(NO_NEAR_MISS)
    if _is_greedy(analysis):
        found.append(GREEDY)
    if solution.examined < _FEW_OUTCOMES and not common_themes([analysis]):
        found.append(TRIVIAL)
    return tuple(found)


# Temptation


def _tempting(analysis: Analysis, near: Sequence[NearGoal]) -> set[object]:
    """Return wrong first turns that tempt; the search stops when there are enough.

    They look as good as the right one, or a near miss can still be reached after them. As a tile
    of a river has one cell to go to, the turns after it are looked at, too.
    """
    tempting: set[object] = set()
    for number, before in enumerate(analysis.before):
        tempting |= _tempting_in(analysis, near, number, _FEWEST_TEMPTING - len(tempting))
        if before.river.empty or len(tempting) >= _FEWEST_TEMPTING:
            break
    return tempting


def _tempting_in(
    analysis: Analysis, near: Sequence[NearGoal], number: int, enough: int
) -> set[object]:
    """Return wrong turns of that number that tempt, so many at most."""
    goal, right = analysis.puzzle.goal, analysis.line[number]
    least = promise(right.after, goal)
    ranked = sorted(
        ((promise(one.after, goal), one) for one in analysis.choices[number]),
        key=lambda pair: -pair[0],
    )
    tempting: set[object] = set()
    least_considered = ranked[:_CONSIDERED][-1][0]
    for promised, outcome in ranked:
        if len(tempting) == enough or promised < least_considered:
            break
        if analysis.keeps_goal_reachable(number, outcome):
            continue
        if promised >= least or _comes_near(analysis, number, outcome, near):
            tempting.add(outcome.turn and replace(outcome.turn, order=()))
    return tempting


def decoys(puzzle: Puzzle) -> int:
    """Return how many placements of the first tile are decoys: they nearly work.

    Whatever is claimed with it, the goal is out of reach, and yet a line comes near it. Searches
    stop at their limits, so there may be more; no placement with which the goal can be reached, or
    that only looks good, is counted.
    """
    analysis, near = analyse(puzzle, ()), _near_goals(puzzle)
    by_placement = defaultdict[Hashable, list[Outcome]](list)
    for one in analysis.choices[0]:
        if one.turn is not None:
            by_placement[placement(one.turn)].append(one)
    return sum(
        any(_comes_near(analysis, 0, one, near) for one in outcomes)
        and not any(analysis.keeps_goal_reachable(0, one) for one in outcomes)
        for outcomes in by_placement.values()
    )


def _is_greedy(analysis: Analysis) -> bool:
    """Return whether always taking the most promising turn solves it more often than not."""
    chance = Fraction(1)
    for outcome, choices in zip(analysis.line[:-1], analysis.choices, strict=False):
        promises = [promise(one.after, analysis.puzzle.goal) for one in choices]
        if promise(outcome.after, analysis.puzzle.goal) < max(promises):
            return False
        chance /= promises.count(max(promises))
    return chance > Fraction(1, 2)


# Near misses


def _near_goals(puzzle: Puzzle) -> tuple[NearGoal, ...]:
    """Return the near goals that some line of the puzzle's tiles reaches."""
    return tuple(
        near
        for near in kind_of(puzzle.goal).near_goals(puzzle)
        if near.is_reachable(puzzle.position, puzzle.tiles, _MOST_IN_ALL)
    )


def _has_near_miss(analysis: Analysis, near: Sequence[NearGoal]) -> bool:
    """Return whether a wrong turn, the last one included, leads to a near miss."""
    kind = kind_of(analysis.puzzle.goal)
    if kind.any_near_goal_is_missed or not (near or kind.looks_for_gaps):
        return bool(near)
    return any(
        _comes_near(analysis, number, outcome, near)
        for number, _ in analysis.turns()
        for outcome in analysis.choices[number]
        if not analysis.keeps_goal_reachable(number, outcome)
    )


def _comes_near(
    analysis: Analysis, number: int, outcome: Outcome, near: Sequence[NearGoal]
) -> bool:
    """Return whether a turn is a near miss, or one can be reached after it."""
    left = analysis.puzzle.tiles - number - 1
    if any(one.is_met(outcome) for one in near):
        return True
    if left == 0:
        return False
    goal = analysis.puzzle.goal
    return kind_of(goal).lacks_a_tile(goal, outcome.after, left) or any(
        one.is_reachable(outcome.after, left) for one in near
    )
