"""Writes packs: puzzles that were proved as one document with a digest, their solutions in another.

Someone who opens a pack to play from it must not read the solutions by accident.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata

from generator.grade import Grade
from generator.pack_form import Title, pack_head, provenance, sealed, solutions_of
from generator.solo.pipeline import Difficulty, ProvedPuzzle
from generator.solo.proving import Proof, Report
from generator.solo.tries import try_document
from verifier import __version__
from verifier.carcassonne.solo.codec import goal_to_json, position_to_json, rules_to_json
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.puzzle import CONTRACT, Contract
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.documents.strict_json import Document


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
        "decoys": proved.decoys,
        "source": {"seed": proved.seed, "candidate": proved.candidate},
    }


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
