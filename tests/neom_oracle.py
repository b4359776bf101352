"""A naive third implementation of NEOM solo, which only tests use: literal, slow, no shortcuts.

It computes everything anew from the whole city whenever it is asked, and tries every subset and
every spread. It knows complete catalogues only: a value that is unknown fails an assertion.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from typing import TypeVar

from verifier.neom.parameters import DISASTERS, Adjacency, Disaster, Loss, Target
from verifier.neom.state import (
    CENTRE,
    GENERATIONS,
    HEADINGS,
    PREVENTABLE,
    SIDE,
    SQUARES,
    TURNS,
    Action,
    City,
    DisasterAnswer,
    FirstAction,
    Heading,
    HeadingName,
    Outcome,
    RouteSide,
    Score,
    Square,
    State,
    first_action,
)
from verifier.neom.tiles import Roads, Tile, TileCatalogue

_T = TypeVar("_T")

MAY_BUY = {1: ("raw",), 2: ("raw", "processed"), 3: ("raw", "processed", "luxury")}
"""NEOM-BUY-2, -3, -4."""

_WEST: tuple[RouteSide, ...] = ("west",)
_EAST: tuple[RouteSide, ...] = ("east",)
_SIDES = _WEST + _EAST


def known(value: _T | None) -> _T:
    """Return a value that the catalogue must state."""
    assert value is not None
    return value


# -- geometry ------------------------------------------------------------------------------------


def touching(one: Square, other: Square) -> bool:
    """Return whether two squares share an edge."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def diagonal(one: Square, other: Square) -> bool:
    """Return whether two squares meet at a corner only."""
    return abs(one[0] - other[0]) == 1 and abs(one[1] - other[1]) == 1


def roads_at(catalogue: TileCatalogue, city: City, square: Square) -> Roads:
    """Return the roads that lie on a square: those of the tile on top, or of the bare Center."""
    tile = city.at(square)
    if tile is not None:
        return known(catalogue.tile(tile).roads)
    if square == CENTRE:
        return known(catalogue.board(city.board).roads)
    return Roads(north=False, east=False, south=False, west=False)


def road_between(catalogue: TileCatalogue, city: City, one: Square, other: Square) -> bool:
    """Return whether both facing edges of two squares that touch carry a road."""
    here, there = roads_at(catalogue, city, one), roads_at(catalogue, city, other)
    match (other[0] - one[0], other[1] - one[1]):
        case (-1, 0):
            return here.north and there.south
        case (1, 0):
            return here.south and there.north
        case (0, 1):
            return here.east and there.west
        case (0, -1):
            return here.west and there.east
    return False


def next_to(
    catalogue: TileCatalogue, city: City, adjacency: Adjacency, one: Square, other: Square
) -> bool:
    """Return whether two squares are next to each other in this sense."""
    if adjacency == "road":
        return touching(one, other) and road_between(catalogue, city, one, other)
    return touching(one, other) or (adjacency == "orth+diag" and diagonal(one, other))


def reached(catalogue: TileCatalogue, city: City) -> set[Square]:
    """Return the Center and all squares that roads link to it."""
    lying = {square for square, _ in city.tiles}
    found = {CENTRE}
    while True:
        more = {
            square
            for square in lying - found
            if any(
                touching(square, other) and road_between(catalogue, city, square, other)
                for other in found
            )
        }
        if not more:
            return found
        found |= more


def linked(catalogue: TileCatalogue, city: City) -> frozenset[Square]:
    """Return the squares with a tile that are linked to the Center, the Center left out."""
    return frozenset(reached(catalogue, city) - {CENTRE})


# -- what a tile is ------------------------------------------------------------------------------


def type_at(catalogue: TileCatalogue, city: City, square: Square) -> str:
    """Return the type of the tile on top; the bare Center is a raw-material site."""
    tile = city.at(square)
    covered_centre_is_raw = catalogue.parameters.covered_centre == "raw"
    if square == CENTRE and (tile is None or covered_centre_is_raw):
        return "raw"
    return catalogue.tile(known(tile)).type


