"""What a search costs: the exact number of solutions proved at the same positions, goal by goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil
from statistics import median
from time import process_time

from tests.bench.positions import stored, with_tiles
from verifier.carcassonne.engine.solo import solve, solve_best
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.position import Position

GOALS = (
    *(checklist()[goal] for goal in ("road-5-3c", "city-8-10-3c", "city-16-3c")),
    *(checklist()[goal] for goal in ("city-16-2c", "city-16", "road-10")),
    # The checklist's totals are far out of reach; at these positions four tiles bring 4 to 14.
    Goal("total-12", "total", at_least=12),
    checklist()["all-tiles"],
)
BESTS = (
    Goal("best result", "total"),
    Goal("best road", "road"),
    Goal("best city", "city"),
)
"""Goals of which the most that can be reached is looked for."""

TARGETS = {4: "1", 5: "10", 6: "100", 7: "2000"}
"""Median milliseconds to reach for road-5-3c, by tiles; the other goals have no number."""

CLIMBED = 5
"""The most tiles for which the best is looked for."""

BRUTE = 4
"""The most tiles that are searched by brute force too."""

MOST = 100_000
"""Solutions after which a search is cut short, as it is by ``meepleproof solve``."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is searched: positions, numbers of tiles, and outcomes visited at most in each."""

    positions: int
    tiles: tuple[int, ...]
    cap: int


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some numbers, what nine in ten do not exceed, and the largest."""

    median: float
    ninth: float
    most: float


@dataclass(frozen=True, slots=True)
class Searched:
    """What was searched for one goal with so many tiles; ``capped`` searches were cut short.

    A search cut short counts with what it took until then, so the true numbers are larger.
    ``brute`` are the same without bounds, where asked.
    """

    goal: str
    tiles: int
    positions: int
    capped: int
    solvable: int
    solutions: int
    milliseconds: Spread
    nodes: Spread
    brute_milliseconds: Spread | None
    brute_nodes: Spread | None


@dataclass(frozen=True, slots=True)
class Climbed:
    """What it took to find and prove the most that can be reached; else as Searched.

    ``worth`` is that of the searches that were not cut short.
    """

    goal: str
    tiles: int
    positions: int
    capped: int
    worth: Spread
    milliseconds: Spread
    nodes: Spread


@dataclass(frozen=True, slots=True)
class _One:
    """One search."""

    milliseconds: float
    nodes: int
    solutions: int
    exhaustive: bool


def searched(sizes: Sizes, tell: Callable[[str], None]) -> Iterator[Searched]:
    """Yield a row for each goal and number of tiles."""
    positions = stored()[: sizes.positions]
    for goal in GOALS:
        for tiles in sizes.tiles:
            tell(f"{goal.id}, {tiles} tiles")
            yield _row(goal, tiles, [with_tiles(position, tiles) for position in positions], sizes)


def climbed(sizes: Sizes, tell: Callable[[str], None]) -> Iterator[Climbed]:
    """Yield a row for each goal and number of tiles."""
    positions = stored()[: sizes.positions]
    for goal in BESTS:
        for tiles in (number for number in sizes.tiles if number <= CLIMBED):
            tell(f"{goal.id}, {tiles} tiles")
            found, took = [], []
            for position in positions:
                began = process_time()
                found.append(solve_best(with_tiles(position, tiles), goal, tiles, nodes=sizes.cap))
                took.append((process_time() - began) * 1e3)
            proved = [one.worth or 0 for one in found if one.exhaustive]
            yield Climbed(
                goal.id,
                tiles,
                len(positions),
                len(found) - len(proved),
                _spread(proved or [0]),
                _spread(took),
                _spread([one.nodes for one in found]),
            )


def _row(goal: Goal, tiles: int, positions: list[Position], sizes: Sizes) -> Searched:
    searches = [_one(goal, tiles, position, sizes.cap) for position in positions]
    brute = []
    if tiles <= BRUTE:
        brute = [_one(goal, tiles, position, sizes.cap, filtered=False) for position in positions]
        for one, other in zip(searches, brute, strict=True):
            assert not other.exhaustive or one.solutions == other.solutions, (goal, tiles)
    return Searched(
        goal.id,
        tiles,
        len(positions),
        sum(not one.exhaustive for one in searches),
        sum(one.solutions > 0 for one in searches),
        sum(one.solutions for one in searches),
        _spread([one.milliseconds for one in searches]),
        _spread([one.nodes for one in searches]),
        _spread([one.milliseconds for one in brute]) if brute else None,
        _spread([one.nodes for one in brute]) if brute else None,
    )


def _one(goal: Goal, tiles: int, position: Position, cap: int, *, filtered: bool = True) -> _One:
    began = process_time()
    found = solve(position, goal, tiles, lines=MOST, shown=0, nodes=cap, filtered=filtered)
    took = (process_time() - began) * 1e3
    return _One(took, found.nodes, found.count, found.exhaustive)


def _spread(numbers: list[float] | list[int]) -> Spread:
    ordered = sorted(numbers)
    return Spread(median(ordered), ordered[ceil(0.9 * len(ordered)) - 1], ordered[-1])
