"""Jobs done by worker processes, some of which are killed, run away, or are cancelled."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from meepleproof.service.jobs.database import open_database
from meepleproof.service.jobs.job import Job, Unreachable
from meepleproof.service.jobs.store import Jobs, open_jobs
from meepleproof.service.jobs.work import run
from meepleproof.service.jobs.workers import WorkerPool
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

if TYPE_CHECKING:
    from tests.postgres import Server  # loaded as a plugin, by the next line

pytest_plugins = "tests.postgres"

ENDLESS: Document = {
    "goal": {"id": "road-of-60", "kind": "road", "at_least": 60},
    "tiles": 7,
    "candidates": 1000,
}
"""Takes hours."""

WISH: Document = {
    "goal": {"id": "road.4.x.2", "kind": "road", "at_least": 4, "colours": 2},
    "tiles": 2,
    "seed": 3,
    "count": 2,
}
"""Takes seconds."""


def with_scores(most: int) -> Document:
    """Return a claim that speaks of all scores up to the greatest, which are listed first."""
    box = [[1, most], [2, most], [3, most]]
    claim = {"claim": "every", "scores": {"box": box}, "holds": True}
    position = "s3.4~W0.-1.0.E1~D0.0.0~p1.2.3~h3.4.4~t2~n.A.~u22.22.23"
    return {"position": position, "claims": [claim]}


HOLDS: Document = {
    "id": "request",
    "rules": [],
    "verdict": "holds",
    "keys": ["faults"],
    "examined": 1,
    "claims": [
        {
            "where": "/claims/0",
            "claim": "position",
            "verdict": "holds",
            "keys": ["faults"],
            "examined": 1,
        }
    ],
}
PATIENCE = 280.0
"""Seconds to wait for what must come, on a busy machine too; less than what a hanging test has."""
LEASE = 1.5
LONG = 60.0
"""Seconds of a lease that is not to be lost."""

_ENDED = "(OLD.ended IS NULL AND NEW.ended IS NOT NULL)"
_NOTE = "BEGIN INSERT INTO ends VALUES (NEW.id, NEW.state);"
_TABLE = "CREATE TABLE ends (job TEXT, state TEXT)"
_FUNCTION = (
    f"CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $${_NOTE} RETURN NEW; END$$"
)
_TRIGGER = f"CREATE TRIGGER note AFTER UPDATE ON jobs FOR EACH ROW WHEN {_ENDED}"
AUDIT = {
    "sqlite": (_TABLE, f"{_TRIGGER} {_NOTE} END"),
    "postgresql": (_TABLE, _FUNCTION, f"{_TRIGGER} EXECUTE FUNCTION note()"),
}
"""Has the database itself note each end of a job."""

SERVICE = """
import sys, time
from meepleproof.service.jobs.workers import WorkerPool
with WorkerPool(sys.argv[1], workers=2, lease=float(sys.argv[2])):
    print("open", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def jobs(url: str) -> Iterator[Jobs]:
    with closing(open_jobs(url)) as opened:
        yield opened


@pytest.fixture
def ends(url: str, jobs: Jobs) -> Callable[[], Counter[tuple[str, str]]]:
    """Return a function that lists which jobs ended how, and how often."""
    with closing(open_database(jobs.url)) as database, database.writing() as transaction:
        for statement in AUDIT[url.partition(":")[0]]:
            transaction.run(statement)

    def counted() -> Counter[tuple[str, str]]:
        with closing(open_database(url)) as database, database.reading() as transaction:
            rows = transaction.run("SELECT * FROM ends")
        return Counter((row["job"], row["state"]) for row in rows)

    return counted


def easy(jobs: Jobs, number: int = 1) -> Job:
    """Ask for what takes no time and ends well: whether a position is valid."""
    position = f"s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u{number}.24.23"
    return jobs.submit("verification", {"position": position}, "ann")[0]


def scored(jobs: Jobs, most: int) -> Job:
    """Ask for what takes the longer, the more scores there are to look at."""
    return jobs.submit("verification", with_scores(most), "ann")[0]


def endless(jobs: Jobs) -> Job:
    return jobs.submit("generation", ENDLESS, "ann")[0]


def seen(jobs: Jobs, job: Job) -> Job:
    found = jobs.get(job.id, "ann")
    assert found is not None
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def ended(jobs: Jobs, job: Job) -> Job:
    wait_until(lambda: seen(jobs, job).has_ended)
    return seen(jobs, job)


def is_running(jobs: Jobs, job: Job) -> Callable[[], bool]:
    return lambda: seen(jobs, job).state == "running"


def is_gone(process: int) -> bool:
    """Return whether a process has ended; one that nobody waited for counts as stopped."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    else:
        return state == "Z"


def family(process: int) -> list[int]:
    """Return a process and those that it started, and so on."""
    found = [process]
    for one in found:
        for tasks in Path(f"/proc/{one}/task").glob("*/children"):
            with contextlib.suppress(OSError):  # that thread has ended
                found += map(int, tasks.read_text().split())
    return found


class LaterClock:
    """The clock of those who supervise workers, which can be set forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.later = 0.0
        monkeypatch.setattr("meepleproof.service.jobs.workers.time", self)

    def monotonic(self) -> float:
        return time.monotonic() + self.later


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> LaterClock:
    return LaterClock(monkeypatch)


def test_jobs_of_all_kinds_are_done(
    jobs: Jobs, ends: Callable[[], Counter[tuple[str, str]]]
) -> None:
    good = easy(jobs)
    bad, _ = jobs.submit("verification", {"position": "s3.4~D0.0.0", "claims": []}, "ann")
    pool = WorkerPool(jobs.url, seconds=PATIENCE)
    with pool:
        done, failed = ended(jobs, good), ended(jobs, bad)
        assert all(supervisor.is_alive() for supervisor in pool._supervisors)
    assert [] == pool.process_ids
    assert ("done", 1, HOLDS) == (done.state, done.attempts, done.result)
    assert failed.problem is not None
    assert ("urn:meepleproof:problem:malformed", "/claims") == (
        failed.problem["type"],
        failed.problem["where"],
    )
    assert {(good.id, "done"): 1, (bad.id, "failed"): 1} == ends()


def test_a_worker_that_is_killed_costs_nothing(
    jobs: Jobs, ends: Callable[[], Counter[tuple[str, str]]]
) -> None:
    first = scored(jobs, 5)
    last = easy(jobs)
    with WorkerPool(jobs.url) as pool:
        wait_until(is_running(jobs, first))
        (process,) = pool.process_ids
        os.kill(process, signal.SIGKILL)
        assert "done" == ended(jobs, first).state
        assert "done" == ended(jobs, last).state
    assert 2 == seen(jobs, first).attempts
    assert {(first.id, "done"): 1, (last.id, "done"): 1} == ends()


SIX = WISH | {"count": 6}


@cache
def six_puzzles() -> Document:
    """Return the result of the job without any store, for comparison with those of all stores."""
    return run("generation", SIX, lambda _: None)


def test_a_generation_goes_on_where_its_worker_died(jobs: Jobs, url: str) -> None:
    # Long enough that the journal is stored many times before the job ends and clears it.
    job, _ = jobs.submit("generation", SIX, "ann")
    expected = six_puzzles()
    with WorkerPool(jobs.url, workers=1, lease=LEASE) as pool:
        wait_until(lambda: len(journal(url)) > 1)
        known = journal(url)
        assert "running" == seen(jobs, job).state
        (process,) = pool.process_ids
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: pool.process_ids not in ([], [process]))
        assert known == journal(url)[: len(known)] or seen(jobs, job).has_ended
        done = ended(jobs, job)
    assert ("done", 2) == (done.state, done.attempts)
    assert expected == done.result
    assert expected["candidates"] > len(known)
    assert [] == journal(url)