def tags_of(tile: Tile) -> set[str]:
    """Return all its tags, ``power`` by effect among them."""
    powered = {"power"} if any(effect.kind == "power" for effect in known(tile.effects)) else set()
    return set(known(tile.tags)) | powered


def is_target(catalogue: TileCatalogue, city: City, square: Square, target: Target) -> bool:
    """Return whether the tile on top of a square, or the bare Center, is what an effect counts."""
    tile = city.at(square)
    if tile is None:
        bare_centre_counts = known(catalogue.parameters.centre_counts_as_raw)
        return square == CENTRE and bare_centre_counts and target.type == "raw"
    if target.type:
        return type_at(catalogue, city, square) == target.type
    return target.tag in tags_of(catalogue.tile(tile))


# -- placing -------------------------------------------------------------------------------------


def may_cover(catalogue: TileCatalogue, city: City, tile: Tile, square: Square) -> bool:
    """Return whether NEOM-PLACE-5 to -9 let a tile lie on this square, whatever its roads."""
    overbuild = catalogue.parameters.overbuild
    under = city.at(square)
    if under is None and square != CENTRE:
        return True
    if tile.deck == "C" and not known(overbuild.cornerstone_may):
        return False
    under_type = type_at(catalogue, city, square)
    return under_type in ("raw", tile.type)


def squares(catalogue: TileCatalogue, city: City, tile_id: str) -> frozenset[Square]:
    """Return the squares where roads and overbuilding allow a tile."""
    tile = catalogue.tile(tile_id)
    if tile.type == "disaster":
        return frozenset()
    found = set()
    for square in SQUARES:
        if not may_cover(catalogue, city, tile, square):
            continue
        after = city.with_tile(square, tile_id)
        if square not in reached(catalogue, after):
            continue
        if square != CENTRE and known(catalogue.parameters.overbuild.must_keep_links):
            others = linked(catalogue, city) - {square}
            if not others <= linked(catalogue, after):
                continue
        found.add(square)
    return frozenset(found)


def producers(catalogue: TileCatalogue, city: City) -> set[str]:
    """Return all goods that tiles of the city, or the bare Center, produce."""
    made = {good for _, tile in city.tiles for good in known(catalogue.tile(tile).produces)}
    if city.at(CENTRE) is None:
        made.add(known(catalogue.board(city.board).good))
    return made


def tokens_after(
    catalogue: TileCatalogue, tokens: frozenset[str], before: City, after: City, *, keep: bool
) -> frozenset[str]:
    """Return the tokens when one city has become another."""
    stopped = producers(catalogue, before) - producers(catalogue, after)
    kept = tokens if keep else tokens - stopped
    return kept | (producers(catalogue, after) - producers(catalogue, before))


# -- buying --------------------------------------------------------------------------------------


def price(catalogue: TileCatalogue, city: City, good: str) -> int:
    """Return what a good costs, Trade Routes aside."""
    tier = catalogue.tier(good)
    changes = sum(
        known(effect.amount)
        for _, tile in city.tiles
        for effect in known(catalogue.tile(tile).effects)
        if effect.kind == "price_change" and effect.tier == tier
    )
    return max(0, known(catalogue.parameters.good_price.of(tier)) + changes)


def active_routes(catalogue: TileCatalogue, city: City) -> set[RouteSide]:
    """Return the Trade Routes that are active."""
    route = catalogue.parameters.trade_route
    in_reach = reached(catalogue, city)
    active: set[RouteSide] = set()
    for row in known(route.rows):
        for side, column in (("west", 0), ("east", SIDE - 1)):
            square = (row, column)
            tile = city.at(square)
            if tile is None or (known(route.linked) and square not in in_reach):
                continue
            if getattr(known(catalogue.tile(tile).roads), side):
                active.add("west" if side == "west" else "east")
    return active


def least_paid(catalogue: TileCatalogue, prices: list[int], uses: int) -> int | None:
    """Return the least sum if each of so many uses lowers something; None if that cannot be."""
    route = catalogue.parameters.trade_route
    if not uses:
        return sum(prices)
    if not prices:
        return None
    piles = [sum(prices)] if known(route.scope) == "per_purchase" else prices
    sums = []
    for spread in product(range(len(piles)), repeat=uses):
        now = list(piles)
        for pile in spread:
            lowered = max(route.floor, now[pile] - route.discount)
            if lowered >= now[pile]:
                break
            now[pile] = lowered
        else:
            sums.append(sum(now))
    return min(sums, default=None)


