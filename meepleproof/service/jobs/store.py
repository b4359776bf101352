"""The store of jobs: clients submit and cancel them; workers take them on a lease and end them.

Every statement that changes a running job names its lease. So a job ends once, even if a worker
that lost its lease is still working on it. A worker is stalled when its count of heartbeats has
stood still for too long.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from meepleproof.service.jobs.database import Database, Transaction, Value, open_database
from meepleproof.service.jobs.job import (
    STATES,
    Job,
    JournalEntry,
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

__all__ = ["MOST_CRASHES", "JobQueue", "Jobs", "Lease", "open_jobs", "open_queue"]


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


MOST_CRASHES = 3
"""A job is given up after so many workers died over it."""
_MOST_ATTEMPTS = 20
"""A job begun so often is given up, too: it may be what ends the service each time."""

_KINDS_WAITING = "SELECT DISTINCT kind FROM jobs WHERE state = 'queued'"
_RUNNING = "SELECT id, lease, beats FROM jobs WHERE state = 'running'"
_TAKE = """
    UPDATE jobs SET state = 'running', lease = :lease, beats = 0, attempts = attempts + 1
    WHERE id = (
        SELECT jobs.id FROM jobs
        JOIN job_owners ON job_owners.job = jobs.id
        LEFT JOIN owner_turns
            ON owner_turns.owner = job_owners.owner AND owner_turns.kind = jobs.kind
        WHERE jobs.state = 'queued' AND jobs.kind = :kind
        ORDER BY COALESCE(served, 0), place, jobs.id LIMIT 1
    )
    RETURNING *
"""
_SERVE = """
    INSERT INTO owner_turns (owner, kind, served)
    SELECT owner, :kind, (SELECT COALESCE(MAX(served), 0) + 1 FROM owner_turns)
    FROM job_owners WHERE job = :id
    ON CONFLICT (owner, kind) DO UPDATE SET served = excluded.served
"""
_QUEUE_STALLED = """
    UPDATE jobs SET state = 'queued', lease = NULL, beats = NULL
    WHERE id = :id AND lease = :lease AND beats = :beats AND attempts < :most
"""
_FAIL_STALLED = """
    UPDATE jobs SET state = 'failed', problem = :problem, again = 1, lease = NULL, beats = NULL,
        ended = {now}
    WHERE id = :id AND lease = :lease AND beats = :beats
"""
_RENEW = """
    UPDATE jobs SET beats = beats + 1, progress = :progress
    WHERE id = :id AND lease = :lease RETURNING id
"""
_FINISH = """
    UPDATE jobs SET state = 'done', result = :result, progress = :progress, lease = NULL,
        beats = NULL, ended = {now}
    WHERE id = :id AND lease = :lease RETURNING id
"""
_FAIL = """
    UPDATE jobs SET state = 'failed', problem = :problem, again = :again, progress = :progress,
        lease = NULL, beats = NULL, ended = {now}
    WHERE id = :id AND lease = :lease RETURNING id
"""
_RETRY = """
    UPDATE jobs SET state = 'queued', crashes = crashes + 1, lease = NULL, beats = NULL
    WHERE id = :id AND lease = :lease AND crashes + 1 < :most RETURNING id
"""
_GIVE_BACK = """
    UPDATE jobs SET state = 'queued', attempts = attempts - 1, lease = NULL, beats = NULL
    WHERE id = :id AND lease = :lease RETURNING id
"""
_FORGET = """
    DELETE FROM jobs WHERE ended < {now} - :age AND state IN ('done', 'failed', 'cancelled')
"""
_JOURNAL = "SELECT versions, entry FROM job_journals WHERE job = :id ORDER BY candidate"
_NOTE = """
    INSERT INTO job_journals (job, candidate, versions, entry)
    VALUES (:id, :candidate, :versions, :entry)
    ON CONFLICT (job, candidate)
    DO UPDATE SET versions = excluded.versions, entry = excluded.entry
"""
_DROP_ENDED_JOURNAL = """
    DELETE FROM job_journals WHERE job = :id
    AND job IN (SELECT id FROM jobs WHERE state IN ('done', 'failed', 'cancelled'))
"""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a job, as long as it is renewed.

    ``journal`` has the candidates that earlier work on the job has settled.
    """

    job: Job
    name: str
    journal: tuple[JournalEntry, ...] = ()

    def to_json(self) -> Document:
        """Return the job as it is sent to a worker."""
        job = {"kind": self.job.kind, "request": self.job.request}
        return {**job, "journal": [asdict(note) for note in self.journal]}


