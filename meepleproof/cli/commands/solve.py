"""``meepleproof solve``: every line of a puzzle or a pack that reaches the goal, or the best."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from generator.solo.proving import STOPPED, Agreement, SolutionsAnswer, agreement
from meepleproof.cli.examples import examples
from meepleproof.cli.games import game_in_words
from meepleproof.cli.house.solving import solve_house
from meepleproof.cli.inputs import (
    HousePuzzles,
    NeomDocument,
    PositionInput,
    RecordPack,
    read_game,
    require_solo,
)
from meepleproof.cli.neom.puzzles import chosen_puzzles, solve_neom
from meepleproof.cli.pack_puzzles import OpenPuzzle, Solved, print_solved
from meepleproof.cli.records.puzzles import chosen_records, solve_records
from meepleproof.cli.status_line import ShowStatus, status_line
from meepleproof.cli.ticks import OutOfTime, in_time, left, require_time, used_up
from meepleproof.cli.workers import workers
from meepleproof.rendering.solo.words import goal_in_words, line_in_words, numbered, worth_in_words
from verifier.carcassonne.engine.solo import Best, Engine, Line, Solutions, solve, solve_best
from verifier.carcassonne.engine.solo.parallel import solve_with
from verifier.carcassonne.solo.codec import goal_to_json
from verifier.carcassonne.solo.goals import goal_forms
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.puzzle import Puzzle, parse_goal
from verifier.carcassonne.solo.turn import turns_of
from verifier.carcassonne.verdict import SHARED
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed
from verifier.verdict import Answer

__all__ = ["command"]

_SHOWN = 1000
_MOST = 100_000
"""Counting stops at so many lines."""

_JOBS = click.IntRange(1, 61)  # more are not possible on every system
_EACH = "Seconds at most for each puzzle, both keys together; 0, the default, is no limit."
_LATE = 0.5
"""Seconds beyond the limit in which the engine can tell what it found until then."""
_ALONE = f"the {Engine.kernel} engine alone"
_SEARCHES = "the engine searches"
_RULED_OUT = "all others ruled out by bounds"

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

    puzzle: Puzzle
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
        yield _title(self.puzzle)
        yield _count(self.solutions, self.stopped, alone=self.agreement is None)
        if self.agreement is not None:
            yield _agreement_in_words(self.agreement)
        for line in self.solutions.lines:
            yield ""
            yield from game_in_words(self.puzzle.position, line)
        more = self.solutions.count - len(self.solutions.lines)
        if more:
            yield ""
            yield f"{more} more; see them with --all."

    def data(self) -> dict[str, Any]:
        data = {
            **_puzzle_data(self.puzzle),
            "solutions": list(self.solutions.by_length),
            "lines_found": self.solutions.lines_found,
            "exhaustive": self.solutions.exhaustive,
            "outcomes": self.solutions.nodes,
            "lines": [_line_data(self.puzzle, line) for line in self.solutions.lines],
        }
        agreement = self.agreement
        if agreement is None or agreement.answer is None:
            undecided = {"undecided": agreement.undecided} if agreement else {}
            return {**data, "keys": ["engine"], **undecided}
        keys = {"keys": ["engine", "model"], "shared": list(SHARED)}
        return {**data, **keys, "unique": agreement.answer == "unique"}


@dataclass(frozen=True, slots=True)
class _BestSolution:
    """A puzzle with a line for which its goal is worth the most."""

    puzzle: Puzzle
    best: Best
    stopped: str

    @property
    def answer(self) -> Answer:
        if not self.best.exhaustive:
            return "undecided"
        return "violated" if self.best.worth is None else "holds"

    def page(self) -> Iterator[str]:
        best = self.best
        yield _title(self.puzzle)
        examined, goal = _examined(best.nodes), self.puzzle.goal
        if not best.exhaustive:
            best_yet = "none" if best.worth is None else worth_in_words(goal, best.worth)
            yield f"Undecided: {self.stopped}. Best so far: {best_yet} ({examined})."
        elif best.worth is None:
            yield f"Solutions: none, by {_ALONE} ({examined}, {_RULED_OUT})."
        else:
            worth = worth_in_words(goal, best.worth)
            yield f"The best, by {_ALONE}: {worth} ({examined}, {_RULED_OUT})."
        if best.line:
            yield ""
            yield from game_in_words(self.puzzle.position, best.line)

    def data(self) -> dict[str, Any]:
        data = {
            **_puzzle_data(self.puzzle),
            "exhaustive": self.best.exhaustive,
            "outcomes": self.best.nodes,
            "keys": ["engine"],
        }
        if self.best.worth is None:
            return data
        return {
            **data,
            "best": self.best.worth,
            "lines": [_line_data(self.puzzle, self.best.line)],
        }


@click.command(
    epilog=examples(
        "solve checklist --puzzle 4",
        "solve checklist --puzzle 4 --prove",
        "solve pack.json --all --time 60",
    )
)
@click.argument("given", metavar="FILE|CODE")
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack; all by default.")
@click.option(
    "--goal",
    "goal_word",
    metavar="GOAL",
    help=f"For a position without one: a checklist goal, or {goal_forms()}.",
)
@click.option("--all", "every", is_flag=True, help="Print every solution, not only the first.")
@click.option("--best", "at_best", is_flag=True, help="Find the most that the goal can be worth.")
@click.option("--prove", "proved", is_flag=True, help="Ask the model too whether it is unique.")
@click.option("--jobs", metavar="N", type=_JOBS, default=1, help="Worker processes.")
@click.option("--time", "seconds", metavar="SECONDS", type=float, default=0, help=_EACH)
@click.option("--nodes", metavar="N", type=int, default=0, help="Outcomes at most; 0 is no limit.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one entry for each puzzle.")
def command(  # noqa: PLR0913 - one for each option
    *,
    given: str,
    wanted: str | None,
    goal_word: str | None,
    every: bool,
    at_best: bool,
    proved: bool,
    jobs: int,
    seconds: float,
    nodes: int,
    as_json: bool,
) -> int:
    """Find all lines with which the known tiles reach the goal.

    The engine examines every line that its bounds do not rule out. Lines with the same placements
    are one solution if their claims and scoring orders change nothing for the goal. The command
    calls a puzzle unique, ambiguous or unsolvable only if the model agrees, see --prove. Exit code
    1 means that a puzzle has no solution, 4 that a limit was reached first (100,000 lines, or
    yours) or that the model could not decide; the command prints what it found until then. Both
    keys solve a puzzle of the house game or of NEOM at once.
    """
    require_time(seconds)
    if at_best and (every or proved or jobs > 1):
        raise click.UsageError("--best goes without --all, --prove and --jobs")
    found = read_game(given, wanted)
    if isinstance(found, HousePuzzles):
        _refuse_for_others(goal_word, every=every, at_best=at_best, jobs=jobs)
        return solve_house(found.puzzles, seconds, as_json=as_json)
    if isinstance(found, NeomDocument):
        _refuse_for_others(goal_word, every=every, at_best=at_best, jobs=jobs)
        asked = chosen_puzzles(found.document, found.name, wanted)
        return solve_neom(asked, seconds, as_json=as_json)
    if isinstance(found, RecordPack):
        _refuse_for_others(goal_word, every=every, at_best=at_best, jobs=jobs)
        chosen = chosen_records(found.document, found.name, wanted)
        return solve_records(chosen, seconds, as_json=as_json)
    limits = _Limits(jobs, nodes, seconds)
    puzzles = (_puzzle(one, goal_word) for one in require_solo(found, given))
    if at_best:
        return print_solved((_at_best(puzzle, limits) for puzzle in puzzles), as_json=as_json)
    solved = (_solved(puzzle, limits, every, proved) for puzzle in puzzles)
    return print_solved(solved, as_json=as_json)


def _refuse_for_others(goal_word: str | None, *, every: bool, at_best: bool, jobs: int) -> None:
    if goal_word is not None or every or at_best or jobs > 1:
        raise click.UsageError(
            "--goal, --all, --best and --jobs are for positions of the Solo Variant; any other "
            "puzzle is solved whole, by both keys"
        )


def _puzzle(given: PositionInput, goal_word: str | None) -> Puzzle:
    drawn = Engine().draw(given.position)
    if not drawn.known:
        raise Malformed(
            f"the next tile of pile {drawn.pile + 1} is not known; a puzzle must show it",
            where="/piles",
        )
    if goal_word is not None:
        return Puzzle(parse_goal(goal_word), given.position)
    if given.puzzle is None:
        raise Malformed("a position alone has no goal; give one with --goal", where="--goal")
    return given.puzzle


def _at_best(puzzle: Puzzle, limits: _Limits) -> _BestSolution:
    asked = (puzzle.position, puzzle.goal, puzzle.tiles)
    with status_line() as show:
        show(f"puzzle {puzzle.id}: {_SEARCHES}")
        best = solve_best(*asked, nodes=limits.nodes, seconds=limits.seconds)
    return _BestSolution(puzzle, best, limits.reached(best.nodes))


def _solved(puzzle: Puzzle, limits: _Limits, every: bool, proved: bool) -> Solved:  # noqa: FBT001 - private, and named as its options are
    """Return the solutions, with what both keys say of them as far as there is time for it."""
    solutions, agreed, began = None, None, time.monotonic()
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
        head = {**_puzzle_data(puzzle), "exhaustive": False, "lines": []}
        return OpenPuzzle(head, used_up(limits.seconds))
    return _AllSolutions(puzzle, solutions, limits.reached(solutions.nodes), agreed)


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


def _count(solutions: Solutions, stopped: str, *, alone: bool) -> str:
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
        return f"Solutions: {found}{whose} ({examined}, {_RULED_OUT}).{more}"
    if solutions.lines_found > _MOST:
        return f"More than {_MOST:,} lines; counting stopped ({examined})."
    return f"Undecided: {stopped}. Solutions so far: {by_length or 'none'} ({examined})."


def _lines(solutions: Solutions) -> str:
    """Return how many lines there are, if claims or orders that change nothing make more."""
    if solutions.lines_found == solutions.count:
        return ""
    return f", as {solutions.lines_found} lines with other claims or orders"


def _puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "code": puzzle.code,
        "goal": goal_to_json(puzzle.goal),
        "tiles": puzzle.tiles,
    }


def _line_data(puzzle: Puzzle, line: Line) -> dict[str, Any]:
    words = numbered(line_in_words(puzzle.position, line))
    return {"line": line_text(turns_of(line)), "words": words}