def payments(
    catalogue: TileCatalogue, state: State, tile: Tile, square: Square
) -> list[tuple[tuple[str, ...], tuple[RouteSide, ...], int]]:
    """Return what may be bought for a tile, the routes used, and what is paid with the tile."""
    after = state.city.with_tile(square, tile.id)
    keep = known(catalogue.parameters.overbuild.keep_token)
    read_after = known(catalogue.parameters.requirements_read) == "after"
    city = after if read_after else state.city
    tokens = (
        tokens_after(catalogue, state.tokens, state.city, after, keep=keep)
        if read_after
        else state.tokens
    )
    if not has_needed_tiles(catalogue, city, tile):
        return []
    missing = sorted(set(known(tile.needs_goods)) - tokens)
    if any(catalogue.tier(good) not in MAY_BUY[state.generation] for good in missing):
        return []
    prices = [price(catalogue, city, good) for good in missing]
    active = active_routes(catalogue, city)
    most = catalogue.parameters.trade_route.per_generation
    ranges = [
        range(most - used + 1 if side in active else 1)
        for side, used in zip(_SIDES, state.routes_used, strict=True)
    ]
    found = []
    for west, east in product(*ranges):
        goods = least_paid(catalogue, prices, west + east)
        if goods is None or goods + known(tile.cost) > state.money:
            continue
        routes: tuple[RouteSide, ...] = _WEST * west + _EAST * east
        found.append((tuple(missing), routes, goods + known(tile.cost)))
    return found


def has_needed_tiles(catalogue: TileCatalogue, city: City, tile: Tile) -> bool:
    """Return whether the city has the other tiles and tags that a tile requires (NEOM-REQ-2)."""
    there: Counter[str] = Counter()
    for other in (each for _, each in city.tiles if each != tile.id):
        there.update({other} | tags_of(catalogue.tile(other)))
    return all(there[need] >= times for need, times in Counter(known(tile.needs_tiles)).items())


def cap_allows(catalogue: TileCatalogue, state: State, after: City) -> bool:
    """Return whether one more Cornerstone, as it lies in ``after``, keeps the cap."""
    if known(catalogue.parameters.cornerstones_counted) == "in_city":
        count = sum(catalogue.tile(tile).deck == "C" for _, tile in after.tiles)
    else:
        count = state.cornerstones_placed + 1
    return count <= known(catalogue.parameters.cornerstone_cap)[state.generation - 1]


# -- a turn --------------------------------------------------------------------------------------


def outcomes(catalogue: TileCatalogue, state: State, pack: tuple[str, ...]) -> frozenset[Outcome]:
    """Return everything the turn can be when this pack is revealed."""
    shown = any(catalogue.tile(tile).type == "disaster" for tile in pack)
    found = set()
    for action, paid, after in actions(catalogue, state, pack):
        prevented = action.kind == "prevent"
        over = state.disaster_over or prevented
        strikes = not over and (shown or state.turn == TURNS)
        found |= {
            Outcome(replace(action, disaster=answer), paid, ended)
            for answer, ended in close(
                catalogue, replace(after, disaster_over=over or strikes), strikes=strikes
            )
        }
    return frozenset(found)


def actions(
    catalogue: TileCatalogue, state: State, pack: tuple[str, ...]
) -> list[tuple[Action, int, State]]:
    """Return the actions, what is paid, and the state before a Disaster and income."""
    found = []
    cornerstones = [
        way
        for cornerstone in sorted(state.reserve)
        for way in placings(catalogue, state, Action("cornerstone", "", cornerstone))
    ]
    for selected in pack:
        tile = catalogue.tile(selected)
        if tile.type == "disaster":
            if state.turn <= PREVENTABLE and not state.disaster_over:
                found.append((Action("prevent", selected), 0, state))
            continue
        sold = replace(state, money=state.money + known(catalogue.parameters.sell_value))
        found.append((Action("sell", selected), 0, sold))
        found += placings(catalogue, state, Action("place", selected, selected))
        for action, paid, after in cornerstones:
            found.append((replace(action, selected=selected), paid, after))
    return found


