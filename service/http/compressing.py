"""Answers made smaller for those who can unpack them; what does not change, once for all."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Compressed", "pays", "takes_gzip"]

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
_LEAST = 1_000
"""Bytes below which it does not pay."""
_MUCH = 20_000
"""Bytes that take a good part of a millisecond, and are packed beside the event loop."""
_QUICK, _SMALL = 1, 6
"""Levels: for a page that is sent once, and for what is sent many times."""
_KEPT = 500


class Compressed:
    """Sends texts packed by gzip to those who accept it.

    As other bytes are sent, their ETag is a weak one, which an If-None-Match compares as before.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept = OrderedDict[str, bytes]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and pack the body of its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        accepted = takes_gzip(Headers(scope=scope).get("accept-encoding", ""))
        await self.app(scope, receive, _Answer(self, send, accepted=accepted))

    async def packed(self, body: bytes, etag: str) -> bytes:
        """Return a body packed; one with an ETag is kept, as it is asked for again."""
        if etag in self._kept:
            self._kept.move_to_end(etag)
            return self._kept[etag]
        level = _SMALL if etag else _QUICK
        if len(body) < _MUCH:
            return gzip.compress(body, level, mtime=0)
        made = await asyncio.to_thread(gzip.compress, body, level, mtime=0)
        if etag:
            self._kept[etag] = made
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return made


class _Answer:
    """Where an answer goes: its head waits until the whole body is there."""

    def __init__(self, by: Compressed, send: Send, *, accepted: bool) -> None:
        self.by = by
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
        """Return the body as it is sent, and say in the head how that is."""
        headers, body = MutableHeaders(scope=self.head), bytes(self.body)
        if not pays(headers.get("content-type", ""), len(body)):
            return body
        etag = headers.get("etag", "")
        headers.add_vary_header("Accept-Encoding")
        if not self.accepted:
            return body
        body = await self.by.packed(body, etag)
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(body))
        if etag.startswith('"'):
            headers["etag"] = f"W/{etag}"
        return body


def pays(kind: str, size: int) -> bool:
    """Tell whether a body of that kind and size is worth packing.

    >>> pays("text/html; charset=utf-8", 100_000), pays("image/png", 100_000), pays("text/css", 9)
    (True, False, False)
    """
    return kind.partition(";")[0] in _KINDS and size >= _LEAST


def takes_gzip(stated: str) -> bool:
    """Tell whether an Accept-Encoding takes gzip.

    >>> [takes_gzip(text) for text in ("gzip, br", "br;q=1, gzip; q=0.5", "*", "gzip;q=0", "")]
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
