"""Hints in steps, from the idea to the whole turn, while the player follows the solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from meepleproof.service.play.solo.ideas import idea
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.engine.solo.search import lines_placing, placement
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome, Turn, turns_of
from verifier.carcassonne.table.cells import Cell

_MOST_SOLUTIONS = 128  # remembered

STEPS = ("idea", "place", "turn")


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a hint: its name, a sentence, and the cell it is about, if any."""

    step: str
    sentence: str
    cell: Cell | None = None


@lru_cache(_MOST_SOLUTIONS)
def solution_played(start: Position, solution: tuple[Turn, ...]) -> tuple[Outcome, ...]:
    """Return the outcomes of a solution; all help for a puzzle is about these.

    :raises Illegal: if the solution cannot be played from the start.
    """
    return outcomes_along(start, solution)


def followed(
    puzzle: Puzzle, solution: tuple[Outcome, ...], outcomes: Sequence[Outcome]
) -> tuple[Outcome, ...]:
    """Return the solution as it is being played, if these outcomes still follow it.

    The player's own claims and scoring orders replace those of the solution if the goal can still
    be reached with its placements. Otherwise the solution is returned unchanged.
    """
    if first_deviation(solution, outcomes) is None or len(outcomes) >= len(solution):
        return solution
    placed = [placement(turn) for turn in turns_of(solution)]
    played = [placement(turn) for turn in turns_of(outcomes)]
    if played != placed[: len(played)]:
        return solution
    rest = next(lines_placing(outcomes[-1].after, puzzle.goal, placed[len(played) :]), None)
    return solution if rest is None else (*outcomes, *rest)


def first_deviation(solution: Sequence[Outcome], outcomes: Sequence[Outcome]) -> int | None:
    """Return the number, from 1, of the first turn that leaves the solution; None if none does."""
    for number, outcome in enumerate(outcomes, start=1):
        if number > len(solution) or solution[number - 1].after != outcome.after:
            return number
    return None


def hints(
    puzzle: Puzzle,
    solution: Sequence[Outcome],
    themes: Sequence[str],
    outcomes: Sequence[Outcome],
    in_words: Callable[[Position, Outcome], str],
) -> tuple[Hint, ...]:
    """Return the hints for the next turn, each saying more; none off the solution or at its end.

    ``in_words`` tells the whole turn in the words of the page.
    """
    if first_deviation(solution, outcomes) is not None or len(outcomes) >= len(solution):
        return ()
    due = solution[len(outcomes)]
    turn = turns_of(solution)[len(outcomes)]
    position = outcomes[-1].after if outcomes else puzzle.position
    return (
        Hint("idea", idea(puzzle, solution, themes, len(outcomes))),
        Hint("place", f"This tile goes on the marked square, ({turn.x}, {turn.y}).", turn.cell),
        Hint("turn", in_words(position, due), turn.cell),
    )
