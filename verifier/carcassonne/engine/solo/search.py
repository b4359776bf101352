"""Exhaustive search for the lines with which the known tiles reach a goal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import Any

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.pause import Pause, let_signals_in, until
from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.goals import Condition, kind_of
from verifier.carcassonne.engine.solo.laid_out import (
    LaidOut,
    claim_name,
    lay_out,
    require_valid_table,
)
from verifier.carcassonne.engine.solo.solutions import Played, numbered
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import FEATURES, Outcome
from verifier.errors import Illegal, Malformed

Line = tuple[Outcome, ...]
"""The outcomes of the turns of a line."""

_Step = tuple[int, int, int, int]
"""A turn in the kernel's numbers: cell, drawing, claim, features that brought points."""

_NO_BOUND = 1 << 20
"""More than any feature or result is worth; larger bounds mean the same."""
_NO_LIMIT = 1 << 62
_MOST_COLOURS = 5
"""More colours than play; larger numbers mean the same."""


@dataclass(frozen=True, slots=True)
class Solutions:
    """The lines that reach a goal, each ending when it is first reached.

    Lines that differ in their last turn only by claim or order are one. ``lines`` are the first
    in the engine's order, up to the limit; ``by_length`` counts them by number of turns, from 1. If
    the search was not ``exhaustive``, there may be more than were counted. ``lines_found`` is the
    number of lines; merged, they are fewer solutions, and ``lines`` has the first of each.
    """

    lines: tuple[Line, ...]
    by_length: tuple[int, ...]
    nodes: int
    exhaustive: bool
    lines_found: int = 0

    @property
    def count(self) -> int:
        """The number of lines counted, or of solutions where they are merged."""
        return sum(self.by_length)


def solve(  # noqa: PLR0913 - limits are given by name
    position: Position,
    goal: Goal,
    turns: int,
    *,
    lines: int = 100,
    shown: int | None = None,
    nodes: int = 0,
    seconds: float = 0,
    filtered: bool = True,
    merged: bool = False,
) -> Solutions:
    """Return the lines of at most ``turns`` turns that reach the goal.

    The search stops when it has found more than ``lines`` of them, visited ``nodes`` outcomes or
    taken so many ``seconds`` (0: no limit). The first ``shown`` of the lines found are returned, by
    default all. ``filtered`` leaves out turns after which the goal cannot be reached in time;
    without it the same lines are found by brute force. A line ends where the next tile is
    unknown. ``merged`` counts lines that are one solution once (contract 2).

    :raises Illegal: if the position has faults, the game is over or the goal reached already.
    :raises Malformed: if the number of turns does not suit the position, or a limit is negative.
    """
    require_valid_table(position)
    _check_question(position, goal, turns)
    lines, nodes = _limit("lines", lines), _limit("nodes", nodes)
    table = lay_out(position, kernel.Solver)
    _set_goal(table, goal, position.rules)
    kept = lines if shown is None else _limit("lines shown", shown)
    found, counts, visited, exhaustive = table.kernel.solve(
        turns, lines, nodes, filtered, _pause(seconds), lines if merged else kept
    )
    lines_found = sum(counts)
    if merged:
        found, counts = _merged(found, turns)
    replay = _Replay(position, table)
    shown_lines = tuple(replay.line(steps) for steps in found[:kept])
    return Solutions(shown_lines, tuple(counts), visited, exhaustive, lines_found)


def solve_alike(
    position: Position,
    goal: Goal,
    turns: int,
    *,
    lines: int,
    nodes: int = 0,
    stopped_shown: bool = True,
) -> Solutions:
    """Return the lines that reach the goal; stop at the first that places tiles otherwise.

    That one is the last of the lines then: all before it place the tiles as the first one does.
    Without ``stopped_shown`` there are no lines if the search was stopped, which saves time.
    Limits and errors are those of :func:`solve`.

    >>> from verifier.carcassonne.solo.position import row, setup
    >>> position = row(setup(), ("base/A", "base/A"))
    >>> found = solve_alike(position, Goal("any road", "road", 3), 2, lines=10)
    >>> found.exhaustive, [str(outcome.turn) for outcome in found.lines[0]]
    (False, ['A1.1.0.W', 'A3.-1.0.M.E'])
    """
    require_valid_table(position)
    _check_question(position, goal, turns)
    table = lay_out(position, kernel.Solver)
    _set_goal(table, goal, position.rules)
    most, bounds, alike = _limit("lines", lines), True, True
    found, counts, visited, exhaustive = table.kernel.solve(
        turns, most, _limit("nodes", nodes), bounds, let_signals_in, most, alike
    )
    replay = _Replay(position, table)
    told = found if exhaustive or stopped_shown else []
    shown = tuple(replay.line(steps) for steps in told)
    return Solutions(shown, tuple(counts), visited, exhaustive, sum(counts))


def _merged(found: list[list[_Step]], turns: int) -> tuple[list[list[_Step]], list[int]]:
    """Return the first line of each solution, and how many solutions have so many turns."""
    firsts: dict[int, list[_Step]] = {}
    for number, steps in zip(numbered([played(each) for each in found]), found, strict=True):
        firsts.setdefault(number, steps)
    lengths = Counter(map(len, firsts.values()))
    return list(firsts.values()), [lengths[length] for length in range(1, turns + 1)]


def played(steps: list[_Step]) -> list[Played]:
    """Return the placements and claims of one of the kernel's lines, in its numbers."""
    return [((cell, drawing), claim) for cell, drawing, claim, _ in steps]


