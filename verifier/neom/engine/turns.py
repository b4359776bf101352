"""Everything a turn can be, once its pack is revealed (NEOM-ACT-1, NEOM-SOLO-TURN-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

from verifier.neom.engine.buying import Payment, has_needed_tiles, payments
from verifier.neom.engine.cornerstones import under_cap
from verifier.neom.engine.disasters import Answer, answers, preventable, protected, strikes
from verifier.neom.engine.goods import Tokens, tokens_after_loss, tokens_after_placing
from verifier.neom.engine.grid import SQUARE_AT, indices
from verifier.neom.engine.income import income
from verifier.neom.engine.missing import Missing, answered, needed
from verifier.neom.engine.needs import income_needs
from verifier.neom.engine.placing import placeable
from verifier.neom.engine.position import Position, next_turn
from verifier.neom.engine.prepared import (
    Prepared,
    PreparedTile,
    with_tile,
    without_tiles,
)
from verifier.neom.state import TURNS, Action, RouteSide
from verifier.neom.unknowns import Unknown

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
    for deed, acted in deeds(prepared, position, pack):
        if strikes(shown=shown, turn=acted.turn, over=acted.disaster_over):
            for answer, struck in struck_positions(prepared, acted):
                yield deed, answer, next_turn(struck)
        else:
            yield deed, None, next_turn(with_income(prepared, acted))


def deeds(
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


def struck_positions(prepared: Prepared, position: Position) -> Iterator[tuple[Answer, Position]]:
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
        struck = answered_strike(prepared, at_strike, answer)
        yield answer, with_income(prepared, struck) if strike_first else struck


def answered_strike(prepared: Prepared, position: Position, answer: Answer) -> Position:
    """Return the position once a strike is answered: money paid, tiles and tokens lost."""
    after = position._replace(money=position.money - answer.paid, disaster_over=True)
    if not answer.lost:
        return after
    layout = without_tiles(prepared, position.layout, answer.lost)
    owned = Tokens(position.tokens, position.tokens)
    tokens = tokens_after_loss(prepared, owned, position.layout, layout, answer.lost)
    return after._replace(layout=layout, tokens=tokens.certain())
