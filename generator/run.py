"""A run: its plan, its progress, and the candidates that it needs next.

Results may arrive in any order, but they are counted in the order of the candidates. So a wish ends
at the same candidate, with the same puzzles, however many workers there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from generator.kind import Kind, Rejection, Result, Wish
from generator.kinds import kind_named
from generator.pack import Packed
from verifier.errors import MeepleproofError

__all__ = ["CandidateId", "Plan", "Run", "WishProgress"]

CandidateId = tuple[int, int]
"""The number of a wish in the plan and that of its candidate, both from 0."""

_DUPLICATE = "the same puzzle was made before"
_RETRACTED = "it was retracted"
_BALANCE = "there are enough puzzles with this answer"


@dataclass(frozen=True, slots=True)
class Plan:
    """The wishes of a run, with ``count`` puzzles for each.

    A wish is given up after ``most_candidates`` candidates in a row without a puzzle. Puzzles with
    the ids ``retracted`` are not made again.
    """

    wishes: tuple[Wish, ...]
    count: int
    seed: int
    most_candidates: int
    retracted: Collection[str] = ()


@dataclass(slots=True)
class WishProgress:
    """The progress of one wish: ``counted`` candidates, the last ``failed_in_a_row`` rejected.

    ``puzzles`` are the puzzles by id, ``rejected`` counts how often each reason occurred, and
    ``waiting`` are the results that cannot be counted yet, as an earlier one is missing. Where
    answers are one of two, no more than half of the puzzles, rounded up, have the same.
    """

    wish: Wish
    plan: Plan
    puzzles: dict[str, Packed[Any]] = field(default_factory=dict)
    rejected: Counter[str] = field(default_factory=Counter)
    counted: int = 0
    failed_in_a_row: int = 0
    waiting: dict[int, Result | MeepleproofError] = field(default_factory=dict)
    sides: Counter[str] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        """How messages call the wish."""
        return self.wish.name

    @property
    def kind(self) -> Kind[Any]:
        """The kind of the puzzles wished for."""
        return kind_named(self.wish.kind)

    @property
    def count(self) -> int:
        """How many puzzles are wished for."""
        return self.plan.count

    @property
    def met(self) -> bool:
        """Whether all puzzles wished for are made."""
        return len(self.puzzles) == self.count

    @property
    def ended(self) -> bool:
        """Whether the wish is met or given up."""
        return self.met or self.failed_in_a_row == self.plan.most_candidates

    @property
    def finished(self) -> list[Packed[Any]]:
        """The puzzles made, with those that are not counted yet."""
        puzzles = dict(self.puzzles)
        for _, one in sorted(self.waiting.items()):
            if isinstance(one, Packed) and not self.ended and not self._refusal(one):
                puzzles.setdefault(one.id, one)
        return list(puzzles.values())[: self.count]

    @property
    def needed(self) -> range:
        """The candidates not counted yet that are needed whatever their results are."""
        left = self.plan.most_candidates - self.failed_in_a_row
        return range(self.counted, self.counted + min(self.count - len(self.puzzles), left))

    def take(self, number: int, result: Result | MeepleproofError) -> list[str]:
        """Take the result of a candidate, count what can be counted, and return messages about it.

        :raises MeepleproofError: when the turn comes of a candidate that failed with this error.
        """
        self.waiting[number] = result
        messages: list[str] = []
        while not self.ended and self.counted in self.waiting:
            messages += self._count(self.waiting.pop(self.counted))
        return messages

    def _count(self, result: Result | MeepleproofError) -> Iterator[str]:
        if isinstance(result, MeepleproofError):
            raise result
        number = self.counted
        self.counted += 1
        refusal = result.reason if isinstance(result, Rejection) else self._refusal(result)
        if refusal:
            self.failed_in_a_row += 1
            self.rejected[refusal] += 1
        elif isinstance(result, Packed):
            self.failed_in_a_row = 0
            self.puzzles[result.id] = result
            self.sides[self.kind.side(result)] += 1
            made = f"puzzle {len(self.puzzles)} of {self.count}"
            yield f"{self.name}: {made}, candidate {number}"
        if self.ended and not self.met:
            yield f"{self.name}: given up after {self.failed_in_a_row} candidates without a puzzle"

    def _refusal(self, made: Packed[Any]) -> str:
        """Return why a puzzle is not taken; empty if it is."""
        if made.id in self.plan.retracted:
            return _RETRACTED
        if made.id in self.puzzles:
            return _DUPLICATE
        side = self.kind.side(made)
        return _BALANCE if side and self.sides[side] >= (self.count + 1) // 2 else ""


class Run:
    """A plan and its progress; it can still be read when the run was interrupted."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.progress = [WishProgress(wish, plan) for wish in plan.wishes]

    @property
    def ended(self) -> bool:
        """Whether every wish is met or given up."""
        return all(wish.ended for wish in self.progress)

    @property
    def puzzles(self) -> list[Packed[Any]]:
        """The puzzles made, wish by wish, in the order of their kind."""
        return [one for wish in self.progress for one in wish.kind.in_order(wish.finished)]

    @property
    def unmet(self) -> list[WishProgress]:
        """The wishes with fewer puzzles than wished for."""
        return [wish for wish in self.progress if not wish.met]

    def take(self, candidate: CandidateId, result: Result | MeepleproofError) -> list[str]:
        """Take the result of a candidate and return messages, see :meth:`WishProgress.take`."""
        wish, number = candidate
        return self.progress[wish].take(number, result)

    def wanted(self, workers: int) -> Iterator[CandidateId]:
        """Yield the candidates that so many workers may try, the most useful ones first.

        First come those that are needed in any case, so that more workers do no more work in all.
        Then come those needed if the first fail: one for each wish at a time, and for no wish more
        than there are workers.
        """
        going = [(wish, one) for wish, one in enumerate(self.progress) if not one.ended]
        known = {(wish, number) for wish, one in going for number in one.waiting}
        for wish, one in going:
            yield from ((wish, number) for number in one.needed if (wish, number) not in known)
        for step in range(workers):
            for wish, one in going:
                if (candidate := (wish, one.needed.stop + step)) not in known:
                    yield candidate
