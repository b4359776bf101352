"""Tiles that lie on a table, in the order of their cells, whatever the game."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from typing import Protocol, Self, TypeVar


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
