"""What effects count: tiles of a type or with a tag, in the city or next to a tile."""

from __future__ import annotations

from verifier.neom.engine.grid import AROUND, BESIDE, CENTRE_BIT
from verifier.neom.engine.linking import linked, road_neighbours
from verifier.neom.engine.prepared import TILES, Layout, Prepared, without_tiles
from verifier.neom.engine.roads import roads_of
from verifier.neom.parameters import Adjacency, Target

RAW = Target(type="raw")


def city_that_counts(prepared: Prepared, layout: Layout) -> Layout:
    """Return the city that income and score are computed on: without unlinked tiles, if ignored.

    ``unlinked_tiles`` is the reading.
    """
    if prepared.parameters.unlinked_tiles != "ignored":
        return layout
    return without_tiles(prepared, layout, unlinked(layout))


def unlinked(layout: Layout) -> int:
    """Return the squares of the tiles that no road links to the Center."""
    return layout.plane(TILES) & ~linked(roads_of(layout))


def tiles_of(prepared: Prepared, layout: Layout, target: Target) -> int:
    """Return the squares of the tiles of a type or with a tag."""
    return layout.plane(prepared.plane_of[target])


def counted_by_effects(prepared: Prepared, layout: Layout, target: Target) -> int:
    """Return those squares, with the bare Center if it counts as a raw-material tile."""
    tiles = tiles_of(prepared, layout, target)
    if target == RAW and prepared.parameters.centre_counts_as_raw:
        return tiles | CENTRE_BIT & ~layout.plane(TILES)
    return tiles


def next_to(layout: Layout, index: int, adjacency: Adjacency | None) -> int:
    """Return the squares that are next to a square, by its number."""
    if adjacency == "orth":
        return BESIDE[index]
    if adjacency == "road":
        return road_neighbours(roads_of(layout), 1 << index)
    return AROUND[index]
