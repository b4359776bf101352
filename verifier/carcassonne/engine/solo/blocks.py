"""How many cells monasteries take together with all cells around them."""

from __future__ import annotations

from verifier.carcassonne.table.cells import Cell

_Blocks = frozenset[Cell]
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
_OVERLAPPING = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]


def fewest_cells(monasteries: int) -> int:
    """Return the fewest cells that so many monasteries and all cells around them cover.

    >>> [fewest_cells(number) for number in range(5)]
    [0, 9, 12, 15, 16]
    """
    if monasteries < 1:
        return 0
    apart = [
        fewest_cells(some) + fewest_cells(monasteries - some) for some in range(1, monasteries)
    ]
    # In a row each further one takes three cells.
    most = min([6 + 3 * monasteries, *apart])
    groups: set[_Blocks] = {frozenset([(0, 0)])}
    for _ in range(monasteries - 1):
        wider = {_in_corner(group | {cell}) for group in groups for cell in _near(group)}
        groups = {group for group in wider if len(_covered(group)) <= most}
    return min([most, *(len(_covered(group)) for group in groups)])


def _near(group: _Blocks) -> set[Cell]:
    """Return the cells whose 3 x 3 block overlaps a block of the group."""
    return {(x + east, y + north) for x, y in group for east, north in _OVERLAPPING} - group


def _covered(group: _Blocks) -> set[Cell]:
    return {(x + east, y + north) for x, y in group for east, north in _AROUND}


def _in_corner(group: _Blocks) -> _Blocks:
    west, south = min(x for x, _ in group), min(y for _, y in group)
    return frozenset((x - west, y - south) for x, y in group)
