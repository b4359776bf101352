"""Packs: how many tiles each has."""

from __future__ import annotations

from verifier.neom.state import TileSet

_MOVED = (2, 1, 1, 0, 0, -1, -1, -2)
"""What the moves of NEOM-SOLO-PACK-2 to -4 bring to packs 1 to 8."""


def pack_size(tile_set: TileSet, number: int) -> int:
    """Return the tiles in a pack from 1 to 8 once tiles have been moved (NEOM-SOLO-PACK-6).

    >>> [pack_size(("1+",), number) for number in range(1, 9)]
    [5, 4, 4, 3, 3, 2, 2, 1]
    """
    return 2 + len(tile_set) + _MOVED[number - 1]
