"""The score by headings and the income of a city, or what would determine them.

The points and the income are computed where everything needed is known; what a heading needs and
the catalogue leaves unknown is found beside (NEOM-SCORE-1 to -7, NEOM-INCOME-1).
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.neom.engine.grid import (
    AROUND,
    BESIDE,
    CENTRE_BIT,
    CENTRE_INDEX,
    CENTRE_SIDES,
    CORNERS,
    EDGE,
    FULL,
    around,
    beside,
    indices,
    linked,
    road_neighbours,
)
from verifier.neom.engine.placing import possible_roads, roads_of, unknown_roads
from verifier.neom.engine.position import Tokens
from verifier.neom.engine.prepared import (
    IGNORES_POLLUTION,
    POINT_EFFECTS,
    RAW,
    TILES,
    Layout,
    Prepared,
    tile_at,
    without_tiles,
)
from verifier.neom.parameters import TIERS, Adjacency, Target, Unknown
from verifier.neom.state import HEADINGS, Heading, HeadingName, Score
from verifier.neom.tiles import Effect, Tile

RESIDENTIAL = Target(type="residential")
_INCOME_RULE = "NEOM-INCOME-1"


def score(prepared: Prepared, layout: Layout, tokens: Tokens, money: int | None) -> Score:
    """Return the score by headings; money None is money that could not be followed."""
    city = city_that_counts(prepared, layout)
    points = _points_by_heading(prepared, city, tokens.surely, money or 0)
    unknown = {name: _unknown(prepared, layout, tokens, money, name) for name in HEADINGS}
    return tuple(
        Heading(name, None if unknown[name] else points[name], unknown[name]) for name in HEADINGS
    )


def _points_by_heading(
    prepared: Prepared, city: Layout, tokens: int, money: int
) -> dict[HeadingName, int]:
    """Return the points of every heading; without meaning where what it needs is unknown.

    ``city`` has only the tiles that count.
    """
    return {
        "printed": printed(prepared, city),
        "conditional": conditional(prepared, city, tokens, money),
        "neighbourhoods": neighbourhoods(prepared, city),
        "goods": goods(prepared, tokens),
        "money": money_points(prepared, money),
        "pollution": pollution(prepared, city),
        "structures": structures(prepared, city),
    }


def _unknown(
    prepared: Prepared, layout: Layout, tokens: Tokens, money: int | None, name: HeadingName
) -> tuple[Unknown, ...]:
    unknown = set(_heading_needs(prepared, layout, tokens.perhaps, name))
    per = prepared.parameters.money_per_vp
    if name == "money" and money == 0:
        return ()
    if name == "money" and money is not None and per and not money % per:
        unknown.discard(Unknown(HEADINGS[name], "money_rounding"))
    city = city_that_counts(prepared, layout)
    open_goods = tokens.perhaps & ~tokens.surely
    if (name == "goods" and _worth_points(prepared, open_goods)) or (
        name == "conditional" and _counts_goods(prepared, city, open_goods)
    ):
        unknown |= {Unknown(HEADINGS[name], each.parameter) for each in tokens.unknown}
    if money is None and (
        name == "money" or (name == "conditional" and _counts_money(prepared, city))
    ):
        unknown.add(Unknown(HEADINGS[name], "money"))
    return tuple(sorted(unknown))


# --- the points of each heading, where everything needed is known


def printed(prepared: Prepared, city: Layout) -> int:
    """Return the points printed on the tiles (NEOM-SCORE-1)."""
    return sum(tile.vp or 0 for tile in _tiles(prepared, city))


def conditional(prepared: Prepared, city: Layout, tokens: int, money: int) -> int:
    """Return the points of the tiles' effects (NEOM-SCORE-2)."""
    points = 0
    for index in indices(city.plane(POINT_EFFECTS)):
        tile = tile_at(prepared, city, index)
        if tile is not None:
            for effect in tile.point_effects:
                points += effect_on_city(prepared, city, index, effect)
                points += effect_of_means(prepared, effect, tokens, money)
    return points


