"""Asks solvers that search how hard puzzles of the Solo Variant are, to choose a rating by.

``python -m tests.solo_tuning`` asks them for every shipped puzzle with one solution, and prints how
their efforts go together with the rating and with each solver of its panel: the rank correlation
with the mean of their ranks, among puzzles of one length, and of one length and goal. It takes
about 20 minutes of one processor. Ratings may be fitted to these solvers, and never to the players
of :mod:`tests.solo_held_out`, which are others.

Six ways to search, each led by eyes that judge tables in different ways (:data:`EYES`):

* ``lds``: limited discrepancy search, lines with few second choices first (Harvey and Ginsberg
  1995); its effort is how many tables it reaches before the last turn.
* ``broad``: depth first among the best few of each turn, then among more (Ginsberg and Harvey
  1992); the same effort.
* ``restart``: play by chance, better looking outcomes more often, until it works; how often.
* ``refute``: the best looking outcome first, each refuted by a search with bounds; the outcomes
  that it examines.
* ``best``: best first; the tables that it takes up.
* ``anneal``: a line is changed at one place, the more boldly the warmer; the lines tried.

Each sees the goal when one tile is enough. What is not solved within :data:`MOST` tables played on
from counts as harder than all that is.
"""

from __future__ import annotations

import heapq
import math
import random
import sys
from collections.abc import Iterator, Sequence
from math import log10
from statistics import mean, pstdev
from typing import Any

from generator.solo.grading import grade
from tests.solo_held_out import Asked, goal_named, grouped, shipped, within
from verifier.carcassonne.engine.solo import Engine, Feature, Line, features, solve
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell

MOST = 900
_MOST_REFUTED = 200_000
_MOST_LINES, _TIMES = 300, 3
_FAR, _EMPTY = 12.0, 9
_ENGINE = Engine()

# --- how a table looks: the more, the better

_Features = Sequence[Feature]


def aim(position: Position, goal: Goal, seen: _Features) -> float:
    """Return how many tiles and colours the goal lacks, less than zero."""
    return -_lacking(position, goal, seen)


def _lacking(position: Position, goal: Goal, seen: _Features) -> float:
    if goal.parts:
        return sum(_lacking(position, part, seen) for part in goal.parts)
    if goal.kind == "stay":
        out = position.rules.meeples
        return sum(out - supply + (3 if supply == 0 else 0) for supply in position.supplies)
    if goal.kind == "monasteries":
        left = max(0, goal.at_least - position.monasteries)
        own = [one for one in seen if one.kind == "monastery" and any(one.meeples)]
        gaps = sorted(one.open_ends for one in own if one.open_ends)
        return sum((gaps + [_EMPTY] * left)[:left])
    of_kind = (one for one in seen if one.kind == goal.kind and any(one.meeples))
    lacks = (_feature_lacks(one, position.scores, goal) for one in of_kind if one.open_ends)
    return min(lacks, default=_FAR)


def _feature_lacks(one: Feature, scores: Sequence[int], goal: Goal) -> float:
    if goal.at_most is not None and one.points > goal.at_most:
        return _FAR
    tiles = max(0, goal.at_least - one.points) / (1 if goal.kind == "road" else 2)
    lacks = max(tiles, one.open_ends) + 0.4 * min(tiles, one.open_ends)
    lacks += max(0, goal.colours - sum(map(bool, one.meeples)))
    lead = [score - min(scores) for score in scores]
    if all(lead[colour] for colour, meeples in enumerate(one.meeples) if meeples):
        lacks += 1.5
    elif all(lead[colour] for colour, own in enumerate(one.meeples) if own == max(one.meeples)):
        lacks += 0.7
    return min(lacks, _FAR)


def gain(position: Position, seen: _Features) -> float:
    """Return the points there are and those to hope for, whatever the goal."""
    value = sum(position.scores) + 0.5 * sum(position.supplies)
    for one in seen:
        if one.open_ends and any(one.meeples):
            if one.kind == "monastery":
                value += (9 - one.open_ends) / 2
            else:
                value += one.points / (1 + one.open_ends)
    return value


def nearby(outcome: Outcome, last: Cell | None, goal: Goal, seen: _Features) -> float:
    """Return how much a turn claims, scores and makes grow, near the tile laid last."""
    assert outcome.turn is not None
    value = 0.5 * (outcome.turn.claim != "-")
    if last is not None:
        steps = (abs(one - other) for one, other in zip(outcome.turn.cell, last, strict=True))
        value -= 0.5 * min(4, max(steps))
    kinds = _kinds(goal)
    own = [one for one in seen if one.kind in kinds and any(one.meeples)]
    sizes = sorted(one.tiles + sum(map(bool, one.meeples)) for one in own)
    value += max(sizes, default=0) + 0.25 * sum(sizes[:-1])
    return value + 0.3 * sum(one.value for one in outcome.scorings if one.colours)


