"""Proves by both keys what is claimed of a puzzle.

Unique means: exactly one solution with all its tiles, and none with fewer. The engine exhausts
every line. The model, which shares no code with it, takes the engine's solution as a record and
finds no rule broken and the goal reached; finds no other solution and no shorter one; and finds
that no tile can be unplaceable when its turn comes, so that no line escapes the question.

Of a puzzle about the end of a game is claimed that the goal can be reached, and how great the
result can be at most: the model finds the same greatest result.

That the position can be reached a legal game shows, which both keys replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from generator.found import Found, Solved
from generator.puzzle import Puzzle
from verifier import __version__
from verifier.engine import Engine, Line, solve
from verifier.engine.arriving import same_table
from verifier.errors import KeysDisagree
from verifier.model.constants import violations
from verifier.model.cpsat import Parameters, Solver
from verifier.model.questions import Terms, best, decide, reaches, unplaceable_possible
from verifier.notation import line_text
from verifier.position import Position, setup
from verifier.record import Record
from verifier.replaying import record_of as record_of_game
from verifier.replaying import record_played, replayed
from verifier.turn import Turn

_MODEL_LIMIT = 20.0
"""Deterministic time for each question; a puzzle is usually settled in a tenth of it."""
_SEED = 1
_NOT_TOLD = "by score.optional points may be declined, and turns do not tell which were"
_UNDECIDED = "the model did not decide within its limit"
_NO_PLACE = "a tile may have no place when its turn comes, and the model does not follow such lines"


@dataclass(frozen=True, slots=True)
class Report:
    """What one key did: its version, how it was asked, and named counts of its work."""

    name: str
    version: str
    parameters: tuple[tuple[str, int | str], ...]
    work: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The solution and both keys' reports; ``trouble`` says what the model left undecided.

    ``best`` is the greatest result of any line where the goal is about the end of a game; None says
    that the solution is the only one.
    """

    line: tuple[Turn, ...]
    reports: tuple[Report, ...]
    best: int | None = None
    trouble: str = ""


def only_solution(puzzle: Puzzle) -> Solved | None:
    """Return the one solution with all tiles, if there is no other and no shorter one."""
    found = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=1)
    if not found.exhaustive or found.by_length != (*(0,) * (puzzle.tiles - 1), 1):
        return None
    return Solved(found.lines[0], found.nodes)


def prove(puzzle: Puzzle, solved: Solved, solver: Solver) -> Proof:
    """Return what both keys say to what the engine found.

    :raises KeysDisagree: if the model denies it.
    """
    reports = (_engine_report(solved.examined), _model_report(solved))
    if puzzle.position.rules.choose("score.optional", {"no": False, "yes": True}):
        return Proof(solved.turns, reports, solved.best, _NOT_TOLD)
    _require_solution(puzzle, solved)
    terms = Terms(parameters=Parameters(seed=_SEED, limit=_MODEL_LIMIT))
    placed = unplaceable_possible(solver, puzzle.position, puzzle.tiles, terms=terms)
    if placed.verdict == "found":
        return Proof(solved.turns, reports, solved.best, _NO_PLACE)
    if solved.best is None:
        decided = _none_other(puzzle, solved, terms, solver)
    else:
        decided = _none_better(puzzle, solved, terms, solver)
    trouble = "" if decided and placed.verdict == "impossible" else _UNDECIDED
    return Proof(solved.turns, reports, solved.best, trouble)


def _none_other(puzzle: Puzzle, solved: Solved, terms: Terms, solver: Solver) -> bool:
    """Return whether the model finds that there is no other solution, and no shorter one.

    :raises KeysDisagree: if it finds one.
    """
    position, line = puzzle.position, solved.turns
    other = decide(solver, position, puzzle.tiles, puzzle.goal, terms=terms, excluding=[line])
    if other.verdict == "found":
        raise _denial(puzzle, solved, f"it is the only one: {line_text(other.line)}")
    return other.verdict == "impossible"


def _none_better(puzzle: Puzzle, solved: Solved, terms: Terms, solver: Solver) -> bool:
    """Return whether the model finds the same greatest result.

    :raises KeysDisagree: if it finds another.
    """
    greatest = best(solver, puzzle.position, puzzle.tiles, terms=terms)
    if greatest.value is None or greatest.bound is None:
        return False
    if greatest.value > (solved.best or 0) or greatest.bound < (solved.best or 0):
        raise _denial(puzzle, solved, f"{solved.best} is the best result: {greatest.value}")
    return greatest.value == greatest.bound


def require_game(found: Found) -> None:
    """Do nothing if by both keys the game is legal and leads to the puzzle's table.

    :raises KeysDisagree: if one of them denies it.
    """
    position = found.puzzle.position
    game = record_of_game(found.game, setup(position.rules))
    told = replayed(game)
    # A puzzle may begin at the set-up, and then nothing was played.
    if not same_table(told[-1].after if told else game.start, position):
        raise KeysDisagree(
            f"the game {line_text(found.game)} does not lead to the position, by the engine",
            where=f"puzzle {found.puzzle.id}",
        )
    for violation in violations(game):
        raise KeysDisagree(
            f"the model finds the proof game illegal: {violation.why}",
            where=f"turn {violation.turn}, {violation.where}",
            rule=violation.rule,
        )


def record_of(start: Position, line: Line) -> Record:
    """Return the line as a game record from a declared position."""
    return record_played(start, line, official=False)


def _denial(puzzle: Puzzle, solved: Solved, denied: str) -> KeysDisagree:
    return KeysDisagree(
        f"the engine solves {puzzle.code} by {line_text(solved.turns)}; the model "
        f"denies that {denied}",
        where=f"puzzle {puzzle.id}",
    )


def _require_solution(puzzle: Puzzle, solved: Solved) -> None:
    broken = violations(record_of(puzzle.position, solved.line))
    if broken:
        first = broken[0]
        raise KeysDisagree(
            f"the model finds the engine's line illegal: {first.why}",
            where=f"turn {first.turn}, {first.where}",
            rule=first.rule,
        )
    if not reaches(puzzle.position, solved.turns, puzzle.goal):
        raise _denial(puzzle, solved, "its last turn first reaches the goal")


def _engine_report(nodes: int) -> Report:
    # Which kernel ran is left out: both give the same bytes.
    return Report(Engine.name, __version__, (("search", "exhaustive"),), (("outcomes", nodes),))


def _model_report(solved: Solved) -> Report:
    version = f"{__version__}, ortools {metadata.version('ortools')}"
    parameters = (("solver", "CP-SAT"), ("seed", _SEED), ("workers", 1))
    last = "there is no other line" if solved.best is None else "there is no better line"
    questions = ("the line is a solution", "every tile can be placed", last)
    return Report("model", version, parameters, (("questions", len(questions)),))
