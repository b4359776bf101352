"""Proves a packed puzzle on a record again, without believing what the pack states of it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.differences import differences
from generator.records.pack import PackedRecordPuzzle, played_record, proved_document
from generator.records.proved import BothKeys, prove


def discrepancies(packed: PackedRecordPuzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    :raises KeysDisagree: if the keys do.
    :raises Malformed: if the turn of the solution cannot be read.
    """
    keys = BothKeys()
    proved = prove(packed.puzzle, keys)
    if proved.flaw or proved.error is None:
        yield f"it is no puzzle: {proved.flaw}"
        return
    names = ("verdict", "difficulty", "themes")
    yield from differences("its", packed.document, proved_document(proved), names)
    found = {"turn": proved.error.turn, "rule": proved.error.rules[0]}
    yield from differences("of its solution,", packed.solution or {}, found, ("turn", "rule"))
    played = played_record(packed, "its solution")
    if played is None:
        return
    error = keys.first_error(played)
    if error is not None:
        rules = " and ".join(error.rules)
        yield f"with the turn as it was played, turn {error.turn} breaks {rules}"
