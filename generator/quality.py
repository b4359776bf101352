"""Flaws that make a puzzle dull, and so a reason to reject it. Each is a fixed sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.analysis import Analysis, analyse
from generator.evaluation import promise
from verifier.carcassonne.engine import Line, features, solve
from verifier.carcassonne.engine.goals import reached
from verifier.carcassonne.position import Position
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.turn import Outcome

FORCED = "every turn of the solution is forced"
NOT_TEMPTING = "fewer than two first turns tempt beside the right one"
NO_NEAR_MISS = "no line comes near the goal without reaching it"
GREEDY = "the solution is what the greedy player does"
FLAWS = (FORCED, NOT_TEMPTING, NO_NEAR_MISS, GREEDY)

_FEWEST_TEMPTING = 2
_CONSIDERED = 8
"""A player considers so many of the most promising first turns, and those tied with the last."""
_MOST_OUTCOMES = 20_000
_MOST_IN_ALL = 200_000
"""Outcomes examined at most in a search for a near miss: after a turn, and from the start."""
_STEP = {"road": 1, "city": 2, "total": 1}
"""What one tile more or less is worth; for a total, one point."""


def flaws(puzzle: Puzzle, line: Line) -> tuple[str, ...]:
    """Return why a puzzle that ``line`` solves is dull; () if it is not."""
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
    return tuple(found)


# Temptation


def _tempting(analysis: Analysis, near: Sequence[NearGoal]) -> set[object]:
    """Return wrong first turns that tempt; the search stops when there are enough.

    They look as good as the right one, or a near miss can still be reached after them.
    """
    goal, right = analysis.puzzle.goal, analysis.line[0]
    least = promise(right.after, goal)
    ranked = sorted(
        ((promise(one.after, goal), one) for one in analysis.choices[0]), key=lambda pair: -pair[0]
    )
    tempting: set[object] = set()
    least_considered = ranked[:_CONSIDERED][-1][0]
    for promised, outcome in ranked:
        if len(tempting) == _FEWEST_TEMPTING or promised < least_considered:
            break
        if analysis.keeps_goal_reachable(0, outcome):
            continue
        if promised >= least or _comes_near(analysis, 0, outcome, near):
            tempting.add(outcome.turn and replace(outcome.turn, order=()))
    return tempting


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


@dataclass(frozen=True, slots=True)
class NearGoal:
    """A goal close to the puzzle's, with the switches and known tiles that differ for it."""

    goal: Goal
    switches: tuple[tuple[str, str], ...] = ()
    one_tile_fewer: bool = False

    def is_met(self, outcome: Outcome) -> bool:
        """Return whether this turn meets it."""
        after = outcome.after
        if self.one_tile_fewer:
            return after.over and sum(len(pile.known) for pile in after.piles) == 1
        unpaid = sum(one.kind == "monastery" and not one.colours for one in outcome.scorings)
        if self.goal.kind == "monasteries" and self.switches:
            after = replace(after, monasteries=after.monasteries + unpaid)
        return reached(self.goal, replace(outcome, after=self._with_switches(after)))

    def is_reachable(self, position: Position, turns: int, most: int = _MOST_OUTCOMES) -> bool:
        """Return whether some line of at most so many turns meets it."""
        if self.one_tile_fewer:
            position, turns = _without_last_tile(position, turns), turns - 1
        if position.over or turns < 1 or not any(pile.known for pile in position.piles):
            return False
        so_far = {"monasteries": position.monasteries, "stay": len(position.placements)}
        if self.goal.kind in so_far and self.goal.admits(so_far[self.goal.kind]):
            return True
        return (
            solve(
                self._with_switches(position), self.goal, turns, lines=0, shown=0, nodes=most
            ).count
            > 0
        )

    def _with_switches(self, position: Position) -> Position:
        rules = position.rules.with_switches(dict(self.switches))
        return replace(position, rules=rules)


def _near_goals(puzzle: Puzzle) -> tuple[NearGoal, ...]:
    """Return the near goals that some line of the puzzle's tiles reaches."""
    return tuple(
        near
        for near in _all_near_goals(puzzle)
        if near.is_reachable(puzzle.position, puzzle.tiles, _MOST_IN_ALL)
    )


def _all_near_goals(puzzle: Puzzle) -> Iterator[NearGoal]:
    goal = puzzle.goal
    if goal.kind == "all-tiles":
        yield NearGoal(goal, one_tile_fewer=True)
    elif goal.kind == "stay":
        yield NearGoal(replace(goal, at_least=goal.at_least - 1, at_most=goal.at_least - 1))
    elif goal.kind == "monasteries":
        yield NearGoal(goal, (("goal.monastery", "completed"),))
        if goal.at_least - 1 > puzzle.position.monasteries:
            yield NearGoal(replace(goal, at_least=goal.at_least - 1, at_most=goal.at_least - 1))
    else:
        yield from _worth_other(goal)
        if goal.colours > 1:
            yield NearGoal(replace(goal, colours=goal.colours - 1))
        if goal.kind != "total":
            yield NearGoal(
                goal, (("goal.scored", "completed_suffices"), ("goal.colours", "majority"))
            )


def _worth_other(goal: Goal) -> Iterator[NearGoal]:
    step = _STEP[goal.kind]
    # Without an upper bound the goal is large, so two tiles fewer are still near.
    under = step if goal.at_most is not None else 2 * step
    if goal.at_least >= under:
        yield NearGoal(replace(goal, at_least=goal.at_least - under, at_most=goal.at_least - 1))
    if goal.at_most is not None:
        most = goal.at_most + step
        yield NearGoal(replace(goal, at_least=goal.at_most + 1, at_most=most))


def _without_last_tile(position: Position, turns: int) -> Position:
    """Return the position without the tile of the last of so many turns."""
    number = position.pile_of((position.to_move + turns - 1) % position.rules.colours)
    piles = tuple(
        replace(pile, known=pile.known[:-1]) if place == number else pile
        for place, pile in enumerate(position.piles)
    )
    return replace(position, piles=piles)


def _has_near_miss(analysis: Analysis, near: Sequence[NearGoal]) -> bool:
    """Return whether a wrong turn, the last one included, leads to a near miss."""
    kind = analysis.puzzle.goal.kind
    if kind == "total" or (kind != "monasteries" and not near):
        return bool(near)  # a game that ends with less is a wrong line
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
    return _lacks_a_tile(analysis.puzzle.goal, outcome.after, left) or any(
        one.is_reachable(outcome.after, left) for one in near
    )


def _lacks_a_tile(goal: Goal, position: Position, left: int) -> bool:
    """Return whether one tile more could fill the cells around enough monasteries."""
    if goal.kind != "monasteries":
        return False
    wanted = goal.at_least - position.monasteries
    close = [
        feature
        for feature in features(position)
        if feature.kind == "monastery" and any(feature.meeples) and feature.open_ends <= left + 1
    ]
    return len(close) >= wanted
