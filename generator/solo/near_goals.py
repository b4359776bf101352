"""Goals that are close to a puzzle's: what a line reaches that nearly reaches the goal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.engine.solo.goals import kind_of, reached
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Pile, Position
from verifier.carcassonne.solo.turn import Outcome, Turn, turns_of

MOST_OUTCOMES = 20_000
"""Outcomes examined at most in a search for a near miss."""
_MOST_FOR_LINES = 200_000
"""Outcomes examined at most in a search for lines to it from the start."""


Misses = Literal[
    "less", "more", "colours", "unpaid", "fewer", "tile", "result", "points", "ended", "far"
]
"""How a line misses the goal; schemas/solutions.schema.json says what each means."""


@dataclass(frozen=True, slots=True)
class NearGoal:
    """A goal close to the puzzle's, with the switches and known tiles that differ for it.

    With ``unpaid_count`` monasteries count that brought no points. ``misses`` is how a line that
    meets it misses the puzzle's goal.
    """

    goal: Goal
    misses: Misses
    switches: tuple[tuple[str, str], ...] = ()
    one_tile_fewer: bool = False
    unpaid_count: bool = False

    def is_met(self, outcome: Outcome) -> bool:
        """Return whether this turn meets it."""
        after = outcome.after
        if self.one_tile_fewer:
            return after.over and sum(len(stack.known) for stack in _stacks(after)) == 1
        if self.unpaid_count:
            unpaid = sum(one.kind == "monastery" and not one.colours for one in outcome.scorings)
            after = replace(after, monasteries=after.monasteries + unpaid)
        return reached(self.goal, replace(outcome, after=self._with_switches(after)))

    def is_reachable(self, position: Position, turns: int, most: int = MOST_OUTCOMES) -> bool:
        """Return whether some line of at most so many turns meets it."""
        if self.one_tile_fewer:
            position, turns = _without_last_tile(position, turns), turns - 1
        if position.over or turns < 1 or not any(stack.known for stack in _stacks(position)):
            return False
        if any(kind_of(self.goal).reached_already(self.goal, position)):
            return True
        return (
            solve(
                self._with_switches(position), self.goal, turns, lines=0, shown=0, nodes=most
            ).count
            > 0
        )

    def lines(self, position: Position, turns: int, most: int) -> tuple[tuple[Turn, ...], ...]:
        """Return up to so many lines that meet it, as far as a search finds them."""
        if self.one_tile_fewer:
            position, turns = _without_last_tile(position, turns), turns - 1
        if turns < 1 or any(kind_of(self.goal).reached_already(self.goal, position)):
            return ()
        asked = (self._with_switches(position), self.goal, turns)
        return tuple(map(turns_of, solve(*asked, lines=most, nodes=_MOST_FOR_LINES).lines))

    def _with_switches(self, position: Position) -> Position:
        rules = position.rules.with_switches(dict(self.switches))
        return replace(position, rules=rules)


def _stacks(position: Position) -> tuple[Pile, ...]:
    """Return all that tiles are drawn from: the piles, and the river."""
    return (*position.piles, position.river)


def _without_last_tile(position: Position, turns: int) -> Position:
    """Return the position without the tile of the last of so many turns."""
    number = position.pile_of((position.to_move + turns - 1) % position.rules.colours)
    piles = tuple(
        replace(pile, known=pile.known[:-1]) if place == number else pile
        for place, pile in enumerate(position.piles)
    )
    return replace(position, piles=piles)