def placings(
    catalogue: TileCatalogue, state: State, action: Action
) -> list[tuple[Action, int, State]]:
    """Return all ways to place a tile."""
    tile = catalogue.tile(action.placed)
    found = []
    for square in sorted(squares(catalogue, state.city, tile.id)):
        city = state.city.with_tile(square, tile.id)
        is_cornerstone = action.kind == "cornerstone"
        if is_cornerstone and not cap_allows(catalogue, state, city):
            continue
        received = known(tile.on_place) + sum(
            known(effect.amount) for effect in known(tile.effects) if effect.kind == "money_now"
        )
        keep = known(catalogue.parameters.overbuild.keep_token)
        for bought, routes, paid in payments(catalogue, state, tile, square):
            west, east = state.routes_used
            after = replace(
                state,
                city=city,
                tokens=tokens_after(catalogue, state.tokens, state.city, city, keep=keep),
                money=state.money - paid + received,
                reserve=state.reserve - {tile.id},
                cornerstones_placed=state.cornerstones_placed + is_cornerstone,
                routes_used=(west + routes.count("west"), east + routes.count("east")),
            )
            found.append(
                (replace(action, square=square, bought=bought, routes=routes), paid, after)
            )
    return found


def close(
    catalogue: TileCatalogue, state: State, *, strikes: bool
) -> list[tuple[DisasterAnswer | None, State]]:
    """Return how a turn can end: the answers to a Disaster that strikes, income, the next turn."""
    last = state.turn == TURNS
    first_income = last and not known(catalogue.parameters.disaster_before_income)
    if first_income:
        state = replace(state, money=state.money + income(catalogue, state.city))
    ways: list[tuple[DisasterAnswer | None, State]] = (
        list(strike(catalogue, state)) if strikes else [(None, state)]
    )
    if last and not first_income:
        ways = [
            (answer, replace(after, money=after.money + income(catalogue, after.city)))
            for answer, after in ways
        ]
    return [(answer, next_turn(after)) for answer, after in ways]


def next_turn(state: State) -> State:
    """Return the state that the next turn finds."""
    if state.turn < TURNS:
        return replace(state, turn=state.turn + 1)
    if state.generation < GENERATIONS:
        return replace(
            state,
            generation=state.generation + 1,
            turn=1,
            routes_used=(0, 0),
            disaster_over=False,
        )
    return replace(state, turn=TURNS + 1, routes_used=(0, 0), disaster_over=True)


def is_protected(catalogue: TileCatalogue, state: State) -> bool:
    """Return whether a tile of the city protects against this Generation's Disaster."""
    if state.generation == 1:
        return False  # NEOM-DISASTER-5: nothing protects against the Flood
    tags = known(catalogue.parameters.disaster(state.generation).protected_by)
    name = DISASTERS[state.generation - 1]
    tiles = [catalogue.tile(tile) for _, tile in state.city.tiles]
    return any(
        tags_of(tile) & set(tags)
        or any(
            effect.kind == "protect" and effect.disaster == name for effect in known(tile.effects)
        )
        for tile in tiles
    )


def strike(catalogue: TileCatalogue, state: State) -> list[tuple[DisasterAnswer, State]]:
    """Return the answers to a Disaster that strikes, each with the state after it."""
    if is_protected(catalogue, state):
        return [(DisasterAnswer("protected"), state)]
    disaster = catalogue.parameters.disaster(state.generation)
    ways: list[tuple[DisasterAnswer, State]] = []
    pay = known(disaster.pay)
    loss = disaster.lose
    assert loss is not None
    if pay is not False and pay <= state.money:
        ways.append((DisasterAnswer("pay"), replace(state, money=state.money - pay)))
    eligible = _eligible(catalogue, state.city, disaster)
    if isinstance(loss, Loss):
        ways += [
            lose(catalogue, state, chosen) for chosen in combinations(eligible, known(loss.count))
        ]
    if ways:
        return ways
    if pay is False and loss is False:
        return [(DisasterAnswer("nothing"), state)]
    if disaster.partial == "tiles":
        return [lose(catalogue, state, tuple(eligible))]
    if disaster.partial == "money":
        return [(DisasterAnswer("pay"), replace(state, money=0))]
    assert disaster.partial == "nothing"
    return [(DisasterAnswer("nothing"), state)]


