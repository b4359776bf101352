"""Proves a packed puzzle of the house game again, without believing what the pack states of it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.house.kinds import prove
from generator.house.pack import PackedHousePuzzle, proved_document
from generator.house.pipeline import require_game
from verifier.errors import KeysDisagree


def discrepancies(packed: PackedHousePuzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    :raises KeysDisagree: if the keys do, on the puzzle or on the game that leads to it.
    """
    proved = prove(packed.puzzle)
    if proved.flaw:
        yield f"it is no puzzle: {proved.flaw}"
        return
    expected = proved_document(proved)
    for name in ("verdict", "difficulty", "themes", "choices"):
        if packed.document.get(name) != expected.get(name):
            yield f"its {name}: {expected.get(name)}; the pack states {packed.document.get(name)}"
    stated = packed.solution or {}
    for name in sorted(proved.solution.keys() | stated.keys()):
        if proved.solution.get(name) != stated.get(name):
            yield (
                f"of its solution, {name}: {proved.solution.get(name)}; "
                f"the pack states {stated.get(name)}"
            )
    if packed.game is None:
        raise KeysDisagree("the game that leads to the puzzle is missing")
    require_game(packed.game, packed.puzzle.position)
