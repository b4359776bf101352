"""Upper bounds on what one more turn can bring, and on what two or more can.

Each part of the score is bounded by itself, for any square where the tile may lie:

- Points printed, tokens, and money are those of the tile; least payment, and all its goods new.
- Effects count at most what they could count on the best square. Another tile's effect counts one
  more at most. Where the tile covers another, that one's points are gone, and nothing grows by it
  but negative effects and pollution, which can at most all be gone.
- Neighbourhoods grow at most as on the best square that a residential tile may take.
- Pollution never falls by a tile on an empty square.

Of several turns, none with a strike, each adds a tile as if it lay well, beside all that it counts,
and any goods bought cost the least that they ever can. Money, goods, homes and tags that other
tiles need are followed through the turns.

That takes numbers of the usual signs: :func:`usual_signs`. Else nothing is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple

from verifier.neom.engine import scoring
from verifier.neom.engine.buying import buyable
from verifier.neom.engine.grid import (
    AROUND,
    BESIDE,
    CENTRE_BIT,
    CENTRE_INDEX,
    FULL,
    SIZE,
    indices,
)
from verifier.neom.engine.moves import Clock, Node
from verifier.neom.engine.placing import ROAD_PLANES
from verifier.neom.engine.prepared import (
    IGNORES_POLLUTION,
    INCOME_KINDS,
    RAW,
    TILES,
    Counting,
    Layout,
    Prepared,
    PreparedBoard,
    PreparedTile,
)
from verifier.neom.engine.towns import Town, Worth
from verifier.neom.parameters import TIERS, Adjacency, Target
from verifier.neom.state import TURNS
from verifier.neom.tiles import Effect


def usual_signs(prepared: Prepared, tiles: Iterable[PreparedTile]) -> bool:
    """Return whether goods, money and income never cost points, pollution never gains any.

    And all tiles count, so that a lost link loses nothing.
    """
    parameters = prepared.parameters
    required = parameters.required_structures or ()
    effects = [effect for tile in tiles for effect in tile.source.effects or ()]
    never_negative = (
        *((parameters.good_vp.of(tier) or 0) for tier in TIERS),
        *((each.penalty or 0) for each in required),
        -(parameters.pollution.vp or 0),
        parameters.trade_route.floor,
        *((tile.source.income or 0) for tile in tiles),
        *((tile.source.cost or 0) for tile in tiles),
        *((effect.amount or 0) for effect in effects if _must_not_be_negative(effect)),
    )
    return parameters.unlinked_tiles == "count" and min(never_negative) >= 0


def _must_not_be_negative(effect: Effect) -> bool:
    return (
        effect.kind in INCOME_KINDS | {"vp_per_money", "vp_per_good_tier"}
        or effect.position == "isolated"
    )


_FEW = 2
"""Up to how many residential tiles are tried out on all squares."""


class _Own(NamedTuple):
    """What a tile brings whatever the city: points and income at most, and what it is."""

    points: int
    income: int
    kind: int
    required: tuple[tuple[int, int], ...]
    is_home: bool
    cleans: tuple[int, ...]
    """The planes of homes and polluting tiles of which it need not be where it covers one."""


class Bounds:
    """Bounds for a search in which all signs are usual."""

    def __init__(self, prepared: Prepared, board: PreparedBoard, tiles: list[PreparedTile]) -> None:
        self._prepared = prepared
        self._board = board
        self._homes = prepared.plane_of[scoring.RESIDENTIAL]
        self._raw = prepared.plane_of[RAW]
        printed = [tile.source.vp or 0 for tile in tiles]
        self._least_printed = min([0, *printed])
        required = prepared.parameters.required_structures or ()
        self._required = [
            (prepared.plane_of[Target(tag=each.tag)], each.penalty or 0) for each in required
        ]
        self._stays_raw = (prepared.parameters.covered_centre == "raw") << self._raw
        rule = prepared.parameters.pollution
        self._polluted_by_road = rule.adjacency == "road"
        self._in_pollution = [self._homes]
        if rule.source:
            self._in_pollution.append(prepared.plane_of[rule.source])
        self._own: dict[int, _Own] = {}
        self._near: dict[tuple[int, Adjacency], int] = {}
        self._most_of_homes: dict[tuple[int, int, int], int] = {}
        self._points: dict[int, int] = {}
        by_road = prepared.parameters.neighbourhood.adjacency == "road"
        self._roads = ROAD_PLANES if by_road else 0
        table = prepared.parameters.neighbourhood.vp_by_size or ()
        self._most_in_groups = most_in_groups(table)
        self._orderly = _orderly_up_to(table)

    def gain(self, town: Town, worth: Worth, tile: PreparedTile) -> tuple[int, int]:
        """Return the most points and the most income that placing a tile adds to the city's.

        Those for tokens and money are left out.
        """
        planes = town.planes
        own = self._own.get(tile.index) or self._own_of(tile)
        points = own.points + worth.unease
        if self._least_printed or worth.polluted:
            if (planes >> self._raw | planes >> own.kind) & planes >> TILES & FULL:
                points -= self._least_printed
            if worth.polluted and self._may_clean(planes, own):
                points += worth.polluted
        for plane, penalty in own.required:
            if not planes >> plane & FULL:
                points += penalty
        if own.is_home:
            points += self.home_gain(planes, 1)
        by_counts = self._by_counts(planes, worth, tile, 0)
        return points + by_counts[0], own.income + by_counts[1]

    def gain_among(
        self, town: Town, worth: Worth, tile: PreparedTile, others: int
    ) -> tuple[int, int]:
        """Return the most points and income that a tile adds if so many others are placed, too.

        Those for tokens, money and neighbourhoods are left out, and what :meth:`mended` tells.
        """
        own = self._own_of(tile)
        missing = (p for plane, p in own.required if not town.planes >> plane & FULL)
        points, amount = self._by_counts(town.planes, worth, tile, others)
        return own.points + sum(missing) + points, own.income + amount

    def mended(self, town: Town, worth: Worth, tiles: Iterable[PreparedTile], turns: int) -> int:
        """Return the most points that covering with some of these on so many turns brings back."""
        back = worth.unease - turns * self._least_printed
        if worth.polluted and any(
            self._may_clean(town.planes, self._own_of(tile)) for tile in tiles
        ):
            back += worth.polluted
        return back

    def _may_clean(self, planes: int, own: _Own) -> bool:
        """Return whether a tile may cover another so that there is less pollution.

        A home that covers a home, or a polluting tile a polluting one, changes nothing.
        """
        coverable = (planes >> self._raw | planes >> own.kind) & planes >> TILES & FULL
        return any(planes >> plane & coverable for plane in own.cleans)

    def home_gain(self, planes: int, more: int) -> int:
        """Return the most that so many more residential tiles add to the neighbourhoods."""
        if not more:
            return 0
        homes = planes >> self._homes & FULL
        if more > _FEW or self._roads:
            most = self._most_in_groups[min(SIZE, homes.bit_count() + more)]
        else:
            free = FULL & ~homes
            if more == 1:
                free &= planes >> self._raw | ~(planes >> TILES)
            most = self._most_with(homes, free, more)
        return most - self._neighbourhoods(planes)

    def _most_with(self, homes: int, free: int, more: int) -> int:
        """Return the most of neighbourhoods with more homes on the squares that are free for them.

        Those are bare ones, and raw-material tiles; all others stay what they are (NEOM-PLACE-6).
        """
        key = (homes, free, more)
        most = self._most_of_homes.get(key)
        if most is None:
            most = self._neighbourhoods(homes << self._homes)
            for index in indices(free if more else 0):
                square = 1 << index
                most = max(most, self._most_with(homes | square, free ^ square, more - 1))
            self._most_of_homes[key] = most
        return most

    def is_home(self, tile: PreparedTile) -> bool:
        """Return whether a tile is residential."""
        return self._own_of(tile).is_home

    def _by_counts(
        self, planes: int, worth: Worth, tile: PreparedTile, others: int
    ) -> tuple[int, int]:
        """Return the points and income of effects that can count more tiles with this one.

        Those of the tile count so many tiles placed on other turns, too.
        """
        points = income = 0
        if worth.counting:
            own = tile.planes | self._stays_raw
            for plane, of_points, of_income, _ in worth.counting:
                if own >> plane & 1:
                    points += of_points
                    income += of_income
        for counting in tile.counting:
            count = self._most_counted(planes, counting) + others
            points += count * counting.points
            income += count * counting.income
        return points, income

    def _own_of(self, tile: PreparedTile) -> _Own:
        own = self._own.get(tile.index)
        if own is None:
            own = self._own[tile.index] = self._of_tile(tile)
        return own

    def _of_tile(self, tile: PreparedTile) -> _Own:
        points = tile.source.vp or 0
        for effect in tile.point_effects:
            if effect.kind == "custom":
                points += effect.hand_score or 0
            elif effect.kind == "vp_if_position":
                points += max(0, effect.amount or 0)
        return _Own(
            points,
            tile.source.income or 0,
            tile.type_plane,
            tuple(each for each in self._required if tile.planes >> each[0] & 1),
            bool(tile.planes >> self._homes & 1),
            tuple(plane for plane in self._in_pollution if self._cleans(tile, plane)),
        )

    def _cleans(self, tile: PreparedTile, plane: int) -> bool:
        """Return whether a tile that covers one of a plane might not pollute, or be polluted."""
        everywhere = tile.planes & tile.planes_at[CENTRE_INDEX] >> CENTRE_INDEX
        ignores = tile.planes >> IGNORES_POLLUTION & 1
        return bool(self._polluted_by_road or ignores or not everywhere >> plane & 1)

    def _most_counted(self, planes: int, counting: Counting) -> int:
        """Return how many tiles of a city an effect of a further tile can count at most."""
        plane, _, _, adjacency = counting
        counted = planes >> plane & FULL
        if not adjacency:
            return counted.bit_count() + 1 + (plane == self._raw)  # 1 is the tile itself
        centre = CENTRE_BIT if plane == self._raw else 0
        return self._most_near(counted | centre, adjacency)

    def _most_near(self, counted: int, adjacency: Adjacency) -> int:
        """Return the most of some squares that are next to one square."""
        most = self._near.get((counted, adjacency))
        if most is None:
            near = AROUND if adjacency == "orth+diag" else BESIDE
            most = max((counted & squares).bit_count() for squares in near)
            self._near[counted, adjacency] = most
        return most

    def regrouped(self, planes: int, more: int = 0) -> int:
        """Return the most that fewer residential tiles can score more than those of a city.

        They are some of the city's and ``more`` others, and score more where large groups score
        less than their parts.
        """
        homes = (planes >> self._homes & FULL).bit_count() + more
        if homes <= self._orderly:
            return 0
        return max(0, self._most_in_groups[homes] - self._neighbourhoods(planes))

    def neighbourhoods_less(self, planes: int, lost: int) -> int:
        """Return what the neighbourhoods score more once some squares are cleared."""
        left = planes & ~(lost << self._homes)
        return self._neighbourhoods(left) - self._neighbourhoods(planes)

    def _neighbourhoods(self, planes: int) -> int:
        key = planes & (FULL << self._homes | self._roads)
        points = self._points.get(key)
        if points is None:
            layout = Layout(self._board, 0, planes)
            points = self._points[key] = scoring.neighbourhoods(self._prepared, layout)
        return points


def most_in_groups(table: tuple[int, ...]) -> tuple[int, ...]:
    """Return the most points of at most 0, 1, 2 ... 25 residential tiles, in any groups.

    >>> most_in_groups((1, 3))[:6]
    (0, 1, 3, 4, 6, 7)
    """
    most = [0]
    for tiles in range(1, SIZE + 1):
        of_group = [
            table[min(size, len(table)) - 1] if table else 0 for size in range(1, tiles + 1)
        ]
        ways = [of_group[size - 1] + most[tiles - size] for size in range(1, tiles + 1)]
        most.append(max(most[-1], *ways))
    return tuple(most)


def _orderly_up_to(table: tuple[int, ...]) -> int:
    """Return up to how many tiles a city never scores less if groups grow or join, at most 25.

    >>> _orderly_up_to((0, 2, 5)), _orderly_up_to((1, 1))
    (4, 1)
    """
    of_group = [
        0,
        *(table[min(size, len(table)) - 1] if table else 0 for size in range(1, SIZE + 1)),
    ]
    for size in range(1, SIZE + 1):
        parts = (of_group[part] + of_group[size - part] for part in range(size))
        if of_group[size] < max(of_group[size - 1], *parts, 0):
            return size - 1
    return SIZE


# --- two or more turns to come

_MeansValue = Callable[[tuple[Effect, ...], int, int], int]


class _Option(NamedTuple):
    """What a turn can add: points at most, money at once and later; what it needs and gives.

    ``used`` is a bit for its tile. ``lacking`` are the planes of the tags that it needs and the
    city has not, ``tags`` its own planes.
    """

    used: int
    points: int
    cost: int
    received: int
    later: int = 0
    needs: int = 0
    goods: int = 0
    means: tuple[Effect, ...] = ()
    homes: int = 0
    lacking: int = 0
    tags: int = 0


class _So(NamedTuple):
    """How far a line has come; ``bought`` is the least that goods cost, before routes."""

    points: int
    money: int
    later: int
    bought: int
    tokens: int
    means: tuple[Effect, ...]
    homes: int
    tags: int
    used: int


class BoundsAhead:
    """Bounds for the inner nodes of a search."""

    def __init__(
        self,
        prepared: Prepared,
        bounds: Bounds,
        clocks: Sequence[Clock],
        tiles: Sequence[PreparedTile],
        means_value: _MeansValue,
        *,
        income_at_end: bool,
    ) -> None:
        self._prepared = prepared
        self._bounds = bounds
        self._clocks = clocks
        self._means_value = means_value
        self._incomes = [
            sum(clock.turn == TURNS for clock in clocks[depth:]) + income_at_end
            for depth in range(len(clocks) + 1)
        ]
        self._income_between = any(clock.turn == TURNS for clock in clocks[:-1])
        self._reads_after = prepared.parameters.requirements_read == "after"
        self._prices = _least_prices(prepared, tiles)
        self._sums: dict[int, int] = {}
        self._paid: dict[tuple[int, int, int], float] = {}
        rule = prepared.parameters.trade_route
        generations = {clock.generation for clock in clocks}
        self._saved = 2 * rule.per_generation * max(0, rule.discount) * len(generations)

    def strike_ahead(self, node: Node, depth: int) -> bool:
        """Return whether a Disaster may strike from a turn on."""
        generation = self._clocks[depth].generation
        return any(
            (clock.disaster_shown or clock.turn == TURNS)
            and not (node.disaster_over and clock.generation == generation)
            for clock in self._clocks[depth:]
        )

    def least_paid(self, tile: PreparedTile, tokens: int, generation: int) -> float:
        """Return a number that no payment for a tile gets below; infinity if none is possible."""
        if self._reads_after:
            tokens |= tile.produces or 0
        bought = (tile.needs or 0) & ~tokens
        key = (tile.index, bought, generation)
        paid = self._paid.get(key)
        if paid is None:
            paid = tile.source.cost or 0
            if bought & ~buyable(self._prepared, generation):
                paid = inf
            elif bought:
                paid += max(0, self._least_sum(bought) - self._saved)
            self._paid[key] = paid
        return paid

    def by_tile(
        self, node: Node, worth: Worth, depth: int, placed: Callable[[int], list[PreparedTile]]
    ) -> list[tuple[float, PreparedTile | None]]:
        """Return for each tile a number that no line gets above that begins by placing it.

        None stands for no tile. ``placed`` gives the tiles of a turn. Where a Disaster may strike,
        there is no bound but infinity.
        """
        tiles: list[PreparedTile | None] = [None, *placed(depth)]
        if self.strike_ahead(node, depth):
            return [(inf, tile) for tile in tiles]
        numbers = range(depth, len(self._clocks))
        turns = [
            self._options(node, worth, number, placed(number), len(numbers) - 1)
            for number in numbers
        ]
        planes = node.town.planes
        homes = [self._bounds.home_gain(planes, more) for more in range(len(turns) + 1)]
        later = worth.income * self._incomes[depth]
        start = _So(0, node.money, later, 0, node.tokens, worth.means, 0, 0, 0)
        ahead = chain(*map(placed, numbers))
        points = worth.points + self._bounds.mended(node.town, worth, ahead, len(turns))
        return [
            (points + self._most(start, [[first], *turns[1:]], depth, homes), tile)
            for first, tile in zip(turns[0], tiles, strict=True)
        ]

    def _most(
        self, so: _So, turns: Sequence[Sequence[_Option]], depth: int, homes: Sequence[int]
    ) -> float:
        """Return the most that the lines of some turns add, as far as the bounds tell."""
        if not turns:
            money = so.money + so.later + min(so.bought, self._saved)
            return so.points + homes[so.homes] + self._means_value(so.means, so.tokens, money)
        best = -inf
        for option in turns[0]:
            after = self._taken(so, option, depth)
            if after is not None:
                best = max(best, self._most(after, turns[1:], depth + 1, homes))
        return best

    def _taken(self, so: _So, option: _Option, depth: int) -> _So | None:
        """Return how far a line comes with an option; None if it surely cannot take it."""
        points, money, later, bought, tokens, means, homes, tags, used = so
        if used & option.used:
            return None
        gained, given = tokens | option.goods, tags | option.tags
        if option.lacking & ~(given if self._reads_after else tags):
            return None
        lacking = option.needs & ~(gained if self._reads_after else tokens)
        money -= option.cost
        if lacking:
            if lacking & ~buyable(self._prepared, self._clocks[depth].generation):
                return None
            least = self._least_sum(lacking)
            bought += least
            money -= least
        if money + min(bought, self._saved) < 0 and not self._income_between:
            return None
        return _So(
            points + option.points,
            money + option.received,
            later + option.later,
            bought,
            gained,
            means + option.means,
            homes + option.homes,
            given,
            used | option.used,
        )

    def _options(
        self, node: Node, worth: Worth, depth: int, tiles: list[PreparedTile], others: int
    ) -> list[_Option]:
        options = [_Option(0, 0, 0, max(0, self._prepared.parameters.sell_value or 0))]
        for tile in tiles:
            points, income = self._bounds.gain_among(node.town, worth, tile, others)
            options.append(
                _Option(
                    1 << tile.index,
                    points,
                    tile.source.cost or 0,
                    tile.received or 0,
                    income * self._incomes[depth],
                    tile.needs or 0,
                    tile.produces or 0,
                    tile.means,
                    int(self._bounds.is_home(tile)),
                    self._lacking(node.town.planes, tile),
                    tile.planes,
                )
            )
        return options

    def _lacking(self, planes: int, tile: PreparedTile) -> int:
        """Return the planes of the tags that a tile needs and a city has not, each by its bit."""
        lacking = 0
        for name in tile.source.needs_tiles or ():
            plane = self._prepared.plane_of.get(Target(tag=name))
            named = name in self._prepared.index_of
            if plane is not None and not named and not planes >> plane & FULL:
                lacking |= 1 << plane
        return lacking

    def _least_sum(self, goods: int) -> int:
        least = self._sums.get(goods)
        if least is None:
            masks = self._prepared.tier_masks
            least = self._sums[goods] = sum(
                (goods & masks[tier]).bit_count() * price
                for tier, price in zip(TIERS, self._prices, strict=True)
            )
        return least


def _least_prices(prepared: Prepared, tiles: Sequence[PreparedTile]) -> list[int]:
    """Return the least that a good of each tier can cost with all of these tiles in the city."""
    prices = {tier: prepared.parameters.good_price.of(tier) or 0 for tier in TIERS}
    for tile in tiles:
        for effect in tile.source.effects or ():
            if effect.kind == "price_change" and effect.tier:
                prices[effect.tier] += min(0, effect.amount or 0)
    return [max(0, prices[tier]) for tier in TIERS]
