"""The route by which players send results of puzzles, where the service keeps them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.http.bodies import read_document
from service.http.executor import FairExecutor
from service.http.observing import LOG
from service.http.reading import find_puzzle
from service.problems import Problem
from service.results import ResultsFull, ResultsLog
from service.settings import Limits
from service.shelf import Shelf

__all__ = ["result_routes"]

_NO_CONTENT = 204


def result_routes(
    shelf: Shelf, log: ResultsLog | None, limits: Limits, executor: FairExecutor
) -> list[BaseRoute]:
    """Return the route of results, below ``/api``; without a log it says that none are kept.

    Any player may send results; no token is needed.
    """

    async def results(request: Request) -> Response:
        document = await read_document(request, "result", limits, executor)
        await executor.run(request, lambda: _keep(shelf, log, document))
        return Response(status_code=_NO_CONTENT)

    return [Route("/api/results", results, methods=["POST"])]


def _keep(shelf: Shelf, log: ResultsLog | None, document: dict[str, Any]) -> None:
    if log is None:
        raise Problem("unknown", "no results are kept here; 'serve --results FILE' keeps them")
    if "day" in document:
        raise Problem("malformed", "the service itself states the day", where="/day")
    if shelf.other_puzzle(document["puzzle"]) is None:
        _require_shelved(shelf, document["puzzle"])
    try:
        log.keep(document)
    except ResultsFull:
        raise Problem("not-ready", "the file of results is full") from None
    except OSError as error:
        LOG.error("results", extra={"facts": {"said": str(error)[:500]}})
        raise Problem("fault", "the result cannot be kept; the log says why") from None


def _require_shelved(shelf: Shelf, identity: str) -> None:
    try:
        find_puzzle(shelf, identity)
    except Problem as problem:
        raise Problem(problem.kind, problem.detail, where="/puzzle") from None
