"""The score by headings and the income, each a sum over what lies on the squares.

NEOM-SCORE-1 to -7, NEOM-INCOME-1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom.model.facts import Facts
from verifier.neom.model.table import City, Table, beside
from verifier.neom.parameters import Target
from verifier.neom.state import CENTRE, HEADINGS, SIDE, SQUARES, Heading, HeadingName, Score, Square
from verifier.neom.tiles import Effect, Tile

_RESIDENTIAL = "residential"


def headings(table: Table) -> dict[HeadingName, Sum]:
    """Return the points of every heading if the game ended now."""
    city = _counted_city(table.city)
    return {name: _HEADINGS[name](table, city) for name in HEADINGS}


def points(table: Table) -> Sum:
    """Return the sum of the headings."""
    return table.facts.builder.plus(*headings(table).values())


def score(table: Table) -> Score:
    """Return the headings, or what they would need to be determined."""
    found = []
    for name, number in headings(table).items():
        unknown = table.facts.unknown_in(HEADINGS[name], numbers=[number])
        found.append(Heading(name, None if number.terms else number.constant, unknown))
    return tuple(found)


def _printed(_: Table, city: City) -> Sum:
    facts = city.facts
    b = facts.builder
    return b.plus(
        *(
            b.choose(lies, facts.number(tile.vp, f"tiles/{tile.id}/vp"), Sum())
            for _, tile, lies in city.tiles()
        )
    )


def _conditional(table: Table, city: City) -> Sum:
    facts = city.facts
    b = facts.builder
    numbers = []
    for square, tile, lies in city.tiles():
        numbers += [_by_place(city, square, tile, lies), _by_goods(table, tile, lies)]
        numbers += [_by_money(table, tile, lies)]
        for path, effect in facts.effects(tile, "custom"):
            numbers.append(facts.scaled(effect.hand_score, f"{path}/hand_score", [lies]))
        numbers.append(b.choose(lies, facts.unknown_effects(tile, "vp"), Sum()))
    return b.plus(*numbers)


def _by_place(city: City, square: Square, tile: Tile, lies: Lit) -> Sum:
    """Return the points for neighbours, tiles of the city, and where the tile lies."""
    facts = city.facts
    b = facts.builder
    numbers = []
    for path, effect in facts.effects(tile, "vp_per_neighbour", "vp_per_count", "vp_if_position"):
        if effect.kind == "vp_if_position":
            counted = [b.both(lies, _in_position(city, square, effect))]
        else:
            counted = counts(city, square, lies, path, effect)
        numbers.append(facts.scaled(effect.amount, f"{path}/amount", counted))
    return b.plus(*numbers)


def _by_goods(table: Table, tile: Tile, lies: Lit) -> Sum:
    facts = table.facts
    b = facts.builder
    numbers = []
    for path, effect in facts.effects(tile, "vp_per_good_tier"):
        if effect.tier:
            goods = [table.tokens.get(good, FALSE) for good in facts.goods_of(effect.tier)]
            counted = [b.both(lies, owned) for owned in goods]
            numbers.append(facts.scaled(effect.amount, f"{path}/amount", counted))
    return b.plus(*numbers)


def _by_money(table: Table, tile: Tile, lies: Lit) -> Sum:
    facts = table.facts
    b = facts.builder
    numbers = []
    for path, effect in facts.effects(tile, "vp_per_money"):
        full = _full(facts, table.money, effect.per, f"{path}/per")
        if effect.amount is not None:
            worth = b.times(effect.amount, full)
        elif full.terms:
            worth = facts.number(None, f"{path}/amount")
        else:
            worth = b.times(full.constant, facts.number(None, f"{path}/amount"))
        numbers.append(b.choose(lies, worth, Sum()))
    return b.plus(*numbers)


def _full(facts: Facts, money: Sum, per: int | None, path: str, *, begun: bool = False) -> Sum:
    """Return how many full amounts, or begun ones, there are in the money; none in a debt."""
    b = facts.builder
    if per is None:
        return Sum() if money == Sum() else facts.number(None, path)
    if not money.terms:
        full, rest = divmod(max(money.constant, 0), per)
        return Sum(full + (1 if begun and rest else 0))
    low, high = b.range(money)
    if high - low > _KNOWN_RANGE:
        return money  # no number either, and it depends on what is unknown about the money
    first = 1 if begun else per
    return b.count(b.at_least(money, bound) for bound in range(first, high + 1, per))


_KNOWN_RANGE = 10**5
"""Money varies by less than this unless it is unknown."""


def _neighbourhoods(_: Table, city: City) -> Sum:
    """NEOM-SCORE-3: each group of residential tiles, by its size.

    ``together`` is the smallest relation that contains all pairs of neighbours and is closed under
    composition. A group is counted on its first square.
    """
    facts = city.facts
    b, rule = facts.builder, facts.parameters.neighbourhood
    homes = {
        s: is_home for s in city.squares if (is_home := city.is_type(s, _RESIDENTIAL)) != FALSE
    }
    if not homes:
        return Sum()
    if rule.vp_by_size is None:
        some = b.any_of(homes.values())
        return b.choose(some, facts.number(None, "neighbourhood.vp_by_size"), Sum())
    together = _together(city, homes)
    steps = [later - earlier for earlier, later in pairwise((0, *rule.vp_by_size))]
    numbers = []
    squares = list(homes)
    for place, square in enumerate(squares):
        first = b.both(homes[square], *(-together[other, square] for other in squares[:place]))
        if first == FALSE:
            continue
        size = b.plus(
            b.count([homes[square]]),
            b.count(together[_pair(square, other)] for other in squares if other != square),
        )
        numbers += [
            b.times(step, b.count([b.both(first, b.at_least(size, number))]))
            for number, step in enumerate(steps, 1)
        ]
    return b.plus(*numbers)


def _pair(one: Square, other: Square) -> tuple[Square, Square]:
    return (one, other) if one < other else (other, one)


def _together(city: City, homes: Mapping[Square, Lit]) -> dict[tuple[Square, Square], Lit]:
    b, adjacency = city.builder, city.facts.parameters.neighbourhood.adjacency
    squares = list(homes)
    found = {
        (one, other): b.both(
            homes[one],
            homes[other],
            city.next_to(one, other, adjacency, "neighbourhood.adjacency"),
        )
        for place, one in enumerate(squares)
        for other in squares[place + 1 :]
    }
    for between in squares:
        for pair, already in list(found.items()):
            if between not in pair and already != TRUE:
                one, other = pair
                over = b.both(found[_pair(one, between)], found[_pair(between, other)])
                found[pair] = b.either(already, over)
    return found


def _goods(table: Table, _: City) -> Sum:
    facts = table.facts
    b = facts.builder
    numbers = []
    for good, owned in table.tokens.items():
        tier = facts.catalogue.tier(good)
        worth = facts.number(facts.parameters.good_vp.of(tier), f"good_vp.{tier}")
        numbers.append(b.choose(owned, worth, Sum()))
    return b.plus(*numbers)


def _money(table: Table, _: City) -> Sum:
    """NEOM-SCORE-5: what is left over is rounded down or up."""
    facts = table.facts
    b, parameters = facts.builder, facts.parameters
    rounding = parameters.money_rounding
    up = facts.truth(None if rounding is None else rounding == "up", "money_rounding")
    down_, up_ = (
        _full(facts, table.money, parameters.money_per_vp, "money_per_vp", begun=begun)
        for begun in (False, True)
    )
    return b.choose(up, up_, down_)


def _pollution(_: Table, city: City) -> Sum:
    return pollution_of(city)


def pollution_of(city: City) -> Sum:
    """NEOM-SCORE-6: pairs of a polluting and a residential tile next to each other."""
    facts = city.facts
    b, rule = facts.builder, facts.parameters.pollution
    touched = [
        (square, -city.where(square, lambda tile: facts.has_effect(tile, "ignore_pollution")))
        for square in city.squares
    ]
    homes = {s: b.both(counts, city.is_type(s, _RESIDENTIAL)) for s, counts in touched}
    sources = {s: b.both(counts, _pollutes(city, s, rule.source)) for s, counts in touched}
    pairs = {
        (source, home): b.both(
            sources[source],
            homes[home],
            city.next_to(source, home, rule.adjacency, "pollution.adjacency"),
        )
        for source in sources
        if sources[source] != FALSE
        for home in homes
        if home != source and homes[home] != FALSE
    }
    live = {pair: literal for pair, literal in pairs.items() if literal != FALSE}
    polluted = [b.any_of(lit for (_, h), lit in live.items() if h == home) for home in homes]
    polluting = [b.any_of(lit for (s, _), lit in live.items() if s == source) for source in sources]
    by_unit = {
        "pair": facts.scaled(rule.vp, "pollution.vp", live.values()),
        "residential": facts.scaled(rule.vp, "pollution.vp", polluted),
        "industrial": facts.scaled(rule.vp, "pollution.vp", polluting),
    }
    if rule.unit is not None:
        return by_unit[rule.unit]
    one, other = (facts.truth(None, "pollution.unit", part) for part in ("pair", "residential"))
    return b.choose(
        one, by_unit["pair"], b.choose(other, by_unit["residential"], by_unit["industrial"])
    )


def _pollutes(city: City, square: Square, source: Target | None) -> Lit:
    if source is None:
        there = city.occupied(square)
        unknown = city.facts.truth(None, "pollution.source", str(square))
        return city.builder.both(there, unknown)
    return city.is_target(square, source)


def _structures(_: Table, city: City) -> Sum:
    """NEOM-SCORE-7: the penalty of each required tag that no tile has."""
    facts = city.facts
    b, required = facts.builder, facts.parameters.required_structures
    if required is None:
        return facts.number(None, "required_structures")
    numbers = []
    for place, structure in enumerate(required):
        tag = structure.tag
        there = city.anywhere(lambda tile, tag=tag: facts.has_tag(tile, tag))  # type: ignore[misc]  # the default binds the tag now
        penalty = facts.number(structure.penalty, f"required_structures/{place}/penalty")
        numbers.append(b.choose(there, Sum(), b.times(-1, penalty)))
    return b.plus(*numbers)


_HEADINGS: dict[HeadingName, Callable[[Table, City], Sum]] = {
    "printed": _printed,
    "conditional": _conditional,
    "neighbourhoods": _neighbourhoods,
    "goods": _goods,
    "money": _money,
    "pollution": _pollution,
    "structures": _structures,
}


# --- what effects count, and the income


def _counted_city(city: City) -> City:
    """Return the city that income and points are computed on: all of it, or its linked part."""
    unlinked = city.facts.parameters.unlinked_tiles
    ignored = city.facts.truth(
        None if unlinked is None else unlinked == "ignored", "unlinked_tiles"
    )
    return city.linked_part(ignored)


def income(city: City) -> Sum:
    """Return what all tiles of the city bring at the end of a Generation."""
    city = _counted_city(city)
    facts = city.facts
    b = facts.builder
    numbers = []
    for square, tile, lies in city.tiles():
        numbers.append(b.choose(lies, facts.number(tile.income, f"tiles/{tile.id}/income"), Sum()))
        for path, effect in facts.effects(tile, "income_per_neighbour", "income_per_count"):
            counted = counts(city, square, lies, path, effect)
            numbers.append(facts.scaled(effect.amount, f"{path}/amount", counted))
        numbers.append(b.choose(lies, facts.unknown_effects(tile, "income"), Sum()))
    return b.plus(*numbers)


def counts(city: City, square: Square, lies: Lit, path: str, effect: Effect) -> list[Lit]:
    """Return what an effect of a tile counts that lies on a square: neighbours or tiles."""
    b = city.builder
    if effect.target is None:  # nobody has said of what
        return [b.both(lies, city.facts.truth(None, f"{path}/target"))]
    if effect.kind.endswith("_per_count"):
        return [b.both(lies, there) for there in _targets(city, SQUARES, effect.target)]
    near = []
    for other in SQUARES:
        if other != square:
            there = _target(city, other, effect.target)
            if there != FALSE:
                close = city.next_to(square, other, effect.adjacency, f"{path}/adjacency")
                near.append(b.both(lies, there, close))
    return near


def _targets(city: City, squares: tuple[Square, ...], target: Target) -> Iterator[Lit]:
    for square in squares:
        there = _target(city, square, target)
        if there != FALSE:
            yield there


def _target(city: City, square: Square, target: Target) -> Lit:
    """Return whether a square counts; the bare Center may count as a raw tile."""
    b, there = city.builder, city.is_target(square, target)
    if square != CENTRE or target.type != "raw":
        return there
    as_raw = city.facts.truth(city.facts.parameters.centre_counts_as_raw, "centre_counts_as_raw")
    return b.either(there, b.both(city.bare, as_raw))


def _in_position(city: City, square: Square, effect: Effect) -> Lit:
    """Return whether a tile on a square lies where ``vp_if_position`` asks."""
    b = city.builder
    row, column = square
    on_border = [at in (0, SIDE - 1) for at in square]
    match effect.position:
        case "corner":
            return b.const(all(on_border))
        case "edge":
            return b.const(any(on_border))
        case "centre-adjacent":
            return b.const(abs(row - CENTRE[0]) + abs(column - CENTRE[1]) == 1)
        case _:
            return b.all_of(
                FALSE if other == CENTRE else -city.occupied(other) for _, other in beside(square)
            )
