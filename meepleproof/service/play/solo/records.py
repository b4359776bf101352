"""How puzzles on records and rules are played: questions to answer, or tiles in hand to lay."""

from __future__ import annotations

from typing import Any

from generator.pack import Packed
from meepleproof.rendering.solo.svg import sheet_thumbnail, thumbnail
from meepleproof.rendering.solo.views import record_question
from meepleproof.rendering.solo.words import table_of
from meepleproof.service.play.play import Play, Playing
from meepleproof.service.play.solo.attempt import record_attempt
from meepleproof.service.play.solo.hands import hand_start, hand_table
from meepleproof.service.play.solo.quiz import quiz_answers, quiz_table
from meepleproof.service.play.solo.wording import colours_by_name
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import RecordPuzzle
from verifier.documents.strict_json import Document

_BY_HAND = ("help", "proof-game")
"""The kinds in which turns are made; the others ask questions."""


class RecordPlay(Play[Any]):
    """Find the error, which rule, retro: questions. Help and proof games: tiles in hand."""

    request = "record-attempt-request"

    def attempt(self, packed: Packed[Any], request: Document) -> Document:
        """Return how an answer fares."""
        return record_attempt(packed, request)

    def task(self, packed: Packed[Any]) -> str:
        """Return what is asked."""
        return colours_by_name(record_question(packed))

    def table(self, packed: Packed[Any], line: str, *, exactly: bool = False) -> Document:
        """Return the table after turns with tiles of the hand, or after answers."""
        if packed.kind in _BY_HAND:
            return hand_table(packed, line.split("~") if line else ())
        return quiz_table(packed, line)

    def playing(self, packed: Packed[Any]) -> Playing:
        """Return what the page needs; where turns are made, the browser can play on by itself."""
        by_hand = packed.kind in _BY_HAND
        return Playing(
            styles=("free.css", "play.css", "house.css"),
            pieces="pieces.svg",
            rules="solo.json" if by_hand else "",
            proof="One answer: two independent programs proved it.",
            sort={"kind": packed.kind, "goal": packed.kind},
            about={"start": hand_start(packed.puzzle), "only": True} if by_hand else {},
        )

    def thumbnail(self, packed: Packed[Any]) -> str:
        """Return the board alone; of a record its last table, as it was noted."""
        return thumbnail(_shown(packed))

    def card(self, packed: Packed[Any]) -> str:
        """Return the same by the drawings of the page."""
        return sheet_thumbnail(_shown(packed))

    def has_answers(self, packed: Packed[Any]) -> bool:
        """Return whether questions are asked."""
        return packed.kind not in _BY_HAND

    def answers(self, packed: Packed[Any]) -> Document:
        """Return what each answer to the questions leads to."""
        return quiz_answers(packed)


def _shown(packed: Packed[Any]) -> Position:
    if isinstance(packed.puzzle, RecordPuzzle):
        return table_of(packed.puzzle.record)
    position: Position = packed.puzzle.position
    return position
