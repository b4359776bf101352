"""Packs of the house game."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from generator.pack import Packed, PackForm, require_stated
from verifier.carcassonne.house.certificates import Certificate, certificate_of
from verifier.carcassonne.house.codec import (
    GAME,
    position_of,
)
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.puzzle import STUDIES, Goal, HousePuzzle, parse_code
from verifier.documents.strict_json import Document

__all__ = ["HOUSE_PACKS", "PackedHousePuzzle", "goal_from_json", "goal_to_json"]


class PackedHousePuzzle(Packed[HousePuzzle]):
    """A puzzle of a pack of the house game."""

    @cached_property
    def certificate(self) -> Certificate:
        """The certificate of a study, which its solution has; its form was checked with the pack.

        :raises KeyError: if this is no study, or its solution was not read.
        """
        return certificate_of((self.solution or {})["certificate"])


class HousePacks(PackForm[HousePuzzle]):
    """Packs of the house game; solutions hold the game that leads to the position, too."""

    name, puzzle = "house-pack", "house-puzzle"
    solutions, plan, game = "house-solutions", "house-plan", GAME

    def packed(
        self,
        document: Document,
        solution: Document | None,
        where: str,
        *,
        kind: str = "",
        beside: Any = None,
    ) -> Packed[HousePuzzle]:
        """Return the puzzle of a document whose form has been checked."""
        position = position_of(document["position"], f"{where}/position")
        require_valid(position)
        puzzle = HousePuzzle(goal_from_json(document["goal"]), position)
        actual = {"id": puzzle.id, "code": puzzle.code, "part_turns": puzzle.part_turns}
        require_stated(document, actual, "its position and goal give", where)
        return PackedHousePuzzle(kind or self.kind_of(document), puzzle, document, solution)

    def is_code(self, text: str) -> bool:
        """Return whether a text writes a puzzle, and not a position alone."""
        return text.startswith("h") and "~g." in text

    def of_code(self, code: str) -> Packed[HousePuzzle]:
        """Return the puzzle that a code writes."""
        puzzle = parse_code(code)
        return PackedHousePuzzle(self.kind_of({"goal": {"kind": puzzle.goal.kind}}), puzzle, {})

    def require_valid(self, puzzle: HousePuzzle) -> None:
        """Do nothing if the position has no faults."""
        require_valid(puzzle.position)

    def is_alone(self, document: Any) -> bool:
        """Return whether a document has a goal."""
        return isinstance(document, dict) and "goal" in document


HOUSE_PACKS = HousePacks()


def goal_to_json(goal: Goal) -> Document:
    """Return the goal as a document.

    >>> goal_to_json(Goal("own", 6, "farm"))
    {'kind': 'own', 'feature': 'farm', 'worth': 6}
    """
    if goal.kind == "farms":
        return {"kind": goal.kind}
    if goal.kind in STUDIES:
        return {"kind": goal.kind, "handicaps": list(goal.handicaps)}
    if goal.kind == "own":
        return {"kind": goal.kind, "feature": goal.feature, "worth": goal.number}
    return {"kind": goal.kind, "points": goal.number}


def goal_from_json(document: Document) -> Goal:
    """Return the goal of a document whose form has been checked."""
    number: int = document.get("points") or document.get("worth") or 0
    own, other = document.get("handicaps", (0, 0))
    return Goal(document["kind"], number, document.get("feature"), (own, other))
