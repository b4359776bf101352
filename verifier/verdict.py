"""What may be said after asking the keys: an answer, by whom, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Answer = Literal["holds", "violated", "undecided", "keys disagree"]

EXIT_CODES: dict[Answer, int] = {
    "holds": 0,
    "violated": 1,
    "undecided": 4,
    "keys disagree": 5,
}
"""The exit code of a command whose overall answer this is."""

SHARED = ("tiles", "rule set", "normal form", "notation", "faults")
"""What engine and model have in common, so that an error in it is seen by neither: the tile sheet,
set-up and pile sizes of a rule set, the normal form and the notation of positions and turns, and
what makes a position faulty."""

_TWO_KEYS = {"engine", "model"}

_GRAVITY: tuple[Answer, ...] = ("holds", "undecided", "violated", "keys disagree")


@dataclass(frozen=True, slots=True)
class KeyReport:
    """What one key contributed: how much it examined, and why it could not answer, if so.

    ``work`` says what was counted as examined, ``method`` how the key came to its answer.
    ``seconds`` are those of the processor; no answer depends on them.
    """

    key: str
    examined: int
    trouble: str = ""
    version: str = ""
    method: str = ""
    parameters: tuple[tuple[str, int | str], ...] = ()
    seconds: float = 0.0
    work: str = "cases"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one claim, the keys it rests on, and the reason if it does not hold."""

    answer: Answer
    keys: tuple[KeyReport, ...]
    why: str = ""
    claim: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the keys that answered."""
        return tuple(report.key for report in self.keys if not report.trouble)

    @property
    def shared(self) -> tuple[str, ...]:
        """What the two keys share, if both of them answered."""
        return SHARED if set(self.names) >= _TWO_KEYS else ()

    @property
    def examined(self) -> int:
        """How many cases were examined; keys that examined the same ones count once."""
        return max((report.examined for report in self.keys), default=0)


def gravest(answers: Iterable[Answer]) -> Answer:
    """Return the answer for several questions at once: they hold only if each one does.

    >>> gravest(["holds", "undecided", "holds"])
    'undecided'
    >>> gravest([])
    'holds'
    """
    return max(answers, key=_GRAVITY.index, default="holds")
