"""A puzzle as the exports see it, and its solution played out."""

from __future__ import annotations

from dataclasses import dataclass

from generator.puzzle import Puzzle
from verifier.engine import Engine
from verifier.errors import Illegal
from verifier.notation import turn_text
from verifier.turn import Outcome, Turn


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a pack with its solution, level, rating and the ids of its themes.

    ``unique`` says that the line is its only solution.
    """

    puzzle: Puzzle
    line: tuple[Turn, ...]
    level: str
    rating: int
    themes: tuple[str, ...] = ()
    unique: bool = True


def played(entry: Entry) -> tuple[Outcome, ...]:
    """Return what each turn of the solution brings.

    :raises Illegal: if a turn cannot be made.
    """
    position, outcomes, engine = entry.puzzle.position, list[Outcome](), Engine()
    for number, turn in enumerate(entry.line, start=1):
        found = [one for one in engine.outcomes(position, turn.order) if one.turn == turn]
        if not found:
            raise Illegal(
                f"the solution cannot be played: turn {number}, {turn_text(turn)}, is not possible",
                where=f"puzzle {entry.puzzle.id}",
            )
        outcomes.append(found[0])
        position = found[0].after
    return tuple(outcomes)
