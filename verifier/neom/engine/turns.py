"""Everything a turn can be, once its pack is revealed, and how it ends.

NEOM-ACT-1, NEOM-SOLO-TURN-2 to -4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from verifier.neom.engine.buying import Payment, has_needed_tiles, payments
from verifier.neom.engine.disasters import Answer, answers, preventable, protected, strikes
from verifier.neom.engine.grid import SQUARE_AT, indices
from verifier.neom.engine.placing import placeable, under_cap
from verifier.neom.engine.position import (
    Findings,
    Position,
    Situation,
    Tokens,
    next_turn,
    position_of,
    tokens_after_loss,
    tokens_after_placing,
)
from verifier.neom.engine.prepared import (
    Layout,
    Missing,
    Prepared,
    PreparedTile,
    answered,
    needed,
    with_tile,
    without_tiles,
)
from verifier.neom.engine.scoring import income, income_needs
from verifier.neom.parameters import Unknown
from verifier.neom.state import TURNS, Action, RouteSide, State

_NO_TILE = -1
_NO_PAYMENT = Payment(0, (0, 0), 0)


class Deed(NamedTuple):
    """An action as the engine holds it: tiles and square by number, -1 for none."""

    kind: str
    selected: int
    placed: int = _NO_TILE
    square: int = _NO_TILE
    payment: Payment = _NO_PAYMENT

    def public(self, prepared: Prepared, answer: Answer | None) -> Action:
        """Return it as :mod:`verifier.neom.state` has it."""
        west, east = self.payment.uses
        sides: tuple[RouteSide, RouteSide] = ("west", "east")
        return Action(
            self.kind,  # type: ignore[arg-type]  # one of its four words
            prepared.tiles[self.selected].source.id,
            "" if self.placed < 0 else prepared.tiles[self.placed].source.id,
            None if self.square < 0 else SQUARE_AT[self.square],
            prepared.sorted_goods(self.payment.bought),
            sides[:1] * west + sides[1:] * east,
            answer.public() if answer else None,
        )


def turns(
    prepared: Prepared, position: Position, pack: Iterable[PreparedTile]
) -> Iterator[tuple[Deed, Answer | None, Position]]:
    """Yield each legal action with the answer to a strike, and the position of the next turn.

    :raises Missing: if unknown values decide.
    """
    pack = tuple(pack)
    shown = any(tile.is_disaster for tile in pack)
    for deed, acted in _deeds(prepared, position, pack):
        if strikes(shown=shown, turn=acted.turn, over=acted.disaster_over):
            for answer, struck in _struck_positions(prepared, acted):
                yield deed, answer, next_turn(struck)
        else:
            yield deed, None, next_turn(with_income(prepared, acted))


def _deeds(
    prepared: Prepared, position: Position, pack: tuple[PreparedTile, ...]
) -> Iterator[tuple[Deed, Position]]:
    """Yield each legal action and the position right after it, before strike and income.

    :raises Missing: if unknown values decide.
    """
    cornerstones = [tile for tile in prepared.tiles if position.reserve >> tile.index & 1]
    for tile in pack:
        if tile.is_disaster:
            if preventable(position.turn):
                yield Deed("prevent", tile.index), position._replace(disaster_over=True)
            continue
        yield Deed("sell", tile.index), sold(prepared, position)
        for payment, square, after in placements(prepared, position, tile):
            yield Deed("place", tile.index, tile.index, square, payment), after
        for other in cornerstones:
            for payment, square, after in placements(prepared, position, other):
                yield Deed("cornerstone", tile.index, other.index, square, payment), after


def sold(prepared: Prepared, position: Position) -> Position:
    """Return the position once a tile is sold (NEOM-ACT-SELL-1)."""
    value = needed(prepared.parameters.sell_value, "NEOM-ACT-SELL-1", "sell_value")
    return position._replace(money=position.money + value)


def placements(
    prepared: Prepared, position: Position, tile: PreparedTile
) -> Iterator[tuple[Payment, int, Position]]:
    """Yield the ways to place a tile: payment, square, and the position right after.

    :raises Missing: if unknown values decide.
    """
    squares = partial(_squares, prepared, position, tile)
    if (
        not _requirements_count(tile)
        or (reading := prepared.parameters.requirements_read) == "before"
    ):
        layout = position.layout
        ways = cache(partial(payments, prepared, layout, position.tokens, tile, position))
        if answered(ways, squares, partial(has_needed_tiles, prepared, layout, tile)):
            for index in indices(squares()):
                after = placed(prepared, position, tile, index)
                for payment in ways():
                    yield payment, index, paid(after, tile, payment)
        return
    for index in indices(squares()):
        needed(reading, "NEOM-REQ-1", "requirements_read")
        after = placed(prepared, position, tile, index)
        ways = cache(partial(payments, prepared, after.layout, after.tokens, tile, position))
        if answered(ways, partial(has_needed_tiles, prepared, after.layout, tile)):
            for payment in ways():
                yield payment, index, paid(after, tile, payment)


def _squares(prepared: Prepared, position: Position, tile: PreparedTile) -> int:
    squares = placeable(prepared, position.layout, tile)
    if not tile.is_cornerstone or not squares:
        return squares
    cap = under_cap(prepared, position)
    if squares & cap.surely != squares & cap.perhaps:
        raise Missing(cap.unknown)
    return squares & cap.surely


def _requirements_count(tile: PreparedTile) -> bool:
    """Return whether the tile needs anything but money."""
    return tile.needs != 0 or tile.source.needs_tiles != ()


def placed(prepared: Prepared, position: Position, tile: PreparedTile, index: int) -> Position:
    """Return the position with a tile laid and its tokens gained, before any money moves."""
    before = position.layout
    after = with_tile(prepared, before, index, tile)
    owned = Tokens(position.tokens, position.tokens)
    tokens = tokens_after_placing(prepared, owned, tile, before, after, index).certain()
    if not tile.is_cornerstone:
        return position._replace(layout=after, tokens=tokens)
    return position._replace(
        layout=after,
        tokens=tokens,
        reserve=position.reserve & ~(1 << tile.index),
        placed=position.placed + 1,
    )


def paid(position: Position, tile: PreparedTile, payment: Payment) -> Position:
    """Return the position once tile and goods are paid and its money received (NEOM-EFFECT-1)."""
    source = tile.source
    path = "effects" if source.effects is None else "on_place"
    received = needed(tile.received, "NEOM-EFFECT-1", f"tiles/{source.id}/{path}")
    west, east = payment.uses
    return position._replace(
        money=position.money - payment.paid + received,
        used=(position.used[0] + west, position.used[1] + east),
    )


def with_income(prepared: Prepared, position: Position) -> Position:
    """Return the position with the income received, if this is turn 7 (NEOM-INCOME-1).

    :raises Missing: if its amount depends on unknown values.
    """
    if position.turn < TURNS:
        return position
    if unknown := income_needs(prepared, position.layout):
        raise Missing(unknown)
    return position._replace(money=position.money + income(prepared, position.layout))


def _struck_positions(prepared: Prepared, position: Position) -> Iterator[tuple[Answer, Position]]:
    """Yield each answer to a Disaster that strikes after an action, and the position then.

    On turn 7 income comes after the strike or before it (NEOM-SOLO-DIS-7, -8).

    :raises Missing: if unknown values decide.
    """
    strike_first: bool | None = True
    if position.turn == TURNS:
        strike_first = prepared.parameters.disaster_before_income
        if strike_first is None and not protected(prepared, position.layout, position.generation):
            raise Missing([Unknown("NEOM-SOLO-DIS-8", "disaster_before_income")])
    at_strike = position if strike_first else with_income(prepared, position)
    for answer in answers(prepared, at_strike.layout, at_strike.money, at_strike.generation):
        struck = _answered_strike(prepared, at_strike, answer)
        yield answer, with_income(prepared, struck) if strike_first else struck


def _answered_strike(prepared: Prepared, position: Position, answer: Answer) -> Position:
    """Return the position once a strike is answered: money paid, tiles and tokens lost."""
    after = position._replace(money=position.money - answer.paid, disaster_over=True)
    if not answer.lost:
        return after
    layout = without_tiles(prepared, position.layout, answer.lost)
    owned = Tokens(position.tokens, position.tokens)
    tokens = tokens_after_loss(prepared, owned, position.layout, layout, answer.lost)
    return after._replace(layout=layout, tokens=tokens.certain())


# --- the end of a turn in a log


def end_turn(
    prepared: Prepared, before_strike: Layout, now: Situation, found: Findings
) -> Situation:
    """Return the situation before the next turn, income received after turn 7 (NEOM-INCOME-1).

    ``before_strike`` is the city before a Disaster that struck this turn, which gives the income
    if that comes first (NEOM-SOLO-DIS-8).
    """
    position = now.position
    if position.turn < TURNS:
        return now.turn_over(next_turn(position))
    amount = _income(prepared, before_strike, position.layout, found)
    money = None if now.money is None or amount is None else now.money + amount
    return now.turn_over(next_turn(position)).at(next_turn(position), money, now.tokens)


def income_of(prepared: Prepared, layout: Layout, found: Findings) -> int | None:
    """Return the income of a city, or None and note what it lacks."""
    if unknown := income_needs(prepared, layout):
        found.lacks(unknown)
        return None
    return income(prepared, layout)


def _income(
    prepared: Prepared, before_strike: Layout, after_strike: Layout, found: Findings
) -> int | None:
    first = prepared.parameters.disaster_before_income
    if before_strike == after_strike or first:
        return income_of(prepared, after_strike, found)
    before = income_of(prepared, before_strike, found)
    if first is False:
        return before
    after = income_of(prepared, after_strike, found)
    if before != after:
        found.lacks([Unknown("NEOM-SOLO-DIS-8", "disaster_before_income")])
        return None
    return before


# --- the least money with which some tiles can be placed one after another

_ENOUGH = 10**9
_Tiles = frozenset[int]
_Step = tuple[int, Deed, Position]


def least_money(prepared: Prepared, state: State, tiles: frozenset[str], last: str) -> int | None:
    """Return the least money; None if there is no way to place the tiles.

    ``last`` comes after all the others, unless it is empty. The money of the state does not count.

    :raises Missing: if unknown values decide.
    """
    return _Search(prepared).least(position_of(prepared, state), *_numbers(prepared, tiles, last))


def cheapest_way(
    prepared: Prepared, state: State, tiles: frozenset[str], last: str
) -> tuple[tuple[Action, int], ...]:
    """Return one way that needs no more than the least money: actions, and what is paid for each.

    :raises Missing: if unknown values decide.
    """
    search = _Search(prepared)
    position = position_of(prepared, state)._replace(money=_ENOUGH)
    left, final = _numbers(prepared, tiles, last)
    way = []
    while steps := list(search.steps(position, left, final)):
        _, deed, position = min(steps, key=itemgetter(0, 1))
        way.append((deed.public(prepared, None), deed.payment.paid))
        left -= {deed.placed}
    return tuple(way)


def _numbers(prepared: Prepared, tiles: frozenset[str], last: str) -> tuple[_Tiles, int]:
    final = prepared.tile(last).index if last else -1
    return frozenset(prepared.tile(tile).index for tile in tiles), final


class _Search:
    """A search whose positions are all rich; what it finds of one is kept."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._known: dict[tuple[Position, _Tiles], int | None] = {}

    def least(self, position: Position, tiles: _Tiles, last: int) -> int | None:
        """Return the least money to place the tiles, ``last`` after the others; None if none is."""
        if not tiles:
            return 0
        rich = position._replace(money=_ENOUGH)
        key = (rich, tiles)
        if key not in self._known:
            before = self._prepared.parameters.requirements_read == "before"
            if before and len(tiles) == 1:
                self._known[key] = self._wherever_it_lies(rich, *tiles)
            else:
                steps = self.steps(rich, tiles, last)
                self._known[key] = min((money for money, _, _ in steps), default=None)
        return self._known[key]

    def _wherever_it_lies(self, position: Position, number: int) -> int | None:
        """Return the least money for one tile: that of the first square is that of them all."""
        ways = placements(self._prepared, position, self._prepared.tiles[number])
        for _, of_square in groupby(ways, key=itemgetter(1)):
            return min(payment.paid for payment, _, _ in of_square)
        return None

    def steps(self, position: Position, tiles: _Tiles, last: int) -> Iterator[_Step]:
        """Yield each first step with the least money of a way that begins with it.

        What a tile brings when it is placed comes after it was paid (NEOM-EFFECT-1), so the money
        must be enough for this step, and then for the others.
        """
        for number in sorted(tiles - {last} or tiles):
            tile = self._prepared.tiles[number]
            kind = "cornerstone" if tile.is_cornerstone else "place"
            for payment, square, after in placements(self._prepared, position, tile):
                later = self.least(after, tiles - {number}, last)
                if later is None:
                    continue
                spent = position.money - after.money
                deed = Deed(kind, number, number, square, payment)
                yield max(payment.paid, spent + later), deed, after
