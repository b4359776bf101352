"""Puzzles with goals as exports take them: their pictures, and a table of a pack."""

from __future__ import annotations

from dataclasses import dataclass

from meepleproof.rendering.solo.notes import closed_near_the_end
from meepleproof.rendering.solo.svg import Move, board_svg
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.errors import Illegal

COLUMNS = (
    "id",
    "goal",
    "goal_text",
    "tiles",
    "level",
    "rating",
    "themes",
    "needs",
    "colours",
    "meeples",
    "placed",
    "code",
    "file",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a pack with its solution, level, rating and the ids of its themes.

    ``unique`` is whether the line is its only solution, ``needs`` are the rules that it needs,
    ``tries`` say why lines that nearly solve it fail.
    """

    puzzle: Puzzle
    line: tuple[Turn, ...]
    level: str
    rating: int
    themes: tuple[str, ...] = ()
    unique: bool = True
    needs: tuple[str, ...] = ()
    tries: tuple[str, ...] = ()


def played(entry: Entry) -> tuple[Outcome, ...]:
    """Return the outcome of each turn of the solution.

    :raises Illegal: if a turn is illegal.
    """
    try:
        return outcomes_along(entry.puzzle.position, entry.line)
    except Illegal as error:
        where = f"puzzle {entry.puzzle.id}, {error.where}"
        raise Illegal(error.message, where=where, rule=error.rule) from None


def puzzle_svg(puzzle: Puzzle, *, whole: bool = True) -> str:
    """Return the picture of the puzzle with its goal, to be used by itself.

    If it is not ``whole``, closed tiles near the end of the game are left blank.
    """
    return board_svg(
        puzzle.position,
        title=f"Puzzle {puzzle.id}",
        goal_text=goal_in_words(puzzle.goal, puzzle.tiles),
        blank=frozenset() if whole else closed_near_the_end(puzzle.position),
    )


def solution_svg(entry: Entry) -> str:
    """Return the picture of the table after the solution: its tiles numbered, its claims shown.

    :raises Illegal: if the solution cannot be played.
    """
    outcomes = played(entry)
    return board_svg(
        outcomes[-1].after,
        title=f"Solution of {entry.puzzle.id}",
        highlight=moves(outcomes),
        next_tiles=False,
    )


def moves(outcomes: tuple[Outcome, ...]) -> tuple[Move, ...]:
    """Return the turns with their colours, without an end of the game that is no turn."""
    return tuple(
        Move(outcome.colour, outcome.turn) for outcome in outcomes if outcome.turn is not None
    )


def index_row(entry: Entry) -> tuple[str | int, ...]:
    """Return the row of a puzzle in a table of a pack, cell by cell of :data:`COLUMNS`.

    ``themes`` and ``needs`` are ids separated by spaces, ``placed`` is the number of tiles on the
    board, ``file`` the picture.
    """
    puzzle = entry.puzzle
    rules = puzzle.position.rules
    return (
        puzzle.id,
        puzzle.goal.id,
        goal_in_words(puzzle.goal, puzzle.tiles),
        puzzle.tiles,
        entry.level,
        entry.rating,
        " ".join(entry.themes),
        " ".join(entry.needs),
        rules.colours,
        rules.meeples,
        len(puzzle.position.placements),
        puzzle.code,
        f"{puzzle.id}.svg",
    )
