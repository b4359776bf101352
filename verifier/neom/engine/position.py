"""A player's state as the engine holds it."""

from __future__ import annotations

from typing import NamedTuple

from verifier.neom.engine.prepared import Layout, Prepared, city_of, lay_out
from verifier.neom.state import GENERATIONS, TURNS, State, TileSet


class Position(NamedTuple):
    """A state between turns: ``tokens`` a mask of goods, ``reserve`` a mask of tiles by number."""

    layout: Layout
    tokens: int
    money: int
    reserve: int
    generation: int
    turn: int
    placed: int
    used: tuple[int, int]
    disaster_over: bool

    @property
    def ended(self) -> bool:
        """Whether the 21 turns are over (NEOM-END-1)."""
        return self.turn > TURNS


def position_of(prepared: Prepared, state: State) -> Position:
    """Return a state as the engine holds it.

    :raises Malformed: if it names something that the catalogue does not have.
    """
    reserve = sum(1 << prepared.tile(tile).index for tile in state.reserve)
    return Position(
        lay_out(prepared, state.city),
        prepared.goods_mask(state.tokens),
        state.money,
        reserve,
        state.generation,
        state.turn,
        state.cornerstones_placed,
        state.routes_used,
        state.disaster_over,
    )


def state_of(prepared: Prepared, position: Position, tile_set: TileSet) -> State:
    """Return what :func:`position_of` was given."""
    reserve = [tile.source.id for tile in prepared.tiles if position.reserve >> tile.index & 1]
    return State(
        tile_set,
        city_of(prepared, position.layout),
        prepared.goods_of(position.tokens),
        position.money,
        frozenset(reserve),
        position.generation,
        position.turn,
        position.placed,
        position.used,
        position.disaster_over,
    )


def next_turn(position: Position) -> Position:
    """Return the position with the turn counted on (NEOM-SOLO-TURN-4, NEOM-END-1).

    Unused Trade Routes expire with the Generation (NEOM-TRADE-5).
    """
    if position.turn < TURNS:
        return position._replace(turn=position.turn + 1)
    if position.generation == GENERATIONS:
        return position._replace(turn=TURNS + 1, used=(0, 0), disaster_over=True)
    return position._replace(
        generation=position.generation + 1, turn=1, used=(0, 0), disaster_over=False
    )
