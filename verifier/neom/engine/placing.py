"""Where a tile may be placed, by roads, overbuilding, and the cap (NEOM-PLACE-2 to -9)."""

from __future__ import annotations

from typing import NamedTuple

from verifier.neom.engine import grid
from verifier.neom.engine.grid import CENTRE_BIT, CENTRE_INDEX, FULL, RoadMasks, indices
from verifier.neom.engine.position import Position
from verifier.neom.engine.prepared import (
    CORNERSTONES,
    EAST_PLANE,
    NORTH_PLANE,
    OPEN,
    RAW,
    SOUTH_PLANE,
    TILES,
    WEST_PLANE,
    Layout,
    Missing,
    Prepared,
    PreparedTile,
    tile_at,
)
from verifier.neom.parameters import Unknown

_ANY_ROADS = 15


class Allowed(NamedTuple):
    """The squares that a rule surely allows, those that it may allow, and what decides it."""

    surely: int
    perhaps: int
    unknown: tuple[Unknown, ...] = ()


def placeable(prepared: Prepared, layout: Layout, tile: PreparedTile) -> int:
    """Return the squares where roads and overbuilding allow a tile.

    :raises Missing: if unknown values decide about one of them.
    """
    if tile.is_disaster:
        return 0
    rules = []
    surely = perhaps = FULL
    for rule in _RULES:
        allowed = rule(prepared, layout, tile, perhaps)
        rules.append(allowed)
        surely &= allowed.surely
        perhaps &= allowed.perhaps
    if surely != perhaps:
        open_squares = perhaps & ~surely
        raise Missing([u for rule in rules if open_squares & ~rule.surely for u in rule.unknown])
    return surely


def linking_squares(prepared: Prepared, layout: Layout, tile: PreparedTile, among: int) -> Allowed:
    """Return the squares, of some, on which a tile is linked to the Center (NEOM-PLACE-3, -4)."""
    occupied = layout.plane(TILES)
    surely = linked_if_placed(roads_of(layout), occupied, tile.roads, among)
    unknown = unknown_roads(prepared, layout, "NEOM-PLACE-3")
    own = tile.source.roads is None
    if own:
        path = f"tiles/{tile.source.id}/roads"
        unknown = (*unknown, Unknown("NEOM-PLACE-3", path))
    if not unknown:
        return Allowed(surely, surely)
    roads = possible_roads(prepared, layout)
    perhaps = linked_if_placed(roads, occupied, _ANY_ROADS if own else tile.roads, among)
    return Allowed(surely, perhaps, unknown)


def covering(prepared: Prepared, layout: Layout, tile: PreparedTile, among: int) -> Allowed:
    """Return the empty squares, of some, and those whose tile this one may cover.

    The bare City Center may be covered by any tile. What a covered one counts as is a reading
    (NEOM-PLACE-6, -7).
    """
    surely = coverable(prepared, layout.planes, tile) & among
    if prepared.parameters.covered_centre is None and layout.plane(TILES) & CENTRE_BIT:
        perhaps = surely | CENTRE_BIT & among
        return Allowed(surely, perhaps, (Unknown("NEOM-PLACE-6", "covered_centre"),))
    return Allowed(surely, surely)


def coverable(prepared: Prepared, planes: int, tile: PreparedTile) -> int:
    """Return the empty squares, and those whose tile is raw-material or of this one's type."""
    raw = planes >> prepared.plane_of[RAW]
    return (~(planes >> TILES) | raw | planes >> tile.type_plane) & FULL


def cornerstone_covering(
    prepared: Prepared, layout: Layout, tile: PreparedTile, among: int
) -> Allowed:
    """Return the squares, of some, where overbuilding allows a Cornerstone (NEOM-PLACE-9)."""
    may = prepared.parameters.overbuild.cornerstone_may
    if may or not tile.is_cornerstone:
        return Allowed(among, among)
    empty = among & ~(layout.plane(TILES) | CENTRE_BIT)
    if may is None:
        return Allowed(empty, among, (Unknown("NEOM-PLACE-9", "overbuild.cornerstone_may"),))
    return Allowed(empty, empty)


