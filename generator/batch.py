"""Batches of made puzzles, for any game: candidates tried by number, and a choice among puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

__all__ = ["Batch", "choose", "make_batch"]

_SAME = "the same puzzle was made before"
_BALANCE = "there are enough puzzles with this answer"


class Proved(Protocol):
    """What a batch asks of a proved puzzle; ``side`` is empty if its answer is not one of two."""

    @property
    def rating(self) -> int: ...

    @property
    def level(self) -> str: ...

    @property
    def themes(self) -> tuple[str, ...]: ...

    @property
    def side(self) -> str: ...


class Made(Protocol):
    """What a batch asks of a made puzzle."""

    @property
    def id(self) -> str: ...

    @property
    def proved(self) -> Proved: ...

    @property
    def candidate(self) -> int: ...


MadePuzzle = TypeVar("MadePuzzle", bound=Made)


@dataclass(frozen=True)
class Batch(Generic[MadePuzzle]):
    """The puzzles made, from easy to hard, and how often candidates were rejected and why."""

    puzzles: tuple[MadePuzzle, ...]
    candidates: int
    rejected: Counter[str]


def make_batch(
    name: str,
    try_candidate: Callable[[int], MadePuzzle | str],
    count: int,
    most: int,
    *,
    retracted: Collection[str] = (),
    report: Callable[[str], None] = lambda _: None,
) -> Batch[MadePuzzle]:
    """Return ``count`` puzzles, or fewer if ``most`` candidates in a row become none.

    ``try_candidate`` returns the puzzle of a candidate, by its number, or why there is none. Where
    answers are one of two, no more than half of the puzzles, rounded up, have the same.
    """
    made: dict[str, MadePuzzle] = {}
    sides: Counter[str] = Counter()
    rejected: Counter[str] = Counter()
    number = failed = 0
    while len(made) < count and failed < most:
        found = try_candidate(number)
        number, failed = number + 1, failed + 1
        if isinstance(found, str):
            rejected[found] += 1
        elif found.id in made or found.id in retracted:
            rejected[_SAME] += 1
        elif found.proved.side and sides[found.proved.side] >= (count + 1) // 2:
            rejected[_BALANCE] += 1
        else:
            made[found.id], failed = found, 0
            sides[found.proved.side] += 1
            report(f"{name}: puzzle {len(made)} of {count}, candidate {found.candidate}")
    return Batch(_from_easy_to_hard(made.values()), number, rejected)


def choose(puzzles: Sequence[MadePuzzle], count: int) -> tuple[MadePuzzle, ...]:
    """Return so many of the puzzles: of each side and level as many as can be, then rarer ideas."""
    chosen: list[MadePuzzle] = []
    sides: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    themes: Counter[str] = Counter()
    left = list(puzzles)
    while left and len(chosen) < count:
        best = min(
            left,
            key=lambda one: (
                sides[one.proved.side],
                levels[one.proved.level],
                -sum(Fraction(1, 1 + themes[theme]) for theme in one.proved.themes),
                one.id,
            ),
        )
        left.remove(best)
        chosen.append(best)
        sides[best.proved.side] += 1
        levels[best.proved.level] += 1
        themes.update(best.proved.themes)
    return _from_easy_to_hard(chosen)


def _from_easy_to_hard(puzzles: Iterable[MadePuzzle]) -> tuple[MadePuzzle, ...]:
    return tuple(sorted(puzzles, key=lambda one: (one.proved.rating, one.id)))
