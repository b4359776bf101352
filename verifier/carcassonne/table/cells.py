"""Cells of a table, and the steps from one to those around it."""

from __future__ import annotations

from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]

STEPS: tuple[Cell, Cell, Cell, Cell] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""From a cell to its neighbour over the edges N, E, S, W (DEF-1: north is y + 1)."""

AROUND: dict[str, Cell] = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
"""Names of monasteries on the surrounding cells, with the step that leads there."""


NORTH_TO_WEST = range(4)
"""The edges of a tile."""


def beyond(cell: Cell, edge: int) -> Cell:
    """Return the cell on the other side of that edge of ``cell``.

    >>> beyond((0, 0), 2)
    (0, -1)
    """
    step = STEPS[edge]
    return (cell[0] + step[0], cell[1] + step[1])


def opposite(edge: int) -> int:
    """Return the edge that meets ``edge`` from the other side.

    >>> opposite(3)
    1
    """
    return (edge + 2) % 4


def cell_text(cell: Cell) -> str:
    """Return a cell as it stands in sentences.

    >>> cell_text((0, -1))
    '(0,-1)'
    """
    return f"({cell[0]},{cell[1]})"


def cell_of(text: str) -> Cell:
    """Return the cell that documents write like this.

    >>> cell_of("0.-1")
    (0, -1)
    """
    x, y = text.split(".")
    return int(x), int(y)


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Return numbers of the colours, or of the piles, as they stand in sentences.

    >>> numbers_text((5, 2, 3))
    '5/2/3'
    """
    return "/".join(str(number) for number in numbers)
