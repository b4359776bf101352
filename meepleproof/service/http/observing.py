"""Logging and counting requests: a line of JSON and an entry in the metrics for each."""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meepleproof.service.http.answers import problem_answer
from meepleproof.service.http.metrics import RequestMetrics
from meepleproof.service.problems import Problem

__all__ = ["LOG", "JsonLines", "Observer", "log_as_json"]

LOG = logging.getLogger("meepleproof.service")

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class JsonLines(logging.Formatter):
    """Formats each record as one line of JSON, whatever clients put into it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time, level, event, and the ``facts`` given as extra."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line)


def log_as_json(level: int) -> None:
    """Write all that is logged in this process from that level on to stderr, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)


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
        except Exception:
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