class JobQueue:
    """The jobs of a store, each leased to one worker at a time.

    A lease that was not renewed for so many ``seconds`` is lost. Whoever takes jobs notices: the
    job's count of heartbeats in the store stands still, by a ``clock`` that never jumps. The time
    of day plays no part.

    Methods can be called from any thread, and raise :class:`Unreachable` when the store is.
    """

    def __init__(
        self, database: Database, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._stall_watch = _StallWatch(seconds, clock)

    def take(self, kinds: Sequence[Kind], *, given_up: Document) -> Lease | None:
        """Return a lease on the next job, of the first of these kinds that has one, or None.

        The owner served longest ago comes first, with the job that has waited longest. Jobs whose
        lease was lost are queued again; one begun too often fails with the problem ``given_up``.
        """
        with self._database.reading() as transaction:
            waiting = {row["kind"] for row in transaction.run(_KINDS_WAITING)}
            beats = [_Heartbeat(**row) for row in transaction.run(_RUNNING)]
        stalled = self._stall_watch.stalled(beats)
        if not stalled and not waiting & set(kinds):
            return None
        with self._database.writing(alone=True) as transaction:
            for beat in stalled:
                _release(transaction, beat, given_up)
            return next(filter(None, (_taken(transaction, kind) for kind in kinds)), None)

    def renew(self, lease: Lease, progress: Document, journal: Sequence[JournalEntry] = ()) -> bool:
        """Renew a lease, store the progress of the job, and add to its journal.

        Return False, and change nothing, if the lease was lost.
        """
        with self._database.writing() as transaction:
            given = {"id": lease.job.id, "lease": lease.name}
            if not transaction.run(_RENEW, progress=as_text(progress), **given):
                return False
            for note in journal:
                entry = as_text(note.entry)
                transaction.run(
                    _NOTE,
                    id=lease.job.id,
                    candidate=note.entry["candidate"],
                    versions=note.versions,
                    entry=entry,
                )
            return True

    def finish(self, lease: Lease, result: Document, progress: Document) -> bool:
        """End a job with its result; False if the lease was lost."""
        return self._change(_FINISH, lease, result=as_text(result), progress=as_text(progress))

    def fail(self, lease: Lease, problem: Document, progress: Document, *, again: bool) -> bool:
        """End a job with a problem; False if the lease was lost.

        With ``again``, the same request later starts the job again.
        """
        text = as_text(problem)
        return self._change(
            _FAIL, lease, problem=text, progress=as_text(progress), again=int(again)
        )

    def retry(self, lease: Lease) -> bool:
        """Queue a job again whose worker died; False after the last try, or a lost lease."""
        return self._change(_RETRY, lease, most=MOST_CRASHES)

    def give_back(self, lease: Lease) -> bool:
        """Queue a job again as if it had not been begun; False if the lease was lost."""
        return self._change(_GIVE_BACK, lease)

    def forget(self, seconds: int) -> None:
        """Remove all jobs that ended more than so many seconds ago."""
        with self._database.writing() as transaction:
            transaction.run(_FORGET, age=1000 * seconds)

    def close(self) -> None:
        """Close the store."""
        self._database.close()

    def _change(self, statement: str, lease: Lease, **given: str | int) -> bool:
        with self._database.writing() as transaction:
            done = bool(transaction.run(statement, id=lease.job.id, lease=lease.name, **given))
            if done:
                transaction.run(_DROP_ENDED_JOURNAL, id=lease.job.id)
            return done


def _release(transaction: Transaction, beat: _Heartbeat, given_up: Document) -> None:
    """Queue a job again, or fail it if begun too often, unless its count has moved since."""
    given: dict[str, Value] = asdict(beat)
    transaction.run(_QUEUE_STALLED, most=_MOST_ATTEMPTS, **given)
    transaction.run(_FAIL_STALLED, problem=as_text(given_up), **given)
    transaction.run(_DROP_ENDED_JOURNAL, id=beat.id)


def _taken(transaction: Transaction, kind: Kind) -> Lease | None:
    """Return a lease on the next job of that kind, None if there is none."""
    name = uuid.uuid4().hex
    rows = transaction.run(_TAKE, kind=kind, lease=name)
    if not rows:
        return None
    job = job_of(rows[0])
    transaction.run(_SERVE, id=job.id, kind=kind)
    rows = transaction.run(_JOURNAL, id=job.id)
    journal = (JournalEntry(row["versions"], json.loads(row["entry"])) for row in rows)
    return Lease(job, name, tuple(journal))


def open_queue(
    url: str, *, seconds: float, clock: Callable[[], float] = time.monotonic
) -> JobQueue:
    """Return the queue of the store at a URL, raising as :func:`opening.open_database`."""
    return JobQueue(open_database(url), seconds, clock)


_LOOKS = 4
"""At least so many looks in a row must find the same count."""


@dataclass(frozen=True, slots=True)
class _Heartbeat:
    """The count of heartbeats of a running job, and its lease."""

    id: str
    lease: str
    beats: int


class _StallWatch:
    """Finds counts that have stood still for more than so many ``seconds``; safe for threads."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._turn = threading.Lock()
        self._looked = clock()
        self._unchanged = dict[_Heartbeat, float]()

    def stalled(self, beats: Iterable[_Heartbeat]) -> list[_Heartbeat]:
        """Return those of the current counts that have stood still for too long.

        >>> now = 0.0
        >>> watch, beat = _StallWatch(8.0, lambda: now), _Heartbeat("j1", "x", 3)
        >>> results = []
        >>> for now in (0.0, 2.0, 4.0, 3600.0, 3602.0, 3604.0):
        ...     results.append(watch.stalled([beat]) == [beat])
        >>> results
        [False, False, False, False, False, True]
        """
        with self._turn:
            now = self._clock()
            passed = min(now - self._looked, self._seconds / _LOOKS)
            self._looked = now
            self._unchanged = {
                beat: self._unchanged[beat] + passed if beat in self._unchanged else 0.0
                for beat in beats
            }
            return [beat for beat, time in self._unchanged.items() if time > self._seconds]
