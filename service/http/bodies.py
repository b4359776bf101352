"""Bodies of requests: read up to the limits, then checked against their schema in a thread."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from starlette.requests import ClientDisconnect, Request

from schemas import form_faults
from service.http.executor import FairExecutor
from service.problems import Problem, of_faults
from service.settings import Limits
from verifier.errors import Malformed
from verifier.strict_json import json_value

__all__ = ["document_of", "read_document"]

Schema: TypeAlias = str | Callable[[Any], str]

_SECONDS = 10
# Possessive, and the closing quote is optional, so that an endless string is read once.
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)


async def read_document(
    request: Request, schema: Schema, limits: Limits, executor: FairExecutor
) -> Any:
    """Return the body of a request, a document of that schema.

    :raises Problem: if it is not JSON, breaks the schema, is too large, or does not arrive.
    """
    _require_json(request)
    body = await _bytes(request, limits.body_bytes)
    return await executor.run(request, partial(document_of, body, schema, limits))


def document_of(body: bytes, schema: Schema, limits: Limits) -> Any:
    """Return the document in a body, in time at most proportional to its length.

    ``schema`` is the name of its schema, or makes it of the document, unchecked as that is.

    :raises Problem: if it is not JSON, or breaks the schema.
    """
    text = _text(body)
    _require_flat(text, limits.depth)
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


async def _bytes(request: Request, most: int) -> bytes:
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


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        at = f"byte {body[error.start]:#04x} at offset {error.start}"
        raise Problem("not-json", f"the body is not UTF-8: {at}") from None


def _require_flat(text: str, most: int) -> None:
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += (found[1] is not None) - (found[2] is not None)
        if depth > most:
            lines = text[: found.start()].split("\n")
            at = f"line {len(lines)}, column {len(lines[-1]) + 1}"
            detail = (
                f"arrays and objects lie more than {most} deep in each other (in the body, {at})"
            )
            raise Problem("too-large", detail)
