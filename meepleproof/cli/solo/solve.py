"""Lines that reach a goal of the Solo Variant, as ``solve`` finds and prints them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from generator.solo.pack import PackedPuzzle
from generator.solo.proving import STOPPED, Agreement, SolutionsAnswer, agreement
from meepleproof.cli.inputs import Puzzles, Situation
from meepleproof.cli.solo.words import game_in_words
from meepleproof.cli.solved import OpenPuzzle, Solved, named, print_solved
from meepleproof.cli.status_line import ShowStatus, status_line
from meepleproof.cli.ticks import OutOfTime, in_time, left, used_up
from meepleproof.cli.workers import workers
from meepleproof.rendering.solo.words import goal_in_words, line_in_words, numbered, worth_in_words
from verifier.carcassonne.engine.solo import Best, Engine, Line, Solutions, solve, solve_best
from verifier.carcassonne.engine.solo.parallel import solve_with
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_goal
from verifier.carcassonne.solo.turn import turns_of
from verifier.carcassonne.verdict import SHARED
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed
from verifier.verdict import Answer

__all__ = ["solve_found"]

_SHOWN = 1000
_MOST = 100_000
"""Counting stops at so many lines."""

_LATE = 0.5
"""Seconds beyond the limit in which the engine can tell what it found until then."""
_ALONE = f"the {Engine.kernel} engine alone"
_SEARCHES = "the engine searches"

_AGREED: dict[SolutionsAnswer, str] = {
    "unsolvable": "No solution",
    "unique": "Unique",
    "shorter": "Not unique, for fewer tiles suffice",
    "ambiguous": "Not unique",
}


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits of the search for each puzzle, 0 for none, and the number of processes."""

    jobs: int
    nodes: int
    seconds: float

    @property
    def whole(self) -> float:
        """The seconds after which an answer is given, whoever is at work; 0 for no limit."""
        return self.seconds and self.seconds + _LATE

    def reached(self, nodes: int) -> str:
        """Return which limit stopped a search that examined so many outcomes."""
        counted = not self.seconds or (self.nodes and nodes >= self.nodes)
        return STOPPED if counted else used_up(self.seconds)


@dataclass(frozen=True, slots=True)
class _AllSolutions:
    """A puzzle with its solutions; ``agreement`` is what both keys say, if the model was asked."""

    packed: PackedPuzzle
    solutions: Solutions
    stopped: str
    """Which limit was reached, if the search did not end before."""
    agreement: Agreement | None = None

    @property
    def answer(self) -> Answer:
        if not self.solutions.exhaustive or (self.agreement and self.agreement.undecided):
            return "undecided"
        return "holds" if self.solutions.count else "violated"

    def page(self) -> Iterator[str]:
        yield _title(self.packed.puzzle)
        yield _count(self.packed.puzzle, self.solutions, self.stopped, alone=self.agreement is None)
        if self.agreement is not None:
            yield _agreement_in_words(self.agreement)
        for line in self.solutions.lines:
            yield ""
            yield from game_in_words(self.packed.puzzle.position, line)
        more = self.solutions.count - len(self.solutions.lines)
        if more:
            yield ""
            yield f"{more} more; see them with --all."

    def data(self) -> dict[str, Any]:
        solutions, agreed = self.solutions, self.agreement
        both = agreed is not None and agreed.answer is not None
        answer = self._unique if both else self.answer
        claim = "unique" if both else "reachable"
        document = {**named(self.packed), "claim": claim, "answer": answer}
        if solutions.exhaustive:
            document["solutions"] = solutions.count
        if solutions.exhaustive and solutions.lines:
            document["solution"] = {"line": line_text(turns_of(solutions.lines[0]))}
        if self.answer == "undecided":
            document["why"] = (agreed and agreed.undecided) or self.stopped
        document["search"] = {
            "by_length": list(solutions.by_length),
            "lines_found": solutions.lines_found,
            "exhaustive": solutions.exhaustive,
            "outcomes": solutions.nodes,
            "lines": [_line_data(self.packed.puzzle, line) for line in solutions.lines],
        }
        keys = ["engine", "model"] if both else ["engine"]
        return {**document, "keys": keys, **({"shared": list(SHARED)} if both else {})}

    @property
    def _unique(self) -> Answer:
        """Whether there is exactly one solution, as both keys say."""
        agreed = self.agreement
        return "holds" if agreed is not None and agreed.answer == "unique" else "violated"


