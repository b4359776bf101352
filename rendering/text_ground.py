"""The ground of a board drawn with characters: coordinates, and the cells where one may build."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from rendering.blocks import HIGH, WIDE
from rendering.canvas import Canvas
from rendering.frame import free_cells
from verifier.carcassonne.position import Cell

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
