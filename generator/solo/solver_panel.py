"""The solver panel: who tries to solve a puzzle, and how many tries each takes.

Tries are computed and not sampled: a player finds a solution by choosing each of its turns, and the
chance of each choice is known. Only for a puzzle with many solutions they are estimates.
docs/development/ratings.md says why these solvers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby

from generator.grade import Tries
from generator.solo.evaluation import promise
from verifier.carcassonne.engine.solo import Engine, Line, Solutions, solve
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome

MOST_SOLUTIONS = 6
"""Solutions that are followed turn by turn; if there are more, these stand for all."""
MOST_OUTCOMES = 1_000_000
"""Outcomes examined at most; a larger tree counts as this many."""
_MOST_FILTERED = 200_000


Shares = Callable[[Sequence[int]], list[Fraction]]
"""How a player chooses: the chance of each outcome of a turn, by what all of them promise."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The solutions of a puzzle, as far as was searched.

    ``lines`` are the first solutions, ``count`` is how many were found, ``outcomes`` is how many
    an exhaustive search examines, ``before_last`` how many of these come before the last turn.
    """

    lines: tuple[Line, ...]
    count: int
    outcomes: int
    before_last: int


def search(puzzle: Puzzle, line: Line) -> SearchResult:
    """Return the solutions of the puzzle, first ``line``, which is one of them."""
    searches = [_solve(puzzle, puzzle.tiles, MOST_OUTCOMES, filtered=False)]
    if not searches[0].exhaustive:
        searches.append(_solve(puzzle, puzzle.tiles, _MOST_FILTERED, filtered=True))
    most = max(searches, key=lambda one: one.count)
    others = [other for other in most.lines if not same_line(line, other)]
    return SearchResult(
        lines=(line, *others)[:MOST_SOLUTIONS],
        count=max(most.count, 1),
        outcomes=searches[0].nodes,
        before_last=_before_last(puzzle),
    )


def _before_last(puzzle: Puzzle) -> int:
    turns = puzzle.tiles - 1
    return _solve(puzzle, turns, MOST_OUTCOMES, filtered=False).nodes if turns else 1


def _solve(puzzle: Puzzle, turns: int, nodes: int, *, filtered: bool) -> Solutions:
    return solve(
        puzzle.position,
        puzzle.goal,
        turns,
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


def tries_of(puzzle: Puzzle, result: SearchResult) -> Tries:
    """Return how many tries the solvers of the panel need."""
    return Tries(
        greedy=1 / chance(puzzle, result, by_rank),
        at_a_glance=1 / chance(puzzle, result, by_likeness),
        everything=result.outcomes,
        up_to_the_last=result.before_last,
    )


def density_of(puzzle: Puzzle, result: SearchResult) -> Fraction:
    """Return the share of legal play that solves the puzzle."""
    return chance(puzzle, result, at_random, sees_goal=False)


def chance(
    puzzle: Puzzle, result: SearchResult, chosen: Shares, *, sees_goal: bool = True
) -> Fraction:
    """Return the chance of a player who chooses so to solve the puzzle at the first try.

    A player who ``sees_goal`` takes it where one turn is enough.
    """
    more = Fraction(result.count, len(result.lines))
    followed = _chance(puzzle.position, puzzle.goal, result.lines, chosen, sees_goal=sees_goal)
    return min(Fraction(1), more * followed)


def _chance(
    position: Position, goal: Goal, lines: Sequence[Line], chosen: Shares, *, sees_goal: bool
) -> Fraction:
    """Return the chance at a position from which these lines reach the goal."""
    if sees_goal and any(len(line) == 1 for line in lines):
        return Fraction(1)
    outcomes = Engine().outcomes_in_order(position)
    shares = chosen([promise(outcome.after, goal) for outcome in outcomes])
    total = Fraction(0)
    for outcome, share in zip(outcomes, shares, strict=True):
        if any(_ends_with(line, outcome, goal) for line in lines):
            total += share
        elif on := [line[1:] for line in lines if line[0] == outcome]:
            total += share * _chance(outcome.after, goal, on, chosen, sees_goal=sees_goal)
    return total


def _ends_with(line: Line, outcome: Outcome, goal: Goal) -> bool:
    """Return whether the line ends with that outcome, or with one that counts as the same.

    The last turn need not reach the goal itself: the game may end as no tile fits (SOLO-END-6).
    """
    if len(line) > 1:
        return False
    return outcome == line[0] or (reached(goal, outcome) and same_line(line, (outcome,)))


# How players choose


def at_random(promises: Sequence[int]) -> list[Fraction]:
    """Return the same chance for each outcome."""
    return [Fraction(1, len(promises))] * len(promises)


def by_likeness(promises: Sequence[int]) -> list[Fraction]:
    """Return chances of a player who tells apart only outcomes that do not promise the same.

    Each promise has the same chance, and so has each of the outcomes that share it.

    >>> [str(share) for share in by_likeness([300, 100, 100])]
    ['1/2', '1/4', '1/4']
    """
    alike = Counter(promises)
    return [Fraction(1, len(alike) * alike[one]) for one in promises]


def by_rank(promises: Sequence[int]) -> list[Fraction]:
    """Return chances that go as 1, 1/2, 1/3 and so on from the most promising outcome on.

    Equally promising outcomes share theirs.

    >>> [str(share) for share in by_rank([300, 100, 100])]
    ['6/11', '5/22', '5/22']
    """
    whole = _harmonic(len(promises))
    chances = [Fraction(0)] * len(promises)
    ranked = sorted(range(len(promises)), key=lambda place: -promises[place])
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
