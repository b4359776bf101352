"""Proves a packed puzzle again, as if nothing that the pack says about it were true."""

from __future__ import annotations

from collections.abc import Iterator

from generator.grading import grade
from generator.pack import PackedPuzzle, difficulty_document
from generator.pipeline import ENDINGS
from generator.proving import Proof, only_solution, prove, require_game
from generator.solved_puzzle import Solution, SolvedPuzzle
from generator.sources.endings import best_ending
from verifier.carcassonne.engine import Line
from verifier.carcassonne.notation import line_text
from verifier.constraints.cpsat import Solver


def discrepancies(packed: PackedPuzzle, solver: Solver) -> Iterator[str]:
    """Yield what is wrong with a puzzle whose pack tells its solution; nothing if it all holds.

    :raises KeysDisagree: if one key denies what the other found, or the proof game.
    """
    puzzle, line = packed.puzzle, packed.line or ()
    about_the_end = puzzle.goal.kind in ENDINGS
    solved = best_ending(puzzle) if about_the_end else only_solution(puzzle)
    if solved is None:
        yield "the goal is out of reach" if about_the_end else "it has not exactly one solution"
        return
    if solved.turns != line:
        yield f"the solution is {line_text(solved.turns)}, the pack tells {line_text(line)}"
        return
    proof = prove(puzzle, solved, solver)
    if proof.undecided:
        yield proof.undecided
    yield from _wrongly_told(packed, solved)
    yield from _wrongly_counted(packed, proof)
    require_game(SolvedPuzzle(puzzle, solved, packed.game or ()))


def _wrongly_told(packed: PackedPuzzle, solved: Solution) -> Iterator[str]:
    """Yield what the pack tells of the puzzle that is not so."""
    verdict = packed.document["verdict"]
    claim = "unique" if solved.best is None else "reachable"
    if (verdict["claim"], verdict["answer"]) != (claim, "holds"):
        yield f"{claim} holds, the pack tells: {verdict['claim']} {verdict['answer']}"
    if verdict.get("best") != solved.best:
        yield f"the best result is {solved.best}, the pack tells {verdict.get('best')}"
    yield from _wrongly_graded(packed, solved.line)


def _wrongly_counted(packed: PackedPuzzle, proof: Proof) -> Iterator[str]:
    """Yield what a key of the same version has examined, where the pack tells another number.

    Another version may search in another way.
    """
    told = {key["name"]: key for key in packed.document["verdict"]["keys"]}
    for report in proof.reports:
        key = told.get(report.name, {"version": ""})
        if key["version"] == report.version and key["work"] != dict(report.work):
            examined, stated = _counts(dict(report.work)), _counts(key["work"])
            yield f"the {report.name} examined {examined}, the pack tells {stated}"


def _counts(work: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in work.items())


def _wrongly_graded(packed: PackedPuzzle, line: Line) -> Iterator[str]:
    found = grade(packed.puzzle, line)
    graded = difficulty_document(found)
    told = packed.document.get("difficulty")
    if told != graded:
        yield f"its difficulty is {graded}, the pack tells {told}"
    if packed.document.get("themes") != list(found.themes):
        yield f"its themes are {', '.join(found.themes)}"