def effect_on_city(prepared: Prepared, city: Layout, index: int, effect: Effect) -> int:
    """Return the points of an effect that looks at the city."""
    amount = effect.amount or 0
    if effect.kind == "vp_if_position":
        return amount if _in_position(city, index, effect.position) else 0
    if effect.kind == "custom":
        return effect.hand_score or 0
    if effect.target is None:
        return 0
    counted = _counted_by_effects(prepared, city, effect.target)
    if effect.kind == "vp_per_neighbour":
        counted &= _next_to(city, index, effect.adjacency)
    return amount * counted.bit_count()


def effect_of_means(prepared: Prepared, effect: Effect, tokens: int, money: int) -> int:
    """Return the points of an effect that looks at tokens or money."""
    if effect.kind == "vp_per_good_tier" and effect.tier:
        owned = tokens & prepared.tier_masks[effect.tier]
        return (effect.amount or 0) * owned.bit_count()
    if effect.kind == "vp_per_money" and effect.per:
        return (effect.amount or 0) * (money // effect.per)
    return 0


def _in_position(city: Layout, index: int, position: str) -> bool:
    """Return whether a square is in a corner, on the border, next to the Center, or isolated."""
    if position == "isolated":
        return not BESIDE[index] & (city.plane(TILES) | CENTRE_BIT)
    squares = {"corner": CORNERS, "edge": EDGE, "centre-adjacent": CENTRE_SIDES}[position]
    return bool(squares >> index & 1)


def neighbourhoods(prepared: Prepared, city: Layout) -> int:
    """Return the points of the groups of residential tiles (NEOM-SCORE-3)."""
    rule = prepared.parameters.neighbourhood
    table = rule.vp_by_size or ()
    rest = tiles_of(prepared, city, RESIDENTIAL)
    points = 0
    while rest and table:
        group = rest & -rest
        fresh = group
        while fresh:
            fresh = spread(city, fresh, rule.adjacency) & rest & ~group
            group |= fresh
        rest &= ~group
        points += table[min(group.bit_count(), len(table)) - 1]
    return points


def spread(city: Layout, mask: int, adjacency: Adjacency | None) -> int:
    """Return the squares that are next to one of these; those that may be if that is unknown."""
    if adjacency == "orth":
        return beside(mask)
    if adjacency == "road":
        found = 0
        for index in indices(mask):
            found |= _next_to(city, index, adjacency)
        return found
    return around(mask)


def _worth_points(prepared: Prepared, goods: int) -> bool:
    """Return whether the token of one of these goods is known to change the score."""
    worth = prepared.parameters.good_vp
    return any(goods & prepared.tier_masks[tier] and worth.of(tier) for tier in TIERS)


def goods(prepared: Prepared, tokens: int) -> int:
    """Return the points of the goods tokens (NEOM-SCORE-4)."""
    worth = prepared.parameters.good_vp
    return sum(
        (tokens & prepared.tier_masks[tier]).bit_count() * (worth.of(tier) or 0) for tier in TIERS
    )


def money_points(prepared: Prepared, money: int) -> int:
    """Return the points of the money (NEOM-SCORE-5)."""
    per = prepared.parameters.money_per_vp or 1
    return -(-money // per) if prepared.parameters.money_rounding == "up" else money // per


def pollution(prepared: Prepared, city: Layout) -> int:
    """Return the points, at most 0, of polluting tiles next to residential ones (NEOM-SCORE-6)."""
    rule = prepared.parameters.pollution
    affected = ~city.plane(IGNORES_POLLUTION)
    homes = tiles_of(prepared, city, RESIDENTIAL) & affected
    if not homes or rule.source is None:
        return 0
    sources = tiles_of(prepared, city, rule.source) & affected
    if rule.unit == "residential":
        count = (homes & spread(city, sources, rule.adjacency)).bit_count()
    elif rule.unit == "industrial":
        count = (sources & spread(city, homes, rule.adjacency)).bit_count()
    else:
        count = sum(
            (homes & _next_to(city, index, rule.adjacency)).bit_count()
            for index in indices(sources)
        )
    return count * (rule.vp or 0)


def structures(prepared: Prepared, city: Layout) -> int:
    """Return the points, at most 0, for required structures the city lacks (NEOM-SCORE-7)."""
    required = prepared.parameters.required_structures or ()
    lacking = [each for each in required if not tiles_of(prepared, city, Target(tag=each.tag))]
    return -sum(each.penalty or 0 for each in lacking)


def _counts_money(prepared: Prepared, city: Layout) -> bool:
    """Return whether an effect of the city looks at money."""
    tiles = (tile_at(prepared, city, index) for index in indices(city.plane(POINT_EFFECTS)))
    return any(
        effect.kind == "vp_per_money" for tile in tiles if tile for effect in tile.point_effects
    )


def _counts_goods(prepared: Prepared, city: Layout, goods: int) -> bool:
    """Return whether an effect of the city looks at the tokens of some of these goods."""
    tiles = (tile_at(prepared, city, index) for index in indices(city.plane(POINT_EFFECTS)))
    return any(
        effect.kind == "vp_per_good_tier"
        and effect.tier
        and bool(goods & prepared.tier_masks[effect.tier])
        for tile in tiles
        if tile
        for effect in tile.point_effects
    )


# --- what effects count: tiles of a type or with a tag


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


def _counted_by_effects(prepared: Prepared, layout: Layout, target: Target) -> int:
    """Return those squares, with the bare Center if it counts as a raw-material tile."""
    tiles = tiles_of(prepared, layout, target)
    if target == RAW and prepared.parameters.centre_counts_as_raw:
        return tiles | CENTRE_BIT & ~layout.plane(TILES)
    return tiles


def _next_to(layout: Layout, index: int, adjacency: Adjacency | None) -> int:
    """Return the squares that are next to a square, by its number."""
    if adjacency == "orth":
        return BESIDE[index]
    if adjacency == "road":
        return road_neighbours(roads_of(layout), 1 << index)
    return AROUND[index]


# --- income, received after the seventh turn of each Generation


def income(prepared: Prepared, layout: Layout) -> int:
    """Return the income of a city of which everything needed is known."""
    city = city_that_counts(prepared, layout)
    amount = 0
    for index in indices(city.plane(TILES)):
        tile = tile_at(prepared, city, index)
        if tile is not None:
            amount += tile.source.income or 0
            for effect in tile.income_effects:
                amount += income_by_effect(prepared, city, index, effect)
    return amount


def income_by_effect(prepared: Prepared, city: Layout, index: int, effect: Effect) -> int:
    """Return the income of one effect of the tile on a square."""
    if effect.target is None:
        return 0
    counted = _counted_by_effects(prepared, city, effect.target)
    if effect.kind == "income_per_neighbour":
        counted &= _next_to(city, index, effect.adjacency)
    return (effect.amount or 0) * counted.bit_count()


# --- what score and income need and the catalogue leaves unknown

_WITHOUT_AMOUNT = {"protect", "power", "ignore_pollution", "extra_cornerstone"}

_COUNTS_NEAR = {
    "vp_per_neighbour": True,
    "income_per_neighbour": True,
    "vp_per_count": False,
    "income_per_count": False,
}
"""The kinds of effects that count tiles, and whether only tiles next to theirs."""


def _heading_needs(
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
    found = set(_counting_needs(prepared, layout, _INCOME_RULE))
    city = city_that_counts(prepared, layout)
    found |= {
        Unknown(_INCOME_RULE, f"tiles/{each.id}/income")
        for each in _tiles(prepared, city)
        if each.income is None
    }
    return tuple(sorted(found | set(_effect_needs(prepared, city, _INCOME_RULE, income=True))))


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
        near = _next_to(city, index, effect.adjacency)
        if effect.adjacency == "road":
            yield from _roads_needed(prepared, city, 1 << index, rule)
    yield from _members_needed(prepared, city, effect.target, near, rule)
    bare = CENTRE_BIT & ~city.plane(TILES) & near
    raw = effect.target == RAW
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