def _kinds(goal: Goal) -> tuple[str, ...]:
    if goal.parts:
        return tuple(kind for part in goal.parts for kind in _kinds(part))
    own = {"city": ("city",), "road": ("road",), "monasteries": ("monastery",)}
    return own.get(goal.kind, ("road", "city"))


EYES = ("aim", "gain", "nearby")
PANEL = ("greedy", "at a glance", "everything", "up to the last")
_AIM, _NEARBY = 0, 2


# --- the tree


class Table:
    """A table in the tree of a puzzle: how it looks to each eye, and the solutions through it."""

    __slots__ = ("_after", "depth", "last", "looks", "on", "position", "tree")

    def __init__(
        self, tree: Tree, position: Position, depth: int, on: list[Line], last: Cell | None
    ) -> None:
        self.tree, self.position, self.depth = tree, position, depth
        self.on, self.last = on, last
        self.looks: tuple[float, ...] = ()
        self._after: list[Table] | None = None

    @property
    def is_last(self) -> bool:
        """Whether one turn is left."""
        return self.depth == self.tree.deep

    @property
    def sees_goal(self) -> bool:
        """Whether one turn is left, and the goal can be reached by it."""
        return self.is_last and bool(self.on)

    def after(self) -> list[Table]:
        """Return the tables after each outcome with which the game goes on, in a drawn order."""
        if self._after is None:
            outcomes = _ENGINE.outcomes_in_order(self.position)
            self._after = [self._table(one) for one in outcomes if one.turn and not one.after.over]
            self.tree.rng.shuffle(self._after)
        return self._after

    def best(self, eye: int) -> list[Table]:
        """Return the same, the best looking ones first."""
        return sorted(self.after(), key=lambda one: -one.looks[eye])

    def _table(self, outcome: Outcome) -> Table:
        assert outcome.turn is not None
        on = [line for line in self.on if line[self.depth] == outcome]
        found = Table(self.tree, outcome.after, self.depth + 1, on, outcome.turn.cell)
        seen, goal = features(outcome.after), self.tree.puzzle.goal
        found.looks = (
            aim(outcome.after, goal, seen),
            gain(outcome.after, seen),
            nearby(outcome, self.last, goal, seen),
        )
        return found


class Tree:
    """The tables that a puzzle can lead to before its last turn, as far as they are looked at."""

    def __init__(self, puzzle: Puzzle) -> None:
        lines = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=2000).lines
        self.puzzle, self.rng = puzzle, random.Random(puzzle.id)
        self.deep = min(map(len, lines)) - 1
        self.root = Table(self, puzzle.position, 0, list(lines), None)


class _Stopped(Exception):
    """A solver has played on from so many tables as it may."""


class _Budget:
    def __init__(self) -> None:
        self._seen = set[int]()

    def after(self, table: Table, eye: int | None = None) -> list[Table]:
        if id(table) not in self._seen:
            if len(self._seen) >= MOST:
                raise _Stopped
            self._seen.add(id(table))
        return table.after() if eye is None else table.best(eye)


# --- solvers


def lds(tree: Tree, eye: int) -> float:
    """Return the effort of limited discrepancy search."""
    budget = _Budget()

    def reached(table: Table, second: int) -> Iterator[Table]:
        """Yield the last tables reached by so many steps down the ranks in all."""
        if table.is_last:
            if not second:
                yield table
            return
        only_last = table.depth == tree.deep - 1
        for rank, one in enumerate(budget.after(table, eye)[: second + 1]):
            if rank == second or not only_last:
                yield from reached(one, second - rank)

    return _until_seen(reached(tree.root, second) for second in range(400))


def broad(tree: Tree, eye: int) -> float:
    """Return the effort of iterative broadening."""
    budget = _Budget()

    def reached(table: Table, width: int) -> Iterator[Table]:
        if table.is_last:
            yield table
            return
        for one in budget.after(table, eye)[:width]:
            yield from reached(one, width)

    return _until_seen(reached(tree.root, width) for width in _widths())


def _widths() -> Iterator[int]:
    width = 1
    while width < MOST // 3:
        yield width
        width = max(width + 1, int(width * 1.5))


def _until_seen(passes: Iterator[Iterator[Table]]) -> float:
    number = 0
    try:
        for tables in passes:
            for table in tables:
                number += 1
                if table.sees_goal:
                    return number
    except _Stopped:
        pass
    return math.inf


def best(tree: Tree, eye: int) -> float:
    """Return the effort of best-first search; tables a turn on must aim a tile better."""
    budget, drawn, taken = _Budget(), 0, 0
    a_turn = 1 if eye == _AIM else -1
    waiting: list[tuple[float, int, Table]] = [(0, 0, tree.root)]
    try:
        while waiting:
            table = heapq.heappop(waiting)[2]
            taken += 1
            if table.sees_goal:
                return taken
            if table.is_last:
                continue
            for one in budget.after(table):
                drawn += 1
                heapq.heappush(waiting, (a_turn * one.depth - one.looks[eye], drawn, one))
    except _Stopped:
        pass
    return math.inf


