"""What passes between the service and an answerer: whole requests, and whole answers.

Each is a frame: two lengths, a head as JSON, and a body as it is.
"""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass, field

from verifier.documents.strict_json import Document

__all__ = ["LENGTHS", "Answered", "Asked", "Headers", "as_bytes", "frame"]

Headers = tuple[tuple[str, str], ...]

LENGTHS = struct.Struct(">II")
"""How a frame begins: the lengths of its head and of its body."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: ``attached`` is what the service adds, and ``name`` stands in its log."""

    method: str
    path: str
    query: str = ""
    scheme: str = "http"
    headers: Headers = ()
    name: str = ""
    attached: Document | None = None
    body: bytes = b""

    def to_bytes(self) -> bytes:
        """Return the frame of the request."""
        return frame(asdict(self), self.body)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, the route that gave it, and the ``seconds`` of processor time that it took."""

    status: int
    headers: Headers
    body: bytes
    route: str = ""
    seconds: float = field(default=0.0, compare=False)
    grown: int = field(default=0, compare=False)
    """Bytes that the answerer has grown by since it began."""

    def to_bytes(self) -> bytes:
        """Return the frame of the answer."""
        return frame(asdict(self), self.body)


def frame(head: Document, body: bytes = b"") -> bytes:
    """Return a head and a body as one frame.

    >>> len(frame({}, b"abc"))
    13
    """
    written = json.dumps({**head, "body": None} if "body" in head else head).encode()
    return LENGTHS.pack(len(written), len(body)) + written + body


def as_bytes(headers: Headers) -> list[tuple[bytes, bytes]]:
    """Return headers as applications and servers pass them.

    >>> as_bytes((("etag", '"a"'),))
    [(b'etag', b'"a"')]
    """
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
