"""What the engine knows of a player: the position, the goods tokens, and where a log stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from verifier.neom.engine.grid import CENTRE_INDEX, SIZE, indices
from verifier.neom.engine.prepared import (
    PRODUCERS,
    Layout,
    Missing,
    Prepared,
    PreparedTile,
    city_of,
    lay_out,
    tile_at,
)
from verifier.neom.parameters import Unknown
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


# --- goods tokens: gained with a producing tile, perhaps lost with it

_COUNT_BITS = SIZE.bit_length()
_COUNT = (1 << _COUNT_BITS) - 1


class Tokens(NamedTuple):
    """The goods whose tokens are surely owned, those perhaps owned, and what decides it."""

    surely: int
    perhaps: int
    unknown: tuple[Unknown, ...] = ()

    def certain(self) -> int:
        """Return the goods owned.

        :raises Missing: if that depends on unknown values.
        """
        if self.surely != self.perhaps:
            raise Missing(self.unknown)
        return self.surely


def tokens_after_placing(
    prepared: Prepared,
    tokens: Tokens,
    tile: PreparedTile,
    before: Layout,
    after: Layout,
    index: int,
) -> Tokens:
    """Return the tokens once a tile lies, and what it covers is out of the city (NEOM-PLACE-9)."""
    gain = _of_tile(prepared, tile)
    owned = Tokens(
        tokens.surely | gain.surely,
        tokens.perhaps | gain.perhaps,
        tokens.unknown + gain.unknown,
    )
    covered = tile_at(prepared, before, index)
    if covered is not None:
        lost = _of_tile(prepared, covered)
    elif index == CENTRE_INDEX:
        lost = of_board(prepared, before)
    else:
        return owned
    keep = prepared.parameters.overbuild.keep_token
    unknown = Unknown("NEOM-PLACE-9", "overbuild.keep_token")
    return _less(prepared, owned, lost, after, unknown, keep=keep)


def tokens_after_loss(
    prepared: Prepared, tokens: Tokens, before: Layout, after: Layout, lost: int
) -> Tokens:
    """Return the tokens once a Disaster has taken the tiles of some squares (NEOM-DISASTER-4).

    Where the City Center shows again, its token comes back (NEOM-SETUP-2).
    """
    surely = perhaps = 0
    unknown: tuple[Unknown, ...] = ()
    for index in indices(lost):
        tile = tile_at(prepared, before, index)
        if tile is not None:
            of_tile = _of_tile(prepared, tile)
            surely |= of_tile.surely
            perhaps |= of_tile.perhaps
            unknown += of_tile.unknown
    owned = tokens
    if lost >> CENTRE_INDEX & 1:
        back = of_board(prepared, after)
        owned = Tokens(
            tokens.surely | back.surely,
            tokens.perhaps | back.perhaps,
            tokens.unknown + back.unknown,
        )
    keep = prepared.parameters.disaster_keeps_token
    why = Unknown("NEOM-DISASTER-4", "disaster_keeps_token")
    return _less(prepared, owned, Tokens(surely, perhaps, unknown), after, why, keep=keep)


def produced(prepared: Prepared, layout: Layout) -> Tokens:
    """Return the goods that the city's tiles produce, and the City Center while it is bare."""
    surely = perhaps = 0
    unknown: tuple[Unknown, ...] = ()
    for index in indices(layout.plane(PRODUCERS)):
        tile = tile_at(prepared, layout, index)
        if tile is not None:
            of_tile = _of_tile(prepared, tile)
            surely |= of_tile.surely
            perhaps |= of_tile.perhaps
            unknown += of_tile.unknown
    if tile_at(prepared, layout, CENTRE_INDEX) is None:
        centre = of_board(prepared, layout)
        surely |= centre.surely
        perhaps |= centre.perhaps
        unknown += centre.unknown
    return Tokens(surely, perhaps, unknown)


def counted(goods: int) -> int:
    """Return some goods as counts of one each, to be added up over squares."""
    return sum(1 << _COUNT_BITS * good for good in indices(goods))


