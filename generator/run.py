"""A run: its plan, its progress, and the candidates that it needs next.

Results may arrive in any order, but they are counted in the order of the candidates. So a wish ends
at the same candidate, with the same puzzles, however many workers there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.solo.pipeline import ProvedPuzzle, Rejection, Wish
from verifier.errors import MeepleproofError

Result = ProvedPuzzle | Rejection
CandidateId = tuple[int, int]
"""The number of a wish in the plan and that of its candidate, both from 0."""

_DUPLICATE = "the same puzzle was made before"


@dataclass(frozen=True, slots=True)
class Plan:
    """The wishes of a run, with ``count`` puzzles for each.

    A wish is given up after ``most_candidates`` candidates in a row without a puzzle.
    """

    wishes: tuple[Wish, ...]
    count: int
    seed: int
    most_candidates: int


@dataclass(slots=True)
class WishProgress:
    """The progress of one wish: ``counted`` candidates, the last ``failed_in_a_row`` rejected.

    ``puzzles`` are the puzzles by id, ``rejected`` counts how often each reason occurred, and
    ``waiting`` are the results that cannot be counted yet, as an earlier one is missing.
    """

    goal: str
    count: int
    most_candidates: int
    puzzles: dict[str, ProvedPuzzle] = field(default_factory=dict)
    rejected: Counter[str] = field(default_factory=Counter)
    counted: int = 0
    failed_in_a_row: int = 0
    waiting: dict[int, Result | MeepleproofError] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        """Whether all puzzles wished for are made."""
        return len(self.puzzles) == self.count

    @property
    def ended(self) -> bool:
        """Whether the wish is met or given up."""
        return self.met or self.failed_in_a_row == self.most_candidates

    @property
    def finished(self) -> list[ProvedPuzzle]:
        """The puzzles made, with those that are not counted yet."""
        puzzles = dict(self.puzzles)
        for _, one in sorted(self.waiting.items()):
            if isinstance(one, ProvedPuzzle) and not self.ended:
                puzzles.setdefault(one.puzzle.id, one)
        return list(puzzles.values())[: self.count]

    @property
    def needed(self) -> range:
        """The candidates not counted yet that are needed whatever their results are."""
        most = min(self.count - len(self.puzzles), self.most_candidates - self.failed_in_a_row)
        return range(self.counted, self.counted + most)

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
        self.counted += 1
        if isinstance(result, Rejection):
            self._reject(result.reason)
        elif (name := result.puzzle.id) in self.puzzles:
            self._reject(_DUPLICATE)
        else:
            self.failed_in_a_row = 0
            self.puzzles[name] = result
            number = f"puzzle {len(self.puzzles)} of {self.count}"
            yield f"{self.goal}: {number}, candidate {result.candidate}"
        if self.ended and not self.met:
            yield f"{self.goal}: given up after {self.failed_in_a_row} candidates without a puzzle"

    def _reject(self, reason: str) -> None:
        self.failed_in_a_row += 1
        self.rejected[reason] += 1


class Run:
    """A plan and its progress; it can still be read when the run was interrupted."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.progress = [
            WishProgress(wish.goal.id, plan.count, plan.most_candidates) for wish in plan.wishes
        ]

    @property
    def ended(self) -> bool:
        """Whether every wish is met or given up."""
        return all(wish.ended for wish in self.progress)

    @property
    def puzzles(self) -> list[ProvedPuzzle]:
        """The puzzles made, wish by wish."""
        return [one for wish in self.progress for one in wish.finished]

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
