"""Holds the ratings of puzzles of the Solo Variant against players who have no part in them.

``python -m tests.solo_held_out`` asks three players for every shipped puzzle with one solution, and
prints how their efforts and the ratings go together: Spearman's rank correlation among puzzles of
one length, and of one length and goal. The players were written before they were asked, and nothing
in them was chosen to suit the results. Runs repeat exactly: draws come from a seed.

Each sees the goal when one tile is enough to reach it, so effort counts the turns before the last.

* ``uct`` searches a tree by UCT (Kocsis and Szepesvari 2006): from each leaf it plays on at random,
  and remembers how the table looked in the end. Its effort is how often it plays on, three times.
* ``cells`` decides where tiles go before how they lie: the tightest cells first, and lines with few
  second choices before those with many. Its effort is how many ways to lay the tiles it examines.
* ``beam`` keeps the tables that look best after each turn: one, then two, four and so on, until it
  finds the goal. Its effort is how many tables it looks at.

How good a table looks is judged here, by nothing that the generator uses. A puzzle that a player
does not solve within its limit has no effort; such puzzles count as equally hard, and as harder
than all others. So a rank correlation says little where many are unsolved. The second tables
leave out what is unknown: of the pairs that a player tells apart, they say which share the ratings
put in the same order, a half being chance.

The puzzles are asked on all processors; progress goes to stderr.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from statistics import StatisticsError, correlation, mean
from typing import Any

from meepleproof.service.shelf import shipped_packs
from verifier.carcassonne.engine.solo import Engine, features, solve
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.carcassonne.table.cells import AROUND

MOST_PLAYED_ON = 700
TIMES = 3
MOST_LOOKED_AT = 5_000
_CURIOUS = 0.7
"""How much UCT tries what it has tried seldom."""
_UNSOLVED = math.inf
_ENGINE = Engine()


# --- how a table looks


def looks(position: Position, goal: Goal) -> float:
    """Return how near the goal a table looks, from 0 to 1."""
    if position.over:
        return 0.0
    if goal.parts:
        return mean(looks(position, part) for part in goal.parts)
    if goal.kind == "stay":
        return sum(position.supplies) / (position.rules.colours * position.rules.meeples)
    if goal.kind == "monasteries":
        full = sorted(one.tiles / 9 for one in features(position) if one.kind == "monastery")
        left = goal.at_least - position.monasteries
        return (position.monasteries + sum(full[-left:])) / goal.at_least
    of_kind = (one for one in features(position) if one.kind == goal.kind and any(one.meeples))
    return max(
        (_feature_looks(one.points, one.open_ends, one.meeples, goal) for one in of_kind),
        default=0.0,
    )


def _feature_looks(points: int, open_ends: int, meeples: tuple[int, ...], goal: Goal) -> float:
    if goal.at_most is not None and points > goal.at_most:
        return 0.0
    size = min(1.0, points / max(1, goal.at_least))
    colours = min(1.0, sum(map(bool, meeples)) / max(1, goal.colours))
    return size * (2 + colours + 1 / (1 + open_ends)) / 4


def _sees_goal(position: Position, goal: Goal) -> bool:
    if position.over:
        return False
    return solve(position, goal, 1, lines=0, shown=0).count > 0


# --- players


def uct(puzzle: Puzzle) -> float:
    """Return how often a player by UCT plays on until the goal is seen, in three searches."""
    efforts = [_searched(puzzle, random.Random(f"{puzzle.id} {time}")) for time in range(TIMES)]
    if all(effort is None for effort in efforts):
        return _UNSOLVED
    return sum(MOST_PLAYED_ON if effort is None else effort for effort in efforts)


@dataclass(slots=True)
class _Node:
    """A table in UCT's tree: what may come next, how often it was met, and how well it looked."""

    position: Position
    untried: list[Outcome]
    tried: list[_Node] = field(default_factory=list)
    visits: int = 0
    value: float = 0.0

    def best(self) -> _Node:
        def promising(one: _Node) -> float:
            return one.value / one.visits + _CURIOUS * math.sqrt(math.log(self.visits) / one.visits)

        return max(self.tried, key=promising)


def _searched(puzzle: Puzzle, rng: random.Random) -> int | None:
    deep = puzzle.tiles - 1
    root = _node(puzzle.position, rng, grows=deep > 0)
    for number in range(1, MOST_PLAYED_ON + 1):
        path = [root]
        while not path[-1].untried and path[-1].tried:
            path.append(path[-1].best())
        if path[-1].untried:
            after = path[-1].untried.pop().after
            child = _node(after, rng, grows=len(path) < deep and not after.over)
            path[-1].tried.append(child)
            path.append(child)
        end = _played_on(path[-1].position, deep - len(path) + 1, rng)
        if _sees_goal(end, puzzle.goal):
            return number
        for node in path:
            node.visits += 1
            node.value += looks(end, puzzle.goal)
    return None


