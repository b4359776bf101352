"""Answers: canonical JSON with a strong ETag, and problems.

That a client has an answer already, or wants it compressed, is seen to in
:mod:`meepleproof.service.http.compressing`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

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
    "refuse",
    "refuse_http",
]

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
