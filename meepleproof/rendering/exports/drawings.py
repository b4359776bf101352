"""The pictures of a puzzle and of its solution."""

from __future__ import annotations

from meepleproof.rendering.exports.entry import Entry, played
from meepleproof.rendering.solo.svg import Move, board_svg
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.solo.turn import Outcome


def puzzle_svg(entry: Entry) -> str:
    """Return the picture of the puzzle with its goal, to be used by itself."""
    puzzle = entry.puzzle
    return board_svg(
        puzzle.position,
        title=f"Puzzle {puzzle.id}",
        goal_text=goal_in_words(puzzle.goal, puzzle.tiles),
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
