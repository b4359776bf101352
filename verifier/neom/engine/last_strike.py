"""A Disaster that strikes when a question ends: the best answer, and bounds on what it leaves.

The bounds are such that few losses of tiles are tried out. Where a Disaster takes some tiles, the
score changes at most by the sum of these:

- For each lost tile: its printed points and those of its effects go, those that look at money left
  out. So do the tokens that no other tile produces, unless Disasters leave tokens, and the points
  for required tags that no other tile has. Pollution falls at most by the pairs of the tile. If it
  covered the City Center, that is one more raw-material tile for each effect that counts those.
- Neighbourhoods: what the residential tiles that are left score, exactly.
- Once: all that negative effects of other tiles cost.
- Where all is lost that lies beside a tile: what isolation brings it.
- Its income goes, and nothing else brings any, but for the bare City Center.

All else that others count only becomes less. That takes numbers of the usual signs.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from verifier.neom.engine import scoring
from verifier.neom.engine.bounds import Bounds
from verifier.neom.engine.disasters import Answer
from verifier.neom.engine.grid import AROUND, BESIDE, CENTRE_BIT, CENTRE_INDEX, FULL, indices
from verifier.neom.engine.moves import Clock, Moves, Node
from verifier.neom.engine.position import made_of
from verifier.neom.engine.prepared import IGNORES_POLLUTION, RAW, TILES, Prepared, PreparedTile
from verifier.neom.engine.towns import Town, Towns, Worth
from verifier.neom.parameters import Loss, Target
from verifier.neom.state import TURNS
from verifier.neom.tiles import Effect


class Ending(NamedTuple):
    """How a question ends: when, with an income or not, and whether that comes after a strike.

    ``value`` are the points of a node as it ends, ``means_value`` those that effects, tokens and
    money bring.
    """

    clock: Clock
    with_income: bool
    income_after: bool
    value: Callable[[Node], float]
    means_value: Callable[[tuple[Effect, ...], int, int], int]


class LastStrike:
    """Answers the strike of a search in which all signs are usual."""

    def __init__(
        self, prepared: Prepared, towns: Towns, moves: Moves, bounds: Bounds, ending: Ending
    ) -> None:
        self._towns = towns
        self._moves = moves
        self._bounds = bounds
        self._ending = ending
        self._losses = Losses(prepared, towns, bounds)
        self._rule = prepared.parameters.disaster(ending.clock.generation)
        self._homes = prepared.plane_of[scoring.RESIDENTIAL]
        self._plane = TILES
        self._raw_is_hit = False
        if self._rule.lose and self._rule.lose.type != "any":
            self._plane = prepared.plane_of[Target(type=self._rule.lose.type or "")]
            self._raw_is_hit = self._rule.lose.type == "raw"
        self._most: dict[tuple[int, int, int], tuple[int, int]] = {}

    def best(self, acted: Node, beat: float) -> float:
        """Return the most points after the best answer; if they do not beat a number, less."""
        moves, clock, value = self._moves, self._ending.clock, self._ending.value
        at_strike = moves.at_strike(acted, clock)
        if moves.is_protected(acted.town, clock.generation):
            return value(moves.answered(at_strike, Answer("protected"), clock))
        options = moves.options(acted.town, at_strike.money, clock.generation)
        best = -inf
        if options.pay is not None:
            best = value(moves.answered(at_strike, Answer("pay", 0, options.pay), clock))
        if options.nothing:
            best = value(moves.answered(at_strike, Answer("nothing"), clock))
        if options.lose:
            best = max(best, self._best_loss(acted, at_strike, *options.lose, max(best, beat)))
        return best

    def _best_loss(
        self, acted: Node, at_strike: Node, eligible: int, count: int, beat: float
    ) -> float:
        clock, means_value = self._ending.clock, self._ending.means_value
        unstruck = self._moves.unstruck(acted, clock)
        untouched = self._ending.value(unstruck)
        worth = self._towns.worth(acted.town)
        money = unstruck.money
        if self._ending.income_after and clock.turn < TURNS:
            money += worth.income
        by_means = means_value(worth.means, acted.tokens, money)

        def value(points: int, lost: int, income: int, floor: float) -> float:
            if self._ending.income_after:
                points += means_value(worth.means, acted.tokens, money - income) - by_means
                if points <= floor:
                    return points
            left = self._moves.answered(at_strike, Answer("lose", lost), clock)
            return self._ending.value(left) - untouched

        table = self._losses.table(acted.town, acted.tokens, eligible)
        return untouched + self._losses.best(acted.town, table, count, beat - untouched, value)

    def bound(
        self, node: Node, tile: PreparedTile, points: int, money: int, unstruck: float
    ) -> float:
        """Return a number that no placement of a tile and no answer gets above.

        ``points`` and ``money`` are bounds on both if nothing is lost, the income received, and
        ``unstruck`` is a bound on all points then.

        The tiles lost are as many of the city's, as if the placed tile was not there; or one less
        and the placed tile, and with it what it covered. What the city has alone, the placed tile
        may have, too: then its loss costs nothing.
        """
        town, rule, generation = node.town, self._rule, self._ending.clock.generation
        if not rule.lose or self._moves.protects(tile, generation):
            return unstruck
        eligible = town.planes >> self._plane & FULL
        count = rule.lose.count or 0
        if eligible.bit_count() < count + self._raw_is_hit:
            return inf
        worth = self._towns.worth(town)
        means = worth.means + tile.means
        tokens = node.tokens | (tile.produces or 0)
        best = unstruck if self._moves.is_protected(town, generation) else -inf
        if rule.pay is not False and (rule.pay or 0) <= money:
            paid = self._ending.means_value(means, tokens, money - (rule.pay or 0))
            best = max(best, points + paid)
        if town.planes >> TILES & CENTRE_BIT:
            tokens |= self._towns.centre_good
        table = self._losses.table(town, node.tokens, town.planes >> TILES & FULL)
        by_means = self._ending.means_value(means, tokens, money + table.centre_income)
        again = self._losses.tags_again(town, tile)
        again += self._losses.goods((tile.produces or 0) & node.tokens)
        most = self._most_of_loss(node, tile, eligible, rule.lose)
        return max(best, points + again + most + by_means)

    def _most_of_loss(self, node: Node, tile: PreparedTile, eligible: int, loss: Loss) -> int:
        """Return the most points that a loss adds, the placed tile among what is lost or not."""
        town, count = node.town, loss.count or 0
        home = tile.planes >> self._homes & 1
        key = (town.cells, node.tokens, home)
        found = self._most.get(key)
        if found is None:
            table = self._losses.table(town, node.tokens, eligible)
            points = [lost.points for lost in table.tiles]
            loose = table.at_once(count) + self._bounds.regrouped(town.planes, home)
            most = self._losses.most(town, table, count)
            if home:
                most = loose + sum(points[:count])
            covered = self._losses.table(town, 0, town.planes >> TILES & FULL).tiles
            under = max(0, *(lost.points for lost in covered))
            found = self._most[key] = most, loose + sum(points[: count - 1]) + under
        itself = tile.planes | tile.planes_at[CENTRE_INDEX] >> CENTRE_INDEX
        return max(found) if itself >> self._plane & 1 else found[0]


# --- what a strike can leave of a city: upper bounds


class _LostTile(NamedTuple):
    """A tile that can be lost: its square, the most points that adds, and the least income lost."""

    square: int
    points: int
    income: int


class _LossTable(NamedTuple):
    """What the loss of each tile of a city changes, the most points first.

    ``unease`` is added once to any loss. ``crowded`` are the squares that must all be cleared so
    that a tile is isolated, with the points that adds. ``homes`` are the residential tiles,
    ``centre_income`` is what the Center can bring if it shows again.
    """

    tiles: tuple[_LostTile, ...]
    homes: int
    unease: int
    crowded: tuple[tuple[int, int], ...]
    centre_income: int

    def at_once(self, count: int) -> int:
        """Return the most points that are added once to a loss of so many tiles."""
        isolated = (points for beside, points in self.crowded if beside.bit_count() <= count)
        return self.unease + sum(isolated)


class Losses:
    """Makes the tables of a search in which all signs are usual."""

    def __init__(self, prepared: Prepared, towns: Towns, bounds: Bounds) -> None:
        self._prepared = prepared
        self._towns = towns
        self._bounds = bounds
        parameters = prepared.parameters
        self._keeps_tokens = bool(parameters.disaster_keeps_token)
        self._homes = prepared.plane_of[scoring.RESIDENTIAL]
        self._raw = prepared.plane_of[RAW]
        source = parameters.pollution.source
        self._sources = prepared.plane_of[source] if source else None
        self._near = AROUND if parameters.pollution.adjacency == "orth+diag" else BESIDE
        self._pair = -(parameters.pollution.vp or 0)
        self._required = [
            (prepared.plane_of[Target(tag=each.tag)], each.penalty or 0)
            for each in parameters.required_structures or ()
        ]
        self._tables: dict[tuple[int, int, int], _LossTable] = {}
        self._goods: dict[int, int] = {}

    def table(self, town: Town, tokens: int, eligible: int) -> _LossTable:
        """Return the table of the tiles on some squares."""
        key = (town.cells, tokens, eligible)
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = self._table(town, tokens, eligible)
        return found

    def _table(self, town: Town, tokens: int, eligible: int) -> _LossTable:
        planes = town.planes
        laid = planes >> TILES & FULL
        homes = planes >> self._homes & FULL
        affected = FULL & ~(planes >> IGNORES_POLLUTION)
        polluting = planes >> self._sources & affected if self._sources is not None else 0
        polluted = homes & affected
        lone_tags = [
            (squares, penalty)
            for plane, penalty in self._required
            if (squares := planes >> plane & FULL) and not squares & squares - 1
        ]
        worth = self._towns.worth(town)
        alone = self._made_once(town, tokens)
        back_points = back_income = 0
        if laid & CENTRE_BIT:
            back_points, back_income = self._by_centre(worth, tokens)
        tiles = []
        for index in indices(eligible):
            tile = self._towns.at(town.cells, index)
            if tile is None:
                continue
            bit = 1 << index
            of_effects = self._towns.by_effects(planes, index, tile)
            points = -(tile.source.vp or 0) - of_effects.points
            income = (tile.source.income or 0) + of_effects.income
            if self._pair and bit & (polluted | polluting):
                near = self._near[index]
                pairs = (near & polluting).bit_count() if bit & polluted else 0
                pairs += (near & polluted).bit_count() if bit & polluting else 0
                points += self._pair * pairs
            for squares, penalty in lone_tags:
                if bit == squares:
                    points -= penalty
            points -= self.goods((tile.produces or 0) & alone)
            points -= self._of_goods(tile, tokens)
            if bit == CENTRE_BIT:
                points += back_points
                income -= back_income
            tiles.append(_LostTile(bit, points, income))
        tiles.sort(key=_points_of, reverse=True)
        crowded = _crowded(worth, laid | CENTRE_BIT)
        return _LossTable(tuple(tiles), homes, worth.unease, crowded, back_income)

    def _of_goods(self, tile: PreparedTile, tokens: int) -> int:
        """Return the points of a tile's effects that look at tokens."""
        return sum(
            scoring.effect_of_means(self._prepared, effect, tokens, 0) for effect in tile.means
        )

    def _by_centre(self, worth: Worth, tokens: int) -> tuple[int, int]:
        """Return the most points and income that the City Center brings if it shows again."""
        points = self.goods(self._towns.centre_good & ~tokens)
        points += sum(
            effect.amount or 0 for effect in worth.means if effect.kind == "vp_per_good_tier"
        )
        income = 0
        for counting in worth.counting:
            if counting.plane == self._raw:
                points += counting.points
                income += counting.income
        return points, income

    def _made_once(self, town: Town, tokens: int) -> int:
        """Return the tokens that go for sure with the one tile that produces their good.

        That of the City Center is never among them: it comes back if the Center shows again.
        """
        if self._keeps_tokens:
            return 0
        return tokens & ~made_of(town.made, tokens, 1) & ~self._towns.centre_good

    def goods(self, mask: int) -> int:
        """Return the points of some goods' tokens."""
        points = self._goods.get(mask)
        if points is None:
            points = self._goods[mask] = scoring.goods(self._prepared, mask)
        return points

    def tags_again(self, town: Town, tile: PreparedTile) -> int:
        """Return the points for required tags that the city has, and a tile has, too."""
        return sum(
            penalty
            for plane, penalty in self._required
            if tile.planes >> plane & 1 and town.planes >> plane & FULL
        )

    def most(self, town: Town, table: _LossTable, count: int) -> int:
        """Return the most points that the loss of so many tiles adds, money left out."""
        return int(self.best(town, table, count, -inf, lambda points, *_: points))

    def best(
        self,
        town: Town,
        table: _LossTable,
        count: int,
        beat: float,
        value: Callable[[int, int, int, float], float],
    ) -> float:
        """Return the greatest value of a loss of so many tiles; less if none beats a number.

        ``value`` takes the most points that a loss adds, its squares, the least income lost, and
        the number to beat; it is at most those points, so no loss is looked into whose points do
        not beat the best.
        """
        tiles = table.tiles
        loose = table.at_once(count) + self._bounds.regrouped(town.planes)
        best = -inf

        def extend(first: int, left: int, points: int, lost: int, income: int) -> None:
            nonlocal best
            for number in range(first, len(tiles) - left + 1):
                tile = tiles[number]
                floor = max(best, beat)
                if points + left * tile.points + loose <= floor:
                    return
                squares = lost | tile.square
                if left > 1:
                    extend(
                        number + 1, left - 1, points + tile.points, squares, income + tile.income
                    )
                    continue
                most = points + tile.points + table.unease
                for beside, gained in table.crowded:
                    if not beside & ~squares:
                        most += gained
                if squares & table.homes:
                    most += self._bounds.neighbourhoods_less(town.planes, squares)
                if most > floor:
                    best = max(best, value(most, squares, income + tile.income, floor))

        if count:
            extend(0, count, 0, 0, 0)
        else:
            best = value(0, 0, 0, beat)
        return best


def _crowded(worth: Worth, taken: int) -> tuple[tuple[int, int], ...]:
    """Return which squares keep tiles from being isolated, and the points that would add.

    A tile beside the City Center never is.
    """
    found = [(BESIDE[each.at] & taken, each.lonely) for each in worth.watching if each.lonely]
    return tuple(each for each in found if not each[0] & CENTRE_BIT)


def _points_of(tile: _LostTile) -> int:
    return tile.points
