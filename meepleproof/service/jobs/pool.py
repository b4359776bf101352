"""The worker pool: worker processes, each with a supervisor, for the jobs of a store."""

from __future__ import annotations

import logging
import threading
from typing import Self

from meepleproof.service.jobs.job import Kind, Unreachable
from meepleproof.service.jobs.queue import open_queue
from meepleproof.service.jobs.supervisor import JobLimits, Supervisor
from verifier.errors import Malformed

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
        limits = JobLimits(seconds, memory)
        renew_seconds = min(_RENEW_SECONDS, lease / 5)
        self._supervisors = [
            Supervisor(self._queue, kinds, limits, renew_seconds, self._stopping)
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
