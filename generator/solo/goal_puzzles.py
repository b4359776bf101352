"""Puzzles for goals of the checklist, or for others like them, as a kind."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from math import log10
from statistics import pstdev
from typing import Any

from generator.grade import TENFOLD
from generator.kind import Kind, Rejection, Result, Wish
from generator.pack import Packed, Title
from generator.solo import HIGHEST_RATING, pipeline
from generator.solo.curation import line_of, marks_of
from generator.solo.goal_kinds import kind_of
from generator.solo.grading import grade
from generator.solo.needs import needs
from generator.solo.only_solution import only_solution, stands_apart
from generator.solo.pack import (
    GOAL_PACKS,
    RULES,
    PackedPuzzle,
    difficulty_document,
    ideas_of,
    packed_of,
    rules_asked,
    words_asked,
)
from generator.solo.pipeline import GoalWish, ProvedPuzzle
from generator.solo.proving import Proof, prove, require_game
from generator.solo.quality import decoys
from generator.solo.skeleton import Skeleton, skeleton
from generator.solo.solved_puzzle import Solution, SolvedPuzzle
from generator.solo.sources.endings import best_ending
from generator.solo.techniques import LATEST
from generator.solo.tries import proved_tries, try_document
from generator.solo.wanted import START, Wanted, read_start
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.codec import goal_from_json
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.puzzle import CONTRACT, Puzzle, parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, MeepleproofError, Undecided

__all__ = ["KIND", "GoalPuzzles", "columns_of", "goal_wish"]


_GRADED = (
    "by_order",
    "early",
    "mid_game",
    "level",
    "level_for_length",
    "rating_from",
    "rating_to",
    "themes",
)
_FURTHER = (*_GRADED, "without_themes", *START, "decoys", *RULES)
"""Options that a pack states only where they ask for something."""
_ANY: Mapping[str, Any] = {
    **START,
    "rating_from": 0,
    "rating_to": HIGHEST_RATING,
    "colours": SOLO.colours,
    "meeples": SOLO.meeples,
}


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

    def require_goal(self, goal: str) -> None:
        """Do nothing for the id of a goal, of the checklist or written out."""
        parse_goal(goal)

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
        line = outcomes_along(packed.puzzle.position, packed.line or ())
        found = grade(packed.puzzle, line, ideas_of(packed.document))
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
        needs = " ".join(words_asked(options.get("needs", "")))
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
        rules_asked(options),
        options.get("by_order", False),
        words_asked(options.get("needs", "")),
        options.get("mid_game", False),
        Wanted(
            options.get("level") or "",
            options.get("rating_from", 0),
            options.get("rating_to", HIGHEST_RATING),
            words_asked(options.get("themes", "")),
            words_asked(options.get("without_themes", "")),
            options.get("level_for_length") or "",
        ),
        contract=options.get("contract", CONTRACT),
        start=read_start(options),
        early=options.get("early", False),
        decoys=options.get("decoys", 0),
        ideas=options.get("ideas", LATEST),
    )


def _goal(given: str | Document) -> Goal:
    try:
        return parse_goal(given) if isinstance(given, str) else goal_from_json(given, "goal")
    except MeepleproofError as error:
        raise error.at(error.where or "goal") from None


def _further(options: Mapping[str, Any]) -> Iterator[tuple[str, str | int]]:
    for name in _FURTHER:
        value = options.get(name)
        if value and value != _ANY.get(name):
            yield name, "yes" if value is True else _told(value)


def _told(value: str | int | Sequence[str]) -> str | int:
    """Return a value as a pack states it: several words as one text."""
    return value if isinstance(value, str | int) else " ".join(value)


def _packed(found: ProvedPuzzle | Rejection) -> Result:
    return packed_of(found) if isinstance(found, ProvedPuzzle) else found


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


def discrepancies(packed: PackedPuzzle, solver: CpSatSolver) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    :raises KeysDisagree: if one key contradicts what the other found, or finds the game illegal.
    :raises Undecided: at the end, if the model left open what both keys are to prove.
    """
    puzzle, line = packed.puzzle, packed.line or ()
    many = kind_of(puzzle.goal).many_solutions
    solution = best_ending(puzzle) if many else only_solution(puzzle, packed.contract)
    if solution is None:
        yield "the goal is out of reach" if many else "it has not exactly one solution"
        return
    if not stands_apart(puzzle):
        yield "a better result can be had, or one nearly as good with other placements"
        return
    if solution.turns != line:
        yield f"the solution is {line_text(solution.turns)}, the pack states {line_text(line)}"
        return
    also = [line_text(way) for way in solution.also]
    if also != (packed.solution or {}).get("also", []):
        others = " and ".join(also) or "by no other line"
        yield f"the solution can be played, too, {others}; the pack says otherwise"
    proof = prove(puzzle, solution, solver)
    yield from _wrong_claims(packed, solution)
    yield from _wrong_needs(packed, solution, solver)
    yield from _wrong_tries(packed, solution, solver, proved=not proof.undecided)
    yield from _wrong_decoys(packed)
    yield from _wrong_counts(packed, proof)
    require_game(SolvedPuzzle(puzzle, solution, packed.game or ()))
    if proof.undecided:
        raise Undecided(proof.undecided)