def journal(url: str) -> list[Document]:
    with closing(open_database(url)) as database, database.reading() as transaction:
        rows = transaction.run("SELECT entry FROM job_journals ORDER BY candidate")
    return [json.loads(row["entry"]) for row in rows]


def test_a_verification_does_not_wait_for_generations(jobs: Jobs) -> None:
    generations = [
        jobs.submit("generation", ENDLESS | {"seed": seed}, "ann")[0] for seed in range(3)
    ]
    with WorkerPool(jobs.url, workers=2):
        wait_until(is_running(jobs, generations[0]))
        for number in range(1, 4):
            assert "done" == ended(jobs, easy(jobs, number)).state
        states = [seen(jobs, job).state for job in generations]
    assert ["running", "queued", "queued"] == states


def test_a_job_that_kills_its_workers_is_given_up_and_the_others_are_done(jobs: Jobs) -> None:
    first, last = endless(jobs), easy(jobs)
    killed: set[int] = set()
    with WorkerPool(jobs.url) as pool:
        while not seen(jobs, first).has_ended:
            for process in set(pool.process_ids) - killed:
                if seen(jobs, first).state == "running":
                    os.kill(process, signal.SIGKILL)
                    killed.add(process)
            time.sleep(0.05)
        assert "done" == ended(jobs, last).state
    stopped = seen(jobs, first)
    assert (3, 3) == (stopped.attempts, len(killed))
    assert stopped.problem is not None
    assert "urn:meepleproof:problem:worker-died" == stopped.problem["type"]
    assert "3 times" in stopped.problem["detail"]
    assert "SIGKILL" in stopped.problem["detail"]
    again, is_new = jobs.submit("generation", ENDLESS, "ann")
    assert (True, "queued", 0) == (is_new, again.state, again.attempts)


