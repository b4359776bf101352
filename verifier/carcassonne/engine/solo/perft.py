"""Perft: counts all lines for a row of tiles, as numbers by which engines are compared.

The row is drawn by all colours in turn from the official set-up. With the River it begins with
river tiles, as few as one likes, the lake the last of them if land tiles follow. Equal drawings
count once, two segments of one feature are one claim, scoring orders with the same outcome count
once. A turn that ends the game counts at its depth and has no children; an unplaceable tile is one
forced pass that counts at its depth, and the colour stays.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, takewhile

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo.laid_out import lay_out
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.position import LAKE, Position, row, setup
from verifier.carcassonne.tiles import is_of_river
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

    River tiles that are known to come in ``start`` are drawn before the row.

    >>> perft(("base/E", "base/J", "base/U"), 3).leaves
    (4, 61, 298)

    :raises Malformed: if a tile is unknown, the row has fewer tiles than the depth, or river tiles
        do not come first.
    :raises Illegal: if the row has more tiles of a kind than the set.
    """
    if not tiles:
        raise Malformed("the row of tiles is empty; give letters like 'EJUVWK'", where="--tiles")
    begun = setup() if start is None else start
    _check_river(begun, tiles)
    tiles = (*begun.river.known, *tiles)
    position = row(begun, tuple(tile for tile in tiles if not is_of_river(tile)))
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
    table.kernel.set_piles([[table.kind_number(tile) for tile in tiles]], [0])
    table.kernel.set_river_stack([], 0)  # the row has its tiles
    leaves, placements, checksum = table.kernel.count(depth)
    return Perft(tiles, tuple(leaves), placements, checksum)


def _check_river(start: Position, tiles: tuple[str, ...]) -> None:
    """Check that river tiles come first, while there are any, and before land tiles the lake."""
    whole = (*start.river.known, *tiles)
    river = tuple(takewhile(is_of_river, whole))
    late = next((tile for tile in whole[len(river) :] if is_of_river(tile)), "")
    if late:
        why = f"river tile {letter_of(late)} comes after a land tile"
    elif start.river.empty and river:
        why = f"river tile {letter_of(river[0])} is in the row, and none is to come"
    elif not start.river.empty and len(river) < len(whole) and river[-1:] != (LAKE,):
        why = "land tiles come after the lake; begin the row with river tiles, like rErGrKrL"
    else:
        return
    raise Malformed(why, where="--tiles", rule="SOLO-BOX-7")


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
