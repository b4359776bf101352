"""Runs the making of puzzles for one wish after another, and counts what was rejected and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from generator.making import Made, Wish, candidates
from verifier.model.cpsat import Solver

_AGAIN = "the same puzzle was made before"


@dataclass(slots=True)
class Run:
    """What a run has made so far; it stays readable when the run is interrupted."""

    made: list[Made] = field(default_factory=list)
    rejected: dict[str, Counter[str]] = field(default_factory=dict)
    """Reasons for rejection by goal id."""

    def missing(self, wishes: Sequence[Wish], count: int) -> list[str]:
        """Return the ids of the goals with fewer puzzles than wished for."""
        found = Counter(one.puzzle.goal.id for one in self.made)
        return [wish.goal.id for wish in wishes if found[wish.goal.id] < count]


def make(
    run: Run,
    wishes: Sequence[Wish],
    *,
    count: int,
    seed: int,
    most_candidates: int,
    tell: Callable[[str], None],
) -> None:
    """Make ``count`` puzzles for each wish, into ``run``.

    After ``most_candidates`` candidates without a puzzle the next wish's turn comes. ``tell`` hears
    of every puzzle made, and of wishes given up. The same arguments make the same puzzles.
    """
    with Solver() as solver:
        for wish in wishes:
            _make_for(run, wish, count, seed, most_candidates, solver, tell)


def _make_for(
    run: Run,
    wish: Wish,
    count: int,
    seed: int,
    most_candidates: int,
    solver: Solver,
    tell: Callable[[str], None],
) -> None:
    goal = wish.goal.id
    reasons = run.rejected.setdefault(goal, Counter())
    ids: set[str] = set()
    in_vain = 0
    for result in candidates(wish, seed, solver):
        if isinstance(result, Made) and result.puzzle.id not in ids:
            in_vain = 0
            ids.add(result.puzzle.id)
            run.made.append(result)
            tell(f"{goal}: puzzle {len(ids)} of {count}, candidate {result.candidate}")
        else:
            in_vain += 1
            reasons[_AGAIN if isinstance(result, Made) else result.reason] += 1
        if len(ids) == count:
            return
        if in_vain == most_candidates:
            tell(f"{goal}: given up after {in_vain} candidates without a puzzle")
            return
