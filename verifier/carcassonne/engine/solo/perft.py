"""Perft: counts all lines for a row of tiles, as numbers by which engines are compared.

The row is drawn by all colours in turn from the official set-up. Equal drawings count once, two
segments of one feature are one claim, scoring orders with the same outcome count once. A turn that
ends the game counts at its depth and has no children; an unplaceable tile is one forced pass that
counts at its depth, and the colour stays.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo.laid_out import lay_out
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.position import Position, row, setup
from verifier.errors import Illegal, Malformed


@dataclass(frozen=True, slots=True)
class Perft:
    """Lines by depth from 1, tiles placed, and a checksum over the leaves of the last depth.

    The checksum sums points of colour 1, 1000 times those of colour 2, 10^6 times those of
    colour 3 and 10^9 times the meeples in supply, large ones too.
    """

    tiles: tuple[str, ...]
    leaves: tuple[int, ...]
    placements: int
    checksum: int

    @property
    def nodes(self) -> tuple[int, ...]:
        """The number of lines up to each depth."""
        return tuple(accumulate(self.leaves))


def perft(tiles: tuple[str, ...], depth: int, start: Position | None = None) -> Perft:
    """Count all lines of ``depth`` turns with the tiles of a row.

    >>> perft(("base/E", "base/J", "base/U"), 3).leaves
    (4, 61, 298)

    :raises Malformed: if a tile is unknown, or the row has fewer tiles than the depth.
    :raises Illegal: if the row has more tiles of a kind than the set.
    """
    if not tiles:
        raise Malformed("the row of tiles is empty; give letters like 'EJUVWK'", where="--tiles")
    position = row(setup() if start is None else start, tiles)
    if not position.river.empty:
        why = "rows are counted once the lake lies; give a start without river tiles to come"
        raise Malformed(why, where="/river", rule="SOLO-BOX-7")
    most = sum(position.rules.tile_counts().values())
    if len(tiles) > most:
        raise Illegal(
            f"a row of {len(tiles)} tiles, {letters_of(tiles[:20])!r} and so on; "
            f"the set has {most}",
            where="--tiles",
            rule="BASE-TILE-1",
        )
    if not 1 <= depth <= len(tiles):
        raise Malformed(
            f"depth {depth} for the row {letters_of(tiles)!r}: give 1 to {len(tiles)}",
            where="--depth",
        )
    _check_counts(position, tiles)
    table = lay_out(position, kernel.Counter)
    leaves, placements, checksum = table.kernel.count(depth)
    return Perft(tiles, tuple(leaves), placements, checksum)


def _check_counts(position: Position, tiles: tuple[str, ...]) -> None:
    counts = position.rules.tile_counts()
    used = Counter(placement.tile for placement in position.placements) + Counter(tiles)
    for tile, number in sorted(used.items()):
        has, letter = counts.get(tile, 0), letter_of(tile)
        if number > has:
            raise Illegal(
                f"the row {letters_of(tiles)!r} and the table use {number} tiles {letter}, "
                f"the set has {has}",
                where=f"tile {letter}",
                rule="BASE-TILE-1",
            )
