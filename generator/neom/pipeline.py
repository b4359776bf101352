"""Makes puzzles of NEOM: candidates by number, each proved by both keys or rejected.

A candidate's number, the seed and the catalogue determine all of it, so the same wish makes the
same puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.chance import Chance
from generator.neom.kinds import Kind, prove
from generator.neom.proved import BothKeys, Proved, Reason
from verifier.errors import Undecided
from verifier.neom.tile_catalogue import TileCatalogue

_SAME = "the same puzzle was made before"
_BALANCE = "there are enough puzzles with this answer"


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A proved puzzle, and where it comes from."""

    proved: Proved
    seed: int
    candidate: int

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return self.proved.puzzle.id


@dataclass(frozen=True, slots=True)
class Batch:
    """The puzzles made, from easy to hard, and how often candidates were rejected and why."""

    puzzles: tuple[MadePuzzle, ...]
    candidates: int
    rejected: Counter[Reason]


def make(
    kind: Kind,
    catalogue: TileCatalogue,
    count: int,
    seed: int,
    most: int,
    *,
    retracted: Collection[str] = (),
    report: Callable[[str], None] = lambda _: None,
) -> Batch:
    """Return ``count`` puzzles, or fewer if ``most`` candidates in a row become none.

    Where answers are one of two, no more than half of the puzzles, rounded up, have the same.

    :raises Illegal: if the catalogue has too few tiles for a game.
    :raises KeysDisagree: if the keys do.
    """
    keys = BothKeys()
    made: dict[str, MadePuzzle] = {}
    sides: Counter[str] = Counter()
    rejected: Counter[Reason] = Counter()
    number = failed = 0
    while len(made) < count and failed < most:
        found = try_candidate(kind, catalogue, seed, number, keys)
        number, failed = number + 1, failed + 1
        if isinstance(found, Reason):
            rejected[found] += 1
        elif found.id in made or found.id in retracted:
            rejected[_SAME] += 1
        elif found.proved.side and sides[found.proved.side] >= (count + 1) // 2:
            rejected[_BALANCE] += 1
        else:
            made[found.id], failed = found, 0
            sides[found.proved.side] += 1
            report(f"{kind.name}: puzzle {len(made)} of {count}, candidate {found.candidate}")
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


def try_candidate(
    kind: Kind, catalogue: TileCatalogue, seed: int, number: int, keys: BothKeys
) -> MadePuzzle | Reason:
    """Return the first puzzle of a candidate that is worth solving, or why there is none.

    :raises Illegal: if the catalogue has too few tiles for a game.
    :raises KeysDisagree: if the keys do.
    """
    chance = Chance(seed, "neom", kind.name, number)
    source = kind.sources[number % len(kind.sources)]
    reason = ""
    try:
        for one in source(catalogue, chance):
            if isinstance(one, Reason):
                return reason or one
            seen = prove(one, keys.first)
            if not seen.flaw:
                return MadePuzzle(prove(one, keys), seed, number)
            reason = reason or seen.flaw
    except Undecided as error:
        return reason or str(error)
    return reason


def _from_easy_to_hard(puzzles: Collection[MadePuzzle]) -> tuple[MadePuzzle, ...]:
    return tuple(sorted(puzzles, key=lambda one: (one.proved.rating, one.id)))