def keeping_links(prepared: Prepared, layout: Layout, tile: PreparedTile, among: int) -> Allowed:
    """Return the squares where the tile keeps other tiles linked, if it must (NEOM-PLACE-9).

    The City Center may be covered whatever that cuts (NEOM-PLACE-7).
    """
    must = prepared.parameters.overbuild.must_keep_links
    if must is False:
        return Allowed(FULL, FULL)
    roads = roads_of(layout)
    covered = layout.plane(TILES) & ~CENTRE_BIT & among
    surely = _links_kept(roads, roads, covered, tile.roads)
    perhaps = surely
    unknown = unknown_roads(prepared, layout, "NEOM-PLACE-9")
    own = tile.source.roads is None
    if own:
        unknown = (*unknown, Unknown("NEOM-PLACE-9", f"tiles/{tile.source.id}/roads"))
    if unknown:
        most = possible_roads(prepared, layout)
        surely = _links_kept(most, roads, covered, tile.roads)
        most_own = _ANY_ROADS if own else tile.roads
        perhaps = _links_kept(roads, most, covered, most_own)
    if must is None:
        unknown = (*unknown, Unknown("NEOM-PLACE-9", "overbuild.must_keep_links"))
        return Allowed(surely, FULL, unknown)
    return Allowed(surely, perhaps, unknown)


def laid(roads: RoadMasks, index: int, tile_roads: int) -> RoadMasks:
    """Return the roads with a tile of these roads laid on a square, over what lay there."""
    square = 1 << index
    rest = grid.without(roads, square)
    return RoadMasks(
        rest.north | (square if tile_roads & grid.NORTH else 0),
        rest.east | (square if tile_roads & grid.EAST else 0),
        rest.south | (square if tile_roads & grid.SOUTH else 0),
        rest.west | (square if tile_roads & grid.WEST else 0),
    )


def linked_if_placed(roads: RoadMasks, occupied: int, tile_roads: int, among: int) -> int:
    """Return the squares, of some, where a tile with these roads is linked.

    Where it covers one, the way to the Center must not lead through what it covers.
    """
    reached = grid.linked(roads)
    meeting = grid.meets(roads, reached, tile_roads)
    in_doubt = meeting & occupied & reached & grid.on_the_way(roads) & ~CENTRE_BIT
    allowed = CENTRE_BIT | meeting & ~in_doubt
    for index in indices(in_doubt & among):
        square = 1 << index
        rest = grid.without(roads, square)
        allowed |= grid.meets(rest, grid.linked(rest), tile_roads) & square
    return allowed & among


def _links_kept(before: RoadMasks, after: RoadMasks, covered: int, tile_roads: int) -> int:
    kept = FULL & ~covered
    linked_before = grid.linked(before)
    for index in indices(covered):
        others = linked_before & ~(1 << index)
        if not others & ~grid.linked(laid(after, index, tile_roads)):
            kept |= 1 << index
    return kept


_RULES = (covering, cornerstone_covering, linking_squares, keeping_links)
"""The rules of where a tile may lie; each is asked for the squares that those before left."""


# --- the roads of a city, and what unknown ones leave open

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


# --- the cap of Cornerstones (NEOM-ACT-CORNER-1, -2)

_RULE = "NEOM-ACT-CORNER-1"


def under_cap(prepared: Prepared, position: Position) -> Allowed:
    """Return the squares on which one more Cornerstone keeps within the cap.

    Where those in the city count, one that covers another leaves their number as it was.
    """
    parameters = prepared.parameters
    if parameters.cornerstone_cap is None:
        return Allowed(0, FULL, (Unknown(_RULE, "cornerstone_cap"),))
    cap = parameters.cornerstone_cap[position.generation - 1]
    standing = position.layout.plane(CORNERSTONES)
    now = standing.bit_count()
    in_city = (0 if now >= cap else FULL) | (standing if now <= cap else 0)
    ever = FULL if position.placed < cap else 0
    if parameters.cornerstones_counted is None:
        unknown = Unknown(_RULE, "cornerstones_counted")
        return Allowed(in_city & ever, in_city | ever, (unknown,))
    allowed = in_city if parameters.cornerstones_counted == "in_city" else ever
    return Allowed(allowed, allowed)
