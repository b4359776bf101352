"""Proves a packed puzzle of a kind again, without believing what the pack states of it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.differences import differences
from generator.solo.records.kind import BothKeys
from generator.solo.records.pack import PackedRecordPuzzle, proved_document


def discrepancies(packed: PackedRecordPuzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    :raises KeysDisagree: if the keys do.
    :raises Malformed: if the solution cannot be read.
    :raises Undecided: if the model leaves it open.
    """
    keys = BothKeys()
    proved = packed.kind.prove(packed.puzzle, keys)
    if proved.flaw:
        yield f"it is no puzzle: {proved.flaw}"
        return
    names = ("verdict", "difficulty", "themes")
    yield from differences("its", packed.document, proved_document(packed.kind, proved), names)
    stated = packed.solution or {}
    yield from differences("of its solution,", stated, proved.solution, tuple(proved.solution))
    if packed.solution is not None:
        yield from packed.kind.discrepancies(packed.puzzle, packed.solution, keys)