def _eligible(catalogue: TileCatalogue, city: City, disaster: Disaster) -> list[Square]:
    loss = disaster.lose
    if not isinstance(loss, Loss):
        return []
    return [
        square
        for square, _ in city.tiles
        if known(loss.type) in ("any", type_at(catalogue, city, square))
    ]


def lose(
    catalogue: TileCatalogue, state: State, chosen: tuple[Square, ...]
) -> tuple[DisasterAnswer, State]:
    """Return the answer that loses these tiles, and the state after it."""
    city = state.city.without(frozenset(chosen))
    keep = known(catalogue.parameters.disaster_keeps_token)
    tokens = tokens_after(catalogue, state.tokens, state.city, city, keep=keep)
    return DisasterAnswer("lose", chosen), replace(state, city=city, tokens=tokens)


# -- income and score ----------------------------------------------------------------------------


def counted(catalogue: TileCatalogue, city: City) -> City:
    """Return the city as income and score see it (``unlinked_tiles``)."""
    if known(catalogue.parameters.unlinked_tiles) == "count":
        return city
    in_reach = reached(catalogue, city)
    return city.without(frozenset(square for square, _ in city.tiles if square not in in_reach))


def neighbours(catalogue: TileCatalogue, city: City, square: Square, effect_at: int) -> int:
    """Return how many neighbours the effect of this index of the tile on a square counts."""
    effect = known(catalogue.tile(known(city.at(square))).effects)[effect_at]
    return sum(
        next_to(catalogue, city, known(effect.adjacency), square, other)
        and is_target(catalogue, city, other, known(effect.target))
        for other in SQUARES
    )


def count(catalogue: TileCatalogue, city: City, target: Target) -> int:
    """Return how many tiles of the city, or the bare Center, are of a target."""
    return sum(is_target(catalogue, city, square, target) for square in SQUARES)


def income(catalogue: TileCatalogue, whole: City) -> int:
    """Return the income of a city (NEOM-INCOME-1)."""
    city = counted(catalogue, whole)
    received = 0
    for square, tile_id in city.tiles:
        tile = catalogue.tile(tile_id)
        received += known(tile.income)
        for index, effect in enumerate(known(tile.effects)):
            if effect.kind == "income_per_neighbour":
                received += known(effect.amount) * neighbours(catalogue, city, square, index)
            elif effect.kind == "income_per_count":
                received += known(effect.amount) * count(catalogue, city, known(effect.target))
    return received


def score(catalogue: TileCatalogue, state: State) -> Score:
    """Return the score by headings if the game ended now."""
    city = counted(catalogue, state.city)
    money_per_vp = known(catalogue.parameters.money_per_vp)
    rounded = state.money // money_per_vp
    if known(catalogue.parameters.money_rounding) == "up" and state.money % money_per_vp:
        rounded += 1
    points: dict[HeadingName, int] = {
        "printed": sum(known(catalogue.tile(tile).vp) for _, tile in city.tiles),
        "conditional": sum(
            effect_points(catalogue, state, city, square, index)
            for square, tile in city.tiles
            for index in range(len(known(catalogue.tile(tile).effects)))
        ),
        "neighbourhoods": neighbourhood_points(catalogue, city),
        "goods": sum(
            known(catalogue.parameters.good_vp.of(catalogue.tier(good))) for good in state.tokens
        ),
        "money": rounded,
        "pollution": pollution_points(catalogue, city),
        "structures": -sum(
            known(structure.penalty)
            for structure in known(catalogue.parameters.required_structures)
            if not any(structure.tag in tags_of(catalogue.tile(tile)) for _, tile in city.tiles)
        ),
    }
    return tuple(Heading(name, points[name]) for name in HEADINGS)


