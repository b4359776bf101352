"""What an answerer answers: all routes that read the shelf, know rules or draw."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.http.later import LaterRoutes, every_route
from meepleproof.service.http.messages import refuse, refuse_http
from meepleproof.service.http.reading import reading_routes
from meepleproof.service.pages.errors import missing_page
from meepleproof.service.pages.layout import make_late
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf
from verifier.later import later

if TYPE_CHECKING:
    from meepleproof.service.http import checking
else:
    checking = later("meepleproof.service.http.checking")

__all__ = ["answering_app", "load_all"]


def answering_app(shelf: Shelf, settings: AnswererSettings) -> Starlette:
    """Return the application that answers for a shelf, each request in the thread that asks it."""
    routes = [
        *reading_routes(shelf),
        LaterRoutes(
            ("/api/solutions", "/api/verifications", "/api/generations", "/api/results"),
            lambda: checking.checking_routes(shelf, settings),
        ),
        *page_routes(shelf, settings),
    ]
    app = Starlette(
        routes=_in_this_thread(routes),
        exception_handlers={
            Problem: refuse,
            HTTPException: _refuse_http,
        },
    )
    app.router.redirect_slashes = False
    return app


def load_all(app: Starlette, settings: AnswererSettings) -> None:
    """Load what is loaded when it is first asked for, so that no request waits for it."""
    list(every_route(app.routes))
    if settings.draws:
        make_late()


def _in_this_thread(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """Return the routes; their endpoints are called where they are asked, in no other thread."""
    return [_route_here(route) for route in routes]


def _route_here(route: BaseRoute) -> BaseRoute:
    if isinstance(route, LaterRoutes):
        return LaterRoutes(route.below, lambda: _in_this_thread(route.routes))
    if not isinstance(route, Route) or asyncio.iscoroutinefunction(route.endpoint):
        return route
    methods = None if route.methods is None else list(route.methods)
    return Route(route.path, _called_here(route.endpoint), methods=methods)


def _called_here(endpoint: Callable[[Request], Response]) -> Callable[[Request], object]:
    @wraps(endpoint)
    async def answering(request: Request) -> Response:
        return endpoint(request)

    return answering


async def _refuse_http(request: Request, error: Exception) -> Response:
    """Return a page to a reader of pages, else a problem."""
    is_page = "text/html" in request.headers.get("accept", "")
    if isinstance(error, HTTPException) and is_page and not request.url.path.startswith("/api/"):
        return missing_page("There is nothing at this address.", error.status_code)
    return await refuse_http(request, error)
