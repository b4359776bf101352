"""Worker processes for the jobs of a store, each with a supervisor that is a thread of the service.

A supervisor takes jobs for its worker one by one and records their ends; most of the time it waits.
It renews the lease of the job, so the worker knows nothing of the store, and may hang or be killed
without harm.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Self

from meepleproof.service.jobs import problems
from meepleproof.service.jobs.job import JournalEntry, Kind, Unreachable
from meepleproof.service.jobs.store import MOST_CRASHES, JobQueue, Lease, open_queue
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.processes import module_command

_log = logging.getLogger(__name__)

_RENEW_SECONDS = 1.0
"""Seconds between two renewals of a lease; a cancelled job stops after about as many."""
_FORGET_SECONDS = 3600.0
"""Seconds between two searches for jobs that ended long ago."""
_KEPT_SECONDS = 30 * 24 * 3600
"""Seconds for which an ended job is kept."""


class WorkerPool:
    """Worker processes for the jobs of a store, which pools on several machines may share.

    Use it as a context manager, or call :meth:`start` and :meth:`stop`.
    """

    def __init__(
        self,
        jobs_url: str,
        *,
        workers: int = 1,
        seconds: float = 600.0,
        memory: int | None = 4 << 30,
        lease: float = 15.0,
    ) -> None:
        """Open the store at that URL.

        Of several ``workers`` one does verifications only. A job may take ``seconds`` and
        ``memory`` (bytes). After ``lease`` seconds without a heartbeat others take our jobs.

        :raises Malformed: if the URL is not that of a database which others can open.
        :raises Unreachable: if the database cannot be opened.
        """
        if jobs_url == "sqlite://":
            raise Malformed("a new temporary store has no jobs: give the url of the one opened")
        self._queue = open_queue(jobs_url, seconds=lease)
        self._stopping = threading.Event()
        limits = _JobLimits(seconds, memory)
        renew_seconds = min(_RENEW_SECONDS, lease / 5)
        self._supervisors = [
            _Supervisor(self._queue, kinds, limits, renew_seconds, self._stopping)
            for kinds in _kinds_by_worker(workers)
        ]
        self._sweeper = threading.Thread(target=self._forget_old, name="sweeper", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the supervisors."""
        for supervisor in self._supervisors:
            supervisor.start()
        self._sweeper.start()

    def stop(self) -> None:
        """Stop all work at once; unfinished jobs go back to the queue."""
        self._stopping.set()
        for thread in (*self._supervisors, self._sweeper):
            if thread.ident is not None:
                thread.join()
        self._queue.close()

    @property
    def process_ids(self) -> list[int]:
        """The process ids of the workers that are running."""
        numbers = [supervisor.process_id for supervisor in self._supervisors]
        return [number for number in numbers if number is not None]

    def _forget_old(self) -> None:
        """Remove jobs that ended long ago, again and again."""
        while True:
            try:
                self._queue.forget(_KEPT_SECONDS)
            except Unreachable as error:
                _log.warning("the store of jobs cannot be reached: %s", error)
            if self._stopping.wait(_FORGET_SECONDS):
                return


def _kinds_by_worker(workers: int) -> list[tuple[Kind, ...]]:
    """Return for each worker the kinds of jobs it does, the first of them first.

    Of several, one does verifications only, so that these never wait for a generation to end.

    >>> _kinds_by_worker(1)
    [('verification', 'generation')]
    >>> _kinds_by_worker(2)
    [('verification',), ('generation', 'verification')]
    """
    if workers == 1:
        return [("verification", "generation")]
    others: list[tuple[Kind, ...]] = [("generation", "verification")] * (workers - 1)
    return [("verification",), *others]


_POLL = 0.2
"""Seconds between two checks: for a new job, or whether to stop the running one."""
_RETRY_SECONDS = 1.0
"""Seconds before another try after a failure."""


@dataclass(frozen=True, slots=True)
class _JobLimits:
    """What a job may take: seconds of wall time, and bytes of memory for each process."""

    seconds: float
    memory: int | None


class _Supervisor(threading.Thread):
    """Does jobs of these ``kinds``, the first kind first, until ``stopping`` is set.

    It renews the lease of the running job every ``renew_seconds`` seconds.
    """

    def __init__(
        self,
        queue: JobQueue,
        kinds: tuple[Kind, ...],
        limits: _JobLimits,
        renew_seconds: float,
        stopping: threading.Event,
    ) -> None:
        super().__init__(name="supervisor", daemon=True)
        self._queue, self._kinds, self._limits = queue, kinds, limits
        self._renew_seconds, self._stopping = renew_seconds, stopping
        self._worker: _WorkerProcess | None = None

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
            except _WorkerDied as how:
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

    def _supervise(self, lease: Lease, worker: _WorkerProcess) -> Callable[[], object]:
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
        except _WorkerDied as how:
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

    def _ready_worker(self) -> _WorkerProcess | None:
        """Return the worker, None while it is starting, which takes no time of a job.

        :raises WorkerDied: if it does not start.
        """
        if self._worker is not None and not self._worker.is_alive:
            self._kill_worker()
        if self._worker is None:
            self._worker = _WorkerProcess(self._limits.memory)
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


_START_SECONDS = 60.0
"""Seconds within which a worker must be ready."""
_SEND_SECONDS = 10.0
"""Seconds within which it must read what it is sent; it reads all the time."""


class _WorkerDied(Exception):
    """The worker's process ended, does not read, or sent what is not JSON."""


class _WorkerProcess:
    """A worker process. It ends when this one does, however that ends."""

    def __init__(self, memory: int | None) -> None:
        limit = [] if memory is None else [str(memory)]
        command, environment = module_command("meepleproof.service.jobs.worker", *limit)
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A group of its own: Ctrl-C does not reach it, and killing it kills its solvers, too.
            start_new_session=True,
        )
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe above
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        self._received = b""
        self._ready = False
        self._started = time.monotonic()

    @property
    def process_id(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def is_ready(self, seconds: float) -> bool:
        """Return whether it is ready for jobs, waiting at most so many seconds for it.

        :raises WorkerDied: if it takes too long to start, or ended.
        """
        if not self._ready:
            self._ready = bool(self.receive(seconds))
        if not self._ready and time.monotonic() - self._started > _START_SECONDS:
            raise _WorkerDied("it does not start")
        return self._ready

    def send(self, document: Document) -> None:
        """Send it a job.

        :raises WorkerDied: if it does not read it.
        """
        rest = memoryview(json.dumps(document, separators=(",", ":")).encode() + b"\n")
        deadline = time.monotonic() + _SEND_SECONDS
        while rest:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([], [self._in], [], left)[1]:
                raise _WorkerDied("it does not read")
            try:
                rest = rest[os.write(self._in, rest) :]
            except BrokenPipeError:
                raise _WorkerDied(self._how_it_ended()) from None

    def receive(self, seconds: float) -> list[Document]:
        """Return the messages it sends within so many seconds, if any.

        :raises WorkerDied: if it ended, or sent what is not JSON.
        """
        if not select.select([self._out], [], [], seconds)[0]:
            return []
        piece = os.read(self._out, 1 << 20)
        if not piece:
            raise _WorkerDied(self._how_it_ended())
        *lines, self._received = (self._received + piece).split(b"\n")
        try:
            return [json.loads(line) for line in lines]
        except ValueError:
            raise _WorkerDied("it sent what is not JSON") from None

    def kill(self) -> None:
        """Kill the process and all that it started."""
        if self._process.returncode is None:  # later its number may be that of another group
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what it had not read is lost with it
                    pipe.close()

    def _how_it_ended(self) -> str:
        code = self._process.wait()
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
