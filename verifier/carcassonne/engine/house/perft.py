"""Counts of all part-turns for a fixed order of tiles: the numbers by which engines are compared.

A ply is one part-turn. Equal tiles of the hand are one, equal drawings one rotation; a feature
reached by several segments of the tile is one; a little and a big follower are two plays, and a
second part that follows makes a play of its own. A tie and the end of the game count at their depth
and have no successors.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.house.draws import refilled
from verifier.carcassonne.engine.house.laid_out import lay_out
from verifier.carcassonne.engine.tables import house_tables
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.tiles import is_of_river
from verifier.errors import Illegal, Malformed


@dataclass(frozen=True, slots=True)
class HousePerft:
    """The counts by depth from 1.

    ``checksum`` sums up a number of each leaf; ``little``, ``big`` and ``builder`` are the plays of
    the last ply with such a piece, ``farm`` those with a follower on a field, ``second`` those
    after which a second part follows; ``scored`` are the features that brought points in them, and
    ``tie`` the leaves that are a tie.
    """

    leaves: tuple[int, ...]
    checksum: tuple[int, ...]
    little: tuple[int, ...]
    big: tuple[int, ...]
    builder: tuple[int, ...]
    farm: tuple[int, ...]
    scored: tuple[int, ...]
    second: tuple[int, ...]
    tie: tuple[int, ...]

    @property
    def nodes(self) -> tuple[int, ...]:
        """The plays up to each depth."""
        return tuple(accumulate(self.leaves))


def perft_of(position: Position, depth: int) -> HousePerft:
    """Count all sequences of 1 to ``depth`` part-turns from a position.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import RuleSet
    >>> perft_of(set_up(RuleSet(players=2, hand=1), ("base/V", "base/U")), 2).leaves
    (42, 1254)

    :raises Malformed: if the depth is not a number of part-turns, or a tile is not known.
    :raises Illegal: if the tiles cannot lie like this, or while the river is laid.
    """
    most = len(position.hand) + len(position.bag)
    if not 1 <= depth <= most:
        raise Malformed(
            f"depth {depth} for {most} tiles: give 1 to {most}" if most else "there are no tiles",
            where="--depth",
        )
    _require_plain(position)
    board = kernel.HouseCounter(house_tables())
    table = lay_out(position, board, position.hand + position.bag)
    board.set_hand(
        [table.kind_number(tile) for tile in position.hand],
        [table.kind_number(tile) for tile in position.bag],
    )
    return HousePerft(*(tuple(counts) for counts in zip(*board.count(depth), strict=True)))


def _require_plain(position: Position) -> None:
    """Do nothing if all tiles are known, and what cannot be placed makes a tie."""
    if position.end:
        raise Illegal("the game has ended", where="position", rule="HOUSE-END-1")
    if position.hidden or refilled(position).hand != position.hand:
        raise Malformed("all tiles to be drawn must be known", where="--draw")
    if position.river or any(map(is_of_river, position.hand + position.bag)):
        raise Illegal("the river is not counted", where="--draw", rule="HOUSE-SETUP-5")
    tie = {"tie": True, "discard_and_continue": False}
    if not position.rules.choose("house.unplayableHand", tie):
        raise Illegal(
            "only games are counted in which an unplayable hand is a tie",
            where="house.unplayableHand",
            rule="HOUSE-TURN-11",
        )
