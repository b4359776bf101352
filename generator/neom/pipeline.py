"""Makes puzzles of NEOM: candidates by number, each proved by both keys or rejected.

A candidate's number, the seed and the catalogue determine all of it, so the same wish makes the
same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from generator.batch import Batch, make_batch
from generator.chance import Chance
from generator.neom.kinds import Kind, prove
from generator.neom.proved import BothKeys, Proved, Reason
from verifier.errors import Undecided
from verifier.neom.tiles import TileCatalogue


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


def make(
    kind: Kind,
    catalogue: TileCatalogue,
    count: int,
    seed: int,
    most: int,
    *,
    retracted: Collection[str] = (),
    report: Callable[[str], None] = lambda _: None,
) -> Batch[MadePuzzle]:
    """Return ``count`` puzzles, or fewer if ``most`` candidates in a row become none.

    Where answers are one of two, no more than half of the puzzles, rounded up, have the same.

    :raises Illegal: if the catalogue has too few tiles for a game.
    :raises KeysDisagree: if the keys do.
    """
    keys = BothKeys()
    return make_batch(
        kind.name,
        lambda number: try_candidate(kind, catalogue, seed, number, keys),
        count,
        most,
        retracted=retracted,
        report=report,
    )


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
