"""Puzzles for goals of the checklist, or for others like them, as a kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.kind import Kind, Rejection, Result, Wish
from generator.pack import Packed, Title
from generator.solo import HIGHEST_RATING, pipeline
from generator.solo.checking import discrepancies
from generator.solo.columns import columns_of
from generator.solo.curation import line_of, marks_of
from generator.solo.grading import grade
from generator.solo.pack import GOAL_PACKS, PackedPuzzle, difficulty_document, packed_of
from generator.solo.pipeline import GoalWish, ProvedPuzzle
from generator.solo.quality import decoys
from generator.solo.wanted import START, Wanted, read_start
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.codec import goal_from_json
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.puzzle import CONTRACT, Puzzle, parse_goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["KIND", "GoalPuzzles", "goal_wish"]

_GRADED = ("by_order", "mid_game", "level", "rating_from", "rating_to", "themes")
_FURTHER = (*_GRADED, "without_themes", *START, "decoys")
"""Options that a pack states only where they ask for something."""
_ANY: Mapping[str, Any] = {**START, "rating_from": 0, "rating_to": HIGHEST_RATING}


class GoalPuzzles(Kind[Puzzle]):
    """Positions from which exactly one line of play reaches a goal."""

    name, title, form = "goal", "Reach the goal", GOAL_PACKS

    def wishes(self, options: Mapping[str, Any]) -> tuple[Wish, ...]:
        """Return the wish for a goal, or for each goal of the checklist."""
        goal = options.get("goal")
        if bool(options.get("checklist")) == (goal is not None):
            raise Malformed("give either --goal or --checklist", where="goal")
        goals = list(checklist().values()) if goal is None else [_goal(goal)]
        return tuple(Wish(self.name, one.id, goal_wish(one, options)) for one in goals)

    def attempt(self, wish: Wish, seed: int, number: int, solver: CpSatSolver) -> Result:
        """Return the puzzle that a candidate becomes, or why it is rejected."""
        return _packed(pipeline.try_candidate(wish.given, seed, number, solver))

    def make_again(
        self, wish: Wish, seed: int, number: int, identity: str, solver: CpSatSolver
    ) -> Result:
        """Return the candidate's puzzle of that id, whatever its grade is today."""
        return _packed(pipeline.make_again(wish.given, seed, number, identity, solver))

    def discrepancies(self, packed: Packed[Puzzle], solver: CpSatSolver) -> Iterator[str]:
        """Yield what is wrong with a puzzle of a pack with solutions."""
        assert isinstance(packed, PackedPuzzle)  # noqa: S101 - the form reads no others
        return discrepancies(packed, solver)

    def grade(self, packed: Packed[Puzzle], solver: CpSatSolver) -> Document:
        """Return difficulty, themes and decoys; the solution in the pack is what is graded."""
        assert isinstance(packed, PackedPuzzle)  # noqa: S101 - the form reads no others
        found = grade(packed.puzzle, outcomes_along(packed.puzzle.position, packed.line or ()))
        return {
            "difficulty": difficulty_document(found),
            "themes": list(found.themes),
            "decoys": decoys(packed.puzzle),
        }

    def marks(self, packed: Packed[Puzzle]) -> set[str]:
        """Return its start, line and end in a canonical form."""
        return marks_of(packed.puzzle, line_of(packed))

    def columns(self, document: Document, solution: Document) -> Mapping[str, str | int | None]:
        """Return what a table says of a puzzle for a goal."""
        return columns_of(document, solution)

    def pack_title(self, wishes: Sequence[Wish]) -> Title:
        """Return the title of a pack for these goals."""
        if len(wishes) > 1:
            return Title("checklist", "The checklist")
        return Title(wishes[0].name.replace(".", "-"), f"Puzzles for {wishes[0].name}")

    def pack_parameters(self, options: Mapping[str, Any]) -> Document:
        """Return the goals, and what else was asked for."""
        goals = [wish.name for wish in self.wishes(options)]
        numbers = {name: options[name] for name in ("tiles", "count", "candidates")}
        needs = " ".join(_words(options.get("needs", "")))
        return {
            "goals": " ".join(goals),
            **numbers,
            **({"needs": needs} if needs else {}),
            **dict(_further(options)),
        }

    def in_order(self, puzzles: Sequence[Packed[Puzzle]]) -> Sequence[Packed[Puzzle]]:
        """Return the puzzles in the order in which they were made, goal by goal."""
        return puzzles


KIND = GoalPuzzles()


def goal_wish(goal: Goal, options: Mapping[str, Any]) -> GoalWish:
    """Return the wish for a goal that options state, as ``generate`` and plans have them.

    :raises Malformed: if one of them has no such value.
    :raises Illegal: if nothing can meet the wish.
    """
    return GoalWish(
        goal,
        options.get("tiles", 4),
        RuleSet(meeples=options.get("meeples", 4)),
        options.get("by_order", False),
        _words(options.get("needs", "")),
        options.get("mid_game", False),
        Wanted(
            options.get("level") or "",
            options.get("rating_from", 0),
            options.get("rating_to", HIGHEST_RATING),
            _words(options.get("themes", "")),
            _words(options.get("without_themes", "")),
        ),
        contract=options.get("contract", CONTRACT),
        start=read_start(options),
        decoys=options.get("decoys", 0),
    )


def _goal(given: str | Document) -> Goal:
    return parse_goal(given) if isinstance(given, str) else goal_from_json(given, "goal")


def _words(given: str | Sequence[str]) -> tuple[str, ...]:
    """Return words, which options have as one text and plans as a list."""
    return tuple(given.split() if isinstance(given, str) else given)


def _further(options: Mapping[str, Any]) -> Iterator[tuple[str, str | int]]:
    for name in _FURTHER:
        value = options.get(name)
        if value and value != _ANY.get(name):
            yield name, "yes" if value is True else value


def _packed(found: ProvedPuzzle | Rejection) -> Result:
    return packed_of(found) if isinstance(found, ProvedPuzzle) else found
