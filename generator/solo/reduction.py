"""Takes away the tiles and meeples that a puzzle does not need.

A puzzle is *reduced* when nothing more can be taken away: no meeple, and no set of as many tiles as
there are colours, with the meeples on them. With fewer tiles removed it would be another colour's
turn (SOLO-TURN-1). A legal game must lead to what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from generator.solo.goal_kinds import kind_of
from generator.solo.only_solution import only_solution
from generator.solo.solved_puzzle import Solution, SolvedPuzzle
from verifier.carcassonne.engine.solo.reach import reach_by_engine
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Placement, Position, with_nothing_known
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Turn, turns_of
from verifier.carcassonne.table.cells import STEPS

_OUTCOMES = 2_000
"""Outcomes examined at most in the search for a game; a tenth of them is usually enough."""


def reduced(
    solved: SolvedPuzzle,
    condition: Callable[[Puzzle, Solution], bool] = lambda *_: True,
    nodes: int = 0,
) -> SolvedPuzzle:
    """Return the puzzle without what it does not need, still unique and reachable.

    ``condition`` is what else must stay true of it. A smaller puzzle is taken only if the engine
    finds a game that leads to it within its limit; if it finds none, there may still be one. To see
    that it is unique, so many ``nodes`` at most may have to be examined (0: no limit).
    """
    contract = solved.solution.contract
    for smaller in _smaller(solved.puzzle.position):
        puzzle = _puzzle(solved.puzzle.goal, smaller)
        solution = None if faults(smaller) else only_solution(puzzle, contract, nodes)
        if solution is None or not condition(puzzle, solution):
            continue
        game = game_to(smaller)
        if game is not None:
            return reduced(SolvedPuzzle(puzzle, solution, game), condition, nodes)
    return solved


def _puzzle(goal: Goal, position: Position) -> Puzzle:
    """Return the puzzle; a goal to stay in the game gets the number of its tiles."""
    puzzle = Puzzle(goal, position)
    return replace(puzzle, goal=kind_of(goal).suited(puzzle))


def _smaller(position: Position) -> Iterator[Position]:
    """Yield the positions with one tile fewer for each colour, or with one meeple fewer."""
    start = start_tile(position)
    others = [placed for placed in position.placements if placed != start]
    colours = position.rules.colours
    # A river is laid from its spring to its lake, or to where it is to go on.
    land = [placed for placed in others if not placed.drawing.river]
    for gone in combinations(land, colours):
        kept = tuple(placed for placed in others if placed not in gone)
        if in_one_piece((start, *kept)):
            piles = tuple(
                replace(pile, hidden=pile.hidden + colours // len(position.piles))
                for pile in position.piles
            )
            yield _without(gone, replace(position, placements=(start, *kept), piles=piles))
    for placed in others:
        if placed.meeple is not None:
            bare = tuple(
                replace(one, meeple=None) if one == placed else one for one in position.placements
            )
            yield _without((placed,), replace(position, placements=bare))


def _without(gone: tuple[Placement, ...], position: Position) -> Position:
    """Return the position with the meeples of these tiles back in their supplies."""
    supplies, large = list(position.supplies), list(position.large)
    for placed in gone:
        if placed.meeple is not None:
            (large if placed.meeple.large else supplies)[placed.meeple.colour] += 1
    return replace(position, supplies=tuple(supplies), large=tuple(large))


def in_one_piece(placements: tuple[Placement, ...]) -> bool:
    """Return whether all tiles are connected over edges."""
    cells = {placed.cell for placed in placements}
    todo = [placements[0].cell]
    cells.remove(todo[0])
    while todo:
        x, y = todo.pop()
        beside = cells & {(x + east, y + north) for east, north in STEPS}
        cells -= beside
        todo += beside
    return not cells


def start_tile(position: Position) -> Placement:
    """Return the start tile, which is on the cell (0, 0)."""
    return next(placed for placed in position.placements if placed.cell == (0, 0))


def game_to(position: Position) -> tuple[Turn, ...] | None:
    """Return a legal game that leads to the table, or None if the engine does not soon find one."""
    table = with_nothing_known(position)
    line = reach_by_engine(table, start_tile(position), nodes=_OUTCOMES).line
    if line is None:
        return None
    return turns_of(line)