@dataclass(frozen=True, slots=True)
class _BestSolution:
    """A puzzle with a line for which its goal is worth the most."""

    packed: PackedPuzzle
    best: Best
    stopped: str

    @property
    def answer(self) -> Answer:
        if not self.best.exhaustive:
            return "undecided"
        return "violated" if self.best.worth is None else "holds"

    def page(self) -> Iterator[str]:
        best = self.best
        yield _title(self.packed.puzzle)
        examined, goal = _examined(best.nodes), self.packed.puzzle.goal
        if not best.exhaustive:
            best_yet = "none" if best.worth is None else worth_in_words(goal, best.worth)
            yield f"Undecided: {self.stopped}. Best so far: {best_yet} ({examined})."
        elif best.worth is None:
            yield f"Solutions: none, by {_ALONE} ({examined}, {_others(self.packed.puzzle)})."
        else:
            worth = worth_in_words(goal, best.worth)
            yield f"The best, by {_ALONE}: {worth} ({examined}, {_others(self.packed.puzzle)})."
        if best.line:
            yield ""
            yield from game_in_words(self.packed.puzzle.position, best.line)

    def data(self) -> dict[str, Any]:
        best = self.best
        search: dict[str, Any] = {"exhaustive": best.exhaustive, "outcomes": best.nodes}
        document = {**named(self.packed), "claim": "best", "answer": self.answer}
        if self.answer == "undecided":
            document["why"] = self.stopped
        if best.worth is not None:
            search |= {"best": best.worth, "lines": [_line_data(self.packed.puzzle, best.line)]}
            document["solution"] = {"line": line_text(turns_of(best.line))}
        return {**document, "search": search, "keys": ["engine"]}


def solve_found(  # noqa: PLR0913 - one for each option
    found: Puzzles | Situation,
    *,
    goal: str | None,
    every: bool,
    at_best: bool,
    proved: bool,
    jobs: int,
    nodes: int,
    seconds: float,
    as_json: bool,
) -> int:
    """Print the solutions of puzzles, or of a position with a goal; return the exit code.

    :raises Malformed: if there is no goal, or a tile to place is not known.
    """
    if at_best and (every or proved or jobs > 1):
        raise click.UsageError("--best goes without --all, --prove and --jobs")
    limits = _Limits(jobs, nodes, seconds)
    puzzles = [_with_goal(one, goal) for one in _positions(found)]
    if at_best:
        return print_solved((_at_best(one, limits) for one in puzzles), as_json=as_json)
    solved = (_solved(one, limits, every, proved) for one in puzzles)
    return print_solved(solved, as_json=as_json)


def _positions(found: Puzzles | Situation) -> Sequence[PackedPuzzle | Position]:
    if isinstance(found, Situation):
        position: Position = found.read()
        require_valid(position)
        return (position,)
    return [one for one in found.packed if isinstance(one, PackedPuzzle)]


def _with_goal(given: PackedPuzzle | Position, goal: str | None) -> PackedPuzzle:
    position = given if isinstance(given, Position) else given.puzzle.position
    drawn = Engine().draw(position)
    if not drawn.known:
        raise Malformed(
            f"the next tile of pile {drawn.pile + 1} is not known; a puzzle must show it",
            where="/piles",
        )
    if goal is not None:
        return PackedPuzzle("goal", Puzzle(parse_goal(goal), position), {})
    if isinstance(given, Position):
        raise Malformed("a position alone has no goal; give one with --goal", where="--goal")
    return given


def _at_best(packed: PackedPuzzle, limits: _Limits) -> _BestSolution:
    puzzle = packed.puzzle
    asked = (puzzle.position, puzzle.goal, puzzle.tiles)
    with status_line() as show:
        show(f"puzzle {puzzle.id}: {_SEARCHES}")
        best = solve_best(*asked, nodes=limits.nodes, seconds=limits.seconds)
    return _BestSolution(packed, best, limits.reached(best.nodes))


