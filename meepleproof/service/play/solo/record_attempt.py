"""Attempts at puzzles of the special kinds, judged by the solution of their pack."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from generator.solo.records.pack import PackedRecordPuzzle
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["Attempts", "record_attempts"]

Attempts: TypeAlias = Callable[[Document], Document]

_NAMES = ("kind", "puzzle")


def record_attempts(packed: PackedRecordPuzzle) -> Attempts:
    """Return what answers attempts at a puzzle: a function from what is tried to how it fares.

    It raises Malformed for what is no answer to the question, with a JSON Pointer.
    """
    return partial(_attempt, packed)


def _attempt(packed: PackedRecordPuzzle, request: Document) -> Document:
    kind = packed.kind
    answer = {name: value for name, value in request.items() if name not in _NAMES}
    if set(answer) != set(kind.answered_by):
        asked = " and ".join(map(repr, kind.answered_by))
        raise Malformed(f"an answer to a puzzle of the kind {kind.name!r} states {asked}")
    judged = kind.judge(packed.puzzle, answer, packed.solution or {})
    return {"solved": judged.solved, "sentence": judged.sentence}
