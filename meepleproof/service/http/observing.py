"""Observing the service: log and metrics of each request, and delays of the event loop.

The metrics are for Prometheus. The watchdog notices when the event loop stood still, so that no
request was answered.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from threading import Lock

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meepleproof.service.http.answers import problem_answer
from meepleproof.service.log import LOG
from meepleproof.service.problems import Problem

__all__ = ["Observer", "RequestMetrics", "Watchdog"]


_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Observer:
    """Middleware that counts and logs each request, and answers those that hit a fault of ours."""

    def __init__(self, app: ASGIApp, metrics: RequestMetrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and record its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent = _ObservedSend(send)
        scope.setdefault("state", {})["name"] = sent.name
        start = time.perf_counter_ns()
        try:
            await self.app(scope, receive, sent)
        except Exception:  # noqa: BLE001 - a fault of ours, which is logged
            LOG.exception("fault", extra={"facts": {"request": sent.name}})
            if not sent.status:
                detail = f"this is a fault of the program; its log has more under {sent.name}"
                answer = problem_answer(Problem("fault", detail), scope["path"])
                await answer(scope, receive, sent)
        self._record(Request(scope), sent, (time.perf_counter_ns() - start) // 1000)

    def _record(self, request: Request, sent: _ObservedSend, microseconds: int) -> None:
        forwarded: str | None = request.scope.get("answered_by")
        own: str = getattr(request.scope.get("route"), "path", "none")
        route = forwarded or own
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


class _ObservedSend:
    """The ``send`` of an answer that records status and size, and adds the common headers."""

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


_BOUNDS = ("0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10")
_LIMITS = tuple(map(float, _BOUNDS))
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMetrics(Collector):
    """Counts of requests by method, route and status, and of how long they took by route.

    The library's own counters would write the bucket ``le="1"`` as ``le="1.0"`` and add a
    ``_created`` series for each of these, which only a switch for the whole process turns off.

    >>> from prometheus_client import CollectorRegistry, generate_latest
    >>> metrics = RequestMetrics()
    >>> metrics.count("GET", "/livez", 200, microseconds=1500)
    >>> registry = CollectorRegistry()
    >>> registry.register(metrics)
    >>> registry.get_sample_value("meepleproof_http_request_seconds_sum", {"route": "/livez"})
    0.0015
    """

    def __init__(self) -> None:
        # Requests are counted by the event loop, and collected by another thread.
        self._lock = Lock()
        self._requests = Counter[tuple[str, str, int]]()
        self._durations = dict[str, list[int]]()
        self._microseconds = Counter[str]()

    def count(self, method: str, route: str, status: int, microseconds: int) -> None:
        """Count one request that was answered."""
        with self._lock:
            self._requests[method if method in _METHODS else "other", route, status] += 1
            durations = self._durations.setdefault(route, [0] * (len(_LIMITS) + 1))
            durations[bisect_left(_LIMITS, microseconds / 1e6)] += 1
            self._microseconds[route] += microseconds

    def collect(self) -> Iterator[Metric]:
        """Yield the counts so far."""
        requests = CounterMetricFamily(
            "meepleproof_http_requests", "Requests answered.", labels=("method", "route", "status")
        )
        seconds = HistogramMetricFamily(
            "meepleproof_http_request_seconds", "How long answers took.", labels=("route",)
        )
        with self._lock:
            for (method, route, status), number in sorted(self._requests.items()):
                requests.add_metric((method, route, str(status)), number)
            for route, durations in sorted(self._durations.items()):
                buckets = list(zip((*_BOUNDS, "+Inf"), accumulate(durations), strict=True))
                seconds.add_metric((route,), buckets, self._microseconds[route] / 1e6)
        yield requests
        yield seconds


_INTERVAL = 0.25
_STANDSTILL_SECONDS = 1.0
"""Seconds; answers in that time were delayed as much."""


class Watchdog:
    """Measures the delays of the event loop; ``standstills`` counts those of over a second."""

    def __init__(self) -> None:
        self.standstills = 0

    async def run(self) -> None:
        """Watch until cancelled; each standstill is logged when it is over, with its length."""
        while True:
            due = time.monotonic() + _INTERVAL
            await asyncio.sleep(_INTERVAL)
            self.record_delay(time.monotonic() - due)

    def record_delay(self, seconds_late: float) -> None:
        """Count a delay of the event loop if it is long.

        >>> watchdog = Watchdog()
        >>> watchdog.record_delay(0.9), watchdog.standstills
        (None, 0)
        """
        if seconds_late > _STANDSTILL_SECONDS:
            self.standstills += 1
            LOG.error("standstill", extra={"facts": {"milliseconds": round(1000 * seconds_late)}})
