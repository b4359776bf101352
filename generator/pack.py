"""Packs: puzzles and their provenance as one document with a digest; solutions in another.

Someone who opens a pack to play from it must not read the solutions by accident.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata

from generator.grading import Grade
from generator.pack_form import (
    Document,
    Title,
    pack_head,
    provenance,
    read_solutions,
    require_form,
    require_once,
    sealed,
    solutions_of,
)
from generator.pipeline import Difficulty, ProvedPuzzle
from generator.proving import Proof, Report
from generator.tries import Try
from schemas import validate
from verifier import __version__
from verifier.carcassonne.codec import (
    goal_from_json,
    goal_to_json,
    position_from_json,
    position_to_json,
    rules_to_json,
)
from verifier.carcassonne.contract import CONTRACT, Contract
from verifier.carcassonne.faults import require_valid
from verifier.carcassonne.notation import line_text, parse_line
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Turn
from verifier.errors import Malformed

RETRACTIONS = "retractions.json"
"""The file in a folder of packs that lists the puzzles withdrawn."""


@dataclass(frozen=True, slots=True)
class PackedPuzzle:
    """A puzzle of a pack, with its solution and proof game if these were read too.

    ``document`` is everything that the pack states about it, ``beside`` what its solutions do.
    """

    puzzle: Puzzle
    document: Document
    line: tuple[Turn, ...] | None = None
    game: tuple[Turn, ...] | None = None
    beside: Document | None = None

    @property
    def contract(self) -> Contract:
        """The contract by which its solutions are counted; packs of form 1 do not state it."""
        return contract_of(self.document)


def contract_of(document: Document) -> Contract:
    """Return the contract by which the solutions of a puzzle document are counted."""
    contract: Contract = document["verdict"].get("contract", 1)
    return contract


def pack_document(
    puzzles: Sequence[ProvedPuzzle],
    title: Title,
    *,
    rules: RuleSet,
    seed: int,
    parameters: Document,
    form: Contract = CONTRACT,
) -> Document:
    """Return the pack of these puzzles; equal arguments give equal bytes.

    Form 1 has no puzzles but those of contract 1, without tries; form 2 may have any.
    """
    model = f"{__version__}, ortools {metadata.version('ortools')}"
    return sealed(
        {
            **pack_head("pack", title, number=form),
            "tileset": "base",
            "rules": rules_to_json(rules),
            "provenance": provenance(seed, parameters, model=model),
            "puzzles": [puzzle_document(one) for one in puzzles],
        }
    )


def solutions_document(
    puzzles: Sequence[ProvedPuzzle], title: Title, form: Contract = CONTRACT
) -> Document:
    """Return the solutions of the pack of these puzzles."""
    solutions = {one.puzzle.id: solution_document(one) for one in puzzles}
    return solutions_of("solutions", solutions, title, number=form)


def solution_document(proved: ProvedPuzzle) -> Document:
    """Return a solution, the game that leads to its puzzle, and the other ways to play it."""
    document: Document = {"line": line_text(proved.line), "game": line_text(proved.game)}
    if proved.also:
        document["also"] = [line_text(way) for way in proved.also]
    if proved.tries:
        document["tries"] = [try_document(one) for one in proved.tries]
    return document


def try_document(one: Try) -> Document:
    """Return a try as the solutions of a pack hold it."""
    return {
        "line": line_text(one.line),
        "turn": one.turn,
        "wrong": one.wrong,
        "misses": one.misses,
        "why": one.why,
    }


def try_of(document: Document) -> Try:
    """Return the try of such a document."""
    line = parse_line(document["line"])
    return Try(line, document["turn"], document["wrong"], document["misses"], document["why"])


def puzzle_document(proved: ProvedPuzzle) -> Document:
    """Return the document of one puzzle, with its verdict and difficulty."""
    return {
        "id": proved.puzzle.id,
        "code": proved.puzzle.code,
        "goal": goal_to_json(proved.puzzle.goal),
        "tiles": proved.puzzle.tiles,
        "position": position_to_json(proved.puzzle.position),
        "verdict": _verdict_document(proved.proof),
        "difficulty": difficulty_document(proved.difficulty),
        "themes": list(proved.difficulty.themes),
        "needs": list(proved.needs),
        "source": {"seed": proved.seed, "candidate": proved.candidate},
    }


def read_pack(
    document: Document, where: str, solutions: Document | None = None
) -> tuple[PackedPuzzle, ...]:
    """Return the puzzles of a pack, with their solutions if these are given.

    :raises Malformed: if it does not have the form of a pack, was changed after it was made, names
        a puzzle twice, or is not the pack of these solutions.
    """
    require_form("pack", document, where)
    require_once(document, where)
    solution_of = read_solutions("solutions", solutions, document, f"{where}, solutions")
    return tuple(
        _packed(puzzle, solution_of.get(puzzle["id"]), f"{where}/puzzles/{number}")
        for number, puzzle in enumerate(document["puzzles"])
    )


def read_reasons(retractions: Document, where: str) -> dict[str, str]:
    """Return why puzzles were withdrawn, by id.

    :raises Malformed: if the document does not have the form of retractions, or names a puzzle
        twice.
    """
    validate("retractions", retractions, where)
    reasons = dict[str, str]()
    for entry in retractions["retractions"]:
        if entry["id"] in reasons:
            raise Malformed(f"the puzzle {entry['id']} is retracted twice", where=where)
        reasons[entry["id"]] = entry["reason"]
    return reasons


def read_puzzle(document: Document, where: str) -> Puzzle:
    """Return the puzzle of a puzzle document.

    :raises Malformed: if it does not have that form, or contradicts itself.
    :raises Illegal: if its position has faults.
    """
    validate("puzzle", document, where)
    return _puzzle_of(document, where)


def _puzzle_of(document: Document, where: str) -> Puzzle:
    """Return the puzzle of a document whose form has been checked."""
    goal = goal_from_json(document["goal"], f"{where}/goal")
    position = position_from_json(document["position"], f"{where}/position")
    require_valid(position)
    puzzle = Puzzle(goal, position)
    for key, actual in (("id", puzzle.id), ("code", puzzle.code), ("tiles", puzzle.tiles)):
        if document[key] != actual:
            raise Malformed(
                f"the puzzle states the {key} {document[key]!r}, its position and goal give "
                f"{actual!r}",
                where=f"{where}/{key}",
            )
    return puzzle


def _packed(document: Document, solution: Document | None, where: str) -> PackedPuzzle:
    puzzle = _puzzle_of(document, where)  # its form was checked with the pack's
    if solution is None:
        return PackedPuzzle(puzzle, document)
    line, game = parse_line(solution["line"]), parse_line(solution["game"])
    return PackedPuzzle(puzzle, document, line, game, solution)


def difficulty_document(grade: Difficulty | Grade) -> Document:
    """Return the difficulty of a puzzle as a pack holds it; the themes are not part of it."""
    return {"level": grade.level, "technique": grade.technique, "rating": grade.rating}


def _verdict_document(proof: Proof) -> Document:
    claim: Document = {"claim": "unique", "answer": "holds", "solutions": 1, "shorter": 0}
    if proof.contract != 1:
        claim["contract"] = proof.contract
    if proof.best is not None:
        claim = {"claim": "reachable", "answer": "holds", "best": proof.best}
    return {**claim, "keys": [_report_document(report) for report in proof.reports]}


def _report_document(report: Report) -> Document:
    return {
        "name": report.name,
        "version": report.version,
        "parameters": dict(report.parameters),
        "work": dict(report.work),
    }