def _node(position: Position, rng: random.Random, *, grows: bool) -> _Node:
    untried = _ENGINE.outcomes_in_order(position) if grows else []
    rng.shuffle(untried)
    return _Node(position, untried)


def _played_on(position: Position, turns: int, rng: random.Random) -> Position:
    for _ in range(turns):
        if position.over:
            break
        position = rng.choice(_ENGINE.outcomes_in_order(position)).after
    return position


def cells(puzzle: Puzzle, solution: Sequence[Turn]) -> float:
    """Return how many ways to lay the tiles come before the solution, cells decided first.

    What the other cells offer is counted along the solution, as if it were the same elsewhere.
    """
    before = [puzzle.position, *(one.after for one in outcomes_along(puzzle.position, solution))]
    ways_to_come: Counter[int] = Counter({0: 1})
    right = 0
    for position, turn in zip(before, solution[:-1], strict=False):
        offered = _ways_by_tightness(position)
        order = sorted(offered, reverse=True)
        together: Counter[int] = Counter()
        for choices, ways in ways_to_come.items():
            for rank, tightness in enumerate(order):
                together[choices + rank] += ways * offered[tightness]
        ways_to_come = together
        right += order.index(_tightness(position, turn.cell))
    earlier = sum(ways for choices, ways in ways_to_come.items() if choices < right)
    return earlier + (ways_to_come[right] + 1) / 2


def _ways_by_tightness(position: Position) -> Counter[int]:
    turns = (one.turn for one in _ENGINE.outcomes_in_order(position))
    return Counter(_tightness(position, turn.cell) for turn in turns if turn is not None)


def _tightness(position: Position, cell: tuple[int, int]) -> int:
    lying = {one.cell for one in position.placements}
    return sum((cell[0] + x, cell[1] + y) in lying for x, y in AROUND.values())


def beam(puzzle: Puzzle) -> float:
    """Return how many tables a player looks at who keeps the best looking ones after each turn."""
    rng = random.Random(puzzle.id)
    looked_at, width = 0, 1
    while looked_at < MOST_LOOKED_AT:
        kept, whole = [puzzle.position], True
        for _ in range(puzzle.tiles - 1):
            after = [one.after for each in kept for one in _ENGINE.outcomes_in_order(each)]
            after = [one for one in after if not one.over]
            looked_at += len(after)
            ranked = sorted(after, key=lambda one: (-looks(one, puzzle.goal), rng.random()))
            whole = whole and len(ranked) <= width
            kept = ranked[:width]
        for number, position in enumerate(kept, start=1):
            if _sees_goal(position, puzzle.goal):
                return looked_at + number
        looked_at += len(kept)
        if whole:
            break
        width *= 2
    return _UNSOLVED


# --- what comes of it


@dataclass(frozen=True, slots=True)
class Asked:
    """A puzzle with what it states, and the efforts of the players by their names."""

    goal: str
    tiles: int
    ratings: dict[str, float]
    efforts: dict[str, float]


PLAYERS = ("uct", "cells", "beam")
LEAST = 4
"""A correlation among fewer puzzles says nothing."""


def asked(document: dict[str, Any], line: str) -> Asked:
    """Return what came of asking all players for a puzzle of a pack."""
    puzzle = parse_code(document["code"])
    difficulty, keys = document["difficulty"], document["verdict"]["keys"]
    return Asked(
        goal_named(puzzle.goal),
        puzzle.tiles,
        {
            "rating": difficulty["rating"],
            "rating and technique": difficulty["rating"] + 20 * difficulty["technique"],
            "outcomes left by bounds": keys[0]["work"]["outcomes"],
        },
        {"uct": uct(puzzle), "cells": cells(puzzle, parse_line(line)), "beam": beam(puzzle)},
    )


def goal_named(goal: Goal) -> str:
    """Return the name of a goal; puzzles to stay differ in the number of tiles only."""
    return goal.kind if goal.kind == "stay" else goal.id