def made_of(made: int, goods: int, more_than: int = 0) -> int:
    """Return those of some goods that more than so many squares produce, by their counts.

    >>> made_of(counted(0b101) + counted(0b001), 0b111), made_of(counted(0b101) * 2, 0b011, 1)
    (5, 1)
    """
    found = 0
    for good in indices(goods):
        if made >> _COUNT_BITS * good & _COUNT > more_than:
            found |= 1 << good
    return found


def tokens_left(owned: int, lost: int, rest: int) -> int:
    """Return the tokens without those of lost goods that the rest of the city does not produce."""
    return owned & (~lost | rest)


def _less(
    prepared: Prepared,
    owned: Tokens,
    lost: Tokens,
    after: Layout,
    unknown: Unknown,
    *,
    keep: bool | None,
) -> Tokens:
    """Return the tokens without those of the lost goods that nothing else produces."""
    if keep or not lost.perhaps:
        return owned
    rest = produced(prepared, after)
    surely = tokens_left(owned.surely, lost.perhaps, rest.surely)
    perhaps = tokens_left(owned.perhaps, lost.surely, rest.perhaps)
    why = owned.unknown + lost.unknown + rest.unknown
    if keep is None:
        return Tokens(surely, owned.perhaps, (*why, unknown))
    return Tokens(surely, perhaps, why)


def _of_tile(prepared: Prepared, tile: PreparedTile) -> Tokens:
    if tile.produces is None:
        unknown = Unknown("NEOM-GOOD-2", f"tiles/{tile.source.id}/produces")
        return Tokens(0, (1 << len(prepared.good_bit)) - 1, (unknown,))
    return Tokens(tile.produces, tile.produces)


def of_board(prepared: Prepared, layout: Layout) -> Tokens:
    """Return the token of the City Center (NEOM-SETUP-2)."""
    board = layout.board
    if board.good is None:
        unknown = Unknown("NEOM-SETUP-2", f"boards/{board.source.id}/good")
        return Tokens(0, prepared.tier_masks["raw"], (unknown,))
    return Tokens(board.good, board.good)


# --- where a log stands after an event, and what is found on the way


@dataclass(frozen=True, slots=True)
class Situation:
    """What has happened so far.

    ``position.money`` and ``position.tokens`` are only to be read through ``money``, None where
    it cannot be followed, and ``tokens``. ``pack`` is None before a turn's reveal. ``seen`` are
    all tiles shown. ``ready`` says that the Preliminary Round is over.
    """

    position: Position
    money: int | None
    tokens: Tokens
    seen: frozenset[str] = frozenset()
    stacks: tuple[tuple[str, ...], ...] = ()
    kept: tuple[str, ...] = ()
    tile_set: TileSet | None = None
    pack: tuple[str, ...] | None = None
    disaster_shown: bool = False
    acted: bool = False
    strike_due: bool = False
    ended: bool = False

    def at(self, position: Position, money: int | None, tokens: Tokens) -> Situation:
        """Return the situation with another position."""
        settled = position._replace(money=money or 0, tokens=tokens.surely)
        return replace(self, position=settled, money=money, tokens=tokens)

    def turn_over(self, position: Position) -> Situation:
        """Return the situation before the next turn's reveal."""
        return replace(
            self, position=position, pack=None, disaster_shown=False, acted=False, strike_due=False
        )


@dataclass(slots=True)
class Findings:
    """The rules that an event breaks, and what could not be determined about it."""

    broken: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)

    def breaks(self, rule: str, message: str) -> None:
        """Note a broken rule."""
        self.broken.append((rule, message))

    def lacks(self, unknown: Iterable[Unknown]) -> None:
        """Note what could not be determined."""
        self.unknown += unknown

    def ask(self, rule: str, message: str, question: Callable[[], object]) -> None:
        """Note the rule as broken if the question is answered by no, or what the answer lacks."""
        try:
            if not question():
                self.breaks(rule, message)
        except Missing as missing:
            self.lacks(missing.unknown)
