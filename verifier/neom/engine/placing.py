"""Where a tile may be placed (NEOM-PLACE-2 to -9)."""

from __future__ import annotations

from typing import NamedTuple

from verifier.neom.engine import linking
from verifier.neom.engine.grid import CENTRE_BIT, FULL, indices
from verifier.neom.engine.linking import RoadMasks
from verifier.neom.engine.missing import Missing
from verifier.neom.engine.prepared import (
    TILES,
    Layout,
    Prepared,
    PreparedTile,
)
from verifier.neom.engine.roads import possible_roads, roads_of, unknown_roads
from verifier.neom.parameters import Target
from verifier.neom.unknowns import Unknown

_RAW = Target(type="raw")
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
    for rule in RULES:
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
    raw = planes >> prepared.plane_of[_RAW]
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
    rest = linking.without(roads, square)
    return RoadMasks(
        rest.north | (square if tile_roads & linking.NORTH else 0),
        rest.east | (square if tile_roads & linking.EAST else 0),
        rest.south | (square if tile_roads & linking.SOUTH else 0),
        rest.west | (square if tile_roads & linking.WEST else 0),
    )


def linked_if_placed(roads: RoadMasks, occupied: int, tile_roads: int, among: int) -> int:
    """Return the squares, of some, where a tile with these roads is linked.

    Where it covers one, the way to the Center must not lead through what it covers.
    """
    reached = linking.linked(roads)
    meeting = linking.meets(roads, reached, tile_roads)
    in_doubt = meeting & occupied & reached & linking.on_the_way(roads) & ~CENTRE_BIT
    allowed = CENTRE_BIT | meeting & ~in_doubt
    for index in indices(in_doubt & among):
        square = 1 << index
        rest = linking.without(roads, square)
        allowed |= linking.meets(rest, linking.linked(rest), tile_roads) & square
    return allowed & among


def _links_kept(before: RoadMasks, after: RoadMasks, covered: int, tile_roads: int) -> int:
    kept = FULL & ~covered
    linked_before = linking.linked(before)
    for index in indices(covered):
        others = linked_before & ~(1 << index)
        if not others & ~linking.linked(laid(after, index, tile_roads)):
            kept |= 1 << index
    return kept


RULES = (covering, cornerstone_covering, linking_squares, keeping_links)
"""The rules of where a tile may lie; each is asked for the squares that those before left."""
