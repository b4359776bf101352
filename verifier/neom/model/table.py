"""What a player has before a turn, as literals and numbers; and the tokens that come and go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom.model.city import City
from verifier.neom.model.facts import Facts
from verifier.neom.state import CENTRE, GENERATIONS, TURNS, Square, State, TileSet

Tokens = Mapping[str, Lit]


class Demand(NamedTuple):
    """A literal that must hold, the rule that demands it, and what is wrong if it does not."""

    literal: Lit
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Table:
    """A :class:`~verifier.neom.state.State` of which parts may be open.

    ``tokens`` and ``reserve`` name the goods and Cornerstones that may be there; ``used`` are the
    uses of the west and the east route in this Generation, and ``placed`` the Cornerstones ever
    placed.
    """

    tile_set: TileSet
    city: City
    tokens: Tokens
    money: Sum
    reserve: Mapping[str, Lit]
    generation: int
    turn: int
    placed: Sum
    used: tuple[Sum, Sum]
    disaster_over: Lit

    @property
    def facts(self) -> Facts:
        """The catalogue on the table's builder."""
        return self.city.facts

    @property
    def ended(self) -> bool:
        """Whether the 21 turns are over (NEOM-END-1)."""
        return self.generation == GENERATIONS and self.turn > TURNS


def constant_table(facts: Facts, state: State) -> Table:
    """Return a state all of which is constant."""
    b = facts.builder
    west, east = state.routes_used
    return Table(
        tile_set=state.tile_set,
        city=City.of(facts, state.city),
        tokens=dict.fromkeys(state.tokens, TRUE),
        money=Sum(state.money),
        reserve=dict.fromkeys(state.reserve, TRUE),
        generation=state.generation,
        turn=state.turn,
        placed=Sum(state.cornerstones_placed),
        used=(Sum(west), Sum(east)),
        disaster_over=b.const(state.disaster_over),
    )


def state_of(table: Table) -> State:
    """Return a table as a state.

    :raises Undecided: if it depends on something unknown.
    """
    facts = table.facts
    west, east = table.used
    return State(
        tile_set=table.tile_set,
        city=table.city.constant(),
        tokens=frozenset(
            good for good, owned in table.tokens.items() if facts.decided("NEOM-GOOD-2", owned)
        ),
        money=facts.amount("NEOM-REQ-1", table.money),
        reserve=frozenset(tile for tile, kept in table.reserve.items() if kept == TRUE),
        generation=table.generation,
        turn=table.turn,
        cornerstones_placed=table.placed.constant,
        routes_used=(west.constant, east.constant),
        disaster_over=table.disaster_over == TRUE,
    )


def tokens_after(
    tokens: Tokens, before: City, after: City, changed: Mapping[Square, Lit], kept: Lit
) -> Tokens:
    """Return the tokens once the tiles on top of some squares have been covered or lost.

    A producer that leaves takes its token along unless tokens are kept or another producer is
    left; every good that something new produces is owned (NEOM-GOOD-1 to -3, NEOM-PLACE-9).
    """
    b = before.builder
    squares = [square for square, changes in changed.items() if changes != FALSE]
    found = dict(tokens)
    for good in _goods_at(squares, before, after):
        left = b.any_of(b.both(changed[s], before.produces(s, good)) for s in squares)
        came = b.any_of(b.both(changed[s], after.produces(s, good)) for s in squares)
        gone = FALSE
        if left != FALSE:
            still = b.any_of(after.produces(s, good) for s in {*after.squares, CENTRE})
            gone = b.both(left, -still, -kept)
        owned = b.either(came, b.both(tokens.get(good, FALSE), -gone))
        found[good] = owned
    return {good: owned for good, owned in found.items() if owned != FALSE}


def _goods_at(squares: Iterable[Square], *cities: City) -> list[str]:
    """Return the goods that something on these squares may produce."""
    found: dict[str, None] = {}
    for city in cities:
        catalogue = city.facts.catalogue
        for square in squares:
            tiles = [city.facts.tile(tile) for tile in city.lies.get(square, ())]
            if any(tile.produces is None for tile in tiles):
                return [good.id for good in catalogue.goods]
            found.update((good, None) for tile in tiles for good in tile.produces or ())
            if square == CENTRE:
                good = catalogue.board(city.board).good
                if good is None:
                    return [good.id for good in catalogue.goods]
                found[good] = None
    return list(found)
