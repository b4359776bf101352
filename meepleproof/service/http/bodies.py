"""Bodies of requests: read up to the limits, then checked against their schema."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

from starlette.requests import ClientDisconnect, Request

from meepleproof.service.problems import Problem, of_faults
from verifier.documents.strict_json import json_value, too_deep
from verifier.documents.validation import form_faults
from verifier.errors import Malformed

__all__ = ["Schema", "document_of", "read_body", "read_document"]

Schema: TypeAlias = str | Callable[[Any], str]

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


def document_of(body: bytes, schema: Schema, depth: int) -> Any:
    """Return the document in a body, in time at most proportional to its length.

    ``schema`` is the name of its schema, or makes it of the document, unchecked as that is;
    ``depth`` is how deeply arrays and objects may be nested.

    :raises Problem: if it is not JSON, or breaks the schema.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        at = f"byte {body[error.start]:#04x} at offset {error.start}"
        raise Problem("not-json", f"the body is not UTF-8: {at}") from None
    place = too_deep(text, depth)
    if place:
        detail = (
            f"arrays and objects lie more than {depth} deep in each other (in the body, {place})"
        )
        raise Problem("too-large", detail)
    try:
        document = json_value(text, "the body")
    except Malformed as error:
        raise Problem("not-json", f"{error.message} (in {error.where})") from None
    found = form_faults(schema if isinstance(schema, str) else schema(document), document)
    if found:
        raise of_faults(found)
    return document


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
