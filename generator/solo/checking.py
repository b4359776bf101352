"""Proves a packed puzzle again, without relying on anything that the pack states about it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.solo.goal_kinds import kind_of
from generator.solo.grading import grade
from generator.solo.needs import needs
from generator.solo.pack import PackedPuzzle, difficulty_document
from generator.solo.proving import Proof, only_solution, prove, require_game
from generator.solo.quality import decoys
from generator.solo.solved_puzzle import Solution, SolvedPuzzle
from generator.solo.sources.endings import best_ending
from generator.solo.tries import proved_tries, try_document
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.solo.notation import line_text
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Undecided


def discrepancies(packed: PackedPuzzle, solver: CpSatSolver) -> Iterator[str]:
    """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

    :raises KeysDisagree: if one key contradicts what the other found, or finds the game illegal.
    :raises Undecided: at the end, if the model left open what both keys are to prove.
    """
    puzzle, line = packed.puzzle, packed.line or ()
    about_the_end = kind_of(puzzle.goal).ending
    solution = best_ending(puzzle) if about_the_end else only_solution(puzzle, packed.contract)
    if solution is None:
        yield "the goal is out of reach" if about_the_end else "it has not exactly one solution"
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
    graded = grade(packed.puzzle, line)
    expected, stated = difficulty_document(graded), packed.document.get("difficulty")
    if stated != expected:
        yield f"its difficulty is {expected}, the pack states {stated}"
    if packed.document.get("themes") != list(graded.themes):
        yield f"its themes are {', '.join(graded.themes)}"
