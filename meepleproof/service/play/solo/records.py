"""Puzzles of the special kinds as the service offers them, with attempts judged by solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from generator.solo.records.pack import PackedRecordPuzzle, read_pack
from meepleproof.service.play.offered import OtherPuzzle, offered
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["record_puzzles"]

_NAMES = ("kind", "puzzle")


def record_puzzles(document: Document, where: str, solutions: Document) -> Iterator[OtherPuzzle]:
    """Yield the puzzles of a pack of the special kinds as the service offers them.

    :raises Malformed: if it or its solutions cannot be read, or one of these is missing.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    packed = read_pack(document, where, solutions)
    return offered(packed, lambda one: partial(_attempt, one), _drawing, solutions, where)


def _drawing(packed: PackedRecordPuzzle) -> Callable[[], str]:
    return partial(packed.kind.svg, packed.puzzle)


def _attempt(packed: PackedRecordPuzzle, request: Document) -> Document:
    kind = packed.kind
    answer = {name: value for name, value in request.items() if name not in _NAMES}
    if set(answer) != set(kind.answered_by):
        asked = " and ".join(map(repr, kind.answered_by))
        raise Malformed(f"an answer to a puzzle of the kind {kind.name!r} states {asked}")
    judged = kind.judge(packed.puzzle, answer, packed.solution or {})
    return {"solved": judged.solved, "sentence": judged.sentence}
