"""Proves a packed puzzle of NEOM again, without believing what the pack states of it."""

from __future__ import annotations

from collections.abc import Iterator

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
    expected = proved_document(proved)
    for name in ("question", "verdict", "difficulty", "themes"):
        if packed.document.get(name) != expected[name]:
            yield f"its {name}: {expected[name]}; the pack states {packed.document.get(name)}"
    stated = packed.solution or {}
    for name in sorted(proved.solution.keys() | stated.keys()):
        if proved.solution.get(name) != stated.get(name):
            yield (
                f"of its solution, {name}: {proved.solution.get(name)}; "
                f"the pack states {stated.get(name)}"
            )
