"""Routes that are loaded when they are first asked for, so that the service starts at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence

from starlette.datastructures import URLPath
from starlette.routing import BaseRoute, Match, NoMatchFound, Router
from starlette.types import Receive, Scope, Send

__all__ = ["LaterRoutes", "every_route"]


class LaterRoutes(BaseRoute):
    """All routes at and below some paths; ``load`` imports what they need, and returns them."""

    def __init__(self, below: Sequence[str], load: Callable[[], Sequence[BaseRoute]]) -> None:
        self.below = tuple(below)
        self._load = load
        self._lock = threading.Lock()
        self._router: Router | None = None

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """The routes, loaded now if they are not yet."""
        return self._loaded().routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return a full match for each path at or below one of ours."""
        path: str = scope["path"]
        ours = any(path == one or path.startswith(f"{one}/") for one in self.below)
        return (Match.FULL if ours and scope["type"] == "http" else Match.NONE), {}

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        """Refuse: no route of ours has a name to ask for.

        :raises NoMatchFound: always.
        """
        raise NoMatchFound(name, path_params)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by one of the routes, or with 404 or 405 if none is for it."""
        await self._loaded()(scope, receive, send)

    def _loaded(self) -> Router:
        with self._lock:
            if self._router is None:
                self._router = Router(self._load(), redirect_slashes=False)
            return self._router


def every_route(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Yield the routes, and in place of those that are loaded later what these load."""
    for route in routes:
        if isinstance(route, LaterRoutes):
            yield from every_route(route.routes)
        else:
            yield route
