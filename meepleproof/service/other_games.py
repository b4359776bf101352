"""Packs of other puzzles than those for goals as the service offers them.

They are of the house game, of NEOM, and of special kinds of the Solo Variant. Their puzzles are
read, drawn and tried at the addresses of those for goals, and all answer in one shape. A request
with an attempt names the puzzle, its game or else its kind, and what it tries. The answer has both
names, whether that solves the puzzle (``solved``), this in words (``sentence``), and what else
there is to say of the kind. A solution has both, too, beside what stands in the pack's solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

from verifier.documents.strict_json import Document
from verifier.games import game_of

__all__ = [
    "Attempts",
    "OtherPack",
    "OtherPuzzle",
    "attempt_schema",
    "attempted_by_code",
    "label_of",
]


Attempts: TypeAlias = Callable[[Document], Document]

_LABELS = ("game", "kind")
"""What tells other puzzles from those for goals, in documents and in requests."""


@dataclass(frozen=True, slots=True)
class OtherPuzzle:
    """A puzzle of another game than the Solo Variant, or of a special kind.

    ``solution`` is that of the pack's solutions. ``attempt`` answers a request with an attempt
    whose form was checked, without what names the puzzle. ``svg`` draws the puzzle. ``packed`` is
    the puzzle as its game reads it from the pack.
    """

    document: Document
    solution: Document
    attempt: Attempts
    svg: Callable[[], str]
    packed: Any

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


class OtherPack:
    """A pack as it was published; its puzzles, but for those withdrawn since, by their ids.

    They are prepared when the first of them is asked for: some packs take a second.
    """

    def __init__(
        self,
        document: Document,
        where: str,
        solutions: Callable[[], Document],
        retracted: Collection[str] = (),
    ) -> None:
        """Take the document, its name for errors, what reads its solutions, and withdrawn ids."""
        self.document = document
        self.offered = tuple(one for one in document["puzzles"] if one["id"] not in retracted)
        self.withdrawn = tuple(one["id"] for one in document["puzzles"] if one["id"] in retracted)
        self._where = where
        self._solutions = solutions

    @property
    def id(self) -> str:
        """The name that all versions of the pack share."""
        return str(self.document["id"])

    @property
    def ids(self) -> list[str]:
        """The ids of its puzzles."""
        return [str(one["id"]) for one in self.offered]

    @property
    def codes(self) -> dict[str, str]:
        """The ids of its puzzles by their codes; not every kind has them."""
        return {str(one["code"]): str(one["id"]) for one in self.offered if "code" in one}

    @property
    def label(self) -> Document:
        """What tells it from others: its ``game``, or the special ``kinds`` of its puzzles."""
        if "game" in self.document:
            return {"game": self.document["game"]}
        return {"kinds": sorted({puzzle["kind"] for puzzle in self.document["puzzles"]})}

    def puzzle(self, identity: str) -> OtherPuzzle | None:
        """Return the puzzle of that id.

        :raises Malformed: if the pack or its solutions cannot be read, or one of these is missing.
        :raises Illegal: if a puzzle contradicts the rules.
        """
        return self._by_id.get(identity)

    @property
    def puzzles(self) -> tuple[OtherPuzzle, ...]:
        """All its puzzles; what is raised is as for :meth:`puzzle`."""
        return tuple(self._by_id.values())

    @cached_property
    def _by_id(self) -> dict[str, OtherPuzzle]:
        puzzles = _ready().other_puzzles(self.document, self._where, self._solutions())
        offered = set(self.ids)
        return {one.id: one for one in puzzles if one.id in offered}


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
    return game_of(request).schema("attempt-request")


def attempted_by_code(game: str, code: str) -> OtherPuzzle | None:
    """Return the puzzle of a code, as far as attempts at it need it; None if it is none.

    :raises Malformed: if it cannot be read, or is a study, of which only packs have certificates.
    :raises Illegal: if it contradicts the rules.
    """
    found: OtherPuzzle | None = _ready().attempted_by_code(game, code)
    return found


def _ready() -> ModuleType:
    """Return the function that prepares such puzzles; it loads the games, so only when needed."""
    return import_module("meepleproof.service.other_packs")
