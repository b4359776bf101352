"""The store's back, for those who work: take a job on a lease, keep the lease, end the job.

Every statement that changes a running job names its lease. So a job ends once, whoever else took
himself to be still at it.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from service.jobs.database import Database
from service.jobs.job import Document, Job, as_text, job_of
from service.jobs.opening import open_database

MOST_CRASHES = 3
"""A job over which so many workers died is given up."""
_MOST_ATTEMPTS = 20
"""So is one begun so often without an end: perhaps it takes whole services down with it."""

_ANY_WORK = """
    SELECT 1 AS found FROM jobs
    WHERE state = 'queued' OR (state = 'running' AND until < {now}) LIMIT 1
"""
_TAKE = """
    UPDATE jobs SET state = 'running', lease = :lease, until = {now} + :length,
        attempts = attempts + 1
    WHERE id = (
        SELECT id FROM jobs WHERE state = 'queued' ORDER BY queued, id LIMIT 1 {skip_locked}
    )
    RETURNING *
"""
_QUEUE_EXPIRED = """
    UPDATE jobs SET state = 'queued', lease = NULL, until = NULL
    WHERE state = 'running' AND until < {now} AND attempts < :most
"""
_FAIL_EXPIRED = """
    UPDATE jobs SET state = 'failed', problem = :problem, again = 1, lease = NULL, until = NULL,
        ended = {now}
    WHERE state = 'running' AND until < {now}
"""
_KEEP = """
    UPDATE jobs SET until = {now} + :length, progress = :progress
    WHERE id = :id AND lease = :lease RETURNING id
"""
_FINISH = """
    UPDATE jobs SET state = 'done', result = :result, progress = :progress, lease = NULL,
        until = NULL, ended = {now}
    WHERE id = :id AND lease = :lease RETURNING id
"""
_FAIL = """
    UPDATE jobs SET state = 'failed', problem = :problem, again = :again, progress = :progress,
        lease = NULL, until = NULL, ended = {now}
    WHERE id = :id AND lease = :lease RETURNING id
"""
_RETRY = """
    UPDATE jobs SET state = 'queued', crashes = crashes + 1, lease = NULL, until = NULL
    WHERE id = :id AND lease = :lease AND crashes + 1 < :most RETURNING id
"""
_GIVE_BACK = """
    UPDATE jobs SET state = 'queued', attempts = attempts - 1, lease = NULL, until = NULL
    WHERE id = :id AND lease = :lease RETURNING id
"""
_FORGET = """
    DELETE FROM jobs WHERE ended < {now} - :age AND state IN ('done', 'failed', 'cancelled')
"""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a job, as long as it is kept."""

    job: Job
    name: str


class Leases:
    """Jobs to be worked on, each held for ``seconds`` from when its lease was last kept.

    Every method can be called from any thread and raises :class:`Unreachable` when the store is.
    """

    def __init__(self, database: Database, seconds: float) -> None:
        self._database = database
        self._length = round(seconds * 1000)

    def take(self, *, given_up: Document) -> Lease | None:
        """Return a lease on the job that has waited longest, None if no job waits.

        Jobs whose lease ran out wait again; one begun too often fails with the problem given.
        """
        with self._database.reading() as transaction:
            if not transaction.run(_ANY_WORK):
                return None
        name = uuid.uuid4().hex
        with self._database.writing() as transaction:
            transaction.run(_QUEUE_EXPIRED, most=_MOST_ATTEMPTS)
            transaction.run(_FAIL_EXPIRED, problem=as_text(given_up))
            rows = transaction.run(_TAKE, lease=name, length=self._length)
        return Lease(job_of(rows[0]), name) if rows else None

    def keep(self, lease: Lease, progress: Document) -> bool:
        """Keep a lease and tell how far the job has come; False if the lease was lost."""
        return self._change(_KEEP, lease, length=self._length, progress=as_text(progress))

    def finish(self, lease: Lease, result: Document, progress: Document) -> bool:
        """End a job with its result; False if the lease was lost."""
        return self._change(_FINISH, lease, result=as_text(result), progress=as_text(progress))

    def fail(self, lease: Lease, problem: Document, progress: Document, *, again: bool) -> bool:
        """End a job with a problem; False if the lease was lost.

        ``again`` says that it is begun anew when somebody asks for it again.
        """
        told = as_text(problem)
        return self._change(
            _FAIL, lease, problem=told, progress=as_text(progress), again=int(again)
        )

    def retry(self, lease: Lease) -> bool:
        """Let a job wait again whose worker died; False if it was the last time, or was lost."""
        return self._change(_RETRY, lease, most=MOST_CRASHES)

    def give_back(self, lease: Lease) -> bool:
        """Let a job wait again as if it had not been begun; False if the lease was lost."""
        return self._change(_GIVE_BACK, lease)

    def forget(self, seconds: int) -> None:
        """Remove all jobs that ended more than so many seconds ago."""
        with self._database.writing() as transaction:
            transaction.run(_FORGET, age=1000 * seconds)

    def close(self) -> None:
        """Let go of the store."""
        self._database.close()

    def _change(self, statement: str, lease: Lease, **given: str | int) -> bool:
        with self._database.writing() as transaction:
            return bool(transaction.run(statement, id=lease.job.id, lease=lease.name, **given))


def open_leases(url: str, *, seconds: float) -> Leases:
    """Return the store at a URL for those who work, raising as :func:`opening.open_database`."""
    return Leases(open_database(url), seconds)
