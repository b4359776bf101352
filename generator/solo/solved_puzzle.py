"""A puzzle that the engine has solved, before the model has been asked about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.turn import Turn, turns_of

Reason = str
"""Why a candidate was rejected."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The engine's solution of a puzzle, and how many outcomes the search ``examined``.

    ``line`` is the only solution. Under contract 2 ``ways`` are the lines that are this solution,
    one for each way to claim, ``line`` among them; under contract 1 there are none. For a goal
    about the end of the game ``line`` is a best solution: ``best`` is its result, and no line that
    reaches the goal has a greater one.
    """

    line: Line
    examined: int
    best: int | None = None
    ways: tuple[Line, ...] = ()

    @property
    def contract(self) -> Contract:
        """The contract under which it is the only one."""
        return 2 if self.ways else 1

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the line."""
        return turns_of(self.line)

    @property
    def also(self) -> tuple[tuple[Turn, ...], ...]:
        """The turns of the other ways."""
        return tuple(turns_of(way) for way in self.ways if way != self.line)


@dataclass(frozen=True, slots=True)
class SolvedPuzzle:
    """A puzzle, the engine's solution, and a legal game from the set-up to its position."""

    puzzle: Puzzle
    solution: Solution
    game: tuple[Turn, ...]


SolvedPuzzles = Iterator[SolvedPuzzle | Reason]
"""Puzzles, made one at a time as they are needed. When there are no more, a reason comes last."""
