"""The view of puzzles about dominoes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.pack import Packed
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.view import View
from tests.domino.game import Position
from verifier.documents.strict_json import Document

__all__ = ["VIEWS"]


class DominoView(View[Position]):
    """A line of dominoes is shown as text, and as text in a picture."""

    def question(self, packed: Packed[Position]) -> str:
        return "In which numbers can the line end after one more domino?"

    def text(
        self, packed: Packed[Position], *, colour: bool, width: int | None, whole: bool = False
    ) -> str:
        return packed.puzzle.code

    def svg(self, packed: Packed[Position], *, whole: bool = False) -> str:
        text = f'<text y="12">{packed.puzzle.code}</text>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 16">{text}</svg>'

    def answer(self, packed: Packed[Position], solution: Document) -> Iterator[str]:
        yield f"It can end in {', '.join(map(str, solution['ends']))}."

    def facts(self, packed: Packed[Position]) -> Document:
        return {"position": packed.puzzle.code}

    def booklet(self, cover: Cover, packed: Sequence[Packed[Position]], paper: Paper) -> bytes:
        raise NotImplementedError


VIEWS = {"domino-pack": DominoView()}