def shipped() -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the shipped puzzles with one solution, each with its line."""
    for path in sorted(shipped_packs().glob("*.solutions.json")):
        solutions = json.loads(path.read_text("utf-8"))["solutions"]
        pack = json.loads(path.with_name(path.name.replace(".solutions", "")).read_text("utf-8"))
        for document in pack["puzzles"]:
            if document["verdict"]["claim"] == "unique":
                yield document, solutions[document["id"]]["line"]


def ranks(numbers: Sequence[float]) -> list[float]:
    """Return the ranks of numbers; equal ones share theirs.

    >>> ranks([5, 1, 5, math.inf])
    [2.5, 1.0, 2.5, 4.0]
    """
    ranked = sorted(numbers)
    return [ranked.index(one) + (ranked.count(one) + 1) / 2 for one in numbers]


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return the rank correlation, right with equal numbers; None if all of a side are equal."""
    try:
        return correlation(ranks(xs), ranks(ys))
    except StatisticsError:
        return None


def in_order(stated: Sequence[float], efforts: Sequence[float]) -> float | None:
    """Return the share of pairs with different efforts that are in the same order as stated.

    Pairs stated as equal count a half. None if all efforts are equal.

    >>> in_order([3, 1, 2], [9, 4, math.inf])
    0.6666666666666666
    """
    found = list[float]()
    for (one, effort), (other, other_effort) in combinations(zip(stated, efforts, strict=True), 2):
        if effort != other_effort:
            alike = (one > other) == (effort > other_effort)
            found.append(0.5 if one == other else float(alike))
    return mean(found) if found else None


def grouped(everything: Sequence[Asked]) -> tuple[list[list[Asked]], list[list[Asked]]]:
    """Return the puzzles by their length, and by their length and goal."""
    by_length, by_goal = defaultdict[Any, list[Asked]](list), defaultdict[Any, list[Asked]](list)
    for one in everything:
        by_length[one.tiles].append(one)
        by_goal[one.tiles, one.goal].append(one)
    return [*by_length.values()], [*by_goal.values()]


_Measure = Callable[[Sequence[float], Sequence[float]], float | None]


def within(
    groups: Sequence[Sequence[Asked]], stated: str, player: str, measure: _Measure = spearman
) -> tuple[float, int, int]:
    """Return the mean measure within groups, weighted, the groups and the puzzles in them.

    There is no mean (NaN) if the player tells the puzzles of no group apart.
    """
    parts = list[tuple[float, int]]()
    for group in groups:
        if len(group) >= LEAST:
            found = measure([one.ratings[stated] for one in group], _efforts(group, player))
            if found is not None:
                parts.append((found, len(group)))
    puzzles = sum(number for _, number in parts)
    total = sum(found * number for found, number in parts)
    return total / puzzles if puzzles else math.nan, len(parts), puzzles


def _efforts(group: Sequence[Asked], player: str) -> list[float]:
    if player != "all":
        return [one.efforts[player] for one in group]
    each = [ranks([one.efforts[name] for one in group]) for name in group[0].efforts]
    return [mean(ranked) for ranked in zip(*each, strict=True)]


def main() -> None:
    """Print how many puzzles the players leave, and how efforts and ratings go together."""
    everything = _all_asked()
    by_length, by_goal = grouped(everything)
    lengths = sorted((group[0].tiles, group) for group in by_length)
    _say(f"| not solved | puzzles | {' | '.join(PLAYERS)} |")
    for tiles, group in lengths:
        unsolved = (sum(one.efforts[name] == _UNSOLVED for one in group) for name in PLAYERS)
        _say(f"| {tiles} tiles | {len(group)} | {' | '.join(map(str, unsolved))} |")
    cuts = [(f"{tiles} tiles", [group]) for tiles, group in lengths]
    cuts += [("within length", by_length), ("within length and goal", by_goal)]
    for name, measure in (("rank correlation", spearman), ("pairs in order", in_order)):
        for stated in everything[0].ratings:
            _say(f"\n{name}\n| {stated} | groups | puzzles | {' | '.join((*PLAYERS, 'all'))} |")
            for cut, groups in cuts:
                found = [within(groups, stated, one, measure) for one in (*PLAYERS, "all")]
                told = " | ".join(f"{value:.2f}" for value, _, _ in found)
                _say(f"| {cut} | {found[-1][1]} | {found[-1][2]} | {told} |")


def _all_asked() -> list[Asked]:
    puzzles = list(shipped())
    found = list[Asked]()
    with ProcessPoolExecutor() as processes:
        for one in processes.map(asked, *zip(*puzzles, strict=True)):
            found.append(one)
            print(f"{len(found)} of {len(puzzles)} puzzles", file=sys.stderr)  # noqa: T201
    return found


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a script prints


if __name__ == "__main__":
    main()
