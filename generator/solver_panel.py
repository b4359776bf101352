"""A panel of players of rising strength, and the chance of each to solve a puzzle.

The chances are exact: a solution is found if every one of its turns is chosen, and the chance of
each choice is known. So there are no tries that another seed would let end otherwise. Only of a
puzzle with many solutions they are estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby

from generator.draft import AHEAD, SCORED_MONASTERY, open_worth
from verifier.carcassonne.engine import Engine, Feature, Line, Solutions, features, solve
from verifier.carcassonne.engine.goals import reached
from verifier.carcassonne.position import Position
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.turn import Outcome

MOST_SOLUTIONS = 6
"""Solutions that are followed turn by turn; of more than that these stand for all."""
MOST_OUTCOMES = 1_000_000
"""Outcomes that are examined at most; one who tries everything in a larger tree has so many."""
_MOST_FILTERED = 200_000

_LOST = -(10**6)
_ENOUGH = 2
"""Meeples in hand beyond which more are no better."""


@dataclass(frozen=True, slots=True)
class PanelMember:
    """A member of the panel: chooses by eye or not, and sees the goal so many turns ahead."""

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
    """What a search for the solutions of a puzzle found.

    ``lines`` are the first solutions, ``count`` is how many there are, as far as was searched.
    ``outcomes`` is how many there are to examine for one who tries everything.
    """

    lines: tuple[Line, ...]
    count: int
    outcomes: int


def search(puzzle: Puzzle, line: Line) -> SearchResult:
    """Return what a search for the solutions of the puzzle finds, of which ``line`` is one."""
    found = [_solve(puzzle, MOST_OUTCOMES, filtered=False)]
    if not found[0].exhaustive:
        found.append(_solve(puzzle, _MOST_FILTERED, filtered=True))
    most = max(found, key=lambda one: one.count)
    others = [other for other in most.lines if not same_line(line, other)]
    return SearchResult((line, *others)[:MOST_SOLUTIONS], max(most.count, 1), found[0].nodes)


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
    """Tell whether two solutions are one: of their last turns only the placement counts."""
    return one[:-1] == other[:-1] and _placement(one[-1]) == _placement(other[-1])


def _placement(outcome: Outcome) -> object:
    turn = outcome.turn
    return turn and (turn.tile, turn.rotation, turn.cell)


def chances(puzzle: Puzzle, found: SearchResult) -> tuple[Fraction, ...]:
    """Return the chance of each member of the panel to solve the puzzle at the first try."""
    more = Fraction(found.count, len(found.lines))
    followed = _chances(puzzle.position, puzzle.goal, found.lines)
    return tuple(min(Fraction(1), more * chance) for chance in followed)


def _chances(position: Position, goal: Goal, lines: Sequence[Line]) -> list[Fraction]:
    """Return the chances of the panel from a position from which these lines reach the goal."""
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
    """Tell whether the line ends with that outcome, or with the same solution as it.

    The last turn need not reach the goal itself: the game may end as no tile fits (SOLO-END-6).
    """
    if len(line) > 1:
        return False
    return outcome == line[0] or (reached(goal, outcome) and same_line(line, (outcome,)))


def shares(goal: Goal, outcomes: Sequence[Outcome]) -> list[Fraction]:
    """Return by outcome the chance that a player who judges by eye takes it.

    The outcomes are ranked by what they promise, and the chances go as 1 to 1/2 to 1/3 and so on;
    equally promising ones share theirs.
    """
    promises = [promise(outcome.after, goal) for outcome in outcomes]
    whole = _harmonic(len(outcomes))
    found = [Fraction(0)] * len(outcomes)
    ranked = sorted(range(len(outcomes)), key=lambda place: -promises[place])
    rank = 1
    for _, group in groupby(ranked, key=lambda place: promises[place]):
        tied = list(group)
        share = _harmonic(rank + len(tied) - 1) - _harmonic(rank - 1)
        for place in tied:
            found[place] = share / len(tied) / whole
        rank += len(tied)
    return found


@cache
def _harmonic(number: int) -> Fraction:
    return sum((Fraction(1, rank) for rank in range(1, number + 1)), Fraction(0))


# Judging by eye


def promise(position: Position, goal: Goal) -> int:
    """Return how promising a position looks that has not reached the goal.

    Meeples in hand keep the game alive. Beyond that a road or city goal hopes for the best few
    open features of its kind, each with owners of its own, a monastery goal for the fullest blocks,
    a total for the result if the game ended now (FACT-1) and the lowest colour's part of what is
    open. However the table is turned, it looks the same.
    """
    if position.over:
        return _LOST
    is_open = [one for one in features(position) if one.open_ends and any(one.meeples)]
    if goal.kind == "total":
        return _towards_total(position, is_open)
    hands = 100 * sum(min(supply, _ENOUGH) for supply in position.supplies)
    if goal.kind == "monasteries":
        worths = [_worth(one, position) for one in is_open if one.kind == "monastery"]
        left = goal.at_least - position.monasteries
        return hands - SCORED_MONASTERY * left + sum(sorted(worths)[-left:])
    wanted = [one for one in is_open if one.kind == goal.kind]
    return hands + _best_hopes(wanted, position, max(goal.colours, 2))


def _best_hopes(wanted: Sequence[Feature], position: Position, most: int) -> int:
    """Return what the best few features are worth together, no two of one owner."""
    hopes = [(_owners(one), _worth(one, position)) for one in wanted]
    return max(
        sum(worth for _, worth in chosen)
        for size in range(most + 1)
        for chosen in combinations(hopes, size)
        if sum(len(owners) for owners, _ in chosen)
        == len(frozenset[int]().union(*(owners for owners, _ in chosen)))
    )


def _worth(feature: Feature, position: Position) -> int:
    """Return what a feature promises, in hundredths of a tile, less while its owners lead."""
    lead = min(position.scores[owner] for owner in _owners(feature)) - min(position.scores)
    return open_worth(feature) - AHEAD * lead


def _owners(feature: Feature) -> frozenset[int]:
    return frozenset(colour for colour, meeples in enumerate(feature.meeples) if meeples)


def _towards_total(position: Position, is_open: Sequence[Feature]) -> int:
    hoped = [100 * score for score in position.scores]
    for feature in is_open:
        for colour, meeples in enumerate(feature.meeples):
            if meeples == max(feature.meeples):
                hoped[colour] += 50 * feature.points // feature.open_ends
    on_tiles = position.meeples_on_tiles()
    now = min(score + 2 * out for score, out in zip(position.scores, on_tiles, strict=True))
    return 100 * now + min(hoped)
