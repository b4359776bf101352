"""What a run is to make, how far it has come, and which candidates it needs next.

Results may come in any order; they are counted in the order of the candidates. So a wish stops at
the same candidate, with the same puzzles, however many work on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.pipeline import ProvedPuzzle, Rejection, Wish
from verifier.errors import MeepleproofError

Result = ProvedPuzzle | Rejection
CandidateId = tuple[int, int]
"""Which wish of the plan, and which of its candidates; both counted from 0."""

_AGAIN = "the same puzzle was made before"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be made: ``count`` puzzles for each wish.

    A wish is given up after ``most_candidates`` candidates without a puzzle.
    """

    wishes: tuple[Wish, ...]
    count: int
    seed: int
    most_candidates: int


@dataclass(slots=True)
class WishProgress:
    """How far one wish has come: ``counted`` candidates, of which the last ``in_vain`` failed.

    ``made`` are the puzzles by id, ``rejected`` says how often which reason spoke against one, and
    ``early`` are results whose turn to be counted has not come.
    """

    goal: str
    count: int
    most_candidates: int
    puzzles: dict[str, ProvedPuzzle] = field(default_factory=dict)
    rejected: Counter[str] = field(default_factory=Counter)
    counted: int = 0
    in_vain: int = 0
    early: dict[int, Result | MeepleproofError] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        """Whether all puzzles wished for are made."""
        return len(self.puzzles) == self.count

    @property
    def ended(self) -> bool:
        """Whether the wish is met or given up."""
        return self.met or self.in_vain == self.most_candidates

    @property
    def finished(self) -> list[ProvedPuzzle]:
        """The puzzles made, also those whose turn to be counted has not come."""
        puzzles = dict(self.puzzles)
        for _, one in sorted(self.early.items()):
            if isinstance(one, ProvedPuzzle) and not self.ended:
                puzzles.setdefault(one.puzzle.id, one)
        return list(puzzles.values())[: self.count]

    @property
    def needed(self) -> range:
        """The candidates not counted yet that are needed, whatever comes of them."""
        most = min(self.count - len(self.puzzles), self.most_candidates - self.in_vain)
        return range(self.counted, self.counted + most)

    def take(self, number: int, result: Result | MeepleproofError) -> list[str]:
        """Take what came of a candidate, count what can be counted, and return what is new.

        :raises MeepleproofError: in the turn of a candidate of which such an error came.
        """
        self.early[number] = result
        news: list[str] = []
        while not self.ended and self.counted in self.early:
            news += self._count(self.early.pop(self.counted))
        return news

    def _count(self, result: Result | MeepleproofError) -> Iterator[str]:
        if isinstance(result, MeepleproofError):
            raise result
        self.counted += 1
        if isinstance(result, Rejection):
            self._reject(result.reason)
        elif (name := result.puzzle.id) in self.puzzles:
            self._reject(_AGAIN)
        else:
            self.in_vain = 0
            self.puzzles[name] = result
            number = f"puzzle {len(self.puzzles)} of {self.count}"
            yield f"{self.goal}: {number}, candidate {result.candidate}"
        if self.ended and not self.met:
            yield f"{self.goal}: given up after {self.in_vain} candidates without a puzzle"

    def _reject(self, reason: str) -> None:
        self.in_vain += 1
        self.rejected[reason] += 1


class Run:
    """What a plan has come to so far; it stays readable when the run is interrupted."""

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
        return [made for wish in self.progress for made in wish.finished]

    @property
    def unmet(self) -> list[WishProgress]:
        """The wishes with fewer puzzles than wished for."""
        return [wish for wish in self.progress if not wish.met]

    def take(self, place: CandidateId, result: Result | MeepleproofError) -> list[str]:
        """Take what came of a candidate and return what is new, as :meth:`Pursuit.take`."""
        wish, number = place
        return self.progress[wish].take(number, result)

    def wanted(self, workers: int) -> Iterator[CandidateId]:
        """Yield the candidates that so many hands may work on, the most useful ones first.

        First come those that every way to the end needs, so that more hands do no more work; then,
        one for each wish at a time and not more than there are hands, those needed if these fail.
        """
        going = [(wish, one) for wish, one in enumerate(self.progress) if not one.ended]
        known = {(wish, number) for wish, one in going for number in one.early}
        for wish, one in going:
            yield from ((wish, number) for number in one.needed if (wish, number) not in known)
        for step in range(workers):
            for wish, one in going:
                if (place := (wish, one.needed.stop + step)) not in known:
                    yield place