def test_a_job_that_runs_away_is_stopped_with_all_it_started(jobs: Jobs, clock: LaterClock) -> None:
    first = scored(jobs, 60)  # takes minutes, with a solver beside
    last = easy(jobs)
    with WorkerPool(jobs.url, seconds=2 * PATIENCE) as pool:
        wait_until(is_running(jobs, first))
        (process,) = pool.process_ids
        wait_until(lambda: 1 < len(family(process)))
        started = family(process)
        clock.later = 2 * PATIENCE
        assert "failed" == ended(jobs, first).state
        assert "done" == ended(jobs, last).state
        wait_until(lambda: all(map(is_gone, started)))
    stopped = seen(jobs, first)
    assert stopped.problem is not None
    assert "urn:meepleproof:problem:over-time" == stopped.problem["type"]
    assert "560 seconds" in stopped.problem["detail"]
    assert 1 == stopped.attempts


def test_a_job_that_takes_too_much_memory_is_stopped(jobs: Jobs) -> None:
    first = scored(jobs, 999)  # takes more memory than there is
    last = easy(jobs)
    with WorkerPool(jobs.url, memory=150 << 20):
        assert "done" == ended(jobs, last).state
    stopped = seen(jobs, first)
    assert stopped.problem is not None
    assert ("urn:meepleproof:problem:out-of-memory", 1) == (
        stopped.problem["type"],
        stopped.attempts,
    )


def test_a_job_that_nobody_wants_any_more_is_stopped(
    jobs: Jobs, ends: Callable[[], Counter[tuple[str, str]]]
) -> None:
    first, last = endless(jobs), easy(jobs)
    with WorkerPool(jobs.url, lease=LEASE) as pool:
        wait_until(is_running(jobs, first))
        (process,) = pool.process_ids
        jobs.cancel(first.id, "ann")
        assert "done" == ended(jobs, last).state
        wait_until(lambda: is_gone(process))
    assert {(first.id, "cancelled"): 1, (last.id, "done"): 1} == ends()


