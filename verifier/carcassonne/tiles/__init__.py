"""The tile sheets of five sets and their reader: printed tiles, orientations, segments."""

from verifier.carcassonne.tiles.reader import SETS, Sheet
from verifier.carcassonne.tiles.sheet import (
    Kind,
    Orientation,
    Segment,
    Terrain,
    TileKind,
    TileSheet,
    drawing_of,
    is_of_river,
    playing_sheet,
    tile_kind,
    tile_sheet,
    tiles_in_play,
)
from verifier.carcassonne.tiles.tile import EDGES, Tile

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
    "drawing_of",
    "is_of_river",
    "playing_sheet",
    "tile_kind",
    "tile_sheet",
    "tiles_in_play",
]
