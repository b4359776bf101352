"""Answers to puzzles of NEOM, as ``explain --turn`` judges them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from generator.kind import Proved
from generator.pack import Packed
from meepleproof.cli.judged import Judged
from meepleproof.cli.places import at_option
from meepleproof.service.play.neom.attempt import neom_attempt
from verifier.documents.strict_json import json_value
from verifier.documents.validation import validate
from verifier.errors import Illegal, Malformed
from verifier.neom.puzzle import NeomPuzzle

__all__ = ["judged"]


def judged(packed: Packed[NeomPuzzle], proved: Callable[[], Proved[Any]], text: str) -> Judged:
    """Return how the answer fares that somebody typed, as JSON.

    What is right both keys found; what is said of a wrong answer is the engine's.

    :raises Malformed: if it cannot be read.
    :raises Illegal: if the question is no puzzle.
    """
    request = _request(text, packed.id)
    whole = proved()
    if whole.flaw:
        message = f"this is no puzzle: {whole.flaw}; see 'meepleproof solve'"
        raise Illegal(message, where=f"puzzle {packed.id}")
    solved = replace(packed, solution=whole.solution)
    with at_option("--turn", inner=True):
        found = neom_attempt(solved, request)
    lines = (found["sentence"], *(f"  {one}" for one in found.get("refusal", {}).get("rules", ())))
    return Judged("holds" if found.pop("solved") else "violated", lines, found)


def _request(answer: str, puzzle: str) -> dict[str, Any]:
    given = json_value(answer, "--turn")
    if not isinstance(given, dict):
        raise Malformed('write {"first": {"action": "sell"}} and the like', where="--turn")
    request = {"game": "neom", "puzzle": puzzle, **given}
    validate("neom-attempt-request", request, "--turn")
    return request
