"""Access: host names, pages of other sites, tokens, and limits of requests and connections.

Connections are limited for each client, and closed if they keep the service waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import h11
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from meepleproof.service.http.messages import problem_answer
from meepleproof.service.log import LOG
from meepleproof.service.problems import Problem
from meepleproof.service.settings import Settings, is_loopback
from meepleproof.service.tokens import Tokens
from verifier.errors import Malformed

__all__ = ["PROXY_HEADERS", "Connections", "Guard", "RateLimiter", "client_of", "owner"]


_LOOPBACK = "loopback"
"""The owner of requests from this machine without a token; no token's owner is named so."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
PROXY_HEADERS = (
    "cf-connecting-ip",
    "cf-ray",
    "fastly-client-ip",
    "fly-client-ip",
    "forwarded",
    "true-client-ip",
    "via",
    "x-amzn-trace-id",
    "x-appengine-user-ip",
    "x-arr-log-id",
    "x-azure-clientip",
    "x-client-ip",
    "x-cloud-trace-context",
    "x-cluster-client-ip",
    "x-envoy-external-address",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-proto",
    "x-forwarded-scheme",
    "x-forwarded-server",
    "x-forwarded-ssl",
    "x-original-forwarded-for",
    "x-original-host",
    "x-real-ip",
    "x-scheme",
)
"""Headers that proxies add, by which a forwarded request is known.

docs/service-running.md lists them."""
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
_MOST_CLIENTS = 10_000
_UNLIMITED = frozenset({"/livez", "/readyz"})
"""Paths for monitors, which no rate limits: an answer costs next to nothing."""


def owner(request: Request) -> str:
    """Return the owner of a request, as jobs name it.

    :raises Problem: if the client is not known.
    """
    who: str = request.state.owner
    if not who:
        detail = "send 'Authorization: Bearer TOKEN'; 'meepleproof serve token add' makes one"
        raise Problem("token", detail, headers={"WWW-Authenticate": "Bearer"})
    return who


class Guard:
    """Middleware that refuses requests that may not be made.

    Three things are checked. A page of another site must not use the service through a browser, by
    a name that resolves to this machine or by a form it sends here. No client may ask too often.
    And a token must be known; :func:`owner` refuses requests without one where it is needed.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in settings.hosts)
        self.only_loopback = is_loopback(settings.host)
        self.tokens_always = settings.tokens_always
        self.tokens = Tokens(settings.tokens)
        self.limiter = RateLimiter(settings.limits.rate, settings.limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        try:
            self._require_allowed(request)
        except Problem as problem:
            await problem_answer(problem, scope["path"])(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _require_allowed(self, request: Request) -> None:
        self._require_host(request)
        if request.scope["path"] in _UNLIMITED:
            return
        request.state.client = _client(request)
        self._require_rate(request.state.client)
        if request.method not in _SAFE:
            _require_own_page(request)
        request.state.owner = self._owner(request)

    def _require_host(self, request: Request) -> None:
        name = _host_name(request)
        if is_loopback(name) or name in self.hosts:
            return
        if self.only_loopback or self.hosts or not name:
            stated = request.headers.get("host", "")
            raise Problem("host", f"this is not {stated[:60]!r}; --allow-host adds a name")

    def _require_rate(self, client: str) -> None:
        seconds = self.limiter.take(client)
        if seconds:
            detail = f"ask again in {seconds} s, and not so often"
            raise Problem("too-many", detail, headers={"Retry-After": str(seconds)})

    def _owner(self, request: Request) -> str:
        """Return the owner of a request, empty if unknown."""
        stated = request.headers.get("authorization")
        if stated is None:
            return _LOOPBACK if not self.tokens_always and _is_from_here(request) else ""
        scheme, _, token = stated.partition(" ")
        try:
            name = self.tokens.owner(token.strip()) if scheme.lower() == "bearer" else None
        except (Malformed, OSError) as error:
            LOG.error("tokens", extra={"facts": {"said": str(error)}})
            raise Problem("fault", "the tokens cannot be read; the log says why") from None
        if name is None:
            detail = "the token is not one of those that are known here"
            headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
            raise Problem("token", detail, headers=headers)
        return f"token:{name}"


class RateLimiter:
    """A token bucket for each client: ``rate`` requests a second flow in, it holds ``burst``."""

    def __init__(self, rate: int, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self._levels = OrderedDict[str, tuple[float, float]]()

    def take(self, client: str) -> int:
        """Count a request of a client; return 0 if it is allowed, else the seconds to wait.

        >>> limiter = RateLimiter(rate=2, burst=1, clock=lambda: 0.0)
        >>> limiter.take("a"), limiter.take("a"), limiter.take("b")
        (0, 1, 0)
        """
        if not self.rate:
            return 0
        now = self.clock()
        level, then = self._levels.pop(client, (float(self.burst), now))
        level = min(float(self.burst), level + (now - then) * self.rate)
        enough = level >= 1
        self._levels[client] = (level - 1 if enough else level, now)
        if len(self._levels) > _MOST_CLIENTS:
            self._levels.popitem(last=False)  # the client that has been idle longest
        return 0 if enough else math.ceil((1 - level) / self.rate)


def _client(request: Request) -> str:
    """Return whose share a request is of; what another site's page asks for is not its reader's."""
    client = client_of(request.client.host if request.client else "")
    foreign = request.headers.get("sec-fetch-site", "") in ("cross-site", "same-site")
    is_visit = request.headers.get("sec-fetch-mode", "") == "navigate"
    return f"{client} from other sites" if foreign and not is_visit else client


def _is_from_here(request: Request) -> bool:
    """Return whether a request is from this machine, and not known to be forwarded by a proxy.

    Many proxies speak HTTP/1.0 to the service, as nginx does if it is not told otherwise.
    """
    address = request.client.host if request.client else ""
    is_local = is_loopback(address) and is_loopback(_host_name(request))
    is_forwarded = request.scope.get("http_version") == "1.0" or any(
        name in request.headers for name in PROXY_HEADERS
    )
    return is_local and not is_forwarded


def _require_own_page(request: Request) -> None:
    """Refuse what a page of another site sends; only browsers send such requests, and say so."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    host = request.headers.get("host", "")
    own = origin in (None, f"http://{host}", f"https://{host}")
    if not own or site not in ("same-origin", "none"):
        detail = f"this came from a page of {(origin or 'another site')[:99]!r}"
        raise Problem("foreign-page", detail)


