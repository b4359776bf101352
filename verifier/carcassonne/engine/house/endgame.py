"""Exact endgames by the engine: values, placements and their lines under best play of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from verifier.carcassonne.engine.house.laid_out import LaidOut, laid_out
from verifier.carcassonne.house.endgame import (
    PLAYERS,
    Endgame,
    EndgameSolution,
    ValuedPlacement,
    ValuedPlay,
)
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import PIECES, Placement, Position, normal_placement
from verifier.carcassonne.tiles.drawing import NAMES
from verifier.errors import Illegal

Line: TypeAlias = tuple[PartTurn, ...]


def solve(endgame: Endgame) -> EndgameSolution:
    """Return the value of an endgame and of each placement in it, each with its line.

    Placements are in the order of their values, best first; equal ones in the order of the cells.

    :raises Illegal: if no tile of the hand can be placed.
    """
    with _laid_out(endgame) as table:
        before = table.kernel.tiles_laid()
        found = [
            ValuedPlacement(placement_of(line[0]), value, line)
            for value, line in _plays(table, table.kernel.placements_valued())
        ]
        laid = table.kernel.tiles_laid() - before
    ordered = tuple(sorted(found, key=_best_first))
    return EndgameSolution(endgame, ordered[0].value, ordered, laid)


def value_of(endgame: Endgame) -> int:
    """Return the value of an endgame alone.

    :raises Illegal: if no tile of the hand can be placed.
    """
    return perfect_reply(endgame).value


def plays_of(endgame: Endgame, placement: Placement | None = None) -> tuple[ValuedPlay, ...]:
    """Return all part-turns with their exact values, or those that make one placement.

    :raises Illegal: if no tile of the hand can be placed, or that one not there.
    """
    with _laid_out(endgame) as table:
        cell, drawing = -1, 0
        if placement is not None and table.has_room_for(placement.cell):
            laid = normal_placement(placement)
            cell, drawing = table.number(laid.cell), table.drawing_number(laid)
        listed = table.kernel.plays_valued(cell, drawing)
        found = tuple(ValuedPlay(line[0], value, line) for value, line in _plays(table, listed))
    if not found and placement is not None:
        raise Illegal(
            f"{placement.tile} cannot be placed on {placement.x},{placement.y} in rotation "
            f"{placement.rotation}",
            where="placement",
            rule="HOUSE-TURN-3",
        )
    return found


def perfect_reply(endgame: Endgame) -> ValuedPlay:
    """Return a best part-turn of an endgame; the same for the same endgame.

    :raises Illegal: if no tile of the hand can be placed.
    """
    with _laid_out(endgame) as table:
        ((value, line),) = _plays(table, [table.kernel.value()])
    return ValuedPlay(line[0], value, line)


def plays_by_margin(position: Position) -> tuple[tuple[PartTurn, int], ...]:
    """Return each part-turn of two players' game with what it adds to the margin at once.

    That is the margin if the game ended after it, less the margin if it ended before it. What lies
    in the bag is not looked at, and a second part is listed wherever a builder gives one.

    :raises Illegal: if there are more players, or the tiles cannot lie like this.
    """
    if position.rules.players != PLAYERS:
        raise Illegal(
            f"{position.rules.players} players; margins are for two",
            where="/rules/players",
            rule="HOUSE-2P-1",
        )
    with laid_out(position, "HouseSolver", position.hand) as table:
        hand = [table.kind_number(tile) for tile in position.hand]
        table.kernel.set_tiles(hand, [], position.rules.hand, 0)
        table.kernel.set_margin(0)
        plays = _plays(table, table.kernel.plays_by_margin())
    return tuple((line[0], gain) for gain, line in plays)


def placement_of(part_turn: PartTurn) -> Placement:
    """Return the placement that a part-turn makes, without a piece."""
    return Placement(part_turn.tile, part_turn.rotation, part_turn.x, part_turn.y)


def _best_first(valued: ValuedPlacement) -> tuple[int, int, int, str, int]:
    placement = valued.placement
    return (-valued.value, placement.y, placement.x, placement.tile, placement.rotation)


@contextmanager
def _laid_out(endgame: Endgame) -> Iterator[LaidOut]:
    """Lay an endgame out on a kernel that solves it.

    :raises Illegal: if no tile of the hand can be placed.
    """
    position, rules = endgame.position, endgame.position.rules
    with laid_out(position, "HouseSolver", position.hand + position.bag) as table:
        table.kernel.set_tiles(
            [table.kind_number(tile) for tile in position.hand],
            [table.kind_number(tile) for tile in position.bag],
            rules.hand,
            rules.choose("house.unplayableHand", {"tie": 0, "discard_and_continue": 1}),
        )
        table.kernel.set_margin(endgame.handicaps[0] - endgame.handicaps[1])
        if not table.kernel.can_play():
            raise Illegal(
                "hand_unplayable: no tile of the hand can be placed",
                where="/hand",
                rule="HOUSE-TURN-11",
            )
        yield table


def _plays(
    table: LaidOut, found: Iterable[tuple[int, list[tuple[int, ...]]]]
) -> list[tuple[int, Line]]:
    """Return values and lines as the kernel writes them, in the game's words."""
    return [(value, tuple(_part_turn(table, each) for each in line)) for value, line in found]


def _part_turn(table: LaidOut, written: tuple[int, ...]) -> PartTurn:
    drawing, number, piece, name, second = written
    x, y = table.cell(number)
    return PartTurn(
        table.tables.kinds[drawing // 4],
        drawing % 4,
        x,
        y,
        PIECES[piece - 1] if piece else None,
        NAMES[name] if piece else "",
        bool(second),
    )
