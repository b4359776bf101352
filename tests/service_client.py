"""The service in tests: the application with two packs and a temporary store, without a port."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp

from meepleproof.service.answering.answerer import answered
from meepleproof.service.answering.app import answering_app
from meepleproof.service.answering.process import Answered, Asked
from meepleproof.service.http.access import Connections
from meepleproof.service.http.later import every_route
from meepleproof.service.jobs.store import Jobs, open_jobs
from meepleproof.service.server import service_app
from meepleproof.service.settings import Limits, Settings
from meepleproof.service.shelf import Shelf, open_shelf, shipped_packs
from meepleproof.service.starting import answerer_settings
from verifier.documents import validation

PACKS = ("checklist", "stay")
STILL = Path(__file__).with_name("vectors") / "packs"
"""Packs that never change, unlike those that ship, so that tests can name their puzzles."""


def some_packs(folder: Path, *names: str) -> Path:
    """Copy shipped packs, with their solutions, to the folder."""
    for name in names:
        for file in (f"{name}.json", f"{name}.solutions.json"):
            shutil.copy(shipped_packs() / file, folder)
    return folder


def two_packs(folder: Path) -> Shelf:
    return open_shelf([some_packs(folder, *PACKS)])


class Client:
    """Sends requests to the application itself, from a client address, with a host name."""

    def __init__(self, app: ASGIApp, address: str, name: str, headers: dict[str, str]) -> None:
        # A fault of the application must be answered; the log has it.
        self.transport = httpx.ASGITransport(app, client=(address, 5000))
        self.name = name
        self.headers = headers

    def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        return asyncio.run(self._ask(method, path, **given))

    async def _ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        base = f"http://{self.name}"
        async with httpx.AsyncClient(
            transport=self.transport, base_url=base, headers=self.headers
        ) as client:
            return await client.request(method, path, **given)

    def get(self, path: str, **given: Any) -> httpx.Response:
        return self.ask("GET", path, **given)

    def post(self, path: str, **given: Any) -> httpx.Response:
        return self.ask("POST", path, **given)

    def delete(self, path: str, **given: Any) -> httpx.Response:
        return self.ask("DELETE", path, **given)


class Clients:
    """Clients of one application."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def __call__(
        self,
        address: str = "127.0.0.1",
        name: str = "127.0.0.1:8128",
        headers: dict[str, str] | None = None,
    ) -> Client:
        return Client(self.app, address, name, headers or {})


class InThisProcess:
    """Answers requests as an answerer does, without a process of its own."""

    stopped: Mapping[str, int] = {"time": 0}
    waiting = 0

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.trouble = ""
        self.asked: list[str] = []

    async def answer(self, _client: str, asked: Asked) -> Answered:
        self.asked.append(asked.path)
        return await answered(self.app, asked)


def service_of(shelf: Shelf, jobs: Jobs, settings: Settings) -> Starlette:
    """Return the service of a shelf, which answers in this process."""
    answering = answering_app(shelf, answerer_settings(settings))
    answers = InThisProcess(answering)
    app = service_app(answers, jobs, settings)
    app.state.answering, app.state.answers = answering, answers
    return app


def every_service_route(app: Starlette) -> list[Route]:
    """Return the routes of a service and of what answers for it."""
    found = [*every_route(app.routes), *every_route(app.state.answering.routes)]
    return [route for route in found if isinstance(route, Route)]


@contextmanager
def clients(shelf: Shelf, folder: Path, **settings: Any) -> Iterator[Clients]:
    """Yield a factory of clients of a service with these settings; its state is in the folder."""
    given = {"limits": Limits(rate=0), **settings}
    stated = Settings(given.pop("database", "sqlite://"), folder / "tokens.json", **given)
    jobs = open_jobs(
        stated.database, queue_length=stated.limits.queue_length, quota=stated.limits.quota
    )
    try:
        yield Clients(service_of(shelf, jobs, stated))
    finally:
        jobs.close()


def problem(answer: httpx.Response, status: int, kind: str) -> Any:
    """Check that an answer is a well-formed problem of that kind, and return it."""
    assert (status, "application/problem+json") == (
        answer.status_code,
        answer.headers["content-type"],
    ), answer.text
    document = answer.json()
    validation.validate("problem", document)
    assert (status, f"urn:meepleproof:problem:{kind}") == (document["status"], document["type"])
    return document


@contextmanager
def listening(app: ASGIApp, connections: Connections | None = None) -> Iterator[str]:
    """Serve the application on a free port of the loopback, and yield its address."""
    protocol: Any = (connections or Connections()).protocol
    config = uvicorn.Config(
        app,
        port=0,
        http=protocol,
        ws="none",
        log_config=None,
        lifespan="off",
        # What takes no more of its answer, as a browser that closes, is not waited for.
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
