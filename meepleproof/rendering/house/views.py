"""The view of puzzles of the house game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from generator.house.pack import goal_to_json
from generator.pack import Packed
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.house.booklet import HouseEntry, house_booklet_pdf
from meepleproof.rendering.house.pictures import house_solution_svg, house_svg
from meepleproof.rendering.house.text import house_text
from meepleproof.rendering.house.words import goal_in_words, points_in_words, solution_in_words
from meepleproof.rendering.view import View
from verifier.carcassonne.house.codec import position_to_json
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.documents.strict_json import Document

__all__ = ["VIEWS"]


class HouseView(View[HousePuzzle]):
    """How puzzles of the house game are shown: a table, and answers to choose from if there are."""

    columns = (
        *("id", "goal", "goal_text", "part_turns", "level", "rating", "themes", "code", "file"),
    )

    def question(self, packed: Packed[HousePuzzle]) -> str:
        """Return the goal."""
        return goal_in_words(packed.puzzle)

    def setting(self, packed: Packed[HousePuzzle]) -> Sequence[str]:
        """Return the answers to choose from."""
        letters = zip(ascii_lowercase, _choices(packed), strict=False)
        return [f"  {letter}) {points_in_words(points)}" for letter, points in letters]

    def text(
        self,
        packed: Packed[HousePuzzle],
        *,
        colour: bool,
        width: int | None,
        whole: bool = False,
    ) -> str:
        """Return the table."""
        return house_text(packed.puzzle.position, colour=colour, width=width)

    def svg(self, packed: Packed[HousePuzzle], *, whole: bool = False) -> str:
        """Return the table with the goal."""
        return house_svg(packed.puzzle.position, packed.puzzle, _choices(packed))

    def solution_svg(self, packed: Packed[HousePuzzle]) -> str:
        """Return the table after the solution, or with its farms."""
        return house_solution_svg(packed.puzzle, packed.solution or {})

    def answer(self, packed: Packed[HousePuzzle], solution: Document) -> Iterator[str]:
        """Yield the part-turns or points, and what is wrong elsewhere."""
        yield from solution_in_words(packed.puzzle, solution)

    def facts(self, packed: Packed[HousePuzzle]) -> Document:
        """Return position, goal, and the answers to choose from."""
        puzzle, choices = packed.puzzle, _choices(packed)
        facts = {
            "position": position_to_json(puzzle.position),
            "text": position_text(puzzle.position),
            "goal": goal_to_json(puzzle.goal),
            "goal_text": goal_in_words(puzzle),
            "part_turns": puzzle.part_turns,
        }
        return {**facts, "choices": choices} if choices else facts

    def row(self, packed: Packed[HousePuzzle]) -> Sequence[str | int]:
        """Return the row of a puzzle; without a grade its cells are empty."""
        puzzle = packed.puzzle
        return (
            puzzle.id,
            str(puzzle.goal),
            goal_in_words(puzzle),
            puzzle.part_turns,
            packed.level,
            packed.rating if packed.level else "",
            " ".join(packed.themes),
            puzzle.code,
            f"{puzzle.id}.svg",
        )

    def booklet(self, cover: Cover, packed: Sequence[Packed[HousePuzzle]], paper: Paper) -> bytes:
        """Return the booklet."""
        entries = [
            HouseEntry(one.puzzle, one.solution or {}, _choices(one), one.level, one.rating)
            for one in packed
        ]
        return house_booklet_pdf(cover, entries, paper)


VIEWS = {"house-pack": HouseView()}


def _choices(packed: Packed[HousePuzzle]) -> Sequence[Sequence[int]]:
    choices: Sequence[Sequence[int]] = packed.document.get("choices", ())
    return choices
