"""The service as one ASGI application: its routes and middleware.

What takes a noticeable time is answered by processes of their own, see
:mod:`meepleproof.service.answering.pool`. Here are sockets, access, limits, jobs, results and
metrics.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from meepleproof.service.answering.pool import Answers
from meepleproof.service.http.access import Guard, owner
from meepleproof.service.http.answers import refuse, refuse_http
from meepleproof.service.http.compressing import Compressor
from meepleproof.service.http.contract import contract_routes
from meepleproof.service.http.forwarding import Forwarder
from meepleproof.service.http.health import SelfTest, health_routes
from meepleproof.service.http.metrics import RequestMetrics
from meepleproof.service.http.observing import Observer
from meepleproof.service.http.watchdog import Watchdog
from meepleproof.service.http.writing import writing_routes
from meepleproof.service.jobs.store import Jobs
from meepleproof.service.problems import Problem
from meepleproof.service.results import ResultsLog
from meepleproof.service.settings import Settings

__all__ = ["service_app"]

_PLAYING = ("/api/neom/table", "/api/neom/catalogue", "/neom/own/pack", "/neom/own/told")
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
