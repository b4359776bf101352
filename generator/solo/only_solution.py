"""The engine's only solution of a puzzle, and whether its result is the best by far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.solo.goal_kinds import kind_of
from generator.solo.solved_puzzle import Solution
from verifier.carcassonne.engine.solo import Line, solve, solve_alike
from verifier.carcassonne.engine.solo.search import one_for_each_claim, solutions_numbered
from verifier.carcassonne.solo.puzzle import CONTRACT, Contract, Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, turns_of

MOST_WAYS = 256
"""Solutions that can be played in more ways are not examined; six are many already."""


def only_solution(puzzle: Puzzle, contract: Contract = CONTRACT, nodes: int = 0) -> Solution | None:
    """Return the one solution with all tiles; None if there is another or a shorter one.

    None also if it can be played in more than ``MOST_WAYS`` ways, or more than so many ``nodes``
    would have to be examined (0: no limit).
    """
    asked = (puzzle.position, puzzle.goal, puzzle.tiles)
    if contract == 1:
        solutions = solve(*asked, lines=1, nodes=nodes)
        if not solutions.exhaustive or solutions.by_length != (*(0,) * (puzzle.tiles - 1), 1):
            return None
        return Solution(solutions.lines[0], solutions.nodes)
    alike = solve_alike(*asked, lines=MOST_WAYS, nodes=nodes, stopped_shown=False)
    if not alike.exhaustive or not alike.by_length[-1] or any(solutions_numbered(alike.lines)):
        return None
    ways = one_for_each_claim(alike.lines)
    return Solution(_plainest(ways), alike.nodes, ways=ways)


def _plainest(ways: Sequence[Line]) -> Line:
    """Return the first of the lines that claim the least."""
    return min(ways, key=lambda way: sum(turn.claim != NO_CLAIM for turn in turns_of(way)))


def nearly_solved(puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle that also asks for results nearly as good; None if no best is asked for.

    >>> from verifier.carcassonne.solo.puzzle import parse_code
    >>> nearly = nearly_solved(parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU~g.best.40.x.0"))
    >>> nearly and nearly.goal.at_least
    38
    """
    apart = kind_of(puzzle.goal).apart
    if not apart:
        return None
    least = max(1, puzzle.goal.at_least - apart + 1)
    return replace(puzzle, goal=replace(puzzle.goal, at_least=least))


def stands_apart(puzzle: Puzzle, nodes: int = 0) -> bool:
    """Return whether no line ends with more, and none that ends with nearly as much lies otherwise.

    True where no best result is asked for; False if the search was stopped at so many ``nodes``.
    """
    nearly = nearly_solved(puzzle)
    if nearly is None:
        return True
    more = replace(puzzle.goal, at_least=puzzle.goal.at_least + 1)
    better = solve(puzzle.position, more, puzzle.tiles, lines=0, shown=0, nodes=nodes)
    unbeaten = better.exhaustive and not better.count
    return unbeaten and only_solution(nearly, nodes=nodes) is not None
