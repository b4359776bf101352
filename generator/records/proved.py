"""A puzzle on a record with what both keys found out about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from generator.grading import Level, rating_of
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.model.key import Model
from verifier.carcassonne.record import Record
from verifier.carcassonne.solo.record_puzzle import (
    RecordError,
    RecordKey,
    RecordPuzzle,
    first_error,
)

Document: TypeAlias = dict[str, Any]
Reason: TypeAlias = str
"""Why a candidate did not become a puzzle."""

MISTAKES = {
    "fit": ("BASE-PLACE-2", "BASE-PLACE-3"),
    "must-place": ("SOLO-MEEPLE-1",),
    "occupied": ("SOLO-MEEPLE-5",),
    "order": ("SOLO-SCORE-1", "SOLO-SCORE-3", "SOLO-SCORE-13"),
    "run-out": ("SOLO-MEEPLE-11",),
}
"""What a reader looks for, the easiest to see first, and the rules that it breaks."""

_MEDIUM, _HARD = 500, 650


@dataclass(frozen=True, slots=True)
class Proved:
    """A puzzle with the illegal turn as both keys find it; ``flaw`` says why it is no puzzle."""

    puzzle: RecordPuzzle
    error: RecordError | None
    flaw: Reason

    @property
    def themes(self) -> tuple[str, ...]:
        """The mistake that was made, by its name in :data:`MISTAKES`; nothing if it has none."""
        return tuple(
            name
            for name, rules in MISTAKES.items()
            if self.error is not None and set(self.error.rules) <= set(rules)
        )

    @property
    def side(self) -> str:
        """Empty: a puzzle of this kind has more than two possible answers."""
        return ""

    @property
    def tries(self) -> Fraction:
        """How many turns a reader looks at who looks for one mistake after the other."""
        turns = len(self.puzzle.record.turns)
        passes = list(MISTAKES).index(self.themes[0]) if self.themes else len(MISTAKES)
        return Fraction(passes * turns + (self.error.turn if self.error else turns))

    @property
    def rating(self) -> int:
        """400 times the decimal logarithm of the tries: 400 more is ten times as many."""
        return rating_of([self.tries])

    @property
    def level(self) -> Level:
        """The level that the rating belongs to."""
        if self.rating < _MEDIUM:
            return "easy"
        return "medium" if self.rating < _HARD else "hard"


class BothKeys:
    """Engine and model, asked together for the first illegal turn of a record."""

    def __init__(self) -> None:
        self._keys: tuple[RecordKey, ...] = (Engine(), Model())

    def first_error(self, record: Record) -> RecordError | None:
        """Return the first illegal turn and the rules it breaks, None if the record is legal.

        :raises KeysDisagree: if they differ.
        """
        return first_error(record, self._keys)


def prove(puzzle: RecordPuzzle, keys: BothKeys) -> Proved:
    """Return the puzzle with its illegal turn.

    :raises KeysDisagree: if the keys differ on it.
    """
    error = keys.first_error(puzzle.record)
    if error is None:
        return Proved(puzzle, None, "every turn is legal")
    if error.turn == 0:
        return Proved(puzzle, error, f"not a turn but the set-up breaks {error.rules[0]}")
    if len(broken := (*error.rules, *error.others)) > 1:
        return Proved(puzzle, error, f"turn {error.turn} breaks {' and '.join(broken)} at once")
    proved = Proved(puzzle, error, "")
    if not proved.themes:
        flaw = f"turn {error.turn} breaks {error.rules[0]}, which is no mistake of this kind"
        return Proved(puzzle, error, flaw)
    return proved
