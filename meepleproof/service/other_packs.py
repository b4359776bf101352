"""Prepares puzzles of other kinds than those for goals, so that they can be drawn and tried.

This module loads what each game needs for that, so it is imported when such a puzzle is first asked
for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from generator.house.pack import PackedHousePuzzle
from generator.house.pack import read_pack as read_house_pack
from generator.neom.pack import PackedNeomPuzzle
from generator.neom.pack import read_pack as read_neom_pack
from generator.solo.records.pack import PackedRecordPuzzle
from generator.solo.records.pack import read_pack as read_record_pack
from meepleproof.rendering.house.pictures import house_svg
from meepleproof.rendering.neom.drawings import neom_puzzle_svg
from meepleproof.service.other_games import Attempts, OtherPuzzle
from meepleproof.service.play.house.attempt import house_attempts, house_puzzle_of_code
from meepleproof.service.play.neom.attempt import neom_attempts
from meepleproof.service.play.solo.record_attempt import record_attempts
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["attempted_by_code", "other_puzzles"]

_Packed = TypeVar("_Packed", PackedHousePuzzle, PackedNeomPuzzle, PackedRecordPuzzle)

_HOUSE, _RECORDS = "urn:meepleproof:house-pack:", "urn:meepleproof:record-pack:"


def attempted_by_code(game: str, code: str) -> OtherPuzzle | None:
    """Return the puzzle of a code, as far as attempts at it need it; None if it is none.

    :raises Malformed: if it cannot be read, or is a study, of which only packs have certificates.
    :raises Illegal: if it contradicts the rules.
    """
    if game != "house":
        return None
    packed = house_puzzle_of_code(code)
    named = {"game": game, "id": packed.puzzle.id}
    return OtherPuzzle(named, {}, house_attempts(packed), _house_drawing(packed), packed)


def other_puzzles(document: Document, where: str, solutions: Document) -> list[OtherPuzzle]:
    """Return the puzzles of a pack.

    :raises Malformed: if it or its solutions cannot be read, or one of these is missing.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    if document["$schema"].startswith(_HOUSE):
        house = read_house_pack(document, where, solutions)
        return _offered(house, house_attempts, _house_drawing, solutions, where)
    if document["$schema"].startswith(_RECORDS):
        records = read_record_pack(document, where, solutions)
        return _offered(records, record_attempts, _record_drawing, solutions, where)
    neom = read_neom_pack(document, where, solutions)
    return _offered(neom, neom_attempts, _neom_drawing, solutions, where)


def _offered(
    packed: Sequence[_Packed],
    attempts: Callable[[_Packed], Attempts],
    drawing: Callable[[_Packed], Callable[[], str]],
    solutions: Document,
    where: str,
) -> list[OtherPuzzle]:
    """Return the puzzles of a pack; all are solved before attempts at one are prepared."""
    for one in packed:
        if one.solution is None:
            raise Malformed(f"the solution of the puzzle {one.puzzle.id} is missing", where=where)
    found = solutions["solutions"]
    return [
        OtherPuzzle(one.document, found[one.puzzle.id], attempts(one), drawing(one), one)
        for one in packed
    ]


def _house_drawing(packed: PackedHousePuzzle) -> Callable[[], str]:
    choices = packed.document.get("choices", ())
    return partial(house_svg, packed.puzzle.position, packed.puzzle, choices)


def _neom_drawing(packed: PackedNeomPuzzle) -> Callable[[], str]:
    return partial(neom_puzzle_svg, packed.puzzle)


def _record_drawing(packed: PackedRecordPuzzle) -> Callable[[], str]:
    return partial(packed.kind.svg, packed.puzzle)
