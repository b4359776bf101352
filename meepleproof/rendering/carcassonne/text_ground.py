"""The ground of a board drawn with characters: coordinates, and the cells where one may build.

A board that is wider than the terminal comes in parts, one below the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.carcassonne.blocks import HIGH, WIDE
from meepleproof.rendering.solo.frame import free_cells
from verifier.carcassonne.table.cells import Cell

_NUMBERS = 3
"""Columns that the numbers of the rows take."""

Corner: TypeAlias = Callable[[Cell], tuple[int, int]]
"""From a cell to the column and line of its upper left corner."""


def text_ground(cells: Collection[Cell]) -> tuple[Canvas, Corner]:
    """Return a canvas for tiles on these cells, and where each cell begins on it."""
    west, east = min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 1
    south, north = min(y for _, y in cells) - 1, max(y for _, y in cells) + 1
    canvas = Canvas()

    def corner(cell: Cell) -> tuple[int, int]:
        return ((cell[0] - west) * (WIDE - 1), (north - cell[1]) * (HIGH - 1))

    for x in range(west, east + 1):
        left, _ = corner((x, north))
        for line in (0, corner((x, south))[1] + HIGH - 1):
            canvas.put(left + WIDE // 2 - (x < 0), line, str(x), "rim")
    for y in range(south, north + 1):
        right, top = corner((east, y))
        canvas.put(0, top + HIGH // 2, f"{y:3}", "rim")
        canvas.put(right + WIDE - 4, top + HIGH // 2, f"{y:3}", "rim")
    for cell in free_cells(cells):
        left, top = corner(cell)
        canvas.put(left + WIDE // 2, top + HIGH // 2, "·", "rim")
    return canvas, corner


def board_parts(canvas: Canvas, cells: Collection[Cell], width: int | None) -> Iterator[Canvas]:
    """Yield a board on the ground of these cells in parts that are no wider than ``width``.

    Each has the numbers of the rows on its left. A board that fits is one part, as it is.
    """
    west, east = min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 1
    whole, step = east - west + 1, WIDE - 1
    if width is None or whole * step + 1 <= width:
        yield canvas
        return
    parts = -(-whole // max(1, (width - _NUMBERS - 2) // step))
    across = -(-whole // parts)
    yield canvas.columns(0, across * step)
    numbers = canvas.columns(0, _NUMBERS - 1)
    for first in range(across, whole, across):
        left, right = first * step, min(first + across, whole) * step
        yield numbers.beside(canvas.columns(left, right, moved_by=_NUMBERS + 1))
