"""Why a goal is out of reach: the rules without which some line would reach it, and no others.

Rules are dropped one after the other, in all turns and then in single ones. A rule without which
the goal is still out of reach has nothing to do with it and stays dropped; what remains is needed,
each rule by itself, and shown to be so by a line that would reach the goal without it.

The rules that make a table a table are never dropped: each tile on a cell of its own beside
others, one claim in a turn, one feature in a place of the order. Without them the rest means
nothing. Neither are the known tiles, which are what is asked about; whether others would do is one
question more. Where no rule is needed the tiles are all there is to blame.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verifier.carcassonne.model.questions import Line
from verifier.carcassonne.model.relaxation import (
    THE_TILES,
    Dropped,
    DroppedRule,
    RelaxedQuestion,
    parts,
)
from verifier.carcassonne.model.solvers import Solvers
from verifier.carcassonne.position import Position
from verifier.carcassonne.solo.goals import Goal
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
"""In this order, so that what is told last is what a player would say first."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A rule that stands in the way in that turn (0: it is no matter of turns), or a goal's part.

    ``line`` would reach the goal without this rule, or without this part of the goal, and without
    the rules ``besides``, which do not suffice to keep it out of reach. Without a line it was not
    found out whether the rule is needed.
    """

    rule: str
    turn: int
    line: Line = ()
    besides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What stands between the known tiles and the goal, or a line if nothing does.

    ``undecided`` says that the solvers did not find out whether there is a line; ``answers`` are
    the questions put, by solver.
    """

    line: Line
    needed: tuple[Obstacle, ...]
    answers: tuple[tuple[str, int], ...]
    undecided: bool = False


def explain_by_model(
    solvers: Solvers, position: Position, goal: Goal, turns: int, parameters: Parameters
) -> Obstacles:
    """Return why no line of at most that many turns reaches the goal, or such a line.

    The known tiles are taken to be placeable when their turn comes. The limit is on all questions
    together.
    """
    asked = RelaxedQuestion(solvers, position, goal, turns, parameters)
    line = asked.line(frozenset())
    needed: tuple[Obstacle, ...] = ()
    if line == ():
        needed = tuple(_needed(asked, goal, turns))
        other_tiles = asked.line(frozenset([DroppedRule(THE_TILES)]))
        if other_tiles or not needed:
            needed = (Obstacle(THE_TILES, 0, other_tiles or ()), *needed)
    return Obstacles(line or (), needed, tuple(asked.answers.items()), undecided=line is None)


def _needed(asked: RelaxedQuestion, goal: Goal, turns: int) -> Iterator[Obstacle]:
    """Yield what stands in the way among the rules and the parts of the goal."""
    dropped, lines = _filtered(asked, map(DroppedRule, (*DROPPED, *parts(goal))), frozenset())
    for rule in [each.rule for each in lines if each.rule in DROPPED]:
        del lines[DroppedRule(rule)]
        by_turns = [DroppedRule(rule, turn) for turn in range(1, turns + 1)]
        dropped, in_turns = _filtered(asked, by_turns, dropped)
        lines |= in_turns
    told = (*DROPPED[::-1], *parts(goal))
    others = [rule for rule in told if rule in {each.rule for each in dropped}]
    for each in sorted(lines, key=lambda each: (told.index(each.rule), each.turn)):
        yield _obstacle(asked, each, lines[each], dropped, others)


def _filtered(
    asked: RelaxedQuestion, candidates: Iterable[DroppedRule], dropped: Dropped
) -> tuple[Dropped, dict[DroppedRule, Line]]:
    """Drop one candidate after the other, except where a line would reach the goal then.

    Returns all that is dropped, and the lines of the exceptions. If none is among many candidates,
    none is among fewer, so that the first one is found by halving.
    """
    lines: dict[DroppedRule, Line] = {}
    left = list(candidates)
    while asked.line(dropped.union(left)) != ():
        first = bisect_left(
            range(len(left) - 1),
            True,  # noqa: FBT003 - what is looked for
            key=lambda last: asked.line(dropped.union(left[: last + 1])) != (),
        )
        lines[left[first]] = asked.line(dropped.union(left[: first + 1])) or ()
        dropped, left = dropped.union(left[:first]), left[first + 1 :]
    return dropped.union(left), lines


def _obstacle(
    asked: RelaxedQuestion,
    without: DroppedRule,
    line: Line,
    dropped: Dropped,
    others: Iterable[str],
) -> Obstacle:
    """Return the obstacle with a line that breaks as few of the dropped rules as it must."""
    alone = asked.line(frozenset([without]))
    if alone:
        return Obstacle(without.rule, without.turn, alone)
    besides = dropped
    for rule in others if line else ():
        fewer = frozenset(each for each in besides if each.rule != rule)
        found = asked.line(fewer | {without})
        if found:
            line, besides = found, fewer
    rules = {each.rule for each in besides}
    return Obstacle(
        without.rule, without.turn, line, tuple(rule for rule in others if rule in rules)
    )
