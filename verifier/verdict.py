"""Verdicts: the answer to a claim, the keys that gave it, and the reason if it does not hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

Answer = Literal["holds", "violated", "undecided", "keys disagree"]

EXIT_CODES: dict[Answer, int] = {
    "holds": 0,
    "violated": 1,
    "undecided": 4,
    "keys disagree": 5,
}
"""The exit code of a command with this overall answer."""

_TWO_KEYS = {"engine", "model"}

_GRAVITY: tuple[Answer, ...] = ("holds", "undecided", "violated", "keys disagree")


@dataclass(frozen=True, slots=True)
class KeyReport:
    """One key's part in a verdict: how much it examined, and in ``trouble`` why it gave no answer.

    ``work`` names what ``examined`` counts, ``method`` how the key found its answer. ``seconds``
    is processor time; no answer depends on it.
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
    """The answer to one claim, the keys it rests on, and the reason if it does not hold.

    ``common`` names what engine and model of a game have in common; each game has its own verdicts.
    """

    answer: Answer
    keys: tuple[KeyReport, ...]
    why: str = ""
    claim: str = ""
    common: ClassVar[tuple[str, ...]] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the keys that answered."""
        return tuple(report.key for report in self.keys if not report.trouble)

    @property
    def shared(self) -> tuple[str, ...]:
        """What the two keys share; empty unless both answered."""
        return self.common if set(self.names) >= _TWO_KEYS else ()

    @property
    def examined(self) -> int:
        """How many cases were examined; keys that examined the same ones count once."""
        return max((report.examined for report in self.keys), default=0)


def gravest(answers: Iterable[Answer]) -> Answer:
    """Return the answer to several questions together: it is ``holds`` only if each one is.

    >>> gravest(["holds", "undecided", "holds"])
    'undecided'
    >>> gravest([])
    'holds'
    """
    return max(answers, key=_GRAVITY.index, default="holds")
