"""Packs of the house game and of NEOM as the service offers them: to be read and drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from generator.house.pack import read_pack as read_house_pack
from generator.neom.pack import read_pack as read_neom_pack
from rendering.house_pictures import house_svg
from verifier.errors import Malformed

__all__ = ["OtherPack", "OtherPuzzle", "is_other_pack", "read_other_pack"]

Document: TypeAlias = dict[str, Any]

_HOUSE, _NEOM = "urn:meepleproof:house-pack:", "urn:meepleproof:neom-pack:"


@dataclass(frozen=True, slots=True)
class OtherPuzzle:
    """A puzzle of another game than the Solo Variant.

    ``svg`` draws it; it is None where puzzles of the game have no picture.
    """

    document: Document
    svg: Callable[[], str] | None = None

    @property
    def id(self) -> str:
        """The 12 characters that name it."""
        return str(self.document["id"])


@dataclass(frozen=True, slots=True)
class OtherPack:
    """A pack of another game as it was published, and its puzzles but for those withdrawn since."""

    document: Document
    puzzles: tuple[OtherPuzzle, ...]

    @property
    def id(self) -> str:
        """The name that all versions of the pack share."""
        return str(self.document["id"])


def is_other_pack(schema: str) -> bool:
    """Return whether documents of that schema are packs of the house game or of NEOM."""
    return schema.startswith((_HOUSE, _NEOM))


def read_other_pack(
    document: Document, where: str, solutions: Document, retracted: Collection[str]
) -> OtherPack:
    """Return the pack without its withdrawn puzzles.

    :raises Malformed: if it or its solutions cannot be read, or one of these is missing.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    if document["$schema"].startswith(_HOUSE):
        house = read_house_pack(document, where, solutions)
        _require_solved(((one.puzzle.id, one.solution) for one in house), where)
        puzzles = [
            OtherPuzzle(
                one.document,
                partial(
                    house_svg, one.puzzle.position, one.puzzle, one.document.get("choices", ())
                ),
            )
            for one in house
        ]
    else:
        neom = read_neom_pack(document, where, solutions)
        _require_solved(((one.puzzle.id, one.solution) for one in neom), where)
        puzzles = [OtherPuzzle(one.document) for one in neom]
    return OtherPack(document, tuple(one for one in puzzles if one.id not in retracted))


def _require_solved(puzzles: Iterable[tuple[str, Document | None]], where: str) -> None:
    for identity, solution in puzzles:
        if solution is None:
            raise Malformed(f"the solution of the puzzle {identity} is missing", where=where)
