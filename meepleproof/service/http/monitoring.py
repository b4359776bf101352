"""What tells how the service fares: its log and metrics, liveness, readiness, and its version.

Each request is a line in the log and an entry in the metrics, which are for Prometheus. The
watchdog notices when the event loop stood still, so that no request was answered.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from logging import ERROR, INFO
from threading import Lock

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meepleproof.service.answering.pool import Answers
from meepleproof.service.http.access import owner
from meepleproof.service.http.messages import answer, json_answer, json_content, problem_answer
from meepleproof.service.http.writing import ask_store
from meepleproof.service.jobs.job import Unreachable
from meepleproof.service.jobs.store import Jobs
from meepleproof.service.log import LOG
from meepleproof.service.problems import Problem
from verifier import __version__
from verifier.active_kernel import active_kernel
from verifier.processes import module_command

__all__ = ["Observer", "RequestMetrics", "SelfTest", "Watchdog", "health_routes"]


_AGAIN = {"Retry-After": "2"}
_FRESH = 1.0
"""Seconds for which the result of the last ping of the store holds."""


class SelfTest:
    """Runs the self-test of both keys once; ``trouble`` is empty when it was passed."""

    def __init__(self) -> None:
        self.trouble = "the self-test of the keys has not ended"

    async def run(self) -> None:
        """Run the self-test and log its result."""
        command, environment = module_command("meepleproof.service.selftest")
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            self.trouble = f"the self-test of the keys cannot be started: {error}"
            LOG.error("self-test", extra={"facts": {"passed": False, "said": str(error)}})
            return
        try:
            _, stderr = await process.communicate()
        finally:
            if process.returncode is None:  # the service is stopped during the test
                process.kill()
                await process.wait()
        message = stderr.decode(errors="replace").strip()[-500:]
        passed = process.returncode == 0
        self.trouble = "" if passed else "the self-test of the keys failed; the log says how"
        LOG.log(
            INFO if passed else ERROR,
            "self-test",
            extra={"facts": {"passed": passed, "said": message}},
        )


def health_routes(
    jobs: Jobs, test: SelfTest, metrics: RequestMetrics, watchdog: Watchdog, answers: Answers
) -> list[BaseRoute]:
    """Return the routes for monitors."""
    health = _Health(jobs, test, answers)
    health.registry.register(_StateMetrics(jobs, test, watchdog, answers))
    health.registry.register(metrics)
    return [
        Route("/livez", health.livez),
        Route("/readyz", health.readyz),
        Route("/version", health.version),
        Route("/metrics", health.metrics),
    ]


class _Health:
    def __init__(self, jobs: Jobs, test: SelfTest, answers: Answers) -> None:
        self.jobs = jobs
        self.test = test
        self.answers = answers
        self.registry = CollectorRegistry()
        self._asking = asyncio.Lock()
        self._asked_at = -math.inf
        self._unreached: Problem | None = None
        version = {"version": __version__, "engine": active_kernel(), "api": 1}
        self._version = json_content(version)

    async def livez(self, _request: Request) -> Response:
        return json_answer({"live": True})

    async def readyz(self, _request: Request) -> Response:
        if self.test.trouble:
            raise Problem("not-ready", self.test.trouble, headers=_AGAIN)
        if self.answers.trouble:
            raise Problem("not-ready", self.answers.trouble, headers=_AGAIN)
        async with self._asking:
            if time.monotonic() - self._asked_at >= _FRESH:
                self._unreached = await self._reached()
                self._asked_at = time.monotonic()
        if self._unreached is not None:
            raise self._unreached
        return json_answer({"ready": True})

    async def _reached(self) -> Problem | None:
        """Return why the store cannot be reached, None if it can."""
        try:
            await ask_store(self.jobs.ping)
        except Problem as problem:
            return problem
        return None

    async def version(self, _request: Request) -> Response:
        return answer(self._version)

    async def metrics(self, request: Request) -> Response:
        owner(request)
        # In a thread, as the store of jobs may be slow.
        text = await run_in_threadpool(generate_latest, self.registry)
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)


class _StateMetrics(Collector):
    """Metrics of the state of the service."""

    def __init__(self, jobs: Jobs, test: SelfTest, watchdog: Watchdog, answers: Answers) -> None:
        self.jobs = jobs
        self.test = test
        self.watchdog = watchdog
        self.answers = answers

    def collect(self) -> Iterator[Metric]:
        yield _gauge("meepleproof_info", "The version.", "version", {__version__: 1})
        passed = int(not self.test.trouble)
        yield _gauge("meepleproof_selftest", "Passed or not.", "keys", {"both": passed})
        yield CounterMetricFamily(
            "meepleproof_standstills",
            "How often no request was answered for over a second.",
            self.watchdog.standstills,
        )
        stopped = CounterMetricFamily(
            "meepleproof_stopped", "Answers that were stopped, by the reason.", labels=("reason",)
        )
        for reason, number in self.answers.stopped.items():
            stopped.add_metric((reason,), number)
        yield stopped
        yield GaugeMetricFamily(
            "meepleproof_requests_waiting", "Requests that wait.", self.answers.waiting
        )
        yield _gauge(
            "meepleproof_work_stands_still",
            "Whether no requests are answered.",
            "why",
            {self.answers.trouble: int(bool(self.answers.trouble))},
        )
        try:
            counts = {str(state): number for state, number in self.jobs.counts().items()}
        except Unreachable:
            return
        yield _gauge("meepleproof_jobs", "Jobs in each state.", "state", counts)


def _gauge(name: str, description: str, label: str, values: Mapping[str, int]) -> Metric:
    """Return a gauge with one label, from its values by that of the label."""
    gauge = GaugeMetricFamily(name, description, labels=(label,))
    for value, number in values.items():
        gauge.add_metric((value,), number)
    return gauge


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
