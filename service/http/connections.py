"""Connections: so many at a time for each client, and none that keeps the service waiting."""

from __future__ import annotations

import asyncio
import time
from typing import Any, TypeAlias

from uvicorn.protocols.http.h11_impl import H11Protocol

from service.http.access import client_of
from service.http.observing import LOG

__all__ = ["Connections"]

_MOST = 900
"""Connections at a time; a process may usually have 1024 files open."""
_OF_ONE = 250
"""Connections of one client. Behind a proxy on this machine all requests come from one."""
_SECONDS = {"request": 15.0, "body": 15.0, "answer": 60.0}
"""How long the service waits for a whole head, for a whole body, and for an answer to be taken."""
_SWEEP = 1.0
_FULL = b"Too many connections; close some or ask again later.\n"
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
    b"Retry-After: 2\r\nConnection: close\r\n\r\n%s" % (len(_FULL), _FULL)
)

_Waiting: TypeAlias = tuple[object, str]
"""The request that a connection is at, and what of it the service waits for."""


class Connections:
    """All connections of a server, each with its client and how long it has been waited for.

    Where a client has too many, the first of those goes that are waited for: whoever opens many and
    sends nothing shuts out nobody, not even from the same address.
    """

    def __init__(self, of_one: int = _OF_ONE, seconds: dict[str, float] | None = None) -> None:
        self.of_one = of_one
        self.seconds = seconds or _SECONDS
        self._open = dict[_Connection, str]()
        self._since = dict[_Connection, tuple[_Waiting, float]]()

    def protocol(self, *given: Any, **named: Any) -> asyncio.Protocol:
        """Return the protocol of a new connection, as uvicorn asks for it."""
        return _Connection(self, *given, **named)

    def opened(self, connection: _Connection, host: str) -> bool:
        """Note a new connection, and tell whether there is room for it."""
        client = client_of(host)
        own = [one for one, of in self._open.items() if of == client]
        if len(own) >= self.of_one and not self._drop_one(own):
            return False
        if len(self._open) >= _MOST and not self._drop_one(list(self._open)):
            return False
        if not self._open:
            connection.loop.call_later(_SWEEP, self._sweep, connection.loop)
        self._open[connection] = client
        return True

    def closed(self, connection: _Connection) -> None:
        """Note that a connection is no more."""
        self._open.pop(connection, None)
        self._since.pop(connection, None)

    def _drop_one(self, among: list[_Connection]) -> bool:
        """Close the first of these for whose client the service waits; the oldest come first."""
        for one in among:
            if one.waiting_for:
                self._close(one, "room")
                return True
        return False

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close connections that have been waited for too long."""
        now = time.monotonic()
        for one in list(self._open):
            waiting = (one.cycle, one.waiting_for)
            before, since = self._since.setdefault(one, (waiting, now))
            if before != waiting:
                self._since[one] = (waiting, now)
            elif one.waiting_for and now - since > self.seconds[one.waiting_for]:
                self._close(one, one.waiting_for)
        if self._open:
            loop.call_later(_SWEEP, self._sweep, loop)

    def _close(self, connection: _Connection, why: str) -> None:
        LOG.info("closed", extra={"facts": {"client": self._open[connection], "for": why}})
        self.closed(connection)
        connection.transport.abort()


class _Connection(H11Protocol):
    """A connection as uvicorn has it, that can say for what the service waits."""

    def __init__(self, all_open: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.all_open = all_open

    @property
    def waiting_for(self) -> str:
        """For what of its client the service waits; nothing while it is the service's turn."""
        if self.cycle is None or self.cycle.response_complete:
            return "request"
        if self.flow.write_paused:
            return "answer"
        return "body" if self.cycle.more_body else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.all_open.opened(self, self.client[0] if self.client else ""):
            transport.write(_REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.all_open.closed(self)
        super().connection_lost(exc)
