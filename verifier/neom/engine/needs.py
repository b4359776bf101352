"""What score and income of a city need and the catalogue leaves unknown."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.neom.engine.counting import city_that_counts, next_to, tiles_of
from verifier.neom.engine.grid import CENTRE_BIT, CENTRE_INDEX, FULL, indices
from verifier.neom.engine.linking import linked, road_neighbours
from verifier.neom.engine.prepared import (
    TILES,
    Layout,
    Prepared,
    tile_at,
)
from verifier.neom.engine.roads import possible_roads, roads_of, unknown_roads
from verifier.neom.engine.scoring import RESIDENTIAL, spread
from verifier.neom.parameters import TIERS, Target
from verifier.neom.score import HEADINGS, HeadingName
from verifier.neom.tile_catalogue import Effect, Tile
from verifier.neom.unknowns import Unknown

INCOME_RULE = "NEOM-INCOME-1"

_WITHOUT_AMOUNT = {"protect", "power", "ignore_pollution", "extra_cornerstone"}

_COUNTS_NEAR = {
    "vp_per_neighbour": True,
    "income_per_neighbour": True,
    "vp_per_count": False,
    "income_per_count": False,
}
"""The kinds of effects that count tiles, and whether only tiles next to theirs."""


def heading_needs(
    prepared: Prepared, layout: Layout, tokens: int, name: HeadingName
) -> tuple[Unknown, ...]:
    """Return what a heading needs and is unknown, sorted; empty if it can be determined."""
    rule = HEADINGS[name]
    parameters = prepared.parameters
    if name == "goods":
        short = [
            t for t in TIERS if tokens & prepared.tier_masks[t] and parameters.good_vp.of(t) is None
        ]
        return tuple(sorted(Unknown(rule, f"good_vp.{tier}") for tier in short))
    if name == "money":
        values = {
            "money_per_vp": parameters.money_per_vp,
            "money_rounding": parameters.money_rounding,
        }
        return tuple(Unknown(rule, path) for path, value in values.items() if value is None)
    found = set(_counting_needs(prepared, layout, rule))
    city = city_that_counts(prepared, layout)
    if name == "printed":
        found |= {
            Unknown(rule, f"tiles/{each.id}/vp")
            for each in _tiles(prepared, city)
            if each.vp is None
        }
    elif name == "conditional":
        found |= set(_effect_needs(prepared, city, rule, income=False))
    elif name == "neighbourhoods":
        found |= set(_neighbourhood_needs(prepared, city, rule))
    elif name == "pollution":
        found |= set(_pollution_needs(prepared, city, rule))
    else:
        found |= set(_structure_needs(prepared, city, rule))
    return tuple(sorted(found))


def income_needs(prepared: Prepared, layout: Layout) -> tuple[Unknown, ...]:
    """Return what the income needs and is unknown, sorted; empty if it can be determined."""
    found = set(_counting_needs(prepared, layout, INCOME_RULE))
    city = city_that_counts(prepared, layout)
    found |= {
        Unknown(INCOME_RULE, f"tiles/{each.id}/income")
        for each in _tiles(prepared, city)
        if each.income is None
    }
    return tuple(sorted(found | set(_effect_needs(prepared, city, INCOME_RULE, income=True))))


def _tiles(prepared: Prepared, city: Layout) -> Iterator[Tile]:
    for index in indices(city.plane(TILES)):
        tile = tile_at(prepared, city, index)
        if tile is not None:
            yield tile.source


def _counting_needs(prepared: Prepared, layout: Layout, rule: str) -> Iterator[Unknown]:
    """Yield what says whether unlinked tiles count, if it can matter."""
    reading = prepared.parameters.unlinked_tiles
    if reading == "count":
        return
    tiles = layout.plane(TILES)
    surely = tiles & linked(roads_of(layout))
    if surely == tiles:
        return
    if reading is None:
        yield Unknown(rule, "unlinked_tiles")
    if surely != tiles & linked(possible_roads(prepared, layout)):
        yield from unknown_roads(prepared, layout, rule)


def _effect_needs(
    prepared: Prepared, city: Layout, rule: str, *, income: bool
) -> Iterator[Unknown]:
    for index in indices(city.plane(TILES)):
        tile = tile_at(prepared, city, index)
        if tile is None:
            continue
        path = f"tiles/{tile.source.id}/effects"
        if tile.source.effects is None:
            yield Unknown(rule, path)
        for number, effect in enumerate(tile.source.effects or ()):
            if effect in (tile.income_effects if income else tile.point_effects):
                where = f"{path}/{number}"
                yield from fields_needed(effect, rule, where)
                yield from _count_needs(prepared, city, index, effect, rule)


def fields_needed(effect: Effect, rule: str, where: str) -> Iterator[Unknown]:
    """Yield the fields of an effect that its kind needs and are unknown."""
    if effect.kind == "custom":
        if effect.hand_score is None:
            yield Unknown(rule, f"{where}/hand_score")
        return
    if effect.amount is None and effect.kind not in _WITHOUT_AMOUNT:
        yield Unknown(rule, f"{where}/amount")
    if effect.kind in {"vp_per_neighbour", "income_per_neighbour"} and effect.adjacency is None:
        yield Unknown(rule, f"{where}/adjacency")
    if effect.kind == "vp_per_money" and effect.per is None:
        yield Unknown(rule, f"{where}/per")
    if effect.kind in _COUNTS_NEAR and effect.target is None:
        yield Unknown(rule, f"{where}/target")


def _count_needs(
    prepared: Prepared, city: Layout, index: int, effect: Effect, rule: str
) -> Iterator[Unknown]:
    """Yield what says which tiles an effect counts."""
    near_only = _COUNTS_NEAR.get(effect.kind)
    if near_only is None or effect.target is None:
        return
    near = FULL
    if near_only:
        near = next_to(city, index, effect.adjacency)
        if effect.adjacency == "road":
            yield from _roads_needed(prepared, city, 1 << index, rule)
    yield from _members_needed(prepared, city, effect.target, near, rule)
    bare = CENTRE_BIT & ~city.plane(TILES) & near
    raw = effect.target == Target(type="raw")
    if raw and bare and prepared.parameters.centre_counts_as_raw is None:
        yield Unknown(rule, "centre_counts_as_raw")


def _roads_needed(prepared: Prepared, city: Layout, squares: int, rule: str) -> Iterator[Unknown]:
    """Yield unknown roads, if they decide what is joined to one of these squares."""
    unknown = unknown_roads(prepared, city, rule)
    most = possible_roads(prepared, city)
    known = roads_of(city)
    for index in indices(squares if unknown else 0):
        if road_neighbours(known, 1 << index) != road_neighbours(most, 1 << index):
            yield from unknown
            return


def _members_needed(
    prepared: Prepared, city: Layout, target: Target, near: int, rule: str
) -> Iterator[Unknown]:
    """Yield what says which tiles on these squares are of a type or have a tag."""
    doubtful = city.plane(TILES) & near & ~tiles_of(prepared, city, target)
    for index in indices(doubtful if target.tag else 0):
        tile = tile_at(prepared, city, index)
        if tile is not None and tile.source.tags is None:
            yield Unknown(rule, f"tiles/{tile.source.id}/tags")
        if tile is not None and tile.source.effects is None and target.tag == "power":
            yield Unknown(rule, f"tiles/{tile.source.id}/effects")
    centre = tile_at(prepared, city, CENTRE_INDEX) if near & CENTRE_BIT else None
    if centre and target.type and prepared.parameters.covered_centre is None:
        kind = centre.source.type
        if kind != "raw" and target.type in {"raw", kind}:
            yield Unknown(rule, "covered_centre")


def _neighbourhood_needs(prepared: Prepared, city: Layout, rule: str) -> Iterator[Unknown]:
    yield from _members_needed(prepared, city, RESIDENTIAL, FULL, rule)
    homes = tiles_of(prepared, city, RESIDENTIAL)
    parameters = prepared.parameters.neighbourhood
    if homes and parameters.vp_by_size is None:
        yield Unknown(rule, "neighbourhood.vp_by_size")
    if homes.bit_count() > 1:
        if parameters.adjacency is None:
            yield Unknown(rule, "neighbourhood.adjacency")
        elif parameters.adjacency == "road":
            yield from _roads_needed(prepared, city, homes, rule)


def _pollution_needs(prepared: Prepared, city: Layout, rule: str) -> Iterator[Unknown]:
    yield from _members_needed(prepared, city, RESIDENTIAL, FULL, rule)
    parameters = prepared.parameters.pollution
    homes = tiles_of(prepared, city, RESIDENTIAL)
    sources = city.plane(TILES)
    if not homes or sources == homes & -homes:
        return
    if parameters.source is None:
        yield Unknown(rule, "pollution.source")
    else:
        yield from _members_needed(prepared, city, parameters.source, FULL, rule)
        sources = tiles_of(prepared, city, parameters.source)
    if sources:
        yield from _pairs_needed(prepared, city, homes, sources, rule)


def _pairs_needed(
    prepared: Prepared, city: Layout, homes: int, sources: int, rule: str
) -> Iterator[Unknown]:
    """Yield what says which pairs of a polluting and a residential tile count, and for how much."""
    parameters = prepared.parameters.pollution
    if not homes & spread(city, sources, None):
        return
    for index in indices(homes | sources):
        tile = tile_at(prepared, city, index)
        if tile is not None and tile.source.effects is None:
            yield Unknown(rule, f"tiles/{tile.source.id}/effects")
    if parameters.adjacency is None:
        yield Unknown(rule, "pollution.adjacency")
    elif parameters.adjacency == "road":
        yield from _roads_needed(prepared, city, homes, rule)
    if homes & spread(city, sources, parameters.adjacency):
        fields = {"pollution.unit": parameters.unit, "pollution.vp": parameters.vp}
        yield from (Unknown(rule, path) for path, value in fields.items() if value is None)


def _structure_needs(prepared: Prepared, city: Layout, rule: str) -> Iterator[Unknown]:
    required = prepared.parameters.required_structures
    if required is None:
        yield Unknown(rule, "required_structures")
        return
    for number, each in enumerate(required):
        target = Target(tag=each.tag)
        if tiles_of(prepared, city, target):
            continue
        yield from _members_needed(prepared, city, target, FULL, rule)
        if each.penalty is None:
            yield Unknown(rule, f"required_structures/{number}/penalty")
