"""Forwarding: requests are passed on to an answerer; answers that stay the same are kept.

An answer is kept if anyone may have it for a while by its Cache-Control, as a proxy would keep it.
The packs do not change while the service runs, so it never grows stale.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.answering.exchange import Answered, Asked, as_bytes
from service.answering.pool import Answers
from service.http.bodies import read_body
from service.http.keeping import Kept
from service.settings import Limits
from verifier.strict_json import Document

__all__ = ["Forwarder"]

_PASSED_ON = frozenset({"accept", "content-encoding", "content-type", "host"})
"""Headers of a request that an answer may depend on."""
_MOST_KEPT = 64 << 20
"""Bytes of all answers that are kept."""
_OK = 200


class Forwarder:
    """Passes requests on to answerers."""

    def __init__(self, answers: Answers, limits: Limits) -> None:
        self._answers = answers
        self._limits = limits
        self._kept = Kept[Answered](_MOST_KEPT)

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
        query = request.scope["query_string"].decode("latin-1")
        place = f"{request.scope['path']}?{query}"
        found = self._kept.get(place) if is_read else None
        if found is None:
            asked = Asked(
                # Every answer to GET is one to HEAD, too; the server leaves the body out.
                "GET" if is_read else request.method,
                request.scope["path"],
                query,
                request.scope["scheme"],
                tuple((k, v) for k, v in request.headers.items() if k in _PASSED_ON),
                request.state.name,
                attached,
                body,
            )
            found = await self._answers.answer(request.state.client, asked)
            if is_read and _may_be_kept(found):
                self._kept.add(place, found, len(place) + len(found.body))
        request.scope["answered_by"] = found.route
        response = Response(found.body, found.status)
        response.raw_headers = as_bytes(found.headers)
        return response

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
