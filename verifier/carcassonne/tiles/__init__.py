"""The tile sheets of five sets and their reader: printed tiles, orientations, segments."""

from verifier.carcassonne.tiles.reader import SETS, Sheet
from verifier.carcassonne.tiles.rim import EDGES
from verifier.carcassonne.tiles.sheet import (
    Kind,
    Orientation,
    Segment,
    Terrain,
    TileKind,
    TileSheet,
    base_sheet,
    playing_sheet,
    tile_sheet,
)
from verifier.carcassonne.tiles.tile import Tile

__all__ = [
    "EDGES",
    "SETS",
    "Kind",
    "Orientation",
    "Segment",
    "Sheet",
    "Terrain",
    "Tile",
    "TileKind",
    "TileSheet",
    "base_sheet",
    "playing_sheet",
    "tile_sheet",
]
