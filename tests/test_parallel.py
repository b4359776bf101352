"""The search by many hands finds what the search by one finds, line for line."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from typing import Any

import pytest

from tests.builds import COMPILED, Build
from tests.naive_search import goals_for
from tests.test_search import ALL, ANY_ROAD, ROADS, first_outcomes, positions
from verifier.carcassonne.engine.solo import Solutions, solve
from verifier.carcassonne.engine.solo.parallel import solve_with
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.errors import Illegal, Malformed, Undecided

COUNTS, BY_NIGHT = {"compiled": 20, "python": 3}, {"compiled": 150, "python": 15}
"""How many positions are searched both ways, each for a few goals with one turn and with three."""


class Here(Executor):
    """Does all that it is given when it is asked for it, and remembers what was asked."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future = _Late(work, given)
        self.futures.append(future)
        assert not named
        return future


class _Late(Future[Any]):
    def __init__(self, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
        super().__init__()
        self._work, self._given = work, given

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self.set_result(self._work(*self._given))
        return super().result(timeout)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2) as executor:
        yield executor


def questions(seed: int, count: int, turns: int) -> Iterator[tuple[str, Any, Goal, int]]:
    """Yield questions of every kind of goal, each with words that tell it."""
    for number, position in positions(seed, count, turns):
        goals = goals_for(number, position, first_outcomes(position))
        for goal in random.Random(number).sample(goals, 6):
            for depth in (1, turns):
                yield f"{number}, {goal}: {position_text(position)}", position, goal, depth


def same(one: Solutions, other: Solutions) -> bool:
    """Return whether two answers are the same; outcomes examined may differ."""
    return (one.lines, one.by_length, one.exhaustive) == (
        other.lines,
        other.by_length,
        other.exhaustive,
    )


def compare(first_seed: int, count: int) -> Counter[str]:
    """Search positions both ways, whole and cut short; return what was seen."""
    seen: Counter[str] = Counter()
    for about, position, goal, turns in questions(first_seed, count, 3):
        expected = solve(position, goal, turns, lines=ALL, shown=3)
        actual = solve_with(Here(), position, goal, turns, lines=ALL, shown=3)
        assert same(expected, actual), about
        assert expected.nodes <= actual.nodes
        seen[goal.kind] += expected.count > 0
        seen["early"] += turns > 1 and expected.by_length[0] > 0
        seen["late"] += turns > 1 and expected.by_length[-1] > 0
        if expected.count > 1:
            few = expected.count // 2
            expected = solve(position, goal, turns, lines=few, shown=3)
            assert same(expected, solve_with(Here(), position, goal, turns, lines=few, shown=3))
            seen["cut short"] += not expected.exhaustive
    return +seen


def test_both_ways_find_the_same(build: Build, record_property: Any) -> None:
    seen = compare(7_000_000, COUNTS[build.name])
    record_property("seen", dict(seen))
    assert_enough_was_seen(seen, build)


@pytest.mark.slow
def test_both_ways_find_the_same_by_night(build: Build, record_property: Any) -> None:
    seen = compare(7_200_000, BY_NIGHT[build.name])
    record_property("seen", dict(seen))
    assert_enough_was_seen(seen, build)


def assert_enough_was_seen(seen: Counter[str], build: Build) -> None:
    """Every kind of goal was reached, early and late; the uncompiled kernel is asked less."""
    everything = {*goal_kinds(), "early", "late", "cut short"}
    assert set(seen) == everything if build.name == "compiled" else seen["cut short"], seen


def test_an_end_without_a_further_turn_counts_for_the_turn_before(build: Build) -> None:
    # After either tile C or X fits nowhere, so the game is over: with all tiles used or laid aside.
    for tiles in ("EC", "DX", "HC", "XE"):
        for turns in (1, 2):
            position = parse_position(
                f"s3.4~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~n{tiles}"
            )
            for goal in (checklist()["all-tiles"], Goal("total-1", "total", 1)):
                expected = solve(position, goal, turns, lines=ALL)
                actual = solve_with(Here(), position, goal, turns, lines=ALL)
                assert same(expected, actual), (build.name, tiles, turns, goal.id)
                assert expected.count > 0


