"""Many workers for one run: an executor's workers try its candidates, the run counts the results.

The kind of executor does not matter for the result. When a worker dies, the candidate that it was
trying is tried again.
"""

from __future__ import annotations

import hashlib
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
from functools import cache
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Any

from generator.kind import Rejection, Result, Wish
from generator.kinds import kind_named
from generator.run import CandidateId, Run
from verifier import __version__
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import MeepleproofError, Undecided

_TICK = 1.0
"""Seconds after which the listener is called even if nothing has happened."""
_MOST_DEATHS = 3
"""After so many deaths of a worker a candidate is not tried again."""


@dataclass(frozen=True, slots=True)
class Task:
    """One candidate to try, and the versions of the program that must try it."""

    wish: Wish
    seed: int
    number: int
    versions: str


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and how many tasks it can run at once.

    ``death`` is the exception that a task raises when its worker died. After ``most_deaths`` of
    them a candidate is rejected.
    """

    executor: Executor
    count: Callable[[], int]
    death: type[Exception] = BrokenExecutor
    most_deaths: int = _MOST_DEATHS


@dataclass(frozen=True, slots=True)
class Listener:
    """Callbacks of a run: for each result, for each message, and at least once a second."""

    keep: Callable[[CandidateId, Result], None]
    report: Callable[[str], None]
    tick: Callable[[], None]


def versions() -> str:
    """Return the versions that results depend on: ours, with a fingerprint, and the solver's."""
    return f"{__version__} ({fingerprint()}), ortools {metadata.version('ortools')}"


def run_task(task: Task) -> Result:
    """Return the result of a candidate. A worker runs this, with a solver of its own.

    :raises Undecided: if the worker has other versions, whose results may differ.
    """
    if task.versions != versions():
        raise Undecided(
            f"a worker runs meepleproof {versions()}, this program is {task.versions}; install the "
            "same versions everywhere, or the puzzles would depend on who made them",
            where="worker",
        )
    kind = kind_named(task.wish.kind)
    return kind.attempt(task.wish, task.seed, task.number, _solver())


class SolverLost(Exception):
    """A solver's process ended without an answer, or was ended."""


class WorkerSolver(CpSatSolver):
    """A worker's own solver; it raises SolverLost when its process ends without an answer.

    The candidate is then tried again and not rejected: what ends a process may be the machine and
    not the candidate, and another machine would not reject it.
    """

    def _exchange(self, question: object) -> dict[str, Any]:
        answer = super()._exchange(question)
        if answer is None:
            raise SolverLost(self.lost)
        return answer


_solvers: dict[int, CpSatSolver] = {}
"""The solver of each thread here; an executor keeps nothing for us between two tasks."""


def _solver() -> CpSatSolver:
    return _solvers.setdefault(threading.get_ident(), WorkerSolver())


def close_solvers() -> None:
    """End the solvers' processes of this process, for a worker that outlives the run."""
    while _solvers:
        _solvers.popitem()[1].close()


def work_on(
    run: Run, workers: Workers, listener: Listener, attempt: Callable[[Task], Result] = run_task
) -> None:
    """Let the workers try candidates until the run has ended; the run takes their results.

    :raises MeepleproofError: if a candidate raised it, when its turn to be counted comes.
    :raises Undecided: if the executor dropped the tasks, or workers die whatever they try.
    """
    work = _Work(run, workers, listener, attempt)
    try:
        while not run.ended:
            work.submit()
            work.collect()
            listener.tick()
    finally:
        for future in work.pending:
            future.cancel()


@dataclass(slots=True)
class _Work:
    """The tasks that are pending, and how often a worker died while trying each candidate.

    When many die ``in_a_row``, whatever they try, the candidates are not the cause.
    """

    run: Run
    workers: Workers
    listener: Listener
    attempt: Callable[[Task], Result]
    pending: dict[Future[Result], CandidateId] = field(default_factory=dict)
    deaths: Counter[CandidateId] = field(default_factory=Counter)
    in_a_row: int = 0

    def submit(self) -> None:
        """Give every free worker a task. None waits in a queue: it might not be needed any more."""
        plan, busy = self.run.plan, set(self.pending.values())
        workers = max(1, self.workers.count())
        wanted = (one for one in self.run.wanted(workers) if one not in busy)
        for wish, number in islice(wanted, max(0, workers - len(busy))):
            task = Task(plan.wishes[wish], plan.seed, number, versions())
            self.pending[self.workers.executor.submit(self.attempt, task)] = (wish, number)

    def collect(self) -> None:
        """Wait for a task to end, a second at most, and let the run take the results."""
        done, _ = wait(self.pending, _TICK, FIRST_COMPLETED)
        for future in done:
            candidate = self.pending.pop(future)
            result = self._result(future, candidate)
            if result is None:
                continue
            if not isinstance(result, MeepleproofError):
                self.listener.keep(candidate, result)
            for message in self.run.take(candidate, result):
                self.listener.report(message)

    def _result(
        self, future: Future[Result], candidate: CandidateId
    ) -> Result | MeepleproofError | None:
        """Return the result of a candidate, None if it has to be tried again."""
        try:
            result: Result | MeepleproofError = future.result()
        except MeepleproofError as error:
            result = error
        except CancelledError:
            raise Undecided("the workers cannot be reached any more") from None
        except SolverLost:
            return self._after_a_death(candidate, "solver", _MOST_DEATHS)
        except self.workers.death:
            return self._after_a_death(candidate, "worker", self.workers.most_deaths)
        self.in_a_row = 0
        return result

    def _after_a_death(self, candidate: CandidateId, process: str, most: int) -> Rejection | None:
        self.deaths[candidate] += 1
        self.in_a_row += 1
        if self.in_a_row == _MOST_DEATHS * (1 + self.workers.count()):
            raise Undecided(f"a {process} died the last {self.in_a_row} times it was started")
        wish, number = candidate
        name = f"{self.run.plan.wishes[wish].name}: candidate {number}"
        if self.deaths[candidate] < most:
            self.listener.report(f"{name}: its {process} died; it is done again")
            return None
        self.listener.report(
            f"WARNING: {name} is rejected, as its {process} died each time it was tried. Elsewhere "
            "it might become a puzzle, so the same options may give other bytes there. Is there "
            "too little memory for so many workers?"
        )
        return Rejection(number, f"its {process} died each time it was tried")


_ROOT = Path(__file__).parents[1]
_PACKAGES = ("generator", "schemas", "verifier")
_KINDS = frozenset({".json", ".pxd", ".py"})
_EXCLUDED = frozenset({"conformance", "scenarios"})
"""Packages that have no part in making puzzles."""


@cache
def fingerprint() -> str:
    """Return 12 hexadecimal digits that change with the code and its tables.

    >>> len(fingerprint())
    12
    """
    digest = hashlib.sha256()
    for path in sorted(path for package in _PACKAGES for path in _sources(_ROOT / package)):
        content = path.read_bytes()
        name = path.relative_to(_ROOT).as_posix()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]


def _sources(folder: Path) -> list[Path]:
    """Return the files of a package, and of the packages in it, that are part of it."""
    return [
        path
        for path in folder.rglob("*")
        if path.suffix in _KINDS and not _EXCLUDED & set(path.relative_to(_ROOT).parts)
    ]
