"""Bodies of requests, read as documents and checked; no HTTP is known here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from meepleproof.service.problems import Problem, of_faults
from verifier.documents.strict_json import json_value, too_deep
from verifier.documents.validation import form_faults
from verifier.errors import Malformed

__all__ = ["DEPTH", "Schema", "document_of"]

DEPTH = 32
"""How deeply arrays and objects may be nested, if nothing else is said."""

Schema: TypeAlias = str | Callable[[Any], str]


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
