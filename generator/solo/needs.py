"""Which rules a puzzle needs: without them its solutions would be others, as both keys agree.

A puzzle with one solution needs a rule if, without it, that line is no solution, or there is
another one or a shorter one. A puzzle about the end of a game needs it if, without it, the line no
longer brings the stated result, or another brings a greater one. Solutions are counted by the
puzzle's contract: under contract 2 a puzzle does not need a rule without which only more claims do.

That a rule is needed takes a witness, which both keys play: the line itself, or another one. That
it is not needed can be proved as a puzzle is, by both keys, in the game without the rule; as this
takes as long as for the puzzle itself, for a pack the engine alone is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.solo.goal_kinds import kind_of
from generator.solo.proving import STOPPED, prove, record_of
from generator.solo.solved_puzzle import Solution
from verifier.carcassonne.engine.solo import Engine, Line, solve, solve_alike, solve_best
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.search import (
    one_for_each_claim,
    played_in,
    solutions_numbered,
)
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.model.solo.questions import finishes, outcomes_of, reaches
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, essential_in_play, without
from verifier.carcassonne.solo.turn import Outcome, Turn, turns_of
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, KeysDisagree, Malformed

_NODES = 5_000_000
"""Outcomes examined at most in the game without a rule."""
_WAYS = 1000
"""Lines examined for it that place the tiles in the same way."""


def needs(puzzle: Puzzle, solution: Solution, solver: CpSatSolver) -> tuple[str, ...]:
    """Return the rules that the puzzle needs, by name, as both keys agree.

    Of the others the engine finds that they are not needed, or its search was stopped.

    :raises KeysDisagree: if the model contradicts what the engine found.
    """
    claims_count = solution.contract == 1 and solution.best is None
    names = essential_in_play(puzzle.position.rules, claims_count=claims_count)
    return tuple(name for name in names if _is_needed(name, puzzle, solution, solver))


def _is_needed(name: str, puzzle: Puzzle, solution: Solution, solver: CpSatSolver) -> bool:
    without_it = _without(name, puzzle)
    found = _difference(without_it, solution)
    if not isinstance(found, _Difference):
        return False
    if found.other is None:
        _require_failing(without_it, solution, solver)
    else:
        _require_other(without_it, found.other, solution)
    return True


def needless(name: str, puzzle: Puzzle, solution: Solution, solver: CpSatSolver) -> str:
    """Return why it is open that the puzzle does not need a rule; "" if both keys have proved it.

    :raises Illegal: if it needs the rule.
    :raises KeysDisagree: if the model contradicts what the engine found.
    """
    without_it = _without(name, puzzle)
    found = _difference(without_it, solution)
    if isinstance(found, _Difference):
        raise Illegal(f"the puzzle needs {name}", where=f"puzzle {puzzle.id}")
    return STOPPED if found is None else prove(without_it, found, solver).undecided


def needed_by_engine(puzzle: Puzzle, solution: Solution, name: str) -> bool:
    """Return whether the engine alone finds the rule needed; False where its search is stopped."""
    return isinstance(_difference(_without(name, puzzle), solution), _Difference)


def _without(name: str, puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, position=without(name, puzzle.position))


@dataclass(frozen=True, slots=True)
class _Difference:
    """How the engine finds that the solutions are others: another line, or None if this fails."""

    other: Line | None


# The engine


def _difference(puzzle: Puzzle, solution: Solution) -> _Difference | Solution | None:
    """Return how the solutions differ, or the solution if they do not; None if it stopped."""
    ending = solution.best is not None
    if solution.contract == 2:  # noqa: PLR2004 - contracts are known by number
        return _difference_merged(puzzle, solution)
    line = _played(puzzle, solution.turns, any_claim=not ending)
    if line is None or (ending and line[-1].result != solution.best):
        return _Difference(None)
    if ending:
        goal = kind_of(puzzle.goal).whatever_its_number(puzzle.goal)
        top = solve_best(puzzle.position, goal, puzzle.tiles, nodes=_NODES)
        if top.worth is not None and top.worth > (solution.best or 0):
            return _Difference(top.line)
        return Solution(line, top.nodes, solution.best) if top.exhaustive else None
    solutions = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=2, shown=2, nodes=_NODES)
    for other in solutions.lines:
        if len(other) < len(line) or not _same(other, line):
            return _Difference(other)
    return Solution(line, solutions.nodes) if solutions.exhaustive else None


def _difference_merged(puzzle: Puzzle, solution: Solution) -> _Difference | Solution | None:
    """Return the difference under contract 2, as in :func:`_difference`."""
    found = solve_alike(puzzle.position, puzzle.goal, puzzle.tiles, lines=_WAYS, nodes=_NODES)
    known = {tuple(played_in(way)[:-1]) for way in solution.ways}
    placed = [placement for placement, _ in played_in(solution.line)]
    for line in found.lines:
        if [placement for placement, _ in played_in(line)] != placed:
            return _Difference(line)
    if not found.exhaustive:
        return None
    numbers = solutions_numbered(found.lines)
    own = [
        number
        for number, line in zip(numbers, found.lines, strict=True)
        if tuple(played_in(line)[:-1]) in known
    ]
    for number, line in zip(numbers, found.lines, strict=True):
        if number not in own[:1]:
            return _Difference(line)
    if not own:
        return _Difference(None)
    return Solution(found.lines[0], found.nodes, ways=one_for_each_claim(found.lines))


def _played(puzzle: Puzzle, turns: tuple[Turn, ...], *, any_claim: bool) -> Line | None:
    """Return the outcomes of a line that reaches the goal in its last turn; None if it does not.

    With ``any_claim`` the last turn may have any claim and order.
    """
    position, line = puzzle.position, list[Outcome]()
    for number, turn in enumerate(turns, start=1):
        last = number == len(turns)
        outcomes = _outcomes(position, turn, any_claim=any_claim and last)
        fitting = [one for one in outcomes if reached(puzzle.goal, one) == last]
        if not fitting:
            return None
        line.append(fitting[0])
        position = fitting[0].after
    return tuple(line)


def _outcomes(position: Position, turn: Turn, *, any_claim: bool) -> list[Outcome]:
    """Return the outcomes of the turn; with ``any_claim``, of all that place the tile so."""
    try:
        outcomes = Engine().outcomes_in_order(position, None if any_claim else turn.order)
    except (Illegal, Malformed):  # the game is over
        return []
    return [
        one
        for one in outcomes
        if one.turn is not None
        and (one.turn == turn or (any_claim and _placement(one.turn) == _placement(turn)))
    ]


def _placement(turn: Turn) -> tuple[object, ...]:
    return (turn.tile, turn.rotation, turn.cell)


def _same(one: Line, other: Line) -> bool:
    """Return whether two lines of equal length are one solution."""
    if [_placed(each) for each in one] != [_placed(each) for each in other]:
        return False
    return all(_brought(a) == _brought(b) for a, b in zip(one[:-1], other[:-1], strict=True))


def _placed(outcome: Outcome) -> object:
    return outcome.turn and _placement(outcome.turn)


def _brought(outcome: Outcome) -> object:
    """Return what tells outcomes of one placement apart: claim, scores, what brought points."""
    paid = frozenset(one.feature for one in outcome.scorings if one.colours)
    return (outcome.turn and outcome.turn.claim, outcome.after.scores, paid)


# The model


def _require_failing(puzzle: Puzzle, solution: Solution, solver: CpSatSolver) -> None:
    """Check that the line is no solution by the model either.

    :raises KeysDisagree: if it is one.
    """
    lines = [turns_of(way) for way in solution.ways] or [solution.turns]
    stands = (
        any(finishes(solver, puzzle.position, line, puzzle.goal) for line in lines)
        if solution.best is None
        else _result(puzzle.position, solution.turns, puzzle.goal) == solution.best
    )
    if stands:
        raise _disagreement(puzzle, solution.turns, "fails", "it is one")


def _require_other(puzzle: Puzzle, other: Line, solution: Solution) -> None:
    """Check that the other line is a solution by the model, too.

    :raises KeysDisagree: if it is not.
    """
    turns = turns_of(other)
    broken = violations(record_of(puzzle.position, other))
    if broken or not reaches(puzzle.position, turns, puzzle.goal):
        why = broken[0].why if broken else "it misses the goal"
        raise _disagreement(puzzle, turns, "is another solution", why)
    result = _result(puzzle.position, turns, puzzle.goal)
    if solution.best is not None and (result or 0) <= solution.best:
        raise _disagreement(puzzle, turns, "is better", f"it brings {result}")


def _result(position: Position, turns: tuple[Turn, ...], goal: Goal) -> int | None:
    """Return the result of a line that reaches the goal, by the model; None if it does not."""
    try:
        if not reaches(position, turns, goal):
            return None
        return outcomes_of(position, turns)[-1].result
    except Illegal:
        return None


def _disagreement(puzzle: Puzzle, turns: tuple[Turn, ...], engine: str, model: str) -> KeysDisagree:
    return KeysDisagree(
        f"the engine finds that {line_text(turns)} {engine} for {puzzle.code}; "
        f"by the model {model}",
        where=f"puzzle {puzzle.id}",
    )
