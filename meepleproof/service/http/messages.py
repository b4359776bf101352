"""Messages: bodies of requests, read up to the limits and checked, and answers with a strong ETag.

Documents are answered as canonical JSON, refusals as problems. That a client has an answer already,
or wants it compressed, is seen to in :mod:`meepleproof.service.http.compressing`.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from meepleproof.service.bodies import Schema, document_of
from meepleproof.service.problems import Problem
from verifier.documents.canonical_json import canonical_bytes

__all__ = [
    "DRAWING_POLICY",
    "JSON",
    "NDJSON",
    "NO_CONTENT",
    "PROBLEM",
    "Content",
    "answer",
    "content",
    "json_answer",
    "json_content",
    "problem_answer",
    "read_body",
    "read_document",
    "refuse",
    "refuse_http",
]


_SECONDS = 10


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request, of so many bytes at most.

    :raises Problem: if it is too large, or does not arrive.
    """
    stated = request.headers.get("content-length", "")
    too_large = Problem("too-large", f"the body has more than {most} bytes")
    if stated.isdecimal() and int(stated[:20]) > most:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise too_large
    except TimeoutError:
        # The rest would be taken for the next request.
        close = {"Connection": "close"}
        raise Problem("slow", f"the body did not come within {_SECONDS} s", headers=close) from None
    except ClientDisconnect:
        raise Problem("not-json", "the body ends before it should") from None
    return bytes(body)


def read_document(request: Request, schema: Schema, depth: int) -> Any:
    """Return the body that came with a request, a document of that schema.

    :raises Problem: if it is not JSON, or breaks the schema.
    """
    _require_json(request)
    return document_of(request.state.body, schema, depth)


def _require_json(request: Request) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(
            "media-type",
            f"the body is {kind or 'of no stated kind'}; send application/json",
            headers={"Accept": "application/json"},
        )
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding != "identity":
        raise Problem(
            "media-type",
            f"the body is encoded as {coding[:60]!r}; send it as it is, without Content-Encoding",
            headers={"Accept-Encoding": "identity"},
        )


JSON = "application/json"
NDJSON = "application/x-ndjson"
PROBLEM = "application/problem+json"
NO_CONTENT = 204
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What a drawing may do that is opened by itself: load nothing, and run nothing."""
_HTTP_PROBLEMS = {404: "unknown", 405: "method"}
_FOR_ALL = "public, max-age=300"
_FOR_ONE = "no-store"


@dataclass(frozen=True, slots=True)
class Content:
    """A body that may be sent to anyone, its media type, and its ETag."""

    body: bytes
    media_type: str
    etag: str


def content(body: bytes, media_type: str) -> Content:
    """Return bytes with their ETag.

    >>> content(b"{}", "application/json").etag
    '"44136fa355b3678a1146ad16f7e8649e"'
    """
    return Content(body, media_type, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def json_content(document: Any) -> Content:
    """Return a document as canonical JSON."""
    return content(canonical_bytes(document) + b"\n", JSON)


def answer(resource: Content, headers: dict[str, str] | None = None) -> Response:
    """Return the content as an answer, which anyone may keep for a while."""
    all_headers = {"ETag": resource.etag, "Cache-Control": _FOR_ALL, **(headers or {})}
    return Response(resource.body, media_type=resource.media_type, headers=all_headers)


def json_answer(
    document: Any, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """Return a document for one client, which must not be cached."""
    return Response(
        canonical_bytes(document) + b"\n",
        status,
        {"Cache-Control": _FOR_ONE, **(headers or {})},
        JSON,
    )


def problem_answer(problem: Problem, path: str) -> Response:
    """Return the answer to a refused request of that path."""
    return Response(
        canonical_bytes(problem.to_json(path)) + b"\n",
        problem.status,
        {"Cache-Control": _FOR_ONE, **problem.headers},
        PROBLEM,
    )


async def refuse(request: Request, problem: Exception) -> Response:
    """Return the answer to a request that was refused by a problem, as Starlette asks for it."""
    if not isinstance(problem, Problem):  # Starlette types handlers for any exception
        raise problem
    return problem_answer(problem, request.scope["path"])


async def refuse_http(request: Request, error: Exception) -> Response:
    """Return the answer to what Starlette itself refuses: an unknown path, or a method."""
    if not isinstance(error, HTTPException):
        raise error
    path: str = request.scope["path"]
    detail = f"{request.method[:20]} {path[:200]}: there is nothing of that kind"
    kind = _HTTP_PROBLEMS.get(error.status_code, "unknown")
    return problem_answer(Problem(kind, detail, headers=error.headers), path)
