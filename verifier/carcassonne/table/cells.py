"""Cells of a table, the steps between them, and tiles that lie on them in order."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from typing import Protocol, Self, TypeAlias, TypeVar

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


def cells_beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells beyond the edges N, E, S and W.

    >>> cells_beside((3, 3))
    ((3, 4), (4, 3), (3, 2), (2, 3))
    """
    x, y = cell
    return (x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)


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


# --- Tiles in the order of their cells


class Laid(Protocol):
    """A tile on a table: its id, clockwise quarter turns and cell, and what stands on it."""

    @property
    def tile(self) -> str:
        """Its id."""

    @property
    def rotation(self) -> int:
        """Clockwise quarter turns."""

    @property
    def x(self) -> int:
        """Its column, counted to the east."""

    @property
    def y(self) -> int:
        """Its row, counted to the north."""

    def bare(self) -> Self:
        """Return it with nothing on it."""


LaidT = TypeVar("LaidT", bound=Laid)


class LaidTiles(tuple[LaidT, ...]):
    """The tiles of a position in their normal form, a tuple like any other.

    A position that is given them need not bring them into that form again.
    """

    __slots__ = ()

    @classmethod
    def in_order(cls, tiles: Iterable[LaidT]) -> Self:
        """Return the tiles in the order of their cells; each is in its normal form."""
        return cls(sorted(tiles, key=_by_cell))

    def place_for(self, x: int, y: int) -> int:
        """Return where among these a tile on an empty cell has its place."""
        return bisect(self, (y, x), key=_row_and_column)

    def with_one_more(self, place: int, tile: LaidT, bare: Iterable[int] = ()) -> Self:
        """Return these and another, in normal form and at its place; ``bare`` ones lose pieces."""
        tiles = list(self)
        for number in bare:
            tiles[number] = tiles[number].bare()
        tiles.insert(place, tile)
        return type(self)(tiles)


def _row_and_column(tile: Laid) -> tuple[int, int]:
    return (tile.y, tile.x)


def _by_cell(tile: Laid) -> tuple[int, int, str, int]:
    return (tile.y, tile.x, tile.tile, tile.rotation)
