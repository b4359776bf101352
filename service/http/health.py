"""How the service is: whether it lives, can work, what it is, and its numbers."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator
from logging import ERROR, INFO

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from service.http.access import owner
from service.http.answers import answer, json_answer, json_content
from service.http.observing import LOG, Metrics, counter, gauge
from service.http.storing import in_store
from service.http.watchdog import Watchdog
from service.jobs.job import Unreachable
from service.jobs.store import Jobs
from service.problems import Problem
from verifier import __version__
from verifier.carcassonne.engine.kernel import COMPILED
from verifier.programs import program

__all__ = ["SelfTest", "health_routes"]

_TEXT = "text/plain; version=0.0.4; charset=utf-8"
_AGAIN = {"Retry-After": "2"}
_FRESH = 1.0
"""Seconds for which the store's last answer holds, or that there was none."""


class SelfTest:
    """Puts both keys on trial once, beside the service; ``trouble`` is empty when they passed."""

    def __init__(self) -> None:
        self.trouble = "the self-test of the keys has not ended"

    async def run(self) -> None:
        """Run it; what came of it is logged, too."""
        command, environment = program("service.selftest")
        process = await asyncio.create_subprocess_exec(
            *command,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, told = await process.communicate()
        finally:
            if process.returncode is None:  # the service ends before its test
                process.kill()
                await process.wait()
        said = told.decode(errors="replace").strip()[-500:]
        passed = process.returncode == 0
        self.trouble = "" if passed else "the self-test of the keys failed; the log says how"
        LOG.log(
            INFO if passed else ERROR,
            "self-test",
            extra={"facts": {"passed": passed, "said": said}},
        )


def health_routes(
    jobs: Jobs, test: SelfTest, metrics: Metrics, watchdog: Watchdog
) -> list[BaseRoute]:
    """Return the routes for those who watch over the service."""
    health = _Health(jobs, test, metrics, watchdog)
    return [
        Route("/livez", health.livez),
        Route("/readyz", health.readyz),
        Route("/version", health.version),
        Route("/metrics", health.numbers),
    ]


class _Health:
    def __init__(self, jobs: Jobs, test: SelfTest, metrics: Metrics, watchdog: Watchdog) -> None:
        self.jobs = jobs
        self.test = test
        self.metrics = metrics
        self.watchdog = watchdog
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
        async with self._asking:
            if time.monotonic() - self._asked_at >= _FRESH:
                self._unreached = await self._reached()
                self._asked_at = time.monotonic()
        if self._unreached is not None:
            raise self._unreached
        return json_answer({"ready": True})

    async def _reached(self) -> Problem | None:
        """Return why the store cannot be reached, nothing if it can."""
        try:
            await in_store(self.jobs.ping)
        except Problem as problem:
            return problem
        return None

    async def version(self, request: Request) -> Response:
        return answer(request, self._version)

    async def numbers(self, request: Request) -> Response:
        owner(request)
        lines = [*self._own(), *await run_in_threadpool(self._of_jobs), *self.metrics.lines()]
        return PlainTextResponse("".join(f"{line}\n" for line in lines), media_type=_TEXT)

    def _own(self) -> Iterator[str]:
        yield from gauge("meepleproof_info", "The version.", {("version", __version__): 1})
        passed = int(not self.test.trouble)
        yield from gauge("meepleproof_selftest", "Passed or not.", {("keys", "both"): passed})
        yield from counter(
            "meepleproof_standstills_total",
            "How often nobody was answered for over a second.",
            self.watchdog.standstills,
        )

    def _of_jobs(self) -> list[str]:
        """Return how many jobs there are in each state, nothing while nobody can tell."""
        try:
            counts = self.jobs.counts()
        except Unreachable:
            return []
        told = {("state", str(state)): number for state, number in counts.items()}
        return list(gauge("meepleproof_jobs", "Jobs in each state.", told))
