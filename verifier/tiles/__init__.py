"""The tile sheets and their reader: tile kinds, orientations, segments."""

from verifier.tiles.sheet import (
    EDGES,
    Kind,
    Orientation,
    Segment,
    Terrain,
    TileKind,
    TileSheet,
    base_sheet,
    read_sheet,
)

__all__ = [
    "EDGES",
    "Kind",
    "Orientation",
    "Segment",
    "Terrain",
    "TileKind",
    "TileSheet",
    "base_sheet",
    "read_sheet",
]
