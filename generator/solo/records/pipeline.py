"""Makes puzzles of a kind: candidates by number, each proved by both keys or rejected.

A candidate's number and the seed determine all of it, so the same wish makes the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from generator.batch import Batch, make_batch
from generator.chance import Chance
from generator.solo.records.kind import BothKeys, Kind, Proved, Reason
from verifier.documents.strict_json import Document
from verifier.errors import KeysDisagree, Undecided


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A proved puzzle, its solution, and where it comes from."""

    proved: Proved
    solution: Document
    seed: int
    candidate: int

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return self.proved.puzzle.id


def make(
    kind: Kind[Any],
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
        kind.name,
        lambda number: try_candidate(kind, seed, number, keys),
        count,
        most,
        retracted=retracted,
        report=report,
    )


def try_candidate(kind: Kind[Any], seed: int, number: int, keys: BothKeys) -> MadePuzzle | Reason:
    """Return the first puzzle of a candidate, or why there is none.

    :raises KeysDisagree: if the keys do, or what the engine knows of a solution does not hold.
    """
    reason = ""
    for found in kind.candidates(Chance(seed, kind.name, number), number):
        if isinstance(found, Reason):
            return reason or found
        try:
            proved = kind.prove(found.puzzle, keys)
        except Undecided as error:
            reason = reason or error.message
            continue
        if proved.flaw:
            reason = reason or proved.flaw
            continue
        solution = {**proved.solution, **found.known}
        for wrong in kind.discrepancies(found.puzzle, solution, keys):
            raise KeysDisagree(f"both keys deny what the engine played: {wrong}")
        return MadePuzzle(proved, solution, seed, number)
    return reason
