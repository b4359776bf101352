"""Solutions of puzzles of the house game, by both keys, as commands print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.house.kinds import prove
from generator.house.pack import PackedHousePuzzle, goal_to_json
from generator.house.proved import Proved
from meepleproof.cli.pack_puzzles import print_solved, solved_in_time
from meepleproof.rendering.house.words import goal_in_words, solution_in_words
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.carcassonne.verdict import SHARED
from verifier.verdict import Answer

__all__ = ["solve_house"]


def solve_house(puzzles: Sequence[PackedHousePuzzle], seconds: float, *, as_json: bool) -> int:
    """Print what both keys find for each of the puzzles, and return the exit code.

    Each may take so many seconds, if they are not 0.

    :raises Illegal: if a position is none for its goal.
    :raises KeysDisagree: if the keys do.
    """
    solved = solved_in_time(
        puzzles, seconds, lambda one: _Solved(prove(one.puzzle)), lambda one: _head(one.puzzle)
    )
    return print_solved(solved, as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Solved:
    proved: Proved

    @property
    def answer(self) -> Answer:
        return "holds" if self.proved.solutions else "violated"

    def page(self) -> Iterator[str]:
        proved, puzzle = self.proved, self.proved.puzzle
        yield f"Puzzle {puzzle.id}. {goal_in_words(puzzle)}"
        counts = (f"{count:,} {name.replace('_', '-')}" for name, count in proved.examined)
        agree = f"engine and model agree ({', '.join(counts)})."
        if proved.solutions == 0:
            yield f"No solution: {agree}"
            return
        if proved.solutions > 1:
            yield f"Not unique, {proved.solutions} placements: {agree}"
        else:
            yield f"Unique: {agree}"
        yield ""
        yield from solution_in_words(puzzle, proved.solution)

    def data(self) -> dict[str, Any]:
        proved, puzzle = self.proved, self.proved.puzzle
        return {
            **_head(puzzle),
            "solutions": proved.solutions,
            "unique": proved.solutions == 1,
            "solution": proved.solution,
            "keys": ["engine", "model"],
            "shared": list(SHARED),
        }


def _head(puzzle: HousePuzzle) -> dict[str, Any]:
    goal = goal_to_json(puzzle.goal)
    return {"game": "house", "id": puzzle.id, "code": puzzle.code, "goal": goal}
