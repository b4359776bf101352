"""Answers to puzzles on records and rules, as ``explain --turn`` judges them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.kind import Proved
from generator.pack import Packed
from generator.solo.records.kind import record_kind
from meepleproof.cli.judged import Judged
from verifier.errors import Illegal, Malformed

__all__ = ["judged"]


def judged(packed: Packed[Any], proved: Callable[[], Proved[Any]], text: str) -> Judged:
    """Return how the answer fares that somebody typed.

    :raises Malformed: if it cannot be read, or is none to this puzzle.
    :raises Illegal: if it is no puzzle.
    """
    kind = record_kind(packed.kind)
    try:
        answer = kind.read_answer(text)
        whole = proved()
        if whole.flaw:
            raise Illegal(f"this is no puzzle: {whole.flaw}", where=f"puzzle {packed.id}")
        found = kind.judge(packed.puzzle, answer, whole.solution)
    except Malformed as error:
        raise Malformed(error.message, where="--turn") from None
    return Judged(
        "holds" if found.solved else "violated", (found.sentence,), {"solution": whole.solution}
    )
