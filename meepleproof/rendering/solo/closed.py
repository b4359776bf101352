"""Tiles on which nothing is open any more: pictures of the end of a game leave them blank."""

from __future__ import annotations

from verifier.carcassonne.engine.solo.fronts import feature_of
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.table.cells import STEPS, Cell

__all__ = ["closed_cells", "closed_in_words", "closed_near_the_end"]


def closed_near_the_end(position: Position) -> frozenset[Cell]:
    """Return the closed cells of a table whose last tiles are all known; else none.

    Before, a board is small, and there is little on it that is closed.
    """
    known = [bool(pile.known) for pile in position.piles]
    hidden = any(pile.hidden for pile in position.piles)
    return closed_cells(position) if any(known) and not hidden else frozenset()


def closed_cells(position: Position) -> frozenset[Cell]:
    """Return the cells of tiles that nothing can be added to, and that nothing is scored for.

    There are tiles on all four sides, no road or city on the tile has an open end, and no meeple
    stands on it.

    >>> from verifier.carcassonne.solo.position import setup
    >>> closed_cells(setup())
    frozenset()
    """
    table = {placement.cell: placement for placement in position.placements}
    return frozenset(cell for cell, placement in table.items() if _is_closed(table, placement))


def _is_closed(table: dict[Cell, Placement], placement: Placement) -> bool:
    x, y = placement.cell
    if placement.meeple is not None or any((x + i, y + j) not in table for i, j in STEPS):
        return False
    ways = (one for one in placement.drawing.segments if one.kind != "monastery")
    return not any(feature_of(table, placement.cell, way)[1] for way in ways)


def closed_in_words(number: int) -> str:
    """Return the mark of a picture that leaves so many tiles blank.

    >>> closed_in_words(1), closed_in_words(20)[:27]
    ('1 tile is left blank: nothing on it is open any more.', '20 tiles are left blank: no')
    """
    if number == 1:
        return "1 tile is left blank: nothing on it is open any more."
    return f"{number} tiles are left blank: nothing on them is open any more."
