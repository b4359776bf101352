"""The routes of what the service keeps: jobs, and results that players choose to send.

Results are in files with a line of JSON for each. A line has the day and what was sent: no name, no
address, no token and no time of day.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.results import result_files
from meepleproof.service.http.access import owner
from meepleproof.service.http.forwarding import Forwarder
from meepleproof.service.http.messages import NO_CONTENT, json_answer
from meepleproof.service.jobs.job import Job, Kind, OverQuota, QueueFull, Unreachable
from meepleproof.service.jobs.store import Jobs
from meepleproof.service.log import LOG
from meepleproof.service.problems import Problem

__all__ = ["MOST_BYTES", "ResultsLog", "ask_store", "writing_routes"]


_LATER = {"Retry-After": "1"}
_MUCH_LATER = {"Retry-After": "30"}


def writing_routes(jobs: Jobs, results: ResultsLog | None, forwarder: Forwarder) -> list[BaseRoute]:
    """Return the routes; what is sent is checked by an answerer before it is kept.

    Any player may send results; no token is needed.
    """
    writer = _Writer(jobs, results, forwarder)
    return [
        Route("/api/verifications", partial(writer.submit, "verification"), methods=["POST"]),
        Route("/api/generations", partial(writer.submit, "generation"), methods=["POST"]),
        Route("/api/jobs/{id}", writer.job, methods=["GET", "DELETE"]),
        Route("/api/results", writer.keep_result, methods=["POST"]),
        Route("/made/{id}", writer.made),
        Route("/made/{id}/table", writer.made),
    ]


class _Writer:
    def __init__(self, jobs: Jobs, results: ResultsLog | None, forwarder: Forwarder) -> None:
        self.jobs = jobs
        self.results = results
        self.forwarder = forwarder

    async def submit(self, kind: Kind, request: Request) -> Response:
        who = owner(request)
        body = await self.forwarder.read_body(request)
        refusal = await self.forwarder.forward(request, body)
        if refusal.status_code != NO_CONTENT:
            return refusal
        try:
            job, _ = await ask_store(lambda: self.jobs.submit(kind, json.loads(body), who))
        except OverQuota as error:
            detail = (
                f"{error.waiting} {kind}s of yours are waiting; ask again when one is done, or "
                "take one back by DELETE"
            )
            raise Problem("quota", detail, headers=_MUCH_LATER) from None
        except QueueFull as error:
            detail = f"{error.waiting} {kind}s are waiting; ask again later"
            raise Problem("queue-full", detail, headers=_MUCH_LATER) from None
        status, when = (200, {}) if job.has_ended else (202, _LATER)
        place = {"Location": f"/api/jobs/{job.id}"}
        return json_answer(_job_document(job), status, place | when)

    async def job(self, request: Request) -> Response:
        identity, who = request.path_params["id"], owner(request)
        do = self.jobs.cancel if request.method == "DELETE" else self.jobs.get
        job = await ask_store(lambda: do(identity, who))
        if job is None:
            raise Problem("unknown", f"you have no job {identity[:80]!r}", parameter="id")
        return json_answer(_job_document(job), headers={} if job.has_ended else _LATER)

    async def made(self, request: Request) -> Response:
        """Answer with the page or table of a puzzle that a job of the client has made."""
        job = None
        with contextlib.suppress(Problem):  # only owners have jobs, and the store may be away
            identity, who = request.path_params["id"], owner(request)
            job = await ask_store(lambda: self.jobs.get(identity, who))
        attached = {} if job is None else _job_document(job)
        return await self.forwarder.forward(request, attached=attached)

    async def keep_result(self, request: Request) -> Response:
        body = await self.forwarder.read_body(request)
        refusal = await self.forwarder.forward(request, body)
        if self.results is not None and refusal.status_code == NO_CONTENT:
            await run_in_threadpool(_keep, self.results, json.loads(body))
        return refusal


def _keep(results: ResultsLog, document: dict[str, Any]) -> None:
    try:
        results.keep(document)
    except OSError as error:
        LOG.error("results", extra={"facts": {"said": str(error)[:500]}})
        again = {"Retry-After": "60"}
        detail = "the result cannot be kept just now; the log says why"
        raise Problem("not-ready", detail, headers=again) from None


def _job_document(job: Job) -> dict[str, Any]:
    """Return a job as a document, without empty members."""
    members = {
        "id": job.id,
        "kind": job.kind,
        "state": job.state,
        "request": job.request,
        "progress": job.progress,
        "attempts": job.attempts,
        "created": job.created,
        "ended": job.ended,
        "result": job.result,
        "problem": job.problem,
    }
    return {key: value for key, value in members.items() if value is not None}


_SECONDS = "10"

_T = TypeVar("_T")


async def ask_store(function: Callable[[], _T]) -> _T:
    """Return what a function of the store returns.

    :raises Problem: if the store cannot be reached; the reason is only logged, as it is internal.
    """
    try:
        return await run_in_threadpool(function)
    except Unreachable as error:
        LOG.warning("store", extra={"facts": {"said": str(error)[:500]}})
        detail = "the jobs cannot be reached just now; ask again later"
        raise Problem("not-ready", detail, headers={"Retry-After": _SECONDS}) from None


MOST_BYTES = 64 << 20
"""Bytes of a file. A full one is put aside and a new one begun: no client fills the disk."""


class ResultsLog:
    """A file of results, to which lines are added; it is made if there is none.

    :raises OSError: if it cannot be written.
    """

    def __init__(self, path: Path, most: int = MOST_BYTES) -> None:
        self._path, self._most, self._lock = path, most, threading.Lock()
        self._path.touch(mode=0o600)

    def keep(self, result: Mapping[str, Any]) -> None:
        """Add a result, on the day that it is by UTC, whole or not at all.

        :raises OSError: if it cannot be written.
        """
        day = datetime.now(UTC).date().isoformat()
        line = f"{json.dumps({**result, 'day': day}, sort_keys=True)}\n".encode()
        with self._lock:
            if self._path.exists() and self._path.stat().st_size + len(line) > self._most:
                self._put_aside()
            self._add(line)

    def _add(self, line: bytes) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            size = os.fstat(file).st_size
            # After half a line, left by a service that was killed, a new one begins.
            if size and os.pread(file, 1, size - 1) != b"\n":
                line = b"\n" + line
            try:
                while line:  # a full disk takes a part of it, then none
                    line = line[os.write(file, line) :]
            except OSError:
                os.truncate(file, size)
                raise
        finally:
            os.close(file)

    def _put_aside(self) -> None:
        """Rename each file to that of the one before it; the oldest is dropped."""
        oldest, *others = result_files(self._path)
        for older, file in zip((oldest, *others), others, strict=False):
            if file.exists():
                file.replace(older)
