"""A supervisor runs one worker process: it takes jobs for it one by one and records their ends.

It is a thread of the service that waits most of the time. The supervisor renews the lease of the
job, so the worker knows nothing of the store, and may hang or be killed without harm.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from meepleproof.service.jobs import problems
from meepleproof.service.jobs.job import JournalEntry, Kind, Unreachable
from meepleproof.service.jobs.queue import MOST_CRASHES, JobQueue, Lease
from meepleproof.service.jobs.worker_process import WorkerDied, WorkerProcess
from verifier.documents.strict_json import Document

_log = logging.getLogger(__name__)

_POLL = 0.2
"""Seconds between two checks: for a new job, or whether to stop the running one."""
_RETRY_SECONDS = 1.0
"""Seconds before another try after a failure."""


@dataclass(frozen=True, slots=True)
class JobLimits:
    """What a job may take: seconds of wall time, and bytes of memory for each process."""

    seconds: float
    memory: int | None


class Supervisor(threading.Thread):
    """Does jobs of these ``kinds``, the first kind first, until ``stopping`` is set.

    It renews the lease of the running job every ``renew_seconds`` seconds.
    """

    def __init__(
        self,
        queue: JobQueue,
        kinds: tuple[Kind, ...],
        limits: JobLimits,
        renew_seconds: float,
        stopping: threading.Event,
    ) -> None:
        super().__init__(name="supervisor", daemon=True)
        self._queue, self._kinds, self._limits = queue, kinds, limits
        self._renew_seconds, self._stopping = renew_seconds, stopping
        self._worker: WorkerProcess | None = None

    @property
    def process_id(self) -> int | None:
        """The process id of the worker, None while there is none."""
        worker = self._worker
        return None if worker is None else worker.process_id

    def run(self) -> None:
        """Do jobs one by one; a failure costs time and no more."""
        while not self._stopping.is_set():
            try:
                self._do_next()
            except Unreachable as error:
                _log.warning("the store of jobs cannot be reached: %s", error)
                self._stopping.wait(_RETRY_SECONDS)
            except WorkerDied as how:
                _log.error("no worker starts: %s", how)
                self._kill_worker()
                self._stopping.wait(_RETRY_SECONDS)
            except Exception:  # noqa: BLE001 - without its supervisors a pool does nothing
                _log.exception("a fault of the supervisor; the job in work is done again")
                self._kill_worker()
                self._stopping.wait(_RETRY_SECONDS)
        self._kill_worker()

    def _do_next(self) -> None:
        worker = self._ready_worker()
        if worker is None:
            return
        lease = self._queue.take(self._kinds, given_up=problems.GIVEN_UP)
        if lease is None:
            self._stopping.wait(_POLL)
            return
        end = self._supervise(lease, worker)
        while True:  # the work is done; only its end must be stored
            try:
                end()
            except Unreachable as error:
                _log.warning("the end of %s cannot be recorded yet: %s", lease.job.id, error)
            else:
                return
            if self._stopping.wait(_RETRY_SECONDS):
                return

    def _supervise(self, lease: Lease, worker: WorkerProcess) -> Callable[[], object]:
        """Have the job done and return the call that records its end in the store."""
        running = _RunningJob(lease)
        begun = time.monotonic()
        renewed = begun
        try:
            worker.send(lease.to_json())
            while True:
                for message in worker.receive(_POLL):
                    if not running.record(message):
                        return self._end(running, message)
                now = time.monotonic()
                if self._stopping.is_set():
                    self._kill_worker()
                    return partial(self._give_back, running)
                if now - begun > self._limits.seconds:
                    self._kill_worker()
                    problem = problems.over_time(self._limits.seconds)
                    return partial(self._queue.fail, lease, problem, running.progress, again=True)
                if now - renewed > self._renew_seconds:
                    renewed = now
                    if not self._try_renew(running):
                        _log.info("%s was cancelled, or taken by another service", lease.job.id)
                        self._kill_worker()
                        return _do_nothing
        except WorkerDied as how:
            _log.warning("the worker died over %s: %s", lease.job.id, how)
            self._kill_worker()
            return partial(self._worker_died, running, str(how))

    def _end(self, running: _RunningJob, message: Document) -> Callable[[], object]:
        """Return the call that records the end of the job as the worker reported it."""
        lease = running.lease
        if "result" in message:
            return partial(self._queue.finish, lease, message["result"], running.progress)
        again = message.get("again", False)
        if again:
            self._kill_worker()  # it may be left in a bad state
        if "fault" in message:
            _log.error("a fault of the program over %s:\n%s", lease.job.id, message["fault"])
        return partial(self._queue.fail, lease, message["problem"], running.progress, again=again)

    def _give_back(self, running: _RunningJob) -> None:
        if self._renew(running):
            self._queue.give_back(running.lease)

    def _worker_died(self, running: _RunningJob, how: str) -> None:
        if self._renew(running) and not self._queue.retry(running.lease):
            problem = problems.crashed(MOST_CRASHES, how)
            self._queue.fail(running.lease, problem, running.progress, again=True)

    def _try_renew(self, running: _RunningJob) -> bool:
        """Renew the lease; False if it was lost, True while the store cannot be reached."""
        try:
            return self._renew(running)
        except Unreachable as error:
            _log.warning("the store of jobs cannot be reached: %s", error)
            return True

    def _renew(self, running: _RunningJob) -> bool:
        """Renew the lease and store the progress so far; False if the lease was lost."""
        renewed = self._queue.renew(running.lease, running.progress, running.entries)
        running.entries.clear()
        return renewed

    def _ready_worker(self) -> WorkerProcess | None:
        """Return the worker, None while it is starting, which takes no time of a job.

        :raises WorkerDied: if it does not start.
        """
        if self._worker is not None and not self._worker.is_alive:
            self._kill_worker()
        if self._worker is None:
            self._worker = WorkerProcess(self._limits.memory)
        return self._worker if self._worker.is_ready(_POLL) else None

    def _kill_worker(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None


def _do_nothing() -> None:
    """Record nothing: the job was cancelled, or another service has it now."""


@dataclass(slots=True)
class _RunningJob:
    """A running job: its progress, and the journal entries that are not stored yet."""

    lease: Lease
    progress: Document = field(default_factory=dict)
    entries: list[JournalEntry] = field(default_factory=list)

    def record(self, message: Document) -> bool:
        """Record a message of the worker; False if it is the end of the job."""
        if "progress" in message:
            self.progress = message["progress"]
        elif "entry" in message:
            self.entries.append(JournalEntry(message["versions"], message["entry"]))
        else:
            return False
        return True
