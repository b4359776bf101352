"""The service as one ASGI application: its routes and middleware."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from service.http.access import Guard
from service.http.answers import problem_answer
from service.http.compressing import Compressor
from service.http.contract import contract_routes
from service.http.executor import FairExecutor
from service.http.health import SelfTest, health_routes
from service.http.later import LaterRoutes, every_route
from service.http.metrics import RequestMetrics
from service.http.observing import Observer
from service.http.reading import reading_routes
from service.http.results import result_routes
from service.http.watchdog import Watchdog
from service.jobs.store import Jobs
from service.pages.errors import missing_page
from service.pages.free import free_routes
from service.pages.free_games import remembered_games
from service.pages.made import made_routes
from service.pages.routes import page_routes
from service.problems import Problem
from service.results import ResultsLog
from service.settings import Settings
from service.shelf import Shelf
from verifier.later import later

if TYPE_CHECKING:
    from service.http import writing
    from service.pages import drafting
    from service.pages.neom import own as neom_own
    from service.pages.neom import table as neom_table
else:
    writing = later("service.http.writing")
    drafting = later("service.pages.drafting")
    neom_own = later("service.pages.neom.own")
    neom_table = later("service.pages.neom.table")

__all__ = ["service_app"]

_HTTP_PROBLEMS = {404: "unknown", 405: "method"}


def service_app(shelf: Shelf, jobs: Jobs, settings: Settings) -> Starlette:
    """Return the application for a shelf and a store of jobs, which a worker pool does.

    :raises OSError: if the file of results cannot be written.
    """
    test, metrics, watchdog, executor = SelfTest(), RequestMetrics(), Watchdog(), FairExecutor()
    games, results = remembered_games(), settings.results
    log = None if results is None else ResultsLog(results)
    routes = [
        *health_routes(jobs, test, metrics, watchdog),
        *contract_routes(),
        *reading_routes(shelf, executor),
        LaterRoutes(
            ("/api/solutions", "/api/verifications", "/api/generations", "/api/jobs"),
            lambda: writing.writing_routes(shelf, jobs, settings.limits, executor),
        ),
        *result_routes(shelf, log, settings.limits, executor),
        LaterRoutes(
            ("/api/neom",), lambda: neom_table.neom_table_routes(settings.limits, executor)
        ),
        LaterRoutes(
            ("/neom/own/pack", "/neom/own/told"),
            lambda: neom_own.own_routes(settings.limits, executor),
        ),
        *executor.wrap(free_routes(games)),
        *executor.wrap(page_routes(shelf, games, sends=log is not None)),
        LaterRoutes(("/make",), lambda: executor.wrap(drafting.drafting_routes())),
        *executor.wrap(made_routes(jobs)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Observer, metrics),
            Middleware(Guard, settings),
            Middleware(Compressor),
        ],
        exception_handlers={Problem: _refuse, HTTPException: _refuse_http},
        lifespan=_lifespan(partial(_ready, test, routes), watchdog.run),
    )
    app.router.redirect_slashes = False
    return app


async def _ready(test: SelfTest, routes: Sequence[BaseRoute]) -> None:
    """Run the self-test, then load what is loaded later, so that nobody has to wait for it."""
    await test.run()
    await run_in_threadpool(lambda: list(every_route(routes)))


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


async def _refuse(request: Request, problem: Exception) -> Response:
    if not isinstance(problem, Problem):  # Starlette types handlers for any exception
        raise problem
    return problem_answer(problem, request.scope["path"])


async def _refuse_http(request: Request, error: Exception) -> Response:
    """Answer what Starlette itself refuses: an unknown path, or a method."""
    if not isinstance(error, HTTPException):
        raise error
    path: str = request.scope["path"]
    if not path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
        return missing_page("There is nothing at this address.", error.status_code)
    detail = f"{request.method[:20]} {path[:200]}: there is nothing of that kind"
    problem = Problem(
        _HTTP_PROBLEMS.get(error.status_code, "unknown"), detail, headers=error.headers
    )
    return problem_answer(problem, path)
