"""Help puzzles: the tiles are in hand, and the solver chooses the order in which they are laid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from verifier.carcassonne.solo.codec import goal_to_json, position_to_json
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.position import Position, with_row
from verifier.documents.canonical_json import canonical_bytes, puzzle_id


@dataclass(frozen=True, slots=True)
class HelpPuzzle:
    """The task to reach the goal with all tiles of the hand, in an order of one's choice.

    The piles of the position are unknown; the colours take turns as always.
    """

    position: Position
    hand: tuple[str, ...]
    goal: Goal
    kind: Literal["help"] = "help"

    @property
    def dealt(self) -> Iterator[Position]:
        """The positions with the hand dealt to the piles in each of its orders."""
        for tiles in sorted(set(permutations(self.hand))):
            yield with_row(self.position, tiles)

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind, position, hand and goal."""
        content = [position_to_json(self.position), letters_of(self.hand), goal_to_json(self.goal)]
        return puzzle_id(canonical_bytes([self.kind, *content]).decode())
