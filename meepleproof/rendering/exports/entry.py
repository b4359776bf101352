"""A puzzle as the exports take it, and the outcomes of its solution."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.engine.solo.lines import outcomes_along
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.errors import Illegal


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
