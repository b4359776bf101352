"""Compressing answers by gzip; what is sent often is compressed once."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Compressor", "accepts_gzip", "is_worth_compressing"]

_KINDS = frozenset(
    {
        "application/json",
        "application/problem+json",
        "application/schema+json",
        "application/x-ndjson",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)
_LEAST_BYTES = 1_000
"""Below so many bytes compressing does not pay."""
_MANY_BYTES = 20_000
"""So many bytes take a good part of a millisecond, and are compressed in a thread."""
_QUICK, _SMALL = 1, 6
"""Levels of gzip: for a page that is sent once, and for what is sent many times."""
_MOST_CACHED = 500


class Compressor:
    """Middleware that compresses texts for clients that accept gzip.

    As the bytes differ then, their ETag becomes a weak one, which If-None-Match treats alike.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._cache = OrderedDict[str, bytes]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress the body of its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        accepted = accepts_gzip(Headers(scope=scope).get("accept-encoding", ""))
        await self.app(scope, receive, _BufferedAnswer(self, send, accepted=accepted))

    async def compress(self, body: bytes, etag: str) -> bytes:
        """Return a body compressed; one with an ETag is cached, as it will be sent again."""
        if etag in self._cache:
            self._cache.move_to_end(etag)
            return self._cache[etag]
        level = _SMALL if etag else _QUICK
        if len(body) < _MANY_BYTES:
            return gzip.compress(body, level, mtime=0)
        compressed = await asyncio.to_thread(gzip.compress, body, level, mtime=0)
        if etag:
            self._cache[etag] = compressed
            if len(self._cache) > _MOST_CACHED:
                self._cache.popitem(last=False)
        return compressed


class _BufferedAnswer:
    """The ``send`` of an answer that holds its head until the whole body is there."""

    def __init__(self, compressor: Compressor, send: Send, *, accepted: bool) -> None:
        self.compressor = compressor
        self.send = send
        self.accepted = accepted
        self.head: Message = {}
        self.body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.head = message
            return
        self.body += message.get("body", b"")
        if message.get("more_body", False):
            return
        body = await self._as_sent()
        await self.send(self.head)
        await self.send({"type": "http.response.body", "body": body})

    async def _as_sent(self) -> bytes:
        """Return the body as it is sent, and adapt the head."""
        headers, body = MutableHeaders(scope=self.head), bytes(self.body)
        if not is_worth_compressing(headers.get("content-type", ""), len(body)):
            return body
        etag = headers.get("etag", "")
        headers.add_vary_header("Accept-Encoding")
        if not self.accepted:
            return body
        body = await self.compressor.compress(body, etag)
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(body))
        if etag.startswith('"'):
            headers["etag"] = f"W/{etag}"
        return body


def is_worth_compressing(kind: str, size: int) -> bool:
    """Return whether a body of that media type and size is worth compressing.

    >>> sizes = {"text/html; charset=utf-8": 100_000, "image/png": 100_000, "text/css": 9}
    >>> [is_worth_compressing(kind, size) for kind, size in sizes.items()]
    [True, False, False]
    """
    return kind.partition(";")[0] in _KINDS and size >= _LEAST_BYTES


def accepts_gzip(stated: str) -> bool:
    """Return whether an Accept-Encoding accepts gzip.

    >>> [accepts_gzip(text) for text in ("gzip, br", "br;q=1, gzip; q=0.5", "*", "gzip;q=0", "")]
    [True, True, True, False, False]
    """
    weights = dict[str, float]()
    for part in stated.lower().split(","):
        name, _, weight = part.partition(";")
        try:
            weights[name.strip()] = float(weight.replace(" ", "").removeprefix("q=") or 1)
        except ValueError:
            weights[name.strip()] = 0
    return weights.get("gzip", weights.get("*", 0)) > 0
