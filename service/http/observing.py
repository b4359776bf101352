"""What happens is seen: a line of JSON in the log for each request, and numbers for a monitor."""

from __future__ import annotations

import json
import logging
import secrets
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.answers import problem_answer
from service.http.metrics import RequestMetrics
from service.problems import Problem

__all__ = ["LOG", "JsonLines", "Observed"]

LOG = logging.getLogger("meepleproof.service")

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


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

    def __init__(self, app: ASGIApp, metrics: RequestMetrics) -> None:
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
