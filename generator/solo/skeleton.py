"""The skeleton of a puzzle: the shape of what counts, and in which turns its cells are laid.

Two puzzles of one skeleton feel the same, whatever lies around it, so a pack has few of each.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.solo.analysis import counted_scorings
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Turn
from verifier.carcassonne.table.cells import Cell

Skeleton = tuple[tuple[int, int, int], ...]
"""Cells from a corner, each with the number of its turn from 1, or 0 if it was there before."""


def skeleton(puzzle: Puzzle, solution: Sequence[Turn]) -> Skeleton:
    """Return the skeleton of a puzzle, the same however it is turned, mirrored or recoloured.

    Where the goal counts no features, as in one to stay in the game, there is none: ().
    """
    counted = counted_scorings(puzzle, outcomes_along(puzzle.position, solution))
    laid = {turn.cell: number for number, turn in enumerate(solution, start=1)}
    cells = {cell: laid.get(cell, 0) for one in counted for cell in one.cells}
    return min(map(_from_corner, _images(cells))) if cells else ()


def _images(cells: dict[Cell, int]) -> list[dict[Cell, int]]:
    """Return the cells as seen from the four sides, and in a mirror."""
    images = [cells, {(-x, y): number for (x, y), number in cells.items()}]
    for _ in range(3):
        images += [{(y, -x): number for (x, y), number in one.items()} for one in images[-2:]]
    return images


def _from_corner(cells: dict[Cell, int]) -> Skeleton:
    west, south = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - west, y - south, number) for (x, y), number in cells.items()))
