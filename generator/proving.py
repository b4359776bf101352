"""Proves by both keys what is claimed of a puzzle.

Unique means: exactly one solution with all its tiles, and none with fewer. The engine examines
every line that its bounds do not rule out. The model, which shares no code with it, takes the
engine's solution as a record and finds no rule broken and the goal reached; finds no other solution
and no shorter one; and finds that no tile can be unplaceable when its turn comes, so that no line
escapes the question.

Of a puzzle about the end of a game is claimed that the goal can be reached, and how great the
result of a line that reaches it can be: the model finds the same greatest result, and the line
that is told brings it.

That the position can be reached a legal game shows, which both keys replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from typing import Literal, TypeAlias

from generator.solved_puzzle import Solution, SolvedPuzzle
from verifier import __version__
from verifier.carcassonne.engine import Engine, Line, Solutions, solve
from verifier.carcassonne.engine.reach import same_table
from verifier.carcassonne.model.constant_reading import violations
from verifier.carcassonne.model.questions import (
    Answer,
    Finding,
    Terms,
    best,
    decide,
    reaches,
    unplaceable_possible,
)
from verifier.carcassonne.notation import line_text
from verifier.carcassonne.position import Position, setup
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.record import Record
from verifier.carcassonne.replay import record_of as record_of_game
from verifier.carcassonne.replay import record_played, replayed
from verifier.carcassonne.turn import Turn
from verifier.constraints.cpsat import Parameters, Solver
from verifier.errors import KeysDisagree

_MODEL_LIMIT = 20.0
"""Deterministic time for each question; a puzzle is usually settled in a tenth of it."""
_SEED = 1
_NOT_TOLD = "by score.optional points may be declined, and turns do not tell which were"
STOPPED = "the search was stopped at its limit"
"""Why a puzzle is undecided when the engine's search has not ended."""
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

    Where the goal is about the end of a game, ``best`` is the greatest result of the lines that
    reach it; None says that the solution is the only one.
    """

    line: tuple[Turn, ...]
    reports: tuple[Report, ...]
    best: int | None = None
    undecided: str = ""


SolutionsAnswer: TypeAlias = Literal["unsolvable", "unique", "shorter", "ambiguous"]
"""No line reaches the goal; one does, with all tiles; one does, with fewer; several do."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What both keys say of a puzzle's solutions, or None and why the model cannot say."""

    answer: SolutionsAnswer | None
    undecided: str = ""


def only_solution(puzzle: Puzzle) -> Solution | None:
    """Return the one solution with all tiles, if there is no other and no shorter one."""
    found = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=1)
    if not found.exhaustive or found.by_length != (*(0,) * (puzzle.tiles - 1), 1):
        return None
    return Solution(found.lines[0], found.nodes)


def prove(puzzle: Puzzle, solved: Solution, solver: Solver) -> Proof:
    """Return what both keys say to what the engine found.

    :raises KeysDisagree: if the model denies it.
    """
    reports = (_engine_report(solved.examined), _model_report(solved))
    undecided = _cannot_speak(puzzle)
    if undecided:
        return Proof(solved.turns, reports, solved.best, undecided)
    _require_solution(puzzle, solved)
    unplaceable = _placeable(puzzle, solver)
    if unplaceable == "found":
        return Proof(solved.turns, reports, solved.best, _NO_PLACE)
    claim = _none_other if solved.best is None else _none_better
    verdict: Finding = "impossible" if claim(puzzle, solved, _terms(), solver) else "undecided"
    return Proof(solved.turns, reports, solved.best, _undecided(verdict, unplaceable))


def agreement(puzzle: Puzzle, solutions: Solutions, solver: Solver) -> Agreement:
    """Return what both keys say of how many solutions there are, once the engine has searched.

    :raises KeysDisagree: if the model denies what the engine found.
    """
    if not solutions.exhaustive and solutions.count <= 1:
        return Agreement(None, STOPPED)
    undecided = _cannot_speak(puzzle)
    if undecided:
        return Agreement(None, undecided)
    if not solutions.count:
        return _agreed("unsolvable", _unsolvable(puzzle, solver))
    if solutions.count > 1:
        return _agreed("ambiguous", _ambiguous(puzzle, solutions.lines[0], solver))
    solved = Solution(solutions.lines[0], solutions.nodes)
    if len(solved.turns) == puzzle.tiles:
        return _agreed("unique", prove(puzzle, solved, solver).undecided)
    _require_solution(puzzle, solved)
    return _agreed("shorter", "")


def _agreed(answer: SolutionsAnswer, undecided: str) -> Agreement:
    return Agreement(None, undecided) if undecided else Agreement(answer)


