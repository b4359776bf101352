"""Answers: JSON in its canonical bytes, with a strong ETag made of them, and problems."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from service.http.compressing import pays, takes_gzip
from service.problems import Problem
from verifier.carcassonne.codec import canonical_bytes

__all__ = [
    "JSON",
    "NDJSON",
    "Content",
    "answer",
    "content",
    "json_answer",
    "json_content",
    "names_tag",
    "problem_answer",
]

JSON = "application/json"
NDJSON = "application/x-ndjson"
PROBLEM = "application/problem+json"
_FOR_ALL = "public, max-age=300"
_FOR_ONE = "no-store"


@dataclass(frozen=True, slots=True)
class Content:
    """What may be sent to anyone: bytes of a kind, and the ETag that follows from them."""

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


def answer(request: Request, found: Content, headers: dict[str, str] | None = None) -> Response:
    """Return the content, or 304 to one who has it already."""
    told = {"ETag": _tag(request, found), "Cache-Control": _FOR_ALL, **(headers or {})}
    if names_tag(request.headers.get("if-none-match", ""), found.etag):
        return Response(status_code=304, headers=told)
    return Response(found.body, media_type=found.media_type, headers=told)


def _tag(request: Request, found: Content) -> str:
    """Return the ETag of the content as it is sent: a weak one if it is packed on its way."""
    is_packed = pays(found.media_type, len(found.body)) and takes_gzip(
        request.headers.get("accept-encoding", "")
    )
    return f"W/{found.etag}" if is_packed else found.etag


def json_answer(
    document: Any, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """Return a document that is nobody else's business and not to be kept."""
    return Response(
        canonical_bytes(document) + b"\n",
        status,
        {"Cache-Control": _FOR_ONE, **(headers or {})},
        JSON,
    )


def problem_answer(problem: Problem, path: str) -> Response:
    """Return the answer to a request of that path that is not granted."""
    return Response(
        canonical_bytes(problem.to_json(path)) + b"\n",
        problem.status,
        {"Cache-Control": _FOR_ONE, **problem.headers},
        PROBLEM,
    )


def names_tag(stated: str, etag: str) -> bool:
    """Tell whether an If-None-Match names the tag; as RFC 9110 has it, weak ones count here.

    >>> names_tag('W/"a", "b"', '"a"'), names_tag("*", '"a"'), names_tag("", '"a"')
    (True, True, False)
    """
    tags = [tag.strip().removeprefix("W/") for tag in stated.split(",")]
    return "*" in tags or etag in tags
