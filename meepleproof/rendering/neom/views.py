"""The view of puzzles of NEOM."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.pack import Packed
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.neom.booklet import NeomEntry, neom_booklet_pdf
from meepleproof.rendering.neom.drawings import neom_puzzle_svg, neom_solution_svg
from meepleproof.rendering.neom.puzzles import (
    found_in_words,
    question_in_words,
    setting_in_words,
    solution_in_words,
)
from meepleproof.rendering.neom.text import city_text
from meepleproof.rendering.view import View
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import NeomPuzzle
from verifier.neom.tiles_document import provenance_to_json

__all__ = ["VIEWS"]


class NeomView(View[NeomPuzzle]):
    """How puzzles of NEOM are shown: a city, and what its player has."""

    def question(self, packed: Packed[NeomPuzzle]) -> str:
        """Return what is asked."""
        return question_in_words(packed.puzzle)

    def setting(self, packed: Packed[NeomPuzzle]) -> Sequence[str]:
        """Return what the player has, and the tiles to come."""
        return ["", *setting_in_words(packed.puzzle)]

    def text(
        self,
        packed: Packed[NeomPuzzle],
        *,
        colour: bool,
        width: int | None,
        whole: bool = False,
    ) -> str:
        """Return the city."""
        return city_text(packed.puzzle.catalogue, packed.puzzle.question.city, colour=colour)

    def svg(self, packed: Packed[NeomPuzzle], *, whole: bool = False) -> str:
        """Return the city with the question."""
        return neom_puzzle_svg(packed.puzzle)

    def solution_svg(self, packed: Packed[NeomPuzzle]) -> str:
        """Return the city after the solution."""
        return neom_solution_svg(packed.puzzle, packed.solution or {})

    def answer(self, packed: Packed[NeomPuzzle], solution: Document) -> Iterator[str]:
        """Yield the answer, and what other answers bring."""
        yield from solution_in_words(packed.puzzle, solution)

    def claimed(self, claim: str) -> str:
        """Return what is claimed: that there is one answer, or which of two is better."""
        return "One answer" if claim == "unique" else "Decided"

    def found(self, packed: Packed[NeomPuzzle], solution: Document) -> Iterator[str]:
        """Yield what first actions bring."""
        yield from found_in_words(packed.puzzle, solution)

    def note(self, packed: Packed[NeomPuzzle]) -> str:
        """Return that tiles are invented, if they are."""
        return packed.puzzle.catalogue.note

    def facts(self, packed: Packed[NeomPuzzle]) -> Document:
        """Return the question, and from where its tiles are."""
        puzzle = packed.puzzle
        return {
            "question": puzzle.question.to_json(),
            "catalogue": provenance_to_json(puzzle.catalogue),
            "text": question_in_words(puzzle),
            "setting": list(setting_in_words(puzzle)),
        }

    def booklet(self, cover: Cover, packed: Sequence[Packed[NeomPuzzle]], paper: Paper) -> bytes:
        """Return the booklet."""
        entries = [
            NeomEntry(one.puzzle, one.solution or {}, one.level, one.rating, one.themes)
            for one in packed
        ]
        return neom_booklet_pdf(cover, entries, paper)


VIEWS = {"neom-pack": NeomView()}
