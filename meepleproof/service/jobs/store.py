"""The store of jobs, for clients: submit a job, look at it, cancel it."""

from __future__ import annotations

from dataclasses import replace

from meepleproof.service.jobs.database import Database, Transaction, open_database
from meepleproof.service.jobs.job import (
    STATES,
    Job,
    Kind,
    OverQuota,
    QueueFull,
    State,
    as_text,
    is_job_id,
    job_id,
    job_of,
)
from verifier.documents.strict_json import Document

_FIND = "SELECT * FROM jobs WHERE id = :id"
_FIND_OWN = """
    SELECT jobs.* FROM jobs JOIN job_owners ON job_owners.job = jobs.id
    WHERE jobs.id = :id AND job_owners.owner = :owner
"""
_WAITING = """
    SELECT COUNT(DISTINCT jobs.id) AS everybodys,
        COALESCE(SUM(CASE WHEN owner = :owner THEN 1 ELSE 0 END), 0) AS own
    FROM jobs JOIN job_owners ON job_owners.job = jobs.id
    WHERE state = 'queued' AND kind = :kind
"""
_ADD = """
    INSERT INTO jobs (id, kind, request, state, created, place)
    VALUES (:id, :kind, :request, 'queued', {now},
        (SELECT COALESCE(MAX(place), 0) + 1 FROM jobs))
"""
_QUEUE_AGAIN = """
    UPDATE jobs SET state = 'queued', progress = '{}', problem = NULL, again = 0, attempts = 0,
        crashes = 0, ended = NULL,
        place = (SELECT COALESCE(MAX(place), 0) + 1 FROM jobs)
    WHERE id = :id
"""
_OWN = "INSERT INTO job_owners (job, owner) VALUES (:id, :owner) ON CONFLICT DO NOTHING"
_DISOWN = "DELETE FROM job_owners WHERE job = :id AND owner = :owner"
_CANCEL = """
    UPDATE jobs SET state = 'cancelled', again = 1, lease = NULL, beats = NULL, ended = {now}
    WHERE id = :id AND state IN ('queued', 'running')
    AND NOT EXISTS (SELECT 1 FROM job_owners WHERE job = :id)
"""
_DROP_JOURNAL = """
    DELETE FROM job_journals WHERE job = :id
    AND job IN (SELECT id FROM jobs WHERE state = 'cancelled')
"""
_COUNT = "SELECT state, COUNT(*) AS number FROM jobs GROUP BY state"


class Jobs:
    """All jobs and who owns them. Owners see their own jobs and no others.

    Methods can be called from any thread, and raise :class:`Unreachable` when the store is.
    """

    def __init__(self, database: Database, queue_length: int, quota: int) -> None:
        self._database = database
        self._queue_length = queue_length
        self._quota = quota

    @property
    def url(self) -> str:
        """The URL by which others open the same store, even a temporary one."""
        return self._database.url

    def submit(self, kind: Kind, request: Document, owner: str) -> tuple[Job, bool]:
        """Return the job for a request, from now on also this owner's, and whether it is new.

        The same request is the same job. One that was cancelled, or failed for a reason that lies
        not in the request, is started again.

        :raises OverQuota: if this owner has as many jobs in the queue as allowed.
        :raises QueueFull: if the queue is full, and this owner has a job in it.
        :raises Malformed: if the request has a text that is half a character.
        """
        name = job_id(kind, request)
        with self._database.writing(alone=True) as transaction:
            rows = transaction.run(_FIND, id=name)
            is_new = not rows or bool(rows[0]["again"])
            if is_new:
                self._require_room(transaction, kind, owner)
            if not rows:
                transaction.run(_ADD, id=name, kind=kind, request=as_text(request))
            elif is_new:
                transaction.run(_QUEUE_AGAIN, id=name)
            transaction.run(_OWN, id=name, owner=owner)
            (row,) = transaction.run(_FIND, id=name)
            return job_of(row), is_new

    def get(self, job: str, owner: str) -> Job | None:
        """Return the job of that id, None if this owner has none."""
        if not is_job_id(job):
            return None
        with self._database.reading() as transaction:
            rows = transaction.run(_FIND_OWN, id=job, owner=owner)
        return job_of(rows[0]) if rows else None

    def cancel(self, job: str, owner: str) -> Job | None:
        """Take the owner off a job and return its end for this owner, None if not the owner's.

        The work stops when no owner is left. A job that has ended stays as it is.
        """
        if not is_job_id(job):
            return None
        with self._database.writing(alone=True) as transaction:
            rows = transaction.run(_FIND_OWN, id=job, owner=owner)
            if not rows:
                return None
            transaction.run(_DISOWN, id=job, owner=owner)
            transaction.run(_CANCEL, id=job)
            transaction.run(_DROP_JOURNAL, id=job)
            (row,) = transaction.run(_FIND, id=job)
        left = job_of(row)
        # Whether other owners still wait for it is not shown.
        return left if left.has_ended else replace(left, state="cancelled")

    def counts(self) -> dict[State, int]:
        """Return how many jobs are in each state."""
        with self._database.reading() as transaction:
            found = {row["state"]: row["number"] for row in transaction.run(_COUNT)}
        return {state: found.get(state, 0) for state in STATES}

    def ping(self) -> None:
        """Check that the store can be reached.

        :raises Unreachable: if it cannot.
        """
        with self._database.reading() as transaction:
            transaction.run("SELECT version FROM jobs_version")

    def close(self) -> None:
        """Close the store; a temporary one is removed."""
        self._database.close()

    def _require_room(self, transaction: Transaction, kind: Kind, owner: str) -> None:
        (waiting,) = transaction.run(_WAITING, kind=kind, owner=owner)
        if waiting["own"] >= self._quota:
            raise OverQuota(waiting["own"])
        # An owner without a waiting job may always add one, so that others cannot shut anybody out.
        if waiting["own"] and waiting["everybodys"] >= self._queue_length:
            raise QueueFull(waiting["everybodys"])


def open_jobs(url: str, *, queue_length: int = 100, quota: int = 25) -> Jobs:
    """Return the store at a URL.

    Of each kind, ``queue_length`` jobs wait at most, and ``quota`` of one owner.

    :raises Malformed: if the URL is not that of a database, see :func:`opening.open_database`.
    :raises Unreachable: if the database cannot be opened.
    """
    return Jobs(open_database(url), queue_length, quota)