def _unsolvable(puzzle: Puzzle, solver: Solver) -> str:
    """Return what the model leaves undecided of the claim that no line reaches the goal, or "".

    :raises KeysDisagree: if the model finds a line that does.
    """
    found = decide(solver, puzzle.position, puzzle.tiles, puzzle.goal, terms=_terms())
    if found.verdict == "found":
        raise KeysDisagree(
            f"the engine finds no solution of {puzzle.code}, the model finds "
            f"{line_text(found.line)}",
            where=f"puzzle {puzzle.id}",
        )
    return _undecided(found.verdict, _placeable(puzzle, solver))


def _ambiguous(puzzle: Puzzle, line: Line, solver: Solver) -> str:
    """Return what the model leaves undecided of the claim that ``line`` is not the only solution.

    The claim stands when the model finds the line to be a solution, and another one by itself.

    :raises KeysDisagree: if it finds that there is no other.
    """
    solved = Solution(line, 0)
    _require_solution(puzzle, solved)
    verdict = _other(puzzle, solved, _terms(), solver).verdict
    if verdict == "impossible" and _placeable(puzzle, solver) == "impossible":
        raise _denial(puzzle, solved, "there is another solution")
    return "" if verdict == "found" else _UNDECIDED


def _none_other(puzzle: Puzzle, solved: Solution, terms: Terms, solver: Solver) -> bool:
    """Return whether the model finds that there is no other solution, and no shorter one.

    :raises KeysDisagree: if it finds one.
    """
    other = _other(puzzle, solved, terms, solver)
    if other.verdict == "found":
        raise _denial(puzzle, solved, f"it is the only one: {line_text(other.line)}")
    return other.verdict == "impossible"


def _other(puzzle: Puzzle, solved: Solution, terms: Terms, solver: Solver) -> Answer:
    """Return the model's answer to whether there is another solution."""
    position, excluding = puzzle.position, [solved.turns]
    return decide(solver, position, puzzle.tiles, puzzle.goal, terms=terms, excluding=excluding)


def _terms() -> Terms:
    return Terms(parameters=Parameters(seed=_SEED, limit=_MODEL_LIMIT))


def _placeable(puzzle: Puzzle, solver: Solver) -> Finding:
    """Return whether the model finds a line after which a tile has no place."""
    found = unplaceable_possible(solver, puzzle.position, puzzle.tiles, terms=_terms())
    return found.verdict


def _cannot_speak(puzzle: Puzzle) -> str:
    """Return why the model cannot be asked about lines, or ""."""
    return puzzle.position.rules.choose("score.optional", {"no": "", "yes": _NOT_TOLD})


def _undecided(verdict: Finding, unplaceable: Finding) -> str:
    """Return what is undecided where the model rules lines out, as long as tiles have places."""
    if unplaceable == "found":
        return _NO_PLACE
    return "" if verdict == unplaceable == "impossible" else _UNDECIDED


def _none_better(puzzle: Puzzle, solved: Solution, terms: Terms, solver: Solver) -> bool:
    """Return whether the model finds the same greatest result of lines that reach the goal.

    :raises KeysDisagree: if it finds another, or the engine's line brings less.
    """
    result = solved.line[-1].result
    if result != solved.best:
        raise _denial(
            puzzle, solved, f"it brings the best result, {solved.best}: it brings {result}"
        )
    greatest = best(solver, puzzle.position, puzzle.tiles, goal=puzzle.goal, terms=terms)
    if greatest.value is None or greatest.bound is None:
        return False
    if greatest.value > (solved.best or 0) or greatest.bound < (solved.best or 0):
        raise _denial(puzzle, solved, f"{solved.best} is the best result: {greatest.value}")
    return greatest.value == greatest.bound


def require_game(found: SolvedPuzzle) -> None:
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


def _denial(puzzle: Puzzle, solved: Solution, denied: str) -> KeysDisagree:
    return KeysDisagree(
        f"the engine solves {puzzle.code} by {line_text(solved.turns)}; the model "
        f"denies that {denied}",
        where=f"puzzle {puzzle.id}",
    )


def _require_solution(puzzle: Puzzle, solved: Solution) -> None:
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


def _model_report(solved: Solution) -> Report:
    version = f"{__version__}, ortools {metadata.version('ortools')}"
    parameters = (("solver", "CP-SAT"), ("seed", _SEED), ("workers", 1))
    last = "there is no other line" if solved.best is None else "there is no better line"
    questions = ("the line is a solution", "every tile can be placed", last)
    return Report("model", version, parameters, (("questions", len(questions)),))
