"""The two builds of the kernel and the naive oracle agree on every child of random positions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.builds import BUILDS, COMPILED, FOLDER, MODULES, Build, from_source, header
from tests.games import ORACLE, PLAY_SWITCHES, Step, features_seen, game
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, position_text

CHILDREN, BY_NIGHT = 6_000, 100_000
VECTORS = json.loads((Path(__file__).parent / "vectors" / "positions.json").read_text("utf-8"))
THIRD_EXAMPLE = (
    "s3.4~V2.-2.0~D0.0.0~U0.1.0.E2~A1.2.0.M2~A0.-2.1.S1~E2.-1.1.S3~G1.0.1.N1~p1.2.3~h2.2.3~t1~nL"
)
"""The third scoring example of the text, before its last tile."""

SEEN = {
    "3 colours", "4 colours", "row", "piles", "over", "game over", "end A", "discard",
    "discards in two piles", "two discards", "skipped colour", "no tile left", "completed road",
    "completed city", "completed monastery", "monastery elsewhere", "two completed",
    "three completed", "three colours on one", "sole majority", "shared", "nobody qualified",
    "claimed and scored",
    *(f"{meeples} meeples" for meeples in range(3, 8)),
    *(f"supply {supply}" for supply in range(8)),
    *(f"{key}={value}" for key in PLAY_SWITCHES for value in CATALOGUE.switch(key).values[1:]),
}  # fmt: skip
"""What must be among the positions compared, even in the normal run."""


BINARY = {".so", ".pyd"}


def test_the_run_says_which_builds_it_tests(record_property: Any) -> None:
    compiled = {path.name.partition(".")[0] for path in FOLDER.iterdir() if path.suffix in BINARY}
    assert compiled in (set(), set(MODULES)), "all or none: they share a layout"
    record_property("kernel builds", header())
    names = ["compiled", "python"] if compiled else ["python"]
    assert names == [build.name for build in BUILDS], compiled
    assert (COMPILED is not None) == (Engine.kernel == "compiled")
    assert not from_source()["board"].COMPILED


def test_a_build_in_use_is_what_the_engine_plays_on(build: Build) -> None:
    played: list[Any] = []

    class Watched(build.kinds["Lister"]):  # type: ignore[misc, name-defined]  # a class found at run time
        def __init__(self, tables: Any) -> None:
            played.append(build.name)
            super().__init__(tables)

    with Build("watched", {"Lister": Watched}).in_use():
        Engine().outcomes(parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE"))
    assert [build.name] == played


def walk(first_seed: int, turns: int) -> Iterator[tuple[str, Step]]:
    """Yield positions with all their children by the oracle: some written down, then of games."""
    for text in (THIRD_EXAMPLE, *(vector["position"] for vector in VECTORS)):
        position = parse_position(text)
        yield text, (position, ORACLE.outcomes(position))
    seed = first_seed
    while True:
        for turn, step in enumerate(islice(game(seed), turns)):
            yield f"seed {seed}, turn {turn}", step
        seed += 1


def compare(first_seed: int, turns: int, enough: int) -> Counter[str]:
    """Compare so many children, and on until all has been seen; return what was among them."""
    engine, seen, children = Engine(), Counter[str](), 0
    for about, (position, expected) in walk(first_seed, turns):
        for build in BUILDS:
            with build.in_use():
                actual = engine.outcomes(position)
            assert expected == actual, f"{build.name}, {about}: {position_text(position)}"
        children += len(expected)
        seen.update(features_seen(position, expected))
        seen.update({f"supply {position.supplies[position.to_move]}"})
        if children >= (enough if set(seen) >= SEEN else 4 * enough):
            break
    return seen + Counter({"children": children})


def test_all_children_agree(record_property: Any) -> None:
    seen = compare(2_000_000, 3, CHILDREN)
    record_property("children compared", seen["children"])
    assert seen["children"] >= CHILDREN
    assert set() == SEEN - set(seen), sorted(SEEN - set(seen))


@pytest.mark.slow
def test_all_children_agree_by_night(record_property: Any) -> None:
    seen = compare(3_000_000, 40, BY_NIGHT)
    record_property("children compared", seen["children"])
    assert seen["children"] >= BY_NIGHT
    assert set() == SEEN - set(seen), sorted(SEEN - set(seen))


CLOSED = "s3.4~{switches}~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~n{piles}"


@pytest.mark.parametrize("empty", CATALOGUE.switch("pile.empty").values)
@pytest.mark.parametrize("piles", ["C..E", "C.E.", "C.X.E"])
def test_after_an_unplaceable_tile_the_next_pile_with_tiles_is_drawn_from(
    build: Build, empty: str, piles: str
) -> None:
    # AMB-03 redraw_next_pile: the same turn, so the colour stays; AMB-04 speaks of own piles.
    switches = f"o.tile.unplaceable.redraw_next_pile~o.pile.empty.{empty}"
    outcomes = Engine().outcomes(parse_position(CLOSED.format(switches=switches, piles=piles)))
    drawn = {(o.colour, o.discards, o.turn.tile if o.turn else None) for o in outcomes}
    expected = "base/X" if "X" in piles else "base/E"
    assert {(0, tiles_of("C"), expected)} == drawn, build.name


@pytest.mark.parametrize(
    ("switches", "counted"),
    [
        ("", 0),
        ("o.goal.monastery.completed~", 1),
        ("o.goal.scored.completed_suffices~", 1),
        ("o.goal.monastery.completed~o.goal.scored.completed_suffices~", 1),
    ],
)
def test_either_reading_counts_a_monastery_that_brought_nothing(
    build: Build, switches: str, counted: int
) -> None:
    # AMB-14, AMB-17: colour 2 stands on the monastery and is not lowest, whatever the order.
    around = "V2.-1.-1~U0.0.-1~V1.1.-1~U1.-1.0~B0.0.0.M2~U1.1.0~V3.-1.1~U0.0.1"
    position = parse_position(f"s3.4~{switches}{around}~p1.5.3~h4.3.4~t1~nV")
    closing = [o for o in Engine().outcomes(position) if o.turn and o.turn.cell == (1, 1)]
    assert 1 == len(closing), build.name
    assert {"S": 8, "sw": 9} == {s.feature: s.value for s in closing[0].scorings}
    assert counted == closing[0].after.monasteries
