"""Jobs that prove an author's puzzle: both keys say whether it has one solution."""

from __future__ import annotations

from generator.levels import level_of
from generator.solo.grading import grade
from generator.solo.pack import difficulty_document
from generator.solo.pipeline import MOST_TILES
from generator.solo.proving import Agreement, agreement
from meepleproof.rendering.solo.words import line_in_words
from verifier.carcassonne.engine.solo import Line, Solutions, solve
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import turns_of
from verifier.carcassonne.verdict import Verdict
from verifier.claims.scenario import Claim, ClaimVerdict, ScenarioVerdict, scenario_verdict_to_json
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, MeepleproofError
from verifier.verdict import Answer, KeyReport

__all__ = ["require_formed", "verify"]

_WHERE = "/puzzle"
_SHOWN = 3
"""How many solutions are told if there are more."""
_COUNTED = 999
"""Lines after which counting stops: an author only needs to know that there are too many."""
_SECONDS = 120
"""How long the engine searches; a person could hardly solve a puzzle that takes longer."""
_WHY = {
    "unique": "",
    "unsolvable": "No line reaches the goal with these tiles.",
    "shorter": "The goal is reached before the last tile.",
    "ambiguous": "There is more than one solution.",
}


def require_formed(request: Document) -> None:
    """Refuse a request whose puzzle cannot be proved.

    :raises MeepleproofError: if it cannot be read, its position has faults, or it has too few or
        too many tiles to place.
    """
    _read_puzzle(request)


def _read_puzzle(request: Document) -> Puzzle:
    try:
        puzzle = parse_code(request["puzzle"])
        require_valid(puzzle.position)
    except MeepleproofError as error:
        raise error.at(_WHERE) from None
    if not 1 <= puzzle.tiles <= MOST_TILES:
        message = f"{puzzle.tiles} tiles to place: give 1 to {MOST_TILES}"
        raise Malformed(message, where=_WHERE)
    return puzzle


def verify(request: Document) -> Document:
    """Return whether the puzzle has one solution with all its tiles, and what was found out.

    >>> code = "s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE..~u23.24.23~g.city.4.4.1"
    >>> found = verify({"puzzle": code})
    >>> found["verdict"], found["keys"], found["puzzle"]["solutions"][0]["line"]
    ('holds', ['engine', 'model'], 'E2.0.1.-.S')
    """
    puzzle = _read_puzzle(request)
    try:
        solutions = solve(
            puzzle.position,
            puzzle.goal,
            puzzle.tiles,
            lines=_COUNTED,
            shown=_SHOWN,
            seconds=_SECONDS,
            merged=True,
        )
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
    return Verdict(answer, (engine, KeyReport("model", 0)), _WHY[found.answer])


def _facts(puzzle: Puzzle, found: Agreement, solutions: Solutions) -> Document:
    facts: Document = {
        "id": puzzle.id,
        "code": puzzle.code,
        "tiles": puzzle.tiles,
        "counted": solutions.count,
        "exhaustive": solutions.exhaustive,
        "solutions": [_solution(puzzle, line) for line in solutions.lines],
    }
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


def _solution(puzzle: Puzzle, line: Line) -> Document:
    words = line_in_words(puzzle.position, line)
    return {"line": line_text(turns_of(line)), "moves": list(words)}
