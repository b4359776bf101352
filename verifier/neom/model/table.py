"""A city as literals, and what a player has besides: the table before a turn.

On each square of a city a literal says which tile may lie on top. In the constant reading there
is one tile with ``TRUE`` on a square; in the open reading a literal for each tile that may have
been placed there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom import state
from verifier.neom.model.facts import Facts
from verifier.neom.parameters import Adjacency, Target
from verifier.neom.state import CENTRE, GENERATIONS, SIDE, SQUARES, TURNS, Square, State, TileSet
from verifier.neom.tiles import Tile

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


# --- the city

Lies = Mapping[Square, Mapping[str, Lit]]
"""By square the tiles that may lie on top, each with whether it does."""

RoadLits = tuple[Lit, ...]
"""Whether a road leaves a square over each of its edges, from north to west."""

Placing = Mapping[tuple[str, Square], Lit]
"""Which tile is placed on which square; at most one of the literals holds."""
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def beside(square: Square) -> Iterator[tuple[int, Square]]:
    """Yield the squares that share an edge with one, each with the side from north, 0, to west."""
    row, column = square
    for side, (down, right) in enumerate(_STEPS):
        if 0 <= row + down < SIDE and 0 <= column + right < SIDE:
            yield side, (row + down, column + right)


_BESIDE = {square: tuple(beside(square)) for square in SQUARES}
_SIDE_OF = {(square, other): side for square in SQUARES for side, other in _BESIDE[square]}


class City:
    """A city of which some of the tiles may be open."""

    def __init__(
        self, facts: Facts, board: str, lies: Lies, roads: Mapping[Square, RoadLits] | None = None
    ) -> None:
        """Take the board and what lies on top; squares where nothing can lie may be left out.

        ``roads`` are those of squares where they are known before.
        """
        self.facts = facts
        self._roads_known = roads or {}
        self.builder = facts.builder
        self.board = board
        self.lies = lies

    @classmethod
    def of(cls, facts: Facts, city: state.City) -> City:
        """Return a city all of which is constant."""
        return cls(facts, city.board, {square: {tile: TRUE} for square, tile in city.tiles})

    def constant(self) -> state.City:
        """Return the tiles of a city that has no open literals."""
        tiles = [
            (square, tile)
            for square, here in self.lies.items()
            for tile, lies in here.items()
            if lies == TRUE
        ]
        return state.City(self.board, tuple(sorted(tiles)))

    def laid(self, placing: Placing) -> City:
        """Return the city in which a tile has been placed over what lay on its square."""
        b = self.builder
        lies = dict(self.lies)
        by_square: dict[Square, dict[str, Lit]] = {}
        for (tile, square), literal in placing.items():
            if literal != FALSE:
                by_square.setdefault(square, {})[tile] = literal
        for square, new in by_square.items():
            stays = -b.any_of(new.values())
            here = dict(new)
            for tile, literal in self.lies.get(square, {}).items():
                here[tile] = b.either(here.get(tile, FALSE), b.both(literal, stays))
            lies[square] = {tile: literal for tile, literal in here.items() if literal != FALSE}
        same = {at: roads for at, roads in self._roads.items() if at not in by_square}
        return City(self.facts, self.board, lies, same)

    def without(self, lost: Mapping[Square, Lit]) -> City:
        """Return the city from which the tiles on top of some squares are taken."""
        b = self.builder
        lies = {
            square: {
                tile: both
                for tile, literal in here.items()
                if (both := b.both(literal, -lost.get(square, FALSE))) != FALSE
            }
            for square, here in self.lies.items()
        }
        return City(self.facts, self.board, lies)

    # What is where

    @cached_property
    def squares(self) -> list[Square]:
        """The squares on which a tile may lie, in their order."""
        return sorted(square for square, here in self.lies.items() if here)

    def tiles(self) -> Iterator[tuple[Square, Tile, Lit]]:
        """Yield every tile that may lie somewhere."""
        for square in self.squares:
            for tile_id, literal in self.lies[square].items():
                yield square, self.facts.tile(tile_id), literal

    def where(self, square: Square, test: Callable[[Tile], Lit]) -> Lit:
        """Return whether the tile on top of a square passes a test."""
        here = self.lies.get(square)
        if not here:
            return FALSE
        facts, b = self.facts, self.builder
        passed = [b.both(literal, test(facts.tile(tile_id))) for tile_id, literal in here.items()]
        return passed[0] if len(passed) == 1 else b.any_of(passed)

    def anywhere(self, test: Callable[[Tile], Lit]) -> Lit:
        """Return whether some tile of the city passes a test."""
        return self.builder.any_of(self.where(square, test) for square in self.squares)

    def occupied(self, square: Square) -> Lit:
        """Return whether a tile lies on a square; the bare Center is no tile."""
        here = self.lies.get(square)
        return self.builder.any_of(here.values()) if here else FALSE

    @cached_property
    def bare(self) -> Lit:
        """Whether the Center is bare."""
        return -self.occupied(CENTRE)

    def is_type(self, square: Square, type_: str) -> Lit:
        """Return whether a tile of a type lies on a square (NEOM-PLACE-7 for a covered Center)."""
        b = self.builder
        own = self.where(square, lambda tile: b.const(tile.type == type_))
        if square != CENTRE or square not in self.lies:
            return own
        reading = self.facts.parameters.covered_centre
        still_raw = self.facts.truth(
            None if reading is None else reading == "raw", "covered_centre"
        )
        if type_ == "raw":
            return b.either(own, b.both(still_raw, -self.bare))
        return b.both(own, -still_raw)

    def is_target(self, square: Square, target: Target) -> Lit:
        """Return whether the tile on a square is of the type or has the tag that is meant."""
        if target.type:
            return self.is_type(square, target.type)
        return self.where(square, lambda tile: self.facts.has_tag(tile, target.tag))

    def produces(self, square: Square, good: str) -> Lit:
        """Return whether what lies on a square, or the bare Center, produces a good."""
        b = self.builder
        produced = self.where(square, lambda tile: self.facts.produces(tile, good))
        if square != CENTRE:
            return produced
        return b.either(produced, b.both(self.bare, self.facts.board_produces(self.board, good)))

    # Roads

    @cached_property
    def _roads(self) -> dict[Square, RoadLits]:
        """By square on which edges a road leaves it, the bare Center included."""
        b = self.builder
        found: dict[Square, RoadLits] = {}
        for square in {*self.squares, CENTRE}:
            if square in self._roads_known:
                found[square] = self._roads_known[square]
                continue
            shapes = [
                (literal, self.facts.roads(tile))
                for tile, literal in self.lies.get(square, {}).items()
            ]
            if square == CENTRE and self.bare != FALSE:
                shapes.append((self.bare, self.facts.board_roads(self.board)))
            if len(shapes) == 1 and shapes[0][0] == TRUE:
                found[square] = shapes[0][1]
            else:
                found[square] = tuple(
                    b.any_of(b.both(lies, roads[side]) for lies, roads in shapes)
                    for side in range(4)
                )
        return found

    def road(self, square: Square, side: int) -> Lit:
        """Return whether a road leaves a square over an edge."""
        roads = self._roads.get(square)
        return FALSE if roads is None else roads[side]

    def joined(self, one: Square, other: Square) -> Lit:
        """Return whether roads meet on the edge that two squares share, FALSE if none is."""
        side = _SIDE_OF.get((one, other))
        if side is None:
            return FALSE
        return self.builder.both(self.road(one, side), self.road(other, (side + 2) % 4))

    def is_linked(self, square: Square) -> Lit:
        """Return whether what lies on a square is linked to the Center (NEOM-PLACE-3)."""
        if all(self.joined(square, other) == FALSE for _, other in _BESIDE[square]):
            return FALSE
        return self.linked[square]

    @cached_property
    def linked(self) -> Mapping[Square, Lit]:
        """By square whether what lies there is linked to the Center (NEOM-PLACE-3).

        A square is linked by a path of some length if it is by a shorter one, or if roads join it
        to a square that is. No path needs more steps than there are squares to pass.
        """
        b = self.builder
        reached = dict.fromkeys(self.squares, FALSE) | {CENTRE: TRUE}
        ways = {
            square: [
                (other, joined)
                for side, other in _BESIDE[square]
                if other in reached
                and self.road(square, side) != FALSE
                and (joined := self.joined(square, other)) != FALSE
            ]
            for square in reached
            if square != CENTRE
        }
        for _ in ways:
            before = dict(reached)
            for square, beyond in ways.items():
                if reached[square] == TRUE or not beyond:
                    continue
                steps = {b.both(reached[other], joined) for other, joined in beyond}
                if steps != {FALSE}:
                    reached[square] = b.any_of([reached[square], *steps])
            if reached == before:
                break
        return reached

    def next_to(self, one: Square, other: Square, adjacency: Adjacency | None, path: str) -> Lit:
        """Return whether two squares are next to each other in one of the senses.

        In an unknown sense only squares that touch can be, and those that a road joins are.
        """
        b = self.builder
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        touches, by_edge = max(down, right) == 1, down + right == 1
        match adjacency:
            case "orth":
                return b.const(by_edge)
            case "orth+diag":
                return b.const(touches)
            case "road":
                return self.joined(one, other)
        if not touches:
            return FALSE
        wide, edge = (self.facts.truth(None, path, part) for part in ("diagonal", "edge"))
        return b.either(wide, b.both(edge, b.const(by_edge)), self.joined(one, other))

    def linked_part(self, ignored: Lit) -> City:
        """Return the city without its unlinked tiles, if those are to be ignored."""
        b = self.builder
        if ignored == FALSE:
            return self
        lies: dict[Square, Mapping[str, Lit]] = {}
        for square in self.squares:
            stays = b.either(-ignored, self.linked[square])
            if stays != FALSE:
                lies[square] = {
                    tile: b.both(literal, stays) for tile, literal in self.lies[square].items()
                }
        return City(self.facts, self.board, lies)


def is_constant(city: City) -> bool:
    """Return whether it is certain what lies in a city."""
    return all(literal == TRUE for here in city.lies.values() for literal in here.values())