def effect_points(
    catalogue: TileCatalogue, state: State, city: City, square: Square, index: int
) -> int:
    """Return the points of one effect of the tile on a square."""
    effect = known(catalogue.tile(known(city.at(square))).effects)[index]
    match effect.kind:
        case "vp_per_neighbour":
            times = neighbours(catalogue, city, square, index)
        case "vp_per_count":
            times = count(catalogue, city, known(effect.target))
        case "vp_if_position":
            times = int(is_at(city, square, effect.position))
        case "vp_per_good_tier":
            times = sum(catalogue.tier(good) == effect.tier for good in state.tokens)
        case "vp_per_money":
            times = state.money // known(effect.per)
        case "custom":
            return known(effect.hand_score)
        case _:
            return 0
    return known(effect.amount) * times


def is_at(city: City, square: Square, position: str) -> bool:
    """Return whether a square is in this position."""
    on_border = [line in (0, SIDE - 1) for line in square]
    match position:
        case "corner":
            return all(on_border)
        case "edge":
            return any(on_border)
        case "centre-adjacent":
            return touching(square, CENTRE)
        case _:
            return not any(
                touching(square, other) and (other == CENTRE or city.at(other) is not None)
                for other in SQUARES
            )


def neighbourhood_points(catalogue: TileCatalogue, city: City) -> int:
    """Return the points of all groups of residential tiles (NEOM-SCORE-3)."""
    rule = catalogue.parameters.neighbourhood
    table = known(rule.vp_by_size)
    groups: list[set[Square]] = []
    for square, _ in city.tiles:
        if type_at(catalogue, city, square) != "residential":
            continue
        joined = [
            group
            for group in groups
            if any(
                next_to(catalogue, city, known(rule.adjacency), square, other) for other in group
            )
        ]
        groups = [group for group in groups if group not in joined] + [{square}.union(*joined)]
    return sum(table[min(len(group), len(table)) - 1] for group in groups) if table else 0


def pollution_points(catalogue: TileCatalogue, city: City) -> int:
    """Return what pollution costs, at most 0 (NEOM-SCORE-6)."""
    rule = catalogue.parameters.pollution

    def heeded(square: Square) -> bool:
        tile = catalogue.tile(known(city.at(square)))
        return all(effect.kind != "ignore_pollution" for effect in known(tile.effects))

    laid = [square for square, _ in city.tiles if heeded(square)]
    pairs = [
        (polluter, home)
        for polluter in laid
        for home in laid
        if polluter != home
        and is_target(catalogue, city, polluter, known(rule.source))
        and type_at(catalogue, city, home) == "residential"
        and next_to(catalogue, city, known(rule.adjacency), polluter, home)
    ]
    counts = {
        "pair": len(pairs),
        "residential": len({home for _, home in pairs}),
        "industrial": len({polluter for polluter, _ in pairs}),
    }
    return known(rule.vp) * counts[known(rule.unit)]


# -- several turns -------------------------------------------------------------------------------


def best_by_first_action(
    catalogue: TileCatalogue,
    state: State,
    packs: tuple[tuple[str, ...], ...],
    *,
    income_at_end: bool = False,
) -> dict[FirstAction, int]:
    """Return the most points that each first action can lead to, by trying everything."""
    best: dict[FirstAction, int] = {}
    for outcome in outcomes(catalogue, state, packs[0]):
        value = _best(catalogue, outcome.after, packs[1:], income_at_end=income_at_end)
        name = first_action(outcome.action)
        best[name] = max(value, best.get(name, value))
    return best


def _best(
    catalogue: TileCatalogue,
    state: State,
    packs: tuple[tuple[str, ...], ...],
    *,
    income_at_end: bool,
) -> int:
    if packs:
        return max(
            _best(catalogue, outcome.after, packs[1:], income_at_end=income_at_end)
            for outcome in outcomes(catalogue, state, packs[0])
        )
    just_received = state.turn == 1 or state.ended
    if income_at_end and not just_received:
        state = replace(state, money=state.money + income(catalogue, state.city))
    return sum(known(heading.points) for heading in score(catalogue, state))
