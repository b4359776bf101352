"""Exact endgames by the engine: values, placements and their lines under best play of both."""

from __future__ import annotations

from dataclasses import dataclass, replace

from verifier.carcassonne.engine.house.engine import HouseEngine
from verifier.carcassonne.house.endgame import (
    Endgame,
    EndgameSolution,
    ValuedPlacement,
    ValuedPlay,
)
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Placement
from verifier.errors import Illegal

_INFINITY = 10**6


def solve(endgame: Endgame) -> EndgameSolution:
    """Return the value of an endgame and of each placement in it, each with its line.

    Placements are in the order of their values, best first; equal ones in the order of the cells.

    :raises Illegal: if no tile of the hand can be placed.
    """
    plays, nodes = _plays(endgame)
    best: dict[Placement, ValuedPlay] = {}
    for play in plays:
        placement = placement_of(play.part_turn)
        if placement not in best or play.value > best[placement].value:
            best[placement] = play
    placements = tuple(
        ValuedPlacement(placement, play.value, play.line) for placement, play in best.items()
    )
    ordered = tuple(sorted(placements, key=_best_first))
    return EndgameSolution(endgame, ordered[0].value, ordered, nodes)


def value_of(endgame: Endgame) -> int:
    """Return the value of an endgame alone.

    :raises Illegal: if no tile of the hand can be placed.
    """
    return perfect_reply(endgame).value


def plays_of(endgame: Endgame, placement: Placement | None = None) -> tuple[ValuedPlay, ...]:
    """Return all part-turns with their exact values, or those that make one placement.

    :raises Illegal: if no tile of the hand can be placed, or that one not there.
    """
    plays, _ = _plays(endgame)
    found = tuple(p for p in plays if placement in (None, placement_of(p.part_turn)))
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
    plays, _ = _plays(endgame)
    return max(plays, key=lambda play: play.value)


def placement_of(part_turn: PartTurn) -> Placement:
    """Return the placement that a part-turn makes, without a piece."""
    return Placement(part_turn.tile, part_turn.rotation, part_turn.x, part_turn.y)


def _best_first(valued: ValuedPlacement) -> tuple[int, int, int, str, int]:
    placement = valued.placement
    return (-valued.value, placement.y, placement.x, placement.tile, placement.rotation)


@dataclass
class _Search:
    """Looks through all outcomes by alpha-beta; margins are those of player 0."""

    endgame: Endgame
    nodes: int = 0

    def best(self, endgame: Endgame, low: int, high: int) -> tuple[int, tuple[PartTurn, ...]]:
        """Return the margin under best play and a line, right within the bounds."""
        position = endgame.position
        rises = endgame.player == 0
        found: tuple[int, tuple[PartTurn, ...]] = (-_INFINITY if rises else _INFINITY, ())
        for outcome in HouseEngine().outcomes_in_order(position):
            value, rest = self.after(endgame, outcome, low, high)
            if (value > found[0]) if rises else (value < found[0]):
                found = (value, (outcome.part_turn, *rest))
            if rises:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return found

    def after(
        self, endgame: Endgame, outcome: Outcome, low: int, high: int
    ) -> tuple[int, tuple[PartTurn, ...]]:
        """Return the margin and the line that follow an outcome."""
        self.nodes += 1
        if outcome.after.end == "tie":
            return 0, ()
        if outcome.final is not None:
            sums = [h + sum(outcome.final[p::2]) for p, h in enumerate(endgame.handicaps)]
            return sums[0] - sums[1], ()
        return self.best(replace(endgame, position=outcome.after), low, high)


def _plays(endgame: Endgame) -> tuple[list[ValuedPlay], int]:
    search = _Search(endgame)
    sign = 1 if endgame.player == 0 else -1
    found = []
    for outcome in HouseEngine().outcomes_in_order(endgame.position):
        value, rest = search.after(endgame, outcome, -_INFINITY, _INFINITY)
        found.append(ValuedPlay(outcome.part_turn, sign * value, (outcome.part_turn, *rest)))
    if not found:
        raise Illegal(
            "hand_unplayable: no tile of the hand can be placed",
            where="/hand",
            rule="HOUSE-TURN-11",
        )
    return found, search.nodes
