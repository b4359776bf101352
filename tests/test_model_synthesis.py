"""Games made by seeds: the same seeds make the same game, however many workers there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
)
from dataclasses import replace
from typing import Any

import pytest

from tests.naive_goals import reached
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine, record_of
from verifier.carcassonne.model.solo import synthesis as room
from verifier.carcassonne.model.solo.questions import Answer, Terms
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.model.solo.synthesis import (
    Synthesis,
    cells_near,
    synthesise,
    synthesise_with,
)
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.position import setup
from verifier.constraints.cpsat import Parameters
from verifier.errors import Malformed, Undecided

CITY = checklist()["city-8-10-3c"]
NEAR = Terms(tiles=True, window=cells_near(setup(), 2), parameters=Parameters(limit=2))


@pytest.fixture(scope="module")
def solvers() -> Iterator[Solvers]:
    with Solvers() as made:
        yield made


def test_a_made_game_reaches_the_goal_in_its_last_turn_by_the_engine(solvers: Solvers) -> None:
    made = synthesise(solvers, setup(), 5, CITY, seed=1, terms=NEAR)
    game = record_of(made.answer.line, setup())
    assert () == Engine().violations(game)
    assert [False] * 4 + [True] == [reached(CITY, outcome) for outcome in outcomes_by_engine(game)]


def test_the_same_seed_makes_the_same_game_and_another_seed_another(solvers: Solvers) -> None:
    first, again, other = (
        synthesise(solvers, setup(), 5, CITY, seed=seed, terms=NEAR) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.answer.line != other.answer.line


# Several seeds


@pytest.mark.parametrize("seeds", [(2, 1), (1, 2), (2,)])
def test_the_same_seeds_make_the_same_game_for_one_worker_and_for_two(
    seeds: tuple[int, ...], solvers: Solvers
) -> None:
    """Within so little work seed 2 finds nothing, as the one solver here shows first."""
    terms = replace(NEAR, parameters=Parameters(limit=0.2))
    goal = checklist()["road-5-3c"]
    alone = [
        synthesise(solvers, setup(), 5, goal, seed=seed, terms=terms, attempts=1) for seed in seeds
    ]
    found = [made for made in alone if made.answer.verdict == "found"]
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as executor:
            made = synthesise_with(executor, setup(), 5, goal, seeds=seeds, terms=terms, attempts=1)
        assert (found or alone[-1:])[0] == made


_Work = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]


class Forwards(Executor):
    """Does what it was given one by one, the first first, when a result is asked for."""

    next = 0

    def __init__(self) -> None:
        self.todo: list[_Work] = []
        self.futures: list[Future[Any]] = []

    def submit(self, work: Callable[..., Any], /, *given: Any, **_: Any) -> Future[Any]:
        self.futures.append(_Late(self))
        self.todo.append((self.futures[-1], work, given))
        return self.futures[-1]


class Backwards(Forwards):
    """Does the last first."""

    next = -1


class _Late(Future[Any]):
    def __init__(self, executor: Forwards) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:
        while not self.done():
            future, work, given = self.executor.todo.pop(self.executor.next)
            future.set_result(work(*given))
        return super().result(timeout)


def answering(**statuses: str) -> Callable[..., Synthesis]:
    """Return a stand-in for the work with a seed, by the seed's number: ``s1="found"``."""

    def alone(_start: object, _turns: int, _goal: object, seed: int, *_: object) -> Synthesis:
        status = statuses[f"s{seed}"]
        verdict: Any = "found" if status == "found" else "undecided"
        return Synthesis(Answer(verdict, status=status, reason=f"it is {status}"), seed, 1, "")

    return alone


def test_a_later_seed_that_is_quicker_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_alone", answering(s1="unknown", s2="found", s3="found"))
    made = synthesise_with(Backwards(), setup(), 5, CITY, seeds=(1, 2, 3))
    assert ("found", 2) == (made.answer.verdict, made.seed)


def test_when_the_answer_is_known_the_rest_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_alone", answering(s1="found"))
    executor = Forwards()
    assert 1 == synthesise_with(executor, setup(), 5, CITY, seeds=(1, 2, 3)).seed
    assert [False, True, True] == [future.cancelled() for future in executor.futures]


def test_an_earlier_seed_without_an_answer_leaves_it_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "_alone", answering(s1="lost", s2="found"))
    with pytest.raises(Undecided, match="seed 1: it is lost"):
        synthesise_with(Backwards(), setup(), 5, CITY, seeds=(1, 2))


class Dying(ThreadPoolExecutor):
    """An executor whose workers die."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_exception(BrokenExecutor("out of memory"))
        return future


def test_a_worker_that_dies_leaves_it_undecided() -> None:
    with Dying() as executor, pytest.raises(Undecided, match="out of memory"):
        synthesise_with(executor, setup(), 5, CITY, seeds=(1, 2))


def test_there_is_one_seed_at_least() -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(Malformed, match="no seeds"):
        synthesise_with(executor, setup(), 5, CITY, seeds=())
