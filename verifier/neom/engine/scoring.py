"""The points of each heading, where everything needed is known (NEOM-SCORE-1 to -7)."""

from __future__ import annotations

from verifier.neom.engine.counting import counted_by_effects, next_to, tiles_of
from verifier.neom.engine.grid import (
    BESIDE,
    CENTRE_BIT,
    CENTRE_SIDES,
    CORNERS,
    EDGE,
    around,
    beside,
    indices,
)
from verifier.neom.engine.prepared import (
    IGNORES_POLLUTION,
    POINT_EFFECTS,
    TILES,
    Layout,
    Prepared,
    tile_at,
)
from verifier.neom.parameters import TIERS, Adjacency, Target
from verifier.neom.tile_catalogue import Effect

RESIDENTIAL = Target(type="residential")


def printed(prepared: Prepared, city: Layout) -> int:
    """Return the points printed on the tiles (NEOM-SCORE-1)."""
    tiles = (tile_at(prepared, city, index) for index in indices(city.plane(TILES)))
    return sum(tile.source.vp or 0 for tile in tiles if tile)


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
        return amount if in_position(city, index, effect.position) else 0
    if effect.kind == "custom":
        return effect.hand_score or 0
    if effect.target is None:
        return 0
    counted = counted_by_effects(prepared, city, effect.target)
    if effect.kind == "vp_per_neighbour":
        counted &= next_to(city, index, effect.adjacency)
    return amount * counted.bit_count()


def effect_of_means(prepared: Prepared, effect: Effect, tokens: int, money: int) -> int:
    """Return the points of an effect that looks at tokens or money."""
    if effect.kind == "vp_per_good_tier" and effect.tier:
        owned = tokens & prepared.tier_masks[effect.tier]
        return (effect.amount or 0) * owned.bit_count()
    if effect.kind == "vp_per_money" and effect.per:
        return (effect.amount or 0) * (money // effect.per)
    return 0


def in_position(city: Layout, index: int, position: str) -> bool:
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
            found |= next_to(city, index, adjacency)
        return found
    return around(mask)


def worth_points(prepared: Prepared, goods: int) -> bool:
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
            (homes & next_to(city, index, rule.adjacency)).bit_count() for index in indices(sources)
        )
    return count * (rule.vp or 0)


def structures(prepared: Prepared, city: Layout) -> int:
    """Return the points, at most 0, for required structures the city lacks (NEOM-SCORE-7)."""
    required = prepared.parameters.required_structures or ()
    lacking = [each for each in required if not tiles_of(prepared, city, Target(tag=each.tag))]
    return -sum(each.penalty or 0 for each in lacking)


def counts_money(prepared: Prepared, city: Layout) -> bool:
    """Return whether an effect of the city looks at money."""
    tiles = (tile_at(prepared, city, index) for index in indices(city.plane(POINT_EFFECTS)))
    return any(
        effect.kind == "vp_per_money" for tile in tiles if tile for effect in tile.point_effects
    )


def counts_goods(prepared: Prepared, city: Layout, goods: int) -> bool:
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
