"""The solver panel: players of rising strength, and the chance of each to solve a puzzle.

The chances are computed and not sampled: a player finds a solution by choosing each of its turns,
and the chance of each choice is known. Only for a puzzle with many solutions they are estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby

from generator.evaluation import promise
from verifier.carcassonne.engine import Engine, Line, Solutions, solve
from verifier.carcassonne.engine.goals import reached
from verifier.carcassonne.position import Position
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.turn import Outcome

MOST_SOLUTIONS = 6
"""Solutions that are followed turn by turn; if there are more, these stand for all."""
MOST_OUTCOMES = 1_000_000
"""Outcomes examined at most; a larger tree counts as this many."""
_MOST_FILTERED = 200_000


@dataclass(frozen=True, slots=True)
class PanelMember:
    """A member of the panel: chooses by eye or at random, and sees the goal some turns ahead."""

    name: str
    by_eye: bool = True
    ahead: int = 0


SOLVER_PANEL = (
    PanelMember("random", by_eye=False),
    PanelMember("greedy"),
    PanelMember("look-ahead 1", ahead=1),
    PanelMember("look-ahead 2", ahead=2),
    PanelMember("look-ahead 3", ahead=3),
)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The solutions of a puzzle, as far as was searched.

    ``lines`` are the first solutions, ``count`` is how many were found, ``outcomes`` is how many
    an exhaustive search examines.
    """

    lines: tuple[Line, ...]
    count: int
    outcomes: int


def search(puzzle: Puzzle, line: Line) -> SearchResult:
    """Return the solutions of the puzzle, first ``line``, which is one of them."""
    searches = [_solve(puzzle, MOST_OUTCOMES, filtered=False)]
    if not searches[0].exhaustive:
        searches.append(_solve(puzzle, _MOST_FILTERED, filtered=True))
    most = max(searches, key=lambda one: one.count)
    others = [other for other in most.lines if not same_line(line, other)]
    return SearchResult((line, *others)[:MOST_SOLUTIONS], max(most.count, 1), searches[0].nodes)


def _solve(puzzle: Puzzle, nodes: int, *, filtered: bool) -> Solutions:
    return solve(
        puzzle.position,
        puzzle.goal,
        puzzle.tiles,
        lines=MOST_OUTCOMES,
        shown=MOST_SOLUTIONS,
        nodes=nodes,
        filtered=filtered,
    )


def same_line(one: Line, other: Line) -> bool:
    """Return whether two solutions are the same: of the last turn only the placement counts."""
    return one[:-1] == other[:-1] and _placement(one[-1]) == _placement(other[-1])


def _placement(outcome: Outcome) -> object:
    turn = outcome.turn
    return turn and (turn.tile, turn.rotation, turn.cell)


def chances(puzzle: Puzzle, result: SearchResult) -> tuple[Fraction, ...]:
    """Return the chance of each member of the panel to solve the puzzle at the first try."""
    more = Fraction(result.count, len(result.lines))
    followed = _chances(puzzle.position, puzzle.goal, result.lines)
    return tuple(min(Fraction(1), more * chance) for chance in followed)


def _chances(position: Position, goal: Goal, lines: Sequence[Line]) -> list[Fraction]:
    """Return the chances of the panel at a position from which these lines reach the goal."""
    outcomes = Engine().outcomes_in_order(position)
    nearest = min(len(line) for line in lines)
    by_eye = shares(goal, outcomes)
    even = Fraction(1, len(outcomes))
    total = [Fraction(0) for _ in SOLVER_PANEL]
    for place, outcome in enumerate(outcomes):
        if any(_ends_with(line, outcome, goal) for line in lines):
            after = [Fraction(1) for _ in SOLVER_PANEL]
        elif on := [line[1:] for line in lines if line[0] == outcome]:
            after = _chances(outcome.after, goal, on)
        else:
            continue
        for number, player in enumerate(SOLVER_PANEL):
            total[number] += after[number] * (by_eye[place] if player.by_eye else even)
    return [
        Fraction(1) if player.by_eye and nearest <= player.ahead + 1 else chance
        for player, chance in zip(SOLVER_PANEL, total, strict=True)
    ]


def _ends_with(line: Line, outcome: Outcome, goal: Goal) -> bool:
    """Return whether the line ends with that outcome, or with one that counts as the same.

    The last turn need not reach the goal itself: the game may end as no tile fits (SOLO-END-6).
    """
    if len(line) > 1:
        return False
    return outcome == line[0] or (reached(goal, outcome) and same_line(line, (outcome,)))


def shares(goal: Goal, outcomes: Sequence[Outcome]) -> list[Fraction]:
    """Return for each outcome the chance that a player who judges by eye chooses it.

    The outcomes are ranked by their promise; the chances are as 1, 1/2, 1/3 and so on. Equally
    promising outcomes share theirs.
    """
    promises = [promise(outcome.after, goal) for outcome in outcomes]
    whole = _harmonic(len(outcomes))
    chances = [Fraction(0)] * len(outcomes)
    ranked = sorted(range(len(outcomes)), key=lambda place: -promises[place])
    rank = 1
    for _, group in groupby(ranked, key=lambda place: promises[place]):
        tied = list(group)
        share = _harmonic(rank + len(tied) - 1) - _harmonic(rank - 1)
        for place in tied:
            chances[place] = share / len(tied) / whole
        rank += len(tied)
    return chances


@cache
def _harmonic(number: int) -> Fraction:
    return sum((Fraction(1, rank) for rank in range(1, number + 1)), Fraction(0))
