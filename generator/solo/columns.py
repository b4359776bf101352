"""What a table of puzzles says of those for goals alone; some of it is worked out anew."""

from __future__ import annotations

import hashlib
from math import log10
from statistics import pstdev

from generator.grade import TENFOLD
from generator.solo.grading import grade
from generator.solo.quality import decoys
from generator.solo.skeleton import Skeleton, skeleton
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.codec import goal_from_json
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.documents.strict_json import Document

__all__ = ["columns_of"]

_LENGTH_OF_ID = 12
_EARLY, _LATE = 24, 48
"""A game has 72 tiles: its thirds begin with so many on the table."""


def columns_of(document: Document, solution: Document) -> dict[str, str | int | None]:
    """Return the columns of a puzzle for a goal.

    ``deviation`` is the standard deviation of the panel's ratings of the puzzle, in points.
    ``outcomes`` counts those that the engine examined. ``begins`` is the third of a game in which
    the puzzle begins. ``skeleton`` is the same for puzzles with the same skeleton, and None where
    there is none.
    """
    puzzle = Puzzle(goal_from_json(document["goal"]), parse_code(document["code"]).position)
    position, turns = puzzle.position, parse_line(solution["line"])
    keys = {key["name"]: key for key in document["verdict"]["keys"]}
    placed = len(position.placements)
    return {
        "goal": puzzle.goal.id,
        "tiles": document["tiles"],
        "line": solution["line"],
        "proof_game": solution["game"],
        "best": document["verdict"].get("best"),
        "deviation": _deviation(puzzle, solution["line"]),
        "technique": document["difficulty"]["technique"],
        "decoys": document["decoys"] if "decoys" in document else decoys(puzzle),
        "needs": " ".join(document.get("needs", ())),
        "skeleton": _digest(skeleton(puzzle, turns)),
        "outcomes": keys["engine"]["work"]["outcomes"],
        "begins": "early" if placed < _EARLY else "middle" if placed < _LATE else "late",
        "on_table": placed,
        "scores": " ".join(map(str, position.scores)),
        "supplies": " ".join(map(str, position.supplies)),
    }


def _deviation(puzzle: Puzzle, line: str) -> int:
    graded = grade(puzzle, outcomes_along(puzzle.position, parse_line(line)))
    return round(TENFOLD * pstdev(map(log10, graded.tries.each())))


def _digest(bones: Skeleton) -> str | None:
    if not bones:
        return None
    return hashlib.sha256(repr(bones).encode()).hexdigest()[:_LENGTH_OF_ID]
