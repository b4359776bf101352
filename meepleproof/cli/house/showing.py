"""Positions and puzzles of the house game as ``meepleproof show`` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from generator.house.pack import PackedHousePuzzle, goal_to_json
from meepleproof.cli.console import in_colour, terminal_width
from meepleproof.rendering.house.pictures import house_svg
from meepleproof.rendering.house.text import house_text
from meepleproof.rendering.house.words import goal_in_words, points_in_words
from verifier.carcassonne.house.codec import (
    position_to_json,
)
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.position import Position

__all__ = ["ShownHousePosition", "ShownHousePuzzle"]


@dataclass(frozen=True, slots=True)
class ShownHousePosition:
    """A position to be drawn."""

    position: Position

    def head(self) -> Sequence[str]:
        """Return no lines: a position has no title."""
        return ()

    def drawing(self) -> str:
        """Return the position as text."""
        return house_text(self.position, colour=in_colour(), width=terminal_width())

    def svg(self) -> str:
        """Return the position as SVG."""
        return house_svg(self.position)

    def data(self) -> dict[str, Any]:
        """Return the position as a document."""
        return {
            "position": position_to_json(self.position),
            "text": position_text(self.position),
        }


@dataclass(frozen=True, slots=True)
class ShownHousePuzzle:
    """A puzzle to be drawn."""

    packed: PackedHousePuzzle

    def head(self) -> Sequence[str]:
        """Return the question and the answers to choose from."""
        puzzle = self.packed.puzzle
        letters = zip(ascii_lowercase, self._choices, strict=False)
        choices = [f"  {letter}) {points_in_words(points)}" for letter, points in letters]
        return [f"Puzzle {puzzle.id}", goal_in_words(puzzle), *choices, ""]

    def drawing(self) -> str:
        """Return the position as text."""
        return ShownHousePosition(self.packed.puzzle.position).drawing()

    def svg(self) -> str:
        """Return the puzzle as SVG."""
        return house_svg(self.packed.puzzle.position, self.packed.puzzle, self._choices)

    def data(self) -> dict[str, Any]:
        """Return the puzzle as a document."""
        puzzle = self.packed.puzzle
        data = {
            **ShownHousePosition(puzzle.position).data(),
            "game": "house",
            "id": puzzle.id,
            "goal": goal_to_json(puzzle.goal),
            "goal_text": goal_in_words(puzzle),
            "part_turns": puzzle.part_turns,
        }
        return {**data, "choices": self._choices} if self._choices else data

    @property
    def _choices(self) -> Sequence[Sequence[int]]:
        choices: Sequence[Sequence[int]] = self.packed.document.get("choices", ())
        return choices
