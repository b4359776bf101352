"""Proves by both keys what is claimed of a puzzle.

A puzzle is unique if it has exactly one solution with all its tiles, and none with fewer; which
lines are one solution is said by a contract (:mod:`verifier.carcassonne.solo.puzzle`). The
engine examines every line that its bounds do not rule out. The model, which shares no code with it,
checks the engine's solution as a record, in each way it can be played: no rule is broken and the
goal is reached. It then shows that there is no other solution and no shorter one, and that every
tile has a place when its turn comes, so that no line is left out.

For a puzzle about the end of a game the claim is that the goal can be reached, and the greatest
result of a line that reaches it. The model finds the same greatest result, and the engine's line
has it. A goal that asks for the best result has one solution and a further claim: no line ends with
more, and all that end with nearly as much place the tiles as the solution does.

A legal game, replayed by both keys, shows that the position can be reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Literal, TypeAlias

from generator.solo.only_solution import MOST_WAYS, nearly_solved, only_solution
from generator.solo.solved_puzzle import Solution, SolvedPuzzle
from verifier import __version__
from verifier.carcassonne.engine.solo import Engine, Line, Solutions
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine, record_of_outcomes
from verifier.carcassonne.engine.solo.engine import record_of as record_of_game
from verifier.carcassonne.engine.solo.reach import same_table
from verifier.carcassonne.engine.solo.search import ways_of
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.model.solo.questions import (
    Answer,
    Terms,
    another_solution,
    best_result,
    decide,
    one_solution,
    reaches,
    unplaceable_possible,
)
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.turn import Record, Turn, turns_of
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.constraints.process import LIMIT, undecided_by_model
from verifier.errors import KeysDisagree

_MODEL_LIMIT = 20.0
"""Deterministic time for each question; a tenth of it is usually enough."""
_LONG, _LONG_LIMIT = 9, 200.0
"""The same from so many tiles on; nine took 44 where the search examined 19,000 outcomes."""
_SOON = 0.1
"""The same where only what is quickly found matters."""
_SEED = 1
_NOT_RECORDED = "by score.optional points may be declined, and turns do not say which were"
_MANY_WAYS = f"its claims can be made in more than {MOST_WAYS} ways"
STOPPED = "the search was stopped at its limit"
"""Why a puzzle is undecided when the engine's search has not ended."""
_EVERY_TILE = "the model asks whether every tile has a place"
_NO_OTHER = "the model looks for other lines"
_NO_PLACE = "a tile may have no place when its turn comes, and the model does not follow such lines"

Progress: TypeAlias = Callable[[str], None]
"""Is told what a key is doing now."""


