"""Packs of other puzzles than those for goals as the service offers them.

They are of the house game, of NEOM, and of special kinds of the Solo Variant. Their puzzles are
read, drawn and tried at the addresses of those for goals, and all answer in one shape. A request
with an attempt names the puzzle, its game or else its kind, and what it tries. The answer has both
names, whether that solves the puzzle (``solved``), this in words (``sentence``), and what else
there is to say of the kind. A solution has both, too, beside what stands in the pack's solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar

from generator.house.pack import PackedHousePuzzle
from generator.house.pack import read_pack as read_house_pack
from generator.neom.pack import PackedNeomPuzzle
from generator.neom.pack import read_pack as read_neom_pack
from generator.records.pack import PackedRecordPuzzle
from generator.records.pack import read_pack as read_record_pack
from rendering.house_pictures import house_svg
from rendering.neom_pictures import neom_puzzle_svg
from service.play.house_attempt import house_attempts, house_puzzle_of_code
from service.play.neom_attempt import neom_attempts
from service.play.record_attempt import record_attempts
from verifier.errors import Malformed

__all__ = [
    "OtherPack",
    "OtherPuzzle",
    "attempt_schema",
    "attempted_by_code",
    "is_other_pack",
    "label_of",
    "read_other_pack",
]

Document: TypeAlias = dict[str, Any]

Attempts: TypeAlias = Callable[[Document], Document]
_Packed = TypeVar("_Packed", PackedHousePuzzle, PackedNeomPuzzle, PackedRecordPuzzle)

_ATTEMPTS = {"house": "house-attempt-request", "neom": "neom-attempt-request"}
_HOUSE, _NEOM = "urn:meepleproof:house-pack:", "urn:meepleproof:neom-pack:"
_RECORDS = "urn:meepleproof:record-pack:"
_LABELS = ("game", "kind")
"""What tells other puzzles from those for goals, in documents and in requests."""


@dataclass(frozen=True, slots=True)
class OtherPuzzle:
    """A puzzle of another game than the Solo Variant, or of a special kind.

    ``solution`` is that of the pack's solutions. ``attempt`` answers a request with an attempt
    whose form was checked, without what names the puzzle. ``svg`` draws the puzzle.
    """

    document: Document
    solution: Document
    attempt: Attempts
    svg: Callable[[], str]

    @property
    def id(self) -> str:
        """The 12 characters that name it."""
        return str(self.document["id"])

    @property
    def label(self) -> tuple[str, str]:
        """``game`` or ``kind``, and the name of that."""
        return label_of(self.document) or ("game", "")

    @property
    def named(self) -> Document:
        """What names it in answers."""
        name, value = self.label
        return {name: value, "puzzle": self.id}


@dataclass(frozen=True, slots=True)
class OtherPack:
    """A pack as it was published, and its puzzles but for those withdrawn since."""

    document: Document
    puzzles: tuple[OtherPuzzle, ...]

    @property
    def id(self) -> str:
        """The name that all versions of the pack share."""
        return str(self.document["id"])

    @property
    def label(self) -> Document:
        """What tells it from others: its ``game``, or the special ``kinds`` of its puzzles."""
        if "game" in self.document:
            return {"game": self.document["game"]}
        return {"kinds": sorted({puzzle["kind"] for puzzle in self.document["puzzles"]})}


def is_other_pack(schema: str) -> bool:
    """Return whether documents of that schema are packs of other puzzles than those for goals."""
    return schema.startswith((_HOUSE, _NEOM, _RECORDS))


def label_of(document: Document) -> tuple[str, str] | None:
    """Return ``game`` or ``kind`` with its value, None for a puzzle for a goal of the Solo Variant.

    >>> label_of({"kind": "find-the-error"}), label_of({"puzzle": "x"})
    (('kind', 'find-the-error'), None)
    """
    return next(((name, str(document[name])) for name in _LABELS if name in document), None)


def attempt_schema(request: Any) -> str:
    """Return the name of the schema that a request with an attempt follows.

    >>> [attempt_schema(request) for request in ({"game": "house"}, {"kind": "which-rule"}, {})]
    ['house-attempt-request', 'record-attempt-request', 'attempt-request']
    """
    if isinstance(request, dict) and "kind" in request and "game" not in request:
        return "record-attempt-request"
    game = request.get("game") if isinstance(request, dict) else None
    return _ATTEMPTS.get(game, "attempt-request") if isinstance(game, str) else "attempt-request"


def attempted_by_code(game: str, code: str) -> OtherPuzzle | None:
    """Return the puzzle of a code, as far as attempts at it need it; None if it is none.

    :raises Malformed: if it cannot be read, or is a study, of which only packs have certificates.
    :raises Illegal: if it contradicts the rules.
    """
    if game != "house":
        return None
    packed = house_puzzle_of_code(code)
    named = {"game": game, "id": packed.puzzle.id}
    return OtherPuzzle(named, {}, house_attempts(packed), _house_drawing(packed))


def read_other_pack(
    document: Document, where: str, solutions: Document, retracted: Collection[str]
) -> OtherPack:
    """Return the pack without its withdrawn puzzles.

    :raises Malformed: if it or its solutions cannot be read, or one of these is missing.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    if document["$schema"].startswith(_HOUSE):
        house = read_house_pack(document, where, solutions)
        puzzles = _offered(house, house_attempts, _house_drawing, solutions, where)
    elif document["$schema"].startswith(_RECORDS):
        records = read_record_pack(document, where, solutions)
        puzzles = _offered(records, record_attempts, _record_drawing, solutions, where)
    else:
        neom = read_neom_pack(document, where, solutions)
        puzzles = _offered(neom, neom_attempts, _neom_drawing, solutions, where)
    return OtherPack(document, tuple(one for one in puzzles if one.id not in retracted))


def _offered(
    packed: Sequence[_Packed],
    attempts: Callable[[_Packed], Attempts],
    drawing: Callable[[_Packed], Callable[[], str]],
    solutions: Document,
    where: str,
) -> list[OtherPuzzle]:
    """Return the puzzles of a pack; all are solved before attempts at one are made ready."""
    for one in packed:
        if one.solution is None:
            raise Malformed(f"the solution of the puzzle {one.puzzle.id} is missing", where=where)
    found = solutions["solutions"]
    return [
        OtherPuzzle(one.document, found[one.puzzle.id], attempts(one), drawing(one))
        for one in packed
    ]


def _house_drawing(packed: PackedHousePuzzle) -> Callable[[], str]:
    choices = packed.document.get("choices", ())
    return partial(house_svg, packed.puzzle.position, packed.puzzle, choices)


def _neom_drawing(packed: PackedNeomPuzzle) -> Callable[[], str]:
    return partial(neom_puzzle_svg, packed.puzzle)


def _record_drawing(packed: PackedRecordPuzzle) -> Callable[[], str]:
    return partial(packed.kind.svg, packed.puzzle)
