"""Perft: both builds of the kernel count what two programs before them counted."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import accumulate
from typing import Any

import pytest

from tests.builds import BUILDS, Build
from tests.games import random_rules, random_start
from tests.test_oracle import VECTORS
from verifier.carcassonne.engine.solo import Engine, perft
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Position, row, setup
from verifier.errors import Illegal, Malformed

ROWS: list[dict[str, Any]] = VECTORS["rows"]
LONG = 400_000
"""More nodes than this take the uncompiled kernel more than a few seconds."""


def cases() -> list[Any]:
    return [
        pytest.param(
            build,
            row,
            id=f"{build.name}-{row['tiles']}-{row['n']}",
            marks=[pytest.mark.slow] if build.name == "python" and row["nodes"] > LONG else [],
        )
        for build in BUILDS
        for row in ROWS
    ]


@pytest.mark.parametrize(("build", "row"), cases())
def test_every_row_is_counted_alike(build: Build, row: dict[str, Any]) -> None:
    with build.in_use():
        counted = perft(tiles_of(row["tiles"]), row["n"])
    assert tiles_of(row["tiles"]) == counted.tiles
    assert row["n"] == len(counted.leaves)
    assert (row["leaves"], row["nodes"]) == (counted.leaves[-1], counted.nodes[-1])
    assert (row["placements"], row["chk"]) == (counted.placements, counted.checksum)


def test_the_rows_are_all_there() -> None:
    lengths = {"EJUVWK": 6, "VUEJW": 4, "WLXWL": 2, "RHINFS": 6, "ABAB": 4}
    assert lengths == {row["tiles"]: row["n"] for row in ROWS}
    assert [1, 2, 3, 4, 5, 6] == [row["n"] for row in ROWS if row["tiles"] == "EJUVWK"]


@pytest.mark.parametrize("tiles", ["EJUVWK", "RHINFS"])
def test_a_deep_count_holds_the_shallow_ones(build: Build, tiles: str) -> None:
    deep = perft(tiles_of(tiles), 4)
    assert [perft(tiles_of(tiles), depth).leaves for depth in (1, 2, 3, 4)] == [
        deep.leaves[:depth] for depth in (1, 2, 3, 4)
    ], build.name
    assert tuple(accumulate(deep.leaves)) == deep.nodes


def random_position(rng: random.Random) -> tuple[Position, str]:
    """Return a table with any switches, maybe without a rule or meeples, and its next tile."""
    start = random_start(rng, random_rules(rng))
    pile = start.piles[start.pile_of(start.to_move)]
    rules = start.rules
    if rng.random() < 0.4:
        rules = replace(rules, without=(rng.choice(("lowest", "order", "return")),))
    supplies = start.supplies if rng.random() < 0.8 else (0,) * rules.colours
    return replace(start, rules=rules, supplies=supplies), pile.known[0]


@pytest.mark.parametrize("seed", range(80))
def test_a_last_turn_is_counted_as_it_is_played(build: Build, seed: int) -> None:
    # Claims of the last turn are counted without being made; the outcomes of one turn are made.
    start, tile = random_position(random.Random(seed))
    counted = perft((tile,), 1, start)
    outcomes = [each.after for each in Engine().outcomes(row(start, (tile,)))]
    if not counted.placements:
        assert (1,) == counted.leaves, build.name  # a forced pass, which is no turn
        return
    assert (len(outcomes),) == counted.leaves, build.name
    points = sum(s * 1000**n for after in outcomes for n, s in enumerate(after.scores[:3]))
    assert points + 10**9 * sum(sum(after.supplies) for after in outcomes) == counted.checksum


def test_an_unplaceable_tile_is_one_forced_pass(build: Build) -> None:
    # Nothing is open but fields and, by A, nothing else: C, X and W's roads fit nowhere.
    closed = parse_position("s3.4~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~n")
    assert (1,) == perft(tiles_of("X"), 1, closed).leaves, build.name
    assert (1, 1) == perft(tiles_of("XC"), 2, closed).leaves
    assert 0 == perft(tiles_of("XC"), 2, closed).placements
    # The same colour goes on after it: the checksum tells whose meeple left the supply.
    assert perft(tiles_of("E"), 1, closed).checksum == perft(tiles_of("XE"), 2, closed).checksum


def test_a_turn_that_ends_the_game_has_no_children(build: Build) -> None:
    without_meeples = parse_position("s3.3~D0.0.0~p1.2.3~h0.0.0~t1~n")
    assert (4,) == perft(tiles_of("E"), 1, without_meeples).leaves, build.name
    assert (4, 0) == perft(tiles_of("EE"), 2, without_meeples).leaves


@pytest.mark.parametrize(
    ("tiles", "depth", "error", "message"),
    [
        ("", 1, Malformed, "the row of tiles is empty"),
        ("EJ", 0, Malformed, "depth 0 for the row 'EJ': give 1 to 2"),
        ("EJ", 3, Malformed, "depth 3 for the row 'EJ': give 1 to 2"),
        ("EJ", -(10**30), Malformed, "give 1 to 2"),
        ("EZ", 2, Malformed, "there is no tile 'Z'"),
        ("Eé", 2, Malformed, "there is no tile 'é'"),
        ("e", 1, Malformed, "there is no tile 'e'"),
        ("CC", 2, Illegal, "use 2 tiles C, the set has 1"),
        ("D" * 4, 1, Illegal, "use 5 tiles D, the set has 4"),
        ("U" * 100_000, 3, Illegal, "a row of 100000 tiles, 'UUUUUUUUUUUUUUUUUUUU' and so on"),
    ],
)
def test_bad_rows_are_refused(
    build: Build, tiles: str, depth: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        perft(tiles_of(tiles), depth)
    assert message in str(caught.value), build.name


def test_the_start_may_be_any_position(build: Build) -> None:
    assert perft(tiles_of("EJU"), 3, setup()) == perft(tiles_of("EJU"), 3), build.name
