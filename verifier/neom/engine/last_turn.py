"""The last turn of a search: tiles are tried in the order of their bounds.

Without a strike no city is built: the value of a tile on a square is added to that of the city.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from verifier.neom.engine.bounds import Bounds
from verifier.neom.engine.bounds_ahead import BoundsAhead
from verifier.neom.engine.grid import indices
from verifier.neom.engine.last_strike import Ending, LastStrike
from verifier.neom.engine.moves import Moves
from verifier.neom.engine.nodes import Node
from verifier.neom.engine.prepared import PreparedTile
from verifier.neom.engine.towns import Towns, Worth
from verifier.neom.state import PREVENTABLE


class Promise(NamedTuple):
    """A tile that may be placed on the last turn, a bound on its points, and on what is paid."""

    bound: float
    tile: PreparedTile
    paid: int


class LastTurn:
    """Finds the most points of the last turn.

    ``bounds``, ``ahead`` and ``strike`` are None where nothing can be bounded.
    """

    def __init__(
        self,
        towns: Towns,
        moves: Moves,
        ending: Ending,
        pack: tuple[PreparedTile, ...],
        *,
        bounds: Bounds | None,
        ahead: BoundsAhead | None,
        strike: LastStrike | None,
    ) -> None:
        self._towns = towns
        self._moves = moves
        self._clock = ending.clock
        self._with_income = ending.with_income
        self._means_value = ending.means_value
        self._value = ending.value
        self._bounds = bounds
        self._ahead = ahead
        self._strike = strike
        self._can_sell = not all(tile.is_disaster for tile in pack)
        self._can_prevent = self._clock.disaster_shown and self._clock.turn <= PREVENTABLE
        self._likely: dict[int, int] = {}

    def best(self, node: Node, tiles: list[PreparedTile], beat: float) -> float:
        """Return the most points with these tiles, perhaps less if they do not beat a number."""
        struck = not node.disaster_over and self._moves.strikes(node, self._clock)
        worth = self._towns.worth(node.town)
        best = -inf
        if self._can_prevent:
            best = self._answered(node._replace(disaster_over=True), beat)
        if self._can_sell and struck:
            best = max(best, self._answered(self._moves.sold(node), max(best, beat)))
        elif self._can_sell:
            money = node.money + self._moves.sell_value
            best = max(best, self._unstruck(worth, node.tokens, money))
        beat = max(best, beat)
        for promise in self._promising(node, worth, tiles, beat, struck=struck):
            if promise.bound <= beat:
                break
            best = max(best, self._best_of_tile(node, worth, promise, beat, struck=struck))
            beat = max(best, beat)
        return best

    def _promising(
        self, node: Node, worth: Worth, tiles: list[PreparedTile], beat: float, *, struck: bool
    ) -> list[Promise]:
        """Return the tiles whose bounds beat a number, the best bounds first.

        The bounds assume the least that goods can ever cost.
        """
        generation = self._clock.generation
        promising = []
        for tile in tiles:
            paid: float = tile.source.cost or 0
            if self._ahead is not None:
                paid = self._ahead.least_paid(tile, node.tokens, generation)
            if paid <= node.money:
                bound = self._bound(node, worth, tile, int(paid), struck=struck)
                if bound > beat:
                    promising.append(Promise(bound, tile, int(paid)))
        promising.sort(key=_bound_of, reverse=True)
        return promising

    def _best_of_tile(
        self, node: Node, worth: Worth, promise: Promise, beat: float, *, struck: bool
    ) -> float:
        """Return the most points of a tile, perhaps less if they do not beat a number."""
        bound, tile, least = promise
        paid = self._moves.cheapest(node, tile, self._clock)
        if paid is None:
            return -inf
        if paid > least:
            bound = min(bound, self._bound(node, worth, tile, paid, struck=struck))
            if bound <= beat:
                return -inf
        if struck or self._moves.differs_by_square(tile):
            return self._best_action(node, tile, bound, beat)
        return self._best_square(node, worth, tile, paid, bound)

    def _best_action(self, node: Node, tile: PreparedTile, bound: float, beat: float) -> float:
        """Return the most points of a tile by playing its actions, up to its bound.

        Those that are worth most before a strike come first.
        """
        best = -inf
        nodes = [acted for _, acted in self._moves.actions(node, tile, self._clock)]
        for acted in sorted(nodes, key=self._value, reverse=True):
            best = max(best, self._answered(acted, max(best, beat)))
            if best >= bound:
                break
        return best

    def _best_square(
        self, node: Node, worth: Worth, tile: PreparedTile, paid: int, bound: float
    ) -> float:
        """Return the most points of a tile that can be paid so, up to its bound.

        The square that was best before is tried first: it often reaches the bound.
        """
        best = -inf
        money = node.money - paid + (tile.received or 0)
        likely = self._likely.get(tile.index, -1)
        if likely >= 0 and self._moves.may_lie(node, tile, self._clock, likely):
            best = self._points_on(likely, node, worth, tile, money, best)
            if best >= bound:
                return best
        for index in indices(self._moves.squares(node, tile, self._clock)):
            total = self._points_on(index, node, worth, tile, money, best)
            if total > best:
                best = total
                self._likely[tile.index] = index
                if best >= bound:
                    break
        return best

    def _points_on(
        self, index: int, node: Node, worth: Worth, tile: PreparedTile, money: int, beat: float
    ) -> float:
        """Return the points with a tile on a square; if they do not beat a number, perhaps more.

        More, but no more than that number.
        """
        gained = self._moves.gained(node, tile)
        points, income, means = self._towns.grown(node.town, worth, index, tile)
        owned = money + income if self._with_income else money
        total = points + self._means_value(means, gained, owned)
        if self._bounds is not None and total <= beat:  # fewer tokens are never better
            return total
        tokens = self._moves.tokens(node, tile, index)
        return total if tokens == gained else points + self._means_value(means, tokens, owned)

    def _bound(
        self, node: Node, worth: Worth, tile: PreparedTile, paid: int, *, struck: bool
    ) -> float:
        """Return a bound on the points of every placement of a tile."""
        if self._bounds is None:
            return inf
        points, income = self._bounds.gain(node.town, worth, tile)
        money = node.money - paid + (tile.received or 0)
        if self._with_income:
            money += worth.income + income
        tokens = node.tokens | (tile.produces or 0)
        means = worth.means + tile.means
        unstruck = worth.points + points + self._means_value(means, tokens, money)
        if self._strike is None or not struck:
            return unstruck
        return self._strike.bound(node, tile, worth.points + max(0, points), money, unstruck)

    def _answered(self, acted: Node, beat: float) -> float:
        """Return the most points once the turn ends, perhaps less if they do not beat a number."""
        if not self._moves.strikes(acted, self._clock):
            return self._unstruck(self._towns.worth(acted.town), acted.tokens, acted.money)
        if self._strike is None:
            return max(self._value(node) for _, node in self._moves.ends(acted, self._clock))
        return self._strike.best(acted, beat)

    def _unstruck(self, worth: Worth, tokens: int, money: int) -> float:
        """Return the points of a city once the turn ends without a strike."""
        if self._with_income:
            money += worth.income
        return worth.points + self._means_value(worth.means, tokens, money)


def _bound_of(promise: Promise) -> float:
    return promise.bound