def _host_name(connection: HTTPConnection) -> str:
    """Return the name in the Host header without its port, empty if it is malformed."""
    match = _HOST.fullmatch(connection.headers.get("host", ""))
    return "" if match is None else (match[1] or match[2]).lower()


@lru_cache(_MOST_CLIENTS)
def client_of(host: str) -> str:
    """Return the client of an address: all IPv6 addresses of a network count as one.

    >>> client_of("192.0.2.1"), client_of("2001:db8::1"), client_of("127.9.0.1"), client_of("::1")
    ('192.0.2.1', '2001:db8::/64', 'loopback', 'loopback')
    """
    host = _unmapped(host)
    if is_loopback(host):
        return _LOOPBACK
    try:
        return str(ipaddress.ip_network((ipaddress.IPv6Address(host), 64), strict=False))
    except ValueError:
        return host


def _unmapped(host: str) -> str:
    """Return the IPv4 address that an IPv6 address stands for, as where both are listened to.

    >>> _unmapped("::ffff:192.0.2.1"), _unmapped("2001:db8::1")
    ('192.0.2.1', '2001:db8::1')
    """
    try:
        mapped = ipaddress.IPv6Address(host).ipv4_mapped
    except ValueError:
        return host
    return host if mapped is None else str(mapped)


_MOST_OPEN = 900
"""Open connections at most; a process may usually have 1024 files open."""
_MOST_OF_CLIENT = 250
"""Open connections of one client that is no trusted proxy."""
_SECONDS = {"request": 15.0, "body": 15.0, "answer": 60.0}
"""How long the service waits for a whole head, a whole body, and more of an answer being taken."""
_SWEEP = 1.0
_MOST_BYTES = 1 << 20
"""Bytes of a request, with its head and what frames its body, of which 256 KiB are read."""
_AT_ONCE = 16 << 10
"""Bytes that are parsed at once: others are answered between a body's many tiny chunks."""
_FULL = b"Too many connections; close some or ask again later.\n"
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
    b"Retry-After: 2\r\nConnection: close\r\n\r\n%s" % (len(_FULL), _FULL)
)

_Waiting: TypeAlias = tuple[object, str, int]
"""The current request of a connection, the part waited for, and the bytes not taken yet."""


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
        self._sweeps = False

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
        if not self._sweeps:
            self._sweeps = True
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
            waiting = (one.cycle, one.waiting_for, one.not_taken)
            before, since = self._since.setdefault(one, (waiting, now))
            if before != waiting:
                self._since[one] = (waiting, now)
            elif one.waiting_for and now - since > self.seconds[one.waiting_for]:
                self._close(one, one.waiting_for)
        self._sweeps = bool(self._open)
        if self._sweeps:
            loop.call_later(_SWEEP, self._sweep, loop)

    def too_long(self, connection: _Connection) -> None:
        """Close a connection whose request has more bytes than any that is answered."""
        self._close(connection, "bytes")

    def _close(self, connection: _Connection, why: str) -> None:
        LOG.info("closed", extra={"facts": {"client": self._open[connection], "for": why}})
        self.closed(connection)
        connection.transport.abort()


class _Connection(H11Protocol):
    """A connection of uvicorn that records what the service is waiting for."""

    def __init__(self, all_open: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.all_open = all_open
        self._counted: tuple[object, int] = (None, 0)

    @property
    def not_taken(self) -> int:
        """The bytes of answers that the system could not pass on to the client yet."""
        return self.transport.get_write_buffer_size()

    @property
    def waiting_for(self) -> str:
        """What the service waits for from the client, empty while the service is at work.

        An answer in one piece is complete for uvicorn as soon as it is in the buffer.
        """
        if self.not_taken:
            return "answer"
        if not self._is_answering:
            return "request"
        return "body" if self.cycle.more_body else ""

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        with contextlib.suppress(AttributeError):  # other event loops have no such limit
            transport.max_size = _AT_ONCE  # type: ignore[attr-defined]  # of asyncio's own transport
        if self.client is not None:
            self.client = (_unmapped(self.client[0]), self.client[1])
        if not self.all_open.opened(self, self.client[0] if self.client else ""):
            transport.write(_REFUSAL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the request has far more bytes than its body may have."""
        request, before = self._counted
        self._counted = (self.cycle, len(data) + (before if request is self.cycle else 0))
        if self._counted[1] > _MOST_BYTES:
            self.all_open.too_long(self)
        else:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP; if it is the rest of a request that was answered, close."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Leave out uvicorn's two lines in the log for each request that any client can send."""

    def eof_received(self) -> bool:  # type: ignore[override]  # as asyncio has it
        """Keep the connection for the answer in work if the client sends nothing more."""
        at_work = self._is_answering and not self.cycle.more_body
        if at_work:
            self.cycle.keep_alive = False
        return at_work

    def connection_lost(self, exc: Exception | None) -> None:
        self.all_open.closed(self)
        super().connection_lost(exc)
