"""Tiles sought for a road or city: they reach the goal, and where there are any, some are met.

The boxes are small, so that brute force can play every row of tiles.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice, permutations

import pytest

from tests.builds import BUILDS, Build
from tests.games import game
from tests.naive_search import READINGS
from verifier.engine import seek, solve
from verifier.engine.playing import box
from verifier.errors import Illegal, Malformed, MeepleproofError
from verifier.goals import Goal, checklist
from verifier.notation import parse_position
from verifier.position import Pile, Position, setup, with_row
from verifier.rules.switches import switch

GOALS = [
    *(Goal(f"r{n}{c}", "road", n, colours=c) for n, c in ((2, 0), (3, 2), (4, 1), (4, 3), (6, 2))),
    *(Goal(f"c{n}{c}", "city", n, colours=c) for n, c in ((4, 1), (6, 2), (8, 2), (8, 3))),
    Goal("r45", "road", 4, 5, colours=1),
    Goal("c48", "city", 4, 8, colours=1),
]
COUNT = {"compiled": 90, "python": 60}
EASY = Goal("r", "road", 3, colours=2)
KINDS_LEFT = 5


def with_small_box(seed: int) -> Position:
    """Return a position of a game whose unknown tiles are of a few kinds, two of each at most."""
    rng = random.Random(f"seeking {seed}")
    steps = [position for position, _ in islice(game(seed, official=True), rng.randrange(2, 16))]
    position = replace(steps[-1], discards="", piles=(Pile(),), over=False)
    left = box(position)
    kept = Counter(
        {letter: min(left[letter], 2) for letter in rng.sample(sorted(left), KINDS_LEFT)}
    )
    readings = {key: rng.choice(switch(key).values) for key in READINGS if rng.random() < 0.2}
    piles = tuple(Pile("", kept.total() // 3) for _ in range(3))
    if position.rules.colours != len(piles) or rng.random() < 0.3:
        piles = (Pile("", kept.total()),)
    return replace(
        position,
        rules=position.rules.with_switches(readings),
        discards="".join((left - kept).elements()),
        piles=piles,
    )


def by_brute_force(position: Position, goal: Goal, turns: int) -> set[str]:
    """Return all rows of so many tiles of the box whose last can be the first to reach the goal."""
    rows = {"".join(row) for row in permutations(box(position).elements(), turns)}
    return {
        row
        for row in rows
        if solve(
            with_row(position, row), goal, turns, lines=10**6, shown=0, filtered=False
        ).by_length[-1]
    }


def test_what_is_met_reaches_the_goal_and_what_there_is_is_met(build: Build) -> None:
    seen: Counter[str] = Counter()
    for seed in range(COUNT[build.name]):
        position, goal = with_small_box(seed), GOALS[seed % len(GOALS)]
        turns = 1 + seed % 2
        expected = by_brute_force(position, goal, turns)
        for most in (1, 4):
            rows = seek(position, goal, turns, seed=seed, most=most, nodes=0)
            assert set(rows) <= expected, (seed, goal)
            assert (most if expected else 0) == len(rows), (seed, goal)
        seen.update({f"{goal.kind} {turns} {bool(expected)}": 1})
    both = {f"{kind} {turns}" for kind in ("road", "city") for turns in (1, 2)}
    assert both == {what.removesuffix(" True") for what in seen if what.endswith("True")}, seen
    assert {what.rpartition(" ")[2] for what in seen} == {"True", "False"}, seen


def test_all_builds_meet_the_same_rows() -> None:
    met: set[str] = set()
    for seed in range(4):
        told = []
        for build in BUILDS:
            with build.in_use():
                told.append(seek(setup(), EASY, 3, seed=seed, most=2, nodes=9_000))
        assert told[:1] * len(told) == told
        met.update(told[0])
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
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u1.0.0", "road-10", 2, Malformed, "/piles/1"),
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u9.9.9", "road-10", 0, Malformed, "0 turns"),
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
