"""Puzzles of NEOM and their solutions as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meepleproof.rendering.neom.city import city_svg
from meepleproof.rendering.neom.puzzles import (
    question_in_words,
    setting_in_words,
    solution_in_words,
)
from verifier.neom.puzzle import NeomPuzzle
from verifier.neom.state import City, Square
from verifier.neom.state_document import read_square

__all__ = ["neom_puzzle_svg", "neom_solution_svg", "solved_city"]


def neom_puzzle_svg(puzzle: NeomPuzzle) -> str:
    """Return a picture of the city, below it the question and what a solver must know."""
    notes = (question_in_words(puzzle), *setting_in_words(puzzle))
    city = puzzle.question.city
    return city_svg(puzzle.catalogue, city, title=f"Puzzle {puzzle.id}", notes=notes)


def neom_solution_svg(
    puzzle: NeomPuzzle, solution: Mapping[str, Any], *, in_words: bool = True
) -> str:
    """Return a picture of the city with what the solution places, and the solution in words."""
    city, placed = solved_city(puzzle, solution)
    notes = tuple(solution_in_words(puzzle, solution)) if in_words else ()
    title = f"Solution of {puzzle.id}"
    return city_svg(puzzle.catalogue, city, title=title, notes=notes, marked=placed)


def solved_city(puzzle: NeomPuzzle, solution: Mapping[str, Any]) -> tuple[City, frozenset[Square]]:
    """Return the city with what a solution places, and the squares where it lies.

    That is all of it, or the first action alone where this is what is asked for.
    """
    city, squares = puzzle.question.city, set[Square]()
    first = [solution["first"]] if "square" in solution.get("first", ()) else []
    for step in (*solution.get("placed", ()), *solution.get("way", ()), *first):
        square = read_square(step["square"])
        city = city.with_tile(square, step["tile"])
        squares.add(square)
    return city, frozenset(squares)
