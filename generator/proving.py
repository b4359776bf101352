"""Proves that a puzzle is unique, by both keys.

Unique means: exactly one solution with all its tiles, and none with fewer. The engine exhausts
every line. The model, which shares no code with it, takes the engine's solution as a record and
finds no rule broken and the goal reached; finds no other solution and no shorter one; and finds
that no tile can be unplaceable when its turn comes, so that no line escapes the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from generator.puzzle import Puzzle
from verifier import __version__
from verifier.engine import Engine, Line, solve
from verifier.errors import KeysDisagree
from verifier.model.constants import violations
from verifier.model.cpsat import Parameters, Solver
from verifier.model.questions import Answer, Terms, decide, reaches, unplaceable_possible
from verifier.notation import line_text
from verifier.position import Position
from verifier.record import Record, RecordedMeeple, RecordedTurn
from verifier.turn import NO_CLAIM, Outcome, Turn

_MODEL_LIMIT = 20.0
"""Deterministic time for each question; a puzzle is usually settled in a tenth of it."""
_SEED = 1
_NOT_TOLD = "by score.optional points may be declined, and turns do not tell which were"
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
    """The one solution and both keys' reports; ``trouble`` says what the model left undecided."""

    line: tuple[Turn, ...]
    reports: tuple[Report, ...]
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Only:
    """The engine's finding that a puzzle has one solution, and how many outcomes it examined."""

    line: Line
    examined: int

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the solution."""
        return tuple(outcome.turn for outcome in self.line if outcome.turn is not None)


def only_solution(puzzle: Puzzle) -> Only | None:
    """Return the one solution with all tiles, if there is no other and no shorter one."""
    found = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=1)
    if not found.exhaustive or found.by_length != (*(0,) * (puzzle.tiles - 1), 1):
        return None
    return Only(found.lines[0], found.nodes)


def require_some_solution(puzzle: Puzzle, line: tuple[Turn, ...]) -> None:
    """Do nothing if the engine finds a solution, as it must where the model found ``line``.

    :raises KeysDisagree: if it finds none.
    """
    if not solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=1).count:
        raise KeysDisagree(
            f"the model reaches the goal of {puzzle.code} by {line_text(line)}; the engine finds "
            "no solution",
            where=f"puzzle {puzzle.id}",
        )


def prove(puzzle: Puzzle, only: Only, solver: Solver) -> Proof:
    """Return what both keys say to the engine's finding that the puzzle is unique.

    :raises KeysDisagree: if the model denies it.
    """
    reports = (_engine_report(only.examined), _model_report())
    if puzzle.position.rules.value("score.optional") == "yes":
        return Proof(only.turns, reports, _NOT_TOLD)
    _require_solution(puzzle, only)
    placed, others = _ask_model(puzzle, only.turns, solver)
    if others.verdict == "found":
        raise _denial(puzzle, only, f"it is the only one: {line_text(others.line)}")
    if "undecided" in (placed.verdict, others.verdict):
        return Proof(only.turns, reports, "the model did not decide within its limit")
    if placed.verdict == "found":
        return Proof(only.turns, reports, _NO_PLACE)
    return Proof(only.turns, reports)


def record_of(start: Position, line: Line) -> Record:
    """Return the line as a game record from a declared position."""
    turns = (_recorded(outcome, outcome.turn) for outcome in line if outcome.turn)
    return Record(start, tuple(turns), official=False)


def _ask_model(puzzle: Puzzle, line: tuple[Turn, ...], solver: Solver) -> tuple[Answer, Answer]:
    terms = Terms(parameters=Parameters(seed=_SEED, limit=_MODEL_LIMIT))
    return (
        unplaceable_possible(solver, puzzle.position, puzzle.tiles, terms=terms),
        decide(solver, puzzle.position, puzzle.tiles, puzzle.goal, terms=terms, excluding=[line]),
    )


def _denial(puzzle: Puzzle, only: Only, denied: str) -> KeysDisagree:
    return KeysDisagree(
        f"the engine finds one solution of {puzzle.code}: {line_text(only.turns)}; the model "
        f"denies that {denied}",
        where=f"puzzle {puzzle.id}",
    )


def _require_solution(puzzle: Puzzle, only: Only) -> None:
    broken = violations(record_of(puzzle.position, only.line))
    if broken:
        first = broken[0]
        raise KeysDisagree(
            f"the model finds the engine's line illegal: {first.why}",
            where=f"turn {first.turn}, {first.where}",
            rule=first.rule,
        )
    if not reaches(puzzle.position, only.turns, puzzle.goal):
        raise _denial(puzzle, only, "its last turn first reaches the goal")


def _recorded(outcome: Outcome, turn: Turn) -> RecordedTurn:
    return RecordedTurn(
        colour=outcome.colour,
        tile=turn.tile,
        rotation=turn.rotation,
        x=turn.x,
        y=turn.y,
        meeples=() if turn.claim == NO_CLAIM else (RecordedMeeple(turn.claim),),
        order=turn.order,
        discards=outcome.discards,
    )


def _engine_report(nodes: int) -> Report:
    # Which kernel ran is left out: both give the same bytes.
    return Report(Engine.name, __version__, (("search", "exhaustive"),), (("outcomes", nodes),))


def _model_report() -> Report:
    version = f"{__version__}, ortools {metadata.version('ortools')}"
    parameters = (("solver", "CP-SAT"), ("seed", _SEED), ("workers", 1))
    questions = ("the line is a solution", "every tile can be placed", "there is no other line")
    return Report("model", version, parameters, (("questions", len(questions)),))
