"""How puzzles of the Solo Variant are played: those for goals, and those on records and rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from generator.pack import Packed
from meepleproof.rendering.solo.svg import sheet_thumbnail, thumbnail
from meepleproof.rendering.solo.words import worth_in_words
from meepleproof.service.play.play import Play, Playing
from meepleproof.service.play.solo.attempt import try_turns
from meepleproof.service.play.solo.beside import pieces_file, played_with, rules_file
from meepleproof.service.play.solo.document import puzzle_start
from meepleproof.service.play.solo.links import with_solution
from meepleproof.service.play.solo.records import RecordPlay
from meepleproof.service.play.solo.tables import puzzle_table
from meepleproof.service.play.solo.wording import task_in_words, wish_in_words
from meepleproof.service.play.url import read_text
from verifier.carcassonne.solo.codec import checked_goal
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

STYLES = ("play.css",)


class GoalPlay(Play[Puzzle]):
    """Puzzles for goals: turns with the tiles in the row, until the goal is reached."""

    request = "attempt-request"

    def attempt(self, packed: Packed[Puzzle], request: Document) -> Document:
        """Return how turns fare, and how close they come."""
        return try_turns(packed.puzzle, request["turns"]).to_json()

    def task(self, packed: Packed[Puzzle]) -> str:
        """Return what is asked, with the number of tiles."""
        return task_in_words(packed.puzzle)

    def task_of(self, document: Document) -> str:
        """Return the same by a puzzle's document."""
        done = document["position"].get("monasteries", 0)
        return wish_in_words(checked_goal(document["goal"]), document["tiles"], done)

    def board_of(self, document: Document) -> int:
        """Return how many tiles lie on the table."""
        return len(document["position"]["placements"])

    def table(self, packed: Packed[Puzzle], line: str, *, exactly: bool = False) -> Document:
        """Return the table after some turns."""
        return puzzle_table(packed, line.split("~") if line else ())

    def playing(self, packed: Packed[Puzzle]) -> Playing:
        """Return what the page needs, so that the browser can play on by itself, too."""
        goal, rules = packed.puzzle.goal, packed.puzzle.position.rules
        rating = packed.document.get("difficulty", {}).get("rating")
        rated = {} if rating is None else {"rating": rating}
        code = urlencode({"code": packed.puzzle.code})
        edited = {} if packed.puzzle.has_spares else {"edit": f"/make?{code}"}  # drafts have none
        return Playing(
            facts=played_with(rules),
            styles=STYLES,
            pieces=pieces_file(rules),
            proof="" if packed.solution is None else _proof_in_words(packed),
            rules=rules_file(rules),
            share=f"/p?{code}",
            sort={"kind": goal.kind, "goal": goal.id, **rated},
            about={
                "start": puzzle_start(packed.puzzle),
                "only": packed.document.get("verdict", {}).get("claim") == "unique",
                "paper": f"/print?{code}",
                **edited,
            },
        )

    def thumbnail(self, packed: Packed[Puzzle]) -> str:
        """Return the board alone."""
        return thumbnail(packed.puzzle.position)

    def card(self, packed: Packed[Puzzle]) -> str:
        """Return the same by the drawings of the page."""
        return sheet_thumbnail(packed.puzzle.position)

    def of_link(self, packed: Packed[Puzzle], query: Mapping[str, str]) -> Packed[Puzzle]:
        """Return the puzzle with the solution that its link has."""
        return with_solution(packed, read_text(query, "solution"))

    def require_playable(self, packed: Packed[Puzzle]) -> None:
        """Refuse a position with faults, or without a tile to place."""
        require_valid(packed.puzzle.position)
        if not packed.puzzle.tiles:
            raise Malformed("the puzzle shows no tile to place", where="code")


def _proof_in_words(packed: Packed[Puzzle]) -> str:
    """Return what was proved of a puzzle, for its player."""
    verdict = packed.document["verdict"]
    if verdict["claim"] == "unique":
        return "One solution: two independent programs proved it."
    if "best" in verdict:
        best = worth_in_words(packed.puzzle.goal, verdict["best"])
        return f"The best is {best}: two independent programs proved it."
    return "It can be solved: two independent programs proved it."


PLAYS: dict[str, Play[Any]] = {"pack": GoalPlay(), "record-pack": RecordPlay()}