def _silent(_: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one key did: its version, its parameters, and named counts of its work."""

    name: str
    version: str
    parameters: tuple[tuple[str, int | str], ...]
    work: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The solution and both keys' reports; ``undecided`` states what the model could not decide.

    For a goal about the end of a game, ``best`` is the greatest result of the lines that reach it.
    Otherwise ``best`` is None, and the solution is the only one under the ``contract``.
    """

    line: tuple[Turn, ...]
    reports: tuple[Report, ...]
    best: int | None = None
    undecided: str = ""
    contract: Contract = 1


SolutionsAnswer: TypeAlias = Literal["unsolvable", "unique", "shorter", "ambiguous"]
"""No line reaches the goal; one does, with all tiles; one does, with fewer; several do."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What both keys say of a puzzle's solutions; or None, and why the model cannot decide."""

    answer: SolutionsAnswer | None
    undecided: str = ""


def prove(
    puzzle: Puzzle, solution: Solution, solver: CpSatSolver, progress: Progress = _silent
) -> Proof:
    """Return the proof of the engine's solution by both keys.

    ``progress`` is told what the model is asked.

    :raises KeysDisagree: if the model contradicts it.
    """
    reports = (_engine_report(solution.examined), _model_report(puzzle, solution))
    undecided = (
        _out_of_scope(puzzle)
        or _left_open(puzzle, solution, solver, progress)
        or _not_apart(puzzle, solution, solver)
    )
    return Proof(solution.turns, reports, solution.best, undecided, solution.contract)


def _left_open(puzzle: Puzzle, solution: Solution, solver: CpSatSolver, progress: Progress) -> str:
    """Return what the model cannot decide of the engine's solution, or ""."""
    _require_solution(puzzle, solution)
    progress(_EVERY_TILE)
    unplaceable = _unplaceable(puzzle, solver)
    if unplaceable.verdict == "found":
        return _NO_PLACE
    progress(_NO_OTHER)
    claim = _no_other if solution.best is None else _no_better
    return claim(puzzle, solution, _terms(puzzle), solver) or _undecided(unplaceable)


def agreement(
    puzzle: Puzzle, solutions: Solutions, solver: CpSatSolver, progress: Progress = _silent
) -> Agreement:
    """Return what both keys say of the number of solutions, given those of the engine, merged.

    ``progress`` is told what the model is asked.

    :raises KeysDisagree: if the model contradicts what the engine found.
    """
    stopped = not solutions.exhaustive and solutions.count <= 1
    undecided = STOPPED if stopped else _out_of_scope(puzzle)
    if undecided:
        return Agreement(None, undecided)
    if not solutions.count:
        progress(_NO_OTHER)
        return _agreed("unsolvable", _unsolvable(puzzle, solver))
    line = solutions.lines[0]
    ways = ways_of(puzzle.position, puzzle.goal, line, MOST_WAYS)
    if not ways:
        return Agreement(None, _MANY_WAYS)
    solution = Solution(line, solutions.nodes, ways=ways)
    if solutions.count > 1:
        progress(_NO_OTHER)
        return _agreed("ambiguous", _ambiguous(puzzle, solution, solver))
    if len(solution.turns) == puzzle.tiles:
        return _agreed("unique", _left_open(puzzle, solution, solver, progress))
    _require_solution(puzzle, solution)
    return _agreed("shorter", "")


def _agreed(answer: SolutionsAnswer, undecided: str) -> Agreement:
    return Agreement(None, undecided) if undecided else Agreement(answer)


def _unsolvable(puzzle: Puzzle, solver: CpSatSolver) -> str:
    """Return what the model cannot decide of the claim that no line reaches the goal, or "".

    :raises KeysDisagree: if the model finds a line that does.
    """
    answer = decide(solver, puzzle.position, puzzle.tiles, puzzle.goal, terms=_terms(puzzle))
    if answer.verdict == "found":
        raise KeysDisagree(
            f"the engine finds no solution of {puzzle.code}, the model finds "
            f"{line_text(answer.line)}",
            where=f"puzzle {puzzle.id}",
        )
    return _undecided(_unplaceable(puzzle, solver)) or _undecided(answer)


def _ambiguous(puzzle: Puzzle, solution: Solution, solver: CpSatSolver) -> str:
    """Return what the model cannot decide of the claim that this is not the only solution.

    The claim holds if the model confirms it as a solution and finds another one itself.

    :raises KeysDisagree: if it finds that there is no other.
    """
    _require_solution(puzzle, solution)
    other = _other(puzzle, solution, _terms(puzzle), solver)
    if other.verdict == "found":
        return ""
    open_still = _undecided(other) or _undecided(_unplaceable(puzzle, solver))
    if not open_still:
        raise _denial(puzzle, solution, "by the model there is no other solution")
    return open_still


def _no_other(puzzle: Puzzle, solution: Solution, terms: Terms, solver: CpSatSolver) -> str:
    """Return why it is open by the model whether there is another or a shorter solution, or "".

    :raises KeysDisagree: if it finds one.
    """
    other = _other(puzzle, solution, terms, solver)
    if other.verdict == "found":
        raise _denial(puzzle, solution, f"the model finds another line: {line_text(other.line)}")
    return _undecided(other)


def _other(puzzle: Puzzle, solution: Solution, terms: Terms, solver: CpSatSolver) -> Answer:
    """Return the model's answer to the question for another solution."""
    if solution.ways:
        return another_solution(solver, puzzle, [turns_of(way) for way in solution.ways], terms)
    asked = (puzzle.position, puzzle.tiles, puzzle.goal)
    return decide(solver, *asked, terms=terms, excluding=[solution.turns])


def _terms(puzzle: Puzzle) -> Terms:
    return _within(puzzle, _MODEL_LIMIT if puzzle.tiles < _LONG else _LONG_LIMIT)


def _within(puzzle: Puzzle, limit: float) -> Terms:
    return Terms(parameters=Parameters(seed=_SEED, limit=limit), aside=puzzle.has_spares)


def _unplaceable(puzzle: Puzzle, solver: CpSatSolver) -> Answer:
    """Return the model's answer to the question for a line after which a tile has no place."""
    return unplaceable_possible(solver, puzzle.position, puzzle.tiles, terms=_terms(puzzle))


def strands_a_tile(puzzle: Puzzle, solver: CpSatSolver) -> bool:
    """Return whether the model soon finds a line after which a tile has no place.

    Such a puzzle cannot be proved.
    """
    asked = (solver, puzzle.position, puzzle.tiles)
    return unplaceable_possible(*asked, terms=_within(puzzle, _SOON)).verdict == "found"


def _out_of_scope(puzzle: Puzzle) -> str:
    """Return why the model cannot be asked about lines, or ""."""
    return puzzle.position.rules.choose("score.optional", {"no": "", "yes": _NOT_RECORDED})


def _undecided(answer: Answer) -> str:
    """Return why the model does not rule out what was asked, or "" if it does.

    A line that it finds is one after which a tile has no place; it follows no others.
    """
    if answer.verdict == "found":
        return _NO_PLACE
    return "" if answer.verdict == "impossible" else undecided_by_model(answer.reason)


def _no_better(puzzle: Puzzle, solution: Solution, terms: Terms, solver: CpSatSolver) -> str:
    """Return why it is open whether the greatest result is the same by the model, or "".

    :raises KeysDisagree: if it finds another, or the result of the engine's line is lower.
    """
    result = solution.line[-1].result
    if result != solution.best:
        raise _denial(
            puzzle, solution, f"the line brings {result}, not the best result {solution.best}"
        )
    greatest = best_result(solver, puzzle.position, puzzle.tiles, goal=puzzle.goal, terms=terms)
    if greatest.value is None or greatest.bound is None:
        return undecided_by_model(greatest.reason or LIMIT)
    if greatest.value > (solution.best or 0) or greatest.bound < (solution.best or 0):
        raise _denial(
            puzzle,
            solution,
            f"the best result is {solution.best}, by the model {greatest.value}",
        )
    return "" if greatest.value == greatest.bound else undecided_by_model(LIMIT)


def _not_apart(puzzle: Puzzle, solution: Solution, solver: CpSatSolver) -> str:
    """Return what is open by the model of the claim that the result is the best by far, or "".

    Only a goal that asks for the best result claims that. No line ends with more, and none that
    ends with nearly as much places a tile otherwise.

    :raises KeysDisagree: if the model finds one that does.
    """
    nearly, terms = nearly_solved(puzzle), _terms(puzzle)
    if nearly is None:
        return ""
    more = replace(puzzle.goal, at_least=puzzle.goal.at_least + 1)
    better = decide(solver, puzzle.position, puzzle.tiles, more, terms=terms)
    if better.verdict == "found":
        raise _denial(puzzle, solution, f"by the model {line_text(better.line)} ends with more")
    alike = only_solution(nearly)
    if alike is None:
        raise _denial(puzzle, solution, "but other lines end with nearly as much")
    return _undecided(better) or _no_other(nearly, alike, terms, solver)


def require_game(solved: SolvedPuzzle) -> None:
    """Check by both keys that the game is legal and leads to the puzzle's position.

    :raises KeysDisagree: if one of them does not find that.
    """
    position = solved.puzzle.position
    game = record_of_game(solved.game, setup(position.rules))
    outcomes = outcomes_by_engine(game)
    # A puzzle may begin at the set-up, and then nothing was played.
    if not same_table(outcomes[-1].after if outcomes else game.start, position):
        raise KeysDisagree(
            f"the game {line_text(solved.game)} does not lead to the position, by the engine",
            where=f"puzzle {solved.puzzle.id}",
        )
    for violation in violations(game):
        raise KeysDisagree(
            f"the model finds the proof game illegal: {violation.why}",
            where=f"turn {violation.turn}, {violation.where}",
            rule=violation.rule,
        )


def record_of(start: Position, line: Line) -> Record:
    """Return the line as a game record from a declared position."""
    return record_of_outcomes(start, line, official=False)


def _denial(puzzle: Puzzle, solution: Solution, finding: str) -> KeysDisagree:
    return KeysDisagree(
        f"the engine solves {puzzle.code} by {line_text(solution.turns)}; {finding}",
        where=f"puzzle {puzzle.id}",
    )


def _require_solution(puzzle: Puzzle, solution: Solution) -> None:
    broken = violations(record_of(puzzle.position, solution.line))
    if broken:
        first = broken[0]
        raise KeysDisagree(
            f"the model finds the engine's line illegal: {first.why}",
            where=f"turn {first.turn}, {first.where}",
            rule=first.rule,
        )
    for turns in {solution.turns, *map(turns_of, solution.ways)}:
        if not reaches(puzzle.position, turns, puzzle.goal):
            raise _denial(
                puzzle,
                solution,
                f"by the model {line_text(turns)} does not first reach the goal in its last turn",
            )
    if solution.ways and not one_solution([turns_of(way) for way in solution.ways]):
        raise _denial(puzzle, solution, "by the model its ways are several solutions")


def _engine_report(nodes: int) -> Report:
    # It is left out which kernel ran, as both give the same bytes.
    return Report(Engine.name, __version__, (("search", "exhaustive"),), (("outcomes", nodes),))


def _model_report(puzzle: Puzzle, solution: Solution) -> Report:
    version = f"{__version__}, ortools {metadata.version('ortools')}"
    parameters = (("solver", "CP-SAT"), ("seed", _SEED), ("workers", 1))
    last = "there is no other line" if solution.best is None else "there is no better line"
    questions = ["the line is a solution", "every tile can be placed", last]
    if nearly_solved(puzzle) is not None:
        questions += ["no line ends with more", "no other ends with nearly as much"]
    return Report("model", version, parameters, (("questions", len(questions)),))
