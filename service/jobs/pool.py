"""The workshop: worker processes, each with a foreman, for the jobs of a store."""

from __future__ import annotations

import logging
import threading
from typing import Self

from service.jobs.job import Kind, Unreachable
from service.jobs.queue import open_leases
from service.jobs.supervisor import Foreman, Limits
from verifier.errors import Malformed

_log = logging.getLogger(__name__)

_BEAT = 1.0
"""Seconds after which a lease is kept anew, so that a cancelled job stops about as soon."""
_SWEEP = 3600.0
"""Seconds after which jobs that ended long ago are looked for."""
_KEPT = 30 * 24 * 3600
"""Seconds for which a job that ended is kept."""


class Workshop:
    """Worker processes for the jobs of a store. Several may share one, also from other machines.

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

        Of several ``workers`` one does verifications only. ``seconds`` and ``memory`` are what a
        job may take, and after ``lease`` seconds without a sign of life others take our jobs.

        :raises Malformed: if the URL is not that of a database which others can open.
        :raises Unreachable: if the database cannot be opened.
        """
        if jobs_url == "sqlite://":
            raise Malformed("a new temporary store has no jobs: give the url of the one opened")
        self._leases = open_leases(jobs_url, seconds=lease)
        self._stopping = threading.Event()
        limits = Limits(seconds, memory)
        beat = min(_BEAT, lease / 5)
        self._foremen = [
            Foreman(self._leases, kinds, limits, beat, self._stopping) for kinds in _lanes(workers)
        ]
        self._sweeper = threading.Thread(target=self._sweep, name="sweeper", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Let the foremen begin."""
        for foreman in self._foremen:
            foreman.start()
        self._sweeper.start()

    def stop(self) -> None:
        """Stop all work at once; jobs not done wait for whoever comes next."""
        self._stopping.set()
        for thread in (*self._foremen, self._sweeper):
            if thread.ident is not None:
                thread.join()
        self._leases.close()

    @property
    def process_ids(self) -> list[int]:
        """The numbers of the worker processes that there are."""
        found = [foreman.process_id for foreman in self._foremen]
        return [number for number in found if number is not None]

    def _sweep(self) -> None:
        """Have jobs forgotten that ended long ago."""
        while True:
            try:
                self._leases.forget(_KEPT)
            except Unreachable as error:
                _log.warning("the store of jobs cannot be reached: %s", error)
            if self._stopping.wait(_SWEEP):
                return


def _lanes(workers: int) -> list[tuple[Kind, ...]]:
    """Return for each worker the kinds of jobs it does, the first of them first.

    Of several, one does verifications only, so that none waits for the end of a generation.

    >>> _lanes(1)
    [('verification', 'generation')]
    >>> _lanes(2)
    [('verification',), ('generation', 'verification')]
    """
    if workers == 1:
        return [("verification", "generation")]
    others: list[tuple[Kind, ...]] = [("generation", "verification")] * (workers - 1)
    return [("verification",), *others]
