"""How puzzles of the house game are played."""

from __future__ import annotations

from urllib.parse import urlencode

from generator.pack import Packed
from meepleproof.rendering.house.board import house_thumbnail
from meepleproof.rendering.house.words import goal_in_words
from meepleproof.service.play.house.attempt import house_attempt, require_playable
from meepleproof.service.play.house.document import task_in_words
from meepleproof.service.play.house.tables import answers_document, has_answers, house_table
from meepleproof.service.play.play import Play, Playing
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.documents.strict_json import Document

STYLES = ("free.css", "play.css", "house.css")
PIECES = "house.svg"


class HousePlay(Play[HousePuzzle]):
    """Studies, turns, and questions about farms."""

    request = "house-attempt-request"

    def attempt(self, packed: Packed[HousePuzzle], request: Document) -> Document:
        """Return how part-turns fare, or the points of farms."""
        return house_attempt(packed, request)

    def task(self, packed: Packed[HousePuzzle]) -> str:
        """Return what is asked."""
        return task_in_words(packed.puzzle)

    def table(self, packed: Packed[HousePuzzle], line: str, *, exactly: bool = False) -> Document:
        """Return the table after part-turns, or after the points that were typed."""
        return house_table(packed, line, answered=not exactly)

    def playing(self, packed: Packed[HousePuzzle]) -> Playing:
        """Return what the page needs: of a study that an opponent answers."""
        kind = packed.puzzle.goal.kind
        about: Document = {"task": goal_in_words(packed.puzzle)}
        if packed.solution is not None:
            about["answered"] = kind in STUDIES
        return Playing(
            facts=("house rules",),
            styles=STYLES,
            pieces=PIECES,
            share=f"/p?{urlencode({'code': packed.puzzle.code})}",
            proof="One solution: two independent programs proved it.",
            sort={"kind": kind, "goal": kind, "rating": packed.rating},
            about=about,
        )

    def thumbnail(self, packed: Packed[HousePuzzle]) -> str:
        """Return the board alone."""
        return house_thumbnail(packed.puzzle.position, title=self.task(packed))

    def has_answers(self, packed: Packed[HousePuzzle]) -> bool:
        """Return whether one part-turn is asked for, or the points of farms."""
        return has_answers(packed)

    def answers(self, packed: Packed[HousePuzzle]) -> Document:
        """Return what each part-turn leads to, or all points."""
        return answers_document(packed)

    def require_playable(self, packed: Packed[HousePuzzle]) -> None:
        """Refuse studies, which need a certificate, and positions that are none for their goal."""
        require_playable(packed.puzzle)


PLAYS = {"house-pack": HousePlay()}
