"""The health of the service: liveness, readiness, version, metrics."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping
from logging import ERROR, INFO

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.answering.pool import Answers
from meepleproof.service.http.access import owner
from meepleproof.service.http.answers import answer, json_answer, json_content
from meepleproof.service.http.observing import RequestMetrics, Watchdog
from meepleproof.service.http.writing import ask_store
from meepleproof.service.jobs.job import Unreachable
from meepleproof.service.jobs.store import Jobs
from meepleproof.service.log import LOG
from meepleproof.service.problems import Problem
from verifier import __version__
from verifier.carcassonne.engine.kernel import COMPILED
from verifier.processes import module_command

__all__ = ["SelfTest", "health_routes"]

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
        process = await asyncio.create_subprocess_exec(
            *command,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
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
        engine = "compiled" if COMPILED else "python"
        self._version = json_content({"version": __version__, "engine": engine, "api": 1})

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
