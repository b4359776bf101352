"""Proves a packed puzzle of the house game again, without believing what the pack states of it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.house.kinds import prove
from generator.house.pack import PackedHousePuzzle, proved_document
from generator.house.pipeline import require_game
from generator.house.proved import Proved
from generator.house.studies import study_proved_by
from verifier.carcassonne.house.certificates.codec import certificate_from_json
from verifier.carcassonne.house.puzzle import STUDIES
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided


def discrepancies(packed: PackedHousePuzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    The certificate of a study is checked, not made anew: that needs no search.

    :raises KeysDisagree: if the keys do, on the puzzle or on the game that leads to it.
    """
    try:
        proved = _proved_again(packed)
    except (Illegal, Malformed, Undecided) as error:
        yield f"its solution: {error.message}"
        return
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


def _proved_again(packed: PackedHousePuzzle) -> Proved:
    if packed.puzzle.goal.kind not in STUDIES:
        return prove(packed.puzzle)
    stated = (packed.solution or {}).get("certificate")
    return study_proved_by(packed.puzzle, certificate_from_json(stated, "its certificate"))
