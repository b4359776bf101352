"""Answers: canonical JSON with a strong ETag, and problems."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from service.http.compressing import accepts_gzip, is_worth_compressing
from service.problems import Problem
from verifier.canonical_json import canonical_bytes

__all__ = [
    "JSON",
    "NDJSON",
    "Content",
    "answer",
    "content",
    "json_answer",
    "json_content",
    "matches_etag",
    "problem_answer",
]

JSON = "application/json"
NDJSON = "application/x-ndjson"
PROBLEM = "application/problem+json"
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


def answer(request: Request, resource: Content, headers: dict[str, str] | None = None) -> Response:
    """Return the content, or 304 if the client has it already."""
    all_headers = {"ETag": _tag(request, resource), "Cache-Control": _FOR_ALL, **(headers or {})}
    if matches_etag(request.headers.get("if-none-match", ""), resource.etag):
        return Response(status_code=304, headers=all_headers)
    return Response(resource.body, media_type=resource.media_type, headers=all_headers)


def _tag(request: Request, resource: Content) -> str:
    """Return the ETag of the content as it is sent: a weak one if it is compressed."""
    is_compressed = is_worth_compressing(resource.media_type, len(resource.body)) and accepts_gzip(
        request.headers.get("accept-encoding", "")
    )
    return f"W/{resource.etag}" if is_compressed else resource.etag


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


def matches_etag(stated: str, etag: str) -> bool:
    """Return whether an If-None-Match has the tag; weak ones count, too (RFC 9110).

    >>> matches_etag('W/"a", "b"', '"a"'), matches_etag("*", '"a"'), matches_etag("", '"a"')
    (True, True, False)
    """
    tags = [tag.strip().removeprefix("W/") for tag in stated.split(",")]
    return "*" in tags or etag in tags
