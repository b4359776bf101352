"""A foreman has one worker process, takes jobs for it one by one, and sees each through to its end.

He is a thread of the service that waits most of the time. It is he who keeps the job's lease: a
worker needs to know nothing of the store, and may hang or be killed without harm.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from service.jobs import problems
from service.jobs.job import Document, Kind, Note, Unreachable
from service.jobs.queue import MOST_CRASHES, Lease, Leases
from service.jobs.worker_process import Died, Hand

_log = logging.getLogger(__name__)

_LOOK = 0.2
"""Seconds between two looks: for a job, or whether the one in work is to be stopped."""
_PAUSE = 1.0
"""Seconds after which is tried again what should have worked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a job may take: seconds by the clock, and bytes of memory for each process."""

    seconds: float
    memory: int | None


class Foreman(threading.Thread):
    """Works until ``stopping`` is set, at jobs of some kinds, of which the first go first.

    Each ``beat`` seconds it keeps the lease that it has.
    """

    def __init__(
        self,
        leases: Leases,
        kinds: tuple[Kind, ...],
        limits: Limits,
        beat: float,
        stopping: threading.Event,
    ) -> None:
        super().__init__(name="foreman", daemon=True)
        self._leases, self._kinds, self._limits = leases, kinds, limits
        self._beat, self._stopping = beat, stopping
        self._hand: Hand | None = None

    @property
    def process_id(self) -> int | None:
        """The number of the worker's process, None while there is none."""
        hand = self._hand
        return None if hand is None else hand.process_id

    def run(self) -> None:
        """Take jobs and see them through; what goes wrong costs time and no more."""
        while not self._stopping.is_set():
            try:
                self._take_one()
            except Unreachable as error:
                _log.warning("the store of jobs cannot be reached: %s", error)
                self._stopping.wait(_PAUSE)
            except Died as how:
                _log.error("no worker can be had: %s", how)
                self._dismiss()
                self._stopping.wait(_PAUSE)
            except Exception:  # noqa: BLE001 - a workshop without foremen would do nothing ever
                _log.exception("a foreman's fault; the job he was at is taken up again")
                self._dismiss()
                self._stopping.wait(_PAUSE)
        self._dismiss()

    def _take_one(self) -> None:
        hand = self._ready_hand()
        if hand is None:
            return
        lease = self._leases.take(self._kinds, given_up=problems.GIVEN_UP)
        if lease is None:
            self._stopping.wait(_LOOK)
            return
        end = self._see_through(lease, hand)
        while True:  # the work is done; it must only be told
            try:
                end()
            except Unreachable as error:
                _log.warning("the end of %s cannot be told yet: %s", lease.job.id, error)
            else:
                return
            if self._stopping.wait(_PAUSE):
                return

    def _see_through(self, lease: Lease, hand: Hand) -> Callable[[], object]:
        """Have the job done and return what tells the store of its end."""
        work = _Work(lease)
        begun = time.monotonic()
        kept = begun
        try:
            hand.give(lease.to_json())
            while True:
                for said in hand.hear(_LOOK):
                    if not work.takes(said):
                        return self._end(work, said)
                now = time.monotonic()
                if self._stopping.is_set():
                    self._dismiss()
                    return partial(self._give_back, work)
                if now - begun > self._limits.seconds:
                    self._dismiss()
                    told = problems.over_time(self._limits.seconds)
                    return partial(self._leases.fail, lease, told, work.progress, again=True)
                if now - kept > self._beat:
                    kept = now
                    if not self._keep(work):
                        _log.info("%s is not wanted any more", lease.job.id)
                        self._dismiss()
                        return _nothing
        except Died as how:
            _log.warning("the worker died over %s: %s", lease.job.id, how)
            self._dismiss()
            return partial(self._after_a_death, work, str(how))

    def _end(self, work: _Work, said: Document) -> Callable[[], object]:
        """Return what tells the store that the job ended with what the worker said."""
        lease = work.lease
        if "result" in said:
            return partial(self._leases.finish, lease, said["result"], work.progress)
        again = said.get("again", False)
        if again:
            self._dismiss()  # it is not what it was before
        if "fault" in said:
            _log.error("a fault of the program over %s:\n%s", lease.job.id, said["fault"])
        return partial(self._leases.fail, lease, said["problem"], work.progress, again=again)

    def _give_back(self, work: _Work) -> None:
        if self._note(work):
            self._leases.give_back(work.lease)

    def _after_a_death(self, work: _Work, how: str) -> None:
        if self._note(work) and not self._leases.retry(work.lease):
            told = problems.crashed(MOST_CRASHES, how)
            self._leases.fail(work.lease, told, work.progress, again=True)

    def _keep(self, work: _Work) -> bool:
        """Keep the lease; False if it was lost, which cannot be known without the store."""
        try:
            return self._note(work)
        except Unreachable as error:
            _log.warning("the store of jobs cannot be reached: %s", error)
            return True

    def _note(self, work: _Work) -> bool:
        """Keep the lease and what was found meanwhile; False if it was lost."""
        kept = self._leases.keep(work.lease, work.progress, work.notes)
        work.notes.clear()
        return kept

    def _ready_hand(self) -> Hand | None:
        """Return a worker that is ready, None if it is not yet; no job's time is spent on that.

        :raises Died: if it does not come to be ready.
        """
        if self._hand is not None and not self._hand.is_alive:
            self._dismiss()
        if self._hand is None:
            self._hand = Hand(self._limits.memory)
        return self._hand if self._hand.is_ready(_LOOK) else None

    def _dismiss(self) -> None:
        if self._hand is not None:
            self._hand.kill()
            self._hand = None


def _nothing() -> None:
    """Tell nothing of a job that is others' now, or nobody's."""


@dataclass(slots=True)
class _Work:
    """A job in work: how far it has come, and what was found that the store does not know yet."""

    lease: Lease
    progress: Document = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    def takes(self, said: Document) -> bool:
        """Take what the worker said if it is no end."""
        if "progress" in said:
            self.progress = said["progress"]
        elif "entry" in said:
            self.notes.append(Note(said["versions"], said["entry"]))
        else:
            return False
        return True
