"""Connections: limited for each client, and closed if they keep the service waiting."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Sequence
from typing import Any, TypeAlias

from uvicorn.protocols.http.h11_impl import H11Protocol

from meepleproof.service.http.access import client_of
from meepleproof.service.log import LOG

__all__ = ["Connections"]

_MOST_OPEN = 900
"""Open connections at most; a process may usually have 1024 files open."""
_MOST_OF_CLIENT = 250
"""Open connections of one client that is no trusted proxy."""
_SECONDS = {"request": 15.0, "body": 15.0, "answer": 60.0}
"""How long the service waits for a whole head, a whole body, and an answer to be received."""
_SWEEP = 1.0
_FULL = b"Too many connections; close some or ask again later.\n"
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
    b"Retry-After: 2\r\nConnection: close\r\n\r\n%s" % (len(_FULL), _FULL)
)

_Waiting: TypeAlias = tuple[object, str]
"""The current request of a connection, and the part the service is waiting for."""


class Connections:
    """The open connections of a server, with their clients, and since when they are waited for.

    If a client opens too many, its oldest one that the service waits for is closed. So a client
    that opens many and sends nothing shuts no other client out, not even one at its address.
    """

    def __init__(
        self,
        most_of_client: int = _MOST_OF_CLIENT,
        seconds: dict[str, float] | None = None,
        proxies: Sequence[str] = (),
    ) -> None:
        self.most_of_client = most_of_client
        self.proxies = [ipaddress.ip_network(one, strict=False) for one in proxies]
        self.seconds = seconds or _SECONDS
        self._open = dict[_Connection, str]()
        self._since = dict[_Connection, tuple[_Waiting, float]]()

    def protocol(self, *given: Any, **named: Any) -> asyncio.Protocol:
        """Return the protocol of a new connection, for uvicorn."""
        return _Connection(self, *given, **named)

    def opened(self, connection: _Connection, host: str) -> bool:
        """Add a new connection; False if there is no room for it."""
        client = client_of(host)
        own = [one for one, of in self._open.items() if of == client]
        is_full = len(own) >= self.most_of_client and not self._is_proxy(host)
        if is_full and not self._drop_one(own):
            return False
        if len(self._open) >= _MOST_OPEN and not self._drop_one(list(self._open)):
            return False
        if not self._open:
            connection.loop.call_later(_SWEEP, self._sweep, connection.loop)
        self._open[connection] = client
        return True

    def _is_proxy(self, host: str) -> bool:
        """Return whether a host is a trusted proxy, whose connections are those of many clients."""
        return any(ipaddress.ip_address(host) in network for network in self.proxies)

    def closed(self, connection: _Connection) -> None:
        """Remove a closed connection."""
        self._open.pop(connection, None)
        self._since.pop(connection, None)

    def _drop_one(self, among: list[_Connection]) -> bool:
        """Close the oldest of these that the service waits for; False if there is none."""
        for one in among:
            if one.waiting_for:
                self._close(one, "room")
                return True
        return False

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close connections that the service has waited for too long."""
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
    """A connection of uvicorn that records what the service is waiting for."""

    def __init__(self, all_open: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.all_open = all_open

    @property
    def waiting_for(self) -> str:
        """What the service waits for from the client, empty while the service is at work."""
        if self.cycle is None or self.cycle.response_complete:
            return "request"
        if self.flow.write_paused:
            return "answer"
        return "body" if self.cycle.more_body else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        if not self.all_open.opened(self, self.client[0] if self.client else ""):
            transport.write(_REFUSAL)
            transport.close()

    def eof_received(self) -> bool:  # type: ignore[override]  # as asyncio has it
        """Keep the connection for the answer in work if the client sends nothing more."""
        at_work = not self.waiting_for
        if at_work:
            self.cycle.keep_alive = False
        return at_work

    def connection_lost(self, exc: Exception | None) -> None:
        self.all_open.closed(self)
        super().connection_lost(exc)
