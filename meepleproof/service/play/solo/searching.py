"""What the engine finds of an author's puzzle: how many solutions, and the first of them.

Without the model nothing is proved: a page says that the engine found it.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.solo import MOST_TILES
from meepleproof.rendering.solo.words import line_in_words
from meepleproof.service.play.url import read_text
from verifier.carcassonne.engine.solo import Line, Solutions, solve
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import turns_of
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, MeepleproofError

SEARCHED = "/make/searched"
"""Where a site's editor asks the engine beside it."""
WHY = {
    "unique": "",
    "unsolvable": "No line reaches the goal with these tiles.",
    "shorter": "The goal is reached before the last tile.",
    "ambiguous": "There is more than one solution.",
}
_SHOWN = 3
"""How many solutions are told if there are more."""
_COUNTED = 999
"""Lines after which counting stops: an author only needs to know that there are too many."""


def read_puzzle(code: str, where: str) -> Puzzle:
    """Return the puzzle of a code whose solutions can be looked for.

    :raises MeepleproofError: if it cannot be read, its position has faults, or it has too few or
        too many tiles to place.
    """
    try:
        puzzle = parse_code(code)
        require_valid(puzzle.position)
    except MeepleproofError as error:
        raise error.at(where) from None
    if not 1 <= puzzle.tiles <= MOST_TILES:
        message = f"{puzzle.tiles} tiles to place: give 1 to {MOST_TILES}"
        raise Malformed(message, where=where)
    return puzzle


def solutions_of(puzzle: Puzzle, seconds: float = 0) -> Solutions:
    """Return the solutions that the engine finds in so many seconds; 0 is no limit."""
    return solve(
        puzzle.position,
        puzzle.goal,
        puzzle.tiles,
        lines=_COUNTED,
        shown=_SHOWN,
        seconds=seconds,
        merged=True,
    )


def solutions_document(puzzle: Puzzle, solutions: Solutions) -> Document:
    """Return what is told of the solutions of a puzzle."""
    return {
        "id": puzzle.id,
        "code": puzzle.code,
        "tiles": puzzle.tiles,
        "counted": solutions.count,
        "exhaustive": solutions.exhaustive,
        "solutions": [_solution(puzzle, line) for line in solutions.lines],
    }


def searched(query: Mapping[str, str]) -> Document:
    """Return what the engine alone finds of the puzzle of a code, as far as it takes.

    :raises MeepleproofError: if there is no such puzzle.

    >>> searched({"code": "s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE..~u23.24.23~g.city.4.4.1"})["answer"]
    'unique'
    """
    puzzle = read_puzzle(read_text(query, "code"), "code")
    solutions = solutions_of(puzzle)
    answer = _answer(puzzle, solutions)
    return {**solutions_document(puzzle, solutions), "answer": answer, "why": WHY[answer]}


def _answer(puzzle: Puzzle, solutions: Solutions) -> str:
    if solutions.count > 1:
        return "ambiguous"
    if not solutions.count:
        return "unsolvable"
    return "unique" if len(turns_of(solutions.lines[0])) == puzzle.tiles else "shorter"


def _solution(puzzle: Puzzle, line: Line) -> Document:
    words = line_in_words(puzzle.position, line)
    return {"line": line_text(turns_of(line)), "moves": list(words)}
