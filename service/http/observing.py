"""What happens is seen: a line of JSON in the log for each request, and numbers for a monitor."""

from __future__ import annotations

import json
import logging
import secrets
import time
import traceback
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.answers import problem_answer
from service.problems import Problem

__all__ = ["LOG", "JsonLines", "Metrics", "Observed", "counter", "gauge", "sample"]

LOG = logging.getLogger("meepleproof.service")

_BOUNDS = ("0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10")
_LIMITS = tuple(map(float, _BOUNDS))
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Metrics:
    """Counts of requests by method, route and status, and how long the routes took."""

    def __init__(self) -> None:
        self._requests = Counter[tuple[str, str, int]]()
        self._times = dict[str, list[int]]()
        self._seconds = Counter[str]()

    def count(self, method: str, route: str, status: int, microseconds: int) -> None:
        """Count one request that was answered."""
        self._requests[method if method in _METHODS else "other", route, status] += 1
        times = self._times.setdefault(route, [0] * (len(_LIMITS) + 1))
        times[bisect_left(_LIMITS, microseconds / 1e6)] += 1
        self._seconds[route] += microseconds

    def lines(self) -> Iterator[str]:
        """Yield them in Prometheus' text format."""
        name = "meepleproof_http_requests_total"
        yield from _head(name, "counter", "Requests answered.")
        for (method, route, status), number in sorted(self._requests.items()):
            yield sample(name, number, method=method, route=route, status=str(status))
        name = "meepleproof_http_request_seconds"
        yield from _head(name, "histogram", "How long answers took.")
        for route, times in sorted(self._times.items()):
            yield from self._histogram(name, route, times)

    def _histogram(self, name: str, route: str, times: list[int]) -> Iterator[str]:
        for number, bound in enumerate(_BOUNDS, start=1):
            yield sample(f"{name}_bucket", sum(times[:number]), route=route, le=bound)
        yield sample(f"{name}_bucket", sum(times), route=route, le="+Inf")
        whole, rest = divmod(self._seconds[route], 1_000_000)
        yield sample(f"{name}_sum", f"{whole}.{rest:06}", route=route)
        yield sample(f"{name}_count", sum(times), route=route)


def gauge(name: str, told: str, values: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """Yield a gauge with one label, given with its value, in Prometheus' text format.

    >>> list(gauge("jobs", "Jobs.", {("state", "done"): 2}))[-1]
    'jobs{state="done"} 2'
    """
    yield from _head(name, "gauge", told)
    for (label, value), number in values.items():
        yield sample(name, number, **{label: value})


def counter(name: str, told: str, value: int) -> Iterator[str]:
    """Yield a counter without labels, in Prometheus' text format.

    >>> list(counter("cats_total", "Cats.", 2))[-1]
    'cats_total 2'
    """
    yield from _head(name, "counter", told)
    yield f"{name} {value}"


def sample(series: str, value: object, /, **labels: str) -> str:
    r"""Return one value in Prometheus' text format.

    >>> sample("cats", 2, name='a"b')
    'cats{name="a\\"b"} 2'
    """
    escaped = {
        key: text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
        for key, text in labels.items()
    }
    told = ",".join(f'{key}="{text}"' for key, text in escaped.items())
    return f"{series}{{{told}}} {value}"


def _head(name: str, kind: str, told: str) -> Iterable[str]:
    return (f"# HELP {name} {told}", f"# TYPE {name} {kind}")


class JsonLines(logging.Formatter):
    """Writes each record as one line of JSON, whatever strangers put into it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: when, how grave, what, and the ``facts`` that were given as extra."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            told["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(told)


class Observed:
    """Counts and logs each request, and answers for those over which the program failed."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and see what comes of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent = _Sent(send)
        start = time.perf_counter_ns()
        try:
            await self.app(scope, receive, sent)
        except Exception:
            LOG.exception("fault", extra={"facts": {"request": sent.name}})
            if not sent.status:
                told = f"this is a fault of the program; its log tells more under {sent.name}"
                answer = problem_answer(Problem("fault", told), scope["path"])
                await answer(scope, receive, sent)
        self._tell(Request(scope), sent, (time.perf_counter_ns() - start) // 1000)

    def _tell(self, request: Request, sent: _Sent, microseconds: int) -> None:
        route = getattr(request.scope.get("route"), "path", "none")
        self.metrics.count(request.method, route, sent.status, microseconds)
        facts = {
            "request": sent.name,
            "client": request.client.host if request.client else "",
            "method": request.method[:20],
            "path": request.scope["path"][:200],
            "route": route,
            "status": sent.status,
            "bytes": sent.bytes,
            "microseconds": microseconds,
        }
        LOG.info("request", extra={"facts": facts})


class _Sent:
    """Where an answer goes; it looks at what passes and adds the headers that all have."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.name = secrets.token_hex(8)
        self.status = 0
        self.bytes = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = list(message.get("headers", ()))
            known = {name.lower() for name, _ in headers}
            headers += [(name, value) for name, value in _HEADERS if name not in known]
            headers.append((b"x-request-id", self.name.encode()))
            message = {**message, "headers": headers}
        else:
            self.bytes += len(message.get("body", b""))
        await self.send(message)
