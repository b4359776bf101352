"""Forwarding: requests are passed on to an answerer; answers that stay the same are kept.

An answer is kept if anyone may have it for a while by its Cache-Control, as a proxy would keep it.
The packs do not change while the service runs, so it never grows stale.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from meepleproof.service.answering.pool import Answers
from meepleproof.service.answering.process import Answered, Asked, as_bytes
from meepleproof.service.http.compressing import Kept
from meepleproof.service.http.messages import read_body
from meepleproof.service.settings import Limits
from verifier.documents.strict_json import Document

__all__ = ["Forwarder"]

_PASSED_ON = frozenset({"accept", "content-encoding", "content-type", "host"})
"""Headers of a request that an answer may depend on."""
_MOST_KEPT = 16 << 20
"""Bytes of all answers that are kept."""
_OK = 200


class Forwarder:
    """Passes requests on to answerers."""

    def __init__(self, answers: Answers, limits: Limits) -> None:
        self._answers = answers
        self._limits = limits
        self._kept = Kept[Answered](_MOST_KEPT)
        self._coming = dict[tuple[str, str], asyncio.Event]()

    async def read_body(self, request: Request) -> bytes:
        """Return the body of a request.

        :raises Problem: if it is too large, or does not arrive.
        """
        return await read_body(request, self._limits.body_bytes)

    async def forward(
        self, request: Request, body: bytes = b"", attached: Document | None = None
    ) -> Response:
        """Return the answer to a request; what is ``attached`` goes with it.

        :raises Problem: if there is none in time.
        """
        is_read = request.method in ("GET", "HEAD") and attached is None
        if not is_read:
            found = await self._ask(request, request.method, body, attached)
        else:
            place = f"{request.scope['path']}?{request.scope['query_string'].decode('latin-1')}"
            found = self._kept.get(place) or await self._read(request, place)
        request.scope["answered_by"] = found.route
        response = Response(found.body, found.status)
        response.raw_headers = as_bytes(found.headers)
        return response

    async def _read(self, request: Request, place: str) -> Answered:
        """Return the answer to a client that reads a place, and keep it if it may be kept.

        What a client asks for many times at once is asked once, if that is kept.
        """
        coming = self._coming.get((request.state.client, place))
        if coming is not None:
            await coming.wait()
            found = self._kept.get(place)
            if found is not None:
                return found
        event = self._coming[request.state.client, place] = asyncio.Event()
        try:
            # Every answer to GET is one to HEAD, too; the server leaves the body out.
            found = await self._ask(request, "GET")
            if _may_be_kept(found):
                self._kept.add(place, found, len(place) + len(found.body))
        finally:
            event.set()
            self._coming.pop((request.state.client, place), None)
        return found

    async def _ask(
        self, request: Request, method: str, body: bytes = b"", attached: Document | None = None
    ) -> Answered:
        asked = Asked(
            method,
            request.scope["path"],
            request.scope["query_string"].decode("latin-1"),
            request.scope["scheme"],
            tuple((name, value) for name, value in request.headers.items() if name in _PASSED_ON),
            request.state.name,
            attached,
            body,
        )
        return await self._answers.answer(request.state.client, asked)

    async def taking(self, request: Request) -> Response:
        """Forward a request with its body."""
        return await self.forward(request, await self.read_body(request))

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request without a body: an application for all that has no route here."""
        response = await self.forward(Request(scope, receive))
        await response(scope, receive, send)


def _may_be_kept(found: Answered) -> bool:
    headers = dict(found.headers)
    is_public = headers.get("cache-control", "").startswith("public")
    return found.status == _OK and is_public and "etag" in headers
