"""Tiles sought for a road or city: they reach the goal, and where there are any, some are met.

The boxes are small, so that brute force can play every row of tiles.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice, permutations, product

import pytest

from tests.builds import BUILDS, Build
from tests.games import game
from tests.naive_search import READINGS
from verifier.carcassonne.engine.solo import seek, solve
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Pile, Position, setup, with_row
from verifier.errors import Illegal, Malformed, MeepleproofError

GOALS = [
    *(Goal(f"r{n}{c}", "road", n, colours=c) for n, c in ((2, 0), (3, 2), (4, 1), (4, 3), (6, 2))),
    *(Goal(f"c{n}{c}", "city", n, colours=c) for n, c in ((4, 1), (6, 2), (8, 2), (8, 3))),
    Goal("r45", "road", 4, 5, colours=1),
    Goal("c48", "city", 4, 8, colours=1),
]
COUNT = {"compiled": 90, "python": 36}
EASY = Goal("r", "road", 3, colours=2)
KINDS_LEFT = 5


def with_small_box(seed: int) -> Position:
    """Return a position of a game whose unknown tiles are of a few kinds, two of each at most."""
    rng = random.Random(f"seeking {seed}")
    steps = [position for position, _ in islice(game(seed, official=True), rng.randrange(2, 16))]
    position = replace(steps[-1], discards=(), piles=(Pile(),), over=False)
    left = tiles_in_box(position)
    kept = Counter(
        {letter: min(left[letter], 2) for letter in rng.sample(sorted(left), KINDS_LEFT)}
    )
    readings = {
        key: rng.choice(CATALOGUE.switch(key).values) for key in READINGS if rng.random() < 0.2
    }
    piles = tuple(Pile((), kept.total() // 3) for _ in range(3))
    if position.rules.colours != len(piles) or rng.random() < 0.3:
        piles = (Pile((), kept.total()),)
    return replace(
        position,
        rules=position.rules.with_switches(readings),
        discards=tuple((left - kept).elements()),
        piles=piles,
    )


def reaches(position: Position, goal: Goal, row: tuple[str, ...]) -> bool:
    """Tell by brute force whether the last of these tiles can be the first to reach the goal."""
    known = with_row(position, row)
    with BUILDS[0].in_use():  # the quickest there is; what was met may come from another
        found = solve(known, goal, len(row), lines=10**6, shown=0, filtered=False)
    return found.exhaustive and found.by_length[-1] > 0


def test_what_is_met_reaches_the_goal_and_nothing_does_before(build: Build) -> None:
    met: Counter[str] = Counter()
    for seed in range(COUNT[build.name]):
        position = with_small_box(seed)
        for goal in GOALS:
            rows = seek(position, goal, 2, seed=seed, most=30, nodes=4_000)
            assert [] == [row for row in rows if not reaches(position, goal, row)], (seed, goal)
            met[goal.kind] += len(rows)
    assert min(met["road"], met["city"]) > 100, met


def test_where_there_are_any_some_are_met(build: Build) -> None:
    seen: set[tuple[str, int, bool]] = set()
    for seed in range(COUNT[build.name]):
        position, goal, turns = with_small_box(seed), GOALS[seed % len(GOALS)], 1 + seed % 2
        rows = set(permutations(tiles_in_box(position).elements(), turns))
        some = any(reaches(position, goal, row) for row in rows)
        for most in (1, 4):
            found = seek(position, goal, turns, seed=seed, most=most, nodes=0)
            assert (most if some else 0) == len(found), (seed, goal)
        seen.add((goal.kind, turns, some))
    assert set(product(("road", "city"), (1, 2), (False, True))) == seen


JOINED_BY_O = (
    "s4.6~V0.0.-1.S3~M1.1.-1.N1~P3.-1.0.S2~D0.0.0~P2.1.0.N2~L1.-1.1.N3~R3.0.1.N1~F1.0.2~W3.1.2.E1"
    "~W3.1.3~p1.2.3.4~h3.4.4.6~t2~n~u9~xAABBBBDDDEEEEEFGHIIJJJKKKLLMNNNPQTUUUUUUUUVVVVVVVVWWX"
)


def test_the_tile_that_joins_is_met_whichever_is_tried_first(build: Build) -> None:
    """What one tile cannot do in the last turn is not said of another: only the O joins here."""
    goal = Goal("r32", "road", 3, colours=2)
    rows = [seek(parse_position(JOINED_BY_O), goal, 2, seed=seed, nodes=0) for seed in range(9)]
    assert [(tiles_of("OO"),)] * len(rows) == rows, build.name


def test_all_builds_meet_the_same_rows() -> None:
    met: set[tuple[str, ...]] = set()
    for seed in range(4):
        found = []
        for build in BUILDS:
            with build.in_use():
                found.append(seek(setup(), EASY, 3, seed=seed, most=2, nodes=9_000))
        assert found[:1] * len(found) == found
        met.update(found[0])
    assert len(met) > 1, "each seed meets others"


def test_it_looks_at_so_many_outcomes_at_most(build: Build) -> None:
    found = [seek(setup(), EASY, 3, seed=1, nodes=nodes) for nodes in (1, 20, 9_000)]
    assert [0, 0, 1] == [len(rows) for rows in found], build.name


def test_what_needs_five_turns_is_not_met_in_four(build: Build) -> None:
    assert () == seek(setup(), checklist()["city-8-10-3c"], 4, seed=1, nodes=20_000), build.name


@pytest.mark.parametrize(
    ("text", "goal", "turns", "error", "expected"),
    [
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE", "road-10", 1, Malformed, "next tiles are known"),
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u1.0.2", "road-10", 2, Malformed, "/piles/1"),
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u9.9.9", "road-10", 0, Malformed, "0 turns"),
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u9.9.9", "road-10", 10**12, Malformed, "1 to 27"),
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u9.9.9", "total-40", 1, Illegal, "no tiles are sought"),
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u9.9.9~over", "road-10", 1, Illegal, "SOLO-END-7"),
        ("s3.4~D0.0.0~D0.5.5~p1.2.3~h4.4.4~t1~n..~u9.9.9", "road-10", 1, Illegal, "in_pieces"),
    ],
)
def test_what_cannot_be_asked_is_told(
    text: str, goal: str, turns: int, error: type[MeepleproofError], expected: str
) -> None:
    with pytest.raises(error) as caught:
        seek(parse_position(text), checklist()[goal], turns, seed=1, nodes=100)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"seed": -1}, "seed -1"),
        ({"seed": 1 << 64}, "seed 18446744073709551616"),
        ({"nodes": -1}, "a limit of -1 nodes"),
        ({"most": -3}, "a limit of -3 rows"),
    ],
)
def test_numbers_that_cannot_be_are_refused(limits: dict[str, int], expected: str) -> None:
    request = {"seed": 1, "nodes": 100, "most": 1, **limits}
    with pytest.raises(Malformed, match=expected):
        seek(setup(), EASY, 3, **request)


def test_a_limit_may_be_larger_than_any_number_of_outcomes() -> None:
    assert 1 == len(seek(setup(), EASY, 3, seed=1, nodes=1 << 70))
