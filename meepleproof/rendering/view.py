"""How puzzles are shown, whatever their game: as text, as pictures, as tables, on paper."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar

from generator.kind import Asked
from generator.kinds import form_of_kind
from generator.listed import game_of_kind
from generator.pack import Packed
from meepleproof.rendering.exports.booklet import Cover, Paper
from verifier.documents.strict_json import Document

__all__ = ["View", "view_of"]

P = TypeVar("P", bound=Asked)


class View(ABC, Generic[P]):
    """How the puzzles of one form of packs are shown.

    ``columns`` are those of a table of puzzles. ``no_solution`` says why there is no picture of a
    solution, if so.
    """

    columns: ClassVar[tuple[str, ...]] = (
        *("id", "kind", "question", "level", "rating", "themes", "file"),
    )
    no_solution: ClassVar[str] = ""

    @abstractmethod
    def question(self, packed: Packed[P]) -> str:
        """Return what is asked."""

    def setting(self, packed: Packed[P]) -> Sequence[str]:
        """Return what stands between the question and the drawing, paragraph by paragraph."""
        return ()

    @abstractmethod
    def text(
        self, packed: Packed[P], *, colour: bool, width: int | None, whole: bool = False
    ) -> str:
        """Return the drawing for a terminal that is so wide; ``whole`` leaves nothing out."""

    @abstractmethod
    def svg(self, packed: Packed[P], *, whole: bool = False) -> str:
        """Return the puzzle as SVG."""

    def solution_svg(self, packed: Packed[P]) -> str:
        """Return its solution as SVG, where ``no_solution`` is empty."""
        raise NotImplementedError

    @abstractmethod
    def answer(self, packed: Packed[P], solution: Document) -> Iterator[str]:
        """Yield the paragraphs that tell a solution that was proved."""

    def claimed(self, claim: str) -> str:
        """Return what is claimed of a puzzle that was proved, as a sentence begins."""
        return claim.capitalize()

    def found(self, packed: Packed[P], solution: Document) -> Iterator[str]:
        """Yield what was found before a question turned out to be no puzzle."""
        yield from ()

    def note(self, packed: Packed[P]) -> str:
        """Return what must be said wherever the puzzle is shown; nothing if it is empty."""
        return ""

    @abstractmethod
    def facts(self, packed: Packed[P]) -> Document:
        """Return what a program is told of the puzzle."""

    def row(self, packed: Packed[P]) -> Sequence[str | int]:
        """Return the puzzle's row of a table."""
        return (
            packed.id,
            packed.kind,
            self.question(packed),
            packed.level,
            packed.rating,
            " ".join(packed.themes),
            f"{packed.id}.svg",
        )

    @abstractmethod
    def booklet(self, cover: Cover, packed: Sequence[Packed[P]], paper: Paper) -> bytes:
        """Return a booklet of the puzzles as PDF.

        :raises NotInstalled: without the extra ``print``.
        """


def view_of(kind: str) -> View[Any]:
    """Return the view of the puzzles of a kind.

    :raises Malformed: if there is no such kind.
    """
    module = import_module(f"meepleproof.rendering.{game_of_kind(kind)}.views")
    view: View[Any] = module.VIEWS[form_of_kind(kind)]
    return view
