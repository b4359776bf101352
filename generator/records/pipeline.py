"""Makes puzzles on records: candidates by number, each proved by both keys or rejected.

A candidate's number and the seed determine all of it, so the same wish makes the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from generator.batch import Batch, make_batch
from generator.chance import Chance
from generator.records.mistakes import candidates
from generator.records.proved import MISTAKES, BothKeys, Proved, Reason, prove
from verifier.carcassonne.record import RecordedTurn
from verifier.errors import KeysDisagree

KIND = "find-the-error"


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A proved puzzle, the turn as it was played, and where it comes from."""

    proved: Proved
    played: RecordedTurn
    seed: int
    candidate: int

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return self.proved.puzzle.id


def make(
    count: int,
    seed: int,
    most: int,
    *,
    retracted: Collection[str] = (),
    report: Callable[[str], None] = lambda _: None,
) -> Batch[MadePuzzle]:
    """Return ``count`` puzzles, or fewer if ``most`` candidates in a row become none.

    :raises KeysDisagree: if the keys do.
    """
    keys = BothKeys()
    return make_batch(
        KIND,
        lambda number: try_candidate(seed, number, keys),
        count,
        most,
        retracted=retracted,
        report=report,
    )


def try_candidate(seed: int, number: int, keys: BothKeys) -> MadePuzzle | Reason:
    """Return the first puzzle of a candidate, or why there is none.

    Candidates take turns in the mistake that is looked for.

    :raises KeysDisagree: if the keys do, or find the game as it was played illegal.
    """
    mistake = list(MISTAKES)[number % len(MISTAKES)]
    reason = ""
    for found in candidates(Chance(seed, KIND, number), mistake):
        if isinstance(found, Reason):
            return reason or found
        proved = prove(found.puzzle, keys)
        if proved.flaw or proved.error is None:
            reason = reason or proved.flaw
            continue
        if keys.first_error(found.played) is not None:
            raise KeysDisagree("both keys find a game illegal that the engine played")
        return MadePuzzle(proved, found.played.turns[proved.error.turn - 1], seed, number)
    return reason
