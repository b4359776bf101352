"""The search finds what a naive solver finds; the last-tile filter loses nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.builds import BUILDS, Build
from tests.naive_goals import reached
from tests.naive_search import READINGS, Tree, goals_for, puzzle_position, solution_of
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.pause import let_signals_in
from verifier.carcassonne.engine.solo import Engine, search, solve, solve_alike
from verifier.carcassonne.engine.solo.laid_out import lay_out
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import Position, row, setup
from verifier.carcassonne.solo.turn import Outcome
from verifier.errors import Illegal, Malformed

ALL = 1_000_000
MANY = 5_000
"""Lines that are compared one by one; ends of games come in much larger numbers."""

BY_ORACLE, BY_ORACLE_AT_NIGHT = 24, 1_000
"""How many positions of two tiles are searched by the naive solver too."""

SOLVABLE = {
    "road": 18,
    "city": 18,
    "monasteries": 5,
    "total": 24,
    "all-tiles": 12,
    "stay": 12,
    "level": 12,
    "restraint": 12,
}
"""How many searches must have found something in the normal run, by kind of goal."""

TOLD = {"compiled": 6, "python": 1}
"""How many lines are told in full, which takes longer than finding them."""

POSITIONS = {"compiled": (90, 3), "python": (30, 2)}
AT_NIGHT = {"compiled": (1_000, 4), "python": (1_000, 2)}
"""How many positions are searched with and without the filter, and how many tiles they have."""

CAN_BE_SEEN = {
    "row", "piles", "4 colours", "solved early", "solved late", "unknown tile next", "discards",
    "end A", "end without a turn", "one placement, several ways",
    *(f"{key}={value}" for key in READINGS for value in CATALOGUE.switch(key).values[1:]),
}  # fmt: skip


def positions(first_seed: int, count: int, turns: int) -> Iterator[tuple[int, Position]]:
    """Yield that many positions with a tile to play, each with its seed."""
    found, seed = 0, first_seed
    while found < count:
        position = puzzle_position(seed, turns)
        assert () == faults(position), (seed, position_text(position))
        if any(pile.known for pile in position.piles):
            yield seed, position
            found += 1
        seed += 1


def seen_in(position: Position, tree: Tree) -> Iterator[str]:
    yield "piles" if len(position.piles) > 1 else "row"
    yield f"{position.rules.colours} colours"
    yield from (f"{key}={value}" for key, value in position.rules.switches)
    if any(after is not None and not after.children for _, after in tree.children):
        yield "unknown tile next"
    for outcome in tree.outcomes():
        if outcome.discards:
            yield "discards"
        if outcome.turn is None:
            yield "end without a turn"
        elif outcome.after.over and not all(pile.empty for pile in outcome.after.piles):
            yield "end A"


def compare_with_oracle(first_seed: int, count: int) -> Counter[str]:
    """Compare solutions with the naive solver's, on until all was seen; return what was."""
    seen: Counter[str] = Counter()
    for number, (seed, position) in enumerate(positions(first_seed, 3 * count, turns=2), start=1):
        for turns in (1, 2):
            seen += compare_tree(seed, position, turns)
        if number >= count and set(seen) >= CAN_BE_SEEN:
            break
    return seen


def compare_tree(seed: int, position: Position, turns: int) -> Counter[str]:
    """Compare the solutions of so many turns for many goals; return what was seen."""
    seen, tree = Counter[str](), Tree(position, turns)
    seen.update(set(seen_in(position, tree)))
    for goal in goals_for(seed, position, tree.outcomes()):
        listed = list(tree.solutions(goal))
        expected = set(listed)
        lengths = Counter(solution.turns for solution in expected)
        seen["solved early"] += 1 in lengths
        seen["solved late"] += 2 in lengths
        seen["one placement, several ways"] += len(expected) < len(listed)
        seen[f"{goal.kind} solvable"] += bool(expected)
        about = f"seed {seed}, {goal}: {position_text(position)}"
        for build in BUILDS[: 1 if seed % 3 else None]:  # the slow build on every third
            with build.in_use():
                found = solve(position, goal, turns, lines=ALL, shown=TOLD[build.name])
            assert found.exhaustive, about
            assert (lengths[1], lengths[2])[:turns] == found.by_length, f"{build.name}, {about}"
            solutions = {solution_of(line) for line in found.lines}
            assert min(TOLD[build.name], len(expected)) == len(solutions), about
            assert solutions <= expected, f"{build.name}, {about}"
    return seen


