"""Jobs that prove an author's puzzle: both keys say whether it has one solution."""

from __future__ import annotations

from generator.levels import level_of
from generator.solo.grading import grade
from generator.solo.pack import difficulty_document
from generator.solo.proving import Agreement, agreement
from meepleproof.service.play.solo.searching import (
    WHY,
    read_puzzle,
    solutions_document,
    solutions_of,
)
from verifier.carcassonne.engine.solo import Solutions
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.verdict import Verdict
from verifier.claims.scenario import Claim, ClaimVerdict, ScenarioVerdict, scenario_verdict_to_json
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import MeepleproofError
from verifier.verdict import Answer, KeyReport

__all__ = ["require_formed", "verify"]

_WHERE = "/puzzle"
_SECONDS = 120
"""How long the engine searches; a person could hardly solve a puzzle that takes longer."""


def require_formed(request: Document) -> None:
    """Refuse a request whose puzzle cannot be proved.

    :raises MeepleproofError: if it cannot be read, its position has faults, or it has too few or
        too many tiles to place.
    """
    read_puzzle(request["puzzle"], _WHERE)


def verify(request: Document) -> Document:
    """Return whether the puzzle has one solution with all its tiles, and what was found out.

    >>> code = "s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE..~u23.24.23~g.city.4.4.1"
    >>> found = verify({"puzzle": code})
    >>> found["verdict"], found["keys"], found["puzzle"]["solutions"][0]["line"]
    ('holds', ['engine', 'model'], 'E2.0.1.-.S')
    """
    puzzle = read_puzzle(request["puzzle"], _WHERE)
    try:
        solutions = solutions_of(puzzle, _SECONDS)
        with CpSatSolver() as solver:
            found = agreement(puzzle, solutions, solver)
    except MeepleproofError as error:
        raise error.at(_WHERE) from None
    verdict = _verdict(found, solutions)
    judged = ClaimVerdict(Claim(_WHERE, "unique", "", "", puzzle), verdict)
    whole = ScenarioVerdict(
        "request", (), verdict.answer, verdict.names, verdict.examined, (judged,)
    )
    return {**scenario_verdict_to_json(whole), "puzzle": _facts(puzzle, found, solutions)}


def _verdict(found: Agreement, solutions: Solutions) -> Verdict:
    answer: Answer = "holds" if found.answer == "unique" else "violated"
    engine = KeyReport("engine", solutions.nodes)
    if found.answer is None:
        return Verdict("undecided", (engine,), f"Undecided: {found.undecided}.")
    return Verdict(answer, (engine, KeyReport("model", 0)), WHY[found.answer])


def _facts(puzzle: Puzzle, found: Agreement, solutions: Solutions) -> Document:
    facts = solutions_document(puzzle, solutions)
    if found.answer is not None:
        facts["answer"] = found.answer
    if found.answer == "unique":
        graded = grade(puzzle, solutions.lines[0])
        facts |= {
            "level": level_of("goal", graded.rating),
            "difficulty": difficulty_document(graded),
            "themes": list(graded.themes),
        }
    return facts
