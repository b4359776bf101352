"""A log of NEOM in a link: its JSON, compressed, in letters that addresses may have."""

from __future__ import annotations

import base64
import zlib
from typing import Any

from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import json_value
from verifier.errors import Malformed

__all__ = ["log_in_link", "log_of_link"]

_MOST = 64 * 1024
"""Bytes of a log; a game with all its notes has a tenth of them."""


def log_in_link(document: dict[str, Any]) -> str:
    """Return a log as the text that a link has.

    >>> log_of_link(log_in_link({"game": "neom", "board": "harbour", "events": []}))["board"]
    'harbour'
    """
    packed = zlib.compress(canonical_bytes(document), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def log_of_link(text: str) -> dict[str, Any]:
    """Return the document in the text of a link, of whatever form.

    :raises Malformed: if the link is damaged.

    >>> log_of_link("eJ-damaged")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: the link is damaged: a part of it is missing or was changed. Copy \
it once more, or import the file of the game (at log)
    """
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        reader = zlib.decompressobj()
        text = reader.decompress(packed, _MOST).decode()
        log = json_value(text, "the link") if reader.eof else None
    except (ValueError, zlib.error, Malformed):  # not base64, not compressed, or no JSON
        log = None
    if not isinstance(log, dict):
        raise Malformed(
            "the link is damaged: a part of it is missing or was changed. "
            "Copy it once more, or import the file of the game",
            where="log",
        )
    return log
