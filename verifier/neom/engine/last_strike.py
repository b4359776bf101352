"""A Disaster that strikes when a question ends: the best answer, and bounds on what it leaves."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from verifier.neom.engine import scoring
from verifier.neom.engine.bounds import Bounds
from verifier.neom.engine.disasters import Answer
from verifier.neom.engine.grid import CENTRE_BIT, CENTRE_INDEX, FULL
from verifier.neom.engine.losses import Losses
from verifier.neom.engine.moves import Moves
from verifier.neom.engine.nodes import Clock, Node
from verifier.neom.engine.prepared import TILES, Prepared, PreparedTile
from verifier.neom.engine.towns import Towns
from verifier.neom.parameters import Loss, Target
from verifier.neom.state import TURNS
from verifier.neom.tile_catalogue import Effect


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
