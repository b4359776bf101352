"""An executor for work that takes processor time: one thread, which clients share fairly."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.http.later import LaterRoutes
from service.problems import Problem

__all__ = ["FairExecutor"]

T = TypeVar("T")

_MOST_WAITING = 64
"""Requests of one client that may wait; more are refused."""
_SECONDS = 20.0
"""How long a request waits for its turn and its answer."""


class FairExecutor:
    """Calls functions in a thread of its own, one at a time, for one client after another.

    More threads would save no time, and would delay the event loop, which needs the interpreter. A
    client that sends many requests waits longer, and no other does.
    """

    def __init__(self, waiting: int = _MOST_WAITING, seconds: float = _SECONDS) -> None:
        self._most_waiting = waiting
        self._seconds = seconds
        self._lock = threading.Lock()
        self._waiting = OrderedDict[str, deque[Callable[[], None]]]()
        self._thread = ThreadPoolExecutor(1, "executor")

    async def run(self, request: Request, function: Callable[[], T]) -> T:
        """Return what the function returns, called when it is the turn of the client.

        :raises Problem: if too many requests wait already, or the turn does not come in time.
        """
        work = Future[T]()
        self._enqueue(request.state.client, partial(_execute, work, function))
        self._thread.submit(self._run_next)
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            raise _busy("the service is busy") from None

    def wrap(self, routes: Iterable[BaseRoute]) -> list[BaseRoute]:
        """Return the routes; endpoints that are plain functions will run in this executor."""
        return [self._wrap(route) for route in routes]

    def _wrap(self, route: BaseRoute) -> BaseRoute:
        if isinstance(route, LaterRoutes):
            return LaterRoutes(route.below, lambda: self.wrap(route.routes))
        if not isinstance(route, Route) or asyncio.iscoroutinefunction(route.endpoint):
            return route
        return Route(route.path, self._in_executor(route.endpoint), methods=["GET"])

    def _in_executor(
        self, answer: Callable[[Request], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answering(request: Request) -> Response:
            return await self.run(request, partial(answer, request))

        return answering

    def _enqueue(self, client: str, work: Callable[[], None]) -> None:
        with self._lock:
            waiting = self._waiting.setdefault(client, deque())
            if len(waiting) >= self._most_waiting:
                raise _busy(f"{len(waiting)} requests of yours are waiting")
            waiting.append(work)

    def _run_next(self) -> None:
        """Do the first work of the client whose turn it is."""
        with self._lock:
            client, waiting = self._waiting.popitem(last=False)
            work = waiting.popleft()
            if waiting:
                self._waiting[client] = waiting
        work()


def _execute(work: Future[T], function: Callable[[], T]) -> None:
    if not work.set_running_or_notify_cancel():
        return  # nobody waits for it any more
    try:
        work.set_result(function())
    except BaseException as error:  # noqa: BLE001 - passed on to the caller
        work.set_exception(error)


def _busy(reason: str) -> Problem:
    return Problem("busy", f"{reason}; ask again later", headers={"Retry-After": "2"})
