"""Keys asked together: what they agree on, and how much each of them examined."""

from __future__ import annotations

from typing import TypeVar

from verifier.errors import Undecided
from verifier.verdict import KeyReport

_Answer = TypeVar("_Answer")


class Disagreement(Exception):
    """Two keys gave different answers to one question."""


class Tally:
    """Counts, for one claim at a time, what each key examined, and knows who was asked last."""

    def __init__(self) -> None:
        self._examined: dict[str, int] = {}
        self._asked = ""

    def begin(self) -> None:
        """Forget what was counted, for the next claim."""
        self._examined = {}

    def ask(self, name: str) -> None:
        """Note that the key of this name is asked now."""
        self._asked = name

    def count(self, name: str, number: int) -> None:
        """Add to what the key of this name examined."""
        self._examined[name] = self._examined.get(name, 0) + number

    def leave_out(self, name: str) -> None:
        """Take a key out of the claim's report: it cannot answer."""
        self._examined.pop(name, None)

    def reports(self, trouble: Undecided | None = None) -> tuple[KeyReport, ...]:
        """Return what each key examined since the beginning; the last one asked had trouble."""
        reports = [
            KeyReport(name, number)
            for name, number in self._examined.items()
            if trouble is None or name != self._asked
        ]
        if trouble is not None:
            reports.append(KeyReport(self._asked, 0, str(trouble)))
        return tuple(reports)


def common_answer(answers: dict[str, _Answer], asked: str, *about: object) -> _Answer:
    """Return the answer that all keys gave; ``asked`` with ``about`` in it says to what.

    :raises Disagreement: if they gave different ones.

    >>> common_answer({"engine": 4, "model": 4}, "the value of {}", "a road")
    4
    """
    first, *others = answers.values()
    if any(other != first for other in others):
        told = ", ".join(f"{name} {answer}" for name, answer in answers.items())
        raise Disagreement(f"{asked.format(*about)}: {told}")
    return first
