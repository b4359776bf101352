"""A puzzle on its way: what a search found, and the game that leads there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.carcassonne.engine import Line
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.turn import Turn

Reason = str
"""Why a candidate did not become a puzzle."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the engine found of a puzzle by examining so many outcomes.

    ``line`` is its only solution. Of a goal about the end of the game it is a best one: ``best`` is
    its result, and no line that reaches the goal brings a greater one.
    """

    line: Line
    examined: int
    best: int | None = None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the line."""
        return tuple(outcome.turn for outcome in self.line if outcome.turn is not None)


@dataclass(frozen=True, slots=True)
class SolvedPuzzle:
    """A puzzle as the engine solved it, and a legal game from the set-up to its position."""

    puzzle: Puzzle
    solved: Solution
    game: tuple[Turn, ...]


SolvedPuzzles = Iterator[SolvedPuzzle | Reason]
"""Puzzles, found as they are asked for; a reason comes last, where there are no more."""
