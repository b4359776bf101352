"""Answerers: processes that answer requests, so that whatever an answer costs can be stopped.

One of them answers. Another, which has loaded all it needs, helps when an answer takes long, and
takes the place of the first when that is killed, while a new one starts. What each client took of
late is counted, so that none takes all the time.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from meepleproof.service.answering.process import (
    Answered,
    AnswererDied,
    AnswererProcess,
    Asked,
    Reason,
)
from meepleproof.service.log import LOG
from meepleproof.service.problems import Problem

__all__ = ["Answerers", "Answers", "Shares"]


_NUMBER = 2
_MOST_WAITING = 64
"""Requests of one client that may wait; more are refused."""
_SECONDS = 20.0
"""How long a request waits for its turn and its answer."""
_LONG = 0.1
"""Seconds after which an answer takes long, so that the next request goes to another answerer."""
_HEAVY = 1.0
"""Seconds of processor time of late: a client that took more leaves the last answerer to others."""
_STANDSTILL = 5.0
"""Seconds without an answer, while requests wait, or without an answerer."""
_SPARE_AFTER = 3.0
"""Seconds after which the second process is started; the first page comes first."""
_START_SECONDS = 60.0
"""Seconds within which a process must be ready."""
_RETRY_SECONDS = 1.0
"""Seconds before a process is started again that could not start."""
_WATCH = 0.5
_MOST_GROWN = 128 << 20
"""Bytes: a process that has grown by more ends when another is ready, so its memory is free."""
_WHY: Mapping[Reason, str] = {
    "time": "its answer took more processor time than it may",
    "memory": "its answer took more memory than it may",
    "died": "the process that answered it ended",
}
_AGAIN = {"Retry-After": "2"}


class Answers(Protocol):
    """What answers requests."""

    async def answer(self, client: str, asked: Asked) -> Answered:
        """Return the answer to a request of a client.

        :raises Problem: if there is none in time.
        """
        ...

    @property
    def trouble(self) -> str:
        """Why no requests are answered, empty if they are."""
        ...

    @property
    def stopped(self) -> Mapping[str, int]:
        """How many answers were stopped, by the reason."""
        ...

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        ...


@dataclass(eq=False, slots=True)
class _Request:
    client: str
    asked: Asked
    answer: asyncio.Future[Answered]
    tries: int = 0
    begun: float = 0.0


class Answerers:
    """Processes that answer requests; ``start`` starts one.

    A client that took less processor time of late comes first, and none has two answers in work. A
    client that took much never gets the last answerer that is free, so others do not wait for it.
    """

    def __init__(
        self,
        start: Callable[[], AnswererProcess],
        *,
        seconds: float = _SECONDS,
        answer_seconds: float = 3.0,
        waiting: int = _MOST_WAITING,
        spare_after: float = _SPARE_AFTER,
        standstill: float = _STANDSTILL,
    ) -> None:
        self._start = start
        self._seconds, self._answer_seconds = seconds, answer_seconds
        self._most_waiting, self._spare_after, self._standstill = waiting, spare_after, standstill
        self.hold = _LONG
        """Seconds after which a request goes to another answerer than the one that is busy."""
        self.shares = Shares()
        self._waiting = OrderedDict[str, deque[_Request]]()
        self._idle = dict[int, asyncio.Future[_Request | None]]()
        self._working = dict[int, _Request]()
        self._processes = dict[int, AnswererProcess]()
        self._ready = set[int]()
        self._tasks: list[asyncio.Task[None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._moved_at = time.monotonic()
        self._failure = "they are starting"
        self._trouble = ""
        self.stopped = Counter[str](dict.fromkeys(_WHY, 0))

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def idle(self) -> list[int]:
        """The places of the answerers that are ready and have nothing to do."""
        return sorted(place for place in self._idle if self._processes[place].is_alive)

    @property
    def process_ids(self) -> list[int]:
        """The ids of the processes, those that are starting among them."""
        return [process.process_id for process in self._processes.values()]

    @property
    def trouble(self) -> str:
        """Why no requests are answered, empty if they are."""
        return self._trouble

    async def open(self, first: AnswererProcess) -> None:
        """Begin with a process that was started already, when it is ready.

        :raises Malformed: if packs cannot be read.
        :raises OSError: if a folder or file cannot be opened.
        """
        self._processes[0] = first
        try:
            await first.ready()
        except AnswererDied as how:
            raise OSError(None, f"no answerer starts: {how}") from None
        self._ready.add(0)
        self._moved_at = time.monotonic()
        self._tasks = [asyncio.create_task(self._keep(place)) for place in range(_NUMBER)]
        self._tasks.append(asyncio.create_task(self._watch()))

    def close(self) -> None:
        """Kill all processes."""
        for task in self._tasks:
            task.cancel()
        for process in self._processes.values():
            process.kill("died")

    async def answer(self, client: str, asked: Asked) -> Answered:
        """Return the answer to a request of a client.

        :raises Problem: if there is none in time, or it takes more than it may.
        """
        request = _Request(client, asked, asyncio.get_running_loop().create_future())
        own = self._waiting.setdefault(client, deque())
        if len(own) >= self._most_waiting:
            raise _busy(f"{len(own)} requests of yours are waiting")
        own.append(request)
        self._dispatch()
        try:
            async with asyncio.timeout(self._seconds):
                return await request.answer
        except TimeoutError:
            raise self._given_up(request) from None

    def _given_up(self, request: _Request) -> Problem:
        """Let a request go that was not answered in time, and stop the work on it."""
        for place, working in list(self._working.items()):
            if working is request:
                self._processes[place].kill("time")
                return _stopped("time")
        self._forget(request)
        return _busy("the service is busy")

    def _forget(self, request: _Request) -> None:
        own = self._waiting.get(request.client, deque())
        with contextlib.suppress(ValueError):
            own.remove(request)
        if not own:
            self._waiting.pop(request.client, None)

    # Whose turn it is

    def _dispatch(self) -> None:
        """Give waiting requests to answerers that are free."""
        for place in self.idle:
            now = time.monotonic()
            wait = max((one.begun + self.hold - now for one in self._working.values()), default=0.0)
            if wait > 0:  # it will most likely be free at once
                if self._waiting:
                    self._dispatch_in(wait)
                return
            request = self._next()
            if request is None:
                return
            request.begun = now
            self._working[place] = request
            self._idle.pop(place).set_result(request)

    def _dispatch_in(self, seconds: float) -> None:
        """Dispatch again after so many seconds, or before if that is planned already."""
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            seconds = min(seconds, self._timer.when() - loop.time())
            self._timer.cancel()
        self._timer = loop.call_later(seconds, self._dispatch_in_time)

    def _dispatch_in_time(self) -> None:
        self._timer = None
        self._dispatch()

    def _next(self) -> _Request | None:
        """Take the request out of the queue whose turn it is, if any."""
        busy = {request.client for request in self._working.values()}
        shares = [
            (self.shares.of(client), client) for client in self._waiting if client not in busy
        ]
        if not shares:
            return None
        share, client = min(shares, key=lambda found: found[0])
        # While the other one starts, only a client whose answer was stopped waits.
        most = _HEAVY if len(self._ready) > 1 else self._answer_seconds
        if len(self.idle) == 1 and share > most:
            self._dispatch_in(_HALF_LIFE * math.log2(share / most))
            return None
        own = self._waiting[client]
        request = own.popleft()
        # A client that was served goes behind others that took as little.
        self._waiting.move_to_end(client)
        if not own:
            del self._waiting[client]
        return request

    # The processes

    async def _keep(self, place: int) -> None:
        """Have a process answer requests, and start another whenever it ended."""
        if place not in self._ready:
            await asyncio.sleep(self._spare_after)
        while True:
            if place not in self._ready and not await self._restarted(place):
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            free = self._idle[place] = asyncio.get_running_loop().create_future()
            self._dispatch()
            request = await free
            if request is None:  # the process ended while it had nothing to do
                self.stopped["died"] += 1
                self._ready.discard(place)
                continue
            try:
                await self._work(place, request)
            finally:
                self._moved_at = time.monotonic()
                del self._working[place]
            if place not in self._ready:  # what it leaves is for the other one
                self._dispatch()

    async def _work(self, place: int, request: _Request) -> None:
        """Have a process answer a request."""
        process = self._processes[place]
        try:
            found = await process.answer(request.asked)
        except AnswererDied as how:
            self._ready.discard(place)
            self._failed(request, how)
        except Exception as error:  # noqa: BLE001 - without its task a place would answer no more
            LOG.exception("fault", extra={"facts": {"path": request.asked.path[:200]}})
            self._ready.discard(place)
            process.kill("died")
            self._failed(request, AnswererDied("died", f"{type(error).__name__}: {error}"))
        else:
            self.shares.add(request.client, found.seconds)
            if found.grown > _MOST_GROWN and len(self._ready) > 1:
                self._ready.discard(place)
                process.kill("memory")
            if not request.answer.done():
                request.answer.set_result(found)

    async def _restarted(self, place: int) -> bool:
        process: AnswererProcess | None = None
        try:
            process = self._processes[place] = self._start()
            async with asyncio.timeout(_START_SECONDS):
                await process.ready()
        except Exception as error:  # noqa: BLE001 - packs may be gone, or memory short
            self._failure = f"{type(error).__name__}: {error}"
            LOG.error("answerer", extra={"facts": {"said": self._failure[:500]}})
            if process is not None:
                process.kill("died")
            return False
        self._ready.add(place)
        self._moved_at = time.monotonic()
        return True

    def _failed(self, request: _Request, how: AnswererDied) -> None:
        """Refuse a request whose answer was stopped; ask again if the process just ended."""
        self.stopped[how.reason] += 1
        facts = {
            "request": request.asked.name,
            "path": request.asked.path[:200],
            "why": how.reason,
            "said": str(how),
        }
        LOG.warning("stopped", extra={"facts": facts})
        request.tries += 1
        if how.reason == "died" and request.tries == 1 and not request.answer.done():
            self._waiting.setdefault(request.client, deque()).appendleft(request)
            return
        self.shares.add(request.client, self._answer_seconds)
        if not request.answer.done():
            request.answer.set_exception(_stopped(how.reason))

    # Standstills

    async def _watch(self) -> None:
        """Notice processes that ended, and when nothing is answered, which is logged once."""
        while True:
            await asyncio.sleep(_WATCH)
            for place in self._idle.keys() - self.idle:
                self._idle.pop(place).set_result(None)
            before, self._trouble = self._trouble, self._found_trouble()
            if self._trouble and not before:
                LOG.error("work stands still", extra={"facts": {"said": self._trouble}})

    def _found_trouble(self) -> str:
        now = time.monotonic()
        if self._ready and not self._working and not self._waiting:
            self._moved_at = now  # there is nothing to do
        seconds = now - self._moved_at
        if seconds <= self._standstill:
            return ""
        if not self._ready:
            return f"no process is ready to answer requests: {self._failure}"
        return f"no request was answered for {seconds:.0f} seconds"


def _busy(reason: str) -> Problem:
    return Problem("busy", f"{reason}; ask again later", headers=_AGAIN)


def _stopped(reason: Reason) -> Problem:
    return Problem("stopped", f"the request was stopped: {_WHY[reason]}", headers=_AGAIN)


_HALF_LIFE = 10.0
"""Seconds after which half of what a client took no longer counts."""
_MOST_CLIENTS = 10_000


class Shares:
    """The processor seconds that clients took of late; what is long ago counts less."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._taken = OrderedDict[str, tuple[float, float]]()

    def add(self, client: str, seconds: float) -> None:
        """Count processor seconds to a client.

        >>> now = [0.0]
        >>> shares = Shares(lambda: now[0])
        >>> shares.add("a", 3.0)
        >>> now[0] = 10.0
        >>> shares.of("a"), shares.of("b")
        (1.5, 0.0)
        """
        self._taken[client] = (self.of(client) + seconds, self._clock())
        self._taken.move_to_end(client)
        if len(self._taken) > _MOST_CLIENTS:
            self._taken.popitem(last=False)  # the client that has asked nothing for longest

    def of(self, client: str) -> float:
        """Return the seconds that a client took of late."""
        seconds, then = self._taken.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - then) / _HALF_LIFE) if seconds else 0.0
