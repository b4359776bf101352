"""The roads of a city, and what unknown roads leave open."""

from __future__ import annotations

from verifier.neom.engine.grid import CENTRE_INDEX, FULL, indices
from verifier.neom.engine.linking import RoadMasks
from verifier.neom.engine.prepared import (
    EAST_PLANE,
    NORTH_PLANE,
    OPEN,
    SOUTH_PLANE,
    TILES,
    WEST_PLANE,
    Layout,
    Prepared,
    tile_at,
)
from verifier.neom.unknowns import Unknown

ROAD_PLANES = (1 << TILES) - 1
"""What of a layout's planes is roads."""


def roads_of(layout: Layout) -> RoadMasks:
    """Return the roads that are known."""
    return roads_in(layout.planes)


def roads_in(planes: int) -> RoadMasks:
    """Return the known roads among the planes of a city."""
    return RoadMasks(
        planes >> NORTH_PLANE & FULL,
        planes >> EAST_PLANE & FULL,
        planes >> SOUTH_PLANE & FULL,
        planes >> WEST_PLANE & FULL,
    )


def possible_roads(prepared: Prepared, layout: Layout) -> RoadMasks:
    """Return the roads that are known, and all edges of tiles whose roads are unknown."""
    free = sum(1 << index for index, _ in _unknown(prepared, layout))
    return RoadMasks(*(mask | free for mask in roads_of(layout)))


def unknown_roads(prepared: Prepared, layout: Layout, rule: str) -> tuple[Unknown, ...]:
    """Return the unknown roads of a city, as what a rule needs."""
    found = _unknown(prepared, layout)
    return tuple(Unknown(rule, path) for _, path in found) if found else ()


def _unknown(prepared: Prepared, layout: Layout) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    if layout.board.source.roads is not None and not layout.plane(OPEN):
        return found
    for index in indices(layout.plane(OPEN)):
        tile = tile_at(prepared, layout, index)
        if tile and tile.source.roads is None:
            found.append((index, f"tiles/{tile.source.id}/roads"))
    if layout.board.source.roads is None and tile_at(prepared, layout, CENTRE_INDEX) is None:
        found.append((CENTRE_INDEX, f"boards/{layout.board.source.id}/roads"))
    return found
