"""An upper bound on what two or more turns to come can add to a city, where none brings a strike.

Every turn adds a tile as if it lay well, beside all that it counts, and any goods bought cost the
least that they ever can. Money, goods, homes and tags that other tiles need are followed through
the turns. That takes the usual signs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple

from verifier.neom.engine.bounds import Bounds
from verifier.neom.engine.buying import buyable
from verifier.neom.engine.grid import FULL
from verifier.neom.engine.nodes import Clock, Node
from verifier.neom.engine.prepared import Prepared, PreparedTile
from verifier.neom.engine.towns import Worth
from verifier.neom.parameters import TIERS, Target
from verifier.neom.state import TURNS
from verifier.neom.tile_catalogue import Effect

MeansValue = Callable[[tuple[Effect, ...], int, int], int]


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
        means_value: MeansValue,
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
