"""The positions of a search and its moves: actions told apart only by what they lead to.

All that is needed must be known. Where more money is never worse, a way to pay is dropped if
another makes it needless: one that leaves more money than the Trade Route uses it lacks could
ever save.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from verifier.neom.engine.buying import Payment, Uses, active, has_needed_tiles, payments
from verifier.neom.engine.disasters import Answer, Options, options, protected, strikes
from verifier.neom.engine.grid import CENTRE_INDEX, FULL, SIZE, indices
from verifier.neom.engine.placing import (
    ROAD_PLANES,
    coverable,
    linked_if_placed,
    placeable,
    under_cap,
)
from verifier.neom.engine.position import Position, made_of, tokens_left
from verifier.neom.engine.prepared import (
    PRICE_EFFECTS,
    PRODUCERS,
    TILES,
    Layout,
    Prepared,
    PreparedTile,
)
from verifier.neom.engine.towns import Town, Towns
from verifier.neom.parameters import DISASTERS, Target
from verifier.neom.state import GENERATIONS, TURNS


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

    def at_least(self, other: Node, discount: int) -> bool:
        """Return whether a node like this never leads to more; a use saves at most the discount."""
        return self.money - other.money >= discount * _uses_more(self.used, other.used)


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


def _uses_more(one: Uses, other: Uses) -> int:
    """Return how many uses of the routes one has made that the other has not."""
    return max(0, one[0] - other[0]) + max(0, one[1] - other[1])


def _position_at(towns: Towns, node: Node, clock: Clock) -> Position:
    """Return a node as the rules take it."""
    return Position(
        towns.layout(node.town),
        node.tokens,
        node.money,
        node.reserve,
        clock.generation,
        clock.turn,
        node.placed,
        node.used,
        node.disaster_over,
    )


# --- moves


class Moves:
    """Makes the moves of a search on one board."""

    def __init__(self, prepared: Prepared, towns: Towns, *, merge: bool) -> None:
        self._prepared = prepared
        self._towns = towns
        self._paying = Paying(prepared, towns, merge=merge)
        self._reads_after = prepared.parameters.requirements_read == "after"
        self.sell_value = prepared.parameters.sell_value or 0
        self._keeps_covered = bool(prepared.parameters.overbuild.keep_token)
        self._keeps_lost = bool(prepared.parameters.disaster_keeps_token)
        self._income_first = prepared.parameters.disaster_before_income is False
        overbuild = prepared.parameters.overbuild
        self._keeps_links = overbuild.must_keep_links is not False
        self._cornerstones_cover = overbuild.cornerstone_may is True
        self._squares: dict[tuple[object, ...], int] = {}
        self._protected: dict[tuple[int, int], bool] = {}
        self._protecting: dict[tuple[int, int], bool] = {}
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
        self, node: Node, tile: PreparedTile, clock: Clock
    ) -> Iterator[tuple[int, Payment, Town, int]]:
        """Yield squares and payments of a tile, and town and tokens once it lies."""
        if (tile.source.cost or 0) > node.money:
            return
        ways: list[Payment] = []
        if not self._reads_after:
            ways = self._paying.ways(node, tile, node.town, node.tokens, clock)
            if not ways:
                return
        for index in indices(self.squares(node, tile, clock)):
            town = self._towns.lay(node.town, index, tile)
            tokens = self.tokens(node, tile, index)
            if self._reads_after:
                ways = self._paying.ways(node, tile, town, tokens, clock)
            for payment in ways:
                yield index, payment, town, tokens

    def sold(self, node: Node) -> Node:
        """Return the node once a tile is sold."""
        return _with_money(node, node.money + self.sell_value)

    def differs_by_square(self, tile: PreparedTile) -> bool:
        """Return whether what is paid for a tile may depend on where it is laid."""
        return self._reads_after and bool(tile.needs or tile.source.needs_tiles)

    def cheapest(self, node: Node, tile: PreparedTile, clock: Clock) -> int | None:
        """Return the least that can be paid for a tile, or less; None if it cannot be placed.

        It is less only where payments differ by square.
        """
        if self.differs_by_square(tile):
            cost = tile.source.cost or 0
            return cost if cost <= node.money else None
        ways = self._paying.ways(node, tile, node.town, node.tokens, clock)
        return min(way.paid for way in ways) if ways else None

    def squares(self, node: Node, tile: PreparedTile, clock: Clock) -> int:
        """Return the squares where a tile may lie, the cap of Cornerstones kept."""
        planes = node.town.planes & self._places
        key = (tile.roads, tile.source.type, tile.is_cornerstone, planes)
        squares = self._squares.get(key)
        if squares is None:
            squares = self._squares[key] = self._placeable(node.town, tile, FULL)
        return self._under_cap(node, tile, clock, squares)

    def may_lie(self, node: Node, tile: PreparedTile, clock: Clock, index: int) -> bool:
        """Return whether a square is among those where a tile may lie, sooner than all of them."""
        square = self._placeable(node.town, tile, 1 << index)
        return bool(self._under_cap(node, tile, clock, square))

    def _under_cap(self, node: Node, tile: PreparedTile, clock: Clock, squares: int) -> int:
        if not tile.is_cornerstone or not squares:
            return squares
        return squares & under_cap(self._prepared, _position_at(self._towns, node, clock)).surely

    def _placeable(self, town: Town, tile: PreparedTile, among: int) -> int:
        """Return the squares, of some, where roads and overbuilding allow a tile."""
        if not self._keeps_links and (self._cornerstones_cover or not tile.is_cornerstone):
            squares = coverable(self._prepared, town.planes, tile) & among
            occupied = town.planes >> TILES & FULL
            return linked_if_placed(self._towns.roads(town), occupied, tile.roads, squares)
        return placeable(self._prepared, self._towns.layout(town), tile) & among

    def tokens(self, node: Node, tile: PreparedTile, index: int) -> int:
        """Return the tokens once a tile lies, and what it covers is out of the city."""
        gained = self.gained(node, tile)
        lost = self._towns.produced_at(node.town, index)
        if self._keeps_covered or not lost & gained:
            return gained
        elsewhere = made_of(node.town.made, lost, 1)
        return tokens_left(gained, lost, elsewhere | (tile.produces or 0))

    def gained(self, node: Node, tile: PreparedTile) -> int:
        """Return the tokens once a tile lies that covers nothing."""
        return node.tokens | (tile.produces or 0)

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
        """Return town and tokens once a Disaster has taken tiles; the Center may show again."""
        after = self._towns.clear(town, lost)
        if lost >> CENTRE_INDEX & 1:
            tokens |= self._towns.centre_good
        if self._keeps_lost:
            return after, tokens
        goods = 0
        for index in indices(lost & town.planes >> PRODUCERS):
            goods |= self._towns.produced_at(town, index)
        return after, tokens_left(tokens, goods, made_of(after.made, goods))

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


def _with_money(node: Node, money: int) -> Node:
    town, tokens, _, reserve, placed, used, over = node
    return Node(town, tokens, money, reserve, placed, used, over)


# --- payments: what is paid for a tile, and which ways to pay can be dropped

_ENOUGH = 10**9


class Paying:
    """Finds the payments of a search on one board."""

    def __init__(self, prepared: Prepared, towns: Towns, *, merge: bool) -> None:
        self._prepared = prepared
        self._towns = towns
        self._merge = merge
        self._routes = prepared.parameters.trade_route
        self._discount = max(0, self._routes.discount)
        self._ways: dict[tuple[int, int, Uses, tuple[int, ...], int], tuple[Payment, ...]] = {}
        self._active: dict[int, tuple[bool, bool]] = {}
        self._fits: dict[tuple[int, int], bool] = {}
        self._needed_tags: dict[int, int] = {}

    def ways(
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
        left = self._uses_left(town, node.used)
        way = (tile.index, bought, left, self._changing_prices(town), clock.generation)
        ways = self._ways.get(way)
        if ways is None:
            rich = _position_at(self._towns, node, clock)._replace(money=_ENOUGH)
            layout = self._towns.layout(town)
            ways = tuple(payments(self._prepared, layout, tokens, tile, rich))
            self._ways[way] = ways
        payable = [way for way in ways if way.paid <= node.money]
        if not self._merge or not payable:
            return payable
        return [min(payable, key=_paid_for)] if clock.last else undominated(payable, self._discount)

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

    def _changing_prices(self, town: Town) -> tuple[int, ...]:
        """Return the numbers of the tiles that change prices, sorted."""
        squares = town.planes >> PRICE_EFFECTS & FULL
        if not squares:
            return ()
        tiles = (self._towns.at(town.cells, index) for index in indices(squares))
        return tuple(sorted(tile.index for tile in tiles if tile))

    def _uses_left(self, town: Town, used: Uses) -> Uses:
        rule = self._routes
        planes = town.planes & ROAD_PLANES
        routes = self._active.get(planes)
        if routes is None:
            roads = self._towns.roads(town)
            routes = active(roads, rule.rows or (), linked_only=bool(rule.linked))
            self._active[planes] = routes
        west, east = routes
        return (
            max(0, rule.per_generation - used[0]) if west else 0,
            max(0, rule.per_generation - used[1]) if east else 0,
        )


def undominated(ways: list[Payment], discount: int) -> list[Payment]:
    """Return the payments that no other makes needless; a use saves at most the discount.

    A payment does so if it is cheaper by what its additional uses could save later.

    >>> undominated([Payment(1, (0, 0), 3), Payment(1, (1, 0), 2), Payment(1, (1, 1), 2)], 1)
    [Payment(bought=1, uses=(1, 0), paid=2)]
    >>> undominated([Payment(1, (1, 0), 2), Payment(1, (0, 1), 2)], 1)
    [Payment(bought=1, uses=(1, 0), paid=2), Payment(bought=1, uses=(0, 1), paid=2)]
    """
    kept: list[Payment] = []
    for way in ways:
        if not any(_makes_needless(other, way, discount) for other in kept):
            kept = [other for other in kept if not _makes_needless(way, other, discount)]
            kept.append(way)
    return kept


def _makes_needless(one: Payment, other: Payment, discount: int) -> bool:
    return other.paid - one.paid >= discount * _uses_more(one.uses, other.uses)


def _paid_for(payment: Payment) -> int:
    return payment.paid