@dataclass(frozen=True, slots=True)
class Best:
    """The greatest worth with which a goal can be reached, and the first line found for it.

    ``worth`` counts points of the road or city, monasteries, the result, or tiles on the table, and
    is None if the goal was not reached. If the search was not ``exhaustive``, more may be possible.
    """

    worth: int | None
    line: Line
    nodes: int
    exhaustive: bool


def solve_best(
    position: Position,
    goal: Goal,
    turns: int,
    *,
    nodes: int = 0,
    seconds: float = 0,
    filtered: bool = True,
) -> Best:
    """Return the line of at most ``turns`` turns that reaches the goal with the greatest worth.

    Limits and errors are those of :func:`solve`. The line may reach the goal with less before.

    >>> from verifier.carcassonne.solo.position import row, setup
    >>> position = row(setup(), ("base/U", "base/A", "base/V", "base/A"))
    >>> found = solve_best(position, Goal("any road", "road"), 4)
    >>> found.worth, len(found.line), found.exhaustive
    (5, 4, True)
    """
    require_valid_table(position)
    _check_question(position, goal, turns)
    table = lay_out(position, kernel.Solver)
    _set_goal(table, goal, position.rules)
    worth, lines, visited, exhaustive = table.kernel.climb(
        turns, _limit("nodes", nodes), filtered, _pause(seconds)
    )
    if worth < 0:
        return Best(None, (), visited, exhaustive)
    return Best(worth, _Replay(position, table).line(lines[0]), visited, exhaustive)


def _pause(seconds: float) -> Pause:
    if not 0 <= seconds < inf:
        raise Malformed(f"a limit of {seconds} seconds: give 0 or more", where="seconds")
    return until(seconds) if seconds else let_signals_in


def _limit(name: str, number: int) -> int:
    if number < 0:
        raise Malformed(f"a limit of {number} {name}: give 0 or more", where=name)
    return min(number, _NO_LIMIT)


def _check_question(position: Position, goal: Goal, turns: int) -> None:
    _require_going_on(position)
    if not any(pile.known for pile in position.piles):
        raise Malformed("no next tile is known; the piles must show some", where="/piles")
    most = sum(position.sheet.counts().values())
    if not 1 <= turns <= most:
        raise Malformed(f"{turns} turns: give 1 to {most}", where="tiles")
    why, where = kind_of(goal).reached_already(goal, position)
    if why:
        raise Illegal(f"goal {goal.id!r} is reached already: {why}", where=where, rule=goal.rule)


def _require_going_on(position: Position) -> None:
    if position.over:
        raise Illegal("the game is over, no turn can be played", rule="SOLO-END-7")


def _set_goal(table: LaidOut[Any], goal: Goal, rules: RuleSet) -> None:
    aim = table.kernel
    first, *others = kind_of(goal).conditions(goal)
    aim.set_goal(
        *_numbers(first),
        rules.choose("goal.count", {"at_least": False, "exactly": True}),
        rules.choose("goal.colours", {"scoring": 0, "majority": 1, "present": 2}),
        rules.choose("goal.worth", {"value": False, "sum_over_colours": True}),
        rules.choose("goal.scored", {"yes": False, "completed_suffices": True}),
    )
    _set_end_readings(table, rules)
    for other in others:
        aim.set_also(*_numbers(other))


def _set_end_readings(table: LaidOut[Any], rules: RuleSet) -> None:
    starts = sum(start << 8 * colour for colour, start in enumerate(rules.start_scores))
    table.kernel.set_end_readings(
        rules.choose("goal.total", {"result": False, "sum": True}),
        rules.choose("result.offset", {"keep": 0, "subtract_own_start": starts}),
        rules.choose("goal.allTiles", {"piles_empty": False, "all_placed": True}),
        rules.choose("final.unit", {"meeple": False, "colour": True}),
    )


def _numbers(condition: Condition) -> tuple[int, int, int, int]:
    return (
        condition.measure,
        min(condition.at_least, _NO_BOUND),
        _NO_BOUND if condition.at_most is None else min(condition.at_most, _NO_BOUND),
        min(condition.colours, _MOST_COLOURS),
    )


class _Replay:
    """Replays the kernel's lines to get their outcomes; common beginnings are played once."""

    def __init__(self, position: Position, table: LaidOut[kernel.Solver]) -> None:
        self._start = position
        self._table = table
        self._engine = Engine()
        self._known: dict[tuple[_Step, ...], frozenset[Outcome]] = {}

    def line(self, steps: list[_Step]) -> Line:
        """Return the outcomes of one of the kernel's lines."""
        return tuple(self._after(tuple(steps[:turns])) for turns in range(1, len(steps) + 1))

    def _after(self, steps: tuple[_Step, ...]) -> Outcome:
        *before, step = steps
        choices = self._choices(tuple(before))
        return next(outcome for outcome in choices if _is_step(outcome, self._table, step))

    def _choices(self, steps: tuple[_Step, ...]) -> frozenset[Outcome]:
        if steps not in self._known:
            position = self._after(steps).after if steps else self._start
            self._known[steps] = self._engine.outcomes(position)
        return self._known[steps]


def _is_step(outcome: Outcome, table: LaidOut[kernel.Solver], step: _Step) -> bool:
    cell, drawing, claim, paid = step
    turn = outcome.turn
    if turn is None or turn.cell != table.cell(cell) or turn.claim != claim_name(claim):
        return False
    tile, rotation = table.tile(drawing), drawing % 4
    if (turn.tile, turn.rotation) != (tile, rotation):
        return False
    scorings = sorted(outcome.scorings, key=lambda scoring: FEATURES.index(scoring.feature))
    return paid == sum(bool(scoring.colours) << place for place, scoring in enumerate(scorings))
