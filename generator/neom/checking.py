"""Proves a packed puzzle of NEOM again, without believing what the pack states of it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.differences import differences
from generator.neom.kinds import prove
from generator.neom.pack import PackedNeomPuzzle, proved_document
from generator.neom.proved import BothKeys


def discrepancies(packed: PackedNeomPuzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    :raises KeysDisagree: if the keys do.
    :raises Undecided: if the catalogue of the pack does not say enough.
    """
    proved = prove(packed.puzzle, BothKeys())
    if proved.flaw:
        yield f"it is no puzzle: {proved.flaw}"
        return
    names = ("question", "verdict", "difficulty", "themes")
    yield from differences("its", packed.document, proved_document(proved), names)
    stated = packed.solution or {}
    parts = sorted(proved.solution.keys() | stated.keys())
    yield from differences("of its solution,", stated, proved.solution, parts)
