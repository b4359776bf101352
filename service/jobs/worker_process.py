"""A worker process as its foreman holds it: given jobs, listened to, killed with all it started."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time

from service.jobs.job import Document
from verifier.programs import program

_START = 60.0
"""Seconds in which a worker has to be ready."""
_PATIENCE = 10.0
"""Seconds in which it has to take what it is given; it reads all the time."""


class Died(Exception):
    """The worker's process ended, or does not answer in its language."""


class Hand:
    """A worker process. It ends when this one does, however that ends."""

    def __init__(self, memory: int | None) -> None:
        limit = [] if memory is None else [str(memory)]
        command, environment = program("service.jobs.worker", *limit)
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A group of its own: Ctrl-C is for the service, and its solvers are ended with it.
            start_new_session=True,
        )
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe above
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        self._heard = b""
        self._ready = False
        self._begun = time.monotonic()

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def is_ready(self, seconds: float) -> bool:
        """Tell whether it has begun to work, waiting at most so many seconds for it.

        :raises Died: if it takes too long to begin, or ended.
        """
        if not self._ready:
            self._ready = bool(self.hear(seconds))
        if not self._ready and time.monotonic() - self._begun > _START:
            raise Died("it does not begin")
        return self._ready

    def give(self, document: Document) -> None:
        """Give it a job.

        :raises Died: if it does not take it.
        """
        rest = memoryview(json.dumps(document, separators=(",", ":")).encode() + b"\n")
        deadline = time.monotonic() + _PATIENCE
        while rest:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([], [self._in], [], left)[1]:
                raise Died("it does not listen")
            try:
                rest = rest[os.write(self._in, rest) :]
            except BrokenPipeError:
                raise Died(self._end()) from None

    def hear(self, seconds: float) -> list[Document]:
        """Return what it says within so many seconds, nothing if it is silent.

        :raises Died: if it says nothing more.
        """
        if not select.select([self._out], [], [], seconds)[0]:
            return []
        piece = os.read(self._out, 1 << 20)
        if not piece:
            raise Died(self._end())
        *lines, self._heard = (self._heard + piece).split(b"\n")
        try:
            return [json.loads(line) for line in lines]
        except ValueError:
            raise Died("it talks nonsense") from None

    def kill(self) -> None:
        """End the process and all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what it had not read yet is of no use
                    pipe.close()

    def _end(self) -> str:
        code = self._process.wait()
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
