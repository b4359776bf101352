"""Puzzles without goals of the Solo Variant as the service offers them: other games, special kinds.

They are read, drawn and tried at the addresses of those for goals, and all answer in one shape. A
request with an attempt names the puzzle, its game or else its kind, and what it tries. The answer
has both names, whether that solves the puzzle (``solved``), this in words (``sentence``), and what
else there is to say of the kind. A solution has both, too, beside what stands in the pack's
solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from generator.kinds import form_of
from generator.listed import game_of_kind
from generator.pack import Packed
from meepleproof.rendering.view import view_of
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["Attempts", "OtherPuzzle", "attempts_at", "label_of", "offered"]

Attempts: TypeAlias = Callable[[Document], Document]
"""What answers attempts at a puzzle: a function from what is tried to how it fares.

It raises Malformed for what cannot be read, or is no answer to the question, with a JSON Pointer.
"""

_LABELS = ("game", "kind")
"""What tells these puzzles from those for goals, in documents and in requests."""


@dataclass(frozen=True, slots=True)
class OtherPuzzle:
    """A puzzle of another game than the Solo Variant, or of a special kind.

    ``solution`` is that of the pack's solutions. ``attempt`` answers a request with an attempt
    whose form was checked, without what names the puzzle. ``packed`` is the puzzle as its game
    reads it from the pack.
    """

    document: Document
    solution: Document
    attempt: Attempts
    packed: Packed[Any]

    def svg(self) -> str:
        """Return the picture of the puzzle."""
        return view_of(self.packed.kind).svg(self.packed)

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


def label_of(document: Document) -> tuple[str, str] | None:
    """Return ``game`` or ``kind`` with its value, None for a puzzle for a goal of the Solo Variant.

    >>> label_of({"kind": "find-the-error"}), label_of({"puzzle": "x"})
    (('kind', 'find-the-error'), None)
    """
    return next(((name, str(document[name])) for name in _LABELS if name in document), None)


def offered(document: Document, where: str, solutions: Document) -> Iterator[OtherPuzzle]:
    """Yield the puzzles of a pack; all are solved before attempts at one are prepared.

    :raises Malformed: if the pack or its solutions cannot be read, or one of these is missing.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    packed = form_of(document, where).read(document, where, solutions)
    for one in packed:
        if one.solution is None:
            raise Malformed(f"the solution of the puzzle {one.id} is missing", where=where)
    for one in packed:
        yield OtherPuzzle(one.document, one.solution or {}, attempts_at(one), one)


def attempts_at(packed: Packed[Any]) -> Attempts:
    """Return what answers attempts at a puzzle, which is its game's."""
    game = import_module(f"meepleproof.service.play.{game_of_kind(packed.kind)}.attempt")
    attempts: Attempts = game.puzzle_attempts(packed)
    return attempts
