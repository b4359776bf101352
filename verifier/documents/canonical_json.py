"""The one way to write a document as bytes, and the digests and ids made of texts."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH = 12
_BITS = 5 * _ID_LENGTH


def canonical_bytes(document: Any) -> bytes:
    """Return a document of whole numbers and texts in canonical form, as bytes.

    As long as all keys are ASCII, this is RFC 8785, so that other programs get the same bytes.

    >>> canonical_bytes({"b": [1, True], "a": "é"}).decode()
    '{"a":"é","b":[1,true]}'
    """
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def digest(document: Any) -> str:
    """Return the SHA-256 of the canonical bytes, as packs write it.

    >>> digest({})
    'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
    """
    return f"sha256:{hashlib.sha256(canonical_bytes(document)).hexdigest()}"


def puzzle_id(form: str) -> str:
    """Return the id of a puzzle with this canonical form: the first 60 bits of its SHA-256.

    The 32 signs leave out i, l, o and u, which are misread.

    >>> puzzle_id("")
    'werc8gmrzge1'
    """
    number = int.from_bytes(hashlib.sha256(form.encode()).digest(), "big") >> 256 - _BITS
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in reversed(range(_ID_LENGTH)))
