"""The model's part of ``explain``: a minimal set of rules that keep a goal out of reach.

Rules are dropped one after the other, first in all turns and then in single ones. If the goal is
still out of reach without a rule, the rule stays dropped. Each rule that remains is needed, as
shown by a line that would reach the goal without it.

Rules without which a game has no meaning are never dropped: each tile on a cell of its own beside
others, one claim in a turn, one feature in a place of the order. Nor are the known tiles dropped;
whether other tiles would do is a separate question. If no rule is needed, the tiles are the reason.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verifier.carcassonne.model.solo.questions import Line
from verifier.carcassonne.model.solo.relaxation import (
    THE_TILES,
    Dropped,
    DroppedRule,
    RelaxedQuestion,
)
from verifier.carcassonne.model.solo.rules.goals import rules_of
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.constraints.cpsat import Parameters

DROPPED = (
    "SOLO-END-1",
    "SOLO-SCORE-14",
    "SOLO-PLACE-3",
    "BASE-TILE-1",
    "SOLO-MEEPLE-1",
    "SOLO-MEEPLE-11",
    "SOLO-MEEPLE-5",
    "BASE-PLACE-3",
)
"""In this order, so that the rules a player would name first are dropped last."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A rule in the way in that turn (0: in no particular turn), or a part of the goal.

    ``line`` would reach the goal without this rule, or this part of the goal, and without the rules
    ``besides``, which alone do not keep it out of reach. If there is no line, it is open whether
    the rule is needed.
    """

    rule: str
    turn: int
    line: Line = ()
    besides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacles:
    """The rules in the way of a goal, or a line if there are none.

    ``undecided`` is why the solvers left open whether there is a line, if they did; ``answers``
    counts the questions by solver.
    """

    line: Line
    needed: tuple[Obstacle, ...]
    answers: tuple[tuple[str, int], ...]
    undecided: str = ""


def explain_by_model(
    solvers: Solvers, position: Position, goal: Goal, turns: int, parameters: Parameters
) -> Obstacles:
    """Return why no line of at most that many turns reaches the goal, or such a line.

    Known tiles are assumed to be placeable when their turn comes. The limit is for all questions
    together.
    """
    question = RelaxedQuestion(solvers, position, goal, turns, parameters)
    line = question.line(frozenset())
    undecided = question.trouble if line is None else ""
    needed: tuple[Obstacle, ...] = ()
    if line == ():
        needed = tuple(_needed(question, goal, turns))
        other_tiles = question.line(frozenset([DroppedRule(THE_TILES)]))
        if other_tiles or not needed:
            needed = (Obstacle(THE_TILES, 0, other_tiles or ()), *needed)
    return Obstacles(line or (), needed, tuple(question.answers.items()), undecided=undecided)


def _needed(question: RelaxedQuestion, goal: Goal, turns: int) -> Iterator[Obstacle]:
    """Yield the obstacles among the rules and the parts of the goal."""
    dropped, lines = _filtered(question, map(DroppedRule, (*DROPPED, *rules_of(goal))), frozenset())
    for rule in [each.rule for each in lines if each.rule in DROPPED]:
        del lines[DroppedRule(rule)]
        by_turns = [DroppedRule(rule, turn) for turn in range(1, turns + 1)]
        dropped, in_turns = _filtered(question, by_turns, dropped)
        lines |= in_turns
    in_order = (*DROPPED[::-1], *rules_of(goal))
    others = [rule for rule in in_order if rule in {each.rule for each in dropped}]
    for each in sorted(lines, key=lambda each: (in_order.index(each.rule), each.turn)):
        yield _obstacle(question, each, lines[each], dropped, others)


def _filtered(
    question: RelaxedQuestion, candidates: Iterable[DroppedRule], dropped: Dropped
) -> tuple[Dropped, dict[DroppedRule, Line]]:
    """Drop one candidate after the other, except those without which a line reaches the goal.

    Returns all that were dropped, and the lines of the exceptions. Dropping more rules only allows
    more lines, so the first exception is found by bisection.
    """
    lines: dict[DroppedRule, Line] = {}
    left = list(candidates)
    while question.line(dropped.union(left)) != ():
        first = bisect_left(
            range(len(left) - 1),
            True,  # noqa: FBT003 - what is looked for
            key=lambda last: question.line(dropped.union(left[: last + 1])) != (),
        )
        lines[left[first]] = question.line(dropped.union(left[: first + 1])) or ()
        dropped, left = dropped.union(left[:first]), left[first + 1 :]
    return dropped.union(left), lines


def _obstacle(
    question: RelaxedQuestion,
    without: DroppedRule,
    line: Line,
    dropped: Dropped,
    others: Iterable[str],
) -> Obstacle:
    """Return the obstacle with a line that breaks as few of the dropped rules as possible."""
    alone = question.line(frozenset([without]))
    if alone:
        return Obstacle(without.rule, without.turn, alone)
    besides = dropped
    for rule in others if line else ():
        fewer = frozenset(each for each in besides if each.rule != rule)
        found = question.line(fewer | {without})
        if found:
            line, besides = found, fewer
    rules = {each.rule for each in besides}
    return Obstacle(
        without.rule, without.turn, line, tuple(rule for rule in others if rule in rules)
    )
