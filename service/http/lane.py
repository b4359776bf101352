"""The lane for work that takes processor time: beside the event loop, where clients take turns."""

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

from service.problems import Problem

__all__ = ["Lane"]

T = TypeVar("T")

_WAITING = 64
"""Requests of one client that may wait; who sends more at once is refused some."""
_SECONDS = 20.0
"""How long a request waits for its turn and its answer."""


class Lane:
    """Does one thing after another in a thread of its own, for one client after another.

    Several threads at once would take no less time in all, and keep the event loop waiting for the
    interpreter. Whoever sends many requests waits longer, and nobody else does.
    """

    def __init__(self, waiting: int = _WAITING, seconds: float = _SECONDS) -> None:
        self._most = waiting
        self._seconds = seconds
        self._lock = threading.Lock()
        self._waiting = OrderedDict[str, deque[Callable[[], None]]]()
        self._thread = ThreadPoolExecutor(1, "lane")

    async def run(self, request: Request, do: Callable[[], T]) -> T:
        """Return what is done, in the turn of who asks.

        :raises Problem: if too much waits already, or the turn does not come in time.
        """
        work = Future[T]()
        self._line_up(request.state.client, partial(_work_off, work, do))
        self._thread.submit(self._next)
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            raise _busy("the service is busy") from None

    def takes(self, routes: Iterable[BaseRoute]) -> list[BaseRoute]:
        """Return the routes with those answered in the lane whose answers are plain functions."""
        return [self._taking(route) for route in routes]

    def _taking(self, route: BaseRoute) -> BaseRoute:
        if not isinstance(route, Route) or asyncio.iscoroutinefunction(route.endpoint):
            return route
        return Route(route.path, self._answering(route.endpoint), methods=["GET"])

    def _answering(
        self, answer: Callable[[Request], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answering(request: Request) -> Response:
            return await self.run(request, partial(answer, request))

        return answering

    def _line_up(self, client: str, work: Callable[[], None]) -> None:
        with self._lock:
            waiting = self._waiting.setdefault(client, deque())
            if len(waiting) >= self._most:
                raise _busy(f"{len(waiting)} requests of yours are waiting")
            waiting.append(work)

    def _next(self) -> None:
        """Work off the first thing of the client whose turn it is."""
        with self._lock:
            client, waiting = self._waiting.popitem(last=False)
            work = waiting.popleft()
            if waiting:
                self._waiting[client] = waiting
        work()


def _work_off(work: Future[T], do: Callable[[], T]) -> None:
    if not work.set_running_or_notify_cancel():
        return  # nobody waits for it any more
    try:
        work.set_result(do())
    except BaseException as error:  # noqa: BLE001 - for whoever waits
        work.set_exception(error)


def _busy(told: str) -> Problem:
    return Problem("busy", f"{told}; ask again later", headers={"Retry-After": "2"})
