"""How answers are sent: not again to clients that have them, compressed, and piece by piece.

What is sent often is compressed once, and kept in no more memory than stated. A long body is sent
in pieces, as the client takes it, so hundreds of slow clients share one copy of it.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from typing import Generic, TypeVar

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Compressor", "Kept", "accepts_gzip", "is_worth_compressing", "matches_etag"]


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
_MOST_KEPT = 16 << 20
"""Bytes of all compressed bodies that are kept."""
_PIECE = 1 << 16
"""Bytes of a long body that are sent at once."""
_OK, _NOT_MODIFIED = 200, 304


class Compressor:
    """Middleware that sends answers as clients can take them.

    Compressed bytes have a weak ETag, which If-None-Match treats alike.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._compressed = Kept[bytes](_MOST_KEPT)
        # One long body at a time: many at once would delay all other answers.
        self._compressing = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and send the body of its answer as the client can take it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await self.app(scope, receive, _BufferedAnswer(self, send, Headers(scope=scope)))

    async def compress(self, body: bytes, etag: str) -> bytes:
        """Return a body compressed; one with an ETag is kept, as it will be sent again."""
        kept = self._compressed.get(etag) if etag else None
        if kept is not None:
            return kept
        level = _SMALL if etag else _QUICK
        if len(body) < _MANY_BYTES:
            return gzip.compress(body, level, mtime=0)
        async with self._compressing:
            kept = self._compressed.get(etag) if etag else None  # another asked for it meanwhile
            if kept is not None:
                return kept
            compressed = await asyncio.to_thread(gzip.compress, body, level, mtime=0)
        if etag:
            self._compressed.add(etag, compressed, len(compressed))
        return compressed


class _BufferedAnswer:
    """The ``send`` of an answer that holds its head until the whole body is there."""

    def __init__(self, compressor: Compressor, send: Send, asked: Headers) -> None:
        self.compressor = compressor
        self.send = send
        self.asked = asked
        self.head: Message = {}
        self.parts: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.head = message
            return
        self.parts.append(message.get("body", b""))
        if message.get("more_body", False):
            return
        # A single part is sent as it is, without a copy.
        whole = self.parts[0] if len(self.parts) == 1 else b"".join(self.parts)
        rest = memoryview(await self._as_sent(whole))
        await self.send(self.head)
        while len(rest) > _PIECE:
            piece, rest = rest[:_PIECE], rest[_PIECE:]
            await self.send({"type": "http.response.body", "body": piece, "more_body": True})
            await asyncio.sleep(0)  # other clients have their turn
        await self.send({"type": "http.response.body", "body": rest})

    async def _as_sent(self, body: bytes) -> bytes:
        """Return the body as it is sent, and adapt the head."""
        headers = MutableHeaders(scope=self.head)
        etag = headers.get("etag", "")
        pays = is_worth_compressing(headers.get("content-type", ""), len(body))
        packs = pays and accepts_gzip(self.asked.get("accept-encoding", ""))
        if pays:
            headers.add_vary_header("Accept-Encoding")
        if packs and etag.startswith('"'):
            headers["etag"] = f"W/{etag}"
        if etag and self.head["status"] == _OK and self._is_known(etag):
            self.head["status"] = _NOT_MODIFIED
            del headers["content-type"], headers["content-length"]
            return b""
        if not packs:
            return body
        body = await self.compressor.compress(body, etag)
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(body))
        return body

    def _is_known(self, etag: str) -> bool:
        return matches_etag(self.asked.get("if-none-match", ""), etag)


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


def matches_etag(stated: str, etag: str) -> bool:
    """Return whether an If-None-Match has the tag; weak ones count, too (RFC 9110).

    >>> matches_etag('W/"a", "b"', '"a"'), matches_etag("*", '"a"'), matches_etag("", '"a"')
    (True, True, False)
    """
    tags = [tag.strip().removeprefix("W/") for tag in stated.split(",")]
    return "*" in tags or etag in tags


_V = TypeVar("_V")


class Kept(Generic[_V]):
    """Values by their names, of so many bytes together; what was asked for last stays.

    >>> kept = Kept[str](10)
    >>> for name in "abc":
    ...     kept.add(name, name * 4, 4)
    >>> kept.get("a"), kept.get("b"), kept.get("c")
    (None, 'bbbb', 'cccc')
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values = OrderedDict[str, tuple[_V, int]]()
        self._size = 0

    def get(self, name: str) -> _V | None:
        """Return the value of that name, if it is kept."""
        found = self._values.get(name)
        if found is None:
            return None
        self._values.move_to_end(name)
        return found[0]

    def add(self, name: str, value: _V, size: int) -> None:
        """Keep a value of so many bytes; others make room for it."""
        if name in self._values or size > self._most:
            return
        self._values[name] = (value, size)
        self._size += size
        while self._size > self._most:
            self._size -= self._values.popitem(last=False)[1][1]
