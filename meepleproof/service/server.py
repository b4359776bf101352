"""The service as an ASGI application, and running it: open what it needs, listen, close it all.

What takes a noticeable time is answered by processes of their own, see
:mod:`meepleproof.service.answering.pool`. Here are sockets, access, limits, jobs, results and
metrics.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import closing
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from meepleproof.service.answering.pool import Answerers, Answers
from meepleproof.service.answering.process import AnswererProcess
from meepleproof.service.http.access import Connections, Guard, owner
from meepleproof.service.http.compressing import Compressor
from meepleproof.service.http.contract import contract_routes
from meepleproof.service.http.forwarding import Forwarder
from meepleproof.service.http.messages import refuse, refuse_http
from meepleproof.service.http.monitoring import (
    Observer,
    RequestMetrics,
    SelfTest,
    Watchdog,
    health_routes,
)
from meepleproof.service.http.writing import ResultsLog, writing_routes
from meepleproof.service.jobs.store import Jobs, open_jobs
from meepleproof.service.jobs.workers import WorkerPool
from meepleproof.service.log import LOG, log_as_json
from meepleproof.service.problems import Problem
from meepleproof.service.settings import Settings
from meepleproof.service.starting import answerer_settings

__all__ = ["run", "service_app"]


_WAITING = 256
"""Connections that the system holds until they are accepted."""
_SWITCH_SECONDS = 0.001
"""How long a thread may hold the interpreter while the event loop waits for it."""
_MOST_HEAD = 100_000
"""Bytes of the head of a request."""
_LAST_SECONDS = 2
"""How long the last answers may take when the service is stopped."""
_END_SECONDS = 4.5
"""How long everything may take then."""


def run(settings: Settings, first: AnswererProcess, tell: Callable[[str], None]) -> None:
    """Serve as :func:`meepleproof.service.starting.serve` says.

    ``first`` is an answerer that was started already.
    """
    limits = settings.limits
    with (
        closing(_listen(settings)) as listening,
        closing(
            open_jobs(settings.database, queue_length=limits.queue_length, quota=limits.quota)
        ) as jobs,
        WorkerPool(
            jobs.url,
            workers=settings.workers,
            seconds=limits.job_seconds,
            memory=limits.job_megabytes << 20,
        ),
    ):
        log_as_json(logging.INFO if settings.log_requests else logging.WARNING)
        gc.freeze()
        sys.setswitchinterval(_SWITCH_SECONDS)
        asyncio.run(_serve(settings, first, jobs, listening, tell))


async def _serve(
    settings: Settings,
    first: AnswererProcess,
    jobs: Jobs,
    listening: socket.socket,
    tell: Callable[[str], None],
) -> None:
    given = answerer_settings(settings)
    answerers = Answerers(lambda: AnswererProcess(given), answer_seconds=given.seconds)
    server = _Server(
        _config(
            service_app(answerers, jobs, settings), Connections(proxies=settings.trusted_proxies)
        )
    )
    try:
        await answerers.open(first)
        tell(_address(listening))
        await server.serve(sockets=[listening])
    finally:
        answerers.close()


class _Server(uvicorn.Server):
    """A server that ends soon after a signal, even if something else does not."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end."""
        end = threading.Timer(_END_SECONDS, _end_at_once)
        end.daemon = True
        end.start()
        super().handle_exit(sig, frame)


def _end_at_once() -> None:
    """End the process, and so its workers and answerers, without waiting for anything."""
    LOG.error("ended at once", extra={"facts": {"said": "something did not end in time"}})
    os._exit(1)


def _listen(settings: Settings) -> socket.socket:
    place = f"{settings.host}:{settings.port}"
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise OSError(error.errno, error.strerror, place) from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_WAITING)
    except OSError as error:
        listening.close()
        hint = "; --port 0 takes a free one" if error.errno == errno.EADDRINUSE else ""
        raise OSError(error.errno, f"{error.strerror}{hint}", place) from None
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _config(app: Starlette, connections: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        # The application reads what trusted proxies say.
        proxy_headers=False,
        http=connections.protocol,  # type: ignore[arg-type]  # called like the class it asks for
        ws="none",
        h11_max_incomplete_event_size=_MOST_HEAD,
        backlog=_WAITING,
        timeout_graceful_shutdown=_LAST_SECONDS,
    )


_PLAYING = (
    "/api/neom/table",
    "/api/neom/catalogue",
    "/neom/own/changes",
    "/neom/own/pack",
    "/neom/own/told",
)
"""Where anyone may send a body that is answered at once."""


def service_app(answers: Answers, jobs: Jobs, settings: Settings) -> Starlette:
    """Return the application for what answers requests, and a store of jobs.

    :raises OSError: if the file of results cannot be written.
    """
    test, metrics, watchdog = SelfTest(), RequestMetrics(), Watchdog()
    results = None if settings.results is None else ResultsLog(settings.results)
    forwarder = Forwarder(answers, settings.limits)

    async def check(request: Request) -> Response:
        owner(request)
        return await forwarder.taking(request)

    app = Starlette(
        routes=[
            *health_routes(jobs, test, metrics, watchdog, answers),
            *contract_routes(),
            *writing_routes(jobs, results, forwarder),
            Route("/api/solutions/check", check, methods=["POST"]),
            *(Route(path, forwarder.taking, methods=["POST"]) for path in _PLAYING),
        ],
        middleware=[
            # By "X-Forwarded-For" and "X-Forwarded-Proto" of those alone that are trusted.
            Middleware(ProxyHeadersMiddleware, list(settings.trusted_proxies)),
            Middleware(Observer, metrics),
            Middleware(Guard, settings),
            Middleware(Compressor),
        ],
        exception_handlers={Problem: refuse, HTTPException: refuse_http},
        lifespan=_lifespan(test.run, watchdog.run),
    )
    app.router.default = forwarder.app
    app.router.redirect_slashes = False
    return app


def _lifespan(
    *beside: Callable[[], Coroutine[Any, Any, None]],
) -> Callable[[Any], contextlib.AbstractAsyncContextManager[None]]:
    """Return the lifespan of the application, in which these coroutines run."""

    @contextlib.asynccontextmanager
    async def living(_app: Any) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(run()) for run in beside]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    return living