def test_limits_of_lines(build: Build) -> None:
    count = solve(ROADS, ANY_ROAD, 3, lines=ALL).count
    for limit, shown in ((0, None), (1, 2), (7, None), (count - 1, 0), (count, 2)):
        expected = solve(ROADS, ANY_ROAD, 3, lines=limit, shown=shown)
        actual = solve_with(Here(), ROADS, ANY_ROAD, 3, lines=limit, shown=shown)
        assert same(expected, actual), (build.name, limit, shown)


def test_limits_of_nodes(build: Build) -> None:
    # Unfiltered, both visit the same outcomes in the same order.
    everything = solve(ROADS, ANY_ROAD, 3, lines=ALL, filtered=False)
    assert everything == solve_with(Here(), ROADS, ANY_ROAD, 3, lines=ALL, filtered=False)
    for limit in (1, 10, everything.nodes // 2, everything.nodes - 1, everything.nodes):
        expected = solve(ROADS, ANY_ROAD, 3, lines=ALL, nodes=limit, filtered=False)
        actual = solve_with(Here(), ROADS, ANY_ROAD, 3, lines=ALL, nodes=limit, filtered=False)
        assert expected == actual, (build.name, limit)


def test_workers_of_any_kind_find_the_same(processes: Executor) -> None:
    random_questions = list(questions(7_100_000, 4, 3 if COMPILED else 2))
    with ThreadPoolExecutor(2) as threads:
        for about, position, goal, turns in random_questions:
            expected = solve(position, goal, turns, shown=2)
            assert same(expected, solve_with(threads, position, goal, turns, shown=2)), about
            assert same(expected, solve_with(processes, position, goal, turns, shown=2)), about


# What is left when it ends early


def left_to_do(executor: Here) -> list[bool]:
    return [not future.done() for future in executor.futures]


def test_when_a_limit_is_reached_the_rest_is_cancelled() -> None:
    executor = Here()
    found = solve_with(executor, ROADS, ANY_ROAD, 3, lines=0)
    assert 1 == found.count
    assert not any(left_to_do(executor))
    assert any(future.cancelled() for future in executor.futures)


def test_when_it_is_interrupted_the_rest_is_cancelled() -> None:
    class Interrupted(Here):
        def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
            future = super().submit(work, *given, **named)
            if len(self.futures) == 2:
                future.set_exception(KeyboardInterrupt())
            return future

    executor = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        solve_with(executor, ROADS, ANY_ROAD, 3)
    assert len(executor.futures) > 3
    assert not any(left_to_do(executor))
    assert all(future.cancelled() for future in executor.futures[2:])


def test_time_that_is_over_leaves_it_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1_000_000))
    monkeypatch.setattr("verifier.carcassonne.engine.solo.parallel.time.time", lambda: next(now))
    everything = solve(ROADS, ANY_ROAD, 3, lines=ALL)
    found = solve_with(Here(), ROADS, ANY_ROAD, 3, lines=ALL, seconds=3)
    assert not found.exhaustive
    assert 0 < found.count < everything.count
    assert set(found.lines) < set(everything.lines)


def test_a_worker_that_dies_leaves_it_undecided() -> None:
    class Dying(Here):
        def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
            future = super().submit(work, *given, **named)
            future.set_exception(BrokenExecutor("out of memory"))
            return future

    with pytest.raises(Undecided, match="a worker of the search died: out of memory"):
        solve_with(Dying(), ROADS, ANY_ROAD, 3)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"lines": -1}, Malformed, "a limit of -1 lines"),
        ({"nodes": -1}, Malformed, "a limit of -1 nodes"),
        ({"seconds": -1}, Malformed, "a limit of -1 seconds"),
        ({"turns": 0}, Malformed, "0 turns"),
        ({"goal": Goal("none", "monasteries", 0)}, Illegal, "is reached already"),
    ],
)
def test_bad_questions_are_refused_as_by_one_hand(
    wrong: dict[str, Any], error: type[Exception], message: str
) -> None:
    question: dict[str, Any] = {"position": ROADS, "goal": ANY_ROAD, "turns": 3} | wrong
    executor = Here()
    for ask in (solve, lambda **given: solve_with(executor, **given)):
        with pytest.raises(error, match=message):
            ask(**question)
    assert [] == executor.futures


def test_without_a_first_turn_nothing_is_found(build: Build) -> None:
    unknown = parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.E.E~u1.0.0")
    ended = parse_position("s3.4~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~nC")
    for position in (unknown, ended):
        for goal in checklist().values():
            expected = solve(position, goal, 2)
            assert expected == solve_with(Here(), position, goal, 2), build.name
            assert 0 == expected.count
