"""The moves of a search: actions told apart only by what they lead to.

Where more money is never worse, of several ways to pay only those are kept that none of the others
beats in money and in Trade Route uses left. All that is needed must be known.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from verifier.neom.engine.buying import Payment, has_needed_tiles, payments
from verifier.neom.engine.cornerstones import under_cap
from verifier.neom.engine.disasters import Answer, Options, options, protected, strikes
from verifier.neom.engine.goods import Tokens, tokens_after_loss, tokens_after_placing
from verifier.neom.engine.grid import CENTRE_INDEX, FULL, SIZE, indices
from verifier.neom.engine.placing import placeable
from verifier.neom.engine.position import Position
from verifier.neom.engine.prepared import PRICE_EFFECTS, TILES, Layout, Prepared, PreparedTile
from verifier.neom.engine.roads import ROAD_PLANES
from verifier.neom.engine.towns import Town, Towns
from verifier.neom.engine.trade_routes import Uses, uses_left
from verifier.neom.parameters import DISASTERS, Target
from verifier.neom.state import GENERATIONS, TURNS

_ENOUGH = 10**9


class Node(NamedTuple):
    """A position of a search; Generation and turn are those of its depth."""

    town: Town
    tokens: int
    money: int
    reserve: int
    placed: int
    used: Uses
    disaster_over: bool

    def alike(self) -> tuple[object, ...]:
        """Return everything but money and uses."""
        return (self.town.cells, self.tokens, self.reserve, self.placed, self.disaster_over)

    def at_least(self, other: Node) -> bool:
        """Return whether a node alike has no more money and no more uses left."""
        return (
            self.money >= other.money
            and self.used[0] <= other.used[0]
            and self.used[1] <= other.used[1]
        )


class Clock(NamedTuple):
    """When a turn is played: its pack shows the Disaster or not, and it may be the last."""

    generation: int
    turn: int
    disaster_shown: bool
    last: bool


class Move(NamedTuple):
    """An action without its payment: kind, the tile placed and its square, -1 for none."""

    kind: str
    placed: int
    square: int


SELL = Move("sell", -1, -1)
PREVENT = Move("prevent", -1, -1)


class Moves:
    """Makes the moves of a search on one board."""

    def __init__(self, prepared: Prepared, towns: Towns, *, merge: bool) -> None:
        self._prepared = prepared
        self._towns = towns
        self._merge = merge
        self._sell_value = prepared.parameters.sell_value or 0
        self._income_first = prepared.parameters.disaster_before_income is False
        self._ways: dict[tuple[int, int, Uses, int, int], tuple[Payment, ...]] = {}
        self._left: dict[tuple[int, Uses], Uses] = {}
        self._squares: dict[tuple[object, ...], int] = {}
        self._tokens: dict[tuple[int, ...], int] = {}
        self._protected: dict[tuple[int, int], bool] = {}
        self._protecting: dict[tuple[int, int], bool] = {}
        self._fits: dict[tuple[int, int], bool] = {}
        self._needed_tags: dict[int, int] = {}
        types = [plane for target, plane in prepared.plane_of.items() if target.type]
        self._places = (1 << TILES + SIZE) - 1
        for plane in types:
            self._places |= FULL << plane

    def actions(self, node: Node, tile: PreparedTile, clock: Clock) -> Iterator[tuple[Move, Node]]:
        """Yield how a tile can be placed, and the node before strike and income."""
        kind = "cornerstone" if tile.is_cornerstone else "place"
        for index, payment, town, tokens in self.placements(node, tile, clock):
            yield Move(kind, tile.index, index), self._paid(node, tile, payment, town, tokens)

    def placements(
        self, node: Node, tile: PreparedTile, clock: Clock, first: int = -1
    ) -> Iterator[tuple[int, Payment, Town, int]]:
        """Yield squares and payments of a tile, and town and tokens once it lies.

        If it can lie on the square ``first``, that comes first.
        """
        if (tile.source.cost or 0) > node.money:
            return
        after = self._prepared.parameters.requirements_read == "after"
        ways: list[Payment] = []
        if not after:
            ways = self._payable(node, tile, node.town, node.tokens, clock)
            if not ways:
                return
        squares = self.squares(node, tile, clock)
        order = (
            chain([first], indices(squares & ~(1 << first)))
            if (first >= 0 and squares >> first & 1)
            else indices(squares)
        )
        for index in order:
            town, tokens = self.laid(node, tile, index)
            if after:
                ways = self._payable(node, tile, town, tokens, clock)
            for payment in ways:
                yield index, payment, town, tokens

    def sold(self, node: Node) -> Node:
        """Return the node once a tile is sold."""
        return _with_money(node, node.money + self._sell_value)

    def cheapest(self, node: Node, tile: PreparedTile, clock: Clock) -> int | None:
        """Return the least that can be paid for a tile, or less; None if it cannot be placed."""
        needs = tile.needs or tile.source.needs_tiles
        if needs and self._prepared.parameters.requirements_read == "after":
            cost = tile.source.cost or 0
            return cost if cost <= node.money else None
        ways = self._payable(node, tile, node.town, node.tokens, clock)
        return min(way.paid for way in ways) if ways else None

    def squares(self, node: Node, tile: PreparedTile, clock: Clock) -> int:
        """Return the squares where a tile may lie, the cap of Cornerstones kept."""
        planes = node.town.planes & self._places
        key = (tile.roads, tile.source.type, tile.is_cornerstone, planes)
        squares = self._squares.get(key)
        if squares is None:
            layout = self._towns.layout(node.town)
            squares = self._squares[key] = placeable(self._prepared, layout, tile)
        if tile.is_cornerstone and squares:
            squares &= under_cap(self._prepared, self._position(node, clock)).surely
        return squares

    def laid(self, node: Node, tile: PreparedTile, index: int) -> tuple[Town, int]:
        """Return town and tokens once a tile lies."""
        towns = self._towns
        below = towns.at(node.town.cells, index)
        town = towns.lay(node.town, index, tile)
        gained = node.tokens | (tile.produces or 0)
        if below is not None:
            out = below.produces or 0
        else:
            out = towns.centre_good if index == CENTRE_INDEX else 0
        if not out & gained:
            return town, gained
        rest = tile.produces or 0
        for bit, produces in towns.producing(node.town):
            if not bit >> index & 1:
                rest |= produces
        if not out & gained & ~rest:
            return town, gained
        key = (tile.index, index, node.tokens, node.town.cells)
        tokens = self._tokens.get(key)
        if tokens is None:
            tokens = self._tokens[key] = tokens_after_placing(
                self._prepared,
                Tokens(node.tokens, node.tokens),
                tile,
                towns.layout(node.town),
                towns.layout(town),
                index,
            ).certain()
        return town, tokens

    def is_protected(self, town: Town, generation: int) -> bool:
        """Return whether the city is protected from a Generation's Disaster (NEOM-DISASTER-5)."""
        key = (town.cells, generation)
        found = self._protected.get(key)
        if found is None:
            tiles = (self._towns.at(town.cells, i) for i in indices(town.planes >> TILES & FULL))
            found = any(self.protects(tile, generation) for tile in tiles if tile)
            self._protected[key] = found
        return found

    def protects(self, tile: PreparedTile, generation: int) -> bool:
        """Return whether a tile protects its city from a Generation's Disaster."""
        key = (tile.index, generation)
        found = self._protecting.get(key)
        if found is None:
            alone = Layout(self._towns.board, tile.index + 1, tile.planes)
            found = self._protecting[key] = protected(self._prepared, alone, generation)
        return found

    def options(self, town: Town, money: int, generation: int) -> Options:
        """Return the possible answers of an unprotected city."""
        rule = self._prepared.parameters.disaster(generation)
        name = DISASTERS[generation - 1]
        return options(self._prepared, self._towns.layout(town), money, rule, name)

    def struck(self, town: Town, tokens: int, lost: int) -> tuple[Town, int]:
        """Return town and tokens once a Disaster has taken tiles."""
        after = self._towns.clear(town, lost)
        if not lost >> CENTRE_INDEX & 1:
            made = self._towns.producing(town)
            goods = rest = 0
            for bit, produces in made:
                if lost & bit:
                    goods |= produces
                else:
                    rest |= produces
            if not goods & tokens & ~rest:
                return after, tokens
        return after, tokens_after_loss(
            self._prepared,
            Tokens(tokens, tokens),
            self._towns.layout(town),
            self._towns.layout(after),
            lost,
        ).certain()

    def strikes(self, node: Node, clock: Clock) -> bool:
        """Return whether the Disaster strikes at the end of this turn."""
        return strikes(shown=clock.disaster_shown, turn=clock.turn, over=node.disaster_over)

    def ends(self, node: Node, clock: Clock) -> Iterator[tuple[Answer | None, Node]]:
        """Yield the answers to a strike, if there is one, and the node of the next turn."""
        if not self.strikes(node, clock):
            yield None, self.unstruck(node, clock)
            return
        for answer, at_strike in self.answers(node, clock):
            yield answer, self.answered(at_strike, answer, clock)

    def unstruck(self, node: Node, clock: Clock) -> Node:
        """Return the node of the next turn if no Disaster strikes."""
        return self._next(self._with_income(node, clock), clock)

    def answers(self, node: Node, clock: Clock) -> Iterator[tuple[Answer, Node]]:
        """Yield the answers to a strike, and the node in which it is answered."""
        at_strike = self.at_strike(node, clock)
        if self.is_protected(node.town, clock.generation):
            yield Answer("protected"), at_strike
            return
        found = self.options(at_strike.town, at_strike.money, clock.generation)
        for answer in found.answers():
            yield answer, at_strike

    def at_strike(self, node: Node, clock: Clock) -> Node:
        """Return the node in which a strike is answered, an income that comes before received."""
        return self._with_income(node, clock) if self._income_first else node

    def income_after(self, clock: Clock) -> bool:
        """Return whether a turn ends with an income, after a strike if there is one."""
        return clock.turn == TURNS and not self._income_first

    def answered(self, at_strike: Node, answer: Answer, clock: Clock) -> Node:
        """Return the node of the next turn, a strike answered."""
        town, tokens, money = at_strike.town, at_strike.tokens, at_strike.money
        if answer.lost:
            town, tokens = self.struck(town, tokens, answer.lost)
        after = Node(
            town,
            tokens,
            money - answer.paid,
            at_strike.reserve,
            at_strike.placed,
            at_strike.used,
            disaster_over=True,
        )
        return self._next(after if self._income_first else self._with_income(after, clock), clock)

    def _with_income(self, node: Node, clock: Clock) -> Node:
        if clock.turn < TURNS:
            return node
        return _with_money(node, node.money + self._towns.worth(node.town).income)

    def _next(self, node: Node, clock: Clock) -> Node:
        if clock.turn < TURNS:
            return node
        return node._replace(used=(0, 0), disaster_over=clock.generation == GENERATIONS)

    def _payable(
        self, node: Node, tile: PreparedTile, town: Town, tokens: int, clock: Clock
    ) -> list[Payment]:
        """Return the payments that count, needed tiles read in this town, goods by these tokens."""
        if tile.source.needs_tiles:
            looked_at = self._looked_at_for_needs(tile)
            key = (tile.index, town.planes & looked_at if looked_at else town.cells)
            fits = self._fits.get(key)
            if fits is None:
                layout = self._towns.layout(town)
                fits = self._fits[key] = has_needed_tiles(self._prepared, layout, tile)
            if not fits:
                return []
        bought = (tile.needs or 0) & ~tokens
        if not bought:
            cost = tile.source.cost or 0
            return [Payment(0, (0, 0), cost)] if cost <= node.money else []
        cells = town.cells if town.planes >> PRICE_EFFECTS & FULL else 0
        left = self._uses_left(town, node.used)
        way = (tile.index, bought, left, cells, clock.generation)
        ways = self._ways.get(way)
        if ways is None:
            rich = self._position(node, clock)._replace(money=_ENOUGH)
            layout = self._towns.layout(town)
            ways = tuple(payments(self._prepared, layout, tokens, tile, rich))
            self._ways[way] = ways
        payable = [way for way in ways if way.paid <= node.money]
        if not self._merge or not payable:
            return payable
        return [min(payable, key=_paid_for)] if clock.last else undominated(payable)

    def _looked_at_for_needs(self, tile: PreparedTile) -> int:
        """Return the planes of the tags among the tiles that a tile needs; 0 if it names others."""
        found = self._needed_tags.get(tile.index)
        if found is None:
            prepared, names = self._prepared, tile.source.needs_tiles or ()
            planes = {prepared.plane_of.get(Target(tag=name)) for name in names}
            if planes & {None} or prepared.index_of.keys() & set(names):
                planes = set()
            found = sum(FULL << plane for plane in planes if plane is not None)
            self._needed_tags[tile.index] = found
        return found

    def _uses_left(self, town: Town, used: Uses) -> Uses:
        key = (town.planes & ROAD_PLANES, used)
        left = self._left.get(key)
        if left is None:
            layout = self._towns.layout(town)
            left = self._left[key] = uses_left(self._prepared, layout, used)
        return left

    def _paid(
        self, node: Node, tile: PreparedTile, payment: Payment, town: Town, tokens: int
    ) -> Node:
        reserve, placed = node.reserve, node.placed
        if tile.is_cornerstone:
            reserve &= ~(1 << tile.index)
            placed += 1
        west, east = payment.uses
        return Node(
            town,
            tokens,
            node.money - payment.paid + (tile.received or 0),
            reserve,
            placed,
            (node.used[0] + west, node.used[1] + east),
            node.disaster_over,
        )

    def _position(self, node: Node, clock: Clock) -> Position:
        return Position(
            self._towns.layout(node.town),
            node.tokens,
            node.money,
            node.reserve,
            clock.generation,
            clock.turn,
            node.placed,
            node.used,
            node.disaster_over,
        )


def _with_money(node: Node, money: int) -> Node:
    town, tokens, _, reserve, placed, used, over = node
    return Node(town, tokens, money, reserve, placed, used, over)


def undominated(ways: list[Payment]) -> list[Payment]:
    """Return the payments that no other beats in money or uses without being worse in the other.

    >>> undominated([Payment(1, (0, 0), 3), Payment(1, (1, 0), 2), Payment(1, (1, 1), 2)])
    [Payment(bought=1, uses=(0, 0), paid=3), Payment(bought=1, uses=(1, 0), paid=2)]
    """
    return [way for way in ways if not any(_beats(other, way) for other in ways)]


def _beats(one: Payment, other: Payment) -> bool:
    return (
        one != other
        and one.paid <= other.paid
        and one.uses[0] <= other.uses[0]
        and one.uses[1] <= other.uses[1]
    )


def _paid_for(payment: Payment) -> int:
    return payment.paid
