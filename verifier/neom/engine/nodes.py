"""The positions of a search, when they are, and what is done in them."""

from __future__ import annotations

from typing import NamedTuple

from verifier.neom.engine.position import Position
from verifier.neom.engine.towns import Town, Towns
from verifier.neom.engine.trade_routes import Uses


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
        return self.money - other.money >= discount * uses_more(self.used, other.used)


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


def uses_more(one: Uses, other: Uses) -> int:
    """Return how many uses of the routes one has made that the other has not."""
    return max(0, one[0] - other[0]) + max(0, one[1] - other[1])


def position_at(towns: Towns, node: Node, clock: Clock) -> Position:
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
