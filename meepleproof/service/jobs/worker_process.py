"""A worker process as its supervisor sees it: sends jobs, receives messages, can be killed."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time

from verifier.documents.strict_json import Document
from verifier.subprocess_command import module_command

_START_SECONDS = 60.0
"""Seconds within which a worker must be ready."""
_SEND_SECONDS = 10.0
"""Seconds within which it must read what it is sent; it reads all the time."""


class WorkerDied(Exception):
    """The worker's process ended, does not read, or sent what is not JSON."""


class WorkerProcess:
    """A worker process. It ends when this one does, however that ends."""

    def __init__(self, memory: int | None) -> None:
        limit = [] if memory is None else [str(memory)]
        command, environment = module_command("meepleproof.service.jobs.worker", *limit)
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A group of its own: Ctrl-C does not reach it, and killing it kills its solvers, too.
            start_new_session=True,
        )
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe above
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        self._received = b""
        self._ready = False
        self._started = time.monotonic()

    @property
    def process_id(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def is_ready(self, seconds: float) -> bool:
        """Return whether it is ready for jobs, waiting at most so many seconds for it.

        :raises WorkerDied: if it takes too long to start, or ended.
        """
        if not self._ready:
            self._ready = bool(self.receive(seconds))
        if not self._ready and time.monotonic() - self._started > _START_SECONDS:
            raise WorkerDied("it does not start")
        return self._ready

    def send(self, document: Document) -> None:
        """Send it a job.

        :raises WorkerDied: if it does not read it.
        """
        rest = memoryview(json.dumps(document, separators=(",", ":")).encode() + b"\n")
        deadline = time.monotonic() + _SEND_SECONDS
        while rest:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([], [self._in], [], left)[1]:
                raise WorkerDied("it does not read")
            try:
                rest = rest[os.write(self._in, rest) :]
            except BrokenPipeError:
                raise WorkerDied(self._how_it_ended()) from None

    def receive(self, seconds: float) -> list[Document]:
        """Return the messages it sends within so many seconds, if any.

        :raises WorkerDied: if it ended, or sent what is not JSON.
        """
        if not select.select([self._out], [], [], seconds)[0]:
            return []
        piece = os.read(self._out, 1 << 20)
        if not piece:
            raise WorkerDied(self._how_it_ended())
        *lines, self._received = (self._received + piece).split(b"\n")
        try:
            return [json.loads(line) for line in lines]
        except ValueError:
            raise WorkerDied("it sent what is not JSON") from None

    def kill(self) -> None:
        """Kill the process and all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what it had not read is lost with it
                    pipe.close()

    def _how_it_ended(self) -> str:
        code = self._process.wait()
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
