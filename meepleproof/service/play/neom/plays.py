"""How puzzles of NEOM are played."""

from __future__ import annotations

from generator.pack import Packed
from meepleproof.rendering.neom.drawings import city_thumbnail
from meepleproof.service.play.neom.attempt import neom_attempt
from meepleproof.service.play.neom.document import neom_sheet, task_in_words
from meepleproof.service.play.neom.tables import answers_document, neom_puzzle_table
from meepleproof.service.play.play import Play, Playing
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import NeomPuzzle

STYLES = ("free.css", "play.css", "house.css", "neom-drawing.css", "neom.css")
"""The styles of pages on which a puzzle of NEOM is played."""


class NeomPlay(Play[NeomPuzzle]):
    """Links, purchases, last turns and Disasters, each with the tiles of its own catalogue."""

    request = "neom-attempt-request"

    def attempt(self, packed: Packed[NeomPuzzle], request: Document) -> Document:
        """Return how an answer fares."""
        return neom_attempt(packed, request)

    def task(self, packed: Packed[NeomPuzzle]) -> str:
        """Return what is asked."""
        return task_in_words(packed.puzzle)

    def table(self, packed: Packed[NeomPuzzle], line: str, *, exactly: bool = False) -> Document:
        """Return the table after an answer, or after the tiles of a link."""
        return neom_puzzle_table(packed, line)

    def playing(self, packed: Packed[NeomPuzzle]) -> Playing:
        """Return what the page needs. Ratings of kinds are no one scale, so none is told."""
        kind = packed.puzzle.question.kind
        invented = packed.puzzle.catalogue.invented
        return Playing(
            facts=("NEOM", *(["invented tiles"] if invented else [])),
            styles=STYLES,
            proof="One answer: two independent programs proved it.",
            sort={"kind": kind, "goal": kind},
        )

    def thumbnail(self, packed: Packed[NeomPuzzle]) -> str:
        """Return the city alone."""
        puzzle = packed.puzzle
        return city_thumbnail(puzzle.catalogue, puzzle.question.city, title=self.task(packed))

    def has_answers(self, packed: Packed[NeomPuzzle]) -> bool:
        """Return True: each of these puzzles has few answers."""
        return True

    def answers(self, packed: Packed[NeomPuzzle]) -> Document:
        """Return what each answer leads to."""
        return answers_document(packed)

    def pieces(self, packed: Packed[NeomPuzzle]) -> str | None:
        """Return the drawings of the tiles of its catalogue."""
        return neom_sheet(packed.puzzle.catalogue)


PLAYS = {"neom-pack": NeomPlay()}
