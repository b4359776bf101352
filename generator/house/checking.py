"""Proves a packed puzzle of the house game again, without believing what the pack states of it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.differences import differences
from generator.house.kinds import prove
from generator.house.pack import PackedHousePuzzle, proved_document
from generator.house.pipeline import require_game
from generator.house.proved import Proved
from generator.house.studies import study_proved_by
from verifier.carcassonne.house.certificates import certificate_from_json
from verifier.carcassonne.house.puzzle import STUDIES
from verifier.errors import Illegal, KeysDisagree, Malformed


def discrepancies(packed: PackedHousePuzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    The certificate of a study is checked, not made anew: that needs no search.

    :raises KeysDisagree: if the keys do, on the puzzle or on the game that leads to it.
    :raises Undecided: if one of them leaves it open.
    """
    try:
        proved = _proved_again(packed)
    except (Illegal, Malformed) as error:
        yield f"its solution: {error.message}"
        return
    if proved.flaw:
        yield f"it is no puzzle: {proved.flaw}"
        return
    names = ("verdict", "difficulty", "themes", "choices")
    yield from differences("its", packed.document, proved_document(proved), names)
    stated = packed.solution or {}
    parts = sorted(proved.solution.keys() | stated.keys())
    yield from differences("of its solution,", stated, proved.solution, parts)
    if packed.game is None:
        raise KeysDisagree("the game that leads to the puzzle is missing")
    require_game(packed.game, packed.puzzle.position)


def _proved_again(packed: PackedHousePuzzle) -> Proved:
    if packed.puzzle.goal.kind not in STUDIES:
        return prove(packed.puzzle)
    stated = (packed.solution or {}).get("certificate")
    return study_proved_by(packed.puzzle, certificate_from_json(stated, "its certificate"))