def test_a_pool_that_stops_gives_back_what_it_had(jobs: Jobs) -> None:
    job = endless(jobs)
    with WorkerPool(jobs.url) as pool:
        wait_until(is_running(jobs, job))
        (process,) = pool.process_ids
    assert is_gone(process)
    assert ("queued", 0) == (seen(jobs, job).state, seen(jobs, job).attempts)


@contextmanager
def service(url: str, lease: float = 1.0) -> Iterator[subprocess.Popen[str]]:
    """Run a service with a pool as a process of its own, to be killed."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVICE, url, str(lease)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_jobs_outlive_a_service_that_is_killed_while_they_run(
    jobs: Jobs, ends: Callable[[], Counter[tuple[str, str]]], clock: LaterClock
) -> None:
    first, others = endless(jobs), [easy(jobs, number) for number in range(1, 6)]
    with service(jobs.url) as process:
        wait_until(lambda: "done" in {seen(jobs, job).state for job in others})
        wait_until(is_running(jobs, first))
        started = family(process.pid)
        process.kill()
        wait_until(lambda: all(map(is_gone, started)))
    assert 3 <= len(started)
    with WorkerPool(jobs.url, seconds=2 * PATIENCE, lease=LEASE):
        assert {"done"} == {ended(jobs, job).state for job in others}
        wait_until(lambda: (2, "running") == (seen(jobs, first).attempts, seen(jobs, first).state))
        clock.later = 2 * PATIENCE
        assert "failed" == ended(jobs, first).state
    assert 2 == seen(jobs, first).attempts
    assert {(first.id, "failed"): 1} | {(job.id, "done"): 1 for job in others} == ends()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_jobs_outlive_services_killed_at_any_moment(
    jobs: Jobs, ends: Callable[[], Counter[tuple[str, str]]], seed: int
) -> None:
    chance = random.Random(seed)
    waiting = [easy(jobs, number) for number in range(1, 9)]
    waiting += [scored(jobs, most) for most in range(3, 9)]
    rounds = 0
    while len(ends()) < len(waiting):
        rounds += 1
        with service(jobs.url) as one, service(jobs.url) as other:
            time.sleep(chance.uniform(0.0, 2.0 * rounds))  # at last it is enough
            workers = family(one.pid)[1:]
            # A job over which three workers die is given up.
            victims = [chance.choice(workers)] if workers and rounds < 3 else []
            for victim in (*victims, one.pid, other.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
                time.sleep(chance.uniform(0.0, 0.3))
    assert 1 < rounds
    assert {(job.id, "done"): 1 for job in waiting} == ends()


def test_two_services_share_the_work(
    jobs: Jobs, ends: Callable[[], Counter[tuple[str, str]]]
) -> None:
    with service(jobs.url, LONG) as other, WorkerPool(jobs.url, lease=LONG):
        assert other.stdout is not None
        other.stdout.readline()
        waiting = [easy(jobs, number) for number in range(1, 25)]
        for job in waiting:
            ended(jobs, job)
    assert {(job.id, "done"): 1 for job in waiting} == ends()
    assert {1} == {seen(jobs, job).attempts for job in waiting}


def test_work_goes_on_while_the_store_is_away(postgres: Server) -> None:
    with closing(open_jobs(postgres.empty())) as jobs:
        job = scored(jobs, 5)
        with WorkerPool(jobs.url, lease=LEASE) as pool:
            wait_until(is_running(jobs, job))
            workers = pool.process_ids
            postgres.stop()
            time.sleep(1.0)
            postgres.start()
            done = ended(jobs, job)
            assert workers == pool.process_ids
    assert ("done", 1) == (done.state, done.attempts)


def test_a_pool_needs_a_store_that_others_can_open(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="temporary"):
        WorkerPool("sqlite://")
    with pytest.raises(Unreachable):
        WorkerPool(f"sqlite:///{tmp_path}")