def test_the_search_finds_what_the_oracle_finds(record_property: Any) -> None:
    seen = compare_with_oracle(0, BY_ORACLE)
    record_property("seen", dict(seen))
    assert all(seen[f"{kind} solvable"] >= least for kind, least in SOLVABLE.items()), seen
    assert set() == CAN_BE_SEEN - set(seen), sorted(CAN_BE_SEEN - set(seen))


@pytest.mark.slow
def test_the_search_finds_what_the_oracle_finds_by_night(record_property: Any) -> None:
    seen = compare_with_oracle(1_000_000, BY_ORACLE_AT_NIGHT)
    record_property("seen", dict(seen))
    assert all(seen[f"{kind} solvable"] > BY_ORACLE_AT_NIGHT // 10 for kind in goal_kinds())


def first_outcomes(position: Position) -> frozenset[Outcome]:
    """Return what the first turn can bring, nothing if its tile is not known."""
    try:
        return Engine().outcomes(position)
    except Malformed:
        return frozenset()


def compare_filter(count: int, turns: int, first_seed: int) -> Counter[str]:
    """Compare the lines found with and without the last-tile filter, one by one."""
    solvable: Counter[str] = Counter()
    for seed, position in positions(first_seed, count, turns):
        table = lay_out(position, kernel.Solver)
        before = table.kernel.features()
        for goal in goals_for(seed, position, first_outcomes(position)):
            search.set_goal(table, goal, position.rules)
            about = f"seed {seed}, {goal}: {position_text(position)}"
            for depth in range(1, turns + 1):
                brute = table.kernel.solve(depth, MANY, 0, False, let_signals_in)
                filtered = table.kernel.solve(depth, MANY, 0, True, let_signals_in)
                assert brute[3] == filtered[3], about
                assert brute[:2] == filtered[:2], about
                assert filtered[2] <= brute[2], about
                assert len(brute[0]) == len({tuple(line) for line in brute[0]}), about
                solvable["cut short"] += not brute[3]
                solvable["pruned"] += filtered[2] < brute[2]
            solvable[goal.kind] += bool(brute[0])
        assert before == table.kernel.features()
    return solvable


def test_the_filter_loses_nothing(build: Build, record_property: Any) -> None:
    count, turns = POSITIONS[build.name]
    solvable = compare_filter(count, turns, 5_000_000)
    record_property("solvable", dict(solvable))
    assert solvable["pruned"] > 4 * count
    assert all(solvable[kind] >= count // 40 for kind in goal_kinds()), solvable


@pytest.mark.slow
def test_the_filter_loses_nothing_by_night(build: Build, record_property: Any) -> None:
    count, turns = AT_NIGHT[build.name]
    solvable = compare_filter(count, turns, 6_000_000)
    record_property("solvable", dict(solvable))
    assert all(solvable[kind] >= count // 40 for kind in goal_kinds()), solvable


@pytest.mark.parametrize("reading", CATALOGUE.switch("goal.allTiles").values)
@pytest.mark.parametrize("tiles", ["EC", "DX", "HC"])
def test_a_tile_that_fits_after_some_turns_only(build: Build, reading: str, tiles: str) -> None:
    # What one turn leaves no room for must not be counted as laid aside after another.
    position = parse_position(
        f"s3.4~o.goal.allTiles.{reading}~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~n{tiles}"
    )
    goal, tree = checklist()["all-tiles"], Tree(position, 2)
    assert {(), tiles_of(tiles[1])} == {outcome.discards for outcome in tree.outcomes()}
    expected = Counter(solution.turns for solution in set(tree.solutions(goal)))
    found = solve(position, goal, 2, lines=ALL, shown=0)
    assert (expected[1], expected[2]) == found.by_length, build.name
    assert (expected[1] > 0) == (reading == "piles_empty")


GAP = (
    "A3.-3.0.{0}~U0.-2.0~U0.-1.0.{1}~E0.-1.1~E0.0.1~E0.1.1~U0.1.0~A1.2.0.{2}"
    "~p1.2.3~h{3}.{4}.{5}~t1~nU"
)
"""A road of six tiles but for one in the middle, with meeples on three of them."""


def gap(switches: str, first: str, second: str, third: str) -> Position:
    on = Counter((first, second, third))
    stands = [f"{edge}{c}" for edge, c in zip("EEW", (first, second, third), strict=True)]
    left = [4 - on[colour] for colour in "123"]
    text = GAP.format(*stands, *left).replace(".E0~", "~").replace(".W0~", "~")
    return parse_position(f"s3.4{switches}~{text}")


@pytest.mark.parametrize("worth", CATALOGUE.switch("goal.worth").values)
@pytest.mark.parametrize("scored", CATALOGUE.switch("goal.scored").values)
@pytest.mark.parametrize("counted", CATALOGUE.switch("goal.colours").values)
@pytest.mark.parametrize("count", CATALOGUE.switch("goal.count").values)
def test_every_reading_of_a_feature_goal(
    build: Build, worth: str, scored: str, counted: str, count: str
) -> None:
    chosen = {"worth": worth, "scored": scored, "colours": counted, "count": count}
    switches = "".join(f"~o.goal.{key}.{value}" for key, value in chosen.items())
    verdicts: Counter[bool] = Counter()
    for colours in ("123", "120", "232", "112", "200"):
        position = gap(switches, *colours)
        tree, table = Tree(position, 1), lay_out(position, kernel.Solver)
        for least, most, several in product((0, 6, 7, 12, 13, 18, 19), (0, None), range(4)):
            goal = Goal("road", "road", least, least if most == 0 else None, several)
            search.set_goal(table, goal, position.rules)
            expected = len(set(tree.solutions(goal)))
            for filtered in (False, True):
                assert [expected] == table.kernel.solve(1, ALL, 0, filtered, let_signals_in)[1], (
                    build.name,
                    colours,
                    goal,
                )
            verdicts[expected > 0] += 1
    assert min(verdicts[True], verdicts[False]) > 10


# Limits

ROADS = parse_position("s3.4~D0.0.0~U0.1.0.E1~A1.2.0~p1.2.3~h3.4.4~t2~nSAS")
ANY_ROAD = Goal("road-2", "road", at_least=2)


def test_a_limit_of_lines_stops_after_one_more(build: Build) -> None:
    everything = solve(ROADS, ANY_ROAD, 3, lines=ALL)
    count = everything.count
    assert everything.exhaustive
    assert count == len(everything.lines) > 10
    for limit in (0, 1, 2, count - 1):
        found = solve(ROADS, ANY_ROAD, 3, lines=limit)
        assert not found.exhaustive, build.name
        assert limit + 1 == found.count
        assert everything.lines[:limit] == found.lines
    for limit in (count, count + 1, 10**40):
        assert everything == solve(ROADS, ANY_ROAD, 3, lines=limit)


def test_only_the_lines_asked_for_are_told(build: Build) -> None:
    everything = solve(ROADS, ANY_ROAD, 3, lines=ALL)
    few = solve(ROADS, ANY_ROAD, 3, lines=ALL, shown=2)
    assert everything.lines[:2] == few.lines, build.name
    assert everything.by_length == few.by_length
    assert () == solve(ROADS, ANY_ROAD, 3, lines=ALL, shown=0).lines


def test_a_limit_of_nodes_gives_what_was_found_so_far(build: Build) -> None:
    everything = solve(ROADS, ANY_ROAD, 3, lines=ALL, filtered=False)
    for enough in (everything.nodes + 1, 10**40):
        assert everything == solve(ROADS, ANY_ROAD, 3, lines=ALL, nodes=enough, filtered=False)
    before = 0
    for limit in (1, 2, 10, 50, everything.nodes // 2, everything.nodes - 1):
        found = solve(ROADS, ANY_ROAD, 3, lines=ALL, nodes=limit, filtered=False)
        assert not found.exhaustive, build.name
        # It stops at the limit but for the line it is in.
        assert limit <= found.nodes <= limit + 3
        assert before <= found.count <= everything.count
        assert everything.lines[: found.count] == found.lines
        before = found.count


def test_a_search_without_solutions_says_so(build: Build) -> None:
    found = solve(ROADS, Goal("road-60", "road", at_least=60), 3)
    assert (0, 0, 0) == found.by_length, build.name
    assert found.exhaustive
    assert () == found.lines
    unlimited = 10**40
    assert found.by_length == solve(ROADS, Goal("r", "road", unlimited), 3).by_length
    assert found.by_length == solve(ROADS, Goal("r", "road", 1, colours=unlimited), 3).by_length
    bounded = Goal("r", "road", 2, at_most=unlimited)
    assert solve(ROADS, ANY_ROAD, 3, lines=ALL).lines == solve(ROADS, bounded, 3, lines=ALL).lines


def test_every_line_ends_when_the_goal_is_first_reached(build: Build) -> None:
    found = solve(ROADS, ANY_ROAD, 3, lines=ALL)
    assert (1, 6, 306) == found.by_length, build.name
    assert {1, 2, 3} == {len(line) for line in found.lines}
    for line in found.lines:
        assert [False] * (len(line) - 1) + [True] == [reached(ANY_ROAD, o) for o in line]
        following = [ROADS, *(outcome.after for outcome in line)]
        for position, outcome in zip(following, line, strict=False):
            assert outcome in Engine().outcomes(position)


def test_more_turns_than_tiles_find_no_more(build: Build) -> None:
    three = solve(ROADS, ANY_ROAD, 3, lines=ALL)
    for turns in (4, 72):
        found = solve(ROADS, ANY_ROAD, turns, lines=ALL)
        assert three.lines == found.lines, build.name
        assert (*three.by_length, *[0] * (turns - 3)) == found.by_length


def test_fewer_turns_find_the_short_lines(build: Build) -> None:
    def short(turns: int) -> Iterable[object]:
        return [line for line in everything if len(line) <= turns]

    everything = solve(ROADS, ANY_ROAD, 3, lines=ALL).lines
    for turns in (1, 2):
        assert short(turns) == list(solve(ROADS, ANY_ROAD, turns, lines=ALL).lines), build.name


def test_every_goal_of_the_checklist_can_be_asked(build: Build) -> None:
    for goal in checklist().values():
        found = solve(ROADS, goal, 3, lines=ALL, shown=0)
        assert found.exhaustive, build.name
        assert (found.count > 0) == (goal.id == "all-tiles")
        assert (0, 0) == found.by_length[:2]


def test_of_a_search_that_stopped_no_line_is_told_unless_asked_for() -> None:
    position = row(setup(), ("base/A", "base/A"))
    road = Goal("any road", "road", 3)
    told = solve_alike(position, road, 2, lines=10)
    untold = solve_alike(position, road, 2, lines=10, stopped_shown=False)
    assert not untold.exhaustive
    assert () == untold.lines
    assert told == replace(untold, lines=told.lines)
    one = Goal("road of five", "road", 5)
    assert solve_alike(position, one, 2, lines=9) == solve_alike(
        position, one, 2, lines=9, stopped_shown=False
    )


def test_numbers_that_are_wrong_are_found_on_a_table_known_to_be_right() -> None:
    position = row(setup(), ("base/A", "base/A"))
    road = Goal("any road", "road", 3)
    solve(position, road, 2)
    wrong = {
        "number_of_monasteries": replace(position, monasteries=1),
        "number_of_meeples": replace(position, supplies=(3, 4, 4)),
        "score_out_of_range": replace(position, scores=(0, 2, 3)),
        "too_many_tiles": row(setup(), ("base/C", "base/C")),
    }
    for name, position in wrong.items():
        assert any(fault.name == name for fault in faults(position))
        with pytest.raises(Illegal, match=name):
            solve(position, road, 2)
