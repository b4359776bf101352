"""Compares the answers of several keys and counts how much each of them examined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from verifier.errors import Undecided
from verifier.verdict import KeyReport, Verdict

_Answer = TypeVar("_Answer")
_Member = TypeVar("_Member")


class Disagreement(Exception):
    """Two keys gave different answers to one question."""


class Tally:
    """Counts what each key examined for one claim, and notes which key was asked last.

    ``verdict`` makes verdicts of the game.
    """

    verdict: type[Verdict] = Verdict

    def __init__(self) -> None:
        self._examined: dict[str, int] = {}
        self._asked = ""

    def begin(self) -> None:
        """Set all counts to zero for the next claim."""
        self._examined = {}

    def ask(self, name: str) -> None:
        """Note that the key with this name is asked next."""
        self._asked = name

    def count(self, name: str, number: int) -> None:
        """Add to the count of the key with this name."""
        self._examined[name] = self._examined.get(name, 0) + number

    def leave_out(self, name: str) -> None:
        """Leave a key that cannot answer out of the claim's report."""
        self._examined.pop(name, None)

    def reports(self, trouble: Undecided | None = None) -> tuple[KeyReport, ...]:
        """Return a report for each key; ``trouble`` goes to the key asked last."""
        reports = [
            KeyReport(name, number)
            for name, number in self._examined.items()
            if trouble is None or name != self._asked
        ]
        if trouble is not None:
            reports.append(KeyReport(self._asked, 0, str(trouble)))
        return tuple(reports)

    def close(self) -> None:
        """End the processes of solvers; most keys have none."""


def common_answer(
    answers: dict[str, _Answer],
    question: Callable[..., str],
    *about: object,
    shown: Callable[[_Answer], str] = str,
) -> _Answer:
    """Return the answer that all keys gave.

    ``question`` names the question in the error, given what it is ``about``; ``shown`` makes the
    text of an answer. Neither is called as long as the keys agree.

    :raises Disagreement: if the answers differ.

    >>> common_answer({"engine": 4, "model": 4}, "the value of {}".format, "a road")
    4
    """
    first, *others = answers.values()
    if others.count(first) < len(others):
        texts = ", ".join(f"{name} {shown(answer)}" for name, answer in answers.items())
        raise Disagreement(f"{question(*about)}: {texts}")
    return first


def common_members(
    lists: Mapping[str, frozenset[_Member]],
    place: Callable[[], str],
    order: Callable[[_Member], tuple[str, tuple[int, ...]]],
    shown: Callable[[_Member], str],
) -> tuple[_Member, ...]:
    """Return what all keys list, in order.

    Where they differ, the error says what each lists alone, and the first of it as an example;
    ``place`` names where that is. It is not called as long as the keys agree, nor is ``shown``.

    :raises Disagreement: if the lists differ.

    >>> lists = {"engine": frozenset({"N", "S"}), "model": frozenset({"S"})}
    >>> common_members(lists, lambda: "at E", lambda name: (name, ()), str)
    Traceback (most recent call last):
    ...
    verifier.claims.agreement.Disagreement: at E: 1 by engine alone, e.g. N; nothing is listed by \
model alone
    """

    def only(name: str, members: frozenset[_Member]) -> str:
        if not members:
            return f"nothing is listed by {name} alone"
        return f"{len(members)} by {name} alone, e.g. {shown(min(members, key=order))}"

    first, *others = lists
    for name in others:
        one, other = lists[first], lists[name]
        if one != other:
            raise Disagreement(f"{place()}: {only(first, one - other)}; {only(name, other - one)}")
    return tuple(sorted(lists[first], key=order))
