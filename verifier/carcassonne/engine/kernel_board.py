"""The board of a kernel, whatever the game: how its cells are numbered, and how it is reused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from verifier.carcassonne.table.cells import Cell

_STRIDE = 272
_ROWS = 268
_MIDDLE = (136, 134)


class _Clearable(Protocol):
    def clear(self) -> None: ...


K = TypeVar("K", bound=_Clearable)


@dataclass(frozen=True, slots=True)
class NumberedCells:
    """How the cells of a table are numbered on a kernel's board, after moving them by ``shift``."""

    shift: Cell

    def number(self, cell: Cell) -> int:
        """Return the kernel's number of a cell."""
        return (cell[1] + self.shift[1]) * _STRIDE + cell[0] + self.shift[0]

    def has_room_for(self, cell: Cell) -> bool:
        """Return whether the kernel has a number for the cell; all cells in reach have one."""
        column, row = cell[0] + self.shift[0], cell[1] + self.shift[1]
        return 0 <= column < _STRIDE and 0 <= row < _ROWS

    def cell(self, number: int) -> Cell:
        """Return the cell of the kernel's number."""
        row, column = divmod(number, _STRIDE)
        return (column - self.shift[0], row - self.shift[1])


def shift_to_middle(columns: Sequence[int], rows: Sequence[int]) -> Cell:
    """Return the shift that centres a table on the board, so that no tile can reach its rim."""
    return (
        _MIDDLE[0] - (min(columns) + max(columns)) // 2,
        _MIDDLE[1] - (min(rows) + max(rows)) // 2,
    )


@contextmanager
def borrowed(unused: list[K], new: Callable[[], K]) -> Iterator[K]:
    """Lend a cleared kernel out of ``unused``, or a new one, and put it back cleared.

    Threads may share ``unused``: each takes its own kernel out.
    """
    try:
        kernel = unused.pop()
    except IndexError:
        kernel = new()
    yield kernel
    # An interrupted question may leave its kernel in the middle of a turn, so it is discarded.
    kernel.clear()
    unused.append(kernel)
