"""Many hands for one run: puts its candidates to an executor's workers and takes what they bring.

Which executor it is does not matter for the result. A worker that dies loses the candidate it was
at, which is then done again.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass, field
from importlib import metadata
from itertools import islice
from typing import Any

from generator.fingerprint import fingerprint
from generator.pipeline import Rejection, Wish, try_candidate
from generator.run import CandidateId, Result, Run
from verifier import __version__
from verifier.constraints.cpsat import Solver
from verifier.errors import MeepleproofError, Undecided

_BEAT = 1.0
"""Seconds after which those who watch hear of a run in which nothing happens."""
_DEATHS = 3
"""A candidate over which so many workers died is not tried again."""


@dataclass(frozen=True, slots=True)
class Task:
    """One candidate to be tried, and the versions by which its result is to be had."""

    wish: Wish
    seed: int
    number: int
    versions: str


@dataclass(frozen=True, slots=True)
class Workers:
    """Those who work: an executor, and how many tasks it does at once.

    ``death`` is what comes of a task whose worker died. When that happens ``deaths`` times over one
    candidate, the candidate is rejected.
    """

    executor: Executor
    width: Callable[[], int]
    death: type[Exception] = BrokenExecutor
    deaths: int = _DEATHS


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears of a run: all results at once, news to be read, and a beat at least each second."""

    keep: Callable[[CandidateId, Result], None]
    tell: Callable[[str], None]
    beat: Callable[[], None]


def versions() -> str:
    """Return the versions that results depend on: ours, with a fingerprint, and the solver's."""
    return f"{__version__} ({fingerprint()}), ortools {metadata.version('ortools')}"


def run_task(task: Task) -> Result:
    """Return what comes of a candidate: this is what a worker runs, with a solver of its own.

    :raises Undecided: if the worker is of other versions, whose results may differ.
    """
    if task.versions != versions():
        raise Undecided(
            f"a worker runs meepleproof {versions()}, this program is {task.versions}; install the "
            "same versions everywhere, or the puzzles would depend on who made them",
            where="worker",
        )
    return try_candidate(task.wish, task.seed, task.number, _solver())


class SolverLost(Exception):
    """A solver's process ended without an answer, or was ended."""


class WorkerSolver(Solver):
    """A worker's own solver. When its process is lost, a candidate must not just count as failed.

    What ends a process, other than its question, differs from machine to machine.
    """

    def _exchange(self, question: object) -> dict[str, Any]:
        answer = super()._exchange(question)
        if answer is None:
            raise SolverLost
        return answer


_solvers: dict[int, Solver] = {}
"""The solver of each thread that works here: between two tasks an executor keeps nothing for us."""


def _solver() -> Solver:
    return _solvers.setdefault(threading.get_ident(), WorkerSolver())


def close_solvers() -> None:
    """End the solvers' processes here, for a worker that lives on when the run has ended."""
    while _solvers:
        _solvers.popitem()[1].close()


def work_on(
    run: Run, workers: Workers, listener: Listener, attempt: Callable[[Task], Result] = run_task
) -> None:
    """Let the hands work until the run has ended; the run takes all that they bring.

    :raises MeepleproofError: if a candidate raised it, when its turn to be counted comes.
    :raises Undecided: if the executor dropped the work, or the workers die whatever they are at.
    """
    work = _Work(run, workers, listener, attempt)
    try:
        while not run.ended:
            work.hand_out()
            work.take_in()
            listener.beat()
    finally:
        for future in work.begun:
            future.cancel()


@dataclass(slots=True)
class _Work:
    """The tasks handed out and not taken in, and how many workers died over each candidate.

    If many die ``in_a_row``, whatever they are at, it is not the candidates that kill them.
    """

    run: Run
    workers: Workers
    listener: Listener
    attempt: Callable[[Task], Result]
    begun: dict[Future[Result], CandidateId] = field(default_factory=dict)
    deaths: Counter[CandidateId] = field(default_factory=Counter)
    in_a_row: int = 0

    def hand_out(self) -> None:
        """Give every free hand a task; nothing waits, as it might not be needed when it begins."""
        plan, busy = self.run.plan, set(self.begun.values())
        workers = max(1, self.workers.width())
        wanted = (place for place in self.run.wanted(workers) if place not in busy)
        for wish, number in islice(wanted, max(0, workers - len(busy))):
            task = Task(plan.wishes[wish], plan.seed, number, versions())
            self.begun[self.workers.executor.submit(self.attempt, task)] = (wish, number)

    def take_in(self) -> None:
        """Wait for some task to be done, or for a beat, and let the run take what was done."""
        done, _ = wait(self.begun, _BEAT, FIRST_COMPLETED)
        for future in done:
            place = self.begun.pop(future)
            result = self._result(future, place)
            if result is None:
                continue
            if not isinstance(result, MeepleproofError):
                self.listener.keep(place, result)
            for news in self.run.take(place, result):
                self.listener.tell(news)

    def _result(
        self, future: Future[Result], place: CandidateId
    ) -> Result | MeepleproofError | None:
        """Return what came of a candidate, None if it has to be done again."""
        try:
            result: Result | MeepleproofError = future.result()
        except MeepleproofError as error:
            result = error
        except CancelledError:
            raise Undecided("the workers cannot be reached any more") from None
        except SolverLost:
            return self._after_a_death(place, "solver", _DEATHS)
        except self.workers.death:
            return self._after_a_death(place, "worker", self.workers.deaths)
        self.in_a_row = 0
        return result

    def _after_a_death(self, place: CandidateId, who: str, most: int) -> Rejection | None:
        self.deaths[place] += 1
        self.in_a_row += 1
        if self.in_a_row == _DEATHS * (1 + self.workers.width()):
            raise Undecided(f"the last {self.in_a_row} times a {who} was at work, it died")
        wish, number = place
        name = f"{self.run.plan.wishes[wish].goal.id}: candidate {number}"
        if self.deaths[place] < most:
            self.listener.tell(f"{name}: its {who} died; it is done again")
            return None
        self.listener.tell(
            f"WARNING: {name} is rejected, as its {who} died each time it was tried. Elsewhere it "
            "might become a puzzle, so the same options may give other bytes there. Is there too "
            "little memory for so many workers?"
        )
        return Rejection(number, f"its {who} died each time it was tried")
