"""Who draws what (HOUSE-TURN-2, -11, HOUSE-RIVER-2, -5): the hand after a part-turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from verifier.carcassonne.house.position import LAKE, End, Position
from verifier.carcassonne.house.rule_set import RuleSet

Hand = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """The tiles that are not on the table; ``unknown`` counts those of the bag nobody has seen."""

    hand: Hand
    bag: Hand
    river: Hand
    discards: Hand
    unknown: int

    @property
    def short(self) -> bool:
        """Whether a tile nobody has seen is to be drawn now."""
        return bool(self.unknown) and not self.bag

    @property
    def empty(self) -> bool:
        """Whether all tiles have been played (HOUSE-END-1)."""
        return not (self.hand or self.bag or self.river or self.unknown)


def stock_of(position: Position) -> Stock:
    """Return the tiles of the position that are not on the table."""
    return Stock(position.hand, position.bag, position.river, position.discards, position.hidden)


def is_short(position: Position) -> bool:
    """Return whether the hand lacks a tile that nobody has seen."""
    river_lies = bool(position.river) or position.hand == (LAKE,)
    return not river_lies and stock_of(position).short and len(position.hand) < position.rules.hand


def without(stock: Stock, tile: str) -> Stock:
    """Return the stock with one such tile taken from the hand."""
    hand = list(stock.hand)
    hand.remove(tile)
    return replace(stock, hand=tuple(hand))


def refill(rules: RuleSet, stock: Stock, can_be_placed: Callable[[str], bool]) -> tuple[Stock, End]:
    """Return the stock with the hand drawn up to its size, and how the game has ended, if it has.

    HOUSE-TURN-11: a hand that cannot be placed is a tie; by house.unplayableHand (AMB-28) it is
    laid aside and drawn anew. AMB-39: river tiles that cannot be placed go under their stack.
    """
    tie = rules.choose("house.unplayableHand", {"tie": True, "discard_and_continue": False})
    stock = _on_the_river(rules, _draw(rules, stock), can_be_placed)
    while stock.hand:
        if _hand_is_short(rules, stock) or any(map(can_be_placed, dict.fromkeys(stock.hand))):
            return stock, ""
        if tie:
            return stock, "tie"
        stock = _draw(rules, replace(stock, hand=(), discards=stock.discards + stock.hand))
    return stock, "played" if stock.empty else ""


def _hand_is_short(rules: RuleSet, stock: Stock) -> bool:
    return stock.short and stock.hand != (LAKE,) and len(stock.hand) < rules.hand


def _draw(rules: RuleSet, stock: Stock) -> Stock:
    """HOUSE-TURN-2, HOUSE-RIVER-2, -5: draw from the river stack, then the lake, then the bag.

    AMB-36: one river tile at a time, or by house.riverHand shared as many as a hand has; the hand
    from the bag is drawn when the lake lies.
    """
    if stock.river:
        ahead = [tile for tile in stock.river if tile != LAKE]
        size = rules.choose("house.riverHand", {"single": 1, "shared": rules.hand})
        drawn = tuple(ahead[: max(size - len(stock.hand), 0)])
        left = stock.river[len(drawn) :]
        if stock.hand or drawn:
            return replace(stock, hand=stock.hand + drawn, river=left)
        return replace(stock, hand=left, river=())
    if stock.hand == (LAKE,):
        return stock
    drawn = stock.bag[: max(rules.hand - len(stock.hand), 0)]
    return replace(stock, hand=stock.hand + drawn, bag=stock.bag[len(drawn) :])


def _on_the_river(rules: RuleSet, stock: Stock, can_be_placed: Callable[[str], bool]) -> Stock:
    """AMB-39: a hand without a place goes under the river stack; the lake comes if none has one."""
    while stock.river and not any(map(can_be_placed, dict.fromkeys(stock.hand))):
        ahead = tuple(tile for tile in stock.river if tile != LAKE)
        lake = stock.river[len(ahead) :]
        if not any(map(can_be_placed, dict.fromkeys(ahead))):
            aside = stock.discards + stock.hand + ahead
            return _draw(rules, replace(stock, hand=(), river=lake, discards=aside))
        number = len(stock.hand)
        turned = ahead + tuple(sorted(stock.hand))
        stock = replace(stock, hand=turned[:number], river=turned[number:] + lake)
    return stock


@dataclass(frozen=True, slots=True)
class Drawn:
    """What has been drawn when so many part-turns more have been played.

    ``seen`` counts the tiles that were in the hand by then, those played included, ``ahead`` those
    that may come into it before the game ends for want of a place. ``short`` says that the hand
    lacks a tile nobody has seen. No tile has been laid aside, nor gone under the river stack.
    """

    seen: Counter[str]
    ahead: Counter[str]
    short: bool


def drawn_by(position: Position, turns: int) -> Drawn:
    """Return what has been drawn when that many part-turns more have been played."""
    rules = position.rules
    stock, seen = stock_of(position), Counter(position.hand)
    for _ in range(turns):
        if stock.hand:
            stock = replace(stock, hand=stock.hand[1:])
        before = Counter(stock.hand)
        stock = _draw(rules, stock)
        seen.update(Counter(stock.hand) - before)
    # AMB-39: on the river any tile with a place comes; AMB-28: and any of the bag, if hands are
    # laid aside.
    later = rules.choose("house.unplayableHand", {"tie": (), "discard_and_continue": stock.bag})
    return Drawn(seen, seen + Counter(stock.river + later), _hand_is_short(rules, stock))