def _wrong_claims(packed: PackedPuzzle, solution: Solution) -> Iterator[str]:
    """Yield the claims of the pack that do not hold."""
    verdict = packed.document["verdict"]
    claim = "unique" if solution.best is None else "reachable"
    if (verdict["claim"], verdict["answer"]) != (claim, "holds"):
        yield f"{claim} holds, the pack states: {verdict['claim']} {verdict['answer']}"
    if verdict.get("best") != solution.best:
        yield f"the best result is {solution.best}, the pack states {verdict.get('best')}"
    yield from _wrong_grade(packed, solution.line)


def _wrong_needs(packed: PackedPuzzle, solution: Solution, solver: CpSatSolver) -> Iterator[str]:
    """Yield how the rules that the puzzle needs differ from the pack's, if it states them."""
    stated = packed.document.get("needs")
    if stated is None:  # packs were made before there were needs
        return
    found = needs(packed.puzzle, solution, solver)
    if tuple(stated) != found:
        named = [" ".join(each) or "no rule" for each in (found, stated)]
        yield f"it needs {named[0]}, the pack states {named[1]}"


def _wrong_decoys(packed: PackedPuzzle) -> Iterator[str]:
    """Yield how the number of decoys differs from the pack's, if it states one."""
    stated = packed.document.get("decoys")
    if stated is not None and stated != (found := decoys(packed.puzzle)):
        yield f"it has {found} decoys, the pack states {stated}"


def _wrong_tries(
    packed: PackedPuzzle, solution: Solution, solver: CpSatSolver, *, proved: bool
) -> Iterator[str]:
    """Yield how the tries differ from those that the pack states, if it states some."""
    stated = (packed.solution or {}).get("tries")
    if stated is None:  # of form 1, or none was found
        return
    tries = proved_tries(packed.puzzle, solution, solver, proved=proved)
    found = [try_document(one) for one in tries]
    if found != stated:
        told = [" and ".join(one["line"] for one in each) or "none" for each in (found, stated)]
        yield f"its tries are {told[0]}, the pack states {told[1]}"


def _wrong_counts(packed: PackedPuzzle, proof: Proof) -> Iterator[str]:
    """Yield the counts of a key's work that differ from the pack's, where the versions agree.

    Another version may search in another way.
    """
    packed_keys = {key["name"]: key for key in packed.document["verdict"]["keys"]}
    for report in proof.reports:
        key = packed_keys.get(report.name, {"version": ""})
        if key["version"] == report.version and key["work"] != dict(report.work):
            examined, stated = _counts(dict(report.work)), _counts(key["work"])
            yield f"the {report.name} examined {examined}, the pack states {stated}"


def _counts(work: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in work.items())


def _wrong_grade(packed: PackedPuzzle, line: Line) -> Iterator[str]:
    graded = grade(packed.puzzle, line, ideas_of(packed.document))
    expected, stated = difficulty_document(graded), packed.document.get("difficulty")
    if stated != expected:
        yield f"its difficulty is {expected}, the pack states {stated}"
    if packed.document.get("themes") != list(graded.themes):
        yield f"its themes are {', '.join(graded.themes)}"
