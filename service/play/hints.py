"""Hints in steps, from the idea to the whole turn, while the player follows the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.techniques import TECHNIQUES
from rendering.words import turn_in_words
from verifier.carcassonne.engine.lines import outcomes_along
from verifier.carcassonne.engine.solutions import lines_placing, placement
from verifier.carcassonne.position import Cell, Position
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.turn import Outcome, Turn, turns_of

_IDEAS_BY_RARITY = (
    "blocking",
    "claiming-at-the-end",
    "without-points",
    "two-at-once",
    "coming-home",
    "loop",
    "scoring-order",
    "running-out",
    "raising-the-lowest",
    "detour",
    "third-colour",
    "from-afar",
    "joining",
    "right-claim",
    "closing-a-hole",
)
"""The ideas, the rarest first: those that the fewest puzzles need say most."""
_MOST_IDEAS = 2

STEPS = ("idea", "place", "turn")


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a hint: its name, a sentence, and the cell it is about, if any."""

    step: str
    sentence: str
    cell: Cell | None = None


def followed(
    puzzle: Puzzle, solution: tuple[Turn, ...], outcomes: Sequence[Outcome]
) -> tuple[Turn, ...]:
    """Return the solution as it is being played, if these outcomes still follow it.

    Claims and scoring orders of the player's own are taken over where the goal can still be reached
    with the solution's placements. Otherwise it is returned as it is stated.

    :raises Illegal: if the solution cannot be played from the start.
    """
    start = puzzle.position
    if first_deviation(start, solution, outcomes) is None or len(outcomes) >= len(solution):
        return solution
    placed, played = [placement(turn) for turn in solution], turns_of(outcomes)
    if [placement(turn) for turn in played] != placed[: len(played)]:
        return solution
    rest = next(lines_placing(outcomes[-1].after, puzzle.goal, placed[len(played) :]), None)
    return solution if rest is None else (*played, *turns_of(rest))


def first_deviation(
    start: Position, solution: Sequence[Turn], outcomes: Sequence[Outcome]
) -> int | None:
    """Return the number, from 1, of the first turn that leaves the solution; None if none does.

    :raises Illegal: if the solution cannot be played from the start.
    """
    expected = outcomes_along(start, solution)
    for number, outcome in enumerate(outcomes, start=1):
        if number > len(expected) or expected[number - 1].after != outcome.after:
            return number
    return None


def hints(
    start: Position,
    solution: Sequence[Turn],
    themes: Sequence[str],
    outcomes: Sequence[Outcome],
) -> tuple[Hint, ...]:
    """Return the hints for the next turn, each saying more; none off the solution or at its end.

    :raises Illegal: if the solution cannot be played from the start.
    """
    if first_deviation(start, solution, outcomes) is not None or len(outcomes) >= len(solution):
        return ()
    due = outcomes_along(start, solution)[len(outcomes)]
    position = outcomes[-1].after if outcomes else start
    turn = solution[len(outcomes)]
    return (
        Hint("idea", _idea(themes)),
        Hint("place", f"{letter_of(turn.tile)} goes on ({turn.x}, {turn.y}).", turn.cell),
        Hint("turn", turn_in_words(position, turn, due), turn.cell),
    )


def _idea(themes: Sequence[str]) -> str:
    """Return sentences about the rarest ideas; to name them all would not help.

    >>> _idea(("joining", "right-claim", "loop"))[:41]
    'A road that counts closes on itself, or a'
    """
    sentences = {technique.id: technique.sentence for technique in TECHNIQUES}
    rarest = [sentences[theme] for theme in _IDEAS_BY_RARITY if theme in themes][:_MOST_IDEAS]
    return " ".join(rarest) or "This one needs no special idea, only a good look at the table."