def restart(tree: Tree, eye: int) -> float:
    """Return how often play by chance has to begin, on average."""

    def chance(table: Table) -> float:
        if table.is_last:
            return float(table.sees_goal)
        looks = [one.looks[eye] for one in table.after()]
        middle, spread = mean(looks), pstdev(looks) or 1.0
        weights = [math.exp((look - middle) / spread) for look in looks]
        whole, pairs = sum(weights), zip(table.after(), weights, strict=True)
        return sum(weight / whole * chance(one) for one, weight in pairs if one.on)

    return 1 / chance(tree.root)


def refute(tree: Tree, eye: int) -> float:
    """Return how many outcomes are examined until every better looking one is refuted."""
    effort, table = 0, tree.root
    while not table.is_last:
        left = tree.puzzle.tiles - table.depth - 1
        for one in table.best(eye):
            effort += 1
            if one.on:
                table = one
                break
            asked = (one.position, tree.puzzle.goal, left)
            effort += solve(*asked, lines=0, shown=0, nodes=_MOST_REFUTED).nodes
    return effort


def anneal(tree: Tree, eye: int) -> float:
    """Return how many lines are tried, in three searches."""
    names = [f"{tree.puzzle.id} {time} {eye}" for time in range(_TIMES)]
    found = [_annealed(tree, eye, random.Random(name)) for name in names]
    return sum(number for number, _ in found) if any(seen for _, seen in found) else math.inf


def _annealed(tree: Tree, eye: int, rng: random.Random) -> tuple[int, bool]:
    table, path = _played(tree, [], rng)
    number = 1
    while not table.sees_goal and number < _MOST_LINES:
        place = rng.randrange(tree.deep)
        kept = path[place + 1 :] if rng.random() < 0.5 else []
        other, other_path = _played(tree, [*path[:place], None, *kept], rng)
        number += 1
        if other.sees_goal:
            return number, True
        worse = _end_looks(other, eye) - _end_looks(table, eye)
        warmth = 1.5 * (1 - 0.8 * (number % 100) / 100)
        if worse >= 0 or rng.random() < math.exp(worse / warmth):
            table, path = other, other_path
    return number, table.sees_goal


def _played(
    tree: Tree, path: Sequence[int | None], rng: random.Random
) -> tuple[Table, list[int | None]]:
    """Return the end of a line that follows the path where it can, and the path taken."""
    table, taken = tree.root, list[int | None]()
    for depth in range(tree.deep):
        after = table.after()
        if not after:
            break
        wanted = path[depth] if depth < len(path) else None
        if wanted is None or wanted >= len(after):
            wanted = rng.randrange(len(after))
        taken.append(wanted)
        table = after[wanted]
    return table, taken


def _end_looks(table: Table, eye: int) -> float:
    return table.looks[eye] if table.is_last else -99


# --- what comes of it

_SOLVERS = (("lds", lds), ("broad", broad), ("restart", restart), ("refute", refute))
_SOME_EYES = (("best", best), ("anneal", anneal))
"""Solvers that need an eye for the goal."""


def efforts(puzzle: Puzzle) -> dict[str, float]:
    """Return the effort of each solver with each of its eyes."""
    tree = Tree(puzzle)
    found = {
        f"{name} {EYES[eye]}": solver(tree, eye)
        for eye in range(len(EYES))
        for name, solver in _SOLVERS
    }
    for name, solver in _SOME_EYES:
        found |= {f"{name} {EYES[eye]}": solver(tree, eye) for eye in (_AIM, _NEARBY)}
    return found


def asked(document: dict[str, Any], line: str) -> Asked:
    """Return what came of asking all solvers, with the ways to rate a puzzle."""
    puzzle = parse_code(document["code"])
    graded = grade(puzzle, outcomes_along(puzzle.position, parse_line(line)))
    panel = zip(PANEL, map(log10, graded.tries.each()), strict=True)
    ratings = {"rating": graded.rating, "random": -log10(graded.density), **dict(panel)}
    return Asked(goal_named(puzzle.goal), puzzle.tiles, ratings, efforts(puzzle))


def main() -> None:
    """Print how efforts and ways to rate a puzzle go together."""
    found = list[Asked]()
    for document, line in shipped():
        found.append(asked(document, line))
        print(f"{len(found)} puzzles", file=sys.stderr)  # noqa: T201 - a script prints
    print("| rated by | one length | one length and goal |")  # noqa: T201 - as above
    for name in found[0].ratings:
        values = [within(list(groups), name, "all")[0] for groups in grouped(found)]
        print(f"| {name} | {values[0]:.2f} | {values[1]:.2f} |")  # noqa: T201 - as above


if __name__ == "__main__":
    main()
