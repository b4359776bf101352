"""An answerer as the service sees it: a process that is asked, answers, and can be killed.

Whole requests and whole answers pass between them. Each is a frame: two lengths, a head as JSON,
and a body as it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import struct
import subprocess
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from meepleproof.service.bodies import DEPTH
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.processes import module_command

__all__ = [
    "LENGTHS",
    "Answered",
    "AnswererDied",
    "AnswererProcess",
    "AnswererSettings",
    "Asked",
    "Headers",
    "Reason",
    "as_bytes",
    "frame",
]


Reason = Literal["time", "memory", "died"]

_OVER_TIME = -getattr(signal, "SIGPROF", signal.SIGTERM)
_END_SECONDS = 1.0
"""Seconds within which a process that closed its output has ended."""


@dataclass(frozen=True, slots=True)
class AnswererSettings:
    """What an answerer is started with: packs, and limits of what is asked and of each answer.

    An answer may take ``seconds`` of processor time and ``memory`` bytes more than the answerer has
    when it begins. Players may send results if the service keeps them (``sends``).
    """

    packs: tuple[str, ...] = ()
    sends: bool = False
    seconds: float = 3.0
    memory: int = 512 << 20
    depth: int = DEPTH
    tiles: int = 144
    draws: bool = False
    """Whether it draws the pieces of the house game ahead, which takes a second."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the packs."""
        return tuple(map(Path, self.packs))


class AnswererDied(Exception):
    """The process ended before it answered; ``reason`` is why."""

    def __init__(self, reason: Reason, how: str) -> None:
        super().__init__(how)
        self.reason: Reason = reason


class AnswererProcess:
    """A process that answers requests, one at a time. It ends when this one does.

    It begins at once. From :meth:`ready` on it needs an event loop, always the same one.
    """

    def __init__(
        self, settings: AnswererSettings, module: str = "meepleproof.service.answering.answerer"
    ) -> None:
        command, environment = module_command(module, json.dumps(asdict(settings)))
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C does not reach it
        )
        self._reader: asyncio.StreamReader | None = None
        self._transports: list[asyncio.BaseTransport] = []
        self._writer: asyncio.WriteTransport | None = None
        self._killed_for: Reason | None = None

    @property
    def process_id(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    async def ready(self) -> None:
        """Wait until it can answer.

        :raises Malformed: if packs cannot be read.
        :raises OSError: if a folder or file cannot be opened.
        :raises AnswererDied: if it ended.
        """
        loop = asyncio.get_running_loop()
        self._reader = reader = asyncio.StreamReader()
        reading, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), self._process.stdout
        )
        self._transports.append(reading)
        self._writer, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self._process.stdin)
        self._transports.append(self._writer)
        head, _ = await self._receive()
        if "malformed" in head:
            raise Malformed(head["malformed"]["message"], where=head["malformed"]["where"])
        if "system" in head:
            raise OSError(*head["system"])

    async def answer(self, asked: Asked) -> Answered:
        """Return the answer to a request.

        :raises AnswererDied: if it ended before, or was killed.
        """
        assert self._writer is not None  # noqa: S101 - ready() comes first
        self._writer.write(asked.to_bytes())
        head, body = await self._receive()
        if "no memory" in head:
            self.kill("memory")
            raise self._died()
        headers = tuple((name, value) for name, value in head["headers"])
        return Answered(**{**head, "headers": headers, "body": body})

    def kill(self, reason: Reason) -> None:
        """Kill the process, for that reason."""
        self._killed_for = self._killed_for or reason
        if self._process.returncode is None:  # later its number may be that of another group
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for transport in self._transports:
            transport.close()
        # Pipes that the event loop has not taken over yet.
        if self._writer is None and self._process.stdin is not None:
            self._process.stdin.close()
        if self._reader is None and self._process.stdout is not None:
            self._process.stdout.close()

    async def _receive(self) -> tuple[Document, bytes]:
        assert self._reader is not None  # noqa: S101 - ready() comes first
        try:
            head_size, size = LENGTHS.unpack(await self._reader.readexactly(LENGTHS.size))
            head = json.loads(await self._reader.readexactly(head_size))
            return head, await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError, ValueError):
            raise self._died() from None

    def _died(self) -> AnswererDied:
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill("died")
            code = self._process.wait()
        if code == _OVER_TIME:
            return AnswererDied("time", "too much processor time")
        how = f"exit code {code}" if code >= 0 else signal.Signals(-code).name
        return AnswererDied(self._killed_for or "died", how)


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
