"""A store that fails at any statement of anything that is done: all of it is done, or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from meepleproof.service.jobs.database import open_database
from meepleproof.service.jobs.job import Job, JournalEntry, Unreachable, job_id
from meepleproof.service.jobs.store import JobQueue, Jobs, Lease, open_jobs, open_queue
from verifier.documents.strict_json import Document

pytest_plugins = "tests.postgres"

PROBLEM: Document = {"type": "urn:meepleproof:problem:test", "title": "A test", "detail": "no more"}
NOTES = [
    JournalEntry("1.0", {"wish": 0, "candidate": number, "rejected": "no"}) for number in range(2)
]
TABLES = ("jobs", "job_owners", "job_journals", "owner_turns")
FAULTS: dict[str, tuple[Exception, ...]] = {
    "sqlite": (
        sqlite3.OperationalError("database or disk is full"),
        sqlite3.OperationalError("disk I/O error"),
    ),
    "postgresql": (
        psycopg.errors.DiskFull("could not extend file: No space left on device"),
        psycopg.errors.IoError("could not read block"),
    ),
}


class Failing:
    """A connection that fails at one statement, before or after it took effect; never at 0."""

    def __init__(self, connection: Any, number: int, fault: Exception, *, after: bool) -> None:
        self._connection, self._fault, self._after = connection, fault, after
        self._left = number
        self.statements: list[str] = []

    def execute(self, statement: Any, *given: Any) -> Any:
        self.statements.append(str(statement))
        self._left -= 1
        if self._left == 0 and not self._after:
            raise self._fault
        result = self._connection.execute(statement, *given)
        if self._left == 0:
            result.close()
            raise self._fault
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@contextmanager
def failing(
    store: Jobs | JobQueue, number: int, fault: Exception, *, after: bool
) -> Iterator[Failing]:
    database: Any = store._database
    real = database._connection
    database._connection = Failing(real, number, fault, after=after)
    try:
        yield database._connection
    finally:
        database._connection = real


class Store:
    """A store with jobs in all states, and a lease on one with a journal."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jobs = open_jobs(url)
        self.queue = open_queue(url, seconds=60.0)
        self.reader = open_database(url)
        self.lease = self.ready()

    def ready(self) -> Lease:
        """Make it what it was at first."""
        with self.jobs._database.writing(alone=True) as transaction:
            for table in reversed(TABLES):
                transaction.run(f"DELETE FROM {table}")  # noqa: S608 - our own tables
        for number, owner in enumerate(("ann", "ann", "bob")):
            self.submit(number, owner)
        lease = self.take()
        assert lease is not None
        self.queue.renew(lease, {"candidates": 1}, NOTES[:1])
        done = self.take()
        assert done is not None
        self.queue.finish(done, {"met": True}, {})
        self.submit(3, "eve")
        self.jobs.cancel(job_id("generation", {"number": 3}), "eve")
        return lease

    def submit(self, number: int, owner: str) -> object:
        return self.jobs.submit("generation", {"number": number}, owner)[0]

    def take(self) -> Lease | None:
        return self.queue.take(("generation",), given_up=PROBLEM)

    def content(self) -> list[list[dict[str, Any]]]:
        """Return all that it holds but times of day and the names of leases."""
        with self.reader.reading() as transaction:
            return [
                sorted(
                    (
                        {k: v for k, v in row.items() if k not in {"created", "ended", "lease"}}
                        for row in transaction.run(f"SELECT * FROM {table}")  # noqa: S608 - our own
                    ),
                    key=str,
                )
                for table in TABLES
            ]

    def close(self) -> None:
        self.jobs.close()
        self.queue.close()
        self.reader.close()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(Store(url)) as opened:
        yield opened


ACTS: dict[str, Callable[[Store], object]] = {
    "submit": lambda store: store.submit(9, "zoe"),
    "submit what was cancelled": lambda store: store.submit(3, "zoe"),
    "submit what is there": lambda store: store.submit(1, "zoe"),
    "cancel": lambda store: store.jobs.cancel(store.lease.job.id, "ann"),
    "take": lambda store: store.take(),
    "keep": lambda store: store.queue.renew(store.lease, {"candidates": 2}, NOTES),
    "finish": lambda store: store.queue.finish(store.lease, {"met": True}, {}),
    "fail": lambda store: store.queue.fail(store.lease, PROBLEM, {}, again=True),
    "retry": lambda store: store.queue.retry(store.lease),
    "give back": lambda store: store.queue.give_back(store.lease),
    "forget": lambda store: store.queue.forget(-10),
}


ASKING = [act for name, act in ACTS.items() if name.startswith(("submit", "cancel"))]


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_what_fails_at_any_statement_is_done_or_not(
    store: Store, act: Callable[[Store], object]
) -> None:
    part = store.jobs if act in ASKING else store.queue
    before = store.content()
    with failing(part, 0, Exception(), after=False) as connection:
        act(store)
    after = store.content()
    statements = connection.statements
    writes = [number for number, text in enumerate(statements, 1) if "COMMIT" in text]
    assert before != after
    for number in range(1, len(statements) + 1):
        for late, fault in enumerate(FAULTS[store.url.partition(":")[0]]):
            store.lease = store.ready()
            assert before == store.content()
            with failing(part, number, fault, after=bool(late)):
                raised = is_unreachable(partial(act, store))
            statement = statements[number - 1]
            lost = late and number == writes[-1]  # done, and only the answer did not come
            # PostgreSQL's connection is made anew if it fails before anything was asked.
            assert raised or "BEGIN" in statement
            assert (after if lost or not raised else before) == store.content(), statement
            if raised and not lost:
                act(store)  # once more, as whoever asked may
                assert after == store.content()


def is_unreachable(act: Callable[[], object]) -> bool:
    try:
        act()
    except Unreachable:
        return True
    return False


def test_a_file_with_no_room_keeps_what_is_in_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/jobs.sqlite"
    with closing(open_jobs(url, queue_length=999, quota=999)) as jobs:
        connection: Any = jobs._database._connection  # type: ignore[attr-defined]  # SQLite's
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 20}")
        kept: list[Job] = []

        def add() -> None:
            request = {"number": len(kept), "text": "x" * 3000}
            kept.append(jobs.submit("generation", request, "ann")[0])

        while not is_unreachable(add):
            assert len(kept) < 999
        assert kept
        for job in kept:
            assert job == jobs.get(job.id, "ann")
        assert len(kept) == jobs.counts()["queued"]
        connection.execute("PRAGMA max_page_count = 100000")
        assert jobs.submit("generation", {"number": 999}, "ann")[1]
