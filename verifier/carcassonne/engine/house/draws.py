"""Which tiles may lie in the shared hand after a part-turn, without looking at the board.

Which of several hands it is depends on what can be placed: the first of which any tile can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from verifier.carcassonne.house.position import LAKE, End, Position
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import is_of_river


@dataclass(frozen=True, slots=True)
class Draw:
    """The tiles off the table after a draw; ``unknown`` if a tile that is due is not known."""

    hand: tuple[str, ...]
    bag: tuple[str, ...]
    hidden: int
    river: tuple[str, ...]
    discards: tuple[str, ...]
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Draws:
    """What may follow: the first of ``hands`` that can be placed, or what is left ``otherwise``.

    ``end`` is how the game has ended in the latter case; it goes on where a tile is not known.
    """

    hands: tuple[Draw, ...]
    otherwise: Draw
    end: End


def refilled(position: Position) -> Draw:
    """Return the hand of a position, filled up as far as the tiles are known (HOUSE-TURN-2)."""
    return _filled(position.rules, _off_the_table(position))


def draws_after(position: Position, played: str) -> Draws:
    """Return what may follow once a tile of the hand is played."""
    rules, draw = position.rules, _off_the_table(position)
    hand = list(draw.hand)
    hand.remove(played)
    draws = [_filled(rules, replace(draw, hand=tuple(hand)))]
    if _before_the_lake(draws[0]):
        draws += _river_draws(rules, draws[0])
    if rules.choose("house.unplayableHand", {"tie": False, "discard_and_continue": True}):
        while draws[-1].hand and not draws[-1].unknown:
            draws.append(_filled(rules, _laid_aside(draws[-1])))
    otherwise = draws[-1]
    hands = tuple(each for each in draws if each.hand)
    if otherwise.unknown:
        return Draws(hands, otherwise, "")
    return Draws(hands, otherwise, "tie" if otherwise.hand else "played")


def _off_the_table(position: Position) -> Draw:
    return Draw(position.hand, position.bag, position.hidden, position.river, position.discards)


def _filled(rules: RuleSet, draw: Draw) -> Draw:
    """Return the draw with a full hand: of the river while it is laid, else from the bag."""
    if draw.river:
        sizes = {"single": 1, "shared": rules.hand}
        missing = rules.choose("house.riverHand", sizes) - len(draw.hand)
        ready = len(draw.river) - (LAKE in draw.river)
        # The lake comes last and alone (HOUSE-RIVER-5).
        taken = max(0, min(missing, ready)) or int(not draw.hand)
        hand, river = draw.hand + draw.river[:taken], draw.river[taken:]
        return replace(draw, hand=tuple(sorted(hand)), river=river)
    if _before_the_lake(draw) or LAKE in draw.hand:
        return draw
    missing = max(0, rules.hand - len(draw.hand))
    return replace(
        draw,
        hand=tuple(sorted(draw.hand + draw.bag[:missing])),
        bag=draw.bag[missing:],
        unknown=len(draw.bag) < missing and draw.hidden > 0,
    )


def _before_the_lake(draw: Draw) -> bool:
    """Return whether river tiles before the lake are in hand (AMB-36)."""
    if LAKE in draw.hand:
        return False
    return bool(draw.river) or any(map(is_of_river, draw.hand))


def _river_draws(rules: RuleSet, draw: Draw) -> list[Draw]:
    """Return the hands that follow one that cannot be placed: of the river, then the lake alone.

    All of the hand goes under the river stack, in its order, and as many are drawn anew; once all
    tiles were in a hand, they are laid aside (AMB-39).
    """
    size = len(draw.hand)
    lake = tuple(tile for tile in draw.river if tile == LAKE)
    stack = tuple(tile for tile in draw.river if tile != LAKE)
    tiles = draw.hand + stack
    found = []
    hand = draw.hand
    for _ in range(size, len(tiles), size):
        stack += hand
        hand, stack = tuple(sorted(stack[:size])), stack[size:]
        found.append(replace(draw, hand=hand, river=stack + lake))
    aside = replace(draw, hand=(), river=lake, discards=_sorted(draw.discards + tiles))
    return [*found, _filled(rules, aside)]


def _laid_aside(draw: Draw) -> Draw:
    return replace(draw, hand=(), discards=_sorted(draw.discards + draw.hand))


def _sorted(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(tiles))