def _solved(packed: PackedPuzzle, limits: _Limits, every: bool, proved: bool) -> Solved:  # noqa: FBT001 - private, and named as its options are
    """Return the solutions, with what both keys say of them as far as there is time for it."""
    puzzle, solutions, agreed, began = packed.puzzle, None, None, time.monotonic()
    try:
        with in_time(limits.whole), status_line() as show:
            show(f"puzzle {puzzle.id}: {_SEARCHES}")
            solutions = _search(puzzle, limits, _SHOWN if every else 1)
            if proved:
                with in_time(left(limits.seconds, began)):
                    agreed = _agreement(puzzle, solutions, limits, show)
    except OutOfTime:
        agreed = Agreement(None, used_up(limits.seconds)) if proved else None
    if solutions is None:
        return OpenPuzzle(packed, used_up(limits.seconds))
    return _AllSolutions(packed, solutions, limits.reached(solutions.nodes), agreed)


def _agreement(
    puzzle: Puzzle, solutions: Solutions, limits: _Limits, show: ShowStatus
) -> Agreement:
    with CpSatSolver() as solver:
        agreed = agreement(
            puzzle, solutions, solver, lambda doing: show(f"puzzle {puzzle.id}: {doing}")
        )
    if agreed.undecided == STOPPED:
        return Agreement(None, limits.reached(solutions.nodes))
    return agreed


def _search(puzzle: Puzzle, limits: _Limits, shown: int) -> Solutions:
    asked = (puzzle.position, puzzle.goal, puzzle.tiles)
    nodes, seconds = limits.nodes, limits.seconds
    if limits.jobs == 1:
        return solve(*asked, lines=_MOST, shown=shown, nodes=nodes, seconds=seconds, merged=True)
    with workers(limits.jobs) as executor:
        return solve_with(
            executor, *asked, lines=_MOST, shown=shown, nodes=nodes, seconds=seconds, merged=True
        )


def _title(puzzle: Puzzle) -> str:
    return f"Puzzle {puzzle.id}. {goal_in_words(puzzle.goal, puzzle.tiles)}."


def _examined(nodes: int) -> str:
    return f"{nodes:,} outcomes examined"


def _agreement_in_words(agreement: Agreement) -> str:
    if agreement.answer is None:
        return f"Undecided: {agreement.undecided}."
    return f"{_AGREED[agreement.answer]}: engine and model agree."


def _others(puzzle: Puzzle) -> str:
    """Return why no other outcomes were examined; with boxes there are no bounds (SOLO-BOX-11)."""
    return "all others ruled out by bounds" if puzzle.position.rules.plain else "which are all"


def _count(puzzle: Puzzle, solutions: Solutions, stopped: str, *, alone: bool) -> str:
    by_length = ", ".join(
        f"{count} with {turns} {'tile' if turns == 1 else 'tiles'}"
        for turns, count in enumerate(solutions.by_length, start=1)
        if count
    )
    examined = _examined(solutions.nodes)
    if solutions.exhaustive:
        whose = f", by {_ALONE}" if alone else ""
        more = " Ask the model too with --prove." if alone else ""
        found = f"{by_length or 'none'}{_lines(solutions)}"
        return f"Solutions: {found}{whose} ({examined}, {_others(puzzle)}).{more}"
    if solutions.lines_found > _MOST:
        return f"More than {_MOST:,} lines; counting stopped ({examined})."
    return f"Undecided: {stopped}. Solutions so far: {by_length or 'none'} ({examined})."


def _lines(solutions: Solutions) -> str:
    """Return how many lines there are, if claims or orders that change nothing make more."""
    if solutions.lines_found == solutions.count:
        return ""
    return f", as {solutions.lines_found} lines with other claims or orders"


def _line_data(puzzle: Puzzle, line: Line) -> dict[str, Any]:
    words = numbered(line_in_words(puzzle.position, line))
    return {"line": line_text(turns_of(line)), "words": words}
