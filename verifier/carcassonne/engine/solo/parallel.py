"""Exhaustive search by several workers, each taking outcomes of the first turn.

The answer does not depend on the workers. What they find is put together in the engine's order, as
if one process had searched it.
"""

from __future__ import annotations

import time
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field, replace

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.laid_out import LaidOut, lay_out, play_on, set_numbers
from verifier.carcassonne.engine.solo.search import (
    Line,
    Played,
    Solutions,
    _check_question,
    _limit,
    _pause,
    _Replay,
    _Step,
    firsts_of_solutions,
    played,
    set_goal,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome
from verifier.errors import Undecided

_NO_TILES = 2
"""The kernel's answer if no tile that is left can be placed."""


def solve_with(  # noqa: PLR0913 - those of solve
    executor: Executor,
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
    """Return what :func:`~verifier.carcassonne.engine.solve` does, searched by workers.

    Arguments, lines and counts are the same; ``nodes`` are a few more if the first turn could have
    been ruled out at once. When a limit is reached or the search is interrupted, waiting work is
    cancelled; running work goes on to its own limits.

    :raises Undecided: if a worker died.
    """
    require_valid(position)
    _check_question(position, goal, turns)
    _pause(seconds)  # refuses what is not a time
    deadline = time.time() + seconds if seconds else None
    kept = None if merged else shown
    task = _Task(position, goal, turns - 1, kept, filtered, deadline, merged)
    total = _Total(_limit("lines", lines), _limit("nodes", nodes), [0] * turns)
    begun = [_begin(executor, task, outcome, total) for outcome in _first_turn(position)]
    try:
        _put_together(task, begun, total)
    except BrokenExecutor as error:
        raise Undecided(f"a worker of the search died: {error}") from error
    finally:
        for _, _, future in begun:
            if future is not None:
                future.cancel()
    lines_found = sum(total.counts)
    found = total.found_lines[: total.lines]
    if merged:
        found, total.counts = firsts_of_solutions(found, [one.played for one in found], turns)
    shown_lines = tuple(one.line or _replayed(task, one) for one in found[:shown])
    return Solutions(shown_lines, tuple(total.counts), total.visited, total.exhaustive, lines_found)


@dataclass(frozen=True, slots=True)
class _Task:
    """The search after every outcome of the first turn; ``turns`` are those after it."""

    start: Position
    goal: Goal
    turns: int
    shown: int | None
    filtered: bool
    deadline: float | None
    merged: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """A line found: its first outcome and the kernel's steps after it; the line where replayed."""

    first: Outcome
    steps: list[_Step]
    line: Line = ()

    @property
    def played(self) -> list[Played]:
        turn = self.first.turn
        first = (turn and (turn.cell, turn.rotation), turn and turn.claim)
        return [first, *played(self.steps)]


@dataclass(frozen=True, slots=True)
class _Branch:
    """The result of the search after an outcome of the first turn.

    ``ended`` is set if no turn followed and this end reached the goal.
    """

    lines: tuple[_Found, ...] = ()
    counts: tuple[int, ...] = ()
    nodes: int = 0
    exhaustive: bool = True
    ended: bool = False


_Begun = tuple[Outcome, bool, "Future[_Branch] | None"]
"""An outcome of the first turn, whether it reached the goal, and the search on from it."""


@dataclass(slots=True)
class _Total:
    """The results so far, and the limits (0 ``nodes``: none)."""

    lines: int
    nodes: int
    counts: list[int]
    found_lines: list[_Found] = field(default_factory=list)
    visited: int = 0
    exhaustive: bool = True
    placement: tuple[object, ...] = ()
    hit: bool = False

    def visit(self, outcome: Outcome) -> bool:
        """Count an outcome of the first turn, if the limit allows one more."""
        if self.nodes and self.visited == self.nodes:
            return False
        self.visited += 1
        turn = outcome.turn
        placement = (turn.cell, turn.rotation) if turn else ()
        if placement != self.placement:
            self.placement, self.hit = placement, False
        return True

    def found(self, outcome: Outcome) -> None:
        """Count the first turn as a solution, unless another outcome of its placement was one."""
        if not self.hit:
            self.hit = True
            self.counts[0] += 1
            self.found_lines.append(_Found(outcome, [], (outcome,)))

    def add(self, branch: _Branch) -> None:
        """Add the results after an outcome of the first turn."""
        for turns, count in enumerate(branch.counts, start=1):
            self.counts[turns] += count
        self.found_lines += branch.lines
        self.visited += branch.nodes
        self.exhaustive &= branch.exhaustive

    def has_room_for(self, branch: _Branch) -> bool:
        """Return whether the limits allow all of it."""
        few_enough = not self.nodes or self.visited + branch.nodes <= self.nodes
        return few_enough and sum(self.counts) + sum(branch.counts) <= self.lines


def _first_turn(position: Position) -> list[Outcome]:
    """Return what the first turn can bring in the engine's order, if there is one to play."""
    if not Engine().draw(position).known:
        return []
    outcomes = Engine().outcomes_in_order(position)
    return [outcome for outcome in outcomes if outcome.turn is not None]


def _begin(executor: Executor, task: _Task, outcome: Outcome, total: _Total) -> _Begun:
    if reached(task.goal, outcome):
        return outcome, True, None
    if outcome.after.over:
        return outcome, False, None
    return outcome, False, executor.submit(_search, task, outcome, total.lines, total.nodes)


def _put_together(task: _Task, begun: list[_Begun], total: _Total) -> None:
    """Put the branches together in the engine's order, up to the limits."""
    for outcome, solved, future in begun:
        if not total.visit(outcome):
            total.exhaustive = False
            return
        if solved:
            total.found(outcome)
        if future is not None:
            branch = future.result()
            if not total.has_room_for(branch):
                branch = _as_far_as_allowed(task, outcome, total)
            total.add(branch)
            if branch.ended:
                total.found(outcome)
        if sum(total.counts) > total.lines:
            total.exhaustive = False
            return


def _as_far_as_allowed(task: _Task, outcome: Outcome, total: _Total) -> _Branch:
    """Search a branch again up to what is left of the limits."""
    left = total.nodes - total.visited
    if total.nodes and not left:
        return _Branch(exhaustive=False)
    return _search(task, outcome, total.lines - sum(total.counts), left if total.nodes else 0)


def _search(task: _Task, outcome: Outcome, lines: int, nodes: int) -> _Branch:
    """Search on from an outcome of the first turn; 0 ``nodes`` are no limit."""
    seconds = 0.0
    if task.deadline is not None:
        seconds = task.deadline - time.time()
        if seconds <= 0:
            return _Branch(exhaustive=False)
    table = _table_after(task, outcome)
    if table.kernel.draw()[0] == _NO_TILES:
        (end,) = Engine().outcomes(outcome.after)
        return _Branch(ended=reached(task.goal, end))
    if not task.turns:
        return _Branch()
    set_numbers(table, outcome.after)
    set_goal(table, task.goal, task.start.rules)
    kept = lines if task.shown is None else task.shown
    steps, counts, visited, exhaustive = table.kernel.solve(
        task.turns, lines, nodes, task.filtered, _pause(seconds), kept
    )
    found = [_Found(outcome, line) for line in steps]
    if not task.merged:  # if they are, few of them will be shown
        replay = _Replay(outcome.after, table)
        found = [replace(one, line=(outcome, *replay.line(one.steps))) for one in found]
    return _Branch(tuple(found), tuple(counts), visited, exhaustive)


def _table_after(task: _Task, outcome: Outcome) -> LaidOut[kernel.Solver]:
    """Return the table after the first turn, played on from the start: that keeps its cells."""
    table = lay_out(task.start, kernel.Solver)
    play_on(table, outcome)
    return table


def _replayed(task: _Task, one: _Found) -> Line:
    replay = _Replay(one.first.after, _table_after(task, one.first))
    return (one.first, *replay.line(one.steps))
